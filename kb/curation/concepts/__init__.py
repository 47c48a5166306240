"""The lexicon: concepts, their words in each language, and where texts mention them."""
