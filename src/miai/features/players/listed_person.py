"""Look a typed person up in the rating lists, and fill in what is left out if it is the same one."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from miai.domain.people.grade import Grade
from miai.domain.people.identity import Described
from miai.domain.people.names import name_key
from miai.domain.people.player import Player
from miai.domain.people.rating_list_entry import ListedPlayer, ListSource
from miai.errors import InputError, Problem
from miai.features.lists.candidates import (
    UNDECIDED,
    Candidate,
    Decisions,
    RatingLists,
    all_candidates,
    only_same,
)
from miai.features.lists.find_people import ID_FIELD, is_foreign
from miai.features.players.register_player import from_list
from miai.messages import Message

_FROM_LIST = ("rating", "aga_rating", "sigma", "rating_date", "rating_origin", "country", "state", "club")


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPerson:
    """The line of a list that is a person, or those that perhaps are; and the keys of those refused."""

    listed: ListedPlayer | None = None
    perhaps: tuple[Candidate, ...] = ()
    refused: tuple[str, ...] = ()
    problem: Message | None = None


class SamePersonError(InputError):
    """Listed players who perhaps are the same as those typed, by the number of the person; asked once."""

    def __init__(self, candidates: Mapping[int, tuple[Candidate, ...]]) -> None:
        self.candidates = candidates
        super().__init__(
            Problem(what=question, where=Message("person %(num)s", num=number))
            for number, found in candidates.items()
            for question in questions_of(found)
        )


def demand_asked(candidates: Mapping[int, tuple[Candidate, ...]], asked: Collection[str] | None) -> None:
    """Ask about candidates whose keys, such as "2:egf:12345678", are not among those `asked` about before.

    Without `asked` nobody can be asked, and nothing is filled in.
    """
    if asked is not None and any(
        f"{number}:{each.key}" not in asked for number, found in candidates.items() for each in found
    ):
        raise SamePersonError({number: found for number, found in candidates.items() if found})


def questions_of(candidates: Collection[Candidate]) -> tuple[Message, ...]:
    """The question about each candidate as a text."""
    return tuple(
        Message("same person? %(who)s (%(why)s)", who=each.summary, why=each.remarks) for each in candidates
    )


def look_up_person(
    person: Described,
    lists: RatingLists | None,
    *,
    decided: Decisions = UNDECIDED,
    federation: ListSource | None = None,
) -> ListedPerson:
    """Look a person up; a candidate that the director chose is theirs, and one that was refused is not."""
    if lists is None:
        return ListedPerson()
    same: list[ListedPlayer] = []
    perhaps: list[Candidate] = []
    refused: list[str] = []
    for source, found in all_candidates(person, lists):
        kept = [each for each in found if each.key not in decided.not_same]
        refused += [each.key for each in found if each not in kept]
        chosen = [each for each in kept if each.key in decided.same]
        if len(chosen) > 1:
            return ListedPerson(
                perhaps=tuple(kept), problem=Message("several listed players are ticked: tick one")
            )
        sure = chosen[0] if chosen else only_same(kept)
        if sure:
            # What the director chose counts before what was found.
            same.insert(0 if chosen else len(same), sure.listed)
        elif not is_foreign(source, federation):
            perhaps += kept
    if same:
        return ListedPerson(listed=same[0], refused=tuple(refused))
    return ListedPerson(perhaps=tuple(perhaps), refused=tuple(refused))


def filled_from(player: Player, listed: ListedPlayer, *, grade: Grade | None) -> Player:
    """The player with what was left out filled in from the list."""
    known = from_list(listed, grade=grade)
    missing = [name for name in (*_FROM_LIST, *ID_FIELD.values()) if not getattr(player, name)]
    if name_key(player.surname, player.first_name) == name_key(known.surname, known.first_name):
        missing += ["surname", "first_name"]
    taken: dict[str, Any] = {name: getattr(known, name) for name in missing}
    return replace(player, grade=known.grade, **taken)
