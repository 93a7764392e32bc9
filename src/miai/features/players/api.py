"""Players: entering, changing, checking in, attendance, withdrawing and removing them."""

from enum import Enum
from typing import Annotated, Any

from fastapi import Body as Sent
from fastapi import Query
from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.responses import Response

from miai.answers import Field as Told
from miai.answers import Shape, many, maybe
from miai.domain.log.codec import encode
from miai.domain.people.grade import Grade
from miai.domain.people.player import BarSide, Member, Player, PlayerId, Registration
from miai.domain.settings.scoring_rules import Withdrawal
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem
from miai.features.congress.check_in import check_in as check_in_people
from miai.features.congress.enter_events import remove_person
from miai.features.congress.sync_people import change_person
from miai.features.draw.all_games_answer import ALL_GAMES, AllGames
from miai.features.draw.late_arrival import LateChoice, late_arrival_offers, take_late_arrival
from miai.features.draw.late_arrival_answer import LATE_OFFERS, LateOffers
from miai.features.lists.answer import CANDIDATE, LISTED_PLAYER
from miai.features.lists.candidates import Decisions
from miai.features.lists.view.rating_lists import look_up, opened_lists
from miai.features.players.change_player import change_player as change_one
from miai.features.players.change_player import check_in_several, move_across_bar, withdraw
from miai.features.players.change_player import remove_player as remove
from miai.features.players.change_player import set_attendance as record
from miai.features.players.enter_sides import change_side as change
from miai.features.players.enter_sides import enter_side as enter
from miai.features.players.paste_players import PastedPlayers, PastedRow, read_paste, register_pasted
from miai.features.players.pasted_rounds import RoundsQuestion
from miai.features.players.register_player import from_list, register_player, register_players
from miai.features.players.table_files import chosen_columns
from miai.features.players.view.own_list import known_person
from miai.features.players.view.written_players import (
    WRITTEN_PLAYERS,
    WRITTEN_WITHDRAWAL,
    written_players,
    written_withdrawal,
)
from miai.features.programs.tokens import Scope
from miai.formats.tables.column_headings import PlayerColumn
from miai.formats.tables.player_columns import read_player_table
from miai.messages import Message
from miai.server.api.operations import (
    Body,
    Call,
    Coded,
    Here,
    Operations,
    Round,
    RoundPath,
    read,
)
from miai.server.api.problems import Refused
from miai.server.page_frame import current_round
from miai.server.permissions import NotAllowed
from miai.server.roles import Role

operations = Operations("players", "Players of a tournament, and people of a congress.")

_NEEDED = ("surname", "grade")
NewPlayer = Annotated[dict[str, Any], Coded(Player, some=True, without=("id",), needed=_NEEDED)]
SomeOfPlayer = Annotated[dict[str, Any], Coded(Player, some=True, without=("id",))]
SomeOfMember = Annotated[dict[str, Any], Coded(Member, some=True, needed=_NEEDED)]
# A player with nothing but what has to be known; a program says the rest.
_BLANK = Player(id=PlayerId(""), surname="", grade=Grade.of_number(0))
_BLANK_MEMBER = Member(surname="", grade=Grade.of_number(0))


_PLAYERS: Shape[Tournament] = Shape(
    "Players", "All players, in order of entry.", (Told("players", many(Coded(Player))),)
)


class NewPlayers(Body):
    """Players to enter, all or none."""

    players: Annotated[list[NewPlayer], Field(min_length=1, max_length=5000)]


class FromList(Body):
    """Somebody of a rating list, by the list and what it says of them."""

    source: str
    number: str = ""
    surname: str = ""
    first_name: str = ""
    here: bool = True


class FromOwnList(Body):
    """Somebody who entered an earlier tournament on this server."""

    key: str
    here: bool = True


