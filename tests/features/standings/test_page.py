"""Standings: any round, any criteria, provisional and final, and the words for the criteria."""

import re
from dataclasses import replace
from html import unescape

import pytest

from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.domain.people.grade import Grade
from miai.domain.rounds.game import Result
from miai.engine.scoring import standings
from miai.features.draw.draw_round import draw_round
from miai.features.results.enter_result import enter_result
from miai.features.settings.change_settings import change_settings
from miai.features.standings.standings_view import standings_view
from miai.server.passwords import hashed
from miai.server.roles import Role

PAGE = "/t/demo/standings"


def _rows(html: str) -> list[str]:
    """The rows of the table, as one reads them."""
    body = html[html.index('id="standings"') :].partition("<tbody>")[2].partition("</tbody>")[0]
    rows = re.findall(r"<tr.*?</tr>", body, re.DOTALL)
    return [" ".join(unescape(re.sub(r"<[^>]+>", " ", row)).split()) for row in rows]


def _all_results(desk: Desk, number: int) -> None:
    for board in desk.state("demo").tournament.round(number).boards:
        if not board.result.known:
            enter_result(
                desk, "demo", round=number, table=board.table, result=Result.WHITE_WINS, by="director"
            )


def test_the_wall_list_shows_everybody_in_order_with_every_game(site: Site, demo_id: str) -> None:
    rows = _rows(site.get(PAGE).text)
    table = standings_view(site.desk, demo_id).table
    assert len(rows) == len(table.rows)
    for shown, row in zip(rows, table.rows, strict=True):
        assert row.player.name in shown
        assert all(game.replace("-", "−") in shown for game in row.results)


def test_the_table_after_an_earlier_round_knows_nothing_of_later_ones(site: Site, demo_id: str) -> None:
    html = site.get(f"{PAGE}?round=2").text
    assert "Standings after round 2" in html
    first = standings_view(site.desk, demo_id, after=2).table.rows[0]
    assert first.player.name in _rows(html)[0]
    assert "Round 3</th>" not in html


def test_missing_results_make_the_table_provisional_and_never_final(site: Site, demo_id: str) -> None:
    _all_results(site.desk, 4)
    assert "Provisional" not in site.get(f"{PAGE}?round=4").text
    enter_result(site.desk, demo_id, round=4, table=2, result=Result.UNKNOWN, by="director")
    html = site.get(f"{PAGE}?round=4").text
    assert "Provisional" in html
    assert "1 game is still being played" in html
    assert re.search(r"\d\?/[wb]", html)


def test_criteria_can_be_looked_at_without_changing_the_tournament(site: Site, demo_id: str) -> None:
    before = site.desk.state(demo_id)
    answer = site.post("/t/demo/standings/criteria", page=PAGE, key=["nbw", "sosw", ""])
    assert answer.status_code == 303
    html = site.get(answer.headers["location"]).text
    assert "Preview" in html
    assert "SOS (wins)" in html
    assert site.desk.state(demo_id) == before
    table = standings_view(site.desk, "demo", criteria=("nbw", "sosw")).table
    shown = _rows(html)
    assert all(row.player.name in line for row, line in zip(table.rows, shown, strict=True))


@pytest.mark.requirement("A64")
def test_criteria_can_be_kept_and_taken_back(site: Site, demo_id: str) -> None:
    own = site.desk.state(demo_id).tournament.settings.criteria
    site.post("/t/demo/standings/criteria", page=PAGE, key=["mms", "cussm", "mms"], keep="on", confirms=True)
    assert site.desk.state("demo").tournament.settings.criteria == ("mms", "cussm")
    number = site.desk.state("demo").version
    site.post("/t/demo/undo", page=PAGE, confirms=True, number=number)
    assert site.desk.state("demo").tournament.settings.criteria == own


def test_no_criterion_at_all_is_refused(site: Site, demo_id: str) -> None:
    own = site.desk.state(demo_id).tournament.settings.criteria
    answer = site.post("/t/demo/standings/criteria", page=PAGE, key=["", ""], keep="on")
    assert answer.status_code == 422
    assert "at least one criterion" in answer.text
    assert site.desk.state("demo").tournament.settings.criteria == own


def test_odd_addresses_show_the_nearest_table(site: Site, demo_id: str) -> None:
    del demo_id
    assert "Standings after round 4" in site.get(f"{PAGE}?round=5").text
    assert "Starting list" in site.get(f"{PAGE}?round=0").text
    assert site.get(f"{PAGE}?criteria=nonsense&view=c99&sort=name&among=category%3D99").status_code == 200


