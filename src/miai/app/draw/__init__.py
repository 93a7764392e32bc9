"""Draw rounds, change draws by hand, and explain them."""
