"""A whole event in French and German: every page and every error is looked up in the catalogue."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from gettext import NullTranslations
from html.parser import HTMLParser

import httpx
import pytest

from catalogue import shown_in_english
from kit.every_page import CONGRESS, ERRORS, MISSING, TEAMS, addresses, values_of
from kit.lively_congress import lively_congress
from kit.lively_event import lively_event, small_cup, small_team_event
from kit.staged_event import LEAGUE, open_league, play_groups
from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.domain import languages
from miai.domain.people.grade import Grade
from miai.domain.people.phones import PhoneOptions, SignUpForm
from miai.domain.people.player import BarSide
from miai.domain.rounds.game import Result
from miai.domain.settings import criterion_names
from miai.features.accounts.accounts import create_account
from miai.features.accounts.invitations import invite
from miai.features.accounts.members import give_role
from miai.features.accounts.roles import MemberRole
from miai.features.draw.change_draw import lock, set_terms, swap, swap_colours
from miai.features.draw.draw_round import draw_round
from miai.features.draw.wishes import fix_table, keep_off_table, never_pair, want_game
from miai.features.players.change_player import (
    change_player,
    check_in,
    move_across_bar,
    set_attendance,
    withdraw,
)
from miai.features.publish.publish_round import publish_round, publish_standings
from miai.features.results.enter_result import enter_result
from miai.features.schedule.set_clock import pause_clock, resume_clock
from miai.features.settings.change_settings import change_settings
from miai.features.sign_up.form_answers import SignUpAnswers
from miai.features.sign_up.sign_up_form import change_form, change_phones, open_form
from miai.features.sign_up.waiting import sign_up
from miai.features.tournament.change_details import change_details
from miai.features.tournament.create_tournament import create_tournament
from miai.messages import Message, english, english_template
from miai.server.passwords import hashed
from miai.server.roles import Role
from miai.server.words import translation
from miai.store.database import open_store

LANGUAGES = [name for name in languages.LANGUAGES.own if name != "en"]
# Words of English sentences that are no words of the other languages.
ENGLISH = frozenset("the is are has have not and of to with by from this that you who".split())
# Marks an English text that was made from a message without the catalogue.
SEEN = "⸢english⸣"
_PLACES = re.compile(r"%\(\w+\)s")


class Misses(NullTranslations):
    """Collects what a catalogue does not know."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def gettext(self, message: str) -> str:
        self._note(message)
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self._note(msgid1)
        return msgid1 if n == 1 else msgid2

    def pgettext(self, context: str, message: str) -> str:
        del context
        self._note(message)
        return message

    def _note(self, message: str) -> None:
        if any(letter.isalpha() for letter in _PLACES.sub("", message)):
            self.found.add(message)


@dataclass
class Visits:
    """The answers to all requests by language, and what the catalogues lack."""

    answers: dict[str, dict[str, httpx.Response]] = field(default_factory=dict)
    misses: dict[str, Misses] = field(default_factory=dict)


