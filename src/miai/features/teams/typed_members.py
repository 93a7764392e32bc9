"""Members of a team as they are typed: people who are entered already, or new ones."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from miai.domain.people.identity import Description, Sameness, identity
from miai.domain.people.names import plain_name
from miai.domain.people.player import Player, PlayerId, Registration
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem
from miai.features.lists.candidates import UNDECIDED, Decisions
from miai.features.players.enter_sides import TypedPerson, look_up_typed
from miai.features.players.listed_person import demand_asked
from miai.features.players.name_order import KnownNames, NameLists
from miai.formats.tables.player_columns import grade_of
from miai.messages import Message


def read_members(
    tournament: Tournament,
    people: Sequence[TypedPerson],
    *,
    lists: NameLists | None = None,
    registration: Registration = Registration.FINAL,
    decided: Decisions = UNDECIDED,
    asked: Collection[str] | None = None,
) -> tuple[PlayerId | Player, ...]:
    """The members of a team in the order typed; rows without a name are left out.

    A name of somebody who is entered means them, first those without a team. Anybody else is new and needs a
    grade, unless a rating list knows it. `decided` names the member and a listed player: "2:egf:12345678";
    `asked` are those that were shown.
    """
    members: list[PlayerId | Player] = []
    problems = []
    known = KnownNames(tournament.players, lists)
    questions = {}
    for number, person in enumerate(people, start=1):
        if not person.name.strip():
            continue
        entered = _entered(tournament, person, [each for each in members if not isinstance(each, Player)])
        if entered is not None:
            members.append(entered)
            continue
        row = look_up_typed(person, number, known, decided)
        questions[number] = row.perhaps
        if row.player is None:
            where = Message("member %(number)s", number=number)
            problems.append(Problem(what=row.problem or Message("no name"), where=where))
        else:
            members.append(replace(row.player, registration=registration))
    demand_asked(questions, asked)
    if problems:
        raise InputError(problems)
    return tuple(members)


def without_team(tournament: Tournament) -> tuple[Player, ...]:
    """Those who are entered and in no team."""
    taken = {member for team in tournament.teams for member in team.members}
    return tuple(player for player in tournament.players if player.id not in taken)


def _entered(tournament: Tournament, person: TypedPerson, taken: Collection[PlayerId]) -> PlayerId | None:
    """The entrant whom a typed member means: by number, or by the name if nothing contradicts it."""
    name = _plain(person.name)
    free = [
        player
        for player in dict.fromkeys((*without_team(tournament), *tournament.players))
        if player.id not in taken
    ]
    typed = Description(surname=person.name, grade=grade_of(person.grade), egf_pin=person.egf_pin.strip())
    found = [(identity(typed, player), player) for player in free]
    numbered = (player for each, player in found if each.by_number and each.sameness is Sameness.SAME)
    named = (player for each, player in found if _plain(player.name) == name and not each.contradicting)
    known = next(numbered, None) or next(named, None)
    return known.id if known else None


def _plain(name: str) -> str:
    return " ".join(plain_name(name.replace(",", " ")).split())
