"""The standings: every criterion for every player, sorted, with shared places."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from miai.domain.people.names import plain_name
from miai.domain.people.participants import with_participants_only
from miai.domain.people.player import Player, PlayerId
from miai.domain.people.player_filter import EVERYBODY, Among
from miai.domain.points import HALF, NOTHING, POINT, Quarters, plain
from miai.domain.rounds.final_table import FinalRow, FinalTable
from miai.domain.rounds.game import Result
from miai.domain.rounds.round import Attendance
from miai.domain.settings.criterion_names import criterion_key, unknown_criterion
from miai.domain.settings.scoring_rules import Unplayed
from miai.domain.tournament import Tournament
from miai.engine.scoring.bonuses import GivenBonus, bonuses
from miai.engine.scoring.direct import DIRECT, Direct, Encounters
from miai.engine.scoring.scores import PlayerRound, Scores, scores
from miai.engine.scoring.tiebreaks import TIEBREAKS, Tiebreak, own_meanings, tiebreak_of_plugin
from miai.errors import InputError, Problem, unknown_word
from miai.messages import Message, counted
from miai.plugins import Registry

_OWN: dict[str, Tiebreak | Direct] = {**TIEBREAKS.own, **DIRECT}
CRITERIA: Registry[Tiebreak | Direct] = Registry("criteria", _OWN, tiebreak_of_plugin, reserved=own_meanings)
# These two are computed together, from the tie before the first of them.
_CONFRONTATIONS = ("sdc", "dc")
_KINDS = {POINT: "won", HALF: "jigo", NOTHING: "lost"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A round of one player: in one word, how it ended, the opponent and their line in the table.

    A round without a game is "free", a game that does not count "annulled". The line is 0 if the opponent is
    not in the table, because it shows only some.
    """

    text: str
    kind: str
    opponent: Player | None = None
    line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsRow:
    """One line of the table; tied players share the place of the first of them.

    Games refer to the `line` in the table of all; `overall` is the place there. `tied`: so is the line above.
    """

    line: int
    place: int
    overall: int
    player: Player
    values: dict[str, float | int]
    cells: tuple[Cell, ...] = ()
    start: float = 0
    wins: float = 0
    tied: bool = False

    @property
    def results(self) -> tuple[str, ...]:
        """Every round in one word."""
        return tuple(cell.text for cell in self.cells)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """The table after a round, best first: of all, or of some who are placed among themselves."""

    tournament: Tournament
    after_round: int
    criteria: tuple[str, ...]
    rows: tuple[StandingsRow, ...]
    among: Among = EVERYBODY

    @property
    def columns(self) -> tuple[Tiebreak | Direct, ...]:
        """The criteria that decide."""
        return tuple(CRITERIA[key] for key in self.criteria)

    @property
    def shown_criteria(self) -> tuple[str, ...]:
        """The criteria that have a column in files."""
        return tuple(self.rows[0].values) if self.rows else self.criteria

    @property
    def bonuses(self) -> tuple[GivenBonus, ...]:
        """The points that were earned outside the games."""
        return bonuses(self.tournament, after=self.after_round)

    @property
    def numbered(self) -> bool:
        """Whether the lines need numbers of their own, because places are shared or only some are shown."""
        return any(row.line != row.place for row in self.rows)

    def row_of(self, player: PlayerId | None) -> StandingsRow | None:
        """A player's own line."""
        return next((row for row in self.rows if row.player.id == player), None)

    @property
    def of_some(self) -> bool:
        """Whether only some are meant, who then have a place among themselves and one among all."""
        return self.among != EVERYBODY

    @property
    def final(self) -> bool:
        """Whether this is the table that was fixed."""
        fixed = self.tournament.final
        return fixed is not None and fixed.is_for(self.after_round, self.criteria)

    @property
    def shows_start(self) -> bool:
        """Whether players start with different scores, by grade or carried over, which then have a column."""
        carried = "mms" in self.criteria and any(row.player.start for row in self.rows)
        return carried or not self.tournament.settings.by_wins

    @property
    def shows_wins(self) -> bool:
        """Whether wins have a column of their own, because they are no criterion."""
        return "nbw" not in self.criteria


