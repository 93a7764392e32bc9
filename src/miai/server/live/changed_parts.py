"""The rows of an open page that changed: some, none, or so much that the page is loaded again.

A page names what it follows, such as "results:3" or "player:p17". The rows come with the live stream, so that
two hundred phones need not load a page after every result.
"""

from collections.abc import Callable, Collection

from jinja2 import Environment

from miai.desk.live_state import State
from miai.domain.log import events
from miai.domain.log.history import History
from miai.domain.numbers import whole_or_none
from miai.domain.rounds.director_constraints import ByeVolunteer
from miai.features.publish.publish_round import Shown, public_round, publication

# A row of a page: its key and its HTML.
KeyedRow = tuple[str, str]
FindChangedRows = Callable[[State, int, str], list[KeyedRow] | None]
_Boards = set[tuple[int, int]]
# A page that follows "names:last" shows the round that was published last; the next one needs no new stream.
LAST = "last"
# Events that no public page shows.
_INTERNAL = (events.WishesChanged, events.PlayerRegistered, events.ReasonGiven)
_DRAFTED = (events.DrawChanged, events.BoardChanged, events.ByesChanged)


class ChangedRows:
    """Finds and renders the rows of a page that changed."""

    def __init__(self, templates: Environment) -> None:
        self._templates = templates

    def since(self, state: State, version: int, follows: str) -> list[KeyedRow] | None:
        """The rows that changed after a version; None where the whole page should be loaded again."""
        kind, _, what = follows.partition(":")
        if kind in ("player", "unpublished"):
            players = _players_before_publication(state, version)
            if players is not None:
                return None if kind == "player" and what in players else []
        if kind == "player" and (_in_own_stage(state, version, what) or _volunteered(state, version, what)):
            return None
        touched = _touched(state, version, public=kind != "results")
        if touched is None or _redrawn(state, touched):
            return None
        if kind == "player":
            return None if any(_concerns(state, what, *each) for each in touched) else []
        number = _last_shown(state) if what == LAST else whole_or_none(what)
        return None if number is None else self._of_round(state, kind, number, touched)

    def _of_round(self, state: State, kind: str, number: int, touched: _Boards) -> list[KeyedRow] | None:
        """The rows of a page about a round, after a change of some boards."""
        tables = {table for at, table in touched if at == number}
        match kind:
            case "results":
                return self._results(state, number, tables)
            case "names" | "tables":
                return self._pairings(state, number, tables, kind)
            case "standings":
                return None if any(at <= number for at, _ in touched) else []
        return None

    def _results(self, state: State, number: int, tables: Collection[int]) -> list[KeyedRow]:
        from miai.features.results.view import games_of, matches_in  # noqa: PLC0415 - loaded with the first page

        games = [
            (f"r{number}-t{game.board.table}", self._row("result", state, game, number))
            for game in games_of(state, number, tables)
        ]
        heads = [
            (f"r{number}-m{match.number}", self._row("match_head", state, match, number))
            for match in matches_in(state, number)
            if tables and not set(tables).isdisjoint(match.tables)
        ]
        return games + heads

    def _pairings(
        self, state: State, number: int, tables: Collection[int], kind: str
    ) -> list[KeyedRow] | None:
        from miai.features.draw.view.pairings import by_name, by_table, terms  # noqa: PLC0415 - loaded with the first page

        drawn = public_round(state.tournament, number)
        # With the last result the clock disappears from every page.
        if drawn is None or (tables and all(board.result.known for board in drawn.boards)):
            return None
        if kind == "names":
            seats = by_name(state.tournament, drawn, tables)
            settings = state.tournament.settings
            return [
                (
                    f"seat-{seat.player.id}",
                    self._row("seat", state, seat, terms(seat.board, settings) if seat.board else ""),
                )
                for seat in seats
            ]
        games = by_table(state.tournament, drawn, tables)
        return [(f"r{number}-t{game.board.table}", self._row("game", state, game, number)) for game in games]

    def _row(self, kind: str, state: State, *values: object) -> str:
        macros = self._templates.get_template("results/rows.html").module
        return str(getattr(macros, kind)(state, *values)).strip()


