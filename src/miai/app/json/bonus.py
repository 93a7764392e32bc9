"""The JSON of `miai bonus`, and the bonus points of other commands."""

from typing import TYPE_CHECKING

from typing_extensions import TypedDict

from miai.app.results.bonus import bonuses
from miai.domain.points import plain
from miai.domain.tournament import Tournament

if TYPE_CHECKING:
    from miai.app.event.changed_file import WrittenFile


class BonusJson(TypedDict):
    """Points earned outside the games of a round."""

    round: int
    player: str
    name: str
    points: float


class BonusesJson(TypedDict):
    """All bonus points; `lost` is what the file written cannot hold, null where none was written."""

    tournament: str
    bonuses: list[BonusJson]
    lost: list[str] | None


def bonus_json(event: Tournament, written: "WrittenFile | None") -> BonusesJson:
    """All bonus points, and what the file written cannot hold."""
    return {
        "tournament": event.name,
        "bonuses": bonuses_json(event),
        "lost": None if written is None else [str(lost) for lost in written.lost],
    }


def bonuses_json(event: Tournament, *, after: int | None = None) -> list[BonusJson]:
    """The bonus points up to a round."""
    return [
        {
            "round": each.round,
            "player": each.player.id,
            "name": each.player.name,
            "points": plain(each.points),
        }
        for each in bonuses(event, after=after)
    ]
