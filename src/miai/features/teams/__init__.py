"""Enter teams, change them, and say who plays for them."""
