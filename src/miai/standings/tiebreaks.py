"""The registry of placement criteria: each a small function that says what it is."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from miai.domain.points import NOTHING, POINT, Quarters
from miai.domain.settings import Rulebook
from miai.standings.opponents import (
    Family,
    opponent_scores,
    phantom,
    points_family,
    sodos,
    sos,
    sosos,
    wins_family,
)
from miai.standings.scores import PlayerRound, Scores, aga_credit

Values = Sequence[float]
# OpenGotha keeps ratings within 30k and 9d and takes the lower end for none.
_GOTHA_RATINGS = (-900, 2949)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tiebreak:
    """A criterion: higher is better; `quarters` says that its values are in quarter points."""

    key: str
    title: str
    says: str
    quarters: bool
    compute: Callable[[Scores], Values]


TIEBREAKS: dict[str, Tiebreak] = {}
Compute = Callable[[Scores], Values]


def tiebreak(key: str, title: str, *, quarters: bool = True) -> Callable[[Compute], Compute]:
    """Enter a function into the registry; its docstring is what people read about it."""

    def register(compute: Compute) -> Compute:
        TIEBREAKS[key] = Tiebreak(
            key=key, title=title, says=compute.__doc__ or "", quarters=quarters, compute=compute
        )
        return compute

    return register


@tiebreak("cat", "Category", quarters=False)
def category(table: Scores) -> Values:
    """Category of the player, negated: 0 for the first, -1 for the second."""
    limits = [limit.number for limit in table.tournament.settings.category_limits]
    return [
        -player.category
        if player.category is not None
        else -next((i for i, limit in enumerate(limits) if player.grade.number >= limit), len(limits))
        for player in table.players
    ]


@tiebreak("nbw", "Wins")
def number_of_wins(table: Scores) -> Values:
    """Number of wins, with what byes and absences are worth."""
    return table.wins


@tiebreak("mms", "MMS")
def mcmahon_score(table: Scores) -> Values:
    """McMahon score: starting points and points won."""
    return table.points


@tiebreak("sts", "STS")
def strasbourg_score(table: Scores) -> Values:
    """McMahon score, with two points more for each of the two last qualifying rounds reached unbeaten."""
    return _strasbourg(table, table.points)


@tiebreak("rank", "Grade", quarters=False)
def grade(table: Scores) -> Values:
    """Grade, counted from 1 dan as 0."""
    return [player.grade.number for player in table.players]


@tiebreak("rating", "Rating", quarters=False)
def rating(table: Scores) -> Values:
    """Rating; a player without one has that of the grade."""
    if table.scoring.rulebook is Rulebook.GOTHA:
        low, high = _GOTHA_RATINGS
        return [low if p.rating is None else min(high, max(low, p.rating)) for p in table.players]
    return [p.grade.rating if p.rating is None else p.rating for p in table.players]


@tiebreak("sosw", "SOS (wins)")
def sos_wins(table: Scores) -> Values:
    """Sum of the opponents' wins."""
    return sos(table, wins_family(table))


@tiebreak("sosw-1", "SOS-1 (wins)")
def sos_wins_but_one(table: Scores) -> Values:
    """Sum of the opponents' wins without the lowest."""
    return _without_lowest(table, wins_family(table), dropped=1)


@tiebreak("sosw-2", "SOS-2 (wins)")
def sos_wins_but_two(table: Scores) -> Values:
    """Sum of the opponents' wins without the two lowest."""
    return _without_lowest(table, wins_family(table), dropped=2)


@tiebreak("sodosw", "SODOS (wins)")
def sodos_wins(table: Scores) -> Values:
    """Sum of the defeated opponents' wins."""
    return sodos(table, wins_family(table))


@tiebreak("sososw", "SOSOS (wins)")
def sosos_wins(table: Scores) -> Values:
    """Sum of the opponents' SOS in wins."""
    return sosos(table, wins_family(table))


@tiebreak("cussw", "CUSS (wins)")
def cumulative_wins(table: Scores) -> Values:
    """Sum of the wins after each round."""
    return [Quarters(sum(history)) for history in table.wins_after]


