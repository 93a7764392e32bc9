"""Private links of players."""
