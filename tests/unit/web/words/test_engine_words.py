"""The reasons of draws are said in the reader's language."""

from collections.abc import Iterator

import pytest

from miai.app.desk import Desk
from miai.app.draw.draw_quality import draw_quality
from miai.app.draw.explain_board import explain_board
from miai.app.draw.swap_preview import swap_preview
from miai.web.words import speak
from miai.web.words.engine_words import told, told_change, weight


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    speak("en")


def test_halves_are_written_as_people_write_them() -> None:
    assert told("0.5 point apart") == "½ point apart"
    assert told("Okafor floats down 1.5 again") == "Okafor floats down 1½ again"


@pytest.mark.parametrize("language", ["fr", "de"])
def test_every_sentence_about_a_real_draw_is_translated(desk: Desk, demo_id: str, language: str) -> None:
    speak(language)
    sentences: set[str] = set()
    for number in (1, 2, 3, 4):
        boards = desk.state(demo_id).tournament.round(number).boards
        for note in draw_quality(desk, demo_id, round=number).boards:
            sentences.update(note.words)
        for board in boards:
            found = explain_board(desk, demo_id, round=number, table=board.table)
            sentences.update(reason.text for reason in found.reasons)
            sentences.update(found.forbidden)
    assert len(sentences) > 100
    assert [each for each in sentences if told(each) == each] == []


@pytest.mark.parametrize("language", ["fr", "de"])
def test_every_offer_of_a_swap_is_translated(desk: Desk, demo_id: str, language: str) -> None:
    from miai.app.draw.draw_round import draw_round  # noqa: PLC0415 - only here a round is drawn

    drawn = draw_round(desk, demo_id, round=5, by="director").saved.state.tournament.round(5)
    speak(language)
    offers = {
        choice.text
        for board in drawn.boards[:6]
        for choice in swap_preview(desk, demo_id, round=5, player=board.white).values()
    }
    assert [each for each in offers if told(each) == each] == []


def test_a_sentence_keeps_its_names_and_figures() -> None:
    speak("de")
    said = told(
        "no pairing exists for round 3: Li and Wu can meet nobody (Li and Wu have met, and 2 more such)"
    )
    assert "Li" in said
    assert "Runde 3" in said
    assert "have met" not in said
    assert "Szabó" in told("Szabó is drawn down again, Haas is drawn up for the first time")


def test_a_rule_beside_the_best_draw_is_said_in_boards() -> None:
    assert told_change("colour", "two games with an unwanted colour more") == "Colours: 2 boards worse"
    assert told_change("seeding", "one game off the seeding fewer") == "Seeding in the group: 1 board better"
    assert (
        told_change("geography", "game between clubmates or compatriots: better")
        == "Country and club: better"
    )


def test_a_sentence_that_nobody_foresaw_stays_as_it_is() -> None:
    speak("fr")
    assert told("the moon is full") == "the moon is full"


def test_large_weights_are_rounded() -> None:
    assert weight(80_300) == "80,300"
    assert weight(239_688_556_800) == "2.4·10¹¹"
