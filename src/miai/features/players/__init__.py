"""Players, pairs and their entry: typing, pasting, importing, checking in."""
