"""Ratings as tables: changes, and the grading information behind them."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from miai.answers import Column, Table
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player
from miai.engine.rating.egf_classic import EgfClassic, Form
from miai.engine.rating.grading import Evidence, GradingView
from miai.engine.rating.protocol import Change
from miai.messages import Message

_TAKEN_FROM = {Form.BOTH: " (half from each player)", Form.HIGHER: " (from the higher rated)"}


class AssumedFrom(Enum):
    """What an old rating was taken from where the player has none in the rating system."""

    GRADE = "grade"
    EGF_RATING = "EGF rating"


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedPlayer:
    """A player's rating change, performance and grading information.

    `suggested_grade` is the grade that the new rating suggests, if it is another one. `assumed_from` is
    None where the player has a rating in this system.
    """

    player: Player
    change: Change
    performance: float | None
    grading: GradingView
    suggested_grade: Grade | None
    assumed_from: AssumedFrom | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedTournament:
    """A rated tournament: its players in order of entry, and the same with their ratings by new rating.

    `class_key` is None for an event that the EGF does not rate, and `why_not_rated` says why. `classic` is
    the EGF's old rating with its constants, where that system was used. `notes` say what the system leaves
    out.
    """

    system: str
    class_key: str | None
    weight: float
    why_not_rated: Message | None
    classic: EgfClassic | None
    entrants: tuple[Player, ...]
    rated: tuple[RatedPlayer, ...]
    notes: tuple[Message, ...] = ()


def rating_table(event: RatedTournament) -> Table:
    """One line a player, by new rating."""
    titles = ("Name", "Gr", "Before", "After", "Change", "Score", "Expected", "Performance", "Grade")
    digits = 3 if event.system == "aga" else 1
    rows = tuple(_rating_row(each, digits) for each in event.rated)
    columns = tuple(Column(title=title, right=title != "Name") for title in titles)
    title = f"Ratings by {event.system}{_constants(event.classic)}{_weight(event)}"
    return Table(title=title, columns=columns, rows=rows)


def grading_table(event: RatedTournament) -> Table:
    """The players whose games suggest another grade."""
    rows = tuple(
        (
            each.player.name,
            str(each.player.grade),
            "" if each.grading.lower is None else str(each.grading.lower),
            "" if each.grading.upper is None else str(each.grading.upper),
            str(each.grading.verdict),
            _most_telling_game(each.grading.evidence, event.entrants),
        )
        for each in event.rated
        if each.grading.verdict
    )
    titles = ("Name", "Gr", "At least", "At most", "Grade is", "Best win or worst loss")
    columns = tuple(Column(title=title, right=title in titles[1:4]) for title in titles)
    return Table(title="Grading information", columns=columns, rows=rows)


def _constants(classic: EgfClassic | None) -> str:
    if classic is None:
        return ""
    stones = classic.handicaps
    off = f" less {stones.stones_off:g}" if stones.stones_off else ""
    taken = _TAKEN_FROM[classic.form] if classic.epsilon else ""
    return f", epsilon {classic.epsilon:g}{taken}, {stones.points_per_stone:g} points a stone{off}"


def _weight(event: RatedTournament) -> str:
    if event.system == "aga":
        return ""
    return f", class {event.class_key}, weight {event.weight:g}" if event.class_key else ", not rated"


def _rating_row(rated: RatedPlayer, digits: int) -> tuple[str, ...]:
    player, change = rated.player, rated.change
    return (
        player.name,
        str(player.grade),
        f"{change.before:.{digits}f}" + ("*" if change.reset else ""),
        f"{change.after:.{digits}f}",
        f"{change.change:+.{digits}f}",
        f"{change.score:g}/{len(change.games)}",
        f"{change.expected:.2f}",
        "" if rated.performance is None else f"{rated.performance:.0f}",
        "" if rated.suggested_grade is None else str(rated.suggested_grade),
    )


def _most_telling_game(games: Sequence[Evidence], entrants: Sequence[Player]) -> str:
    """The win against the strongest opponent, or else the loss against the weakest."""
    won = [game for game in games if game.won and game.stones_above > 0]
    lost = [game for game in games if not game.won and game.stones_above < 0]
    if won:
        best = max(won, key=lambda game: game.stones_above)
        return f"beat {entrants[best.opponent].name}, {best.stones_above} stronger"
    if lost:
        worst = min(lost, key=lambda game: game.stones_above)
        return f"lost to {entrants[worst.opponent].name}, {-worst.stones_above} weaker"
    return ""
