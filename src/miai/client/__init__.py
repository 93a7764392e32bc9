"""A client of the API: `from miai.client import Client`."""

from miai.client.client import Client
from miai.client.live import LiveEvent
from miai.client.transport import NoAnswer, Problem

__all__ = ["Client", "LiveEvent", "NoAnswer", "Problem"]
