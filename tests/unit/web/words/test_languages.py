"""A whole event in French and German: every page and every error is looked up in the catalogue."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from gettext import NullTranslations
from html.parser import HTMLParser

import httpx
import pytest

from lively_congress import lively_congress
from lively_event import lively_event, small_cup, small_team_event
from miai.app.accounts.accounts import create_account
from miai.app.accounts.invitations import invite
from miai.app.accounts.members import give_role
from miai.app.accounts.roles import MemberRole
from miai.app.desk import Desk
from miai.app.draw.change_draw import lock, set_terms, swap, swap_colours
from miai.app.draw.draw_round import draw_round
from miai.app.draw.wishes import fix_table, keep_off_table, never_pair, want_game
from miai.app.event.change_details import change_details
from miai.app.event.change_settings import change_settings
from miai.app.event.create_tournament import create_tournament
from miai.app.event.publish import publish_round, publish_standings
from miai.app.event.set_clock import pause_clock, resume_clock
from miai.app.players.change_player import change_player, move_across_bar, set_attendance, withdraw
from miai.app.results.enter_result import enter_result
from miai.app.sign_up.answers import SignUpAnswers
from miai.app.sign_up.form import change_form, change_phones, open_form
from miai.app.sign_up.waiting import sign_up
from miai.domain.game import Result
from miai.domain.grade import Grade
from miai.domain.phones import PhoneOptions, SignUpForm
from miai.domain.player import BarSide
from miai.messages import Message, english, english_template
from miai.store.database import open_store
from miai.web.pages import PAGES
from miai.web.server.page import in_congress
from miai.web.server.passwords import hashed
from miai.web.server.roles import Role
from miai.web.words import translation
from private_links import token_of
from staged_event import LEAGUE, open_league, play_groups
from web_site import Site

LANGUAGES = [name for name in translation.LANGUAGES if name != "en"]
# Where a page is shown in several ways, each of them.
VARIANTS = {
    "/t/{id}/draw": (
        "?round=1", "?round=3", "?round=3&board=9", "?round=3&compare=1", "?round=4", "?round=3&show=notes",
    ),
    "/t/{id}/history": (
        "?topic=players", "?topic=draws", "?topic=mine", "?entry={result}", "?entry={last}", "?at={result}",
    ),
    "/t/{id}/history/then": ("?at={result}",),
    "/t/{id}/players": ("?show=away", "?sort=grade", "?q=xyz"),
    "/t/{id}/players/find": ("?q=Weber",),
    "/t/{id}/players/new": ("?name=Ada+Low",),
    "/t/{id}/results": ("?round=3", "?round=3&show=out", "?round=3&show=settle&at=5", "?round=5"),
    "/t/{id}/results/delay": ("?round=3&table=5&kind=postponed", "?round=3&table=5&kind=adjourned"),
    "/t/{id}/results/correct": ("?round=1&table=1&result=jigo",),
    "/t/{id}/standings": (
        "?edit=1", "?view=places", "?criteria=sosm,cussm", "?among=category%3D1", "?sort=name", "?ask=final",
    ),
    "/t/{id}/prizes": ("?edit=1",),
    "/t/{id}/publish/unpublish": ("?round=1", "?round=3", "?after=1", "?after=3"),
    "/t/{id}/fees": ("?edit=1", "?only=open"),
    "/p/{id}": ("?by=table", "?find=weber"),
    "/p/{id}/standings": ("?view=wall",),
    "/p/{id}/sign-up": ("?q=xy", "?q=xyz"),
    "/kiosk/{id}": ("?q=weber", "?q=xyz", "?who={p}", "?who={last_player}", "?done={p}"),
}  # fmt: skip
SHEETS = ("names", "tables", "slips", "wall", "standings", "prizes", "fees")
# The id of the team event, and its pages.
TEAMS = "tree-cup"
OF_TEAMS = (
    "/t/{id}", "/t/{id}/draw", "/t/{id}/draw?round=2", "/t/{id}/results", "/t/{id}/standings?edit=1",
    "/t/{id}/standings?view=players", "/t/{id}/print", "/t/{id}/print/matches", "/t/{id}/print/teams",
    "/t/{id}/print/people", "/t/{id}/prizes", "/t/{id}/history", "/p/{id}", "/p/{id}/standings",
    "/p/{id}/wall",
)  # fmt: skip
# The pages of an event with stages and of its final.
OF_STAGES = (
    "/t/{id}", "/t/{id}/standings", "/t/{id}/print/whole", "/t/{id}/publish", "/t/{id}/prizes",
    "/t/{id}~final", "/t/{id}~final/players", "/t/{id}~final/settings", "/p/{id}", "/p/{id}/standings",
    "/p/{id}/wall",
)  # fmt: skip
# The congress, and its pages that other tournaments have too.
CONGRESS = "lake-congress"
OF_CONGRESS = (
    "/t/{id}", "/t/{id}/players", "/t/{id}/players?q=ba", "/t/{id}/players/p1", "/t/{id}/fees",
    "/t/{id}/links", "/t/{id}/history", "/t/{id}/settings", "/t/{id}/draw", "/p/{id}", "/p/{id}/me",
    "/p/{id}/schedule", "/p/{id}/player/p1", "/p/{id}/wall", "/p/{id}/sign-up", "/t/{id}/sign-up",
    "/t/rapid/sign-up", "/new?congress={id}", "/t/rapid/draw", "/t/rapid/players",
)  # fmt: skip
# Pages about a board or an entry that the query names.
WITH_A_QUERY = (
    "/t/{id}/results/correct",
    "/t/{id}/results/delay",
    "/t/{id}/history/then",
    "/p/{id}/why",
)
# These answer with a stream or a file, ask another machine, or are in English only.
NO_PAGES = (
    "/t/{id}/publish/site", "/t/{id}/club-site/players", "/t/{id}/live", "/t/{id}/live/version",
    "/t/{id}/save", "/p/{id}/proof/{number}", "/p/{id}/proof/{number}/log", "/join/{token}",
    "/second-laptop/known", "/api", "/metrics", "/health",
)  # fmt: skip
# What must fail: the address and what is sent; {id} and {cup} are tournaments, {p} is a player.
ERRORS: tuple[tuple[str, dict[str, str]], ...] = (
    ("/t/{id}/results/enter", {"round": "3", "entry": "x"}),
    ("/t/{id}/results/enter", {"round": "3", "entry": "99 w"}),
    ("/t/{id}/results/enter", {"round": "3", "entry": "12"}),
    ("/t/{id}/results/enter", {"round": "3", "entry": "12 f"}),
    ("/t/{id}/results/enter", {"round": "9", "entry": "1 w"}),
    ("/t/{id}/results/enter?white=nobody", {"round": "3", "entry": "9 w"}),
    ("/t/{id}/results/enter?seen=unknown", {"round": "4", "entry": "1 ="}),
    ("/t/{id}/results/correct", {"round": "1", "table": "1", "result": "won"}),
    ("/t/{id}/results/undo", {"round": "5"}),
    ("/t/{id}/results/bonus", {"round": "3", "player": "{p}", "points": "0"}),
    ("/t/{id}/results/bonus", {"round": "5", "player": "{p}", "points": "1"}),
    ("/t/{id}/history/correct", {"number": "1", "table": "99", "result": "jigo"}),
    ("/t/{id}/undo", {"number": "1"}),
    ("/t/{id}/undo", {"number": "99999"}),
    ("/t/{id}/undo", {"number": "{drawn}"}),
    ("/t/{id}/undo", {"number": "{undo}"}),
    ("/t/{id}/redo", {"number": "2"}),
    ("/t/{id}/publish/pairings", {"number": "9"}),
    ("/t/{id}/publish/standings", {"after": "9"}),
    ("/t/{id}/publish/standings", {"after": "3", "final": "on"}),
    ("/t/{id}/publish/unpublish", {"number": "9"}),
    ("/t/{id}/publish/unpublish-standings", {"after": "9"}),
    ("/t/{id}/schedule/clock", {"do": "pause:5"}),
    ("/t/{id}/schedule/clock", {"do": "resume:5"}),
    ("/t/{id}/schedule/clock", {"do": "now:0"}),
    ("/t/{id}/schedule/clock", {"do": "fly:1"}),
    ("/t/{id}/schedule", {"starts-3": "soon", "minutes-3": "60"}),
    ("/t/{id}/schedule", {"starts-3": "", "minutes-3": "-1"}),
    ("/t/{id}/schedule/all", {"from_round": "1", "starts": "2026-11-14T10:00", "between": "long"}),
    ("/t/{id}/schedule/shift", {"from_round": "0", "minutes": "10"}),
    ("/t/{id}/standings/criteria", {}),
    ("/t/{id}/standings/criteria", {"key": "luck", "keep": "on"}),
    ("/t/{id}/prizes", {"title": "Book", "number": "x", "kind": "place"}),
    ("/t/{id}/prizes", {"title": "", "number": "1", "kind": "wins", "strongest": "12x"}),
    ("/t/{id}/fees", {"usual": "much", "junior_since": "20"}),
    ("/t/{id}/standings/finalise", {}),
    ("/t/{id}/standings/reopen", {"reason": "x"}),
    ("/t/{id}/settings/details", {"name": ""}),
    ("/t/{id}/settings/rules", {"komi": "six", "system": "mcmahon"}),
    ("/t/{id}/settings/rules", {"scoring.bar": "9x", "rounds": "few", "clock.basic_minutes": ""}),
    ("/t/{id}/settings/rules", {"rounds": "1"}),
    ("/t/{id}/settings/rules", {"rounds": "0", "system": "lottery", "preset": "none", "criteria": "luck"}),
    ("/t/{id}/settings/rules", {"scoring.bar": "10k", "scoring.floor": "1d", "scoring.bye_points": "0.3"}),
    ("/t/{id}/settings/rules", {"scoring.bar": "10k", "scoring.floor": "1d"}),
    ("/t/{id}/settings/rules", {"rounds": "5000", "handicapping.ceiling": "500", "pairing.same_club": "-1"}),
    ("/t/{id}/settings/rules", {"scoring.bye_points": "99999", "pairing.kaniuk.psi": "cosine"}),
    ("/t/{id}/settings/rules", {"internet": "perhaps", "ruleset": "house", "pairing.kaniuk.rules": "x"}),
    ("/access/password", {"role": "2", "password": "long enough", "again": "long enough"}),
    ("/access/password", {"role": "3", "password": "short", "again": "short"}),
    ("/new", {"name": ""}),
    ("/new", {"name": "Cup", "begin": "2026-05-02", "end": "2026-05-01"}),
    ("/new", {"name": "Cup", "komi": "many", "rounds": "0"}),
    ("/new/copy", {"source": "nowhere", "name": "Cup"}),
    ("/t/{id}/players/new", {"surname": "", "grade": "x"}),
    ("/t/{id}/players/new", {"surname": "Low", "grade": "1d", "start": "0.1", "rating": "good"}),
    ("/t/{id}/players/check-in", {"here": "p999"}),
    ("/t/{id}/players/attendance", {"number": "77", "plays": "{p}"}),
    ("/t/{id}/players/bar", {"to": "50k", "line": "bar"}),
    ("/t/{id}/players/across", {"player": "p999", "side": "above"}),
    ("/t/{id}/players/{p}/remove", {}),
    ("/t/{id}/players/{p}/withdraw", {"from_round": "0"}),
    ("/t/{id}/players/{p}/change", {"surname": "", "grade": "9z", "rating_date": "soon", "seen": "{form}"}),
    ("/t/{id}/players/{p}/change", {"surname": "A", "seen": "odd"}),
    ("/t/{id}/players/import/enter", {"text": "Nobody"}),
    ("/t/{id}/draw/make", {"round": "9"}),
    ("/t/{id}/draw/make", {"round": "1"}),
    ("/t/{id}/draw/take-back", {"round": "1"}),
    ("/t/{id}/draw/take-back", {"round": "3"}),
    ("/t/{id}/draw/swap", {"round": "3", "a": "{p}", "b": "p999"}),
    ("/t/{id}/draw/unpair", {"round": "3", "table": "1"}),
    ("/t/{id}/draw/unpair", {"round": "3", "table": "99"}),
    ("/t/{id}/draw/terms", {"round": "3", "table": "9", "handicap": "99", "komi": "x"}),
    ("/t/{id}/draw/terms", {"round": "3", "table": "9", "handicap": "99", "komi": "6.5"}),
    ("/t/{id}/draw/table", {"round": "3", "table": "9", "new_table": "0"}),
    ("/t/{id}/draw/bye", {"round": "3", "player": "p999"}),
    ("/t/{id}/draw/never", {"round": "3", "a": "{p}", "b": "{p}"}),
    ("/t/{id}/draw/force", {"round": "3", "a": "{p}", "b": "{p}"}),
    ("/t/{id}/draw/seat", {"round": "3", "player": "p999", "table": "1"}),
    ("/t/{id}/draw/off", {"round": "3", "player": "{p}", "table": "0"}),
    ("/t/{id}/draw/volunteer", {"round": "77", "player": "{p}"}),
    ("/t/{cup}/draw/make", {"round": "3"}),
    ("/p/{id}/me", {"player": "p999"}),
    ("/p/{id}/me/{token}/report", {"number": "3", "said": "maybe"}),
    ("/p/{id}/me/{token}/report", {"number": "5", "said": "won"}),
    ("/p/{id}/me/{token}/here", {}),
    ("/p/{id}/me/{token}/attendance", {"number": "1"}),
    ("/p/{id}/me/{token}/bye", {"number": "1", "offers": "on"}),
    ("/p/{cup}/me/{cup_token}/here", {"here": "on"}),
    ("/p/{id}/sign-up", {"grade": "strong", "birth_year": "20", "missed": "9", "club": "{long}"}),
    ("/p/{id}/sign-up", {"surname": "A", "first_name": "B", "grade": "1d", "consent": "on", "website": "x"}),
    ("/p/{cup}/sign-up", {"surname": "A", "first_name": "B", "grade": "1d", "consent": "on"}),
    ("/p/lake-congress/sign-up", {"surname": "A", "first_name": "B", "grade": "1d", "consent": "on"}),
    ("/t/{id}/sign-up/form", {"closes_at": "soon", "limit": "many", "note": "{long}"}),
    ("/t/{id}/sign-up/accept", {"number": "99"}),
    ("/t/{id}/sign-up/accept", {"number": "2"}),
    ("/t/{id}/sign-up/decline", {"number": "99"}),
    ("/t/rapid/sign-up/open", {}),
    ("/kiosk/{id}/here", {"player": "p999"}),
    ("/t/{id}/links/revoke", {}),
    ("/t/{id}/links/issue", {"players": "p999"}),
)  # fmt: skip
MISSING = (
    "/nowhere",
    "/t/nowhere",
    "/t/lake-congress/draw",
    "/t/{id}/history/then?at=99999",
    "/t/{id}/print/menu",
    "/t/{id}/save?to=pdf",
    "/t/{id}/results/correct?round=1&table=99&result=jigo",
    "/t/{id}/results/correct?round=1&table=1&result=nonsense",
    "/t/{id}/results/correct?table=x",
    "/t/{id}/players/p999",
    "/p/nowhere",
    "/p/{id}/me/wrong",
    "/p/{id}/sign-up/wrong",
    "/kiosk/{id}/open/wrong",
    "/m/wrong",
    "/p/{id}/player/p999",
)
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
                name.startswith("data-") and name != "data-for"
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
    translation.speak("en")
    yield found
    store.close()


def _more_happens(desk: Desk, event: str) -> None:
    """What the lively event has not seen yet: wishes, changes by hand, corrections, a pause."""
    players = desk.state(event).tournament.players
    one, two, three, four = (player.id for player in players[:4])
    at, by = (desk, event), "Anneke"
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
    values = _values(site, event, cup)
    for address in _addresses(values):
        yield f"GET {address}", site.get(address)
    for address in MISSING:
        yield f"GET {address}", site.get(address.format(**values))
    token = site.token()
    for number, (address, fields) in enumerate(ERRORS):
        sent = {
            name: text.format(**values) if text.startswith("{") else text for name, text in fields.items()
        }
        answer = site.client.post(address.format(**values), data={"csrf": token, **sent})
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


def _values(site: Site, event: str, cup: str) -> dict[str, str]:
    state = site.desk.state(event)
    kinds = {type(entry.event).__name__: str(entry.number) for entry in state.history.entries}
    first = next(e.number for e in state.history.entries if type(e.event).__name__ == "ResultEntered")
    drawn = next(e.number for e in state.history.entries if type(e.event).__name__ == "RoundDrawn")
    player = state.tournament.players[0].id
    ida = SignUpAnswers(surname="Fox", first_name="Ida", grade="4k", missed=(2,), fee=1000)
    kiosk = re.search(rf"/kiosk/{event}/open/(\w+)", site.get(f"/t/{event}/sign-up").text)
    assert kiosk
    site.client.post(kiosk[0], data={"csrf": site.token()})
    cup_player = site.desk.state(cup).tournament.players[0].id
    return {
        "signed_up": sign_up(site.desk, event, ida)[1],
        "code": kiosk[1],
        "last_player": state.tournament.players[-1].id,
        "cup_token": token_of(site.desk, cup, cup_player),
        "long": "x" * 2001,
        "id": event,
        "cup": cup,
        "p": player,
        "player": player,
        "token": token_of(site.desk, event, player),
        "result": str(first),
        "last": str(state.version),
        "drawn": str(drawn),
        "undo": kinds["Undone"],
        "team": site.desk.state(TEAMS).tournament.teams[0].id,
        "stage": "final",
        "key": "opengotha",
        "what": "players",
        "form": site.form(f"/t/{event}/players/{player}", f"/t/{event}/players/{player}/change")["seen"][0],
    }


def _addresses(values: dict[str, str]) -> Iterator[str]:
    """Every page in every way, of the event, of the cup and of a tournament without players."""
    for page in PAGES:
        for route in page.router.routes:
            path = str(getattr(route, "path", ""))
            if path.startswith("/t/{id}/teams"):
                path = path.replace("{id}", TEAMS)
            if path.startswith("/t/{id}/stages"):
                path = path.replace("{id}", LEAGUE)
            if path.startswith("/p/{id}/sign-up"):
                path = path.replace("{token}", "{signed_up}")
            if page.suited is in_congress:
                path = path.replace("{id}", CONGRESS).replace("{event}", "main")
            if "GET" not in getattr(route, "methods", ()) or path in NO_PAGES:
                continue
            if "{sheet}" in path:
                yield from (path.format(**values, sheet=sheet) for sheet in SHEETS)
                continue
            if path not in WITH_A_QUERY:
                yield path.format(**values)
            yield from ((path + query).format(**values) for query in VARIANTS.get(path, ()))
            if path.startswith("/t/{id}") and path.count("/") <= 3 and "{player}" not in path:
                yield path.format(**{**values, "id": "empty"})
    for path in ("/t/{cup}", "/t/{cup}/standings?view=bracket", "/p/{cup}", "/p/{cup}/wall", "/t/{cup}/draw"):
        yield path.format(**values)
    for paths, event in ((OF_TEAMS, TEAMS), (OF_STAGES, LEAGUE), (OF_CONGRESS, CONGRESS)):
        yield from (path.format(id=event) for path in paths)


def _words(text: str) -> set[str]:
    """The words of a text without what somebody entered, addresses, places for the script to fill, and keys.

    A random key such as "Ntzi7is5oi14" contains words by chance, so nothing with a digit counts.
    """
    own = re.sub(r"\{[\w ]+\}|https?://\S+|\S*\d\S*", "", text.replace("Best of the single-digit kyu", ""))
    return set(re.findall(r"[^\W\d_]+", own))


@pytest.mark.parametrize("language", LANGUAGES)
class TestLanguage:
    """What a reader of another language sees."""

    def test_every_message_is_in_the_catalogue(self, visits: Visits, language: str) -> None:
        assert "\n".join(sorted(visits.misses[language].found)) == ""

    def test_no_message_is_shown_past_the_catalogue(self, visits: Visits, language: str) -> None:
        shown = {
            f"{request}: {text[text.index(SEEN) :][:120]}"
            for request, answer in visits.answers[language].items()
            for text in (answer.text,)
            if SEEN in text
        }
        assert "\n".join(sorted(shown)) == ""

    def test_no_sentence_is_english(self, visits: Visits, language: str) -> None:
        shown = {
            text
            for answer in visits.answers[language].values()
            for text in Texts(answer.text).found
            if not ENGLISH.isdisjoint(_words(text))
        }
        assert "\n".join(sorted(shown)) == ""


def test_pages_are_shown_and_errors_refused(visits: Visits) -> None:
    pages = {request: answer.status_code for request, answer in visits.answers["fr"].items()}
    odd = {
        request: status
        for request, status in pages.items()
        if (status >= 400) == (request.startswith("GET /") and request[4:] not in MISSING)
        and request not in ("welcome", "signed in", "sign in", "invited", "GET /p/riverbank-open/me/{token}")
        and not request.startswith("account ")
    }
    assert odd == {}
