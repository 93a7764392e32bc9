"""The pages of the foundation: the list, a new tournament, the overview, settings, and what goes wrong."""

import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import miai.server
from kit.web_site import Forms, Site
from miai.desk.live_state import Desk
from miai.domain.rounds.game import Result
from miai.engine.pairing.registry import ALL_SYSTEMS, rules_of
from miai.features.results.enter_result import enter_result
from miai.features.tournament.create_tournament import create_tournament
from miai.mounts.pages import all_pages
from miai.server.page import in_congress

# The page of teams is in the rail of team events only, some pages in that of a congress, or where there are
# accounts.
ELSEWHERE = ("teams", "members", "audit")
RAIL = [
    page.address
    for page in all_pages()
    if page.title and page.key not in ELSEWHERE and page.suited is not in_congress
]


@pytest.mark.parametrize("key", RAIL)
def test_every_page_of_the_rail_answers_for_a_running_tournament(site: Site, demo_id: str, key: str) -> None:
    answer = site.get(f"/t/{demo_id}" if key == "overview" else f"/t/{demo_id}/{key}")
    assert answer.status_code == 200
    assert 'aria-current="page"' in answer.text


@pytest.mark.parametrize("key", RAIL)
def test_every_page_of_the_rail_answers_for_an_empty_tournament(site: Site, desk: Desk, key: str) -> None:
    empty = create_tournament(desk, name="Nobody yet", by="director").id
    answer = site.get(f"/t/{empty}" if key == "overview" else f"/t/{empty}/{key}")
    assert answer.status_code == 200


def test_the_list_invites_to_open_the_first_tournament(site: Site) -> None:
    assert "No tournament yet" in site.get("/").text


def test_the_tournament_in_play_is_continued_from_the_list(site: Site, demo_id: str) -> None:
    assert 'class="card continue"' in site.get("/").text
    event = site.desk.state(demo_id).tournament
    assert f"Round 5 of {event.settings.rounds}" in site.get("/").text
    assert f'href="/t/{demo_id}">Continue' in site.get("/").text


def test_five_answers_open_a_tournament(site: Site) -> None:
    answer = site.post(
        "/new", name="Spring Open", begin="2026-04-11", end="2026-04-12", rounds="6", system="swiss",
        komi="7,5", minutes="45",
    )  # fmt: skip
    assert (answer.status_code, answer.headers["location"]) == (303, "/t/spring-open/players")
    event = site.desk.state("spring-open").tournament
    assert (event.name, event.begin, event.end) == ("Spring Open", "2026-04-11", "2026-04-12")
    rules = event.settings
    assert (rules.rounds, rules.system, rules.komi, rules.clock.basic_minutes) == (6, "swiss", 7.5, 45)
    assert "Spring Open is open" in site.get("/t/spring-open/players").text


def test_days_place_and_rounds_are_filled_in(site: Site) -> None:
    site.post("/new", name="First", place="Riverside", country="Netherlands")
    page = site.get("/new").text
    assert page.count(f'value="{date.today().isoformat()}"') == 2
    assert 'value="Riverside"' in page
    assert 'value="Netherlands"' in page
    site.post("/new", name="Cup", system="knockout", rounds="5", rounds_of="mcmahon")
    assert site.desk.state("cup").tournament.settings.rounds == rules_of("knockout").rounds
    site.post("/new", name="Long", system="knockout", rounds="6", rounds_of="mcmahon")
    assert site.desk.state("long").tournament.settings.rounds == 6
    site.post("/new", name="Later", begin="2031-01-01", end=date.today().isoformat())
    assert site.desk.state("later").tournament.end == "2031-01-01"


def test_a_handicap_event_can_be_made_at_once(site: Site) -> None:
    site.post("/new", name="Club evening", correction="0", none_from="9d", none_above_bar="no")
    rules = site.desk.state("club-evening").tournament.settings.handicapping
    assert (rules.correction, str(rules.none_from), rules.none_above_bar) == (0, "9d", False)


