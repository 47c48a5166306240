"""Reads TOML and TSV, naming file and line of every fault, and writes files atomically."""
