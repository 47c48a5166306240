"""What languages are called, word endings, alphabets, and the catalogues of our own words."""