class Table(Body):
    """A table of players as text, with or without a heading.

    Lines in `swap` have surname and first name the other way round than the preview shows.
    `columns` says what columns hold, by heading or number: {"Rounds": "missed_rounds", "2": "grade"}. It
    must name a column that does not show if its rounds are played or missed.
    `same` and `not_same` answer who of the rating lists is the same person: "3:egf:12345678" for line 3.
    """

    text: str
    here: bool = False
    leave_out: Annotated[list[int], Field(default_factory=list)]
    swap: Annotated[list[int], Field(default_factory=list)]
    columns: Annotated[dict[str, str], Field(default_factory=dict)]
    same: Annotated[list[str], Field(default_factory=list, max_length=5_000)]
    not_same: Annotated[list[str], Field(default_factory=list, max_length=5_000)]

    @property
    def decided(self) -> Decisions:
        """The answers."""
        return Decisions.of(self.same, self.not_same)


class CheckIn(Body):
    """Who is here, or is not."""

    players: list[str]
    here: bool = True


class Attendance(Body):
    """Whether a player plays."""

    plays: bool


class Leaving(Body):
    """The first round that a player misses; in a round robin `games` is what becomes of their games."""

    from_round: Round
    games: Withdrawal | None = None


class Side(Enum):
    """A side of the bar, or that by the grade."""

    ABOVE = "above"
    BELOW = "below"
    GRADE = "grade"


class BarSideChoice(Body):
    """The side of the bar."""

    side: Side


class NewSide(Body):
    """The people of a side of Pair Go or rengo."""

    members: Annotated[list[SomeOfMember], Field(min_length=2, max_length=3)]
    here: bool = True


class Members(Body):
    """The people of a side."""

    members: Annotated[list[SomeOfMember], Field(min_length=2, max_length=3)]


_PREVIEWED: Shape[PastedRow] = Shape(
    "PreviewedLine",
    "A line of a table: the player that was understood, or the problem with it, and what to check.",
    (
        Told("line", int),
        Told("text", str),
        Told("player", maybe(Coded(Player))),
        Told("problem", str | None),
        Told("warnings", list[str]),
        Told("entered_already", bool, lambda row: row.twice),
        Told("listed", maybe(LISTED_PLAYER)),
        Told("same_person", many(CANDIDATE), lambda row: row.perhaps),
    ),
)
_QUESTION: Shape[RoundsQuestion] = Shape(
    "RoundsQuestion",
    "A column with rounds that are perhaps played, perhaps missed: `columns` must say which.",
    (Told("column", int, lambda each: each.column + 1), Told("heading", str), Told("example", str)),
)
_PREVIEW: Shape[PastedPlayers] = Shape(
    "TablePreview",
    "What would be understood of a table, and the questions to answer before it can be entered.",
    (
        Told("rows", many(_PREVIEWED), lambda paste: paste.rows),
        Told("questions", many(_QUESTION), lambda paste: paste.questions),
    ),
)


class Late(Body):
    """A way to let a player in late; `key` is that of the offer."""

    round: Round
    choice: str
    key: str | None = None


@operations.get("/tournaments/{id}/players", _PLAYERS)
def list_players(call: Here) -> Response:
    """List all players."""
    return call.answer(_PLAYERS.json(call.tournament))


@operations.post("/tournaments/{id}/players", WRITTEN_PLAYERS, whole=True, status=201)
def enter_players(call: Here, new: NewPlayers) -> Response:
    """Enter players, all or none; surname and grade are needed."""
    saved = register_players(call.desk, call.state.id, _read_players(new), by=call.by)
    return written_players(call, saved, status=201)


@operations.post("/tournaments/{id}/players/from-list", WRITTEN_PLAYERS, whole=True, status=201)
def enter_from_list(call: Here, listed: FromList) -> Response:
    """Enter somebody of a rating list."""
    key = listed.model_dump(exclude={"here"})
    known = look_up(call.app_state.serving.data, key)
    if known is None:
        raise HTTPException(404, "there is nobody like that in the rating lists")
    player = read(Player, {"registration": _registration(listed.here)}, from_list(known))
    return written_players(call, register_player(call.desk, call.state.id, player, by=call.by), status=201)


@operations.post("/tournaments/{id}/players/from-own-list", WRITTEN_PLAYERS, whole=True, status=201)
def enter_from_own_list(call: Here, listed: FromOwnList) -> Response:
    """Enter somebody who took part in an earlier tournament on this server."""
    player = read(Player, {"registration": _registration(listed.here)}, known_person(call, listed.key))
    return written_players(call, register_player(call.desk, call.state.id, player, by=call.by), status=201)


