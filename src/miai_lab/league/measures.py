"""What a league measures: the qualities of a tournament, and what needs true strengths."""

from dataclasses import dataclass

import numpy as np

from miai.engine.judging import MEASURES
from miai.engine.judging.measures import Unit, measures
from miai.engine.kernel.arrays import Floats
from miai.engine.kernel.qualities import COUNTS, count_qualities
from miai_lab.entries import Event
from miai_lab.league.event import PlayedEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A measure of the league: one of a tournament's qualities, or one that needs true strengths."""

    key: str
    title: str
    says: str
    unit: Unit
    ideal: float

    @property
    def yes_or_no(self) -> bool:
        """Whether it has one answer a tournament."""
        return self.unit is Unit.SHARE_OF_TOURNAMENTS


_OWN = (
    Told(
        key="strongest_wins",
        title="The strongest player wins",
        says="How often who is truly strongest ends first; of a shared first place each has a part.",
        unit=Unit.SHARE_OF_TOURNAMENTS,
        ideal=1,
    ),
    Told(
        key="tau_b",
        title="Final places and true strengths in the same order",
        says="Kendall's tau-b: 1 where places order players as true strengths do, 0 where neither tells the "
        "other.",
        unit=Unit.NUMBER,
        ideal=1,
    ),
    Told(
        key="played",
        title="Rounds with a game",
        says="Of the rounds in which players are there, those in which they play.",
        unit=Unit.SHARE,
        ideal=1,
    ),
    Told(
        key="clubmates",
        title="Games between clubmates",
        says="Of all games, on both sides of the bar.",
        unit=Unit.SHARE,
        ideal=0,
    ),
    Told(
        key="colours_off",
        title="Players with two or more games of one colour too many",
        says="Of those with a game without handicap, those whose Whites and Blacks differ by two or more.",
        unit=Unit.SHARE,
        ideal=0,
    ),
    Told(
        key="opponents_apart",
        title="Opponents of players with the same score apart",
        says="The spread, in grades, of the mean true strength of opponents among players who end with the "
        "same score.",
        unit=Unit.GRADES,
        ideal=0,
    ),
    Told(
        key="throw_pays",
        title="Losing the first game on purpose pays",
        says="The third strongest player gives away a first game that would be won: how often the place is "
        "better in the end.",
        unit=Unit.SHARE_OF_TOURNAMENTS,
        ideal=0,
    ),
    Told(
        key="throw_places",
        title="Places won by losing the first game on purpose",
        says="The same, as places won or, below 0, lost.",
        unit=Unit.NUMBER,
        ideal=0,
    ),
    Told(
        key="lower_wins",
        title="Wins more by entering a grade lower",
        says="A player from the middle of the field enters with one grade less: wins more.",
        unit=Unit.NUMBER,
        ideal=0,
    ),
    Told(
        key="lower_places",
        title="Places won by entering a grade lower",
        says="The same, as places won or, below 0, lost.",
        unit=Unit.NUMBER,
        ideal=0,
    ),
)
# So many more games with one colour than with the other are too many: one more cannot be helped.
_OFF = 2
# Relative strengths often do not come to rest in small fields.
_LEFT_OUT = ("total_error",)
TOLD: dict[str, Told] = {
    told.key: told
    for told in (
        *_OWN,
        *(
            Told(key=each.key, title=each.title, says=each.says, unit=each.unit, ideal=each.ideal)
            for each in MEASURES.values()
            if each.key not in _LEFT_OUT
        ),
    )
}


def values_of(played: PlayedEvent, event: Event) -> dict[str, float]:
    """Every measure that a played event has."""
    strengths = np.array(event.entry.true_strengths)
    best = played.places == np.nanmin(played.places)
    strongest = int(np.argmax(strengths))
    clubs, met = played.entrants.clubs, played.met
    opponents = np.where(met, played.games.opponents, 0)
    mates = met & (clubs[opponents] == clubs) & (clubs >= 0)
    counts = np.zeros(COUNTS)
    count_qualities(played.games, played.entrants, counts)
    return {
        "strongest_wins": float(best[strongest]) / int(best.sum()),
        "tau_b": tau_b(-played.places, strengths),
        "played": int(met.sum()) / int(event.present.sum()),
        "clubmates": int(mates.sum()) / int(met.sum()),
        **_colours(played),
        **_opponents(played, strengths[played.who]),
        **measures(counts),
    }


def _colours(played: PlayedEvent) -> dict[str, float]:
    """Colours count in games without handicap."""
    even = played.met & (played.games.handicaps == 0)
    apart = np.abs((played.games.colours * even).sum(axis=0))
    return {"colours_off": float(np.mean(apart[even.any(axis=0)] >= _OFF))} if even.any() else {}


def _opponents(played: PlayedEvent, strengths: Floats) -> dict[str, float]:
    """How unlike the opponents were of players who end with the same score."""
    met = played.met
    games = met.sum(axis=0)
    total = np.where(met, strengths[np.where(met, played.games.opponents, 0)], 0.0).sum(axis=0)
    squares, free = 0.0, 0
    for score in np.unique(played.games.final):
        group = (played.games.final == score) & (games > 0)
        if group.sum() > 1:
            averages = total[group] / games[group]
            squares += float(((averages - averages.mean()) ** 2).sum())
            free += int(group.sum()) - 1
    return {"opponents_apart": float(np.sqrt(squares / free))} if free else {}


def tau_b(values: Floats, others: Floats) -> float:
    """Kendall's tau-b of those of whom both are known; not a number where one does not part anybody."""
    known = ~np.isnan(values) & ~np.isnan(others)
    mine, theirs = (np.sign(each[known][:, None] - each[known][None, :]) for each in (values, others))
    pairs = float(np.sqrt(np.sum(mine * mine) * np.sum(theirs * theirs)))
    return float(np.sum(mine * theirs)) / pairs if pairs else float("nan")
