"""Reads a statute (the rules of Ulti) from a bad scan: ledger, sections, bids, cases."""
