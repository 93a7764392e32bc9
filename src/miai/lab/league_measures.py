"""What a league measures: the qualities of a tournament, and what needs true strengths."""

from dataclasses import dataclass

import numpy as np

from miai.domain.tournament import Tournament
from miai.judging import MEASURES, measure_event
from miai.judging.measures import Unit
from miai.kernel.arrays import Floats
from miai.lab.entries import Event
from miai.pairing.registry import abilities_of, schedule_of
from miai.pairing.schedules import placing
from miai.scoring import standings


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
)
TOLD: dict[str, Told] = {
    told.key: told
    for told in (
        *_OWN,
        *(
            Told(key=each.key, title=each.title, says=each.says, unit=each.unit, ideal=each.ideal)
            for each in MEASURES.values()
        ),
    )
}


def values_of(tournament: Tournament, event: Event) -> dict[str, float]:
    """Every measure that a played tournament has; its players' ids are their numbers in the event."""
    strengths = np.array(event.entry.true_strengths)
    places = places_of(tournament)
    best = places == np.nanmin(places)
    strongest = int(np.argmax(strengths))
    boards = [board for drawn in tournament.rounds for board in drawn.boards]
    clubs = {player.id: player.club for player in tournament.players}
    mates = sum(clubs[board.white] == clubs[board.black] != "" for board in boards)
    return {
        "strongest_wins": float(best[strongest]) / int(best.sum()),
        "tau_b": tau_b(-places, strengths),
        "played": 2 * len(boards) / int(event.present.sum()),
        "clubmates": mates / len(boards),
        **measure_event(tournament).values,
    }


def places_of(tournament: Tournament) -> Floats:
    """Everybody's final place, not a number for who was never in."""
    places = np.full(len(tournament.players), np.nan)
    system = tournament.settings.system
    if abilities_of(system).plans_rounds:
        bracket = schedule_of(system).bracket(tournament, after=len(tournament.rounds), seed=0)
        for place, tied in enumerate(placing(bracket)):
            places[[int(player.id) for player in tied]] = place
    else:
        for row in standings(tournament).rows:
            places[int(row.player.id)] = row.place
    return places


def tau_b(values: Floats, others: Floats) -> float:
    """Kendall's tau-b of those of whom both are known; not a number where one does not part anybody."""
    known = ~np.isnan(values) & ~np.isnan(others)
    mine, theirs = (np.sign(each[known][:, None] - each[known][None, :]) for each in (values, others))
    pairs = float(np.sqrt(np.sum(mine * mine) * np.sum(theirs * theirs)))
    return float(np.sum(mine * theirs)) / pairs if pairs else float("nan")
