"""Enter and change sides of Pair Go and rengo: two or three people who play as one."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from miai.desk.live_state import Desk, Saved, State
from miai.domain.log import events
from miai.domain.people.grade import Grade
from miai.domain.people.names import name_key
from miai.domain.people.player import Member, Player, PlayerId, Registration
from miai.domain.people.sides import as_member, side_of
from miai.domain.settings.side_rules import SideRules
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem
from miai.features.lists.candidates import UNDECIDED, Decisions, refusing
from miai.features.lists.find_people import ID_FIELD
from miai.features.players.change_player import change_player
from miai.features.players.listed_person import demand_asked
from miai.features.players.name_order import KnownNames, NameLists, NameSplit, name_column
from miai.features.players.paste_players import PastedRow, read_entries
from miai.features.players.register_player import NEW, tidy
from miai.formats.tables.column_headings import PlayerColumn
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedPerson:
    """One person of a side as typed; what is left empty is filled in from the rating lists."""

    name: str = ""
    grade: str = ""
    rating: str = ""
    country: str = ""
    club: str = ""
    egf_pin: str = ""
    not_same_as: tuple[str, ...] = ()


_COLUMNS = {
    "name": PlayerColumn.NAME,
    "grade": PlayerColumn.GRADE,
    "rating": PlayerColumn.RATING,
    "country": PlayerColumn.COUNTRY,
    "club": PlayerColumn.CLUB,
    "egf_pin": PlayerColumn.EGF_PIN,
}


def typed_person(member: Member) -> TypedPerson:
    """A person of a side as the form shows them; the comma says where the surname ends."""
    name = f"{member.surname}, {member.first_name}" if member.first_name else member.surname
    return TypedPerson(
        name=name,
        grade=str(member.grade),
        rating="" if member.rating is None else f"{member.rating:g}",
        country=member.country,
        club=member.club,
        egf_pin=member.egf_pin,
        not_same_as=member.not_same_as,
    )


def with_answers(people: Sequence[TypedPerson], known: Sequence[Member]) -> list[TypedPerson]:
    """The people with what was refused about them before, as long as their name is the same."""
    refused = {name_key(member.surname, member.first_name): member.not_same_as for member in known}
    return [replace(person, not_same_as=refused.get(name_key(person.name, ""), ())) for person in people]


def read_people(
    people: Sequence[TypedPerson],
    lists: NameLists | None = None,
    decided: Decisions = UNDECIDED,
    asked: Collection[str] | None = None,
    *,
    entrants: Collection[Player] = (),
) -> tuple[Member, ...]:
    """The people of a side as they were typed; each needs a name and, unless a list knows it, a grade.

    `decided` names the person and a listed player: "2:egf:12345678"; `asked` are those that were shown. The
    names of `entrants` help to find the surnames.
    """
    members, problems = [], []
    known = KnownNames(entrants, lists)
    rows = {
        number: look_up_typed(person, number, known, decided) for number, person in enumerate(people, start=1)
    }
    demand_asked({number: row.perhaps for number, row in rows.items()}, asked)
    for number, row in rows.items():
        member, problem = (as_member(row.player) if row.player else None), row.problem
        if member is None:
            problems.append(
                Problem(what=problem or Message("no name"), where=Message("person %(num)s", num=number))
            )
        else:
            members.append(member)
    if problems:
        raise InputError(problems)
    return tuple(members)


def typed_split(name: str, known: KnownNames) -> NameSplit | None:
    """The surname and the first name that a typed name is entered with; None for a name of one word."""
    person = look_up_typed(TypedPerson(name=name, grade="1k"), 1, known).player
    if person is None or not person.first_name:
        return None
    return NameSplit(surname=person.surname, first_name=person.first_name)


def look_up_typed(
    person: TypedPerson, number: int, known: KnownNames, decided: Decisions = UNDECIDED
) -> PastedRow:
    """A typed person as one line of a table, with the listed players who perhaps are the same."""
    cells = {column: " ".join(getattr(person, name).split()) for name, column in _COLUMNS.items()}
    if not cells[PlayerColumn.NAME]:
        return PastedRow(line=number, text="", problem=Message("no name"))
    order = name_column(cells[PlayerColumn.NAME], known)
    cells = {order if column is PlayerColumn.NAME else column: cell for column, cell in cells.items()}
    refused = (*decided.not_same, *(f"{number}:{key}" for key in person.not_same_as))
    decisions = Decisions.of(decided.same, refused)
    [row] = read_entries(Tournament(), {number: cells}, lists=known.lists, decided=decisions, known=known)
    return replace(row, player=refusing(row.player, person.not_same_as)) if row.player else row


def enter_side(
    desk: Desk,
    tournament_id: str,
    members: Sequence[Member],
    *,
    by: str,
    registration: Registration = Registration.FINAL,
) -> Saved:
    """Enter a side under a new id."""
    return enter_sides(desk, tournament_id, [members], by=by, registration=registration)


def enter_sides(
    desk: Desk,
    tournament_id: str,
    sides: Sequence[Sequence[Member]],
    *,
    by: str,
    registration: Registration = Registration.FINAL,
) -> Saved:
    """Enter several sides at once, all or none."""

    def decide(state: State) -> list[events.Event]:
        tournament = state.tournament
        rules, ids = tournament.settings.sides, desk.new_ids(state)
        entered = [
            new_side(members, rules, player_id=ids.player(), registration=registration) for members in sides
        ]
        demand_each_once((*tournament.players, *entered))
        return [events.PlayerRegistered(player=side) for side in entered]

    return desk.change(tournament_id, decide, by=by)


def new_side(
    members: Sequence[Member],
    rules: SideRules,
    *,
    player_id: PlayerId = NEW,
    registration: Registration = Registration.FINAL,
) -> Player:
    """A side that is not entered yet."""
    nobody = Player(id=player_id, surname="", grade=Grade.of_number(0), registration=registration)
    return tidy(side_of(nobody, members, rules))


def change_side(
    desk: Desk, tournament_id: str, side: PlayerId, members: Sequence[Member], *, by: str
) -> Saved:
    """Change the people of a side: name, grade and rating follow, all else stays."""
    tournament = desk.state(tournament_id).tournament
    rules = tournament.settings.sides
    others = tuple(player for player in tournament.players if player.id != side)
    demand_each_once((*others, new_side(members, rules)))
    return change_player(desk, tournament_id, side, lambda old: side_of(old, members, rules), by=by)


def demand_each_once(players: Sequence[Player]) -> None:
    """Refuse that somebody plays in two sides."""
    seen: dict[tuple[str, str], Player] = {}
    for player in players:
        for member in player.members:
            for key in _keys(member):
                if key in seen:
                    raise InputError(
                        Message("%(name)s plays in %(side)s", name=member.name, side=seen[key].name)
                    )
            seen |= dict.fromkeys(_keys(member), player)


def _keys(member: Member) -> Iterator[tuple[str, str]]:
    """The ids and the name by which a person is recognised."""
    numbers = [(field, getattr(member, field)) for field in ID_FIELD.values() if getattr(member, field)]
    yield from numbers or [("name", name_key(member.surname, member.first_name))]
