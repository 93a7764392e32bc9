"""What was on a screen: marks of draws, tables and entries, and values that forms were filled with."""
