"""Part of a tournament: some of its rounds, as they are sent to a federation."""

import re
from collections.abc import Collection
from dataclasses import replace

from miai.domain.numbers import shortened
from miai.domain.people.team import Team
from miai.domain.rounds.director_constraints import Wishes
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.messages import Message

_PART = re.compile(r"([0-9]{1,3})(?:\s*[-–]\s*([0-9]{1,3}))?")


def read_rounds(text: str, *, last: int) -> tuple[int, ...]:
    """The rounds of a text such as "1-5" or "1-2, 4-6", in order; one that was not played is refused."""
    found: set[int] = set()
    for part in filter(None, (part.strip() for part in text.split(","))):
        match = _PART.fullmatch(part)
        first = int(match[1]) if match else 0
        final = int(match[2] or match[1]) if match else 0
        if not 1 <= first <= final:
            raise InputError(
                Message("'%(text)s' are not rounds such as 1-5 or 1-2, 4-6", text=shortened(part))
            )
        if final > last:
            raise InputError(
                Message(
                    "there is no round %(round)s: the last round played is round %(last)s",
                    round=final,
                    last=last,
                )
            )
        found.update(range(first, final + 1))
    return tuple(sorted(found))


def choose_rounds(tournament: Tournament, rounds: str = "", without: str = "") -> tuple[int, ...]:
    """The played rounds that two texts choose: those of the first, or all, less those of the second."""
    last = tournament.rounds_played
    chosen = read_rounds(rounds, last=last) or tuple(range(1, last + 1))
    dropped = read_rounds(without, last=last)
    left = tuple(number for number in chosen if number not in dropped)
    if dropped and not left:
        raise InputError(Message("no round is left"))
    return left


def rounds_text(rounds: Collection[int]) -> str:
    """Rounds in short: "1-2, 4-6"."""
    parts: list[list[int]] = []
    for number in sorted(rounds):
        if parts and parts[-1][-1] == number - 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(f"{part[0]}-{part[-1]}" if len(part) > 1 else f"{part[0]}" for part in parts)


def with_rounds(tournament: Tournament, rounds: Collection[int]) -> Tournament:
    """The tournament with only these rounds, under their own numbers; with all of them nothing changes.

    Places that were printed for the whole event are dropped.
    """
    if set(range(1, tournament.rounds_played + 1)) <= set(rounds):
        return tournament
    return replace(
        tournament,
        rounds=tuple(
            replace(each, shown=None, claims=(), contests=())
            for each in tournament.rounds
            if each.number in rounds
        ),
        published_places=(),
        tables_shown=(),
        clocks=(),
        final=None,
    )


def only_rounds(tournament: Tournament, rounds: Collection[int]) -> Tournament:
    """The tournament as if only these rounds had been played, numbered from 1 in their order.

    Scores are those of the rounds that are left. With all rounds that were played nothing changes.
    """
    part = with_rounds(tournament, rounds)
    if part is tournament:
        return tournament
    new = {number: place for place, number in enumerate(sorted(rounds), start=1)}
    return replace(
        part,
        settings=replace(part.settings, rounds=len(new)),
        players=tuple(
            replace(player, absent_rounds=_numbered(player.absent_rounds, new)) for player in part.players
        ),
        teams=tuple(_team_numbered(team, new) for team in part.teams),
        wishes=_wishes_numbered(part.wishes, new),
        rounds=tuple(each.numbered(new[each.number]) for each in part.rounds),
    )


def _team_numbered(team: Team, new: dict[int, int]) -> Team:
    line_ups = tuple(replace(each, round=new[each.round]) for each in team.line_ups if each.round in new)
    return replace(team, absent_rounds=_numbered(team.absent_rounds, new), line_ups=line_ups)


def _wishes_numbered(wishes: Wishes, new: dict[int, int]) -> Wishes:
    return replace(
        wishes,
        games=tuple(replace(each, round=new[each.round]) for each in wishes.games if each.round in new),
        volunteers=tuple(
            replace(each, round=new[each.round]) for each in wishes.volunteers if each.round in new
        ),
    )


def _numbered(rounds: frozenset[int], new: dict[int, int]) -> frozenset[int]:
    return frozenset(new[number] for number in rounds if number in new)
