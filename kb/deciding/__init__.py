"""From what happened at the table to the ruling: walking a procedure, quoting the law, sheets."""
