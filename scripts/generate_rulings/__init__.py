"""Makes rulings up: invented cases with the citation habits of every language that has data here.

Ruling n of a seed is the same on every machine, however many rulings are asked for. Everything that
it says of a game or a language stands in the data files beside the code.
"""
