"""Ids, records, errors, addresses: what every other wing of the package uses."""
