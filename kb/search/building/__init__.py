"""What is written when a corpus is built: evidence, the index, the tables of words."""
