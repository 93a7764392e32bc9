"""The own list: everybody who ever entered, with the latest data, and who is not to be on it."""

from dataclasses import replace
from functools import partial
from pathlib import Path

from kit.console import console
from miai.desk.live_state import Desk
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player
from miai.domain.people.rating_list_entry import ListedPlayer, ListSource
from miai.domain.tournament import Tournament
from miai.features.players.change_player import change_player
from miai.features.players.own_list import entered_again, keys_of, own_players, search_own
from miai.features.players.register_player import NEW, register_players
from miai.features.tournament.create_tournament import create_tournament
from miai.store.people.own_list_choices import FILE_NAME, OwnListChoices, read_choices, write_choices

ALL = OwnListChoices()


def person(surname: str, grade: str = "5k", **about: str) -> Player:
    return Player(id=NEW, surname=surname, grade=Grade.parse(grade), **about)  # type: ignore[arg-type]


def event(desk: Desk, name: str, begin: str, *players: Player) -> str:
    created = create_tournament(desk, name=name, begin=begin, by="Anneke").id
    register_players(desk, created, players, by="Anneke")
    return created


def listed(desk: Desk, choices: OwnListChoices = ALL) -> list[tuple[str, str, str, int]]:
    return [
        (own.player.name, str(own.player.grade), own.event, own.tournaments)
        for own in own_players(desk, choices)
    ]


def test_a_person_is_on_the_list_once_with_the_data_of_the_last_tournament() -> None:
    desk = console().desk
    event(desk, "New", "2026-05-01", person("Ozols", "3k", egf_pin="1"), person("Maes", "4k", club="Leuven"))
    event(
        desk,
        "Old",
        "2020-05-01",
        person("Ozols-Berg", "9k", egf_pin="1"),
        person("MAES", "8k", club="leuven"),
    )
    assert listed(desk) == [("Maes", "4k", "New", 2), ("Ozols", "3k", "New", 2)]


def test_namesakes_of_other_clubs_or_with_other_numbers_are_other_people() -> None:
    desk = console().desk
    kim = partial(person, "Kim", first_name="Ada")
    event(desk, "Cup", "2026-05-01", kim(club="Bonn"), kim("1d", club="Ulm"))
    event(desk, "Open", "2025-05-01", kim("2d", club="Ulm", egf_pin="7"))
    event(desk, "Open", "2024-05-01", kim("3d", club="Ulm", egf_pin="8"))
    assert [own.player.egf_pin for own in own_players(desk, ALL)] == ["7", "8", ""]


def test_a_namesake_of_an_earlier_tournament_gives_no_number() -> None:
    desk = console().desk
    event(desk, "Cup", "2026-05-01", person("Kolar", "3k", first_name="Ada", country="DE"))
    event(desk, "Open", "2025-05-01", person("Kolar", "4k", first_name="Ada", country="TR", egf_pin="7"))
    event(desk, "Open", "2024-05-01", person("Kolar", "4k", first_name="Ada", egf_pin="8"))
    found = {(own.player.country, own.player.egf_pin) for own in own_players(desk, ALL)}
    assert found == {("DE", ""), ("TR", "7"), ("", "8")}


def test_a_change_in_a_tournament_is_on_the_list_at_once() -> None:
    hall = console()
    hall.enter("Maes", "4k")
    assert listed(hall.desk)[0][1] == "4k"
    maes = hall.event.players[0].id
    change_player(*hall.at, maes, lambda player: replace(player, grade=Grade.parse("2k")), by="Anneke")
    assert listed(hall.desk)[0][1] == "2k"


def test_unchanged_tournaments_are_read_once_and_results_do_not_make_the_list_anew() -> None:
    hall = console("Maes 4k, Ozols 3k")
    desk = Desk(hall.store)
    event(hall.desk, "Old", "2020-05-01", person("Novak"))
    first = own_players(desk, ALL)
    read = hall.store.times_read
    assert own_players(desk, ALL) is first
    desk.state(hall.id)
    hall.draw(1)
    hall.play(1)
    assert own_players(desk, ALL) is first
    assert hall.store.times_read == read + 1
    hall.enter("Weber")
    assert [own.player.surname for own in own_players(desk, ALL)] == ["Maes", "Novak", "Ozols", "Weber"]


def test_reading_that_is_stopped_is_continued_the_next_time() -> None:
    desk = console().desk
    event(desk, "Cup", "2026-05-01", person("Maes"))
    assert own_players(desk, ALL, stopped=lambda: True) == ()
    assert [name for name, *_ in listed(desk)] == ["Maes"]


def test_who_is_found_can_be_entered_with_the_strength_of_the_rating_list() -> None:
    desk = console().desk
    maes = replace(person("Maes", "4k", club="Leuven", egf_pin="7"), absent_rounds=frozenset({1}))
    event(desk, "Cup", "2026-05-01", maes)
    [own] = search_own(own_players(desk, ALL), "mae", Tournament())
    assert (own.player.club, own.player.absent_rounds) == ("Leuven", frozenset())
    known = ListedPlayer(
        source=ListSource.EGF, surname="Maes", egf_pin="7", grade=Grade.parse("1k"), rating=1990
    )
    again = entered_again(own, known)
    assert (str(again.grade), again.rating, again.club) == ("1k", 1990, "Leuven")
    entered = Tournament(players=(person("Maes", egf_pin="7"),))
    assert search_own(own_players(desk, ALL), "mae", entered) == []


def test_the_list_can_be_switched_off_emptied_and_shortened() -> None:
    desk = console().desk
    event(desk, "Cup", "2026-05-01", person("Maes", egf_pin="7"), person("Ozols"))
    assert listed(desk, OwnListChoices(used=False)) == []
    chosen = ALL
    for key in keys_of(own_players(desk, ALL)[0]):
        chosen = chosen.without(key)
    assert [name for name, *_ in listed(desk, chosen)] == ["Ozols"]
    emptied = chosen.emptied()
    assert listed(desk, emptied) == []


def test_choices_are_kept_without_names_and_a_damaged_file_switches_the_list_off(tmp_path: Path) -> None:
    assert read_choices(tmp_path) == ALL
    chosen = ALL.without("name maes, leuven")
    write_choices(tmp_path, chosen)
    assert read_choices(tmp_path) == chosen
    assert "maes" not in (tmp_path / FILE_NAME).read_text(encoding="utf-8")
    (tmp_path / FILE_NAME).write_text("{", encoding="utf-8")
    assert not read_choices(tmp_path).used
