"""The library of rulings: folders of rulings that are indexed, searched and compared."""
