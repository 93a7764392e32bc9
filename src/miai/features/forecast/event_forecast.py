"""A forecast, and a few sentences about it."""

from dataclasses import dataclass

from miai.domain.people.player import Player
from miai.engine.forecast.likely_places import LIKELY, likely_places
from miai.messages import Message, listed


@dataclass(frozen=True, slots=True, kw_only=True)
class EstimatedChance:
    """A chance and the interval in which it lies 19 times out of 20."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerForecast:
    """A player's score now, the chances of ending on top, and the chance of every place."""

    player: Player
    score: float
    first: EstimatedChance
    alone: EstimatedChance
    shared: EstimatedChance
    expected_place: float
    places: tuple[float, ...]

    @property
    def first_three(self) -> float:
        """The chance of one of the first three places."""
        return min(1.0, sum(self.places[:3]))

    def places_for(self, share: float) -> tuple[int, int]:
        """The places whose chance together comes nearest to a share."""
        return likely_places(self.places, share)

    @property
    def likely_places(self) -> str:
        """The places that eight of ten simulations give: "2–5"."""
        first, last = self.places_for(LIKELY)
        return str(first) if first == last else f"{first}–{last}"


@dataclass(frozen=True, slots=True, kw_only=True)
class EventForecast:
    """A forecast of an event, the likeliest winner first.

    `by_round` is the chance of a unique winner after so many rounds; `rounds_needed` are the rounds after
    which it is above `sure`, None where more than `limit` would be needed.
    """

    tournament: str
    after_round: int
    rounds: int
    pending_games: int
    finished: bool
    system: str
    preset: str
    model: str
    simulations: int
    seed: int
    sure: float
    rounds_needed: int | None
    limit: int
    unique_winner: EstimatedChance
    by_round: tuple[tuple[int, EstimatedChance], ...]
    players: tuple[PlayerForecast, ...]
    notes: tuple[Message, ...]


def forecast_lines(found: EventForecast) -> list[str]:
    """Where the event stands, how likely a unique winner is, and how many rounds that would take."""
    lines = [_state(found)]
    if not found.finished:
        lines.append(
            f"One player alone on top after {found.rounds} rounds: {interval_text(found.unique_winner)}"
        )
    needed = f"more than {found.limit}" if found.rounds_needed is None else str(found.rounds_needed)
    by_round = ", ".join(f"{rounds}: {percent_text(chance.value)}" for rounds, chance in found.by_round)
    lines.append(f"Rounds needed for that with more than {100 * found.sure:g} %: {needed} ({by_round})")
    return [*lines, *(str(note) for note in found.notes)]


def _state(found: EventForecast) -> str:
    if found.finished:
        winners = [each.player.name for each in found.players if each.first.value > 0]
        return f"Finished after {found.rounds} rounds: {listed(winners, 'and')} won"
    games = found.pending_games
    open_games = f", {games} {'game' if games == 1 else 'games'} without a result" if games else ""
    return (
        f"After round {found.after_round} of {found.rounds}{open_games}; "
        f"the rest simulated {found.simulations} times with the model {found.model}, "
        f"system {found.system}, preset {found.preset}"
    )


def percent_text(share: float) -> str:
    """A chance in whole percent."""
    return f"{100 * share:.0f} %"


def interval_text(chance: EstimatedChance) -> str:
    """A chance with its interval, if it has one."""
    if chance.low == chance.high:
        return percent_text(chance.value)
    return f"{percent_text(chance.value)} ({100 * chance.low:.0f}–{100 * chance.high:.0f})"
