"""Addresses that a token leads to."""

from collections.abc import Callable

from miai.server.request_context import Visit

# Where tokens lead that are not those of players; each says the address, or None for one it does not know.
OTHER_TOKENS: list[Callable[[Visit, str], str | None]] = []
