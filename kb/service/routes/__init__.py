"""The endpoints of the API, by subject: each module has a router, which `app` includes."""
