"""Every word of the pages is there in every language, and dates and numbers are written as people do."""

import re

import pytest

import catalogue
from catalogue import extracted, faults, read, translated_languages
from miai.messages import Clauses, Message
from miai.server.words import formatting, gettext, ngettext, preferred, speak, tell
from miai.server.words.translation import translations


@pytest.fixture(autouse=True)
def _english_again() -> object:
    yield
    speak("en")


@pytest.mark.parametrize("language", translated_languages())
def test_every_message_is_translated_with_the_same_places(language: str) -> None:
    assert faults(language) == [], "run: make catalogue, then translate"


def _with_new_words(monkeypatch: pytest.MonkeyPatch, file: str) -> None:
    """Let one of the files have a message that no catalogue knows."""
    messages = extracted()
    messages.add("Number of games that were played with White.", None, [(file, 0)])
    monkeypatch.setattr(catalogue, "extracted", lambda: messages)


def test_the_words_of_a_new_criterion_may_be_english_until_the_check_before_a_release(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _with_new_words(monkeypatch, "engine/scoring/tiebreaks.py")
    assert faults("fr") == []
    monkeypatch.setattr("sys.argv", ["catalogue.py", "--check"])
    with pytest.raises(SystemExit) as failed:
        catalogue.main()
    assert failed.value.code == 1
    assert "fr: not translated: 'Number of games that were played with White.'" in capsys.readouterr().out


def test_the_words_of_a_page_must_be_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    _with_new_words(monkeypatch, "features/draw/templates/draw.html")
    assert faults("fr") == ["not in the catalogue: 'Number of games that were played with White.'"]


def test_what_is_not_translated_is_shown_in_english() -> None:
    speak("fr")
    assert tell(Message("Number of games that were played with White.")) == (
        "Number of games that were played with White."
    )


# Words that French and German share.
SHARED = {"List": "Liste", "Entropy": "Entropie", "Game": "Partie", "Address": "Adresse", "Final": "Finale"}


def test_no_text_of_one_language_stands_in_the_catalogue_of_another() -> None:
    french, german = (
        {message.id: message.string for message in read(language) if message.id} for language in ("fr", "de")
    )
    alike = {
        text: words for text, words in german.items() if words and words == french.get(text) and words != text
    }
    assert {text: words for text, words in alike.items() if SHARED.get(str(text)) != words} == {}


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("fr-CH, fr;q=0.9, en;q=0.8", "fr"),
        ("nl, de;q=0.5, en;q=0.7", "en"),
        ("pl, de-AT;q=0.3", "de"),
        ("fr;q=0, de;q=0.1", "de"),
        ("ja", "en"),
        ("", "en"),
        (";;q=,fr;q=x", "en"),
    ],
)
def test_the_browsers_wish_chooses_the_language(accepted: str, language: str) -> None:
    assert preferred(accepted) == language


def test_numbers_choose_the_form_of_a_message() -> None:
    speak("fr")
    assert ngettext("%(num)s game", "%(num)s games", 0) == "0 partie"
    assert ngettext("%(num)s game", "%(num)s games", 2) == "2 parties"
    speak("de")
    assert ngettext("%(num)s game", "%(num)s games", 0) == "0 Partien"
    assert gettext("Round %(number)s", number=3) == "Runde 3"


@pytest.mark.parametrize(
    ("value", "written"),
    [(28.5, "28½"), (33, "33"), (0.5, "½"), (0, "0"), (-1.5, "−1½"), (7.25, "7¼"), (None, "")],
)
def test_scores_are_written_with_fractions(value: float | None, written: str) -> None:
    assert formatting.points(value) == written


@pytest.mark.parametrize(
    ("language", "span", "day"),
    [
        ("en", "14–15 November 2020", "14 November 2020"),
        ("fr", "14–15 novembre 2020", "14 novembre 2020"),
        ("de", "14.–15. November 2020", "14. November 2020"),
    ],
)
def test_dates_are_written_as_the_reader_writes_them(language: str, span: str, day: str) -> None:
    speak(language)
    assert formatting.day_span("2020-11-14", "2020-11-15") == span
    assert formatting.day_span("2020-11-14", "2020-11-14") == day


def test_a_span_over_months_and_years_says_what_differs() -> None:
    assert formatting.day_span("2020-10-30", "2020-11-02") == "30 October\u2009–\u20092 November 2020"
    assert formatting.day_span("2020-12-30", "2021-01-02") == "30 December 2020\u2009–\u20092 January 2021"


def test_a_list_ends_with_the_readers_and() -> None:
    assert formatting.joined(["2", "5", "17"]) == "2, 5 and 17"
    speak("de")
    assert formatting.joined(["2", "5"]) == "2 und 5"
    assert formatting.joined(["2"]) == "2"


@pytest.mark.parametrize(
    ("language", "joined"),
    [("en", "round 1; round 2"), ("fr", "ronde 1\u202f; ronde 2"), ("de", "Runde 1; Runde 2")],
)
def test_clauses_are_joined_by_the_readers_semicolon(language: str, joined: str) -> None:
    speak(language)
    assert tell(Clauses(tuple(Message("round %(number)s", number=each) for each in (1, 2)))) == joined


def test_french_signs_do_not_begin_a_line() -> None:
    speak("fr")
    catalogue = translations()
    texts = [
        catalogue.gettext(message.id)
        for message in read("fr")
        if isinstance(message.id, str) and message.id and not message.context
    ]
    assert not [text for text in texts if re.search(r" [;:!?»]|« ", text)]
    assert [text for text in texts if "\u202f;" in text]
    assert [text for text in texts if "\u00a0:" in text]
