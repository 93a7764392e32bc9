"""Creating tournaments, their details, and the demo."""
