"""Every plug-in of the example at work; it has to be installed beside Miai."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import miai
from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.domain.log.history import History
from miai.features.library.plugins import installed_plugins
from miai.store.database import open_store


@pytest.fixture
def event() -> miai.Tournament:
    """Four of equal strength on paper; the first and the third by rating are newcomers."""
    players = [
        miai.player("A", "First", grade="1k", rating=2040, newcomer=True),
        miai.player("B", "Second", grade="1k", rating=2030),
        miai.player("C", "Third", grade="1k", rating=2020, newcomer=True),
        miai.player("D", "Fourth", grade="1k", rating=2010),
    ]
    return miai.tournament("Club evening", rounds=3, players=players)


def games(draw: miai.Draw) -> set[frozenset[str]]:
    return {frozenset((board.white.surname, board.black.surname)) for board in draw.boards}


def test_all_are_installed_and_used() -> None:
    found = {(each.group, each.key): each for each in installed_plugins() if "example" in each.package}
    assert sorted(found) == [
        ("criteria", "streak"),
        ("formats", "roster"),
        ("languages", "sv"),
        ("rating_systems", "club"),
        ("rules", "newcomers"),
        ("systems", "neighbours"),
    ]
    assert not [each.problem for each in found.values() if each.problem]


@pytest.mark.parametrize("name", ["streak", "Streak", "longest winning streak"])
def test_the_criterion_orders_the_standings_by_any_of_its_names(event: miai.Tournament, name: str) -> None:
    for number, results in enumerate(("white", "black", "black"), start=1):
        event = miai.with_games(event, number, [("First", "Second", results)])
    table = miai.standings(event, criteria=[name])
    best = {row.player.surname: row.values["streak"] for row in table.rows}
    assert (best["First"], best["Second"]) == (1, 2)
    assert table.rows[0].player.surname == "Second"
    assert "streak" in miai.standings(event, criteria="all").rows[0].values


@pytest.mark.parametrize("preset", ["miai", "kaniuk"])
def test_the_rule_changes_the_draw_and_says_why(event: miai.Tournament, preset: str) -> None:
    newcomers = frozenset(("First", "Third"))
    assert newcomers in games(miai.pair(event, round=1, preset=preset))
    draw = miai.pair(event, round=1, preset=f"{preset}+newcomers")
    assert newcomers not in games(draw)
    assert draw.preset == f"{preset}+newcomers"
    said = {
        str(reason.text) for board in draw.boards for reason in board.reasons if reason.rule == "newcomers"
    }
    assert said == {"a newcomer meets somebody who has played before"}
    with_rule = miai.tournament("Evening", players=event.players, preset=f"{preset}+newcomers")
    reason = miai.why_not(with_rule, "First", "Third", round=1).comparison.worse[0]
    assert (reason.rule, str(reason.title)) == ("newcomers", "Newcomers")


@pytest.mark.parametrize("preset", ["gotha", "aga"])
def test_a_preset_that_makes_no_use_of_the_rule_says_so(event: miai.Tournament, preset: str) -> None:
    plain, plugged = (miai.pair(event, round=1, preset=each) for each in (preset, f"{preset}+newcomers"))
    assert games(plain) == games(plugged)
    assert any("make no use of: Newcomers" in str(note) for note in plugged.notes)
    assert not any("make no use of" in str(note) for note in plain.notes)


def test_a_rule_that_is_not_installed_is_refused(event: miai.Tournament) -> None:
    with pytest.raises(miai.InputError, match=r"'miai\+nobody' needs a plug-in that is not installed"):
        miai.pair(event, round=1, preset="miai+nobody")


def test_what_simulates_says_that_it_does_not_know_the_rule(event: miai.Tournament) -> None:
    with_rule = miai.tournament("Evening", players=event.players, preset="miai+newcomers", rounds=2)
    with pytest.raises(miai.InputError, match="the simulation does not know the rules of plug-ins"):
        miai.simulate(with_rule)
    assert len(miai.forecast(with_rule, simulations=2).players) == 4


def test_the_system_draws_and_explains_itself(event: miai.Tournament) -> None:
    draw = miai.pair(event, round=1, system="neighbours")
    assert games(draw) == {frozenset(("First", "Second")), frozenset(("Third", "Fourth"))}
    assert draw.optimal
    found = miai.explain(event, round=1, system="neighbours")
    assert {reason.rule for reason in found.boards[0].reasons} == {"score", "seeding"}
    made = miai.tournament("Evening", system="neighbours", players=event.players)
    assert games(miai.pair(made, round=1)) == games(draw)


def test_the_format_is_read_and_written(event: miai.Tournament, tmp_path: Path) -> None:
    lost = miai.write(event, tmp_path / "evening.roster")
    assert any("Rating" in str(each) for each in lost)
    back = miai.read(tmp_path / "evening.roster")
    assert back.name == "Club evening"
    assert [player.name for player in back.players] == [player.name for player in event.players]
    (tmp_path / "bad.roster").write_text("roster: Bad\nnonsense\n")
    with pytest.raises(
        miai.InputError, match=r"'roster' .* of the package 'miai-example-plugin' failed: ValueError"
    ):
        miai.read(tmp_path / "bad.roster")


def test_the_rating_system_rates(event: miai.Tournament) -> None:
    played = miai.with_games(event, 1, [("First", "Second", "white")])
    changes = {each.player.surname: each.change for each in miai.rate(played, system="club").rated}
    # Elo with K = 40 between 2040 and 2030: 20 points and a little less for the favourite.
    assert round(changes["First"].change, 2) == 19.42
    assert round(changes["Second"].change, 2) == -19.42


@pytest.fixture
def site(event: miai.Tournament, tmp_path: Path) -> Iterator[Site]:
    store = open_store(tmp_path)
    desk = Desk(store)
    streaks = miai.tournament(
        "Evening", players=event.players, criteria="MMS, Streak", preset="miai+newcomers"
    )
    streaks = miai.with_games(streaks, 1, [("First", "Second", "white"), ("Third", "Fourth", "black")])
    desk.create(History.of_tournament(streaks), id="evening")
    yield Site(desk)
    store.close()


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("Standings", "Streak")),
        ("fr", ("Classement", "Streak")),
        ("sv", ("Ställning", "Segersvit", "Results")),
    ],
)
def test_pages_show_what_is_not_translated_in_english(
    site: Site, language: str, words: tuple[str, ...]
) -> None:
    html = site.get("/t/evening/standings", **{"Accept-Language": language}).text
    assert f'<html lang="{language}"' in html
    for word in words:
        assert word in html
    assert "Svenska" in site.get("/t/evening/settings").text


@pytest.mark.parametrize("page", ["/settings", "/ratings?by=club", "/draw", "/publish/files", "", "/stages"])
def test_every_page_that_offers_choices_works(site: Site, page: str) -> None:
    answer = site.get(f"/t/evening{page}")
    assert answer.status_code == 200, page
