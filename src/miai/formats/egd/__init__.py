"""Files of the European Go Database (.h9)."""