def _last_shown(state: State) -> int | None:
    return max((each.number for each in state.tournament.shown), default=None)


def _touched(state: State, version: int, *, public: bool) -> _Boards | None:
    """The boards that the entries after a version concern; None where one concerns something else."""
    touched: _Boards = set()
    shown = {each.number for each in state.tournament.shown}
    for entry in state.history.since(version):
        match _meant(state.history, entry.event):
            case (
                events.ResultEntered(round=number, table=table)
                | events.ResultClaimed(round=number, table=table)
                | events.ResultContested(round=number, table=table)
            ):
                touched.add((number, table))
            case events.RoundDrawn(round=drawn) if public and drawn.number not in shown:
                pass
            case events.InStage():
                # Pages that follow rows of the event show none of its stages.
                pass
            case event if public and isinstance(event, _INTERNAL):
                pass
            case event if public and isinstance(event, _DRAFTED) and event.round not in shown:
                pass
            case _:
                return None
    return touched


def _in_own_stage(state: State, version: int, player: str) -> bool:
    """Whether something happened in a stage in which a player is."""
    own = {
        stage.id
        for stage in state.tournament.stages
        if any(each.id == player for each in stage.event.players)
    }
    changes = (_meant(state.history, entry.event) for entry in state.history.since(version))
    return any(isinstance(event, events.InStage) and event.stage in own for event in changes)


def _players_before_publication(state: State, version: int) -> set[str] | None:
    """Whom the entries after a version concern, where all are about players and nothing is published yet.

    Then a page shows only its own player, so that four hundred who check in do not load all pages each time.
    """
    event = state.tournament
    if event.shown or event.tables_shown or event.stages:
        return None
    concerned: set[str] = set()
    for entry in state.history.since(version):
        match _meant(state.history, entry.event):
            case events.PlayerRegistered(player=player) | events.PlayerChanged(player=player):
                concerned.add(player.id)
            case events.PlayersChanged(players=players):
                concerned.update(player.id for player in players)
            case events.PlayerRemoved(player=known) | events.PlayerWithdrew(player=known):
                concerned.add(known)
            case events.WishesChanged():
                concerned.update(each.player for each in _volunteers_changed(state, version))
            case _:
                return None
    return concerned


def _volunteered(state: State, version: int, player: str) -> bool:
    """Whether a player has offered to sit out since a version, or no longer does: their own page shows it."""
    return any(each.player == player for each in _volunteers_changed(state, version))


def _volunteers_changed(state: State, version: int) -> set[ByeVolunteer]:
    """The offers to sit out that were made or taken back after a version."""
    known: set[ByeVolunteer] = set()
    changed: set[ByeVolunteer] = set()
    for entry in state.history.entries:
        change = _meant(state.history, entry.event)
        if isinstance(change, events.WishesChanged):
            offers = set(change.wishes.volunteers)
            if entry.number > version:
                changed |= known ^ offers
            known = offers
    return changed


def _redrawn(state: State, touched: _Boards) -> bool:
    """Whether a draw was changed since players saw it, so that its tables are not those of the pages."""
    rounds = {number for number, _ in touched}
    return any(publication(state.tournament, number).shown is Shown.EARLIER for number in rounds)


def _meant(history: History, event: events.Event) -> events.Event:
    """The event itself, or the one that it undoes or redoes."""
    if isinstance(event, events.Undone | events.Redone):
        return history.change(event.entry).event
    return event


def _concerns(state: State, player: str, number: int, table: int) -> bool:
    """Whether a board is a player's own, or of an earlier round and so may change their place."""
    event = state.tournament
    board = event.round(number).board_at(table)
    return number < event.rounds_played or (board is not None and player in (board.white, board.black))
