"""Rating lists, own lists and links of players."""
