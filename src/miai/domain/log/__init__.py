"""The log: entries, documents and the replay that makes a tournament of them."""
