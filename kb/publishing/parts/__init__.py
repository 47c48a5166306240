"""The parts that pages are made of: books, rows, words with their links, navigation."""
