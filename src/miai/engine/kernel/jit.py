"""The only place with compile options."""

import os
import re
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryFile
from typing import Any, Final, TypeVar

import numba
from numba.core.event import Listener, register

from miai.engine.kernel.compiler import DOOR_COMPILER, PART_COMPILER
from miai.engine.kernel.preparation import preparation
from miai.folders import cache_folder, data_folder

F = TypeVar("F", bound=Callable[..., Any])

HERE: Final = Path(__file__).parent
# An import from another module of the kernel.
_OF_THE_KERNEL: Final = rf"^from {re.escape(__package__)}\.(\w+) import"

# The machine code that Python calls is kept between runs, and runs without the GIL. Nobody else calls it.
DOOR: Final[dict[str, Any]] = {"cache": True, "nogil": True, "no_cfunc_wrapper": True, **DOOR_COMPILER}

# A part is compiled into those that call it, so it needs no door from Python and nothing on disk. It is lent
# its arrays and need not count who holds them: counting would cost more than the work on small matrices, and
# make threads wait for each other.
PART: Final[dict[str, Any]] = {
    "nogil": True,
    "forceinline": True,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "_nrt": False,
    "no_rewrites": True,
    **PART_COMPILER,
}

# A large part that is called rarely stays apart, and is optimised on its own: in its callers it would be
# optimised in each.
STAGE: Final[dict[str, Any]] = {
    name: value for name, value in (PART | DOOR_COMPILER).items() if name != "forceinline"
}


def compiled(function: F) -> F:
    """Compile a plain-loop function that Python may call."""
    return _compile(function, DOOR)


def compiled_in_place(function: F) -> F:
    """Compile a function that Python may call and that makes no arrays: it only fills those it is lent."""
    return _compile(function, DOOR | {"_nrt": False})


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
    if "cache" not in options:
        dispatcher: Any = numba.njit(function, **options)
    else:
        folder = _folder_of(function.__module__.rpartition(".")[2])
        settings: Any = numba.config
        given, settings.CACHE_DIR = settings.CACHE_DIR, str(folder or "")
        try:
            dispatcher = numba.njit(function, **options | {"cache": folder is not None})
        finally:
            settings.CACHE_DIR = given
        if folder is not None:
            _save_if_possible(dispatcher)
    result: F = dispatcher
    return result


def _save_if_possible(dispatcher: Any) -> None:
    """Let a function run whose machine code cannot be saved: on a full disk each start compiles it."""
    kept = getattr(dispatcher, "_cache", None)
    # With NUMBA_DISABLE_JIT a function is not compiled at all.
    if kept is None:
        return
    save = kept.save_overload

    def save_overload(signature: object, data: object) -> None:
        with suppress(OSError):
            save(signature, data)

    kept.save_overload = save_overload


# Where machine code is kept.


@cache
def _folder_of(module: str) -> Path | None:
    """The folder for the machine code of a module, or None if there is no place for it.

    Numba looks only at a function's own file, but the code of those it calls is compiled into it: the folder
    has a name from the text of all modules that this one is made of. What was compiled from other texts goes.
    """
    place = _place()
    if place is None:
        return None
    name = f"{module}-{sha256(str(HERE).encode()).hexdigest()[:8]}"
    folder = place / f"{name}-{sha256(_text_of(module)).hexdigest()[:16]}"
    for old in place.glob(f"{name}-*"):
        if old != folder:
            rmtree(old, ignore_errors=True)
    return folder


@cache
def _place() -> Path | None:
    """The first folder that we may write to: the one named to Numba, Miai's own, or the user's.

    A service has no home, and may not change the program: it has a folder for its data.
    """
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen and _is_ours(Path(chosen)):
        return Path(chosen)
    if _is_ours(HERE / "__pycache__"):
        return HERE / "__pycache__"
    # Without a home folder there is no path to it.
    with suppress(RuntimeError):
        if _is_ours(cache_folder()):
            return cache_folder()
    with suppress(RuntimeError):
        if data_folder().is_dir() and _is_ours(data_folder() / "compiled"):
            return data_folder() / "compiled"
    return None


def _is_ours(folder: Path) -> bool:
    """Whether a folder is there, or can be made, and takes a file."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


def _text_of(module: str) -> bytes:
    """The text of a kernel module and of those it imports, at any remove."""
    texts: dict[str, bytes] = {}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        file = HERE / f"{name}.py"
        if name not in texts and file.exists():
            texts[name] = file.read_bytes()
            waiting += re.findall(_OF_THE_KERNEL, texts[name].decode(), re.MULTILINE)
    return b"".join(texts[name] for name in sorted(texts))


# Who waits is told why, and may stop it.


class _Compiling(Listener):
    """What is compiled; a function may be compiled for another one, so only the outermost counts."""

    depth = 0

    def on_start(self, event: object) -> None:
        if self.depth == 0:
            preparation.begin()
        self.depth += 1

    def on_end(self, event: object) -> None:
        self.depth -= 1
        if self.depth == 0:
            preparation.end()
            preparation.go_on()


class _Step(Listener):
    """A step of the compiler."""

    def on_start(self, event: object) -> None:
        preparation.go_on()

    def on_end(self, event: object) -> None:
        pass


register("numba:compile", _Compiling())  # type: ignore[no-untyped-call] # Numba has no types
register("numba:run_pass", _Step())  # type: ignore[no-untyped-call] # the same
