"""What one address and one browser may ask of the public pages."""

import pytest

from kit.web_site import Site, TestClient
from miai.desk.live_state import Desk
from miai.server import rate_limits
from miai.server.limits import Bucket, Rate
from miai.server.rate_limits import FORMS_OF_BROWSER


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """An address may send three forms, open four pages and one that takes long to make, then it must wait."""
    monkeypatch.setattr(rate_limits, "FORMS_OF_ADDRESS", Rate(at_once=3, each_second=0.1))
    monkeypatch.setattr(rate_limits, "PAGES_OF_ADDRESS", Rate(at_once=4, each_second=0.1))
    monkeypatch.setattr(rate_limits, "EXPENSIVE_OF_ADDRESS", Rate(at_once=1, each_second=0.1))


@pytest.fixture
def limited(few: None, desk: Desk, demo_id: str) -> Site:
    """A site with these limits."""
    del few, demo_id
    return Site(desk)


def phone(site: Site, address: str = "192.0.2.1") -> TestClient:
    return site.browser(base_url="http://hall.example", address=address)


def test_an_address_that_sends_too_much_is_told_when_to_try_again(limited: Site) -> None:
    answers = [phone(limited).post("/look", data={}) for _ in range(4)]
    assert [answer.status_code == 429 for answer in answers] == [False, False, False, True]
    assert 1 <= int(answers[3].headers["retry-after"]) <= 10
    assert "Try again in" in answers[3].text
    assert phone(limited, "192.0.2.2").post("/look", data={}).status_code != 429


def test_pages_have_a_limit_of_their_own(limited: Site) -> None:
    answers = [phone(limited).get("/p/demo").status_code for _ in range(5)]
    assert answers == [200, 200, 200, 200, 429]
    assert phone(limited).post("/look", data={}).status_code != 429
    assert phone(limited).get("/static/x").status_code == 404


def test_pages_that_take_long_to_make_have_a_lower_limit(limited: Site) -> None:
    answers = [phone(limited).get("/p/demo/check").status_code for _ in range(2)]
    assert answers == [200, 429]
    assert phone(limited).get("/p/demo").status_code == 200


def test_who_has_rights_meets_no_limit(limited: Site) -> None:
    assert {limited.get("/p/demo").status_code for _ in range(8)} == {200}


def test_a_refused_request_is_counted(limited: Site) -> None:
    for _ in range(5):
        phone(limited).get("/p/demo")
    assert "miai_refused_total 1.0" in limited.get("/metrics").text


def test_what_was_used_comes_back_with_time() -> None:
    now = 0.0
    bucket = Bucket(Rate(at_once=1, each_second=2), now=lambda: now)
    assert bucket.wait("hall") == 0
    assert bucket.wait("hall") == 0.5
    now = 0.5
    assert bucket.wait("hall") == 0


def test_two_thousand_phones_at_one_address_meet_no_limit() -> None:
    """Each opens ten pages, sends three forms and looks at two proofs, all in the same second."""
    for rate, each in (
        (rate_limits.PAGES_OF_ADDRESS, 10),
        (rate_limits.FORMS_OF_ADDRESS, 3),
        (rate_limits.EXPENSIVE_OF_ADDRESS, 2),
    ):
        bucket = Bucket(rate, now=lambda: 0.0)
        assert not any(bucket.wait("hall") for _ in range(2_000 * each))


def test_several_workers_share_a_limit() -> None:
    share = FORMS_OF_BROWSER.shared_by(4)
    assert (share.at_once, share.each_second) == (15, 0.125)
