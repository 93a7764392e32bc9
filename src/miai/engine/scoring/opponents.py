"""Sums over opponents, and what a round without an opponent adds to them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from miai.domain.points import HALF, NOTHING, POINT, Quarters
from miai.domain.rounds.game import Result
from miai.domain.rounds.round import Attendance
from miai.domain.settings.scoring_rules import Rulebook, Unplayed
from miai.engine.scoring.scores import PlayerRound, Scores


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreFamily:
    """One kind of score to sum over: wins, McMahon points, or Strasbourg points."""

    own: Sequence[Quarters]
    seen: Sequence[Quarters]
    starts: Sequence[Quarters]
    counts_stones: bool


def wins_family(table: Scores) -> ScoreFamily:
    """Wins: everybody starts at 0, and handicaps do not count."""
    return ScoreFamily(
        own=table.wins, seen=table.wins_seen, starts=[NOTHING] * len(table.players), counts_stones=False
    )


def points_family(table: Scores) -> ScoreFamily:
    """McMahon points: the score of White's opponent counts the handicap more, that of Black's less."""
    return ScoreFamily(own=table.points, seen=table.points_seen, starts=table.starts, counts_stones=True)


def opponent_scores(table: Scores, family: ScoreFamily) -> list[list[Quarters]]:
    """For each player and round, the opponent's score or what stands in for it."""
    stand_in = _SCORE_STAND_INS[table.unplayed]
    return [
        [
            Quarters(family.seen[each.opponent] + (POINT * each.stones if family.counts_stones else 0))
            if each.played
            else stand_in(table, family, i, each)
            for each in one
        ]
        for i, one in enumerate(table.rounds)
    ]


def sos(table: Scores, family: ScoreFamily) -> list[Quarters]:
    """Sum of opponents' scores."""
    return [Quarters(sum(one)) for one in opponent_scores(table, family)]


def sodos(table: Scores, family: ScoreFamily) -> list[float]:
    """Sum of defeated opponents' scores; a jigo counts half of the score, without rounding."""
    entries = opponent_scores(table, family)
    return [
        sum(entry * share_won(table, each) for entry, each in zip(scores, one, strict=True)) / POINT
        for scores, one in zip(entries, table.rounds, strict=True)
    ]


def sosos(table: Scores, family: ScoreFamily) -> list[Quarters]:
    """Sum of opponents' SOS, without the handicap."""
    sums = sos(table, family)
    stand_in = _SUM_STAND_INS[table.unplayed](table, family, sums)
    return [
        Quarters(sum(sums[each.opponent] if each.played else stand_in(i, each) for each in one))
        for i, one in enumerate(table.rounds)
    ]


def share_won(table: Scores, each: PlayerRound) -> Quarters:
    """How much of a game counts as the defeat of the opponent."""
    if each.played:
        nobody_lost = _is_macmahon(table) and each.result.played is Result.BOTH_WIN
        return NOTHING if nobody_lost else each.points
    # A bye is a win over the stand-in: the AGA's phantom, MacMahon's opponent with one point less.
    beats_stand_in = each.forced_bye and table.unplayed in (Unplayed.AGA, Unplayed.MACMAHON)
    return POINT if beats_stand_in else NOTHING


def _is_macmahon(table: Scores) -> bool:
    """Whether the sums are MacMahon's own, as it computes them from its own files."""
    return table.unplayed is Unplayed.MACMAHON and table.scoring.rulebook is Rulebook.MACMAHON


def _is_unpaired(table: Scores, each: PlayerRound) -> bool:
    """Whether a round counts as MacMahon counts that of somebody whom it did not pair."""
    return _is_macmahon(table) and each.attendance is Attendance.UNPAIRED


def phantom(table: Scores, family: ScoreFamily, i: int) -> Quarters:
    """AGA: a phantom started where the player did and won half of the rounds."""
    return Quarters(family.starts[i] + HALF * table.after)


def _zero(table: Scores, family: ScoreFamily, i: int, each: PlayerRound) -> Quarters:
    return NOTHING


def _start(table: Scores, family: ScoreFamily, i: int, each: PlayerRound) -> Quarters:
    return family.starts[i]


def _own(table: Scores, family: ScoreFamily, i: int, each: PlayerRound) -> Quarters:
    return family.own[i]


def _macmahon(table: Scores, family: ScoreFamily, i: int, each: PlayerRound) -> Quarters:
    if each.attendance is Attendance.BYE:
        return Quarters(family.own[i] - POINT)
    return family.own[i] if _is_unpaired(table, each) else family.starts[i]


def _phantom(table: Scores, family: ScoreFamily, i: int, each: PlayerRound) -> Quarters:
    return phantom(table, family, i)


def _epm(table: Scores, family: ScoreFamily, i: int, each: PlayerRound) -> Quarters:
    return family.own[i] if each.attendance is Attendance.BYE else NOTHING


ScoreStandIn = Callable[[Scores, ScoreFamily, int, PlayerRound], Quarters]
_SCORE_STAND_INS: dict[Unplayed, ScoreStandIn] = {
    Unplayed.ZERO: _zero,
    Unplayed.START: _start,
    Unplayed.OWN: _own,
    Unplayed.MACMAHON: _macmahon,
    Unplayed.DUMMY: _zero,
    Unplayed.AGA: _phantom,
    Unplayed.EPM: _epm,
}

SumStandIn = Callable[[int, PlayerRound], int]


def _no_sum(table: Scores, family: ScoreFamily, sums: Sequence[Quarters]) -> SumStandIn:
    return lambda i, each: 0


def _start_each_round(table: Scores, family: ScoreFamily, sums: Sequence[Quarters]) -> SumStandIn:
    return lambda i, each: family.starts[i] * table.after


def _own_sum(table: Scores, family: ScoreFamily, sums: Sequence[Quarters]) -> SumStandIn:
    return lambda i, each: sums[i]


def _macmahon_sum(table: Scores, family: ScoreFamily, sums: Sequence[Quarters]) -> SumStandIn:
    def stand_in(i: int, each: PlayerRound) -> int:
        own = each.attendance is Attendance.BYE or _is_unpaired(table, each)
        return sums[i] if own else family.starts[i] * table.after

    return stand_in


def _dummy_sum(table: Scores, family: ScoreFamily, sums: Sequence[Quarters]) -> SumStandIn:
    """The bye is a player with no points, whose own SOS is the sum of all who met it."""
    met = sum(
        family.seen[i]
        for i, one in enumerate(table.rounds)
        for each in one
        if each.attendance is Attendance.BYE
    )
    return lambda i, each: met if each.attendance is Attendance.BYE else 0


def _phantom_sum(table: Scores, family: ScoreFamily, sums: Sequence[Quarters]) -> SumStandIn:
    return lambda i, each: phantom(table, family, i) * table.after


_SUM_STAND_INS: dict[Unplayed, Callable[[Scores, ScoreFamily, Sequence[Quarters]], SumStandIn]] = {
    Unplayed.ZERO: _no_sum,
    Unplayed.START: _start_each_round,
    Unplayed.OWN: _own_sum,
    Unplayed.MACMAHON: _macmahon_sum,
    Unplayed.DUMMY: _dummy_sum,
    Unplayed.AGA: _phantom_sum,
    Unplayed.EPM: _no_sum,
}
