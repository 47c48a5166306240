"""What pages are made of: books, clauses, rows, links, navigation."""
