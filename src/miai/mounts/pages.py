"""All pages: their order in the side bar, and the modules that answer at each address.

The modules of pages import what they need at their top. So a module is imported when one of its addresses is
asked for first, and the server listens before any is.
"""

from functools import cache
from importlib import import_module

from miai.features.accounts.rail import audit, members
from miai.features.congress.rail import check_in, clashes, events, timetable
from miai.features.draw.rail import page as draw
from miai.features.fees.rail import page as fees
from miai.features.files.rail import page as files
from miai.features.forecast.rail import page as forecast
from miai.features.history.rail import page as history
from miai.features.links.rail import page as private_links
from miai.features.overview.rail import page as overview
from miai.features.players.rail import page as players
from miai.features.printing.rail import page as printing
from miai.features.prizes.rail import page as prizes
from miai.features.publish.rail import page as publish
from miai.features.ratings.rail import page as ratings
from miai.features.results.rail import page as results
from miai.features.schedule.rail import page as schedule
from miai.features.second_laptop.page.wire import router as _wire
from miai.features.settings.rail import page as settings
from miai.features.show.rail import page as show
from miai.features.sign_up.rail import page as sign_up
from miai.features.stages.rail import page as stages
from miai.features.standings.rail import page as standings
from miai.features.teams.rail import page as teams
from miai.server.page import Page

# In the order of the side bar.
RAIL: tuple[Page, ...] = (
    overview, players, check_in, teams, draw, results, standings, events, timetable,
    show, publish, printing,
    stages, schedule, clashes, sign_up, settings,
    prizes, files, ratings, forecast,
    history, fees, private_links, members, audit,
)  # fmt: skip
# The modules of `features` with the pages of each address; {id} stands for a part. The longest address
# that a path begins with counts, and of its routes the first that fits.
ADDRESSES: dict[str, tuple[str, ...]] = {
    "/": ("tournament.page.tournaments",),
    "/access": ("accounts.page.access", "programs.page"),
    "/account": ("accounts.page.account",),
    "/accounts": ("accounts.page.accounts",),
    "/api": ("programs.page",),
    "/audit": ("accounts.page.audit",),
    "/backups": ("hosting.page.backups",),
    "/health": ("hosting.page.health",),
    "/join": ("accounts.page.join",),
    "/kiosk": ("kiosk.page",),
    "/look": ("accounts.page.preferences",),
    "/m": ("links.page",),
    "/metrics": ("hosting.page.health",),
    "/new": ("tournament.page.new_tournament", "congress.page.new_congress"),
    "/second-laptop": ("second_laptop.page.routes",),
    "/sign-in": ("accounts.page.sign_in",),
    "/sign-out": ("accounts.page.sign_in",),
    "/p/{id}": ("public.page.public",),
    "/p/{id}/check": ("verify.page",),
    "/p/{id}/heads": ("verify.page",),
    "/p/{id}/log": ("public_log.page",),
    "/p/{id}/me": ("public.page.public", "phones.page"),
    "/p/{id}/overlay": ("projector.page.overlay",),
    "/p/{id}/player": ("public.page.public", "congress.page.public"),
    "/p/{id}/proof": ("verify.page",),
    "/p/{id}/sign-up": ("sign_up.page.sign_up",),
    "/p/{id}/stakes": ("public.page.ask",),
    "/p/{id}/tie-breaks": ("public.page.ask",),
    "/p/{id}/timetable.ics": ("congress.page.public",),
    "/p/{id}/wall": ("projector.page.projector",),
    "/p/{id}/why": ("public.page.ask",),
    "/t/{id}": ("overview.page.routes",),
    "/t/{id}/audit": ("accounts.page.audit",),
    "/t/{id}/check-in": ("congress.page.check_in",),
    "/t/{id}/clashes": ("congress.page.clashes",),
    "/t/{id}/club-site": ("club_site.page",),
    "/t/{id}/draw": ("draw.page.routes", "congress.page.clashes", "draw.page.routes_by_hand"),
    "/t/{id}/events": ("congress.page.events",),
    "/t/{id}/fees": ("fees.page",),
    "/t/{id}/forecast": ("forecast.page",),
    "/t/{id}/history": ("history.page.routes",),
    "/t/{id}/imported": ("files.page.routes",),
    "/t/{id}/links": ("links.page",),
    "/t/{id}/live": ("public.page.live_stream",),
    "/t/{id}/members": ("accounts.page.members",),
    "/t/{id}/players": (
        "players.page.players", "players.page.check_in", "players.page.import_players",
        "players.page.update_players", "players.page.own_list", "bands.page", "players.page.side",
        "players.page.player", "congress.page.person",
    ),
    "/t/{id}/print": ("printing.page.routes",),
    "/t/{id}/prizes": ("prizes.page",),
    "/t/{id}/publish": (
        "publish.page.publish", "files.page.routes", "publish.page.unpublish", "programs.page",
    ),
    "/t/{id}/ratings": ("ratings.page",),
    "/t/{id}/redo": ("history.page.undo",),
    "/t/{id}/results": ("results.page.routes",),
    "/t/{id}/save": ("files.page.save",),
    "/t/{id}/schedule": ("schedule.page.routes",),
    "/t/{id}/settings": ("settings.page.routes",),
    "/t/{id}/show": ("show.page",),
    "/t/{id}/sign-up": ("sign_up.page.sign_ups",),
    "/t/{id}/stages": ("stages.page.routes",),
    "/t/{id}/standings": ("standings.page.routes",),
    "/t/{id}/teams": ("teams.page.routes",),
    "/t/{id}/timetable": ("congress.page.timetable",),
    "/t/{id}/undo": ("history.page.undo",),
}  # fmt: skip
# The answers to a second laptop.
WIRE = _wire


def pages_of(module: str) -> list[Page]:
    """The pages whose views are in a module of `features`."""
    names = vars(import_module(f"miai.features.{module}")).values()
    return list(dict.fromkeys(each for each in names if isinstance(each, Page)))


@cache
def all_pages() -> tuple[Page, ...]:
    """Every page with its views, pages of the rail first."""
    modules = dict.fromkeys(module for answering in ADDRESSES.values() for module in answering)
    return tuple(dict.fromkeys([*RAIL, *(page for module in modules for page in pages_of(module))]))
