"""The league of pairing systems."""
