"""The tournament document (".miai") as a format among the others."""

import re

from miai.domain.log.document import read_history, write_history
from miai.domain.log.events import PlayerRegistered
from miai.domain.log.history import History
from miai.domain.problems import demand_none, problems
from miai.domain.tournament import Tournament
from miai.formats.limits import demand_json_parts, demand_players
from miai.formats.reading import Reading


def sniff(text: str) -> bool:
    """Whether a text begins like a document of Miai."""
    return text.lstrip().startswith("{") and bool(re.search(r'"miai"\s*:', text))


def read(data: bytes) -> Reading:
    """The tournament that the document's history leads to."""
    demand_json_parts(data)
    history = read_history(data)
    demand_players(sum(isinstance(each.event, PlayerRegistered) for each in history.entries))
    tournament = history.tournament()
    demand_none(problems(tournament))
    return Reading(tournament=tournament, format="miai")


def write(tournament: Tournament) -> bytes:
    """A document for a tournament whose history is not known."""
    return write_history(History.of_tournament(tournament))
