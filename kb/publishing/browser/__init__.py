"""What the browser gets besides pages: scripts, data for search, offline packs."""
