"""Search engines: each writes evidence into an index and gives the postings of a term."""
