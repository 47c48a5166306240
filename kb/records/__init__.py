"""Answers from stored records: wordings side by side, look-up, who cites whom, the report."""
