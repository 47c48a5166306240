"""What browsers get besides pages: scripts, data for search, packs for reading offline."""