def standings(
    tournament: Tournament,
    *,
    after: int | None = None,
    criteria: Sequence[str] | str | None = None,
    unplayed: Unplayed | str | None = None,
    among: Among | str = EVERYBODY,
) -> Standings:
    """The table after `after` rounds (the last played) by the given criteria (the tournament's own).

    A criterion is given by its key or by any of its names. With "all" the table is ordered by the
    tournament's own criteria and shows every other one too. Whoever was entered and never came is not in it.
    With `among`, such as "country=FR", only some are in it, placed among themselves. A final table has the
    rows that were fixed, whatever would be computed now.

    >>> table = miai.standings(evening, after=2, criteria=["wins", "SOS (wins)"])
    >>> for row in table.rows[:2]:
    ...     print(row.place, row.player.name, row.values["nbw"], row.values["sosw"])
    1 Example Anna 2 1.5
    2 Sixth Fay 1.5 1.5
    """
    tournament = with_participants_only(tournament)
    after = counted_rounds(tournament, after)
    policy = _policy(unplayed)
    if isinstance(criteria, str):
        criteria = criteria.split(",")
    wanted = None if criteria is None else tuple(map(criterion_key, criteria))
    everything = wanted is not None and [key.lower() for key in wanted] == ["all"]
    order = tournament.settings.criteria if wanted is None or everything else wanted
    _demand_known(order)
    table = scores(tournament, after=after, unplayed=policy)
    values = _values(table, order, tuple(CRITERIA) if everything else order)
    final = tournament.final
    fixed = final if final and policy is None and final.is_for(after, order) else None
    whole = Standings(
        tournament=tournament,
        after_round=after,
        criteria=order,
        rows=tuple(_rows(table, values, _fixed(table, fixed) if fixed else _placed(table, order, values))),
    )
    return narrowed(_with_fixed_values(whole, fixed) if fixed else whole, among)


def narrowed(table: Standings, among: Among | str) -> Standings:
    """Those of a table whom the limits hold, placed among themselves."""
    wanted = Among.parse(among) if isinstance(among, str) else among
    if wanted == EVERYBODY:
        return table
    category_of = table.tournament.settings.category_of
    rows: list[StandingsRow] = []
    for row in table.rows:
        if wanted.holds(row.player, category_of(row.player)):
            shared = bool(rows) and rows[-1].overall == row.overall
            rows.append(replace(row, place=rows[-1].place if shared else len(rows) + 1, tied=shared))
    return replace(table, rows=tuple(map(_with_lines_of(rows), rows)), among=wanted)


def _with_lines_of(rows: Sequence[StandingsRow]) -> Callable[[StandingsRow], StandingsRow]:
    """Only games against somebody in the table refer to a line."""
    lines = {row.line for row in rows}

    def within(row: StandingsRow) -> StandingsRow:
        return replace(
            row, cells=tuple(replace(each, line=each.line if each.line in lines else 0) for each in row.cells)
        )

    return within


def final_table(table: Standings) -> FinalTable:
    """The table of all as it is fixed."""
    return FinalTable(
        after_round=table.after_round,
        criteria=table.criteria,
        rows=tuple(
            FinalRow(
                player=row.player.id,
                place=row.overall,
                values=tuple(float(row.values[key]) for key in table.criteria),
            )
            for row in table.rows
        ),
    )


def counted_rounds(tournament: Tournament, after: int | None) -> int:
    """The number of rounds to count: up to the last played unless another is wanted, which must exist."""
    last = tournament.rounds_played
    after = last if after is None else after
    if 0 <= after <= max(last, tournament.settings.rounds):
        return after
    raise InputError(
        counted(
            "there is no round %(round)s: %(num)s has been played",
            "there is no round %(round)s: %(num)s have been played",
            last,
            round=after,
        )
    )


