"""Public pages hand out heads of the log, and count phones that agree or saw something else."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest

from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.domain.log import events
from miai.domain.rounds.game import Result
from miai.engine.verify.heads import Head, event_mark, read_heads
from miai.features.draw.draw_round import draw_round
from miai.features.publish.publish_round import publish_round


@pytest.fixture
def phone(desk: Desk, demo_id: str) -> Site:
    """A phone in a hall where round 5 of the Riverside Open is drawn and published."""
    draw_round(desk, demo_id, round=5, by="director")
    publish_round(desk, demo_id, round=5, by="director")
    site = Site(desk, host="0.0.0.0")  # noqa: S104 - nothing listens here
    site.client = site.browser(base_url="http://192.168.1.5:8000", address="192.168.1.77")
    return site


def _shown(site: Site, path: str) -> tuple[str, str]:
    page = site.get(path).text
    [(text, mark)] = re.findall(r'data-head="([^"]*)" data-mark="([^"]*)"', page)
    return unescape(text), unescape(mark)


def _ask(site: Site, demo_id: str, **asked: object) -> dict[str, object]:
    answer = site.get(f"/p/{demo_id}/heads?{urlencode(asked)}")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    return dict(answer.json())


def test_every_public_page_hands_out_the_head_of_the_last_publication(
    phone: Site, desk: Desk, demo_id: str
) -> None:
    published = desk.state(demo_id).history.entries[-1]
    entered = events.ResultEntered(round=5, table=1, result=Result.WHITE_WINS)
    desk.change(demo_id, lambda _: [entered], by="A name that nobody may see")
    player = desk.state(demo_id).tournament.players[0].id
    heads = {
        _shown(phone, f"/p/{demo_id}{path}")
        for path in ("", "?by=table", "/standings", "/schedule", "/check?round=5", f"/player/{player}")
    }
    [(text, _)] = heads
    [head] = read_heads(text)
    assert (head.entries, head.at) == (published.number, published.at)
    assert head.event == event_mark(desk.state(demo_id).history.identity)
    assert head.hash == desk.store.hashes(desk.state(demo_id).id, after=published.number - 1)[0]


def test_nothing_is_handed_out_before_anything_was_published(phone: Site, desk: Desk, demo_id: str) -> None:
    other = desk.create(desk.state(demo_id).history.until(1), id="fresh").id
    assert "data-head" not in phone.get(f"/p/{other}").text
    assert phone.get(f"/p/{other}/heads?at=1").status_code == 404


def test_the_hashes_of_kept_heads_are_answered_and_odd_numbers_are_left_out(
    phone: Site, desk: Desk, demo_id: str
) -> None:
    hashes = desk.store.hashes(desk.state(demo_id).id, after=0)
    found = _ask(phone, demo_id, at=f"1,{len(hashes)},{len(hashes) + 1},0,-3,x,,{'9' * 40}")
    assert found["entries"] == len(hashes)
    assert found["hashes"] == {"1": hashes[0], str(len(hashes)): hashes[-1]}
    assert found["event"] == event_mark(desk.state(demo_id).history.identity)


def test_phones_that_agree_are_counted_and_made_up_heads_are_not(
    phone: Site, desk: Desk, demo_id: str
) -> None:
    text, mark = _shown(phone, f"/p/{demo_id}")
    [head] = read_heads(text)
    reports = phone.app.state.app_state.phone_reports
    _ask(phone, demo_id, at="", count=1)
    _ask(phone, demo_id, at=head.entries, count=1)
    assert reports.agreeing(demo_id, head) == 2
    # A head that fits contradicts nothing, and nothing is counted unless the phone asks, or by a forged head.
    forged = Head(event=head.event, entries=head.entries, hash="0" * 64, at=head.at).text
    _ask(phone, demo_id, at=head.entries)
    _ask(phone, demo_id, at=head.entries, count=1, head=text, mark=mark)
    _ask(phone, demo_id, at=head.entries, count=1, head=forged, mark=mark)
    _ask(phone, demo_id, at=head.entries, count=1, head="no head", mark="")
    assert reports.agreeing(demo_id, head) == 2
    assert _against(phone, desk, demo_id) == []


def test_a_head_that_this_server_gave_out_and_does_not_have_now_is_counted_for_the_director(
    phone: Site, desk: Desk, demo_id: str
) -> None:
    text, _ = _shown(phone, f"/p/{demo_id}")
    [head] = read_heads(text)
    # As if the log had been rewritten since: the server signed another hash for the same entry.
    before = Head(event=head.event, entries=head.entries - 1, hash="0" * 64, at=head.at)
    mark = phone.app.state.app_state.signer.proof("head", demo_id, before.text)
    for _phone in range(3):
        _ask(phone, demo_id, at=before.entries, count=1, head=before.text, mark=mark)
    assert _against(phone, desk, demo_id) == [(before, 3)]
    phone.app.state.app_state.phone_reports.settle(demo_id)
    assert _against(phone, desk, demo_id) == []


def test_what_witnesses_kept_is_a_file_that_the_command_reads(phone: Site, desk: Desk, demo_id: str) -> None:
    text, _ = _shown(phone, f"/p/{demo_id}")
    assert _file(phone, demo_id) == [text]
    _ask(phone, demo_id, at="", count=1)
    _ask(phone, demo_id, at="", count=1)
    assert _file(phone, demo_id) == [f"{text} 2 phones"]
    [head] = read_heads(text)
    before = Head(event=head.event, entries=head.entries - 1, hash="0" * 64, at=head.at)
    mark = phone.app.state.app_state.signer.proof("head", demo_id, before.text)
    _ask(phone, demo_id, at=before.entries, count=1, head=before.text, mark=mark)
    assert _file(phone, demo_id) == [f"{before.text} 1 phone", f"{text} 2 phones"]


def _file(site: Site, demo_id: str) -> list[str]:
    answer = site.get(f"/p/{demo_id}/heads/file")
    assert answer.headers["content-disposition"] == f'attachment; filename="{demo_id}-heads.txt"'
    assert read_heads(answer.text)
    return [line for line in answer.text.splitlines() if not line.startswith("#")]


def _against(site: Site, desk: Desk, demo_id: str) -> list[tuple[Head, int]]:
    state = desk.state(demo_id)
    hashes = desk.store.hashes(state.id, after=0)
    found = site.app.state.app_state.phone_reports.against(
        demo_id, identity=state.history.identity, hashes=hashes
    )
    return [(each.head, each.phones) for each in found]
