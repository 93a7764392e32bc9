"""A property that is computed once for each object.

Before Python 3.12 `functools.cached_property` has one lock for all objects: one slow page would block all
others.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class once(Generic[T]):  # noqa: N801 - a decorator
    """Stores the value in the object, under the name of the property."""

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self._compute = compute
        self.__doc__ = compute.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> "once[T]": ...

    @overload
    def __get__(self, instance: object, owner: type) -> T: ...

    def __get__(self, instance: object | None, owner: type) -> "once[T] | T":
        """Compute the value; from now on the object itself has it."""
        if instance is None:
            return self
        value = instance.__dict__[self._compute.__name__] = self._compute(instance)
        return value
