"""Citations of provisions: what they look like in each language is data in patterns/."""
