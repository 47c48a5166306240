"""Makes links of the law numbers in other people's documents, and flags those that do not exist."""
