"""The order of surname and first name is guessed from what is known, shown, and swapped by people."""

from collections.abc import Callable
from pathlib import Path

import pytest

from kit.players_page import Hall, known, texts
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.people.rating_list_entry import ListedPlayer, ListSource, PlayerList
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.side_rules import SideRules
from miai.domain.tournament import Tournament
from miai.features.players.enter_sides import TypedPerson, read_people
from miai.features.players.name_order import KnownNames, split_name
from miai.features.players.paste_players import read_paste
from miai.features.players.view.player_form import form_of_name
from miai.features.teams.typed_members import read_members
from miai.store.people.player_lists import PlayerLists

LISTED = (
    ("Kumagai", "Ayaka"), ("Kumagai", "Ren"), ("Ozols", "Ayaka"), ("Brzęk", "Ziemowit"), ("Lis", "Ziemowit"),
    ("Garcia Lopez", "Sol"), ("Martin", "Simon"),
)  # fmt: skip


@pytest.fixture
def listed(tmp_path: Path) -> PlayerLists:
    players = tuple(
        ListedPlayer(source=ListSource.EGF, surname=surname, first_name=first, grade=Grade.parse("2k"))
        for surname, first in LISTED
    )
    opened = PlayerLists(tmp_path, create=True)
    opened.replace(PlayerList(source=ListSource.EGF, players=players))
    return opened


def player(surname: str, first_name: str) -> Player:
    name = PlayerId(f"{surname}-{first_name}")
    return Player(id=name, surname=surname, first_name=first_name, grade=Grade.parse("1k"))


def parts(name: str, known_names: KnownNames, **order: bool) -> str:
    split = split_name(name, known_names, **order)
    return f"{split.surname}|{split.first_name}{'' if split.clear else '|?'}"


@pytest.mark.parametrize(
    ("name", "split"),
    [
        ("Anna Müller", "Müller|Anna"), ("Müller Anna", "Müller|Anna"), ("Müller, Anna", "Müller|Anna"),
        ("Anna MÜLLER", "MÜLLER|Anna"), ("Anna van der Berg", "van der Berg|Anna"),
        ("van der Berg Anna", "van der Berg|Anna"), ("Anna Maria Müller", "Müller|Anna Maria"),
        ("Müller Anna Maria", "Müller|Anna Maria"), ("Jean-Luc Roux", "Roux|Jean-Luc"),
        ("Kim Min", "Kim|Min|?"), ("Müller", "Müller|"), ("Anna, Müller", "Anna|Müller"), ("", "|"),
        ("Xeno van der Berg", "van der Berg|Xeno"), ("van der Berg Xeno", "van der Berg|Xeno"),
    ],
)  # fmt: skip
def test_capitals_commas_particles_and_common_first_names_show_the_order(name: str, split: str) -> None:
    assert parts(name, KnownNames()) == split


@pytest.mark.parametrize(
    ("name", "split"),
    [
        ("Ayaka Tanaka", "Tanaka|Ayaka"), ("Tanaka Ayaka", "Tanaka|Ayaka"),
        ("Noname Kumagai", "Kumagai|Noname"),
        ("Ziemowit Nowak", "Nowak|Ziemowit"), ("Sol Garcia Lopez", "Garcia Lopez|Sol"),
        ("Garcia Lopez Sol", "Garcia Lopez|Sol"), ("Simon Martin", "Martin|Simon"),
        ("Martin Simon", "Martin|Simon"),
    ],
)  # fmt: skip
def test_the_rating_lists_vote_on_the_order(listed: PlayerLists, name: str, split: str) -> None:
    with listed:
        assert parts(name, KnownNames((), listed)) == split


def test_the_other_entrants_vote_on_the_order() -> None:
    entered = KnownNames((player("Tanaka", "Ayumi"), player("Sato", "Ayumi")))
    assert parts("Ayumi Kobayashi", entered) == "Kobayashi|Ayumi"
    assert parts("Hiro Tanaka", entered) == "Tanaka|Hiro"
    assert parts("Hiro Kobayashi", entered) == "Hiro|Kobayashi|?"


def test_a_table_has_the_order_that_most_of_its_rows_show(listed: PlayerLists) -> None:
    text = "Name;Grade\nAyaka Tanaka;3k\nHiro Kobayashi;4k\nZiemowit Nowak;5k\nKumagai Jun;6k"
    with listed:
        rows = read_paste(Tournament(), text, lists=listed).rows
    assert [row.player and f"{row.player.surname}, {row.player.first_name}" for row in rows] == [
        "Tanaka, Ayaka", "Kobayashi, Hiro", "Nowak, Ziemowit", "Jun, Kumagai",
    ]  # fmt: skip
    assert "perhaps surname Kumagai, first name Jun" in [str(each) for each in rows[3].warnings]


