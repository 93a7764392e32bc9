"""The GPU's sources compiled and run by CuPy, which is imported when it is first needed."""

import ctypes
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from threading import Lock
from typing import Any, Final

import numpy as np

from miai.engine.gpu.records import AGAIN, BOOK, EVENT, NARROW, TOLD, Packed, blank
from miai.messages import Message

# The sources use instructions that older ones do not have.
_OLDEST: Final = 80
TOURNAMENTS, MATCHINGS = "tournaments.cuh", "matchings.cuh"
# The most threads of a block, by the width of prices: so many leave enough registers for each.
THREADS: Final = {
    (TOURNAMENTS, False): 768,
    (TOURNAMENTS, True): 512,
    (MATCHINGS, False): 1024,
    (MATCHINGS, True): 640,
}
_WARP: Final = 32
# What is told is copied while the next tournaments are played, in pieces of about this many bytes.
_PIECE: Final = 2**26
_FEWEST: Final = 2**16
_MOST_PINNED: Final = 2**30
# So many tournaments are worth compiling the sources for their rules alone.
_MANY: Final = 500_000
# As in kernel.matching.
_ABSENT: Final = 2**63 - 1
# There is one event at a time in constant memory.
_busy = Lock()


@cache
def why_no_gpu() -> Message | None:
    """Why nothing can run on a GPU here, if so; without CuPy nothing is imported."""
    if find_spec("cupy") is None:
        return Message("a GPU needs the extra 'gpu': pip install 'miai[gpu]'")
    try:
        capability = int(cupy().cuda.Device().compute_capability)
        cupy().cuda.nvrtc.getVersion()
    except Exception:  # CuPy has an error of its own for every part of CUDA that is missing or too old
        return Message("CuPy finds no GPU on this machine, or no CUDA to compile with")
    if capability < _OLDEST:
        return Message("the GPU is too old: compute capability 8.0 or newer is needed")
    return None


def cupy() -> Any:
    """An optional package without type information."""
    return import_module("cupy")


@cache
def whole_source(name: str) -> str:
    """A source and all that it includes in one text: what a file includes stands before it, once."""
    folder = files("miai.engine.gpu").joinpath("source")
    seen: set[str] = set()

    def text(name: str) -> str:
        if name in seen:
            return ""
        seen.add(name)
        lines = folder.joinpath(name).read_text("utf-8").replace("#pragma once\n", "")
        return re.sub(r'#include "([^"]+)"\n', lambda found: text(found.group(1)), lines)

    return text(name)


