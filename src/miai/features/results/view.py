"""The games of a round for the results page: results, the latest entries, and disputed games."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from miai.desk.live_state import State
from miai.domain.log import events
from miai.domain.log.history import Entry
from miai.domain.people.player import Player
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.result_messages import result_message
from miai.domain.rounds.result_reports import mirrored
from miai.domain.time_zones import zone_of
from miai.features.draw.view.pairings import delay_at, result_word, winner_stone
from miai.features.publish.publish_round import screens
from miai.features.results.claims import OpenClaims, open_claims
from miai.features.results.contests import OpenContest, open_contests
from miai.features.results.jigo import jigo_possible
from miai.features.teams.view.team_matches import ShownMatch, shown_matches
from miai.messages import Message
from miai.server.roles import author
from miai.server.words import gettext as _
from miai.server.words import tell
from miai.server.words.formatting import capitalised, clock_time, joined

MOST_RECENT = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """What is disputed about a game, when that was reported, and the results that somebody wants.

    `keep` is the result that stands, if one does; each result is a value with its words. A report by name
    that `waits` is not a disagreement: the opponent may still confirm it.
    """

    what: str
    when: str
    keep: tuple[str, str] | None = None
    others: tuple[tuple[str, str], ...] = ()
    waits: bool = False

    def names(self, colour: str) -> bool:
        """True if a report that waits says that this colour won."""
        return self.waits and any(winner_stone(Result(value)) == colour for value, _words in self.others)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow:
    """A game on the results page; `won` is the winner's stone, `sign` what stands between the names.

    `delay` says that it is put off, and until when.
    """

    board: Board
    white: Player
    black: Player
    won: str
    sign: str
    dispute: Dispute | None = None
    delay: str = ""

    @property
    def done(self) -> bool:
        """Whether there is a result that no player contradicts."""
        return self.board.result.known and self.dispute is None

    @property
    def jigo(self) -> bool:
        """Whether jigo is offered."""
        return jigo_possible(self.board)

    @property
    def now(self) -> str:
        """The present result in words; empty without one."""
        return result_text(self.board, self.white.name, self.black.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecentResult:
    """A result that was entered a moment ago; `was` is the one that it replaced."""

    number: int
    table: int
    colour: str
    sentence: str
    by: str
    was: str = ""


def games_of(state: State, number: int, tables: Collection[int] | None = None) -> tuple[ResultRow, ...]:
    """The games of a round that are played, table by table, or those at some tables."""
    event = state.tournament
    players = {player.id: player for player in event.players}
    claims = {each.board.table: each for each in open_claims(event) if each.round == number}
    contests = open_contests(state, number)
    return tuple(
        ResultRow(
            board=board,
            white=players[board.white],
            black=players[board.black],
            won=winner_stone(board.result),
            sign=_sign(board),
            dispute=_dispute(state, board, claims.get(board.table), contests.get(board.table)),
            delay=delay_at(event, board, number),
        )
        for board in screens(event, number).desk.boards
        if tables is None or board.table in tables
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class GameGroup:
    """Games that stand together: those of a match of teams, or all of a column."""

    games: tuple[ResultRow, ...]
    match: ShownMatch | None = None


def matches_in(state: State, number: int) -> tuple[ShownMatch, ...]:
    """The matches of a team event as the result desk sees them; none in an event of individuals."""
    event = state.tournament
    return shown_matches(event, screens(event, number).desk) if event.settings.by_teams else ()


def in_columns(
    games: tuple[ResultRow, ...], matches: tuple[ShownMatch, ...]
) -> tuple[tuple[GameGroup, ...], tuple[GameGroup, ...]]:
    """The games in two columns of about the same length, those of a match together."""
    if not matches:
        half = (len(games) + 1) // 2
        return (GameGroup(games=games[:half]),), (GameGroup(games=games[half:]),)
    groups = [
        GameGroup(match=match, games=tuple(game for game in games if game.board.table in match.tables))
        for match in matches
    ]
    inside = {table for match in matches for table in match.tables}
    apart = tuple(game for game in games if game.board.table not in inside)
    shown = tuple(group for group in (*groups, GameGroup(games=apart)) if group.games)
    half = (len(shown) + 1) // 2
    return shown[:half], shown[half:]


def recent_results(state: State, number: int) -> tuple[RecentResult, ...]:
    """The latest results of a round that still count, the last first."""
    return tuple(islice(_recent(state, number), MOST_RECENT))


def result_text(board: Board, white: str, black: str) -> str:
    """The result of a board in words; empty without one."""
    return tell(result_message(board.result, white, black)) if board.result.known else ""


def touched_since(state: State, number: int, version: int) -> set[int]:
    """The tables of a round whose results changed after a version."""
    return {
        entry.event.table
        for entry in state.history.since(version)
        if isinstance(entry.event, events.ResultEntered | events.ResultClaimed | events.ResultContested)
        and entry.event.round == number
    }


def _sign(board: Board) -> str:
    if not board.result.known:
        return f"H{board.handicap}" if board.handicap else "·"
    signs = {
        Result.WHITE_WINS: "‹",
        Result.BLACK_WINS: "›",
        Result.JIGO: "=",
        Result.BOTH_LOSE: "0",
        Result.BOTH_WIN: "+",
    }
    sign = signs[board.result.played]
    return f"{sign} f" if board.result.by_default else sign


def to_settle(state: State, number: int) -> set[int]:
    """The tables of a round where players or another desk have reported something that is not settled."""
    claimed = {each.board.table for each in open_claims(state.tournament) if each.round == number}
    return claimed | set(open_contests(state, number))


def _dispute(
    state: State, board: Board, claims: OpenClaims | None, contest: OpenContest | None
) -> Dispute | None:
    """What the two at a board, or two desks, say differently."""
    disputed = claims if claims and not claims.provisional else None
    said = _contest_sentences(board, contest) if contest else []
    when = ""
    wanted = [each.result for each in contest.refused] if contest else []
    if disputed:
        when = _when_claimed(state, disputed)
        said.append(capitalised(tell(disputed.disagreement)))
        wanted += _claimed_results(board, disputed)
    if not said:
        return None
    stands = board.result if board.result.known else None
    return Dispute(
        waits=not contest and disputed is not None and disputed.waiting,
        what=" ".join(said),
        when=when,
        keep=_choice(stands) if stands else None,
        others=tuple(_choice(each) for each in dict.fromkeys(wanted) if each is not stands),
    )


def _when_claimed(state: State, claims: OpenClaims) -> str:
    zone = zone_of(state.tournament)
    times = [clock_time(entry.at, zone) for entry in _claims_in(state, claims)]
    return _("from their phones, %(times)s", times=joined(times)) if times else ""


def _claimed_results(board: Board, claims: OpenClaims) -> list[Result]:
    """The results that players reported, with the colours of the board as it is now."""
    turned = claims.board.white != board.white
    return [mirrored(each.result) if turned else each.result for each in claims.claims]


def _contest_sentences(board: Board, contest: OpenContest) -> list[str]:
    """Who entered what, and who wanted something else."""
    if not contest.refused:
        return []
    first, *more = contest.refused
    values = {
        "result": result_word(board.result) or _("no result"),
        "other": author(first.by),
        "refused": result_word(first.result) or _("no result"),
    }
    entered = (
        _(
            "%(who)s entered %(result)s, then %(other)s said %(refused)s.",
            who=author(contest.entered_by),
            **values,
        )
        if contest.entered_by
        else _("The result is %(result)s, then %(other)s said %(refused)s.", **values)
    )
    then = [
        _(
            "Then %(other)s said %(refused)s.",
            other=author(each.by),
            refused=result_word(each.result) or _("no result"),
        )
        for each in more
    ]
    return [entered, *then]


def _choice(result: Result) -> tuple[str, str]:
    return result.value, result_word(result) or _("no result")


def _claims_in(state: State, claims: OpenClaims) -> list[Entry]:
    """The latest report of each player about a board."""
    latest: dict[str, Entry] = {}
    players = {claim.player for claim in claims.claims}
    for entry in state.history.entries:
        match entry.event:
            case events.ResultClaimed(round=r, claimed_by=player) if r == claims.round and player in players:
                latest[player] = entry
    return list(latest.values())


def _recent(state: State, number: int) -> Iterator[RecentResult]:
    names = state.tournament.short_names
    boards = {board.table: board for board in screens(state.tournament, number).desk.boards}
    entries = state.history.entries_of_draw(number)
    for at in range(len(entries) - 1, -1, -1):
        entry = entries[at]
        match entry.event:
            case events.ResultEntered(round=r, table=t) | events.ResultClaimed(round=r, table=t):
                board = boards.get(t)
                if r != number or board is None:
                    continue
                white, black = names[board.white], names[board.black]
                if isinstance(entry.event, events.ResultClaimed) and entry.event.phone:
                    yield _reported_by_name(entry, entry.event, names[entry.event.claimed_by], white, black)
                    continue
                was = _result_before(entries[:at], r, t)
                yield RecentResult(
                    number=entry.number,
                    table=t,
                    colour=winner_stone(entry.event.result),
                    sentence=tell(result_message(entry.event.result, white, black)),
                    by=entry.by,
                    was=tell(result_message(was, white, black))
                    if was.known and was is not entry.event.result
                    else "",
                )


def _reported_by_name(
    entry: Entry, claimed: events.ResultClaimed, name: str, white: str, black: str
) -> RecentResult:
    """A report that waits until somebody confirms it."""
    result = result_message(claimed.result, white, black)
    return RecentResult(
        number=entry.number,
        table=claimed.table,
        colour="",
        sentence=tell(Message("%(name)s reports by name: %(result)s", name=name, result=result)),
        by=entry.by,
    )


def _result_before(entries: Sequence[Entry], number: int, table: int) -> Result:
    """The result that a table had before an entry, of those that count."""
    for entry in reversed(entries):
        match entry.event:
            case events.ResultEntered(round=r, table=t, result=result) if (r, t) == (number, table):
                return result
            case events.RoundDrawn(round=drawn) if drawn.number == number:
                break
    return Result.UNKNOWN
