"""Numbers in addresses and forms that are none, or absurd: a sentence with what and where, never a fault."""

from dataclasses import replace
from typing import Any

import pytest

from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.domain.log.document import write_history
from miai.domain.log.history import History
from miai.domain.settings.clock import Clock
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.features.files.import_event import import_event

ODD = ("²", "٣", "9" * 310, "9" * 4301, "1_0", "nan")


@pytest.fixture
def at(site: Site, demo_id: str) -> str:
    """The tournament's address; a fault of the application is an answer, not an error of the test."""
    site.client = site.browser(raise_faults=False)
    return f"/t/{demo_id}"


def test_a_round_that_is_no_number_is_not_found(site: Site, at: str) -> None:
    for odd in ODD:
        for page in (at, f"{at}/standings", "/p/demo", "/p/demo/standings"):
            answer = site.get(f"{page}?round={odd}")
            assert answer.status_code == 404
            assert f"There is no round {odd[:40]}" in answer.text
    assert site.get(f"{at}?round=").status_code == 200


def test_a_number_of_an_address_that_is_none_is_named(site: Site, at: str) -> None:
    for page in ("draw?board=", "results?at=", "history?entry=", "history/then?at=", "results?since="):
        for odd in ("²", "9" * 4301):
            answer = site.get(f"{at}/{page}{odd}")
            assert answer.status_code == 404
            assert "is not a whole number" in answer.text or "is not between" in answer.text
    assert site.get(f"{at}/standings?view=c²").status_code == 200


@pytest.mark.parametrize(
    ("path", "fields", "said"),
    [
        ("schedule/shift", {"from_round": "5", "minutes": "²"}, "Minutes: ² is not a whole number."),
        ("schedule/shift", {"from_round": "5", "minutes": "9" * 30}, "is not between -999999999 and"),
        ("schedule/shift", {"from_round": "5"}, "The field minutes is missing."),
        ("schedule/clock", {"do": "now:²"}, "There is no round 0."),
        ("schedule", {"starts-5": "9999-12-31T23:59", "minutes-5": "60"}, "Say when round 5 starts."),
        ("schedule", {"starts-5": "2026-11-16T10:00", "minutes-5": "inf"}, "say how many minutes"),
        ("draw/seat", {"round": "5", "player": "p1", "table": "²"}, "² is not a whole number"),
        ("draw/terms", {"round": "4", "table": "1", "handicap": "0", "komi": "1e300"}, "is not between"),
        ("results/bonus", {"round": "4", "player": "p1", "points": "1e30"}, "not possible"),
        ("history/correct", {"number": "1", "table": "1", "result": "²"}, "“²” is not a result"),
        ("players/p1/withdraw", {"from_round": "-999999999"}, "There is no round -999999999."),
        ("settings/rules", {"draw_seed": "9" * 4301}, "Seed of the draw: 999"),
        ("prizes", {"title": ["A"], "number": ["²"], "category": ["²"]}, "say for which place"),
    ],
)  # fmt: skip
def test_a_number_of_a_form_that_cannot_be_is_refused_with_a_sentence(
    site: Site, at: str, path: str, fields: dict[str, Any], said: str
) -> None:
    version = site.desk.state("demo").version
    answer = site.post(f"{at}/{path}", **fields)
    assert answer.status_code == 422
    assert said.lower() in answer.text.lower()
    assert site.desk.state("demo").version == version


def test_a_seed_that_is_no_number_draws_without_one(site: Site, at: str) -> None:
    assert site.post(f"{at}/draw/make", round="5", seed="--5").status_code in (303, 422)


def test_a_private_link_of_other_letters_belongs_to_nobody(site: Site, at: str) -> None:
    del at
    assert site.get("/p/demo/me/é²").status_code == 404


def test_a_document_with_a_clock_of_ages_is_refused(desk: Desk, demo_id: str) -> None:
    event = desk.state(demo_id).tournament
    ages = replace(event.settings, clock=Clock(basic_minutes=10**18))
    with pytest.raises(InputError, match=r"clock\.basic_minutes: 1000000000000000000 is not between 0 and"):
        import_event(desk, _document(replace(event, settings=ages)))
    lottery = replace(event.settings, system="lottery")
    with pytest.raises(InputError, match="'lottery' is not a system"):
        import_event(desk, _document(replace(event, settings=lottery)))


def _document(event: Tournament) -> bytes:
    return write_history(History.of_tournament(event))
