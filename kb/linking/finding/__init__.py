"""Where a document cites, as its words say it."""