def test_a_category_is_placed_among_its_own(site: Site, demo_id: str) -> None:
    settings = site.desk.state(demo_id).tournament.settings
    limited = replace(settings, category_limits=(Grade.parse("1d"),))
    change_settings(site.desk, "demo", limited, by="director")
    html = site.get(f"{PAGE}?among=category%3D2").text
    assert re.search(r'aria-current="true">Under 1d', html)
    rows = _rows(html)
    grades = {player.name: player.grade for player in site.desk.state("demo").tournament.players}
    kyu = [name for name, grade in grades.items() if grade < Grade.parse("1d")]
    assert len(rows) == len(kyu)
    assert rows[0].startswith("1 ")


def test_publishing_from_the_table_shows_it_to_players(site: Site, demo_id: str) -> None:
    del demo_id
    html = site.get(f"{PAGE}?round=2").text
    assert "Players do not see them yet" in html
    answer = site.post("/t/demo/publish/standings", page=f"{PAGE}?round=2", after=2)
    assert answer.headers["location"] == f"{PAGE}?round=2"
    assert "Published " in site.get(f"{PAGE}?round=2").text
    assert "After round 2" in site.get("/p/demo/standings?round=2").text


@pytest.mark.parametrize("page", [PAGE, "/p/demo/standings", "/t/demo"])
def test_a_heading_says_what_its_criterion_counts_without_scripts(
    site: Site, demo_id: str, page: str
) -> None:
    del demo_id
    html = site.get(page).text
    asked = re.findall(r'<button[^>]*popovertarget="([^"]+)"[^>]*>([^<]+)<', html)
    assert ("SOS" if page != "/t/demo" else "MMS") in [title for _, title in asked]
    for target, _ in asked:
        [meaning] = re.findall(rf'<span class="criterion-meaning"\s+id="{target}" popover>(.*?)</span>', html)
        assert re.fullmatch(r"<b>[^<]+</b> .+\.", meaning)


@pytest.mark.parametrize("sort", ["", "name"])
def test_the_sorted_column_says_so(site: Site, demo_id: str, sort: str) -> None:
    del demo_id
    html = site.get(f"{PAGE}?sort={sort}").text
    [sorted_by] = re.findall(r'<th[^>]*aria-sort="(\w+)"[^>]*>(?:<(?:a|button)[^>]*>)?([^<]+)', html)
    assert sorted_by == (("ascending", "Name") if sort else ("descending", "MMS"))


def test_the_result_desk_sees_the_table_but_changes_nothing(desk: Desk, demo_id: str) -> None:
    site = Site(desk, host="0.0.0.0", password_hashes={Role.DESK: hashed("desk-password")})  # noqa: S104 - nothing listens here
    before = desk.state(demo_id)
    site.post("/sign-in", at="/sign-in", password="desk-password", name="Tomás")  # noqa: S106 - no secret
    html = site.get(PAGE).text
    assert "Standings after round 4" in html
    assert "Criteria…" not in html
    answer = site.post("/t/demo/publish/standings", at="/t/demo/results", after=2)
    assert answer.status_code == 403
    assert desk.state("demo") == before


def test_the_table_is_downloaded_as_it_is_shown(site: Site, demo_id: str) -> None:
    del demo_id
    html = unescape(site.get(f"{PAGE}?round=2&criteria=nbw,sosw").text)
    links = re.findall(r'href="(/t/demo/standings/file[^"]+)"', html)
    page, sheet = (site.get(link) for link in links)
    assert page.headers["content-disposition"] == 'attachment; filename="demo-standings-2.html"'
    assert sheet.headers["content-disposition"] == 'attachment; filename="demo-standings-2.csv"'
    table = standings_view(site.desk, "demo", after=2, criteria=("nbw", "sosw")).table
    lines = sheet.content.decode("utf-8-sig").splitlines()
    assert lines[0] == "Place,No.,Name,Grade,Country,Club,Start,R1,R2,Wins,SOS (wins)"
    assert [line.split(",")[2] for line in lines[1:]] == [row.player.name for row in table.rows]
    assert table.rows[0].player.name in page.text


def test_every_column_of_the_page_is_in_the_files(site: Site, demo_id: str) -> None:
    html = site.get(PAGE).text
    head = html[html.index('id="standings"') :].partition("<thead>")[2].partition("</thead>")[0]
    head = re.sub(r"<span class=\"criterion-meaning\".*?</span>", "", head, flags=re.DOTALL)
    shown = [
        unescape(re.sub(r"<[^>]+>", "", each)).strip() for each in re.findall(r"<th.*?</th>", head, re.DOTALL)
    ]
    assert {"Start", "Wins"} <= set(shown)
    sheet = site.get("/t/demo/standings/file").content.decode("utf-8-sig").splitlines()
    titles = sheet[0].split(",")
    assert {title.replace("Round ", "R") for title in shown} <= set(titles)
    file = site.get("/t/demo/standings/file?to=html").text
    assert all(f">{title}" in file for title in titles)
    lines = [dict(zip(titles, line.split(","), strict=True)) for line in sheet[1:]]
    rounds = site.desk.state(demo_id).tournament.rounds_played
    assert all(float(line["MMS"]) - float(line["Start"]) <= rounds for line in lines)
    assert sum(float(line["Wins"]) for line in lines) > 0


