"""Players sign up themselves; the director accepts or declines them."""
