"""Where the bar belongs, and the AGA's bands below it."""
