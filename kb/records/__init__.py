"""All that is known of a provision: its wordings side by side, what it cites, what cites it."""
