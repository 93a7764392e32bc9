"""Draws that earlier versions published are explained and proved by the prices of their time."""

from dataclasses import replace

import pytest

from kit.places import TESTS
from miai.domain.log import events
from miai.domain.log.document import read_history, write_history
from miai.domain.log.history import Entry, History
from miai.domain.pricing_version import FIRST_PRICING, PRICING
from miai.features.draw.explain import explain_round
from miai.features.verify.verify_draw import Conclusion, verify_draw

# A Swiss in categories, whose handicaps and thresholds were priced differently until 0.2.
DOCUMENT = (TESTS / "golden" / "proofs" / "gotha-0.2.miai").read_bytes()


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_draw_published_by_0_2_is_proved_from_its_document(number: int) -> None:
    found = verify_draw(DOCUMENT, round=number)
    assert (found.conclusion, found.reasons) == (Conclusion.BEST, ())


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_draw_of_0_2_is_still_the_best_by_its_own_prices(number: int) -> None:
    history = read_history(DOCUMENT)
    before = history.until(_entry_of_draw(history, number))
    assert {getattr(entry.event, "pricing", 0) for entry in _drawn(before)} == {FIRST_PRICING}
    compared = explain_round(before.tournament(), number, history=before).evaluation.comparison
    assert compared is not None
    assert (compared.total, compared.changes) == (compared.best_total, ())


def test_the_prices_of_today_would_make_another_proof() -> None:
    history = read_history(DOCUMENT)
    changed = [
        replace(entry.event, pricing=PRICING) if isinstance(entry.event, events.RoundDrawn) else entry.event
        for entry in history.entries
    ]
    found = verify_draw(write_history(History.of(changed)), round=3)
    assert found.conclusion is Conclusion.NOT_VERIFIED
    assert "makes another proof" in str(found.reasons[0])


def _drawn(history: History) -> list[Entry]:
    return [entry for entry in history.entries if isinstance(entry.event, events.RoundDrawn)]


def _entry_of_draw(history: History, number: int) -> int:
    return _drawn(history)[number - 1].number
