"""Citations of provisions; what they look like in each language stands in patterns/, as data."""
