"""A build on disk: its files, whether they are whole, and what they hold."""
