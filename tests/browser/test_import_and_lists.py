"""Files that come in and go out, and rating lists, as a director uses them; all tests share one server."""

import io
from collections.abc import Iterator
from dataclasses import replace
from datetime import date

import openpyxl
import pytest
from playwright.sync_api import Page, Route, expect

from kit.riverside import open_riverside
from kit.running_site import Running, running
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player
from miai.domain.people.rating_list_entry import ListedPlayer, ListSource, PlayerList
from miai.features.players.register_player import NEW, register_players
from miai.features.tournament.change_details import change_details
from miai.features.tournament.create_tournament import create_tournament, delete_tournament
from miai.server.live import broadcast
from miai.store.people.player_lists import PlayerLists

CONTRADICTORY = b"""; EV[Contradictory Cup]
; DT[2025-05-01]
1 Maes Hanne 3d BE Brux 2 0 0 0 2+/w
2 Ito Kenji 2d JP Toky 0 0 0 0 1-/w
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with the Riverside Open, and an EGF list of today and an older AGA list."""
    folder = tmp_path_factory.mktemp("server")
    listed = ListedPlayer(
        source=ListSource.EGF,
        surname="Willemsen",
        first_name="Aurélie",
        grade=Grade.parse("3k"),
        rating=1816.0,
        egf_pin="10000001",
        list_date=date(2026, 11, 12),
    )
    with PlayerLists(folder, create=True) as lists:
        lists.replace(PlayerList(source=ListSource.EGF, players=(listed,), date=date(2026, 11, 12)))
        old = replace(listed, source=ListSource.AGA, surname="Zimmer", egf_pin="", aga_id="77")
        lists.replace(PlayerList(source=ListSource.AGA, players=(old,), date=date(2018, 2, 10)))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(broadcast, "POLL_EVERY", 0.2)
        with running(folder) as empty:
            yield replace(empty, demo=open_riverside(empty.desk))


def _players(server: Running, name: str, *players: Player) -> str:
    """The page of the players of a new tournament."""
    new = create_tournament(server.desk, name=name, by="director", rounds=5).id
    if players:
        register_players(server.desk, new, players, by="director")
    return f"{server.url}/t/{new}/players"


def _workbook() -> bytes:
    book = openpyxl.Workbook(write_only=True)
    entries, waiting = book.create_sheet("Entries"), book.create_sheet("Waiting")
    for row in (("Level", "Who"), ("5k", "Maes Hanne"), ("3d", "Ozols Ed"), ("4d", "Kask Ivo")):
        entries.append(row)
    for row in (("Name", "Grade"), ("Novak Petra", "4k")):
        waiting.append(row)
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def test_a_sheet_is_chosen_its_columns_corrected_and_its_players_entered(page: Page, server: Running) -> None:
    players = _players(server, "Wizard Cup")
    page.goto(f"{players}/import")
    page.get_by_label("Or a file").set_input_files({
        "name": "entries.xlsx", "mimeType": "application/octet-stream", "buffer": _workbook(),
    })  # fmt: skip
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("The sheet “Entries” was read.")).to_be_visible()
    page.get_by_role("button", name="Read the sheet Waiting instead").click()
    expect(page.get_by_text("1 line read, 1 can be entered.")).to_be_visible()
    page.get_by_role("button", name="Read the sheet Entries instead").click()
    preview = page.get_by_role("table", name="The lines as they were understood")
    expect(preview).to_contain_text("Maes, Hanne")
    page.get_by_label("Column 2").select_option(label="name, first name first")
    expect(preview).to_contain_text("Hanne, Maes")
    page.get_by_role("button", name="Enter them").click()
    expect(page.locator("#toasts")).to_contain_text("3 players entered")
    expect(page.get_by_role("row", name="Hanne Maes")).to_be_visible()


def test_a_misspelt_name_is_found_while_it_is_typed_fast_over_a_slow_line(
    page: Page, server: Running
) -> None:
    page.goto(_players(server, "Slow Cup"))
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    slow = {"offline": False, "latency": 150, "downloadThroughput": -1, "uploadThroughput": -1}
    network.send("Network.emulateNetworkConditions", slow)
    for typed in ("Wilemsen aurelie", "Виллемсен Аурелие"):
        page.get_by_role("combobox", name="Find a player").press_sequentially(typed, delay=15)
        hit = page.locator("#hits").get_by_role("option", name="Willemsen Aurélie")
        expect(hit).to_be_visible()
        page.keyboard.press("Escape")
    # Faster than its hits, a name that is only similar becomes a question.
    page.keyboard.type("Wilemsen aurelie")
    page.keyboard.press("Enter")
    page.locator("#lines").get_by_role("button", name="Willemsen Aurélie").click()
    expect(page.get_by_role("row", name="Willemsen Aurélie")).to_be_visible()


