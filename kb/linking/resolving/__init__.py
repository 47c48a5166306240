"""Says what citations mean: the index of what can be cited, and which provision is meant."""
