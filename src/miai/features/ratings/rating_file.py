"""Rating changes as a table for pages and files, in any language."""

from collections.abc import Callable

from miai.answers import Column, Table
from miai.features.ratings.table import AssumedFrom, RatedTournament
from miai.messages import Message

_ASSUMED_FROM = {AssumedFrom.GRADE: Message("grade"), AssumedFrom.EGF_RATING: Message("EGF rating")}


def rating_file(event: RatedTournament, say: Callable[[Message], str] = str) -> Table:
    """One line a player, by new rating, with headings in whole words as `say` writes them."""
    digits = 3 if event.system == "aga" else 1
    columns = (
        Column(title=say(Message("Name"))),
        Column(title=say(Message("Grade")), right=True),
        Column(title=say(Message("Old rating")), right=True),
        Column(title=say(Message("Change")), right=True),
        Column(title=say(Message("New rating")), right=True),
        Column(title=say(Message("Won")), right=True),
        Column(title=say(Message("Games")), right=True),
        Column(title=say(Message("Expected wins")), right=True),
        Column(title=say(Message("Suggested grade")), right=True),
        Column(title=say(Message("Old rating assumed from"))),
    )
    rows = tuple(
        (
            each.player.name,
            str(each.player.grade),
            f"{each.change.before:.{digits}f}",
            f"{each.change.change:+.{digits}f}",
            f"{each.change.after:.{digits}f}",
            f"{each.change.score:g}",
            str(len(each.change.games)),
            f"{each.change.expected:.2f}",
            "" if each.suggested_grade is None else str(each.suggested_grade),
            "" if each.assumed_from is None else say(_ASSUMED_FROM[each.assumed_from]),
        )
        for each in event.rated
    )
    return Table(title=say(Message("Rating changes")), columns=columns, rows=rows)
