"""The registry of placement criteria: each is a function with its key, its texts and its clause."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from miai.domain.points import NOTHING, POINT, Quarters
from miai.domain.settings.criterion_names import Criterion, meanings
from miai.domain.settings.scoring_rules import Rulebook
from miai.engine.scoring.direct import DIRECT
from miai.engine.scoring.opponents import (
    ScoreFamily,
    opponent_scores,
    phantom,
    points_family,
    sodos,
    sos,
    sosos,
    wins_family,
)
from miai.engine.scoring.scores import PlayerRound, Scores, aga_credit, bar_start
from miai.errors import InputError
from miai.messages import Message
from miai.plugins import Registry, demand_parts, guarded, message_of

# What a document asks for, by its id there (docs/reference/documents.md); the others are OpenGotha's.
_CLAUSES = {
    "nbw": "V35",
    "mms": "V66",
    "sosw": "V36",
    "sodosw": "V38",
    "sososw": "V37",
    "cussw": "V39",
    "sosm": "V36",
    "sodosm": "V38",
    "sososm": "V37",
    "cussm": "V39",
    "soms": "A52",
    "sodoms": "A53",
    "draw": "A55",
}

Values = Sequence[float]
Compute = Callable[[Scores], Values]
# OpenGotha keeps ratings between 30k and 9d and uses the lower end for players without one.
_GOTHA_RATINGS = (-900, 2949)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tiebreak(Criterion):
    """A criterion; higher is better. `quarters`: the values are quarter points."""

    quarters: bool
    compute: Compute


_OWN: dict[str, Tiebreak] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTiebreak:
    """A criterion of a plug-in, with its heading, its name in full and a sentence on what it counts.

    `compute` gives a number for each player of the scores, the higher the better; with `quarters` they are
    quarter points.
    """

    title: str
    name: str
    says: str
    compute: Compute
    quarters: bool = False


def own_meanings() -> frozenset[str]:
    """What a person may type for a criterion of Miai's own, or for all or none of them."""
    own = (*_OWN.values(), *DIRECT.values())
    return frozenset(("all", "none", *(text.lower() for each in own for text in meanings(each))))


def tiebreak_of_plugin(key: str, value: Any) -> Tiebreak:
    """The criterion that a plug-in gives; the names of Miai's own criteria mean these."""
    demand_parts(value, ("title", "name", "says", "compute"))
    title, name, says = (message_of(text) for text in (value.title, value.name, value.says))
    for text in (str(title), str(name)):
        if text.lower() in own_meanings():
            raise InputError(Message("'%(text)s' means a criterion of Miai's own", text=text))
    compute: Compute = guarded("criteria", key, value.compute)

    def computed(table: Scores) -> Values:
        found = compute(table)
        if len(found) != len(table.players):
            raise InputError(
                Message("the criterion '%(key)s' of a plug-in has not one value for each player", key=key)
            )
        return found

    quarters = bool(getattr(value, "quarters", False))
    return Tiebreak(key=key, title=title, name=name, says=says, quarters=quarters, compute=computed)


TIEBREAKS: Registry[Tiebreak] = Registry("criteria", _OWN, tiebreak_of_plugin, reserved=own_meanings)
"""Every criterion that a player has by itself; those of `scoring.direct` compare players who are tied."""


def tiebreak(
    key: str, *, title: Message, name: Message, says: Message, quarters: bool = True
) -> Callable[[Compute], Compute]:
    """Add a function to the registry, with the texts that people read."""

    def register(compute: Compute) -> Compute:
        _OWN[key] = Tiebreak(
            key=key,
            title=title,
            name=name,
            says=says,
            clause=_CLAUSES.get(key, ""),
            quarters=quarters,
            compute=compute,
        )
        return compute

    return register


@tiebreak(
    "cat",
    title=Message("Category"),
    name=Message("category"),
    says=Message("Category of the player, negated: 0 for the first, -1 for the second."),
    quarters=False,
)
def _category(table: Scores) -> Values:
    category_of = table.tournament.settings.category_of
    return [-category_of(player) for player in table.players]


@tiebreak(
    "nbw",
    title=Message("Wins"),
    name=Message("number of wins"),
    says=Message("Number of wins, with what byes and absences are worth."),
)
def _number_of_wins(table: Scores) -> Values:
    return table.wins


@tiebreak(
    "mms",
    title=Message("MMS"),
    name=Message("McMahon score"),
    says=Message("McMahon score: starting points and points won."),
)
def _mcmahon_score(table: Scores) -> Values:
    return table.points


@tiebreak(
    "sts",
    title=Message("STS"),
    name=Message("Strasbourg score"),
    says=Message(
        "McMahon score, with two points more for each of the two last qualifying rounds reached unbeaten."
    ),
)
def _strasbourg_score(table: Scores) -> Values:
    return _strasbourg(table, table.points)


@tiebreak(
    "rank",
    title=Message("Grade"),
    name=Message("grade"),
    says=Message("Grade, counted from 1 dan as 0."),
    quarters=False,
)
def _grade(table: Scores) -> Values:
    return [player.grade.number for player in table.players]


@tiebreak(
    "rating",
    title=Message("Rating"),
    name=Message("rating"),
    says=Message("Rating; a player without one has that of the grade."),
    quarters=False,
)
def _rating(table: Scores) -> Values:
    if table.scoring.rulebook is Rulebook.GOTHA:
        low, high = _GOTHA_RATINGS
        return [low if p.rating is None else min(high, max(low, p.rating)) for p in table.players]
    return [p.grade.rating if p.rating is None else p.rating for p in table.players]


