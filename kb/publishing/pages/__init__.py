"""The site's pages: a module for each kind of page."""
