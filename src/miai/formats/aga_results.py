"""The American Go Association's result files: recognised, read, written."""

from miai.formats.aga_read import read, sniff
from miai.formats.aga_write import write

__all__ = ["read", "sniff", "write"]