def test_the_form_as_it_is_makes_the_games_of_the_top_group_even(site: Site) -> None:
    page = site.get("/new").text
    chosen = re.search(r'<select [^>]*name="none_above_bar".*?</select>', page, re.DOTALL)
    assert chosen and 'value="yes" selected' in chosen[0]
    assert re.search(r'name="none_from"[^>]*value="1d"', page)


def test_a_new_tournament_can_have_every_system_each_with_a_sentence(site: Site) -> None:
    page = site.get("/new").text
    offered = re.findall(
        r'name="system" value="(\w+)" data-rounds="\d+"(?: checked)?>([^<]+?) <small>(.+?)</small></label>',
        page,
    )
    assert sorted(key for key, _, _ in offered) == sorted(ALL_SYSTEMS)
    assert offered[0][0] == "mcmahon"
    css = (Path(miai.server.__file__).parent / "static/css/pages/new.css").read_text()
    assert sorted(re.findall(r'\[value="(\w+)"\]:checked', css)) == sorted(ALL_SYSTEMS)


@pytest.mark.parametrize(
    ("system", "rounds"), [("mcmahon", 5), ("knockout", 4), ("double_elimination", 8), ("split_and_cycle", 4)]
)
def test_without_a_number_a_tournament_has_as_many_rounds_as_its_system_usually(
    site: Site, system: str, rounds: int
) -> None:
    site.post("/new", name="Spring Open", rounds="", system=system)
    assert site.desk.state("spring-open").tournament.settings.rounds == rounds


def test_what_a_system_ignores_is_not_asked(site: Site) -> None:
    page = site.get("/new").text
    bar, handicap, _, above_bar, preset = re.findall(r'<div data-for="([\w ]+)"', page)
    for asked_for in (bar, above_bar):
        assert "mcmahon" in asked_for.split()
        assert not {"swiss", "knockout"} & set(asked_for.split())
    assert "swiss" in handicap.split()
    assert "knockout" not in handicap.split()
    assert not {"aga", "round_robin"} & set(preset.split())


def test_the_next_tournament_can_be_like_the_last(site: Site, demo_id: str) -> None:
    assert f'href="/new/copy?source={demo_id}"' in site.get("/new").text
    assert f'<option value="{demo_id}" selected>' in site.get(f"/new/copy?source={demo_id}").text


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"komi": "six"}, "six is not a number"),
        ({"none_from": "strong"}, "No handicap from: strong is not a grade"),
        ({"name": " "}, "needs a name"),
        ({"begin": "2026-04-12", "end": "2026-04-11"}, "The last day is before the first day."),
        ({"begin": "soon"}, "is not a day: write it as 2026-12-31"),
        ({"name": "A" * 201}, "Name: at most 200 characters"),
    ],
)
def test_a_wrong_answer_is_named_and_the_others_stay(site: Site, wrong: dict[str, str], said: str) -> None:
    entered: dict[str, Any] = {"name": "Spring Open", "rounds": "7", **wrong}
    answer = site.post("/new", **entered)
    assert answer.status_code == 422
    assert said in answer.text
    assert 'value="7"' in answer.text
    assert site.desk.store.tournaments() == ()


def test_a_document_moves_a_tournament_with_its_history(site: Site, demo_id: str) -> None:
    saved = site.get(f"/t/{demo_id}/save")
    assert saved.headers["content-disposition"] == 'attachment; filename="demo.miai"'
    answer = site.client.post(
        "/new/file", data={"csrf": site.token()}, files={"file": ("copy.miai", saved.content)}
    )
    moved = answer.headers["location"].removeprefix("/t/")
    assert site.desk.state(moved).history == site.desk.state(demo_id).history


def test_what_an_imported_file_could_not_say_is_shown_and_found_again(site: Site, demo_id: str) -> None:
    saved = site.get(f"/t/{demo_id}/save?to=opengotha")
    answer = site.client.post(
        "/new/file", data={"csrf": site.token()}, files={"file": ("copy.xml", saved.content)}
    )
    page = answer.headers["location"]
    assert page.endswith("/imported")
    assert "The next round is drawn by OpenGotha’s rules, as OpenGotha would draw it." in site.get(page).text
    event = page.removesuffix("/imported")
    assert "Pairing rules: As OpenGotha" in site.get(f"{event}/draw?round=5").text
    files = site.get(f"{event}/publish/files").text
    assert f'href="{page}"' in files
    assert "note on the import" in files or "notes on the import" in files
    assert "/imported" not in site.get(f"/t/{demo_id}/publish/files").text


