"""Heads of a log: a short text that anyone can keep, and the check that a head belongs to a log.

A head names an event, a number of entries, the hash of the last of them and its time. The hash covers all
entries before it, so that a head is a witness of all of them. It holds nothing about people:
docs/reference/proofs.md.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import sha256

from miai.engine.verify.proof_file import Refused

_TEXT = re.compile(
    r"miai-head:(?P<event>[0-9a-f]{16}):(?P<entries>[1-9][0-9]{0,8}):(?P<hash>[0-9a-f]{64}):"
    r"(?P<at>[0-9]{8}T[0-9]{6}Z|)(?![0-9A-Za-z])",
    re.IGNORECASE,
)
_BEGIN = re.compile(r"miai-head:", re.IGNORECASE)
_PHONES = re.compile(r"([1-9][0-9]{0,6}) phones?")
_LAPTOP = re.compile(r"second laptop *(.*)")
_MARK_LENGTH = 16
# A file of heads is short; one that is not is not a file of heads.
MOST_HEADS = 10_000


class Witness(StrEnum):
    """The kind of witness that kept a head, as the line with it states."""

    PHONES = "phones"
    LAPTOP = "laptop"
    OTHER = "other"


class Judged(StrEnum):
    """The relation of a head to a log."""

    AGREES = "agrees"
    CHANGED = "changed"
    LATER = "later"
    """The head has more entries than the log: the log is an older copy, or its last entries are gone."""
    FOREIGN = "foreign"
    """The head belongs to a different event."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The head of a log after some entries; `at` is the time of the last one (ISO 8601), or empty.

    `event` is the mark of the event. `witness`, `name` and `count` are read from the rest of a line.
    """

    event: str
    entries: int
    hash: str
    at: str = ""
    witness: Witness = Witness.OTHER
    name: str = ""
    count: int = 1

    @property
    def text(self) -> str:
        """The short text form, without the witness."""
        return f"miai-head:{self.event}:{self.entries}:{self.hash}:{_short(self.at)}"

    @property
    def line(self) -> str:
        """The text and the witness, as a line of a file of heads."""
        match self.witness:
            case Witness.PHONES:
                return f"{self.text} {self.count} {'phone' if self.count == 1 else 'phones'}"
            case Witness.LAPTOP:
                return f"{self.text} second laptop {self.name}".rstrip()
        return f"{self.text} {self.name}".rstrip()


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadsCompared:
    """Heads beside a log: which of them agree with it, and which do not."""

    judged: tuple[tuple[Head, Judged], ...]

    def of(self, judged: Judged) -> tuple[Head, ...]:
        """The heads with a verdict, in order of their entries."""
        return tuple(
            sorted((head for head, each in self.judged if each is judged), key=lambda it: it.entries)
        )

    @property
    def changed(self) -> Head | None:
        """The head with the fewest entries that contradicts the log: an entry up to it was changed."""
        return next(iter(self.of(Judged.CHANGED)), None)

    @property
    def unchanged(self) -> Head | None:
        """The last head that agrees; below the first contradiction, if there is one."""
        agree = [
            each for each in self.of(Judged.AGREES) if not self.changed or each.entries < self.changed.entries
        ]
        return agree[-1] if agree else None


def event_mark(identity: str) -> str:
    """The mark of an event in heads: from it the identity cannot be computed."""
    return sha256(identity.encode()).hexdigest()[:_MARK_LENGTH]


def read_heads(text: str) -> tuple[Head, ...]:
    """The heads in a text: one in each line, alone, in an address or with its witness; `#` begins a comment.

    A line without a whole head is refused with the code `head`.
    """
    found = []
    for line in text.lstrip("\ufeff").splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        found.append(_read_line(line))
        if len(found) > MOST_HEADS:
            raise Refused("head")
    return tuple(found)


def judge_head(head: Head, *, identity: str = "", event: str = "", hashes: Sequence[str]) -> Judged:
    """The relation of a head to a log whose chain holds; `hashes` has the hash of every entry.

    The log is named by its identity or by the mark of its `event`.
    """
    if head.event != (event or event_mark(identity)):
        return Judged.FOREIGN
    if head.entries > len(hashes):
        return Judged.LATER
    return Judged.AGREES if hashes[head.entries - 1] == head.hash else Judged.CHANGED


def compare_heads(
    heads: Iterable[Head],
    *,
    identity: str = "",
    event: str = "",
    hashes: Sequence[str],
    times: Sequence[str] = (),
) -> HeadsCompared:
    """Compare heads with a log; a head that agrees gets the time that the log has."""
    judged = []
    for head in heads:
        verdict = judge_head(head, identity=identity, event=event, hashes=hashes)
        known = verdict is Judged.AGREES and head.entries <= len(times)
        judged.append((replace(head, at=times[head.entries - 1]) if known else head, verdict))
    return HeadsCompared(judged=tuple(judged))


def _read_line(line: str) -> Head:
    found = _TEXT.search(line)
    if found is None or len(_BEGIN.findall(line)) != 1:
        raise Refused("head")
    witness, name, count = _witness_in(line[found.end() :].strip())
    return Head(
        event=found["event"].lower(),
        entries=int(found["entries"]),
        hash=found["hash"].lower(),
        at=_long(found["at"].upper()),
        witness=witness,
        name=name,
        count=count,
    )


def _witness_in(words: str) -> tuple[Witness, str, int]:
    if phones := _PHONES.fullmatch(words):
        return Witness.PHONES, "", int(phones[1])
    if laptop := _LAPTOP.fullmatch(words):
        return Witness.LAPTOP, laptop[1], 1
    return Witness.OTHER, words, 1


def _short(at: str) -> str:
    """A time without its separators; a time in another form is left out of the text."""
    short = re.sub(r"[-:]", "", at)
    return short if re.fullmatch(r"[0-9]{8}T[0-9]{6}Z", short) else ""


def _long(at: str) -> str:
    return re.sub(r"^(....)(..)(..)T(..)(..)(..)Z$", r"\1-\2-\3T\4:\5:\6Z", at)
