"""A running tournament whose players a browser looks at."""

from pathlib import Path

from playwright.sync_api import Locator, Page

from kit.running_site import Running
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId, Registration
from miai.domain.people.rating_list_entry import ListedPlayer, ListSource, PlayerList
from miai.domain.tournament import Tournament
from miai.features.players.register_player import NEW, register_players
from miai.features.tournament.create_tournament import create_tournament
from miai.store.people.player_lists import PlayerLists

FIELD = "Adler 4d, Bakker 4d, Claes 3d, Dumont 2d, Evers 1d, Willems 10k"


class Hall:
    """A tournament on a running server, where only Willems is not here yet."""

    def __init__(self, server: Running, folder: Path) -> None:
        self.desk = server.desk
        self.id = create_tournament(self.desk, name="Spring Open", by="Anneke", rounds=5).id
        self.url = f"{server.url}/t/{self.id}/players"
        people = [each.split() for each in FIELD.split(", ")]
        players = [
            Player(
                id=NEW,
                surname=name,
                grade=Grade.parse(grade),
                registration=Registration.PRELIMINARY if name == "Willems" else Registration.FINAL,
            )
            for name, grade in people
        ]
        register_players(self.desk, self.id, players, by="Anneke")
        listed = [
            ListedPlayer(
                source=ListSource.EGF,
                surname=surname,
                first_name=first,
                grade=Grade.parse(grade),
                egf_pin=f"1000000{at}",
            )
            for at, (surname, first, grade) in enumerate(
                [("Willemsen", "Aurélie", "3k"), ("Williamson", "Rory", "6k")]
            )
        ]
        with PlayerLists(folder, create=True) as lists:
            lists.replace(PlayerList(source=ListSource.EGF, players=tuple(listed)))

    @property
    def event(self) -> Tournament:
        return self.desk.state(self.id).tournament

    def player(self, name: str) -> Player | None:
        return next((player for player in self.event.players if player.surname == name), None)

    def who(self, name: str) -> PlayerId:
        player = self.player(name)
        assert player
        return player.id

    def is_here(self, name: str) -> bool:
        player = self.player(name)
        return player is not None and player.registration is Registration.FINAL


def search(page: Page) -> Locator:
    return page.get_by_role("combobox", name="Find a player")


def switch(page: Page, name: str) -> Locator:
    return page.get_by_role("switch", name=f"{name} is here")
