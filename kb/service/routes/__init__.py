"""What can be asked over HTTP, by subject; each module has a router."""
