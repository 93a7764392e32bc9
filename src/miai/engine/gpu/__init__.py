"""Simulated tournaments on a GPU: the sources, what is packed for them, and who runs them."""
