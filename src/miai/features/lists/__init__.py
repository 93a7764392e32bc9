"""Rating lists: import, search, and updates of players from them."""