@operations.post("/tournaments/{id}/players/table", WRITTEN_PLAYERS, whole=True, status=201)
def enter_table(call: Here, table: Table) -> Response:
    """Enter the players of a pasted table, except lines that are left out."""
    with opened_lists(call.app_state.serving.data) as lists:
        columns = _columns(table)
        rows = read_paste(
            call.tournament,
            table.text,
            columns=columns,
            lists=lists,
            swapped=table.swap,
            decided=table.decided,
        ).rows
        lines = [row.line for row in rows if row.player and row.line not in table.leave_out]
        if not lines:
            raise InputError(Message("No line is left to enter."))
        registration = Registration.FINAL if table.here else Registration.PRELIMINARY
        saved = register_pasted(
            call.desk,
            call.state.id,
            table.text,
            lines=lines,
            columns=columns,
            lists=lists,
            swapped=table.swap,
            registration=registration,
            decided=table.decided,
            by=call.by,
        )
    return written_players(call, saved, status=201)


@operations.post("/tournaments/{id}/players/table/preview", _PREVIEW, whole=True)
def preview_table(call: Here, table: Table) -> Response:
    """Show what would be understood of a table; nobody is entered."""
    with opened_lists(call.app_state.serving.data) as lists:
        paste = read_paste(
            call.tournament,
            table.text,
            columns=_columns(table),
            lists=lists,
            swapped=table.swap,
            decided=table.decided,
        )
    return call.answer(_PREVIEW.json(paste))


@operations.post("/tournaments/{id}/players/check-in", WRITTEN_PLAYERS, scope=Scope.RESULTS)
def check_in(call: Here, chosen: CheckIn) -> Response:
    """Record that players are here, or are not; at a congress also in their events."""
    people = {PlayerId(each) for each in chosen.players}
    if call.tournament.is_congress:
        saved = check_in_people(call.desk, call.state.id, people, here=chosen.here, by=call.by)
        return written_players(call, saved)
    _demand_director(call)
    return written_players(
        call, check_in_several(call.desk, call.state.id, people, here=chosen.here, by=call.by)
    )


@operations.post("/tournaments/{id}/sides", WRITTEN_PLAYERS, whole=True, status=201)
def enter_side(call: Here, side: NewSide) -> Response:
    """Enter a side of Pair Go or rengo."""
    registration = Registration.FINAL if side.here else Registration.PRELIMINARY
    saved = enter(call.desk, call.state.id, _members(side.members), registration=registration, by=call.by)
    return written_players(call, saved, status=201)


@operations.put("/tournaments/{id}/sides/{player}", WRITTEN_PLAYERS, whole=True)
def change_side(call: Here, player: str, side: Members) -> Response:
    """Change the people of a side."""
    known = call.player(player)
    return written_players(
        call, change(call.desk, call.state.id, known.id, _members(side.members), by=call.by)
    )


@operations.get("/tournaments/{id}/players/{player}", Coded(Player))
def get_player(call: Here, player: str) -> Response:
    """Get one player."""
    return call.answer(encode(call.player(player)))


@operations.get("/tournaments/{id}/players/{player}/games", ALL_GAMES)
def list_games_of_player(call: Here, player: str) -> Response:
    """List all games of a player in an event and its stages, in order of play."""
    return call.answer(ALL_GAMES.json(AllGames(call.tournament, call.player(player).id)))


@operations.patch("/tournaments/{id}/players/{player}", WRITTEN_PLAYERS, whole=True)
def change_player(call: Here, player: str, fields: Annotated[SomeOfPlayer, Sent()]) -> Response:
    """Change some fields of a player; at a congress also in the events that have not begun."""
    known = call.player(player)
    if "id" in fields:
        raise Refused(422, "invalid", "the id of a player cannot be changed")

    def change(old: Player) -> Player:
        changed: Player = read(Player, fields, old)
        return changed

    if call.tournament.is_congress:
        return written_players(
            call, change_person(call.desk, call.state.id, known.id, change, by=call.by).saved
        )
    return written_players(call, change_one(call.desk, call.state.id, known.id, change, by=call.by))


