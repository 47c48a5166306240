"""The manifest: which works, editions and texts there are, and whether their files are intact."""
