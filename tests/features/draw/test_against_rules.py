"""Publishing a draw that was changed by hand against the rules: a question first, and the cost in the log."""

import re

import pytest

from kit.console import Console, console
from kit.forged_events import Forged
from kit.proved_event import event
from miai.domain.log import events
from miai.domain.log.document import read_history, write_history
from miai.engine.pairing.presets import OWN_PRESETS
from miai.features.draw.against_rules import against_rules
from miai.features.draw.change_draw import swap
from miai.features.draw.draw_round import draw_round
from miai.features.draw.evaluation import evaluation_of
from miai.features.history.show_history import entry_view
from miai.features.publish.publish_round import must_ask, publish_round

FIELD = "Ada 3d, Bo 3d, Cy 2d, Di 2d, Ed 1d, Fay 1d, Gus 1k, Hal 1k"


@pytest.fixture
def hall() -> Console:
    """Eight players, the second round a draft."""
    at = console(FIELD, rounds=4)
    at.draw(1)
    at.play(1)
    at.draw(2)
    return at


def rematches(at: Console) -> None:
    """Swap two players of the draft so that two meet again."""
    first = at.event.round(1).boards[0]
    other = at.event.round(2).board_of(first.white)
    assert other is not None
    opponent = other.opponent_of(first.white)
    swap(*at.at, round=2, a=opponent, b=first.black, by="Anneke")


def publications(at: Console) -> list[events.RoundPublished]:
    found = [entry.event for entry in at.state.history.entries]
    return [event for event in found if isinstance(event, events.RoundPublished)]


def test_a_draw_of_the_system_is_published_without_a_question(hall: Console) -> None:
    assert not must_ask(hall.desk, hall.state, 2)
    publish_round(*hall.at, round=2, by="Anneke")
    assert publications(hall)[-1].extra is None


def test_a_hand_swap_that_makes_a_rematch_is_asked_about_by_name(hall: Console) -> None:
    rematches(hall)
    found = against_rules(hall.desk, hall.state, 2)
    assert must_ask(hall.desk, hall.state, 2)
    assert re.search(r"table \d: \w+ and \w+ met in round 1", found.key)


@pytest.mark.parametrize("preset", OWN_PRESETS)
def test_the_cost_of_changes_is_that_of_the_proof_also_where_more_is_better(preset: str) -> None:
    made = Forged.of(*event(preset, players=9, seed=4), 3)
    published = made.entry("RoundPublished", round=3)
    assert str(published["extra"]) == made.about["claim"]["extra"]
    assert published["extra"] > 0


def test_the_log_has_what_a_draw_by_hand_costs_beside_the_best(hall: Console) -> None:
    rematches(hall)
    compared = evaluation_of(*hall.at, round=2).comparison
    publish_round(*hall.at, round=2, by="Anneke")
    published = publications(hall)[-1]
    assert compared is not None
    assert published.extra == compared.extra == abs(compared.total - compared.best_total) > 0
    assert published.against == len(against_rules(hall.desk, hall.state, 2).faults) == 2
    # The standings go out with the next draw, after it.
    entries = [
        entry for entry in hall.state.history.entries if isinstance(entry.event, events.RoundPublished)
    ]
    shown = entry_view(hall.state, entries[-1].number)
    assert shown is not None
    assert "Pairings published, with 2 faults against the rules made by hand" in str(shown.what)
    assert read_history(write_history(hall.state.history)).entries == hall.state.history.entries


def test_a_round_that_is_drawn_again_is_not_asked_about(hall: Console) -> None:
    rematches(hall)
    draw_round(*hall.at, round=2, by="Anneke")
    assert not must_ask(hall.desk, hall.state, 2)


def test_what_players_see_already_is_not_asked_about(hall: Console) -> None:
    rematches(hall)
    publish_round(*hall.at, round=2, by="Anneke")
    assert not must_ask(hall.desk, hall.state, 2)
