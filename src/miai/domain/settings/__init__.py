"""The settings of a tournament and their names."""
