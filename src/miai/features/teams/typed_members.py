"""Members of a team as they are typed: people who are entered already, or new ones."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from miai.domain.people.names import plain_name
from miai.domain.people.player import Player, PlayerId, Registration
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem
from miai.features.players.enter_sides import TypedPerson
from miai.features.players.name_order import KnownNames, NameLists, name_column
from miai.features.players.paste_players import read_paste
from miai.formats.tables.column_headings import PlayerColumn
from miai.messages import Message

_AFTER_NAME = (PlayerColumn.GRADE, PlayerColumn.EGF_PIN)


def read_members(
    tournament: Tournament,
    people: Sequence[TypedPerson],
    *,
    lists: NameLists | None = None,
    registration: Registration = Registration.FINAL,
) -> tuple[PlayerId | Player, ...]:
    """The members of a team in the order typed; rows without a name are left out.

    A name of somebody who is entered means them, first those without a team. Anybody else is new and needs a
    grade, unless a rating list knows it.
    """
    members: list[PlayerId | Player] = []
    problems = []
    known = KnownNames(tournament.players, lists)
    for number, person in enumerate(people, start=1):
        if not person.name.strip():
            continue
        entered = _entered(tournament, person, [each for each in members if not isinstance(each, Player)])
        if entered is not None:
            members.append(entered)
            continue
        cells = (person.name, person.grade, person.egf_pin)
        text = "\t".join(" ".join(cell.split()) for cell in cells)
        columns = (name_column(person.name, known), *_AFTER_NAME)
        row = read_paste(Tournament(), text, columns=columns, lists=lists).rows[0]
        if row.player is None:
            where = Message("member %(number)s", number=number)
            problems.append(Problem(what=row.problem or Message("no name"), where=where))
        else:
            members.append(replace(row.player, registration=registration))
    if problems:
        raise InputError(problems)
    return tuple(members)


def without_team(tournament: Tournament) -> tuple[Player, ...]:
    """Those who are entered and in no team."""
    taken = {member for team in tournament.teams for member in team.members}
    return tuple(player for player in tournament.players if player.id not in taken)


def _entered(tournament: Tournament, person: TypedPerson, taken: Collection[PlayerId]) -> PlayerId | None:
    pin, name = person.egf_pin.strip(), _plain(person.name)
    found = [
        player
        for player in (*without_team(tournament), *tournament.players)
        if player.id not in taken and ((pin and player.egf_pin == pin) or _plain(player.name) == name)
    ]
    return found[0].id if found else None


def _plain(name: str) -> str:
    return " ".join(plain_name(name.replace(",", " ")).split())
