"""The public log: what is served, until when, and in which pieces."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from kit.command import Run
from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.domain.log import events
from miai.domain.log.document import write_history
from miai.domain.log.history import History
from miai.domain.log.public_part import begins
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.director_constraints import Wishes
from miai.domain.rounds.game import Result
from miai.domain.settings.event_settings import Settings
from miai.engine.verify.heads import event_mark
from miai.engine.verify.log import read_log
from miai.features.draw.draw_round import draw_round
from miai.features.public_log.public_log import SIZE, last_public_entry, whole_log
from miai.features.publish.publish_round import publish_round, publish_standings
from miai.features.publish.unpublish import unpublish_round

ID = "open"


@pytest.fixture
def event(desk: Desk) -> Desk:
    """An event whose first round is published."""
    players = [
        Player(
            id=PlayerId(f"p{n}"), surname=f"Name{n}", grade=Grade.parse("1d"), family=f"kin{n // 2}",
            birth_year=1900 + n,
        )
        for n in range(6)
    ]  # fmt: skip
    entered = [events.PlayerRegistered(player=each) for each in players]
    created = events.TournamentCreated(name="Open", settings=Settings(rounds=5), lot="the-lot")
    desk.create(History.of([created, *entered]), id=ID)
    wishes = Wishes(apart=((PlayerId("p4"), PlayerId("p5")),))
    desk.change(ID, lambda _: [events.WishesChanged(wishes=wishes)], by="Ann the director")
    draw_round(desk, ID, round=1, by="Ann the director")
    publish_round(desk, ID, round=1, by="Ann the director")
    return desk


@pytest.fixture
def phone(event: Desk) -> Site:
    site = Site(event, host="0.0.0.0")  # noqa: S104 - nothing listens here
    site.client = site.browser(base_url="http://192.168.1.5:8000", address="192.168.1.77")
    return site


def last(desk: Desk) -> int:
    return last_public_entry(desk.state(ID))


def finish(desk: Desk, number: int) -> None:
    """Enter all results of a round."""
    boards = desk.state(ID).tournament.round(number).boards
    results = [
        events.ResultEntered(round=number, table=board.table, result=Result.WHITE_WINS) for board in boards
    ]
    desk.change(ID, lambda _: results, by="desk")


def everything(phone: Site) -> Any:
    """The public log, put together from its pieces as a phone would."""
    index = phone.get(f"/p/{ID}/log").json()
    pieces = [phone.get(f"/p/{ID}/log/{each['piece']}").json() for each in index["pieces"]]
    before = index["begins"]
    for piece, said in zip(pieces, index["pieces"], strict=True):
        assert piece["before"] == before
        assert (piece["first"], piece["last"]) == (said["first"], said["last"])
        assert len(piece["entries"]) == said["last"] - said["first"] + 1
        before = piece["entries"][-1]["hash"]
        assert before == said["hash"]
    assert (index["hash"], index["entries"]) == (before, sum(len(each["entries"]) for each in pieces))
    history = [entry for piece in pieces for entry in piece["entries"]]
    return {"miai": index["miai"], "public": index["format"], "begins": index["begins"], "history": history}


def test_the_pieces_are_a_log_whose_chain_holds_with_the_head_that_pages_show(
    phone: Site, event: Desk
) -> None:
    state = event.state(ID)
    log = read_log(json.dumps(everything(phone)).encode())
    assert log.hashes == event.store.hashes(state.id, after=0)
    assert log.event == event_mark(state.history.identity)
    assert begins(state.history.identity)[:16] == log.event
    published = log.publication(1)
    assert published is not None
    assert published.proof
    file = phone.get(f"/p/{ID}/log/file")
    assert "attachment" in file.headers["content-disposition"]
    assert read_log(file.content) == log


def test_no_private_word_is_served(phone: Site, event: Desk) -> None:
    text = json.dumps(everything(phone)) + phone.get(f"/p/{ID}/log/file").text
    for private in ("Ann the director", "kin1", "the-lot", "1903", event.state(ID).history.identity):
        assert private not in text
    assert "Name3" in text


def test_what_happened_since_the_publication_waits(event: Desk) -> None:
    published = event.state(ID).version
    finish(event, 1)
    assert last(event) == published
    publish_standings(event, ID, after=1, by="Ann")
    assert last(event) == event.state(ID).version


def test_a_draft_is_not_served_though_standings_were_published_after_it(phone: Site, event: Desk) -> None:
    finish(event, 1)
    before = event.state(ID).version
    draw_round(event, ID, round=2, by="Ann")
    publish_standings(event, ID, after=1, by="Ann")
    assert last(event) == before
    assert len(everything(phone)["history"]) == before
    publish_round(event, ID, round=2, by="Ann")
    assert last(event) == event.state(ID).version


def test_a_draft_that_was_taken_back_is_not_served_before_the_round_is_published(event: Desk) -> None:
    finish(event, 1)
    before = event.state(ID).version
    draw_round(event, ID, round=2, by="Ann")
    drawn = event.state(ID).version
    event.change(ID, lambda _: [events.Undone(entry=drawn)], by="Ann")
    publish_standings(event, ID, after=1, by="Ann")
    assert last(event) == before
    publish_standings(event, ID, after=1, by="Ann", final=True)
    assert last(event) == event.state(ID).version


def test_an_unpublished_round_is_no_longer_served(phone: Site, event: Desk) -> None:
    drawn = max(
        entry.number
        for entry in event.state(ID).history.entries
        if isinstance(entry.event, events.RoundDrawn)
    )
    finish(event, 1)
    publish_standings(event, ID, after=0, by="Ann")
    unpublish_round(event, ID, round=1, by="Ann")
    assert last(event) == drawn - 1
    assert all(each["event"] != "RoundDrawn" for each in everything(phone)["history"])


def test_a_change_of_a_published_draw_waits_until_it_is_published(event: Desk) -> None:
    published = event.state(ID).version
    boards = event.state(ID).tournament.round(1).boards
    swapped = events.BoardChanged(
        round=1,
        board=type(boards[0])(table=boards[0].table, white=boards[0].black, black=boards[0].white),
    )
    event.change(ID, lambda _: [swapped], by="Ann")
    publish_standings(event, ID, after=0, by="Ann")
    assert last(event) == published
    publish_round(event, ID, round=1, by="Ann")
    assert last(event) == event.state(ID).version


def test_nothing_is_served_of_an_event_that_is_not_public(phone: Site, event: Desk) -> None:
    fresh = event.create(event.state(ID).history.until(1), id="fresh").id
    for path in ("log", "log/1", "log/file"):
        assert phone.get(f"/p/{fresh}/{path}").status_code == 404
    assert phone.get(f"/p/{ID}/log/0").status_code == 404
    assert phone.get(f"/p/{ID}/log/2").status_code == 404
    unpublish_round(event, ID, round=1, by="Ann")
    assert phone.get(f"/p/{ID}/log").status_code == 404


def test_a_full_piece_is_kept_and_the_last_one_asked_for_again(phone: Site, event: Desk) -> None:
    later = [
        events.PlayerRegistered(player=Player(id=PlayerId(f"q{n}"), surname="Late", grade=Grade.parse("1d")))
        for n in range(SIZE)
    ]
    event.change(ID, lambda _: later, by="Ann")
    publish_standings(event, ID, after=0, by="Ann")
    first, second = (phone.get(f"/p/{ID}/log/{n}") for n in (1, 2))
    assert len(first.json()["entries"]) == SIZE
    assert "max-age=31536000" in first.headers["cache-control"]
    assert second.headers["cache-control"] == "private, no-cache"
    for path, answer in (("log/1", first), ("log/2", second), ("log", phone.get(f"/p/{ID}/log"))):
        again = phone.client.get(f"/p/{ID}/{path}", headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
    finish(event, 1)
    publish_standings(event, ID, after=1, by="Ann")
    assert phone.get(f"/p/{ID}/log/1").content == first.content
    assert phone.get(f"/p/{ID}/log/2").headers["etag"] != second.headers["etag"]
    everything(phone)


def test_a_piece_is_packed_for_those_who_can_unpack_it(phone: Site) -> None:
    plain = phone.client.get(f"/p/{ID}/log/1", headers={"Accept-Encoding": "identity"})
    packed = phone.client.get(f"/p/{ID}/log/1", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.json() == plain.json()
    assert len(gzip.compress(plain.content)) < len(plain.content) / 2


def test_the_command_writes_what_is_served(run: Run, event: Desk, tmp_path: Path) -> None:
    document, target = tmp_path / "open.miai", tmp_path / "public.json"
    document.write_bytes(write_history(event.state(ID).history))
    assert run("public-log", document, "--output", target) == (0, "", "")
    assert target.read_bytes() == whole_log(event.state(ID))
    status, out, _ = run("public-log", document)
    assert (status, out.encode()) == (0, target.read_bytes())
    document.write_bytes(write_history(event.state(ID).history.until(3)))
    assert run("public-log", document)[0] == 2
