"""Files of Pairgoth."""
