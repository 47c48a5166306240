"""Raw text → records: one module per layout, and the parts that layouts share."""
