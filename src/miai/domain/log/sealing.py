"""The fields of an entry that can be left out: the hash of the entry covers a commitment to each of them.

A commitment is the hash of a value with a salt. The salts follow from a secret of the entry, so that each
value has a salt of its own and only the secret has to be kept. To erase a value, all other salts are written
down, and the secret is dropped with the value: then nobody can find the value by trying, and the hash of
the entry stays what it is.
"""

import hmac
import secrets
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from hashlib import sha256
from typing import Any

from miai.domain.log.chain import canonical
from miai.domain.log.exposure import AUTHOR

Json = Any
_SALT = 16
# What a field without a value holds. A private one needs no commitment, a personal one stays in the open.
_EMPTY: tuple[Json, ...] = ("", None, [])
# Names with what is inside them; at the ends true for a hidden field, false for one that is shown.
_Tree = dict[str, Any]


def new_secret() -> str:
    """A random secret for the salts of an entry."""
    return secrets.token_hex(32)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seal:
    """What belongs to an entry besides its fields, so that some of them can be left out.

    `shown` are the paths of fields that everybody may see, `hidden` those of fields for the director alone.
    Salts follow from the `secret`; without one they are in `salts`. `erased` has the commitments of values
    that are gone.
    """

    secret: str = field(default="", repr=False)
    shown: tuple[str, ...] = ()
    hidden: tuple[str, ...] = (AUTHOR,)
    salts: Mapping[str, str] = field(default_factory=dict)
    erased: Mapping[str, str] = field(default_factory=dict)

    def salt(self, path: str) -> str:
        """The salt of a value."""
        if self.secret:
            digest = hmac.digest(bytes.fromhex(self.secret), path.encode(), "sha256")
            return digest[:_SALT].hex()
        return self.salts[path]

    def as_json(self) -> dict[str, Json]:
        """The seal as documents and rows have it."""
        kept: dict[str, Json] = {"secret": self.secret} if self.secret else {"salts": dict(self.salts)}
        if self.erased:
            kept["erased"] = dict(self.erased)
        return {**kept, "shown": list(self.shown), "hidden": list(self.hidden)}

    @classmethod
    def of_json(cls, raw: Json) -> "Seal":
        """The seal in a document or a row; anything else raises ValueError, TypeError or KeyError."""
        known = {"secret", "salts", "erased", "shown", "hidden"}
        if not isinstance(raw, dict) or not raw.keys() <= known:
            raise TypeError(raw)
        return cls(
            secret=_text(raw.get("secret", "")),
            shown=_paths(tuple(raw["shown"])),
            hidden=_paths(tuple(raw["hidden"])),
            salts=_texts(raw.get("salts", {})),
            erased=_texts(raw.get("erased", {})),
        )


def seal_for(
    fields: Json,
    *,
    secret: str,
    shown: Iterable[str],
    hidden: Iterable[str],
    open_if_empty: Collection[str] = (),
) -> Seal:
    """The seal of a new entry, with those of some paths that are in its JSON.

    So a path in a seal always changes the hash, and damage of it is noticed. A hidden path that is
    `open_if_empty` is left out of the seal if there is nothing at any of its places.
    """
    filled = (path for path in shown if any(value not in _EMPTY for _, value in _found(fields, path)))
    there = (
        path
        for path in hidden
        if path == AUTHOR
        or any(value not in _EMPTY or path not in open_if_empty for _, value in _found(fields, path))
    )
    return Seal(secret=secret, shown=tuple(filled), hidden=tuple(there))


@dataclass(frozen=True, slots=True, kw_only=True)
class Parted:
    """An entry in parts: the text of its open fields, and the commitments to all others by their paths."""

    text: str
    shown: Mapping[str, str]
    hidden: Mapping[str, str]

    def hash(self, before: str, *, version: int, number: int, at: str, event: str) -> str:
        """The hash of the entry after the hash before it, or after the tournament's identity."""
        begins = sha256(before.encode()).hexdigest() if number == 1 else before
        return sealed_hash(
            begins, version=version, number=number, at=at, event=event, text=self.text,
            shown=canonical(self.shown), hidden=root_of(self.hidden),
        )  # fmt: skip


def sealed_hash(
    begins: str, *, version: int, number: int, at: str, event: str, text: str, shown: str, hidden: str
) -> str:
    """The hash of an entry from its public part and its commitments."""
    content = canonical([begins, version, number, at, event, text, shown, hidden])
    return sha256(content.encode(errors="surrogatepass")).hexdigest()


def root_of(commitments: Mapping[str, str]) -> str:
    """One commitment to all private fields of an entry."""
    return sha256(canonical(commitments).encode()).hexdigest()


def commitment(salt: str, value: Json) -> str:
    """The commitment to a value."""
    content = f"[{canonical(salt)}, {canonical(value)}]"
    return sha256(content.encode(errors="surrogatepass")).hexdigest()