@operations.delete("/tournaments/{id}/players/{player}", whole=True)
def remove_player(call: Here, player: str) -> Response:
    """Remove a player who is in no draw."""
    known = call.player(player)
    if call.tournament.is_congress:
        return call.written(remove_person(call.desk, call.state.id, known.id, by=call.by))
    return call.written(remove(call.desk, call.state.id, known.id, by=call.by))


@operations.put("/tournaments/{id}/players/{player}/attendance/{round}", WRITTEN_PLAYERS)
def set_attendance(call: Here, player: str, round: RoundPath, attendance: Attendance) -> Response:
    """Record whether a player plays in a round."""
    known = call.player(player)
    saved = record(call.desk, call.state.id, known.id, round=round, plays=attendance.plays, by=call.by)
    return written_players(call, saved)


@operations.post("/tournaments/{id}/players/{player}/withdraw", WRITTEN_WITHDRAWAL)
def withdraw_player(call: Here, player: str, leaving: Leaving) -> Response:
    """Withdraw a player from a round on; from a round robin without `games` it lists what each rule moves."""
    known = call.player(player)
    saved = withdraw(
        call.desk,
        call.state.id,
        known.id,
        from_round=leaving.from_round,
        games=leaving.games,
        by=call.by,
    )
    return written_withdrawal(call, saved)


@operations.put("/tournaments/{id}/players/{player}/bar-side", WRITTEN_PLAYERS)
def set_bar_side(call: Here, player: str, choice: BarSideChoice) -> Response:
    """Put a player above or below the bar, or let the grade decide again; drops a start set by hand."""
    known = call.player(player)
    side = None if choice.side is Side.GRADE else BarSide(choice.side.value)
    return written_players(call, move_across_bar(call.desk, call.state.id, known.id, side=side, by=call.by))


@operations.get("/tournaments/{id}/players/{player}/late", LATE_OFFERS, scope=Scope.DIRECT)
def list_late_offers(
    call: Here,
    player: str,
    round: Annotated[int | None, Query(ge=1, le=999)] = None,
) -> Response:
    """List what can be done for a player who arrives after the draw."""
    known, number = call.player(player), round or current_round(call.tournament)
    offers = late_arrival_offers(call.desk, call.state.id, known.id, round=number)
    return call.answer(LATE_OFFERS.json(LateOffers(round=number, offers=offers)))


@operations.post("/tournaments/{id}/players/{player}/late")
def take_late_player(call: Here, player: str, late: Late) -> Response:
    """Let a player in late, in one of the ways offered."""
    known = call.player(player)
    choice = next((each for each in LateChoice if each.value == late.choice), None)
    if choice is None:
        raise Refused(422, "invalid", "there is no such way to let a player in")
    saved = take_late_arrival(
        call.desk, call.state.id, known.id, round=late.round, choice=choice, key=late.key, by=call.by
    )
    return call.written(saved)


def _columns(table: Table) -> dict[int, PlayerColumn]:
    """The columns that a program has stated."""
    stated = ((name, where.strip()) for where, name in table.columns.items())
    return chosen_columns(stated, read_player_table(table.text).guesses) if table.columns else {}


def _registration(here: bool) -> str:
    return str((Registration.FINAL if here else Registration.PRELIMINARY).value)


def _read_players(new: NewPlayers) -> list[Player]:
    """The players sent; whatever is wrong with any of them is named with its place in the list."""
    players: list[Player] = []
    problems: list[Problem] = []
    for number, each in enumerate(new.players):
        try:
            players.append(read(Player, each, _BLANK, needed=_NEEDED, where=f"players[{number}]", id=""))
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(problems)
    return players


def _members(given: list[dict[str, Any]]) -> list[Member]:
    return [
        read(Member, each, _BLANK_MEMBER, needed=_NEEDED, where=f"members[{number}]")
        for number, each in enumerate(given)
    ]


def _demand_director(call: Call) -> None:
    """At a tournament only the director checks players in; at a congress there is a desk for it."""
    if call.role < Role.DIRECTOR:
        raise NotAllowed
