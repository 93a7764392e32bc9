"""The JSON of `miai bonus`, and the bonus points of other commands."""

from miai.app.event.changed_file import WrittenFile
from miai.app.json.values import JsonObject
from miai.app.results.bonus import bonuses
from miai.domain.points import plain
from miai.domain.tournament import Tournament


def bonus_json(event: Tournament, written: WrittenFile | None) -> JsonObject:
    """All bonus points, and what the file written cannot hold."""
    return {
        "tournament": event.name,
        "bonuses": bonuses_json(event),
        "lost": None if written is None else [str(lost) for lost in written.lost],
    }


def bonuses_json(event: Tournament, *, after: int | None = None) -> list[JsonObject]:
    """The bonus points up to a round."""
    return [
        {"round": each.round, "name": each.player.name, "points": plain(each.points)}
        for each in bonuses(event, after=after)
    ]
