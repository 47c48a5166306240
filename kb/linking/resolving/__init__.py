"""What citations mean: the provisions there are to cite, and which one is meant."""
