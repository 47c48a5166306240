"""Languages: their names, word endings, alphabets, and the catalogues of the program's own words."""
