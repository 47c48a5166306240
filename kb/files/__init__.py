"""Files that people write (TOML, TSV), read with file and line of every fault; atomic writing."""
