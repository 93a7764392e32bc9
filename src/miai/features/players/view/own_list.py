"""The own list of players as pages use it."""

from typing import Protocol

from starlette.exceptions import HTTPException

from miai.desk.live_state import Desk
from miai.domain.people.player import Player
from miai.features.lists.view.rating_lists import opened_lists
from miai.features.players.own_list import OwnPlayer, entered_again, is_listed_as, own_players
from miai.server.app_state import AppState
from miai.server.words import gettext as _
from miai.store.folder import data_folder
from miai.store.people.own_list_choices import OwnListChoices, read_choices


class Asker(Protocol):
    """Somebody who asks for the list: a visitor or a program."""

    @property
    def desk(self) -> Desk:
        """The desk that keeps all tournaments."""

    @property
    def app_state(self) -> AppState:
        """The application that is asked."""

    @property
    def sees_everybody(self) -> bool:
        """Whether they may see the players of other people's tournaments."""


def choices_of(visit: Asker) -> OwnListChoices:
    """What was chosen for the list."""
    return read_choices(data_folder(visit.app_state.serving.data))


def people_of(visit: Asker) -> tuple[OwnPlayer, ...]:
    """Everybody who entered a tournament before; nobody where the list is not used.

    On a server of many tournaments that is for the administrator: others see only the rating lists.
    """
    if not visit.sees_everybody:
        return ()
    return own_players(visit.desk, choices_of(visit))


def known_person(visit: Asker, key: str) -> Player:
    """The player to enter for somebody on the list, with the strength of the rating lists."""
    own = next((each for each in people_of(visit) if each.key == key), None)
    if own is None:
        raise HTTPException(404, _("The list of players has changed: search again."))
    with opened_lists(visit.app_state.serving.data) as lists:
        numbers = (own.player.egf_pin, own.player.aga_id, own.player.ffg_licence)
        found = [listed for number in numbers if lists and number for listed in lists.with_number(number)]
    return entered_again(own, next((each for each in found if is_listed_as(own, each)), None))
