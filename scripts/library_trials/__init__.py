"""Trials of a library of rulings on its two engines: how well, how fast, and what breaks.

Everything is made up and on loopback: rulings of scripts/generate_rulings, nodes of
scripts/cluster.py.
"""