def test_a_file_that_is_no_tournament_is_refused_with_a_sentence(site: Site) -> None:
    answer = site.client.post("/new/file", data={"csrf": site.token()}, files={"file": ("a.txt", b"hello")})
    assert answer.status_code == 422
    assert "Not imported." in answer.text
    assert "Not a tournament file" in answer.text
    assert "table of players" not in answer.text


def test_a_file_that_is_imported_twice_is_noticed(site: Site, demo_id: str) -> None:
    saved = site.get(f"/t/{demo_id}/save?to=miai")
    files = {"file": ("copy.miai", saved.content)}
    answer = site.client.post("/new/file", data={"csrf": site.token()}, files=files)
    assert "Another tournament has the same name" in site.get(answer.headers["location"]).text


def test_a_table_of_players_is_not_a_tournament_and_the_page_says_where_it_belongs(site: Site) -> None:
    files = {"file": ("entries.csv", b"Name,Grade\nMaes Hanne,5k\nOzols Ed,3d\n")}
    answer = site.client.post("/new/file", data={"csrf": site.token()}, files=files)
    assert answer.status_code == 422
    assert "This looks like a table of players." in answer.text


def test_a_table_that_contradicts_itself_is_imported_after_a_question(site: Site) -> None:
    table = b"; EV[Odd Cup]\n1 A B 1d FI T 1 2+/w\n2 C D 1d FI T 1 1+/b\n"
    asked = site.client.post("/new/file", data={"csrf": site.token()}, files={"file": ("odd.h9", table)})
    assert asked.status_code == 422
    assert "A B and C D (line 3) both won: read as a win for both." in asked.text
    assert site.desk.store.tournaments() == ()
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', asked.text))
    answer = site.client.post("/new/file", data=fields)
    page = answer.headers["location"]
    assert page == "/t/odd-cup/imported"
    assert "both won: read as a win for both" in site.get(page).text


def test_a_file_that_is_sent_back_damaged_is_refused(site: Site) -> None:
    answer = site.client.post("/new/file", data={"csrf": site.token(), "content": "%%%", "lenient": "on"})
    assert answer.status_code == 422
    assert "The file did not arrive whole: choose it again." in answer.text


def test_a_copy_has_the_rules_and_the_players_but_no_rounds(site: Site, demo_id: str) -> None:
    site.post("/new/copy", source=demo_id, name="Next year", with_players="true")
    copy, model = site.desk.state("next-year").tournament, site.desk.state(demo_id).tournament
    assert copy.settings == model.settings
    assert [player.name for player in copy.players] == [player.name for player in model.players]
    assert copy.rounds == ()


def test_the_overview_says_what_is_happening_and_what_to_press(site: Site, demo_id: str) -> None:
    text = site.get(f"/t/{demo_id}").text
    assert "<h1>Round 5 can be drawn</h1>" in text
    assert f'href="/t/{demo_id}/draw?round=5"' in text
    enter_result(site.desk, demo_id, round=4, table=3, result=Result.UNKNOWN, by="director")
    text = site.get(f"/t/{demo_id}").text
    assert "<h1>Round 4, 1 game to go</h1>" in text
    assert "still playing" in text


def test_a_stone_of_the_strip_shows_the_same_page_for_that_round(site: Site, demo_id: str) -> None:
    text = site.get(f"/t/{demo_id}?round=2").text
    assert "The hall, round 2" in text
    assert f'href="/t/{demo_id}?round=3"' in text


