"""Law numbers in somebody's ruling become links; numbers that do not exist are flagged."""
