"""A form that our script sends again, because no answer arrived, counts once and is answered as before."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from kit.web_site import HOME, Site
from miai.desk.entry_once import entry_once
from miai.desk.live_state import Desk
from miai.domain.rounds.game import Result
from miai.features.history.undo import undo_my_last
from miai.features.publish.unpublish import unpublish_standings
from miai.features.results.enter_result import enter_result
from miai.store.database import open_store

ENTRY = "0d3a5c1e-7f60-4a55-9c39-2f1d6a0b7c11"


@pytest.fixture
def demo_id(demo_id: str, desk: Desk) -> str:
    """The same, but its last table is not published, so that correcting round 4 asks nothing."""
    unpublish_standings(desk, demo_id, after=4, by="director")
    return demo_id


def send(site: Site, path: str, *, entry: str = ENTRY, page: str = "/new", **fields: Any) -> httpx.Response:
    """Send a form as our script does, with the id of the entry."""
    headers = {"Referer": f"{HOME}{page}", "X-Requested-With": "miai", "X-Miai-Page": page}
    fields["csrf"] = site.token()
    answer: httpx.Response = site.client.post(path, data=fields, headers={**headers, "X-Miai-Entry": entry})
    return answer


def results(desk: Desk, tournament_id: str) -> dict[int, Result]:
    return {board.table: board.result for board in desk.state(tournament_id).tournament.round(4).boards}


def test_the_same_entry_is_written_once_and_answered_as_before(site: Site, demo_id: str) -> None:
    path, page = f"/t/{demo_id}/results/correct", f"/t/{demo_id}/results?round=4"
    first = send(site, path, page=page, round=4, table=3, result="unknown")
    version = site.desk.state(demo_id).version
    # Somebody else corrects the table before the repetition arrives.
    enter_result(site.desk, demo_id, round=4, table=3, result=Result.JIGO, by="Ana")
    again = send(site, path, page=page, round=4, table=3, result="unknown")
    told, repeated = first.json(), again.json()
    assert told["version"] == version
    assert {name: repeated[name] for name in ("go", "here", "version")} == {
        name: told[name] for name in ("go", "here", "version")
    }
    assert f'name="number" value="{version}"' in repeated["toast"]
    assert results(site.desk, demo_id)[3] is Result.JIGO
    assert site.desk.state(demo_id).version == version + 1


def test_an_entry_is_known_after_a_restart(tmp_path: Path) -> None:
    answers = []
    for _ in range(2):
        store = open_store(tmp_path)
        site = Site(Desk(store))
        answers.append(send(site, "/new", name="Spring Open", rounds=3).json())
        tournaments = store.tournaments()
        store.close()
    assert [each.name for each in tournaments] == ["Spring Open"]
    assert answers[0] == answers[1]


def _take_back_two(site: Site, demo_id: str) -> None:
    """Take back the results of two tables in this browser."""
    for table in (1, 2):
        site.post(f"/t/{demo_id}/results/correct", round=4, table=table, result="unknown")


def test_the_last_entry_is_undone_once(site: Site, demo_id: str) -> None:
    _take_back_two(site, demo_id)
    before = results(site.desk, demo_id)
    answers = [send(site, f"/t/{demo_id}/results/undo", round=4) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    after = results(site.desk, demo_id)
    assert (before[1], before[2]) == (Result.UNKNOWN, Result.UNKNOWN)
    assert after[1] is Result.UNKNOWN
    assert after[2] is not Result.UNKNOWN


def test_a_player_is_entered_and_removed_once(site: Site, demo_id: str) -> None:
    def send_twice(path: str, entry: str, **fields: Any) -> list[int]:
        return [send(site, path, entry=entry, **fields).status_code for _ in range(2)]

    count = len(site.desk.state(demo_id).tournament.players)
    fields = {"surname": "Newcomer", "first_name": "Nia", "grade": "5k"}
    assert send_twice(f"/t/{demo_id}/players/new", "a" * 36, **fields) == [200, 200]
    players = site.desk.state(demo_id).tournament.players
    assert len(players) == count + 1
    assert send_twice(f"/t/{demo_id}/players/{players[-1].id}/remove", "b" * 36) == [200, 200]
    assert len(site.desk.state(demo_id).tournament.players) == count


def test_a_round_is_drawn_once(site: Site, demo_id: str) -> None:
    version = site.desk.state(demo_id).version
    path = f"/t/{demo_id}/draw/make"
    mark = site.mark(path, {"round": 5})
    answers = [send(site, path, round=5, mark=mark) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert site.desk.state(demo_id).version == version + 1


def test_an_entry_sent_by_several_connections_at_once_counts_once(site: Site, demo_id: str) -> None:
    version = site.desk.state(demo_id).version
    token = site.token()
    headers = {"X-Requested-With": "miai", "X-Miai-Entry": ENTRY, "X-CSRF-Token": token}

    def post(_: int) -> int:
        path = f"/t/{demo_id}/results/undo"
        answer: httpx.Response = site.client.post(path, data={"round": 4}, headers=headers)
        return answer.status_code

    _take_back_two(site, demo_id)
    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(post, range(4))) == {200}
    assert site.desk.state(demo_id).version == version + 3


@pytest.mark.parametrize("odd", ["", "1", "x" * 65, "0d3a5c1e 7f60 4a55 9c39", "../../../../etc/passwd"])
def test_an_odd_id_counts_as_none(site: Site, demo_id: str, odd: str) -> None:
    version = site.desk.state(demo_id).version
    for result in ("unknown", "jigo"):
        path = f"/t/{demo_id}/results/correct"
        assert send(site, path, entry=odd, round=4, table=3, result=result).status_code == 200
    assert site.desk.state(demo_id).version == version + 2


def test_the_changes_of_one_request_are_told_apart(desk: Desk, demo_id: str) -> None:
    def two_changes() -> list[int]:
        with entry_once(ENTRY):
            saved = [
                enter_result(desk, demo_id, round=4, table=table, result=Result.UNKNOWN, by="Ana")
                for table in (1, 2)
            ]
        return [each.entries[-1].number for each in saved]

    assert two_changes() == two_changes()


def test_a_request_that_stopped_half_way_is_finished_by_its_repetition(desk: Desk, demo_id: str) -> None:
    with entry_once(ENTRY):
        enter_result(desk, demo_id, round=4, table=1, result=Result.UNKNOWN, by="Ana")
    with entry_once("b" * 36, session="Ben's browser"):
        enter_result(desk, demo_id, round=4, table=3, result=Result.UNKNOWN, by="Ben")
    with entry_once(ENTRY):
        assert results(desk, demo_id)[3] is not Result.UNKNOWN
        enter_result(desk, demo_id, round=4, table=1, result=Result.UNKNOWN, by="Ana")
        second = undo_my_last(desk, demo_id, round=4, session="Ben's browser", by="Ben")
    assert second.entries[-1].number == desk.state(demo_id).version
    assert results(desk, demo_id)[1] is Result.UNKNOWN
    assert results(desk, demo_id)[3] is not Result.UNKNOWN


def test_an_entry_for_another_tournament_is_refused(site: Site, demo_id: str) -> None:
    send(site, f"/t/{demo_id}/results/correct", round=4, table=3, result="unknown")
    send(site, "/new", entry="c" * 36, name="Other", rounds=3)
    version = site.desk.state("other").version
    answer = send(site, "/t/other/players/new", surname="New", grade="5k")
    assert answer.status_code == 422
    assert "sent for another tournament" in answer.text
    assert site.desk.state("other").version == version


def test_a_result_that_stands_already_is_saved_whatever_was_seen(site: Site, demo_id: str) -> None:
    now = results(site.desk, demo_id)[3]
    version = site.desk.state(demo_id).version
    saved = enter_result(site.desk, demo_id, round=4, table=3, result=now, seen=Result.BOTH_LOSE, by="Ana")
    assert saved.entries == ()
    assert site.desk.state(demo_id).version == version


def test_every_answer_says_that_miai_gave_it(site: Site, demo_id: str) -> None:
    large = {"content-length": str(2**40), "x-requested-with": "miai"}
    answers = [
        site.get(f"/t/{demo_id}/results"),
        site.get("/nowhere"),
        site.get("/static/none.css"),
        site.client.post(f"/t/{demo_id}/results/undo", data={"round": 4}),
        site.post(f"/t/{demo_id}/results/undo"),
        site.client.post("/new/file", content=b"", headers=large),
    ]
    assert [answer.status_code for answer in answers] == [200, 404, 404, 403, 422, 413]
    assert {answer.headers.get("X-Miai") for answer in answers} == {"1"}


# Pages without scripts ---------------------------------------------------------------


def double_click(site: Site, path: str, *, page: str = "/new", **fields: Any) -> list[httpx.Response]:
    """Send the same form of the same page twice, as a browser without scripts does."""
    sent = {"csrf": site.token(page), **fields}
    return [site.client.post(path, data=sent, headers={"Referer": f"{HOME}{page}"}) for _ in range(2)]


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_what_is_sent_twice_counts_once(site: Site, demo_id: str, *, scripts: bool) -> None:
    def versions(path: str, **fields: Any) -> list[int]:
        """The version after each time."""
        found = []
        sent = {"csrf": site.token(), "mark": site.mark(f"/t/{demo_id}/{path}", fields), **fields}
        script = {"X-Requested-With": "miai", "X-Miai-Entry": f"entry-{path.replace('/', '-'):-<40}"}
        for _ in range(2):
            answer = site.client.post(f"/t/{demo_id}/{path}", data=sent, headers=script if scripts else {})
            assert answer.status_code == (200 if scripts else 303), answer.text
            found.append(site.desk.state(demo_id).version)
        return found

    version = site.desk.state(demo_id).version
    for path, fields, entries in (
        ("players/new", {"surname": "Newcomer", "first_name": "Nia", "grade": "5k"}, 1),
        ("players/import/enter", {"text": "Adler Anna 4d\nBauer Ben 3k"}, 2),
        ("draw/make", {"round": 5, "number": 5}, 1),
        ("draw/swap", {"round": 5, "a": "p1", "b": "p2"}, 1),
        ("results/bonus", {"round": 5, "player": "p1", "points": "1"}, 1),
        ("prizes/suggest", {"what": "places"}, 1),
    ):
        version += entries
        assert versions(path, **fields) == [version, version], path


def test_a_new_tournament_by_a_double_click_without_scripts_is_one(site: Site) -> None:
    first, second = double_click(site, "/new", name="Spring Open", rounds=3)
    assert first.headers["location"] == second.headers["location"]
    assert len(site.desk.store.tournaments()) == 1


def test_undo_by_a_double_click_without_scripts_takes_back_one_result(site: Site, demo_id: str) -> None:
    before = results(site.desk, demo_id)
    for table in (1, 2):
        site.post(f"/t/{demo_id}/results/correct", round=4, table=table, result="unknown")
    double_click(site, f"/t/{demo_id}/results/undo", page=f"/t/{demo_id}/results?round=4", round=4)
    assert results(site.desk, demo_id) == before | {1: Result.UNKNOWN}


def test_the_same_page_with_other_words_counts_again(site: Site, demo_id: str) -> None:
    token = site.token()
    for surname in ("Newcomer", "Latecomer"):
        fields = {"csrf": token, "surname": surname, "first_name": "Nia", "grade": "5k"}
        assert site.client.post(f"/t/{demo_id}/players/new", data=fields).status_code == 303
    surnames = [player.surname for player in site.desk.state(demo_id).tournament.players]
    assert surnames[-2:] == ["Newcomer", "Latecomer"]


def test_the_same_words_on_a_page_that_was_loaded_again_count_again(site: Site, demo_id: str) -> None:
    version = site.desk.state(demo_id).version
    for result in ("unknown", "black", "unknown", "black"):
        site.post(f"/t/{demo_id}/results/correct", round=4, table=3, result=result)
    assert site.desk.state(demo_id).version == version + 4


def test_a_file_that_is_uploaded_twice_by_a_double_click_makes_one_tournament(
    site: Site, demo_id: str
) -> None:
    document = site.get(f"/t/{demo_id}/save").content
    token = site.token("/new/file")
    for _ in range(2):
        answer = site.client.post("/new/file", data={"csrf": token}, files={"file": ("event.miai", document)})
        assert answer.status_code == 303
    assert len(site.desk.store.tournaments()) == 2


def test_a_deletion_that_is_sent_again_is_answered_as_the_first_time(site: Site, demo_id: str) -> None:
    answers = double_click(site, f"/t/{demo_id}/settings/delete", page=f"/t/{demo_id}/settings/delete")
    assert [(each.status_code, each.headers.get("location")) for each in answers] == [(303, "/")] * 2
