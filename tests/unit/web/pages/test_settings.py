"""Settings and new tournaments: what the forms change, and what they say when something is wrong."""

import html
import re
from collections.abc import Callable

import httpx
import pytest

from console import Console, console
from miai.app.event.export_event import export_event
from miai.domain.field_labels import SETTING_LABELS
from miai.domain.settings import Overtime, Unplayed
from miai.web.pages.settings.form import LABELS, RulesForm, form_of, settings_of
from miai.web.words import speak, tell
from web_site import Site


@pytest.fixture
def hall() -> Callable[[], tuple[Console, Site, str]]:
    """A tournament, a browser at it, and the address of its settings."""

    def opened() -> tuple[Console, Site, str]:
        at = console("Ada 3d, Bo 1k")
        return at, Site(at.desk), f"/t/{at.id}/settings"

    return opened


def notes(answer: httpx.Response) -> str:
    """The problems that a page shows above its form."""
    found = re.search(r'<div class="note bad">(.*?)</div>', answer.text, re.DOTALL)
    assert found, answer.text
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", found[1])).split())


def test_every_field_of_the_rules_has_the_label_of_the_history() -> None:
    assert set(RulesForm.model_fields) <= set(LABELS)
    assert {LABELS[name] for name in RulesForm.model_fields} <= set(SETTING_LABELS.values())


def test_a_form_that_is_not_changed_changes_no_rule() -> None:
    settings = console("Ada 3d").event.settings
    assert settings_of(form_of(settings), settings) == settings


def test_the_rules_on_the_form_become_the_settings(hall: Callable[[], tuple[Console, Site, str]]) -> None:
    at, site, page = hall()
    form = site.form(page, f"{page}/rules")
    answer = site.client.post(
        f"{page}/rules",
        data={
            **form, "komi": "7,5", "bar": "2d", "bye_points": "½", "overtime": Overtime.CANADIAN.value,
            "unplayed": Unplayed.ZERO.value, "ceiling": "3", "categories": "1d, 5k", "same_club": "2",
        },
    )  # fmt: skip
    assert answer.status_code == 303
    settings = at.event.settings
    assert (settings.komi, str(settings.scoring.bar), settings.scoring.bye_points) == (7.5, "2d", 2)
    assert (settings.clock.overtime, settings.scoring.unplayed) == (Overtime.CANADIAN, Unplayed.ZERO)
    assert (settings.handicapping.ceiling, settings.pairing.same_club) == (3, 2)
    assert [str(limit) for limit in settings.category_limits] == ["1d", "5k"]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"komi": "seven"}, "Komi: seven is not a number."),
        ({"bar": "4q"}, "Bar: 4q is not a grade."),
        ({"bye_points": "0.3"}, "Points for a bye: only halves and quarters of a point."),
        ({"none_from": "x"}, "No handicap from: x is not a grade."),
        ({"rounds": "0"}, "Rounds: there must be at least one round."),
        ({"floor": "5d"}, "Bar and floor: the floor is above the bar."),
        ({"criteria": "luck"}, "Criteria for places: 'luck' is not a criterion."),
    ],
)
def test_a_wrong_rule_is_named_by_its_label_and_changes_nothing(
    hall: Callable[[], tuple[Console, Site, str]], wrong: dict[str, str], said: str
) -> None:
    at, site, page = hall()
    before = at.event.settings
    answer = site.client.post(f"{page}/rules", data={**site.form(page, f"{page}/rules"), **wrong})
    assert answer.status_code == 422
    assert said in notes(answer)
    assert at.event.settings == before


def test_labels_and_problems_are_in_the_readers_language(
    hall: Callable[[], tuple[Console, Site, str]],
) -> None:
    _, site, page = hall()
    shown = site.get(page, **{"Accept-Language": "fr"}).text
    speak("fr")
    labels = [tell(LABELS[name]) for name in RulesForm.model_fields if name != "criteria"]
    speak("en")
    assert "Points pour un exempt" in labels
    assert [label for label in labels if html.escape(label, quote=False) not in html.unescape(shown)] == []
    wrong = {**site.form(page, f"{page}/rules"), "bye_points": "0.3"}
    answer = site.client.post(f"{page}/rules", data=wrong, headers={"Accept-Language": "fr"})
    assert "Points pour un exempt : " in notes(answer)


def test_a_new_tournament_says_what_is_wrong_and_keeps_what_was_typed() -> None:
    site = Site(console().desk)
    answer = site.post("/new", name="", begin="2026-05-03", komi="6.5")
    assert answer.status_code == 422
    assert "The tournament needs a name." in notes(answer)
    assert 'value="2026-05-03"' in answer.text


def test_an_imported_file_says_how_many_players_it_has() -> None:
    at = console("Ada 3d, Bo 1k")
    site = Site(at.desk)
    file = ("spring.miai", export_event(*at.at).data)
    answer = site.client.post("/new/file", data={"csrf": site.token()}, files={"file": file})
    assert answer.status_code == 303, answer.text
    assert "Spring Cup imported with 2 players" in site.get(answer.headers["location"]).text
