"""Reads raw texts into records: a package for each layout, and modules that these share."""
