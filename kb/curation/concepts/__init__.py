"""The lexicon: concepts with their words in seven languages, and where texts mention them."""