def test_columns_without_a_heading_take_the_order_that_the_entrants_show() -> None:
    event = Tournament(players=(player("Tanaka", "Ayumi"), player("Sato", "Haruka")))
    rows = read_paste(event, "Haruka;Kobayashi;3k\nAyumi;Endo;4k").rows
    assert [row.player and row.player.surname for row in rows] == ["Kobayashi", "Endo"]


def test_people_of_a_side_vote_one_by_one() -> None:
    event = Tournament(settings=Settings(sides=SideRules(people=2)))
    for text in ("Ida Fox / Tom Green\t2k / 3k", "Fox Ida / Green Tom\t2k / 3k"):
        [row] = read_paste(event, f"Name\tGrade\n{text}").rows
        assert row.player is not None
        assert [(each.surname, each.first_name) for each in row.player.members] == [
            ("Fox", "Ida"), ("Green", "Tom"),
        ]  # fmt: skip


def test_lines_that_are_swapped_have_the_other_order() -> None:
    paste = read_paste(Tournament(), "Kim Min 2k\nLee Jun 3k", swapped=[2])
    assert [row.player and row.player.name for row in paste.rows] == ["Kim Min", "Jun Lee"]


def test_forms_sides_and_teams_ask_the_same_function() -> None:
    form = form_of_name("Anna Müller 2 kyu", KnownNames())
    assert (form.surname, form.first_name, form.grade) == ("Müller", "Anna", "2k")
    [member] = read_people([TypedPerson(name="Anna Müller", grade="2k")])
    assert (member.surname, member.first_name) == ("Müller", "Anna")
    event = Tournament(players=(player("Tanaka", "Ayumi"),))
    [new] = read_members(event, [TypedPerson(name="Ayumi Endo", grade="2k")])
    assert isinstance(new, Player)
    assert (new.surname, new.first_name) == ("Endo", "Ayumi")


def test_the_search_shows_how_a_new_name_is_split_and_enters_it_so(hall: Callable[..., Hall]) -> None:
    at, site, page = hall()
    answer = site.get(f"{page}/find?q=anna%20m%C3%BCller")
    assert "New: surname Müller, first name Anna" in texts(answer)
    assert 'data-clear="true"' in answer.text
    assert 'data-clear="false"' in site.get(f"{page}/find?q=kim%20min").text
    assert 'id="split"' not in site.get(f"{page}/find?q=anna").text
    site.post(f"{page}/typed", name="anna müller", grade="2k", here="true")
    assert at.event.players[-1].first_name == "Anna"
    site.post(f"{page}/typed", name="Min, Kim", grade="2k", here="true")
    assert at.event.players[-1].surname == "Min"


def test_the_form_of_a_new_player_swaps_the_names_without_scripts(hall: Callable[..., Hall]) -> None:
    at, site, page = hall()
    form = site.get(f"{page}/new?name=Kim%20Min%202k")
    assert f'formaction="{page}/new/swap"' in form.text
    # Enter in a field presses the first button of the form, which must not swap.
    assert form.text.index(">Enter<") < form.text.index("data-swap-names")
    swapped = site.post(f"{page}/new/swap", surname="Kim", first_name="Min", grade="2k", club="Ulm")
    for field, value in (("surname", "Min"), ("first_name", "Kim"), ("grade", "2k"), ("club", "Ulm")):
        assert f'name="{field}" type="text" value="{value}"' in swapped.text
    assert at.event.players == ()


def test_the_form_of_a_player_swaps_the_names_and_saves_them_only_then(hall: Callable[..., Hall]) -> None:
    at, site, page = hall()
    at.enter("Anna", "2k", first_name="Müller")
    own = f"{page}/{at.who('Anna')}"
    seen = site.form(own, f"{own}/change")["seen"][0]
    fields = {"surname": "Anna", "first_name": "Müller", "grade": "2k", "seen": seen}
    swapped = site.post(f"{own}/swap", **fields)
    assert 'name="surname" type="text" value="Müller"' in swapped.text
    assert at.event.players[0].surname == "Anna"
    fields |= {"surname": "Müller", "first_name": "Anna"}
    site.post(f"{own}/change", **fields)
    assert known(at, "Müller").first_name == "Anna"


def test_a_line_of_a_pasted_table_is_swapped_and_swapped_back(hall: Callable[..., Hall]) -> None:
    at, site, page = hall()
    table = "Kim Min 2k\nLee Jun 3k"
    assert "Kim, Min" in texts(site.post(f"{page}/import", text=table))
    once = site.post(f"{page}/import", text=table, swap="1")
    assert "Min, Kim" in texts(once)
    assert '<input type="hidden" name="swapped" value="1">' in once.text
    assert "Kim, Min" in texts(site.post(f"{page}/import", text=table, swapped=["1"], swap="1"))
    site.post(f"{page}/import/enter", text=table, swapped=["1"])
    assert [player.name for player in at.event.players] == ["Min Kim", "Lee Jun"]
