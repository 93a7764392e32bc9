"""The registry of placement criteria: each is a function with a title and a description."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from miai.domain.points import NOTHING, POINT, Quarters
from miai.domain.settings import Rulebook
from miai.messages import Message
from miai.standings.opponents import (
    ScoreFamily,
    opponent_scores,
    phantom,
    points_family,
    sodos,
    sos,
    sosos,
    wins_family,
)
from miai.standings.scores import PlayerRound, Scores, aga_credit, bar_start

Values = Sequence[float]
# OpenGotha keeps ratings between 30k and 9d and uses the lower end for players without one.
_GOTHA_RATINGS = (-900, 2949)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tiebreak:
    """A criterion and what it counts; higher is better. `quarters`: the values are quarter points."""

    key: str
    title: Message
    says: Message
    quarters: bool
    compute: Callable[[Scores], Values]


TIEBREAKS: dict[str, Tiebreak] = {}
Compute = Callable[[Scores], Values]


def tiebreak(
    key: str, title: Message, says: Message, *, quarters: bool = True
) -> Callable[[Compute], Compute]:
    """Add a function to the registry."""

    def register(compute: Compute) -> Compute:
        TIEBREAKS[key] = Tiebreak(key=key, title=title, says=says, quarters=quarters, compute=compute)
        return compute

    return register


@tiebreak(
    "cat",
    Message("Category"),
    Message("Category of the player, negated: 0 for the first, -1 for the second."),
    quarters=False,
)
def _category(table: Scores) -> Values:
    limits = [limit.number for limit in table.tournament.settings.category_limits]
    return [
        -player.category
        if player.category is not None
        else -next((i for i, limit in enumerate(limits) if player.grade.number >= limit), len(limits))
        for player in table.players
    ]


@tiebreak("nbw", Message("Wins"), Message("Number of wins, with what byes and absences are worth."))
def _number_of_wins(table: Scores) -> Values:
    return table.wins


@tiebreak("mms", Message("MMS"), Message("McMahon score: starting points and points won."))
def _mcmahon_score(table: Scores) -> Values:
    return table.points


@tiebreak(
    "sts",
    Message("STS"),
    Message(
        "McMahon score, with two points more for each of the two last qualifying rounds reached unbeaten."
    ),
)
def _strasbourg_score(table: Scores) -> Values:
    return _strasbourg(table, table.points)


@tiebreak("rank", Message("Grade"), Message("Grade, counted from 1 dan as 0."), quarters=False)
def _grade(table: Scores) -> Values:
    return [player.grade.number for player in table.players]


@tiebreak(
    "rating",
    Message("Rating"),
    Message("Rating; a player without one has that of the grade."),
    quarters=False,
)
def _rating(table: Scores) -> Values:
    if table.scoring.rulebook is Rulebook.GOTHA:
        low, high = _GOTHA_RATINGS
        return [low if p.rating is None else min(high, max(low, p.rating)) for p in table.players]
    return [p.grade.rating if p.rating is None else p.rating for p in table.players]


@tiebreak("sosw", Message("SOS (wins)"), Message("Sum of the opponents' wins."))
def _sos_wins(table: Scores) -> Values:
    return sos(table, wins_family(table))


@tiebreak("sosw-1", Message("SOS-1 (wins)"), Message("Sum of the opponents' wins without the lowest."))
def _sos_wins_but_one(table: Scores) -> Values:
    return _without_lowest(table, wins_family(table), dropped=1)


@tiebreak("sosw-2", Message("SOS-2 (wins)"), Message("Sum of the opponents' wins without the two lowest."))
def _sos_wins_but_two(table: Scores) -> Values:
    return _without_lowest(table, wins_family(table), dropped=2)


@tiebreak("sodosw", Message("SODOS (wins)"), Message("Sum of the defeated opponents' wins."))
def _sodos_wins(table: Scores) -> Values:
    return sodos(table, wins_family(table))


@tiebreak("sososw", Message("SOSOS (wins)"), Message("Sum of the opponents' SOS in wins."))
def _sosos_wins(table: Scores) -> Values:
    return sosos(table, wins_family(table))


@tiebreak("cussw", Message("CUSS (wins)"), Message("Sum of the wins after each round."))
def _cumulative_wins(table: Scores) -> Values:
    return [Quarters(sum(history)) for history in table.wins_after]


@tiebreak("sosm", Message("SOS"), Message("Sum of the opponents' McMahon scores."))
def _sos_points(table: Scores) -> Values:
    return sos(table, points_family(table))


@tiebreak("sosm-1", Message("SOS-1"), Message("Sum of the opponents' McMahon scores without the lowest."))
def _sos_points_but_one(table: Scores) -> Values:
    # OpenGotha leaves this criterion out after round 2.
    if table.gotha and table.after == 2:
        return [NOTHING] * len(table.players)
    return _without_lowest(table, points_family(table), dropped=1)


@tiebreak("sosm-2", Message("SOS-2"), Message("Sum of the opponents' McMahon scores without the two lowest."))
def _sos_points_but_two(table: Scores) -> Values:
    return _without_lowest(table, points_family(table), dropped=2)


@tiebreak("sodosm", Message("SODOS"), Message("Sum of the defeated opponents' McMahon scores."))
def _sodos_points(table: Scores) -> Values:
    return sodos(table, points_family(table))


@tiebreak("sososm", Message("SOSOS"), Message("Sum of the opponents' SOS."))
def _sosos_points(table: Scores) -> Values:
    return sosos(table, points_family(table))


@tiebreak("cussm", Message("CUSS"), Message("Sum of the McMahon scores after each round."))
def _cumulative_points(table: Scores) -> Values:
    return [Quarters(sum(history)) for history in table.points_after]


@tiebreak("sosts", Message("SOS (STS)"), Message("Sum of the opponents' STS."))
def _sos_strasbourg(table: Scores) -> Values:
    seen: Values = _strasbourg(table, table.points_seen)
    if table.gotha and table.scoring.unplayed_is_half_for_opponents:
        seen = [NOTHING] * len(table.players)  # OpenGotha never fills in these scores
    family = ScoreFamily(
        own=table.points, seen=[Quarters(int(s)) for s in seen], starts=table.starts, counts_stones=True
    )
    return sos(table, family)


@tiebreak(
    "ext",
    Message("Exploits tried"),
    Message("Sum of the opponents' wins, weighted by how much stronger they were."),
)
def _exploits_tried(table: Scores) -> Values:
    return _exploit_sums(table, lambda each: True)


@tiebreak(
    "exr",
    Message("Exploits"),
    Message("Sum of the defeated opponents' wins, weighted by how much stronger they were."),
)
def _exploits(table: Scores) -> Values:
    return _exploit_sums(table, lambda each: each.points == POINT)


@tiebreak(
    "cps",
    Message("Cup"),
    Message("Rounds survived in a knock-out: wins and free rounds before the first loss."),
    quarters=False,
)
def _cup(table: Scores) -> Values:
    survived = []
    for one in table.rounds:
        alive = [each.points > NOTHING or each.forced_bye for each in one]
        survived.append(alive.index(False) if False in alive else len(alive))
    return survived


@tiebreak(
    "soms",
    Message("SOMS"),
    Message("AGA: sum of the opponents' McMahon scores; a bye is a phantom who won half of the rounds."),
)
def _soms(table: Scores) -> Values:
    return [Quarters(sum(one)) for one in _aga_entries(table)]


@tiebreak(
    "sodoms",
    Message("SODOMS"),
    Message("AGA: sum of the defeated opponents' McMahon scores; a forced bye defeats the phantom."),
)
def _sodoms(table: Scores) -> Values:
    return [
        sum(
            entry * (each.points if each.played else POINT * each.forced_bye)
            for entry, each in zip(entries, one, strict=True)
        )
        / POINT
        for entries, one in zip(_aga_entries(table), table.rounds, strict=True)
    ]


@tiebreak(
    "draw",
    Message("Draw"),
    Message("Lots drawn with the tournament's seed; the order of the file does not matter."),
    quarters=False,
)
def _drawn_lot(table: Scores) -> Values:
    seed = table.tournament.settings.draw_seed
    lots = [
        (hashlib.sha256(f"{seed}\0{p.surname}\0{p.first_name}\0{p.egf_pin}\0{p.aga_id}".encode()).digest(), i)
        for i, p in enumerate(table.players)
    ]
    order = {i: place for place, (_, i) in enumerate(sorted(lots))}
    return [order[i] for i in range(len(table.players))]


def _strasbourg(table: Scores, points: Sequence[Quarters]) -> list[Quarters]:
    last = table.tournament.settings.rounds
    return [
        Quarters(score + sum(2 * POINT for reached in (last - 2, last - 1) if _qualified(table, i, reached)))
        for i, score in enumerate(points)
    ]


def _qualified(table: Scores, i: int, reached: int) -> bool:
    if table.after < reached:
        return False
    scoring = table.scoring
    if table.gotha:
        then = table.points_after[i][reached - 1] if reached > 0 else NOTHING
        return then == POINT * (30 + scoring.bar.number + reached)
    bar = bar_start(scoring)
    unbeaten = all(each.points == POINT or each.forced_bye for each in table.rounds[i][:reached])
    return reached > 0 and table.starts[i] >= bar and unbeaten


def _without_lowest(table: Scores, family: ScoreFamily, *, dropped: int) -> list[Quarters]:
    if table.after <= dropped:
        return [NOTHING] * len(table.players)
    return [Quarters(sum(sorted(one)[dropped:])) for one in opponent_scores(table, family)]


def _exploit_sums(table: Scores, counts: Callable[[PlayerRound], bool]) -> list[Quarters]:
    wins = table.wins
    grades = [player.grade.number for player in table.players]

    def worth(i: int, each: PlayerRound) -> int:
        advantage = each.stones - (grades[i] - grades[each.opponent])
        return min(3, max(0, advantage + 1)) * wins[each.opponent]

    return [
        Quarters(sum(worth(i, each) for each in one if each.played and counts(each)))
        for i, one in enumerate(table.rounds)
    ]


def _aga_entries(table: Scores) -> list[list[Quarters]]:
    family = points_family(table)
    effective = [points + aga_credit(one) for points, one in zip(table.points, table.rounds, strict=True)]
    return [
        [Quarters(effective[each.opponent]) if each.played else phantom(table, family, i) for each in one]
        for i, one in enumerate(table.rounds)
    ]