def criteria_values(table: Scores, criteria: Sequence[str]) -> dict[str, Sequence[float]]:
    """The values of criteria in their order, for sorting: points in quarters."""
    return _values(table, criteria, criteria)


def shown_values(table: Scores, key: str) -> list[float | int]:
    """The values of one criterion as tables show them, by the players' index."""
    return list(map(_how_shown(key), criteria_values(table, (key,))[key]))


def _policy(unplayed: Unplayed | str | None) -> Unplayed | None:
    if unplayed is None or isinstance(unplayed, Unplayed):
        return unplayed
    try:
        return Unplayed(unplayed)
    except ValueError:
        what = Message("'%(key)s' is not a rule for unplayed rounds", key=unplayed)
        raise InputError(unknown_word(what, unplayed, (policy.value for policy in Unplayed))) from None


def _demand_known(keys: Sequence[str]) -> None:
    unknown = [Problem(what=unknown_criterion(key)) for key in keys if key not in CRITERIA]
    if unknown:
        raise InputError(unknown)


def _values(table: Scores, order: Sequence[str], wanted: Sequence[str]) -> dict[str, Sequence[float]]:
    values: dict[str, Sequence[float]] = {
        key: TIEBREAKS[key].compute(table) for key in dict.fromkeys([*order, *wanted]) if key in TIEBREAKS
    }
    add_direct(table, order, values)
    return {key: values.get(key, [0] * len(table.players)) for key in dict.fromkeys([*order, *wanted])}


def add_direct(table: Encounters, order: Sequence[str], values: dict[str, Sequence[float]]) -> None:
    """Add the values of the criteria that compare tied players to those of all others in the order."""
    for position, key in enumerate(order):
        if key in DIRECT and key not in values:
            for each in _CONFRONTATIONS if key in _CONFRONTATIONS else (key,):
                rest = order[order.index(each) + 1 :] if each in order else ()
                values[each] = _among_tied(table, each, order[:position], rest, values)


def _among_tied(
    table: Encounters,
    key: str,
    before: Sequence[str],
    rest: Sequence[str],
    values: dict[str, Sequence[float]],
) -> list[int]:
    everybody = range(len(table.rounds))
    keys = [tuple(values[k][i] for k in rest if k in values) for i in everybody]
    result = [0] * len(table.rounds)
    tie = _key_of(before, values)
    for _, tied in groupby(sorted(everybody, key=tie), key=tie):
        group = list(tied)
        if len(group) > 1:
            for i, value in DIRECT[key].compute(table, group, keys).items():
                result[i] = value
    return result


def _key_of(order: Sequence[str], values: dict[str, Sequence[float]]) -> Callable[[int], tuple[float, ...]]:
    return lambda i: tuple(values[key][i] for key in order)


def _placed(table: Scores, order: Sequence[str], values: dict[str, Sequence[float]]) -> list[tuple[int, int]]:
    """The players by their index, best first, each with the place."""
    name_key = _gotha_name if table.gotha else _plain_name
    tie = _key_of(order, values)

    def sort_key(i: int) -> tuple[tuple[float, ...], tuple[str | bytes, ...], int]:
        # Tied players of a result table keep the order of the table.
        by_name = () if table.tournament.published_places else name_key(table.players[i])
        return tuple(-value for value in tie(i)), by_name, i

    ordered = sorted(range(len(table.players)), key=sort_key)
    placed: list[tuple[int, int]] = []
    for line, i in enumerate(ordered, start=1):
        shared = bool(placed) and tie(i) == tie(ordered[line - 2])
        placed.append((i, placed[-1][1] if shared else line))
    return placed


def _fixed(table: Scores, final: FinalTable) -> list[tuple[int, int]]:
    """The players of a final table by their index, with the places that they have there."""
    index = {player.id: i for i, player in enumerate(table.players)}
    return [(index[row.player], row.place) for row in final.rows if row.player in index]


