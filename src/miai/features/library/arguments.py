"""Check what a program gives to a function of the library against the types that the function declares."""

import inspect
import math
import os
import types
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from decimal import Decimal
from functools import cache, wraps
from numbers import Integral, Real
from typing import Annotated, Any, NewType, ParamSpec, TypeVar, Union, get_args, get_origin, get_type_hints

from miai.domain.bounds import Bound, PlainText
from miai.domain.numbers import Between, shortened
from miai.errors import InputError, Problem
from miai.messages import AnyOf, Message

P = ParamSpec("P")
T = TypeVar("T")


def checked(function: Callable[P, T]) -> Callable[P, T]:
    """The function; arguments of a wrong type are refused by an `InputError` that names each of them."""

    @cache
    def declared() -> tuple[inspect.Signature, dict[str, Any]]:
        return inspect.signature(function), get_type_hints(function, include_extras=True)

    @wraps(function)
    def call(*values: P.args, **named: P.kwargs) -> T:
        signature, kinds = declared()
        try:
            given = signature.bind(*values, **named)
        except TypeError:
            # An argument too many or too few: Python says which.
            return function(*values, **named)
        problems: list[Problem] = []
        for name, value in given.arguments.items():
            if signature.parameters[name].kind is inspect.Parameter.VAR_KEYWORD:
                continue
            try:
                given.arguments[name] = fitted(kinds[name], value, name)
            except InputError as error:
                problems += error.problems
        if problems:
            raise InputError(problems)
        return function(*given.args, **given.kwargs)

    return call


def fitted(kind: Any, value: Any, where: str) -> Any:
    """A value of a type, or an `InputError`; numbers of NumPy and generators become values of Python."""
    choices = _choices(kind)
    fitting = [each for each in choices if _looks_like(each, value)]
    if not fitting:
        named = tuple(_words(each) for each in choices if each is not type(None))
        what = Message(
            "%(value)s is not %(kind)s", value=shortened(" ".join(repr(value).split())), kind=AnyOf(named)
        )
        raise InputError([Problem(what=what, where=where)])
    return _inside(fitting[0], value, where)


def _choices(kind: Any) -> tuple[Any, ...]:
    """The types of which a value may have any."""
    if get_origin(kind) in (Union, types.UnionType):
        return tuple(single for each in get_args(kind) for single in _choices(each))
    return (_plain(kind),)


def _plain(kind: Any) -> Any:
    """What a type with a name of its own, such as that of ids, really is."""
    return _plain(kind.__supertype__) if isinstance(kind, NewType) else kind


def _looks_like(kind: Any, value: Any) -> bool:
    """Whether a value is of a type, as far as one sees without looking at what it holds."""
    origin = get_origin(kind) or kind
    if origin is Annotated:
        return _looks_like(_plain(get_args(kind)[0]), value)
    if kind is int:
        return isinstance(value, Integral) and not isinstance(value, bool)
    if kind is float:
        return isinstance(value, Real | Decimal) and not isinstance(value, bool) and math.isfinite(value)
    if origin in (Iterable, Collection, Sequence):
        return _looks_like_several(value, ordered=origin is Sequence)
    if origin is tuple:
        parts = get_args(kind)
        return isinstance(value, tuple | list) and (parts[-1] is Ellipsis or len(value) == len(parts))
    # Whatever NumPy can make an array of is left to the function.
    return kind is Any or getattr(origin, "_is_protocol", False) or isinstance(value, origin)


def _looks_like_several(value: Any, *, ordered: bool) -> bool:
    """Whether a value holds several others; texts and mappings hold them, but are rarely meant so."""
    if isinstance(value, str | bytes | Mapping) or (ordered and isinstance(value, set | frozenset)):
        return False
    return isinstance(value, Iterable)


def _inside(kind: Any, value: Any, where: str) -> Any:
    """A value that looks right, after a look at what it holds."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        bounds = next(each for each in inner if isinstance(each, Between))
        return _within(bounds, _inside(_plain(inner[0]), value, where), where)
    if kind is int:
        return int(value)
    if kind is float:
        return value if isinstance(value, int | float) else float(value)
    if kind is str:
        return _within(PlainText(), value, where)
    if origin in (Iterable, Collection, Sequence) or inner[1:] == (Ellipsis,):
        return tuple(fitted(inner[0], each, f"{where}[{at}]") for at, each in enumerate(value))
    if origin is tuple:
        parts = zip(inner, value, strict=True)
        return tuple(fitted(each, part, f"{where}[{at}]") for at, (each, part) in enumerate(parts))
    if origin is Mapping:
        return {
            fitted(inner[0], key, where): fitted(inner[1], each, f"{where}[{key!r}]")
            for key, each in value.items()
        }
    return value


def _within(bound: Bound, value: Any, where: str) -> Any:
    if fault := bound.fault(value):
        raise InputError([Problem(what=fault, where=where)])
    return value


def _words(kind: Any) -> Message:
    """A type in words."""
    origin = get_origin(kind) or kind
    if origin is Annotated:
        return _words(_plain(get_args(kind)[0]))
    if origin is tuple and get_args(kind)[-1] is not Ellipsis:
        return Message("a tuple of %(number)s", number=len(get_args(kind)))
    if origin in _WORDS:
        return _WORDS[origin]
    name = origin.__name__
    return _CLASSES.get(name) or Message("an object of the class %(name)s", name=name)


_A_LIST = Message("a list")
_WORDS: Mapping[Any, Message] = {
    str: Message("a text"),
    int: Message("a whole number"),
    float: Message("a number"),
    bool: Message("True or False"),
    os.PathLike: Message("a path"),
    Iterable: _A_LIST,
    Collection: _A_LIST,
    Sequence: _A_LIST,
    tuple: _A_LIST,
    Mapping: Message("a dict"),
}
# By name: to import a draw would load all that only pairing needs.
_CLASSES = {
    "Draw": Message("a draw (miai.pair makes one)"),
    "Grade": Message("a grade"),
    "Player": Message("a player (make one with miai.player)"),
    "Result": Message("a result"),
    "Tournament": Message("a tournament (make one with miai.tournament or miai.read)"),
}
