"""The address of every page in every way it is shown, and forms and addresses that are refused."""

import re
from collections.abc import Iterator

from kit.private_links import token_of
from kit.staged_event import LEAGUE
from kit.web_site import Site
from miai.features.sign_up.form_answers import SignUpAnswers
from miai.features.sign_up.waiting import sign_up
from miai.mounts.pages import all_pages
from miai.server.page import in_congress

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
    "/t/{id}", "/t/{id}/standings", "/t/{id}/print/whole", "/t/{id}/print/games", "/t/{id}/publish",
    "/t/{id}/prizes", "/t/{id}~final", "/t/{id}~final/players", "/t/{id}~final/settings", "/p/{id}",
    "/p/{id}/standings", "/p/{id}/wall",
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
    "/t/{id}/save", "/p/{id}/proof/{number}", "/p/{id}/proof/{number}/log", "/p/{id}/log",
    "/p/{id}/log/file", "/p/{id}/log/{number}", "/join/{token}",
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


def values_of(site: Site, event: str, cup: str) -> dict[str, str]:
    """What stands in addresses and forms for names in braces."""
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


def addresses(values: dict[str, str]) -> Iterator[str]:
    """Every page in every way, of the event, of the cup and of a tournament without players."""
    for page in all_pages():
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
