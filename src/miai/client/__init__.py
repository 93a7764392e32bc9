"""A client of the API: `from miai.client import Client`."""

from miai.client.client import Client
from miai.client.transport import Problem

__all__ = ["Client", "Problem"]
