"""Mutation testing: plants small faults in the code, one at a time, and says which no test sees."""
