"""What is told of bonus points."""

from dataclasses import dataclass

from miai.answers import Answer, Field, Shape, column, many
from miai.desk.changed_file import WrittenFile
from miai.domain.points import plain
from miai.domain.tournament import Tournament
from miai.engine.scoring.bonuses import GivenBonus, bonuses


@dataclass(frozen=True, slots=True)
class GivenBonuses:
    """The bonus points of an event, and the file that was written with them."""

    event: Tournament
    written: WrittenFile | None = None


BONUS: Shape[GivenBonus] = Shape(
    "GivenBonus",
    "Points earned outside the games of a round.",
    (
        Field("round", int, columns=column("Round", right=True)),
        Field("player", str, lambda bonus: bonus.player.id),
        Field("name", str, lambda bonus: bonus.player.name, column("Name")),
        Field("points", float, lambda bonus: plain(bonus.points), column("Points", right=True)),
    ),
)
_BONUSES: Shape[GivenBonuses] = Shape(
    "Bonuses",
    "All bonus points; `lost` is what the file written cannot hold, null where none was written.",
    (
        Field("tournament", str, lambda given: given.event.name),
        Field("bonuses", many(BONUS), lambda given: bonuses(given.event)),
        Field("lost", list[str] | None, lambda given: given.written and given.written.lost),
    ),
)
BONUSES = Answer(question="bonus", whole=_BONUSES, lines="bonuses", title=lambda _: ("Bonus points",))
