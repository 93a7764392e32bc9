"""The version of Miai."""

__version__ = "0.1.0"
