# mypy: disallow-untyped-calls=False
# Numba has no types.
"""How Numba compiles functions that are parts of others.

Numba compiles every function to its end, even one that only compiled functions call: it optimises it and
translates it for the processor, and does so again in each function that takes it in. Here a part is only made
ready to be taken in; all is optimised and translated once, in the function that Python calls. This uses
Numba's inner classes, so a version of Numba that it was not tried with compiles everything in its own way.
"""

from collections.abc import Callable
from typing import Any, Final

import numba
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, Flags

TRIED: Final = ((0, 61), (0, 68))


class _Options(Flags):
    """Numba's options of a function, quick to compare: Numba does so at every operation that it types."""

    def __eq__(self, other: object) -> bool:
        """Whether the same is set, or comes to the same."""
        same = isinstance(other, _Options) and self._values == other._values
        return same or bool(super().__eq__(other))

    def __hash__(self) -> int:
        """By the names of what is set."""
        return hash(frozenset(self._values))


class DoorCompiler(Compiler):
    """Numba's own compiler, with options that are quick to compare."""

    def __init__(self, typing: Any, target: Any, library: Any, args: Any, result: Any, *rest: Any) -> None:
        flags, local_types = rest
        super().__init__(typing, target, library, args, result, _Options(flags), local_types)


class _PartLibrary(JITCodeLibrary):
    """The code of a part, ready to be taken in by compiled functions."""

    def _optimize_final_module(self) -> None:
        """Left to the function that Python calls."""

    def _finalize_final_module(self) -> None:
        """Nothing more to do, and nothing for the processor."""
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Nowhere: there is no machine code that Python could call."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> "_PartLibrary":
        """Whom Numba asks to set the environment of a function that Python calls."""
        return self

    def set_env(self, name: str, env: object) -> None:
        """A part has none."""


class PartCompiler(DoorCompiler):
    """The compiler of parts."""

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        """Compile a function into a library for parts."""
        self.state.library = _PartLibrary(self.state.targetctx.codegen(), func.__qualname__)
        return super().compile_extra(func)


def options_for(compiler: type[Compiler], *, version: tuple[int, int]) -> dict[str, Any]:
    """The option that names a compiler to a version of Numba; none if it was not tried with that."""
    return {"pipeline_class": compiler} if TRIED[0] <= version <= TRIED[1] else {}


DOOR_COMPILER: Final = options_for(DoorCompiler, version=numba.version_info.short)
PART_COMPILER: Final = options_for(PartCompiler, version=numba.version_info.short)
