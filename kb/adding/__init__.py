"""Adding a text: reading anybody's file, looking at how it is numbered, writing its entries."""