def test_a_download_speaks_the_language_of_the_page(site: Site, demo_id: str) -> None:
    del demo_id
    lines = site.get("/t/demo/standings/file", **{"Accept-Language": "fr"}).content.decode("utf-8-sig")
    assert lines.splitlines()[0].startswith("Place;")
    assert ";Nom;" in lines


def test_the_filter_leads_to_a_table_of_some_with_both_places(site: Site, demo_id: str) -> None:
    player = site.desk.state(demo_id).tournament.players[0]
    answer = site.get(
        f"{PAGE}?round=3&narrow=yes&country={player.country}&club=&weakest=&strongest=3d&sort=name"
    )
    assert answer.status_code == 303
    there = answer.headers["location"]
    assert there == f"{PAGE}?round=3&sort=name&among=country%3D{player.country}%2C+grade%3D-3d"
    html = site.get(there).text
    table = standings(
        site.desk.state("demo").tournament, after=3, among=f"country={player.country}, grade=-3d"
    )
    shown = sorted(row.split()[:2] for row in _rows(html))
    assert shown == sorted([str(row.place), str(row.overall)] for row in table.rows)
    assert f"{player.country}, up to 3d" in html
    for sheet in ("wall", "standings"):
        paper = site.get(f"/t/demo/print/{sheet}?round=3&among=country%3D{player.country}").text
        assert "Overall" in paper
        assert paper.count("<tr>") == 1 + len(
            standings(site.desk.state("demo").tournament, among=f"country={player.country}").rows
        )


def test_a_filter_that_cannot_be_read_is_explained_and_stays(site: Site, demo_id: str) -> None:
    del demo_id
    answer = site.get(f"{PAGE}?narrow=yes&weakest=4q&born_since=young")
    assert answer.status_code == 422
    assert "Year of birth: young is not a whole number" in answer.text
    assert "Grade: 4q is not a grade" in answer.text
    assert 'name="weakest" value="4q"' in answer.text
    answer = site.get(f"{PAGE}?among=land%3DFR")
    assert answer.status_code == 422
    assert "does not say who is meant" in answer.text


def test_what_is_published_as_final_is_not_offered_as_if_it_were_not(site: Site, demo_id: str) -> None:
    draw_round(site.desk, demo_id, round=5, by="director")
    _all_results(site.desk, 5)
    assert "Publish as final" in site.get(PAGE).text
    site.post("/t/demo/publish/standings", page=PAGE, after=5, final="on")
    shown = site.get(PAGE).text
    assert "Publish as final" not in shown
    assert "Publish again" in shown
    enter_result(site.desk, demo_id, round=5, table=1, result=Result.BLACK_WINS, by="director")
    assert "Publish as final" in site.get(PAGE).text


def test_final_standings_ask_once_and_say_how_to_correct_them(site: Site, demo_id: str) -> None:
    _all_results(site.desk, 4)
    assert "Close the standings…" in site.get(PAGE).text
    assert "Close these standings?" in site.get(f"{PAGE}?ask=final").text
    site.post("/t/demo/standings/finalise", page=PAGE)
    assert site.desk.state(demo_id).tournament.final
    answer = site.post("/t/demo/standings/criteria", page=PAGE, key=["nbw"], keep="on")
    assert answer.status_code == 422
    assert "the standings are final" in answer.text.lower()
    assert site.post("/t/demo/standings/reopen", page=PAGE, reason=" ").status_code == 422
    site.post("/t/demo/standings/reopen", page=PAGE, reason="Table 2 was wrong")
    html = site.get(PAGE).text
    assert "Reopened" in html
    assert "Table 2 was wrong" in html
    site.post("/t/demo/standings/finalise", page=PAGE)
    site.post("/t/demo/publish/standings", page=PAGE, after=4)
    for page in (PAGE, "/t/demo/print/wall", "/t/demo/print/standings", "/p/demo/standings"):
        assert "Corrected: Table 2 was wrong" in site.get(page).text, page
    file = site.get(f"{PAGE}/file?to=html").text
    assert "Final standings after round 4" in file
    assert "corrected: Table 2 was wrong" in file
