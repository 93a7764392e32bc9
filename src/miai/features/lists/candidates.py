"""The lines of rating lists that may be a person, and what the director decided about them."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from miai.domain.people.identity import (
    NUMBERS,
    Aspect,
    Described,
    Identity,
    Reason,
    Sameness,
    identity,
    line_key,
)
from miai.domain.people.player import Player
from miai.domain.people.rating_list_entry import ListedPlayer, ListSource
from miai.messages import Clauses, Message, counted

# More namesakes than a search shows.
_MOST_REFUSED = 20
_KEY = re.compile(r"(?:egf|aga|ffg):[^,:]{1,80}")
_FIELD_OF = {federation: field for field, federation in NUMBERS.items()}


class RatingLists(Protocol):
    """The rating lists in which players are looked up."""

    def sources(self) -> tuple[ListSource, ...]:
        """The lists that are there."""
        ...

    def with_number(self, number: str) -> tuple[ListedPlayer, ...]:
        """The players with exactly that id."""
        ...

    def named(self, surname: str, first_name: str) -> tuple[ListedPlayer, ...]:
        """The players of that name."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A line of a list that is a person, or perhaps."""

    listed: ListedPlayer
    identity: Identity

    @property
    def key(self) -> str:
        """What identifies the line on a form."""
        return line_key(self.listed)

    @property
    def is_same(self) -> bool:
        """Whether the line is the person's without a question."""
        return self.identity.sameness is Sameness.SAME

    @property
    def is_unlikely(self) -> bool:
        """Whether a country, a grade or a number speaks against it."""
        return self.identity.contradicts(Aspect.COUNTRY, Aspect.GRADE, Aspect.NUMBER, Aspect.NAME)

    @property
    def summary(self) -> Message:
        """The line as people recognise a person: list, number, name, country, club, grade and rating."""
        listed = self.listed
        parts = (listed.name, listed.country, listed.club or listed.state, str(listed.grade or ""))
        rating = "" if listed.rating is None else f"{listed.rating:.4g}"
        return Message(
            "%(source)s %(number)s: %(about)s",
            source=listed.source.title,
            number=listed.number,
            about=", ".join(part for part in (*parts, rating) if part),
        )

    @property
    def remarks(self) -> Message | None:
        """What contradicts it in words, or else what is missing to be sure."""
        told = tuple(map(_contradiction, self.identity.contradicting))
        if not told and not self.identity.agrees(Aspect.COUNTRY, Aspect.CLUB):
            told = (Message("country and club cannot be compared"),)
        if not told and not self.identity.agrees(Aspect.NAME):
            told = (Message("the name is spelled otherwise"),)
        return Message("%(text)s", text=Clauses(told))


@dataclass(frozen=True, slots=True, kw_only=True)
class Decisions:
    """What the director decided about candidates of several lines, such as "3:egf:12345678"."""

    same: frozenset[str] = frozenset()
    not_same: frozenset[str] = frozenset()

    @classmethod
    def of(cls, same: Iterable[str] = (), not_same: Iterable[str] = ()) -> "Decisions":
        """The decisions of a form; a line that is ticked as the same is not refused."""
        chosen = frozenset(filter(None, same))
        return cls(same=chosen, not_same=frozenset(filter(None, not_same)) - chosen)

    def at(self, line: int) -> "Decisions":
        """The decisions about one line, without its number."""
        start = f"{line}:"
        return Decisions(
            same=frozenset(key.removeprefix(start) for key in self.same if key.startswith(start)),
            not_same=frozenset(key.removeprefix(start) for key in self.not_same if key.startswith(start)),
        )


UNDECIDED = Decisions()


def refused_keys(texts: Iterable[str]) -> tuple[str, ...]:
    """The keys of listed players among texts that a form sent; others are dropped."""
    keys = (key.strip() for text in texts for key in text.split(","))
    return tuple(dict.fromkeys(key for key in keys if _KEY.fullmatch(key)))[:_MOST_REFUSED]


def refusing(player: Player, keys: Collection[str]) -> Player:
    """The player, who is none of the listed players with these keys."""
    return replace(player, not_same_as=tuple(dict.fromkeys((*player.not_same_as, *keys))))


def all_candidates(
    person: Described, lists: RatingLists
) -> Iterator[tuple[ListSource, tuple[Candidate, ...]]]:
    """The candidates of every list, the likely ones first."""
    named = lists.named(person.surname, person.first_name)
    for source in lists.sources():
        yield source, _candidates(person, source, lists, named)


def only_same(candidates: Collection[Candidate]) -> Candidate | None:
    """The one candidate who is the same person, if no other could be as well.

    A number goes before a name. A namesake whom nothing contradicts makes a name uncertain.
    """
    numbered = [each for each in candidates if each.is_same and each.identity.by_number]
    if numbered:
        return numbered[0] if len(numbered) == 1 else None
    likely = [each for each in candidates if each.is_same or _is_likely(each.identity)]
    return likely[0] if len(likely) == 1 and likely[0].is_same else None


def _is_likely(found: Identity) -> bool:
    """Whether the full name is the same and nothing is known that contradicts it."""
    return found.agrees(Aspect.NAME) and not found.contradicting


def _candidates(
    person: Described, source: ListSource, lists: RatingLists, named: Sequence[ListedPlayer]
) -> tuple[Candidate, ...]:
    field = _FIELD_OF[source.value]
    number = getattr(person, field)
    numbered = (
        [each for each in lists.with_number(number) if getattr(each, field) == number] if number else []
    )
    lines = [each for each in dict.fromkeys((*numbered, *named)) if each.source is source]
    compared = [Candidate(listed=each, identity=identity(person, each)) for each in lines]
    found = [each for each in compared if each.identity.sameness is not Sameness.ANOTHER]
    same = only_same(found)
    if same and same.identity.by_number:
        return (same,)
    return tuple(sorted(found, key=lambda each: (not each.is_same, len(each.identity.contradicting))))


def _contradiction(reason: Reason) -> Message:
    match reason.aspect:
        case Aspect.GRADE:
            return counted("%(num)s grade apart", "%(num)s grades apart", reason.apart)
        case Aspect.COUNTRY:
            return Message("another country")
        case Aspect.CLUB:
            return Message("another club")
        case Aspect.NUMBER:
            return Message("another number: %(number)s was entered", number=reason.entered)
    return Message("another name")
