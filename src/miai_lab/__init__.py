"""Studies of tournaments and of ratings."""