def test_rules_come_back_from_the_form_as_they_are(site: Site, demo_id: str) -> None:
    page = f"/t/{demo_id}/settings"
    before = site.desk.state(demo_id).tournament.settings
    unchanged = site.form(page, f"{page}/rules")
    site.client.post(f"{page}/rules", data=unchanged)
    assert site.desk.state(demo_id).tournament.settings == before
    typed = {**unchanged, "scoring.bar": "2d", "scoring.absent_points": "½"}
    asked = site.client.post(f"{page}/rules", data=typed)
    # The question carries all fields of the form, so that its own form saves what was typed.
    again = Forms(f"{page}/rules")
    again.feed(asked.text)
    site.client.post(f"{page}/rules", data=again.fields)
    after = site.desk.state(demo_id).tournament.settings
    assert (str(after.scoring.bar), after.scoring.absent_points) == ("2d", 2)
    assert after.criteria == before.criteria


def test_a_wrong_rule_is_named_and_what_was_typed_stays(site: Site, demo_id: str) -> None:
    page = f"/t/{demo_id}/settings"
    answer = site.client.post(f"{page}/rules", data={**site.form(page, f"{page}/rules"), "scoring.bar": "4q"})
    assert answer.status_code == 422
    assert 'value="4q"' in answer.text
    assert "4q" in answer.text


def test_deleting_shows_first_what_is_lost(site: Site, demo_id: str) -> None:
    asked = site.get(f"/t/{demo_id}/settings/delete")
    assert "26 players, 4 rounds" in asked.text
    assert site.desk.store.tournaments()
    gone = site.post(f"/t/{demo_id}/settings/delete")
    assert gone.headers["location"] == "/"
    assert site.desk.store.tournaments() == ()
    assert site.get(f"/t/{demo_id}").status_code == 404


def test_a_reader_chooses_language_light_and_keys(site: Site, demo_id: str) -> None:
    site.post("/look", language="de", theme="dark", keys="off", name="Ulrike")
    text = site.get(f"/t/{demo_id}").text
    assert '<html lang="de">' in text
    assert "Übersicht" in text
    assert 'content="dark"' in text
    assert 'data-keys="off"' in text
    assert "Ulrike, Turnierleitung" in text


def test_an_unknown_tournament_is_not_found(site: Site) -> None:
    answer = site.get("/t/atlantis")
    assert answer.status_code == 404
    assert "There is no tournament" in answer.text


def test_the_documentation_of_the_api_is_in_english_whatever_the_reader_reads(
    site: Site, demo_id: str
) -> None:
    site.post("/look", language="fr")
    text = site.get("/api").text
    assert '<html lang="en">' in text
    assert "Addresses begin with" in text
    # What is around it stays in French, and says so.
    assert '<a class="skip" href="#main" lang="fr">' in text
    assert '<footer lang="fr">' in text


def test_players_find_only_what_is_published(desk: Desk, demo_id: str) -> None:
    create_tournament(desk, name="Still secret", by="director")
    phone = Site(desk).browser(base_url="http://miai.local", address="192.168.1.50")
    text = phone.get("/").text
    assert f'href="/p/{demo_id}"' in text
    assert "Still secret" not in text


@pytest.mark.parametrize(
    ("taken", "page"),
    [
        ("/t/demo/links/issue", "/t/demo/links"),
        ("/t/demo/results/enter", "/t/demo/results"),
        ("/t/demo/settings/details", "/t/demo/settings"),
        ("/t/demo/undo", "/t/demo"),
        # Where the page of a player could take the last word for one.
        ("/t/demo/players/check-in", "/t/demo/players"),
        ("/t/demo/players/attendance", "/t/demo/players"),
        ("/backups/now", "/backups"),
    ],
)
def test_an_address_that_takes_forms_only_leads_to_the_page_of_its_form(
    site: Site, demo_id: str, taken: str, page: str
) -> None:
    answer = site.get(taken)
    assert (answer.status_code, answer.headers["location"]) == (303, page)
    assert site.get(page).status_code == 200


@pytest.mark.parametrize("address", ["/t/demo/players/nobody", "/t/atlantis/players/new", "/nowhere"])
def test_what_is_not_there_is_not_taken_for_a_form(site: Site, demo_id: str, address: str) -> None:
    assert site.get(address).status_code == 404


def test_another_method_at_a_page_is_refused(site: Site, demo_id: str) -> None:
    assert site.client.delete(f"/t/{demo_id}/links").status_code == 405
