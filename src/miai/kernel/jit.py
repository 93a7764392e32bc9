"""The only place with compile options."""

import contextlib
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

import numba

F = TypeVar("F", bound=Callable[..., Any])

HERE: Final = Path(__file__).parent

# The machine code that Python calls is kept between runs, and runs without the GIL.
DOOR: Final[dict[str, Any]] = {"cache": True, "nogil": True}

# A part is compiled into those that call it, so it needs no door from Python and nothing on disk. It is lent
# its arrays and need not count who holds them: counting would cost more than the work on small matrices, and
# make threads wait for each other.
PART: Final[dict[str, Any]] = {
    "nogil": True,
    "forceinline": True,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "_nrt": False,
}

# A large part that is called rarely stays apart: as a part of its callers it would be optimised in each.
STAGE: Final[dict[str, Any]] = {name: value for name, value in PART.items() if name != "forceinline"}


def compiled(function: F) -> F:
    """Compile a plain-loop function that Python may call."""
    return _compile(function, DOOR)


def compiled_part(function: F) -> F:
    """Compile a function that only compiled functions call, as a part of them, and that makes no arrays."""
    return _compile(function, PART)


def compiled_stage(function: F) -> F:
    """Compile a large function that only compiled functions call, a few times, and that makes no arrays."""
    return _compile(function, STAGE)


def compiled_parallel(function: F) -> F:
    """Compile a function whose outer loop is a `prange` over all cores."""
    return _compile(function, DOOR | {"parallel": True})


def in_python(function: F) -> F:
    """The Python of a compiled function that calls no other: for a few calls it is not worth loading."""
    # With NUMBA_DISABLE_JIT a function is not compiled at all.
    result: F = getattr(function, "py_func", function)
    return result


def _compile(function: F, options: dict[str, Any]) -> F:
    """Hand a function to Numba; what comes back is called the same way."""
    dispatcher: Any = numba.njit(function, **options)
    result: F = dispatcher
    return result


def _drop_stale_machine_code() -> None:
    """Forget what was compiled before a module it is made of last changed.

    Numba looks only at a function's own file, but the code of those it calls is compiled into it.
    """
    for index in (HERE / "__pycache__").glob("*.nbi"):
        # Another process may be doing the same, or the folder may not be ours to write.
        with contextlib.suppress(OSError):
            if index.stat().st_mtime < _last_change(index.name.split(".")[0]):
                index.unlink()


@cache
def _last_change(module: str) -> float:
    """When a kernel module, or one it imports at any remove, last changed."""
    changes = [0.0]
    seen = set()
    waiting = [module]
    while waiting:
        file = HERE / f"{waiting.pop()}.py"
        if file not in seen and file.exists():
            seen.add(file)
            changes.append(file.stat().st_mtime)
            waiting += re.findall(r"^from miai\.kernel\.(\w+) import", file.read_text("utf-8"), re.MULTILINE)
    return max(changes)


_drop_stale_machine_code()
