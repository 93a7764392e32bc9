"""The GPU's sources compiled by the machine's C++ compiler: one lane, or the 32 lanes of a warp in turn."""

import ctypes
import hashlib
import os
import subprocess
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from kit.debian import needs
from kit.places import ROOT, TESTS
from miai.engine.gpu.records import AGAIN, BOOK, EVENT, EVERYTHING, TOLD, Packed, blank
from miai.engine.kernel.arrays import Ints
from miai.engine.kernel.event import PlayedRounds

SOURCES = Path(str(files("miai.engine.gpu").joinpath("source")))
LANES = TESTS / "gpu_lanes"
# Not in a temporary folder: what lies in memory may not be run on every machine.
COMPILED = ROOT / "build" / "gpu-host"
# Doubles as the kernel computes them: no product and sum in one step.
FLAGS = ("-std=c++17", "-O1", "-ffp-contract=off", "-Wno-unknown-pragmas", "-shared", "-fPIC")


@cache
def sources(*, lanes: int = 1) -> Any:
    """The compiled sources; compiled once for each state they are in."""
    compiler = needs("g++")
    flags = [*FLAGS, *(["-DLANES_IN_TURN", f"-I{LANES}"] if lanes > 1 else [])]
    texts = [file.read_bytes() for file in sorted((*SOURCES.iterdir(), *LANES.iterdir()))]
    state = hashlib.sha256(b"".join((*texts, " ".join(flags).encode()))).hexdigest()[:16]
    library = COMPILED / f"{state}.so"
    if not library.exists():
        COMPILED.mkdir(parents=True, exist_ok=True)
        made = library.with_suffix(f".{os.getpid()}")
        subprocess.run([compiler, *flags, SOURCES / "host.cpp", "-o", made], check=True)
        made.replace(library)
    found = ctypes.CDLL(str(library))
    assert found.size_of_event() == EVENT.itemsize
    assert found.size_of_book() == BOOK.itemsize
    return found


def _at(array: Any) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


def matched(costs: Ints, *, wide: bool, lanes: int = 1) -> tuple[Any, Ints]:
    """The partners and the totals of many matrices."""
    count, n = costs.shape[:2]
    mates, totals = np.full((count, n), -9, np.int8), np.zeros(count, np.int64)
    sources(lanes=lanes).match_many(_at(costs), n, int(wide), ctypes.c_int64(count), _at(mates), _at(totals))
    return mates, totals


def played(packed: Packed, *, count: int, first: int = 0, lanes: int = 1) -> tuple[PlayedRounds, Any]:
    """Many tournaments, and how each ended."""
    told = blank(EVERYTHING, count=count, rounds=packed.rounds, players=packed.players)
    pointers = (ctypes.c_void_p * len(TOLD))(*(told[name].ctypes.data for name in TOLD))
    verdicts = np.full(count, AGAIN, np.uint8)
    for wide in (False, True):
        if (wide or not packed.wide) and (verdicts == AGAIN).any():
            sources(lanes=lanes).play_tournaments(
                _at(packed.event),
                _at(packed.book),
                _at(packed.handicap_chances),
                int(wide),
                ctypes.c_int64(first),
                ctypes.c_int64(count),
                pointers,
                _at(verdicts),
            )
    return PlayedRounds(**{name: array.astype(np.int64) for name, array in told.items()}), verdicts