def _with_fixed_values(table: Standings, final: FinalTable) -> Standings:
    """A table with the values of the criteria that the final table has."""
    known = {row.player: dict(zip(final.criteria, row.values, strict=False)) for row in final.rows}
    rows = (
        replace(
            row,
            values=row.values | {key: without_fraction(value) for key, value in known[row.player.id].items()},
        )
        for row in table.rows
    )
    return replace(table, rows=tuple(rows))


def _rows(
    table: Scores, values: dict[str, Sequence[float]], placed: Sequence[tuple[int, int]]
) -> Iterator[StandingsRow]:
    line_of = {i: line for line, (i, _) in enumerate(placed, start=1)}
    shown = {key: _how_shown(key) for key in values}
    wins = table.wins
    for line, (i, place) in enumerate(placed, start=1):
        yield StandingsRow(
            line=line,
            place=place,
            overall=place,
            player=table.players[i],
            values={key: shown[key](value[i]) for key, value in values.items()},
            cells=tuple(_cell(each, table, line_of) for each in table.rounds[i]),
            start=plain(table.starts[i]),
            wins=plain(wins[i]),
            tied=line > 1 and placed[line - 2][1] == place,
        )


def _cell(each: PlayerRound, table: Scores, line_of: dict[int, int]) -> Cell:
    text = result_text(each, table, line_of)
    if each.annulled:
        return replace(_cell(each.annulled, table, line_of), text=text, kind="annulled")
    if not each.played:
        return Cell(text=text, kind="free")
    return Cell(
        text=text,
        kind=_KINDS[each.points] if each.result.known else "open",
        opponent=table.players[each.opponent],
        line=line_of.get(each.opponent, 0),
    )


def _how_shown(key: str) -> Callable[[float], float | int]:
    """How the values of a criterion are shown: points, not quarters."""
    if key == "f2f":
        return lambda value: without_fraction(value / 2)
    if key in TIEBREAKS and TIEBREAKS[key].quarters:
        return lambda value: without_fraction(value / POINT)
    return without_fraction


def without_fraction(value: float) -> float | int:
    """The value as a whole number where it is one."""
    return int(value) if value == int(value) else value


def _gotha_name(player: Player) -> tuple[bytes, bytes]:
    # OpenGotha compares names by UTF-16 code units, case and accents included.
    return player.surname.encode("utf-16-be"), player.first_name.encode("utf-16-be")


def _plain_name(player: Player) -> tuple[str, str]:
    return plain_name(player.surname), plain_name(player.first_name)


def result_text(each: PlayerRound, table: Scores, line_of: dict[int, int]) -> str:
    """A round in one word, with the opponent's line of the table: "12+/w3", "0+" for a bye, "0-" for none.

    An annulled game is in brackets: "(12+/w3)".
    """
    if each.annulled:
        return f"({result_text(each.annulled, table, line_of)})"
    if not each.played:
        return _free(worth_without_game(each, table))
    sign = "?" if each.result is Result.UNKNOWN else "-=+"[each.points * 2 // POINT]
    played = "!" if each.result.by_default else "/"
    colour = "" if each.colour is None else each.colour.value[0]
    stones = str(abs(each.stones)) if each.stones else ""
    terms = f"{played}{colour}{stones}" if colour or played == "!" else ""
    return f"{line_of[each.opponent]}{sign}{terms}"


def worth_without_game(each: PlayerRound, table: Scores) -> Quarters:
    """The points that a round without a game gives, in the score that the tournament counts."""
    if each.attendance is Attendance.UNPAIRED:
        return each.bonus
    scoring = table.scoring
    by_wins = table.tournament.settings.by_wins
    if each.attendance is Attendance.BYE:
        return scoring.bye_wins if by_wins else scoring.bye_points
    worth = scoring.absent_wins if by_wins else scoring.absent_points
    return Quarters(worth + each.bonus)


def _free(worth: Quarters) -> str:
    return "0+" if worth >= POINT else "0=" if worth > NOTHING else "0-"
