"""The own list of a club or federation: who is on it, export, and whether it is used."""

from dataclasses import replace

from starlette.responses import Response

from miai.domain.people.names import name_words
from miai.features.files.spreadsheet_tables import players_table
from miai.features.players.own_list import keys_of
from miai.features.players.view.own_list import choices_of, people_of
from miai.messages import Message
from miai.server.downloads import table_download
from miai.server.form_fields import Text
from miai.server.page import Page, everywhere
from miai.server.request_context import Here, Visit
from miai.server.roles import Role
from miai.server.words import gettext as _
from miai.server.words import tell
from miai.store.folder import data_folder
from miai.store.people.own_list_choices import write_choices

page = Page("own_list", suited=everywhere, need=Role.ADMIN, whole=True)

# More than these are found by searching.
_SHOWN = 200


@page.get("/t/{id}/players/own")
def show(visit: Here, q: str = "", ask: str = "") -> Response:
    """Everybody who entered a tournament on this machine, or those whose name has the words asked for.

    `ask` is the key of a person who may be taken off, after a question.
    """
    people, words = people_of(visit), name_words(q)
    found = [
        own
        for own in people
        if all(any(part.startswith(word) for part in name_words(own.player.name)) for word in words)
    ]
    return visit.render(
        "players/own_list.html",
        people=people,
        shown=found[:_SHOWN],
        found=found,
        q=q,
        ask=ask,
        used=choices_of(visit).used,
    )


@page.get("/t/{id}/players/own/file")
def export(visit: Here, to: str = "csv") -> Response:
    """The whole list as a table."""
    players = [own.player for own in people_of(visit)]
    return table_download(
        players_table(tell(Message("Own list of players")), players, tell), "own-list", to=to
    )


@page.post("/t/{id}/players/own")
def choose(visit: Here, act: Text, key: Text = "") -> Response:
    """Use the list or do not, take somebody off it, or empty it."""
    chosen = choices_of(visit)
    match act:
        case "use":
            chosen, said = replace(chosen, used=True), _("The own list is used")
        case "off":
            chosen, said = replace(chosen, used=False), _("The own list is switched off")
        case "empty":
            chosen, said = chosen.emptied(), _("The own list is empty")
        case _:
            for each in _keys_of(visit, key):
                chosen = chosen.without(each)
            said = _("Taken off the own list")
    write_choices(data_folder(visit.app_state.serving.data), chosen)
    return visit.done(said, to=visit.url("players/own"))


def _keys_of(visit: Visit, key: str) -> tuple[str, ...]:
    """All keys of a person, so that no earlier entry brings them back."""
    return next((keys_of(own) for own in people_of(visit) if own.key == key), (key,))
