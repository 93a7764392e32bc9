"""The web application: the director's console, the players' pages, and what both share."""
