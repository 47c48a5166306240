"""Ids, the records that everything is made of, errors: what every wing knows."""
