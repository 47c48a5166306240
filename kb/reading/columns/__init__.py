"""Articles printed in three columns, one language each."""
