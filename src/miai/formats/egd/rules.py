"""Recognises the rules behind a printed table, so that its standings come out as printed.

A result table prints scores but not how they were computed: whether the first column is wins or McMahon
points, what a missed round is worth, which sums follow, and what an unplayed round adds to them. The printed
columns are compared with each possibility; only one that fits every line is used.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from miai.domain.points import HALF, NOTHING, POINT, Quarters, quarters
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.scoring_rules import Scoring, Unplayed
from miai.domain.tournament import Tournament
from miai.engine.scoring.places import criteria_values, shown_values
from miai.engine.scoring.scores import Scores, scores, with_unplayed
from miai.formats.egd.lines import parse_score
from miai.formats.reading import Faults
from miai.messages import Message

Column = Sequence[float | None]
_WIN_SUMS = ("nbw", "sosw", "sososw", "sodosw", "cussw", "sosw-1", "sosw-2")
_POINT_SUMS = ("nbw", "mms", "sosm", "sososm", "sodosm", "cussm", "sosm-1", "sosm-2")
# Where several rules give the printed table, the first of these is used.
_POLICIES = (
    Unplayed.ZERO, Unplayed.MACMAHON, Unplayed.DUMMY, Unplayed.START, Unplayed.OWN, Unplayed.AGA,
    Unplayed.EPM,
)  # fmt: skip


def recognise_rules(
    tournament: Tournament,
    printed: Sequence[Sequence[str]],
    *,
    halves: bool,
    faults: Faults,
) -> Tournament:
    """Give the tournament the starting scores, criteria and rules that its table was made with."""
    columns = _columns(printed)
    scoring, scale = _scoring_of(tournament, columns, halves=halves)
    tournament = _with_scoring(tournament, scoring)
    columns = [[None if v is None else v / scale for v in column] for column in columns]
    wins = [row / 4 for row in scores(tournament, after=tournament.settings.rounds).wins]
    if not columns or list(columns[0]) == wins:
        return _with_criteria(tournament, columns, system="swiss", first="nbw", sums=_WIN_SUMS)
    if any(value is None for value in columns[0]):
        faults.note(
            Message("the first score column cannot be read: starting scores are computed from the grades")
        )
        return _with_criteria(tournament, columns, system="mcmahon", first="mms", sums=_POINT_SUMS)
    return _with_criteria(
        _with_starts(tournament, columns[0]), columns, system="mcmahon", first="mms", sums=_POINT_SUMS
    )


def _columns(printed: Sequence[Sequence[str]]) -> list[list[float | None]]:
    width = min((len(one) for one in printed), default=0)
    return [[parse_score(one[c]) for one in printed] for c in range(width)]


def _with_scoring(tournament: Tournament, scoring: Scoring) -> Tournament:
    return replace(tournament, settings=replace(tournament.settings, scoring=scoring))


def _scoring_of(tournament: Tournament, columns: Sequence[Column], *, halves: bool) -> tuple[Scoring, int]:
    """The scoring rules that give the printed wins, and the factor (1 or 2) that scores are printed with."""
    base = replace(tournament.settings.scoring, bye_wins=POINT, bye_points=POINT)
    candidates = [base]
    if halves:
        # Found in real tables: half points for the McMahon score only; for wins too; rounded down in total.
        candidates = [
            replace(base, absent_wins=wins, absent_points=HALF, round_down=floored)
            for wins, floored in ((NOTHING, True), (HALF, False), (HALF, True), (NOTHING, False))
        ]
    for scale in (1, 2):
        for scoring in candidates:
            table = scores(_with_scoring(tournament, scoring), after=tournament.settings.rounds)
            wins = [scale * row / 4 for row in table.wins]
            if any(list(column) == wins for column in columns):
                whole = all((v or 0) % 1 == 0 for v in columns[0])
                return replace(scoring, round_down=scoring.round_down if whole else False), scale
    return candidates[0], 1


def _with_starts(tournament: Tournament, printed: Column) -> Tournament:
    """Set each starting score to the printed score minus the points won."""
    blank = replace(
        tournament, players=tuple(replace(player, start=NOTHING) for player in tournament.players)
    )
    won = scores(blank, after=tournament.settings.rounds).points
    players = tuple(
        replace(player, start=Quarters(quarters(score or 0) - points))
        for player, score, points in zip(tournament.players, printed, won, strict=True)
    )
    return replace(tournament, players=players)


def _with_criteria(
    tournament: Tournament, columns: Sequence[Column], *, system: str, first: str, sums: Sequence[str]
) -> Tournament:
    best: tuple[str, ...] = ()
    best_policy = Unplayed.ZERO
    wanted = [list(column) for column in columns[1:]]
    table = scores(tournament, after=tournament.settings.rounds)
    for policy in _POLICIES:
        # No rule can fit more columns than there are.
        if len(best) == len(wanted):
            break
        tried = with_unplayed(table, policy)
        computed = {key: shown_values(tried, key) for key in sums if key != first}
        found = [next((key for key, values in computed.items() if values == each), None) for each in wanted]
        matched = tuple(dict.fromkeys(key for key in found if key))
        if len(matched) > len(best):
            best, best_policy = matched, policy
    settings: Settings = replace(
        tournament.settings,
        system=system,
        criteria=_in_order_of_the_table(with_unplayed(table, best_policy), (first, *best)),
        scoring=replace(tournament.settings.scoring, unplayed=best_policy),
    )
    return replace(tournament, settings=settings)


def _in_order_of_the_table(table: Scores, printed: tuple[str, ...]) -> tuple[str, ...]:
    """The criteria as printed, or with the wins last where only that gives the printed order of players."""
    wins_last = (*(key for key in printed if key != "nbw" or key == printed[0]), "nbw")
    for criteria in (printed, tuple(dict.fromkeys(wins_last))):
        values = criteria_values(table, criteria)
        lines = zip(*(values[key] for key in criteria), strict=True)
        if all(upper >= lower for upper, lower in pairwise(lines)):
            return criteria
    return printed
