"""Files of an event with stages: on the page, by command and in the API, whole and one stage alone."""

import json
import re
from html import unescape
from pathlib import Path

import pytest

from kit.api_program import Program
from kit.command import Run
from kit.groups_and_cup import all_games, cup_beside_main, four_groups_and_a_cup, games_of
from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.domain.log.document import write_history
from miai.domain.rounds.game import Result
from miai.domain.stages import StageId
from miai.features.programs.tokens import Scope
from miai.features.results.enter_result import enter_result
from miai.features.tournament.change_details import change_details
from miai.formats.registry import FORMATS


@pytest.fixture
def staged_id(desk: Desk) -> str:
    """Four groups and a cup on the desk of the site."""
    return desk.create(four_groups_and_a_cup().state.history).id


@pytest.fixture
def document(tmp_path: Path) -> Path:
    path = tmp_path / "open.miai"
    path.write_bytes(write_history(four_groups_and_a_cup().state.history))
    return path


def _text(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def test_one_file_is_saved_for_the_whole_event(site: Site, staged_id: str) -> None:
    event = site.desk.state(staged_id).tournament
    for key in ("h9", "tou", "opengotha"):
        saved = site.get(f"/t/{staged_id}/save?to={key}")
        assert saved.status_code == 200
        back = FORMATS[key].read(saved.content).tournament
        assert games_of(back) == all_games(event)
    site.get(f"/t/{staged_id}/save?to=aga&temporary=yes")


def test_the_page_says_which_rounds_are_which_stage_and_leads_to_single_stages(
    site: Site, staged_id: str
) -> None:
    html = site.get(f"/t/{staged_id}/publish/files").text
    found = _text(html)
    assert "Rounds 1-5: Group A, Group B, Group C and Group D." in found
    assert "Rounds 6-8: Cup." in found
    assert 'value="1-8"' in html
    assert "Ready to send to the European Go Database." in found
    link = f'href="/t/{staged_id}~group-a/publish/files"'
    assert link in html
    assert "Open – Group A" in found
    alone = site.get(f"/t/{staged_id}~group-a/publish/files").text
    assert "hold this stage only, named “Open – Group A”" in _text(alone)
    assert 'value="1-5"' in alone
    assert f'href="/t/{staged_id}/publish/files"' in alone


@pytest.mark.parametrize("key", ["h9", "tou"])
def test_a_stage_alone_is_named_after_its_event_in_the_file_and_as_a_file(
    site: Site, staged_id: str, key: str
) -> None:
    saved = site.get(f"/t/{staged_id}~group-a/save?to={key}")
    assert f'filename="{staged_id}-group-a.{key}"' in saved.headers["content-disposition"]
    back = FORMATS[key].read(saved.content).tournament
    assert re.fullmatch("Open [-–?] Group A", back.name)
    assert back.place == "Lyon"
    assert back.begin == "2026-10-03"


def test_details_entered_later_reach_the_files_of_stages_too(site: Site, staged_id: str) -> None:
    stage = f"/t/{staged_id}~cup"
    site.get(f"{stage}/publish/files/h9")
    change_details(site.desk, staged_id, place="Brest", by="director")
    assert b"PC[FR, Brest]" in site.get(f"{stage}/save?to=h9").content
    change_details(site.desk, staged_id, place="", by="director")
    html = site.get(f"{stage}/publish/files").text
    assert f'href="/t/{staged_id}/settings?from=files#f-place"' in html
    assert "Location 'Brest'" not in _text(site.get(f"{stage}/publish/files/tou").text)


def test_a_missing_result_leads_to_the_page_of_its_stage_and_back(site: Site, staged_id: str) -> None:
    stage = f"{staged_id}~cup"
    enter_result(site.desk, stage, round=3, table=1, result=Result.UNKNOWN, by="director")
    html = unescape(site.get(f"/t/{staged_id}/publish/files").text)
    assert "Cup, round 3, table 1: the result is missing" in html
    (address,) = set(re.findall(rf'href="(/t/{stage}/results\?[^"]*)"', html))
    assert address == f"/t/{stage}/results?round=3&from=event-files#t1"
    assert f'href="/t/{staged_id}/publish/files"' in site.get(address).text


def test_the_api_gives_one_file_and_checks_it_as_one(desk: Desk, staged_id: str) -> None:
    program = Program(desk, Scope.DIRECT, staged_id)
    event = desk.state(staged_id).tournament
    data = program.ask("GET", f"/tournaments/{staged_id}/files/h9").content
    assert games_of(FORMATS["h9"].read(data).tournament) == all_games(event)
    assert program.get(f"/tournaments/{staged_id}/uploads/egd")["ready"] is True
    lost = program.get(f"/tournaments/{staged_id}/files/h9/losses")
    assert "which games belong to which stage" in lost["details"]


def test_the_api_sends_a_stage_again_after_the_details_of_its_event_changed(
    desk: Desk, staged_id: str
) -> None:
    program = Program(desk, Scope.DIRECT, staged_id)
    path = f"/tournaments/{staged_id}~cup"
    seen = program.ask("GET", f"{path}/uploads/egd")
    assert seen.json()["ready"] is True
    change_details(desk, staged_id, place="", by="director")
    again = program.ask("GET", f"{path}/uploads/egd", if_none_match=seen.headers["etag"])
    assert again.status_code == 200
    assert again.json()["ready"] is False
    saved = program.ask("GET", f"{path}/files/h9")
    assert b"Cup]" in saved.content
    assert f'filename="{staged_id}-cup.h9"' in saved.headers["content-disposition"]


def test_convert_writes_the_whole_event_or_one_stage(run: Run, document: Path, tmp_path: Path) -> None:
    target = tmp_path / "open.h9"
    status, out, _ = run("convert", document, target)
    assert status == 0
    assert "which games belong to which stage" in out
    event = FORMATS["miai"].read(document.read_bytes()).tournament
    assert games_of(FORMATS["h9"].read(target.read_bytes()).tournament) == all_games(event)
    assert run("convert", document, target, "--stage", "group-a")[0] == 0
    alone = FORMATS["h9"].read(target.read_bytes()).tournament
    assert games_of(alone) == games_of(event.stage(StageId("group-a")).event)
    assert (alone.place, alone.begin) == ("Lyon", "2026-10-03")
    assert run("convert", document, target, "--rounds", "6-8")[0] == 0
    assert FORMATS["h9"].read(target.read_bytes()).tournament.rounds_played == 3


def test_validate_checks_the_whole_event_or_one_stage(run: Run, document: Path) -> None:
    for stage in ((), ("--stage", "cup")):
        status, out, _ = run("validate", document, "--for", "egd", "--json", *stage)
        assert (status, json.loads(out)["ready"]) == (0, True)


def test_a_cup_beside_the_main_event_is_one_file(desk: Desk, site: Site) -> None:
    made = desk.create(cup_beside_main().state.history)
    saved = site.get(f"/t/{made.id}/save?to=h9")
    assert games_of(FORMATS["h9"].read(saved.content).tournament) == all_games(made.tournament)
    page = _text(site.get(f"/t/{made.id}/publish/files").text)
    assert "Rounds 1-2: Open and Cup." in page
    assert "Rounds 3-4: Open." in page
