"""Search engines: each turns records into an index and words into candidates."""
