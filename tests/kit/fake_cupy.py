"""CuPy as far as Miai uses it, with NumPy's arrays and the sources compiled for one lane."""

import ctypes
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from kit.gpu_host import sources
from miai.engine.gpu import device
from miai.engine.gpu.records import BOOK, EVENT


@contextmanager
def machine(monkeypatch: pytest.MonkeyPatch, *, cupy: bool) -> Iterator[None]:
    """A machine with a GPU and this module as CuPy, or one without CuPy."""
    if cupy:
        for name in ("cupy", "cupyx"):
            monkeypatch.setitem(sys.modules, name, sys.modules[__name__])
    monkeypatch.setattr(device, "find_spec", lambda name: sys.modules[name] if cupy else None)
    device.why_no_gpu.cache_clear()
    device.module_for.cache_clear()
    yield
    device.why_no_gpu.cache_clear()
    device.module_for.cache_clear()


class Array(np.ndarray[Any, np.dtype[Any]]):
    """An array that would lie on the GPU."""

    def get(self, *, stream: Any = None, out: Any = None, blocking: bool = True) -> Any:
        """Copy to the host."""
        if out is None:
            return np.array(self)
        out[...] = self
        return out


def _array(values: Any) -> Any:
    return np.asarray(values).view(Array)


class _Stream:
    def __init__(self, **_options: Any) -> None:
        pass

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_error: object) -> None:
        pass

    def record(self) -> Any:
        return SimpleNamespace(synchronize=lambda: None)

    def wait_event(self, _event: Any) -> None:
        pass

    def synchronize(self) -> None:
        pass


def _at(argument: Any) -> int | None:
    return argument.ctypes.data if isinstance(argument, np.ndarray) else None


class _Module:
    """The kernels by their names, with their arguments in the order of the sources."""

    def __init__(self, *, code: str, options: tuple[str, ...]) -> None:
        self.code = code
        self.wide = "-DCELL=i64" in options
        self.event = np.zeros(1, EVENT)
        self.launched: list[str] = []

    def get_global(self, name: str) -> Any:
        assert name == "the_event"

        def copy(source: ctypes.c_void_p, size: int) -> None:
            assert size == EVENT.itemsize
            ctypes.memmove(self.event.ctypes.data, source, size)

        return SimpleNamespace(copy_from_host=copy)

    def get_function(self, name: str) -> Any:
        assert f"{name}(" in self.code
        return _Kernel(self, name)


class _Kernel:
    num_regs, local_size_bytes, max_dynamic_shared_size_bytes = 0, 0, 0

    def __init__(self, module: _Module, name: str) -> None:
        self.module, self.name = module, name

    def __call__(self, grid: Any, block: Any, arguments: Any, shared_mem: int = 0) -> None:
        assert min(*grid, *block) > 0
        assert shared_mem <= Device.attributes["MaxSharedMemoryPerBlockOptin"]
        getattr(self, f"_{self.name}")(*arguments)

    def _measure_rooms(self, n: Any, room: Any) -> None:
        assert isinstance(n, np.int32)
        room[:] = (10_000, 9_000, EVENT.itemsize, BOOK.itemsize)

    def _play_tournaments(
        self, book: Any, chances: Any, first: Any, count: Any, wanted: Any, *rest: Any
    ) -> None:
        *told, verdicts, counter = rest
        assert len(told) == 9
        assert counter.dtype == np.uint64
        numbers = wanted if isinstance(wanted, np.ndarray) else np.arange(first, first + count)
        assert len(numbers) == len(verdicts) == count
        for at, number in enumerate(numbers.tolist()):
            rows = (array[at : at + 1] if isinstance(array, np.ndarray) else array for array in told)
            pointers = (ctypes.c_void_p * 9)(*map(_at, rows))
            sources().play_tournaments(
                ctypes.c_void_p(_at(self.module.event)),
                ctypes.c_void_p(_at(book)),
                ctypes.c_void_p(_at(chances)),
                int(self.module.wide),
                ctypes.c_int64(number),
                ctypes.c_int64(1),
                pointers,
                ctypes.c_void_p(_at(verdicts[at : at + 1])),
            )

    def _match_many(self, matrices: Any, *rest: Any) -> None:
        n, zero, count, mates, totals, _strained, _counter = rest
        absent = matrices == 2**63 - 1
        costs = np.where(absent, matrices, matrices - zero)
        sources().match_many(
            ctypes.c_void_p(_at(costs)), int(n), int(self.module.wide), ctypes.c_int64(count),
            ctypes.c_void_p(_at(mates)), ctypes.c_void_p(_at(totals)),
        )  # fmt: skip
        totals += zero * (mates >= 0).sum(axis=1) // 2


class Device:
    """A processor or two."""

    compute_capability = "90"
    attributes = {"MaxSharedMemoryPerBlockOptin": 232_448, "MultiProcessorCount": 132}  # noqa: RUF012 - it is read only

    def synchronize(self) -> None:
        """Nothing is ever under way."""


__version__ = "none"
RawModule = _Module
cuda = SimpleNamespace(
    Device=Device,
    Stream=_Stream,
    nvrtc=SimpleNamespace(getVersion=lambda: (13, 0)),
    runtime=SimpleNamespace(getDeviceProperties=lambda _number: {"name": b"no GPU"}),
)
asarray = ascontiguousarray = _array


def zeros(shape: Any, kind: Any = float) -> Any:
    """As NumPy's."""
    return _array(np.zeros(shape, kind))


def empty(shape: Any, kind: Any = float) -> Any:
    """As NumPy's."""
    return _array(np.empty(shape, kind))


def full(shape: Any, value: Any, kind: Any) -> Any:
    """As NumPy's."""
    return _array(np.full(shape, value, kind))


def eye(size: int, *, dtype: Any) -> Any:
    """As NumPy's."""
    return _array(np.eye(size, dtype=dtype))


def where(condition: Any, one: Any, other: Any) -> Any:
    """As NumPy's."""
    return _array(np.where(condition, one, other))


def empty_pinned(shape: Any, kind: Any) -> Any:
    """An array of the host: `cupyx` has this one."""
    return np.empty(shape, kind)