@tiebreak("sosm", "SOS")
def sos_points(table: Scores) -> Values:
    """Sum of the opponents' McMahon scores."""
    return sos(table, points_family(table))


@tiebreak("sosm-1", "SOS-1")
def sos_points_but_one(table: Scores) -> Values:
    """Sum of the opponents' McMahon scores without the lowest."""
    # OpenGotha forgets this criterion after round 2.
    if table.gotha and table.after == 2:
        return [NOTHING] * len(table.players)
    return _without_lowest(table, points_family(table), dropped=1)


@tiebreak("sosm-2", "SOS-2")
def sos_points_but_two(table: Scores) -> Values:
    """Sum of the opponents' McMahon scores without the two lowest."""
    return _without_lowest(table, points_family(table), dropped=2)


@tiebreak("sodosm", "SODOS")
def sodos_points(table: Scores) -> Values:
    """Sum of the defeated opponents' McMahon scores."""
    return sodos(table, points_family(table))


@tiebreak("sososm", "SOSOS")
def sosos_points(table: Scores) -> Values:
    """Sum of the opponents' SOS."""
    return sosos(table, points_family(table))


@tiebreak("cussm", "CUSS")
def cumulative_points(table: Scores) -> Values:
    """Sum of the McMahon scores after each round."""
    return [Quarters(sum(history)) for history in table.points_after]


@tiebreak("sosts", "SOS (STS)")
def sos_strasbourg(table: Scores) -> Values:
    """Sum of the opponents' STS."""
    seen: Values = _strasbourg(table, table.points_seen)
    if table.gotha and table.scoring.unplayed_is_half_for_opponents:
        seen = [NOTHING] * len(table.players)  # OpenGotha never fills in these scores
    family = Family(
        own=table.points, seen=[Quarters(int(s)) for s in seen], starts=table.starts, counts_stones=True
    )
    return sos(table, family)


@tiebreak("ext", "Exploits tried")
def exploits_tried(table: Scores) -> Values:
    """Sum of the opponents' wins, weighted by how much stronger they were."""
    return _exploits(table, lambda each: True)


@tiebreak("exr", "Exploits")
def exploits(table: Scores) -> Values:
    """Sum of the defeated opponents' wins, weighted by how much stronger they were."""
    return _exploits(table, lambda each: each.points == POINT)


@tiebreak("cps", "Cup", quarters=False)
def cup(table: Scores) -> Values:
    """Rounds survived in a knock-out: wins and free rounds before the first loss."""
    survived = []
    for one in table.rounds:
        alive = [each.points > NOTHING or each.forced_bye for each in one]
        survived.append(alive.index(False) if False in alive else len(alive))
    return survived


@tiebreak("soms", "SOMS")
def soms(table: Scores) -> Values:
    """AGA: sum of the opponents' McMahon scores; a bye is a phantom who won half of the rounds."""
    return [Quarters(sum(one)) for one in _aga_entries(table)]


@tiebreak("sodoms", "SODOMS")
def sodoms(table: Scores) -> Values:
    """AGA: sum of the defeated opponents' McMahon scores; a forced bye defeats the phantom."""
    return [
        sum(
            entry * (each.points if each.played else POINT * each.forced_bye)
            for entry, each in zip(entries, one, strict=True)
        )
        / POINT
        for entries, one in zip(_aga_entries(table), table.rounds, strict=True)
    ]


@tiebreak("draw", "Draw", quarters=False)
def drawn_lot(table: Scores) -> Values:
    """Lots drawn with the tournament's seed; the order of the file does not matter."""
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
    bar = POINT * (scoring.bar.number - scoring.zero.number)
    unbeaten = all(each.points == POINT or each.forced_bye for each in table.rounds[i][:reached])
    return reached > 0 and table.starts[i] >= bar and unbeaten


def _without_lowest(table: Scores, family: Family, *, dropped: int) -> list[Quarters]:
    if table.after <= dropped:
        return [NOTHING] * len(table.players)
    return [Quarters(sum(sorted(one)[dropped:])) for one in opponent_scores(table, family)]


def _exploits(table: Scores, counts: Callable[[PlayerRound], bool]) -> list[Quarters]:
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