@tiebreak(
    "sosw",
    title=Message("SOS (wins)"),
    name=Message("sum of opponents’ scores, in wins"),
    says=Message("Sum of the opponents' wins."),
)
def _sos_wins(table: Scores) -> Values:
    return sos(table, wins_family(table))


@tiebreak(
    "sosw-1",
    title=Message("SOS-1 (wins)"),
    name=Message("sum of opponents’ scores but one, in wins"),
    says=Message("Sum of the opponents' wins without the lowest."),
)
def _sos_wins_but_one(table: Scores) -> Values:
    return _without_lowest(table, wins_family(table), dropped=1)


@tiebreak(
    "sosw-2",
    title=Message("SOS-2 (wins)"),
    name=Message("sum of opponents’ scores but two, in wins"),
    says=Message("Sum of the opponents' wins without the two lowest."),
)
def _sos_wins_but_two(table: Scores) -> Values:
    return _without_lowest(table, wins_family(table), dropped=2)


@tiebreak(
    "sodosw",
    title=Message("SODOS (wins)"),
    name=Message("sum of defeated opponents’ scores, in wins"),
    says=Message("Sum of the defeated opponents' wins."),
)
def _sodos_wins(table: Scores) -> Values:
    return sodos(table, wins_family(table))


@tiebreak(
    "sososw",
    title=Message("SOSOS (wins)"),
    name=Message("sum of opponents’ SOS, in wins"),
    says=Message("Sum of the opponents' SOS in wins."),
)
def _sosos_wins(table: Scores) -> Values:
    return sosos(table, wins_family(table))


@tiebreak(
    "cussw",
    title=Message("CUSS (wins)"),
    name=Message("cumulated score, in wins"),
    says=Message("Sum of the wins after each round."),
)
def _cumulative_wins(table: Scores) -> Values:
    return [Quarters(sum(history)) for history in table.wins_after]


@tiebreak(
    "sosm",
    title=Message("SOS"),
    name=Message("sum of opponents’ scores"),
    says=Message("Sum of the opponents' McMahon scores."),
)
def _sos_points(table: Scores) -> Values:
    return sos(table, points_family(table))


@tiebreak(
    "sosm-1",
    title=Message("SOS-1"),
    name=Message("sum of opponents’ scores but one"),
    says=Message("Sum of the opponents' McMahon scores without the lowest."),
)
def _sos_points_but_one(table: Scores) -> Values:
    # OpenGotha leaves this criterion out after round 2.
    if table.gotha and table.after == 2:
        return [NOTHING] * len(table.players)
    return _without_lowest(table, points_family(table), dropped=1)


@tiebreak(
    "sosm-2",
    title=Message("SOS-2"),
    name=Message("sum of opponents’ scores but two"),
    says=Message("Sum of the opponents' McMahon scores without the two lowest."),
)
def _sos_points_but_two(table: Scores) -> Values:
    return _without_lowest(table, points_family(table), dropped=2)


@tiebreak(
    "sodosm",
    title=Message("SODOS"),
    name=Message("sum of defeated opponents’ scores"),
    says=Message("Sum of the defeated opponents' McMahon scores."),
)
def _sodos_points(table: Scores) -> Values:
    return sodos(table, points_family(table))


@tiebreak(
    "sososm",
    title=Message("SOSOS"),
    name=Message("sum of opponents’ SOS"),
    says=Message("Sum of the opponents' SOS."),
)
def _sosos_points(table: Scores) -> Values:
    return sosos(table, points_family(table))


@tiebreak(
    "cussm",
    title=Message("CUSS"),
    name=Message("cumulated score"),
    says=Message("Sum of the McMahon scores after each round."),
)
def _cumulative_points(table: Scores) -> Values:
    return [Quarters(sum(history)) for history in table.points_after]


@tiebreak(
    "sosts",
    title=Message("SOS (STS)"),
    name=Message("sum of opponents’ Strasbourg scores"),
    says=Message("Sum of the opponents' STS."),
)
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
    title=Message("Exploits tried"),
    name=Message("exploits attempted"),
    says=Message("Sum of the opponents' wins, weighted by how much stronger they were."),
)
def _exploits_tried(table: Scores) -> Values:
    return _exploit_sums(table, lambda each: True)


@tiebreak(
    "exr",
    title=Message("Exploits"),
    name=Message("exploits achieved"),
    says=Message("Sum of the defeated opponents' wins, weighted by how much stronger they were."),
)
def _exploits(table: Scores) -> Values:
    return _exploit_sums(table, lambda each: each.points == POINT)


@tiebreak(
    "cps",
    title=Message("Cup"),
    name=Message("rounds survived in a cup"),
    says=Message("Rounds survived in a knock-out: wins and free rounds before the first loss."),
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
    title=Message("SOMS"),
    name=Message("sum of opponents’ McMahon scores"),
    says=Message("AGA: sum of the opponents' McMahon scores; a bye is a phantom who won half of the rounds."),
)
def _soms(table: Scores) -> Values:
    return [Quarters(sum(one)) for one in _aga_entries(table)]


@tiebreak(
    "sodoms",
    title=Message("SODOMS"),
    name=Message("sum of defeated opponents’ McMahon scores"),
    says=Message("AGA: sum of the defeated opponents' McMahon scores; a forced bye defeats the phantom."),
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
    title=Message("Draw"),
    name=Message("drawing of lots"),
    says=Message("Lots drawn with the tournament's seed; the order of the file does not matter."),
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
