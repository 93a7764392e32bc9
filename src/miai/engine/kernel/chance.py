"""Chance from numbers alone: what falls depends on the key and on nothing that was drawn before.

So the same two players of the same simulated tournament have the same result under whatever pairing they
meet, and a run gives the same numbers on one core, on two and on a cluster.
"""

from typing import Final

import numpy as np

from miai.engine.kernel.jit import compiled, compiled_part

_STEP: Final = np.uint64(0x9E3779B97F4A7C15)
_FIRST: Final = np.uint64(0xBF58476D1CE4E5B9)
_SECOND: Final = np.uint64(0x94D049BB133111EB)


@compiled_part
def mixed(key: int, number: int) -> int:
    """A new key from a key and a number, each bit of it depending on every bit of both."""
    z = np.uint64(key) + _STEP * (np.uint64(number) + np.uint64(1))
    z = (z ^ (z >> np.uint64(30))) * _FIRST
    z = (z ^ (z >> np.uint64(27))) * _SECOND
    return np.int64(z ^ (z >> np.uint64(31)))  # type: ignore[return-value] # int64 is the kernel's int


@compiled_part
def share(key: int) -> float:
    """A number from 0 up to 1, even over keys."""
    return float(np.uint64(key) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@compiled_part
def below(key: int, bound: int) -> int:
    """A whole number from 0 up to a bound."""
    return int(share(key) * bound)


@compiled
def key_of(seed: int, stream: int, number: int) -> int:
    """The key of one thing in one stream of a seed."""
    return mixed(mixed(mixed(0, seed), stream), number)


@compiled
def game_share(key: int, i: int, j: int) -> float:
    """Where the game of two players falls between 0 and 1, as the first sees it; the other sees the rest."""
    low, high = min(i, j), max(i, j)
    fallen = share(mixed(mixed(key, low), high))
    return fallen if i == low else 1.0 - fallen
