"""Reads a statute from a bad scan: ledger, sections, bids, cases."""
