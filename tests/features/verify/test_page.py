"""The page that checks a draw, its proof and the hashes of the log: only what is published."""

import hashlib
import re

import pytest

from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.domain.log import events
from miai.domain.rounds.game import Result
from miai.engine.verify.draw import check_draw
from miai.engine.verify.proof_file import open_proof
from miai.engine.verify.verdicts import What
from miai.features.draw.draw_round import draw_round
from miai.features.draw.proof import proof_of
from miai.features.history.undo import undo
from miai.features.publish.publish_round import publish_round
from miai.features.verify.view.phone_words import phone_words
from miai.server.static_files import FOLDER as STATIC


@pytest.fixture
def phone(desk: Desk, demo_id: str) -> Site:
    """A phone in a hall where round 5 of the Riverside Open is drawn and not yet published."""
    draw_round(desk, demo_id, round=5, by="director")
    site = Site(desk, host="0.0.0.0")  # noqa: S104 - nothing listens here
    site.client = site.browser(base_url="http://192.168.1.5:8000", address="192.168.1.77")
    return site


def test_nothing_of_a_round_can_be_checked_before_it_is_published(
    phone: Site, desk: Desk, demo_id: str
) -> None:
    for path in ("proof/5", "proof/5/log"):
        assert phone.get(f"/p/{demo_id}/{path}").status_code == 404
    saved = publish_round(desk, demo_id, round=5, by="director")
    for path in ("proof/5", "proof/5/log", "check?round=5"):
        assert phone.get(f"/p/{demo_id}/{path}").status_code == 200
    undo(desk, demo_id, entry=saved.entries[-1].number, by="director")
    for path in ("proof/5", "proof/5/log"):
        assert phone.get(f"/p/{demo_id}/{path}").status_code == 404


def test_the_pairings_lead_to_the_page_that_checks_them(phone: Site, desk: Desk, demo_id: str) -> None:
    publish_round(desk, demo_id, round=5, by="director")
    assert f'href="/p/{demo_id}/check?round=5"' in phone.get(f"/p/{demo_id}").text
    page = phone.get(f"/p/{demo_id}/check?round=5").text
    assert f"miai verify {demo_id}-round-5.miaiproof" in page
    assert proof_of(desk, demo_id, round=5).hash in page


def test_the_file_and_the_log_are_what_the_checker_needs(phone: Site, desk: Desk, demo_id: str) -> None:
    publish_round(desk, demo_id, round=5, by="director")
    entered = events.ResultEntered(round=5, table=1, result=Result.WHITE_WINS)
    desk.change(demo_id, lambda _: [entered], by="A name that nobody may see")
    answer = phone.get(f"/p/{demo_id}/proof/5")
    assert (answer.headers["content-encoding"], answer.headers["cache-control"]) == ("identity", "no-store")
    proof = open_proof(answer.content)
    log = phone.get(f"/p/{demo_id}/proof/5/log").json()
    assert check_draw(proof, named=log["proof"]).kind == "best"
    assert (log["first"], log["hashes"][0]) == (proof.about["log"]["entry"], proof.about["log"]["hash"])
    assert len(log["hashes"]) == 3
    names = proof.about["players"]["name"]
    assert log["boards"] == [[board[0], names[board[1]], names[board[2]]] for board in proof.about["boards"]]
    ids = {player.name: player.id for player in desk.state(demo_id).tournament.players}
    assert log["seats"] == [[table, ids[white], ids[black]] for table, white, black in log["boards"]]
    assert "A name" not in str(log)
    assert hashlib.sha256(proof.content).hexdigest() == log["proof"]


def test_the_log_is_given_from_an_earlier_entry_on(phone: Site, desk: Desk, demo_id: str) -> None:
    publish_round(desk, demo_id, round=5, by="director")
    whole = phone.get(f"/p/{demo_id}/proof/5/log?since=1").json()
    assert whole["first"] == 1
    assert len(whole["hashes"]) == desk.state(demo_id).version
    assert phone.get(f"/p/{demo_id}/proof/5/log?since=99999").json()["first"] > 1


def test_a_round_without_a_proof_says_so(phone: Site, desk: Desk, demo_id: str) -> None:
    desk.change(demo_id, lambda _: [events.RoundPublished(round=5)], by="director")
    assert "was published without a proof" in phone.get(f"/p/{demo_id}/check?round=5").text
    assert phone.get(f"/p/{demo_id}/proof/5").status_code == 404


def test_only_the_phone_itself_may_keep_a_proof(phone: Site, desk: Desk, demo_id: str) -> None:
    publish_round(desk, demo_id, round=5, by="director")
    proof = proof_of(desk, demo_id, round=5)
    answer = phone.get(f"/p/{demo_id}/proof/5?hash={proof.hash}")
    assert answer.headers["cache-control"] == "private, max-age=86400"


@pytest.mark.parametrize(
    ("language", "title"),
    [
        ("en", "How you can check the draw"),
        ("fr", "Comment vérifier le tirage"),
        ("de", "So können Sie die Auslosung prüfen"),
    ],
)
def test_players_find_an_explanation_with_a_picture(
    site: Site, demo_id: str, language: str, title: str
) -> None:
    site.post("/look", language=language)
    assert f'<a href="/p/{demo_id}/check/how">{title}</a>' in site.get(f"/p/{demo_id}/check").text
    page = site.get(f"/p/{demo_id}/check/how").text
    assert f"<h1>{title}</h1>" in page
    assert page.count("<svg viewBox") == 1
    assert page.count("<rect ") == 4


def test_there_are_words_for_every_reason_of_the_script() -> None:
    known = {key for key, _ in phone_words()}
    reasons, differences = set(), set()
    for path in (STATIC / "js" / "logic" / "verify").glob("*.js"):
        text = path.read_text(encoding="utf-8")
        reasons |= set(re.findall(r'NotDerived\("([\w -]+)"', text)) | set(
            re.findall(r'why: "([\w -]+)"', text)
        )
        reasons |= set(re.findall(r'found\.push\("(hidden [a-z]+)"\)', text))
        differences |= set(re.findall(r'what: "([\w -]+)"', text))
    assert {"hidden wishes", "old entries", "system", "rounding"} <= reasons
    assert {f"missing {each}" for each in reasons} <= known
    assert {f"difference {each}" for each in differences - {"fact"}} <= known
    assert {f"difference {each.value}" for each in What} - {"difference fact"} <= known
