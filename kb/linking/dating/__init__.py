"""When a document was written, and of which code its numbers may be therefore."""
