"""A tournament at one glance, for the overview: what the use case sees, in the reader's words."""

from collections.abc import Iterator
from dataclasses import dataclass

from miai.app.desk import State
from miai.app.event.overview import Need, NeedKind, Overview, Stage, overview
from miai.app.lookup import names_of
from miai.domain import events
from miai.domain.game import Board
from miai.domain.player import Player, PlayerId, Registration
from miai.domain.round import Round
from miai.domain.tournament import Tournament
from miai.report.standings import criterion_title
from miai.standings import Row, standings
from miai.web.server.frame import is_finished, still_out
from miai.web.words import gettext as _
from miai.web.words import ngettext
from miai.web.words.formatting import day_and_time
from miai.web.words.happenings import result_sentence, winner_colour

LEADERS = 6
_PAGES = {
    NeedKind.CLAIMS: "results",
    NeedKind.OUTSTANDING: "results",
    NeedKind.REPUBLISH: "publish",
    NeedKind.UNPAIRED: "draw",
    NeedKind.GONE: "draw",
    NeedKind.BYE: "players",
    NeedKind.NOT_HERE: "players",
}
_ICONS = {NeedKind.CLAIMS: "flag", NeedKind.OUTSTANDING: "clock", NeedKind.REPUBLISH: "globe"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A table of the hall: "w" or "b" won, nobody did ("half"), it is "out", or there is a "clash"."""

    table: int
    kind: str
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Errand:
    """Something that waits for the director, and the page where it is seen to."""

    icon: str
    what: str
    why: str
    page: str
    button: str
    round: int | None
    table: int | None
    urgent: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Leader:
    """One of the first in the standings, and what they do in the round."""

    row: Row
    doing: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A round in the plan: "past", "on", or to come."""

    number: int
    kind: str
    starts_at: str
    figure: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Glance:
    """Everything on the overview; `round` is the one whose tables are shown."""

    seen: Overview
    stage: str
    round: int
    title: str
    hall: tuple[Seat, ...]
    errands: tuple[Errand, ...]
    criteria: tuple[tuple[str, str], ...]
    leaders: tuple[Leader, ...]
    leaders_after: int
    plan: tuple[Line, ...]
    published: tuple[str, ...]


def glance(state: State, shown_round: int) -> Glance:
    """Look at a tournament, and at the tables of one round."""
    event = state.tournament
    seen, names = overview(event), names_of(event)
    number = min(shown_round, seen.round)
    disputed = {(need.round, need.table) for need in seen.needs if need.kind is NeedKind.CLAIMS}
    after = max((drawn.number for drawn in event.rounds if is_finished(drawn)), default=0)
    table = standings(event, after=after) if after else None
    return Glance(
        seen=seen,
        stage=seen.stage.value,
        round=number,
        title=_title(seen),
        hall=tuple(
            _seat(board, names, disputed=(number, board.table) in disputed)
            for board in event.round(number).boards
        ),
        errands=tuple(_errand(event, need) for need in seen.needs),
        criteria=tuple((key, criterion_title(key)) for key in event.settings.criteria[:3]),
        leaders=tuple(
            Leader(row=row, doing=_doing(event, event.round(seen.round), row.player))
            for row in (table.rows[:LEADERS] if table else ())
        ),
        leaders_after=after,
        plan=tuple(_line(event, each, seen) for each in range(1, max(event.settings.rounds, seen.round) + 1)),
        published=tuple(_published(state)),
    )


def _title(seen: Overview) -> str:
    match seen.stage:
        case Stage.EMPTY:
            return _("No players yet")
        case Stage.CHECK_IN:
            return ngettext("%(num)s player entered", "%(num)s players entered", seen.players)
        case Stage.DRAFT:
            return _("Round %(number)s is a draft", number=seen.round)
        case Stage.PLAYING:
            return ngettext(
                "Round %(number)s, %(num)s game to go",
                "Round %(number)s, %(num)s games to go",
                len(seen.open_boards),
                number=seen.round,
            )
        case Stage.READY:
            return _("Round %(number)s can be drawn", number=seen.next_round)
    return ngettext(
        "%(num)s round played, all results are in", "%(num)s rounds played, all results are in", seen.round
    )


def _seat(board: Board, names: dict[PlayerId, str], *, disputed: bool) -> Seat:
    white, black = names[board.white], names[board.black]
    if disputed:
        kind, sentence = (
            "clash",
            _("%(white)s and %(black)s report different results", white=white, black=black),
        )
    elif not board.result.known:
        kind, sentence = "out", _("%(white)s against %(black)s, still playing", white=white, black=black)
    else:
        kind = winner_colour(board.result) or "half"
        sentence = result_sentence(board.result, white, black)
    return Seat(table=board.table, kind=kind, sentence=sentence)


def _errand(event: Tournament, need: Need) -> Errand:
    what, why = _told(event, need)
    return Errand(
        icon=_ICONS.get(need.kind, "people"),
        what=what,
        why=why,
        page=_PAGES[need.kind],
        button=_button(need.kind),
        round=need.round,
        table=need.table,
        urgent=need.kind is NeedKind.CLAIMS,
    )


def _told(event: Tournament, need: Need) -> tuple[str, str]:
    """What waits, and a word more about it."""
    values = {"round": need.round, "table": need.table, "name": _name(event, need)}
    match need.kind:
        case NeedKind.CLAIMS:
            return _("Table %(table)s: the players report different results", **values), _pair(event, need)
        case NeedKind.OUTSTANDING:
            return _("Round %(round)s, table %(table)s has no result", **values), _pair(event, need)
        case NeedKind.REPUBLISH:
            return _("Round %(round)s is drawn otherwise than published", **values), _(
                "Players see the earlier draw until you publish again."
            )
        case NeedKind.UNPAIRED:
            return _("%(name)s is here and has no game in round %(round)s", **values), ""
        case NeedKind.GONE:
            return _("%(name)s is paired at table %(table)s but misses round %(round)s", **values), ""
        case NeedKind.BYE:
            return _("Round %(round)s has an odd number of players", **values), _(
                "The draw will choose a bye."
            )
    return _not_here(event)


def _button(kind: NeedKind) -> str:
    return {
        NeedKind.CLAIMS: _("Settle"),
        NeedKind.OUTSTANDING: _("Enter"),
        NeedKind.BYE: _("Attendance"),
        NeedKind.NOT_HERE: _("Check in"),
    }.get(kind, _("Look"))


def _name(event: Tournament, need: Need) -> str:
    return event.player(need.player).name if need.player else ""


def _pair(event: Tournament, need: Need) -> str:
    board = next((each for each in event.round(need.round or 0).boards if each.table == need.table), None)
    if board is None:
        return ""
    return _(
        "%(white)s against %(black)s",
        white=event.player(board.white).name,
        black=event.player(board.black).name,
    )


def _not_here(event: Tournament) -> tuple[str, str]:
    names = [player.name for player in event.players if player.registration is Registration.PRELIMINARY]
    what = ngettext("%(num)s player is not here yet", "%(num)s players are not here yet", len(names))
    return what, ", ".join(names[:4]) + ("…" if len(names) > 4 else "")


def _doing(event: Tournament, drawn: Round, player: Player) -> str:
    """What a player does in the round: "table 2, playing Lefèvre"."""
    board = drawn.board_of(player.id)
    if board is None:
        return _("bye") if drawn.bye_of(player.id) else ""
    values = {"table": board.table, "opponent": event.player(board.opponent_of(player.id)).surname}
    if not board.result.known:
        return _("table %(table)s, playing %(opponent)s", **values)
    won = winner_colour(board.result)
    if not won:
        return _("table %(table)s, no winner against %(opponent)s", **values)
    if won == board.colour_of(player.id).value[0]:
        return _("table %(table)s, won against %(opponent)s", **values)
    return _("table %(table)s, lost against %(opponent)s", **values)


def _line(event: Tournament, number: int, seen: Overview) -> Line:
    drawn = event.round(number)
    clock = next((each for each in event.clocks if each.round == number), None)
    if is_finished(drawn):
        figure = ngettext("%(num)s game", "%(num)s games", len(drawn.boards))
    elif drawn.boards:
        done = len(drawn.boards) - still_out(drawn)
        figure = _("%(done)s of %(total)s", done=done, total=len(drawn.boards))
    else:
        here = sum(player.attends(number) for player in event.players)
        figure = _("%(count)s here", count=here) if here else ""
    now = number == seen.round and not is_finished(drawn)
    kind = "on" if now else "past" if drawn.boards else ""
    return Line(number=number, kind=kind, starts_at=clock.starts_at if clock else "", figure=figure)


def _published(state: State) -> Iterator[str]:
    """What players can see, with the time it was shown: the latest pairings and the latest standings."""
    undone = state.history.undone
    latest: dict[type, str] = {}
    for entry in state.history.entries:
        if entry.number in undone:
            continue
        match entry.event:
            case events.RoundPublished(round=number):
                latest[events.RoundPublished] = _(
                    "Pairings of round %(number)s, %(time)s", number=number, time=day_and_time(entry.at)
                )
            case events.StandingsPublished(after_round=number):
                latest[events.StandingsPublished] = _(
                    "Standings after round %(number)s, %(time)s", number=number, time=day_and_time(entry.at)
                )
    yield from latest.values()
