"""The version of Miai."""

__version__ = "0.2.0"
