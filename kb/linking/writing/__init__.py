"""Citations written back: links in the document, lists, annotations."""
