"""How things look in a terminal: coloured or plain, wide or narrow."""
