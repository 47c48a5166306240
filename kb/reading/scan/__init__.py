"""A statute from a bad scan: the ledger of corrections, sections, bids, cases."""
