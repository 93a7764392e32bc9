"""Files of the American Go Association."""
