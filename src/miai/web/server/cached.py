"""A property that is worked out once for each object.

Before Python 3.12 the standard library's own makes all objects wait for each other: one slow page would hold
up every other.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class once(Generic[T]):  # noqa: N801 - a decorator
    """Keeps the value in the object, under the name of the property."""

    def __init__(self, work_out: Callable[[Any], T]) -> None:
        self._work_out = work_out
        self.__doc__ = work_out.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> "once[T]": ...

    @overload
    def __get__(self, instance: object, owner: type) -> T: ...

    def __get__(self, instance: object | None, owner: type) -> "once[T] | T":
        """Work it out; from now on the object itself has it."""
        if instance is None:
            return self
        value = instance.__dict__[self._work_out.__name__] = self._work_out(instance)
        return value
