"""Languages: their names, word endings and alphabets, and the catalogues of our own words."""