def test_entrants_are_updated_after_a_preview_unless_ratings_are_frozen(page: Page, server: Running) -> None:
    entrant = Player(
        id=NEW, surname="Willemsen", first_name="Aurélie", grade=Grade.parse("3k"), rating=1700.0,
        egf_pin="10000001",
    )  # fmt: skip
    players = _players(server, "Update Cup", entrant)
    page.goto(f"{players}/update")
    preview = page.get_by_role("table", name="What the lists would change")
    expect(preview).to_contain_text("1700 → 1816")
    page.get_by_label("Ratings are frozen after").fill("2026-11-01")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Ratings are frozen after 1 November 2026.")).to_be_visible()
    expect(preview).to_have_count(0)
    page.get_by_label("Ratings are frozen after").fill("")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("button", name="Update those ticked").click()
    expect(page.locator("#toasts")).to_contain_text("1 entrant updated")
    expect(page.get_by_role("row", name="Willemsen Aurélie")).to_contain_text("1816")


def test_a_list_is_deleted_only_after_a_question(page: Page, server: Running) -> None:
    page.goto(f"{_players(server, 'List Cup')}/lists")
    page.get_by_text("Choose, date or delete lists").click()
    page.get_by_role("link", name="Delete the AGA list…").click()
    page.get_by_role("link", name="Cancel").click()
    expect(page.get_by_role("row", name="AGA")).to_be_visible()
    page.get_by_text("Choose, date or delete lists").click()
    page.get_by_role("link", name="Delete the AGA list…").click()
    page.get_by_role("button", name="Delete the AGA list").click()
    expect(page.locator("#toasts")).to_contain_text("The AGA list is deleted")
    expect(page.get_by_role("row", name="AGA")).to_have_count(0)


def test_a_table_that_contradicts_itself_is_imported_after_a_question(
    page: Page, server: Running, expected_faults: list[str]
) -> None:
    expected_faults.append("422")
    asked: list[Route] = []

    def hold_the_first(route: Route) -> None:
        asked.append(route)
        if len(asked) > 1:
            route.continue_()

    page.goto(f"{server.url}/new/file")
    page.get_by_label("File").set_input_files({
        "name": "cup.h9", "mimeType": "text/plain", "buffer": CONTRADICTORY,
    })  # fmt: skip
    page.route("**/new/file", hold_the_first)
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text("Reading…")).to_be_visible()
    # A second click while the file is read sends nothing.
    page.get_by_role("button", name="Import", exact=True).click()
    asked[0].continue_()
    expect(page.get_by_text("have the same colour: read without colours")).to_be_visible()
    assert len(asked) == 1
    page.get_by_role("button", name="Import it like this").click()
    expect(page.get_by_role("heading", name="Notes on the import")).to_be_visible()


def test_what_a_federation_would_refuse_is_mended_by_following_its_link(page: Page, server: Running) -> None:
    change_details(server.desk, server.demo, place="", country="NL", by="director")
    page.goto(server.at("publish/files"))
    card = page.locator("#h9")
    card.get_by_role("link", name="The place of the event is missing.").click()
    expect(page.locator("#f-place")).to_be_focused()
    page.keyboard.type("Riverside")
    page.keyboard.press("Enter")
    expect(page.locator("#toasts")).to_contain_text("Details saved")
    page.get_by_role("link", name="Back to Files").first.click()
    expect(card).to_contain_text("Ready to send to the European Go Database.")


def test_a_page_of_a_tournament_that_is_deleted_says_so(
    page: Page, server: Running, expected_faults: list[str]
) -> None:
    expected_faults.append("404")
    new = create_tournament(server.desk, name="Short Cup", by="director").id
    page.goto(f"{server.url}/t/{new}/players")
    expect(page.locator("#desks li")).to_have_count(1)
    delete_tournament(server.desk, new)
    expect(page.locator("#gone")).to_contain_text("This tournament was deleted.")
    expect(page.locator("#lost")).to_be_hidden()


WIDE_TABLE = (
    "Surname;First name;Rank;Country;Club;EGF PIN;Rating;E-mail;Year of birth;Sex;Team;Rounds\n"
    "Maes;Hanne;5k;BE;Leuven;12345678;1612;h@maes.example;1990;f;Blue;1, 2\n"
)


def test_the_choosers_of_twelve_columns_are_in_view_and_a_question_is_answered(
    page: Page, server: Running
) -> None:
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(f"{_players(server, 'Wide')}/import")
    page.get_by_label("The table").fill(WIDE_TABLE)
    page.get_by_role("button", name="Preview", exact=True).click()
    choosers = page.locator("select[name=column]")
    expect(choosers).to_have_count(12)
    for chooser in choosers.all():
        expect(chooser).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 1366
    expect(page.get_by_role("button", name="Enter them")).to_be_disabled()
    page.get_by_role("button", name="Misses them").click()
    expect(page.get_by_text("misses rounds 1 and 2")).to_be_visible()
    expect(choosers.last).to_have_value("missed_rounds")
    page.get_by_role("button", name="Enter them").click()
    expect(page.get_by_role("link", name="Maes Hanne")).to_be_visible()