class Module:
    """A source compiled for one width of prices, and for one set of rules or for all."""

    def __init__(
        self, source: str, *, wide: bool, used: int | None = None, threads: int | None = None
    ) -> None:
        self.threads = threads or THREADS[source, wide]
        options = [
            "-std=c++17",
            "--fmad=false",
            f"-DCELL={'i64' if wide else 'int'}",
            f"-DTHREADS={self.threads}",
        ]
        if used is not None:
            options.append(f"-DUSED={used}")
        self.compiled = cupy().RawModule(code=whole_source(source), options=tuple(options))
        self.attributes = cupy().cuda.Device().attributes

    def kernel(self, name: str) -> Any:
        """A function of the sources."""
        return self.compiled.get_function(name)

    def set_event(self, event: Any) -> None:
        """Write an event to constant memory."""
        self.compiled.get_global("the_event").copy_from_host(ctypes.c_void_p(event.ctypes.data), event.nbytes)

    def rooms(self, n: int) -> list[int]:
        """The bytes that a block and a warp need for n players or vertices, and the sizes of the records."""
        room = cupy().zeros(4, np.int32)
        self.kernel("measure_rooms")((1,), (1,), (np.int32(n), room))
        found: list[int] = room.tolist()
        return found

    def launch(self, name: str, *, block_bytes: int, warp_bytes: int, work: int, arguments: Any) -> None:
        """Start one block on every processor, with as many warps as there is room and work for."""
        kernel = self.kernel(name)
        shared, processors = (
            self.attributes[each] for each in ("MaxSharedMemoryPerBlockOptin", "MultiProcessorCount")
        )
        fitting = min(self.threads // _WARP, (shared - block_bytes) // warp_bytes)
        warps = max(1, min(fitting, -(-work // processors)))
        used = block_bytes + warps * warp_bytes
        kernel.max_dynamic_shared_size_bytes = used
        kernel((min(processors, -(-work // warps)),), (_WARP * warps,), arguments, shared_mem=used)


@cache
def module_for(source: str, *, wide: bool, used: int | None = None) -> Module:
    """A compiled source; CuPy keeps it on disk as well."""
    return Module(source, wide=wide, used=used)


def play_on_device(
    packed: Packed, *, first: int, count: int, names: tuple[str, ...]
) -> tuple[dict[str, Any], Any]:
    """Play tournaments, and return what was asked for and how each ended."""
    used = int(packed.event["used"][0]) if count >= _MANY else None
    with _busy:
        return Run(packed, names=names, used=used).played(first, count)


class Run:
    """Tournaments of one event, played piece by piece: while one piece is played, the last one is copied."""

    def __init__(self, packed: Packed, *, names: tuple[str, ...], used: int | None) -> None:
        self.packed, self.names, self.used = packed, names, used
        self.book = cupy().asarray(packed.book.view(np.uint8))
        self.chances = cupy().asarray(packed.handicap_chances)
        self.module = self.ready(wide=packed.wide)

    def ready(self, *, wide: bool) -> Module:
        """The compiled sources, with the event in constant memory."""
        return self.with_event(module_for(TOURNAMENTS, wide=wide, used=self.used))

    def with_event(self, module: Module) -> Module:
        """Compiled sources that know of the event."""
        module.set_event(self.packed.event)
        block, warp, event, book = module.rooms(self.packed.players)
        if (event, book) != (EVENT.itemsize, BOOK.itemsize):
            raise AssertionError("The records of the sources and of Python differ.")
        self.rooms = block, warp
        return module

    def room(self, count: int) -> dict[str, Any]:
        """Where the GPU writes what is asked for."""
        told = blank(
            self.names, count=count, rounds=self.packed.rounds, players=self.packed.players, module=cupy()
        )
        return {**told, "verdicts": cupy().full(count, AGAIN, np.uint8)}

    def launch(self, module: Module, room: dict[str, Any], numbers: Any) -> None:
        """Play the tournaments from a number on, or those with these numbers."""
        listed = not isinstance(numbers, int)
        module.launch(
            "play_tournaments",
            block_bytes=self.rooms[0],
            warp_bytes=self.rooms[1],
            work=len(room["verdicts"]),
            arguments=(
                self.book,
                self.chances if self.chances.size else np.uint64(0),
                np.int64(0 if listed else numbers),
                np.int64(len(room["verdicts"])),
                numbers if listed else np.uint64(0),
                *(room[name] if name in room else np.uint64(0) for name in TOLD),
                room["verdicts"],
                cupy().zeros(1, np.uint64),
            ),
        )

    def played(self, first: int, count: int) -> tuple[dict[str, Any], Any]:
        """Play with narrow prices if they fit; what needs wide ones is played again."""
        told = self._blank(count)
        verdicts = told["verdicts"]
        playing, copying = (cupy().cuda.Stream(non_blocking=True) for _ in range(2))
        busy: list[Any] = []
        for begin, end in _pieces(count, self._piece):
            with playing:
                room = self.room(end - begin)
                self.launch(self.module, room, first + begin)
            copying.wait_event(playing.record())
            for name, array in told.items():
                room[name].get(stream=copying, out=array[begin:end], blocking=False)
            # Two pieces at a time are enough.
            busy = [*busy[-1:], (room, copying.record())]
            if len(busy) > 1:
                busy[0][1].synchronize()
        copying.synchronize()
        again = np.flatnonzero(verdicts == AGAIN)
        if len(again) and not self.packed.wide:
            self._play_again(first, again, told)
        return {name: array for name, array in told.items() if name != "verdicts"}, verdicts

    def _play_again(self, first: int, again: Any, told: dict[str, Any]) -> None:
        """Those in which somebody stays unpaired, with prices of 64 bits."""
        module = self.ready(wide=True)
        for begin, end in _pieces(len(again), self._piece):
            some = again[begin:end]
            room = self.room(len(some))
            self.launch(module, room, cupy().asarray(first + some))
            for name, array in told.items():
                array[some] = room[name].get()

    def _blank(self, count: int) -> dict[str, Any]:
        """What the GPU copies to must stay where it is in memory; of very much only a piece at a time may."""
        extent = {"tournament": count, "round": self.packed.rounds, "player": self.packed.players}
        wanted = {name: each for name, each in TOLD.items() if name in self.names}
        wanted["verdicts"] = (np.uint8, ("tournament",))
        shapes = {name: tuple(extent[axis] for axis in axes) for name, (_, axes) in wanted.items()}
        size = sum(int(np.prod(shapes[name])) * np.dtype(kind).itemsize for name, (kind, _) in wanted.items())
        self._piece = max(_FEWEST, _PIECE * count // max(1, size))
        empty = import_module("cupyx").empty_pinned if size <= _MOST_PINNED else np.empty
        return {name: empty(shapes[name], kind) for name, (kind, _) in wanted.items()}


def _pieces(count: int, size: int) -> Iterator[tuple[int, int]]:
    for begin in range(0, count, size):
        yield begin, min(begin + size, count)


def match_on_device(costs: Any) -> tuple[Any, Any]:
    """The partners (-1: none) and totals of symmetric matrices, an int64 array (k, n, n) of either library.

    Both come as arrays of the GPU. The largest int64 is a pair that may not be matched.
    """
    matrices = cupy().ascontiguousarray(cupy().asarray(costs))
    present = (matrices != _ABSENT) & ~cupy().eye(matrices.shape[1], dtype=np.bool_)
    lowest = int(cupy().where(present, matrices, _ABSENT).min())
    highest = int(cupy().where(present, matrices, -_ABSENT).max())
    zero = lowest if lowest <= highest else 0
    return match_counted(matrices, zero=zero, module=module_for(MATCHINGS, wide=highest - zero > NARROW))


def match_counted(matrices: Any, *, zero: int, module: Module) -> tuple[Any, Any]:
    """The same where it is known from where costs are counted, and whether they need 64 bits."""
    count, n = matrices.shape[:2]
    mates, totals = cupy().empty((count, n), np.int8), cupy().empty(count, np.int64)
    strained = cupy().zeros(count, np.uint8)
    numbers = (np.int32(n), np.int64(zero), np.int64(count))
    module.launch(
        "match_many",
        block_bytes=0,
        warp_bytes=module.rooms(n)[1],
        work=count,
        arguments=(matrices, *numbers, mates, totals, strained, cupy().zeros(1, np.uint64)),
    )
    if bool(strained.any()):
        raise ValueError("Costs are too far apart for a graph with so few edges.")
    return mates, totals