class Texts(HTMLParser):
    """The texts of a page, those of attributes too."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self._silent = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent = tag in ("script", "style")
        for name, value in attrs:
            shown = name in ("title", "aria-label", "placeholder", "alt") or (
                # What a script looks a text up by is not shown.
                name.startswith("data-") and name not in ("data-for", "data-key")
            )
            if value and shown and not value.startswith('{"'):
                self.found.add(value.strip())

    def handle_endtag(self, tag: str) -> None:
        self._silent = False

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.found.add(" ".join(data.split()))


@pytest.fixture(scope="module")
def visits(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visits]:
    """Every page and every error of a whole event, in both languages."""
    found = Visits()
    build = translation._translations.__wrapped__  # the function below its cache

    @cache
    def recording(name: str) -> NullTranslations:
        catalogue: NullTranslations = build(name)
        found.misses[name] = Misses()
        catalogue.add_fallback(found.misses[name])
        return catalogue

    def marked(message: Message) -> str:
        return f"{SEEN}{message.rendered(english_template, english)}"

    store = open_store(tmp_path_factory.mktemp("languages"))
    desk = Desk(store)
    event, cup = lively_event(desk), small_cup(desk)
    assert small_team_event(desk) == TEAMS
    open_league(desk)
    play_groups(desk)
    publish_standings(desk, LEAGUE, after=0, by="test")
    assert lively_congress(desk, 12)[0] == CONGRESS
    draw_round(desk, "main", round=1, by="Anneke")
    publish_round(desk, "main", round=1, by="Anneke")
    _more_happens(desk, event)
    create_tournament(desk, name="Empty", by="Anneke")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(translation, "_translations", recording)
        patch.setattr(Message, "__str__", marked)
        for language in LANGUAGES:
            found.answers[language] = dict(_everything(desk, event, cup, language))
    # The texts by which criteria are found were put together from marked messages.
    criterion_names._known_texts.cache_clear()
    translation.speak("en")
    yield found
    store.close()


def _more_happens(desk: Desk, event: str) -> None:
    """What the lively event has not seen yet: wishes, changes by hand, corrections, a pause."""
    players = desk.state(event).tournament.players
    one, two, three, four = (player.id for player in players[:4])
    at, by = (desk, event), "Anneke"
    check_in(*at, players[-1].id, by=by)
    never_pair(*at, a=one, b=two, by=by)
    never_pair(*at, a=one, b=two, never=False, by=by)
    want_game(*at, round=4, white=three, black=four, by=by)
    fix_table(*at, player=one, table=3, by=by)
    keep_off_table(*at, player=two, table=1, by=by)
    set_attendance(*at, three, round=5, plays=False, by=by)
    set_attendance(*at, three, round=5, plays=True, by=by)
    move_across_bar(*at, four, side=BarSide.ABOVE, by=by)
    change_player(*at, one, lambda old: replace(old, grade=Grade.parse("1d"), club="Ghent"), by=by)
    withdraw(*at, players[20].id, from_round=5, by=by)
    change_details(*at, place="Ghent", by=by)
    settings = desk.state(event).tournament.settings
    change_settings(*at, replace(settings, komi=7.5, category_limits=(Grade.parse("1k"),)), by=by)
    pause_clock(*at, round=3, by=by)
    resume_clock(*at, round=3, by=by)
    playing = [board for board in desk.state(event).tournament.round(3).boards if not board.result.known]
    swap(*at, round=3, a=playing[2].white, b=playing[3].white, by=by)
    swap_colours(*at, round=3, table=playing[4].table, by=by)
    lock(*at, round=3, table=playing[4].table, by=by)
    set_terms(*at, round=3, table=playing[5].table, handicap=2, komi=0.5, by=by)
    enter_result(*at, round=3, table=playing[6].table, result=Result.BOTH_LOSE_BY_DEFAULT, by=by)
    enter_result(*at, round=3, table=playing[6].table, result=Result.UNKNOWN, by=by)
    _people_sign_up(desk, event)
    draw_round(*at, round=4, by=by)
    enter_result(*at, round=4, table=1, result=Result.WHITE_WINS, by="Tomás")


def _people_sign_up(desk: Desk, event: str) -> None:
    """A form with a limit, one who is clear, one who is entered already, and one on the waiting list."""
    allowed = PhoneOptions(check_in=True, absences=True, bye=True, reasons=True)
    change_phones(desk, event, lambda _: allowed, by="Anneke")
    known = desk.state(event).tournament.players
    opened = SignUpForm(is_open=True, limit=len(known) + 2, closes_at="2099-05-01T18:00:00+00:00")
    change_form(desk, event, lambda _: opened, by="Anneke")
    ada = SignUpAnswers(surname="Low", first_name="Ada", grade="4k", missed=(2,), fee=1000)
    same = replace(ada, surname=known[0].surname, first_name=known[0].first_name, note="Ada")
    for answers in (ada, same, replace(ada, surname="High")):
        sign_up(desk, event, answers)
    open_form(desk, CONGRESS, by="Anneke")


def _everything(desk: Desk, event: str, cup: str, language: str) -> Iterator[tuple[str, httpx.Response]]:
    site = Site(desk)
    site.client = site.browser(raise_faults=False)
    site.client.cookies.set("miai_language", language)
    values = values_of(site, event, cup)
    for address in addresses(values):
        yield f"GET {address}", site.get(address)
    for address in MISSING:
        yield f"GET {address}", site.get(address.format(**values))
    token = site.token()
    for number, (address, fields) in enumerate(ERRORS):
        sent = {
            name: text.format(**values) if text.startswith("{") else text for name, text in fields.items()
        }
        path = address.format(**values)
        answer = site.client.post(path, data={"csrf": token, "mark": site.mark(path, sent), **sent})
        yield f"POST {address} {number}", answer
    yield "no token", site.client.post(f"/t/{event}/undo", data={"number": "1"})
    yield "missing field", site.post(f"/t/{event}/undo")
    yield (
        "not allowed",
        site.browser(base_url="http://miai.example").get(
            f"/t/{event}/players", headers={"Accept-Language": language}
        ),
    )
    yield from _signing_in(desk, language)


def _signing_in(desk: Desk, language: str) -> Iterator[tuple[str, httpx.Response]]:
    guarded = Site(desk, password_hashes={Role.DIRECTOR: hashed("correct horse")})
    browser = guarded.browser(base_url="http://miai.example", address="192.0.2.7")
    browser.cookies.set("miai_language", language)
    guarded.client = browser
    yield "welcome", browser.get("/")
    yield "wrong password", guarded.post("/sign-in", at="/sign-in", password="wrong")  # noqa: S106
    yield "no name", guarded.post("/sign-in", at="/sign-in", password="correct horse")  # noqa: S106
    yield "a role's name", guarded.post("/sign-in", at="/sign-in", password="correct horse", name="visitor")  # noqa: S106
    guarded.post("/sign-in", at="/sign-in", password="correct horse", name="Ana")  # noqa: S106
    yield "signed in", browser.get("/access")
    yield from _with_an_account(guarded, language)


def _with_an_account(site: Site, language: str) -> Iterator[tuple[str, httpx.Response]]:
    """What the owner of a tournament sees, and whoever is invited to it."""
    store = site.desk.store
    owner = create_account(
        store, login=f"eva-{language}", name=f"Eva {language}", password_hash=hashed("correct horse")
    )
    give_role(store, "empty", owner, MemberRole.OWNER, by="Ana")
    site.app.state.app_state.accounts.forget()
    made = invite(store, "empty", MemberRole.VIEWER, days=7, uses=5, by="Eva").token
    site.post("/sign-out", at="/access")
    yield "sign in", site.get("/sign-in")
    yield "invited", site.get(f"/join/{made}")
    site.post("/sign-in", at="/sign-in", login=f"eva-{language}", password="correct horse")  # noqa: S106
    for path in ("/", "/account", "/t/empty/members", "/t/empty/audit", "/t/empty", f"/join/{made}"):
        yield f"account {path}", site.get(path)


def _words(text: str) -> set[str]:
    """The words of a text without what somebody entered, addresses, places for the script to fill, and keys.

    A random key such as "Ntzi7is5oi14" contains words by chance, so nothing with a digit counts.
    """
    own = re.sub(r"\{[\w ]+\}|https?://\S+|\S*\d\S*", "", text.replace("Best of the single-digit kyu", ""))
    return set(re.findall(r"[^\W\d_]+", own))


def _without(text: str, waiting: set[str]) -> str:
    """A text without the words of new criteria and the like, which may stand in English."""
    for words in sorted(waiting, key=len, reverse=True):
        text = re.sub(re.escape(words), "", text, flags=re.IGNORECASE)
    return text


@pytest.mark.parametrize("language", LANGUAGES)
class TestLanguage:
    """What a reader of another language sees."""

    def test_every_message_is_in_the_catalogue(self, visits: Visits, language: str) -> None:
        assert "\n".join(sorted(visits.misses[language].found - shown_in_english(language))) == ""

    def test_no_message_is_shown_past_the_catalogue(self, visits: Visits, language: str) -> None:
        shown = {
            f"{request}: {text[text.index(SEEN) :][:120]}"
            for request, answer in visits.answers[language].items()
            for text in (answer.text,)
            if SEEN in text
        }
        assert "\n".join(sorted(shown)) == ""

    def test_no_sentence_is_english(self, visits: Visits, language: str) -> None:
        waiting = shown_in_english(language)
        shown = {
            text
            for answer in visits.answers[language].values()
            for text in Texts(answer.text).found
            if not ENGLISH.isdisjoint(_words(_without(text, waiting)))
        }
        assert "\n".join(sorted(shown)) == ""


def test_pages_are_shown_and_errors_refused(visits: Visits) -> None:
    pages = {request: answer.status_code for request, answer in visits.answers["fr"].items()}
    odd = {
        request: status
        for request, status in pages.items()
        if (status >= 400) == (request.startswith("GET /") and request[4:] not in MISSING)
        and request not in ("welcome", "signed in", "sign in", "invited", "GET /p/riverside-open/me/{token}")
        and not request.startswith("account ")
    }
    assert odd == {}