def parted(fields: dict[str, Json], seal: Seal) -> Parted:
    """Take an entry apart; its JSON, with the author, is used up."""
    shown, hidden = _taken(fields, seal)
    for path, kept in seal.erased.items():
        pattern = pattern_of(path)
        if pattern not in seal.shown and pattern not in seal.hidden:
            raise KeyError(path)
        (hidden if pattern in seal.hidden else shown)[path] = kept
    return Parted(text=canonical(fields), shown=shown, hidden=hidden)


def _taken(fields: dict[str, Json], seal: Seal) -> tuple[dict[str, str], dict[str, str]]:
    """Take the sealed values out of an entry: the commitments to those that are shown, and to the hidden."""
    values: tuple[dict[str, Json], dict[str, Json]] = ({}, {})
    _take(fields, _tree(seal.shown, seal.hidden), "", values)
    shown, hidden = (
        {path: commitment(seal.salt(path), value) for path, value in each.items()} for each in values
    )
    return shown, hidden


def _take(holder: Json, tree: _Tree, before: str, values: tuple[dict[str, Json], dict[str, Json]]) -> None:
    for name, inside in tree.items():
        if name == "*":
            for place, item in enumerate(holder if isinstance(holder, list) else ()):
                _take(item, inside, f"{before}{place}.", values)
        elif not isinstance(holder, dict) or name not in holder:
            continue
        elif isinstance(inside, dict):
            _take(holder[name], inside, f"{before}{name}.", values)
        else:
            value, path = holder[name], f"{before}{name}"
            filled = value not in _EMPTY
            if inside or filled:
                del holder[name]
            if filled or path == AUTHOR:
                values[inside][path] = value


@cache
def _tree(shown: tuple[str, ...], hidden: tuple[str, ...]) -> _Tree:
    """Some paths as a tree of names."""
    tree: _Tree = {}
    for paths, is_hidden in ((shown, False), (hidden, True)):
        for path in paths:
            *steps, last = path.split(".")
            inside = tree
            for step in steps:
                inside = inside.setdefault(step, {})
            inside[last] = is_hidden
    return tree


def pattern_of(path: str) -> str:
    """The path of a kind of field, from that of one value."""
    return ".".join("*" if step.isdigit() else step for step in path.split("."))


def public_part(fields: dict[str, Json], seal: Seal) -> tuple[dict[str, Json], dict[str, Json]]:
    """The fields of an entry that everybody may see, and what shows that they are those of its hash."""
    salts = {
        path: seal.salt(path)
        for pattern in seal.shown
        for path, value in _found(fields, pattern)
        if value not in _EMPTY
    }
    _, hidden = _taken(fields, replace(seal, shown=()))
    gone: dict[str, str] = {}
    for path, kept in seal.erased.items():
        (hidden if pattern_of(path) in seal.hidden else gone)[path] = kept
    found: dict[str, Json] = {"salts": salts}
    return fields, {**found, **({"erased": gone} if gone else {}), "hidden": root_of(hidden)}


def erased(fields: dict[str, Json], seal: Seal, which: Callable[[str, Json], bool]) -> Seal:
    """Erase the values that `which` says, by path and value, from the JSON of an entry with its author.

    The values leave `fields`, their salts the seal that is returned. Empty values are nothing to erase, and
    fields that are not sealed cannot be erased.
    """
    salts, gone = {}, dict(seal.erased)
    for pattern in (*seal.shown, *seal.hidden):
        for path, value in list(_found(fields, pattern)):
            if value in _EMPTY and path != AUTHOR:
                continue
            salt = seal.salt(path)
            if which(path, value):
                gone[path] = commitment(salt, value)
                _remove(fields, path)
            else:
                salts[path] = salt
    return replace(seal, secret="", salts=salts, erased=gone)


def _found(fields: Json, pattern: str) -> Iterator[tuple[str, Json]]:
    for holder, name, path in _places(fields, pattern.split("."), ""):
        yield path, holder[name]


def _places(holder: Json, steps: list[str], before: str) -> Iterator[tuple[dict[str, Json], str, str]]:
    step, *rest = steps
    if step == "*":
        for place, item in enumerate(holder if isinstance(holder, list) else ()):
            yield from _places(item, rest, f"{before}{place}.")
    elif isinstance(holder, dict) and step in holder:
        if rest:
            yield from _places(holder[step], rest, f"{before}{step}.")
        else:
            yield holder, step, f"{before}{step}"


def _remove(fields: Json, path: str) -> None:
    *steps, last = path.split(".")
    for step in steps:
        fields = fields[int(step)] if isinstance(fields, list) else fields[step]
    del fields[last]


@lru_cache(maxsize=1024)
def _paths(paths: tuple[Json, ...]) -> tuple[str, ...]:
    """Some paths, the same object for all entries that have them."""
    return tuple(map(_text, paths))


def _text(value: Json) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _texts(raw: Json) -> dict[str, str]:
    if not isinstance(raw, dict):
        raise TypeError(raw)
    return {_text(name): _text(value) for name, value in raw.items()}
