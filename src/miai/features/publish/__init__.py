"""Publishing and hiding rounds and standings; taking a round back."""
