"""What every part of Kodeks shares: the classes of its data and how they are written as JSON."""
