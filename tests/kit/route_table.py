"""Every address of the application and who may use it."""

from collections.abc import Iterator, Sequence

from fastapi.routing import APIRoute
from starlette.routing import BaseRoute, Mount

from miai.server.page_routes import PageRoutes

# What everybody may use, a browser that nobody knows included.
EVERYBODY = """
GET /
GET /health
GET /metrics
GET /api
GET /second-laptop/enter
GET /second-laptop/known
POST /look
GET /sign-in
POST /sign-in
POST /sign-out
GET /p/{id}
GET /p/{id}/check
GET /p/{id}/check/how
GET /p/{id}/heads
GET /p/{id}/heads/file
GET /p/{id}/log
GET /p/{id}/log/file
GET /p/{id}/log/{number}
GET /p/{id}/proof/{number}
GET /p/{id}/proof/{number}/log
GET /p/{id}/me
POST /p/{id}/me
GET /p/{id}/overlay
GET /p/{id}/player/{player}
POST /p/{id}/player/{player}/report
GET /p/{id}/player/{player}/timetable.ics
GET /p/{id}/schedule
GET /p/{id}/sign-up
POST /p/{id}/sign-up
GET /p/{id}/stakes
GET /p/{id}/standings
GET /p/{id}/tie-breaks
GET /p/{id}/timetable.ics
GET /p/{id}/wall
GET /p/{id}/why
GET /t/{id}/live
GET /t/{id}/live/version
"""

# What needs a player's private link, whoever has it.
PRIVATE_LINK = """
GET /m/{token}
GET /p/{id}/me/{token}
POST /p/{id}/me/{token}/attendance
POST /p/{id}/me/{token}/bye
POST /p/{id}/me/{token}/here
POST /p/{id}/me/{token}/leave
POST /p/{id}/me/{token}/report
"""

# What needs the link of an invitation, which nobody here has.
INVITATION = """
GET /join/{token}
POST /join/{token}
POST /join/{token}/account
"""

# What needs the private address of a sign-up, which the phone of these tests has too.
OWN_SIGN_UP = """
GET /p/{id}/sign-up/{token}
POST /p/{id}/sign-up/{token}
POST /p/{id}/sign-up/{token}/withdraw
"""

# What needs the address that makes a tablet a kiosk.
KIOSK = """
GET /kiosk/{id}
POST /kiosk/{id}/here
GET /kiosk/{id}/open/{code}
POST /kiosk/{id}/open/{code}
"""

RESULT_DESK_TOO = """
GET /t/{id}
GET /t/{id}/check-in
POST /t/{id}/check-in/away
GET /t/{id}/check-in/find
POST /t/{id}/check-in/paid
POST /t/{id}/check-in/take
POST /t/{id}/check-in/typed
GET /t/{id}/events
GET /t/{id}/timetable
GET /t/{id}/timetable/print
GET /t/{id}/settings
GET /t/{id}/standings
GET /t/{id}/standings/file
GET /t/{id}/results
POST /t/{id}/results/bonus
GET /t/{id}/results/correct
POST /t/{id}/results/correct
GET /t/{id}/results/delay
POST /t/{id}/results/delay
POST /t/{id}/results/enter
POST /t/{id}/results/undo
POST /t/{id}/undo
POST /t/{id}/redo
"""

DIRECTOR_ONLY = """
GET /t/{id}/clashes
GET /t/{id}/club-site
POST /t/{id}/club-site
GET /t/{id}/club-site/players
POST /t/{id}/club-site/players
POST /t/{id}/club-site/remove
POST /t/{id}/club-site/send
POST /t/{id}/clashes/absent
POST /t/{id}/events/add
POST /t/{id}/events/change
POST /t/{id}/events/move
POST /t/{id}/events/remove
POST /t/{id}/events/update
GET /t/{id}/events/{event}/people
POST /t/{id}/events/{event}/people
POST /t/{id}/players/{player}/events
GET /t/{id}/draw
GET /t/{id}/draw/blocked
POST /t/{id}/draw/bye
POST /t/{id}/draw/colours
GET /t/{id}/draw/drop
POST /t/{id}/draw/elsewhere
POST /t/{id}/draw/force
POST /t/{id}/draw/lock
POST /t/{id}/draw/lock-bye
POST /t/{id}/draw/make
POST /t/{id}/draw/never
POST /t/{id}/draw/off
GET /t/{id}/draw/publish
POST /t/{id}/draw/publish
POST /t/{id}/draw/rest
POST /t/{id}/draw/seat
POST /t/{id}/draw/swap
POST /t/{id}/draw/table
POST /t/{id}/draw/take-back
POST /t/{id}/draw/terms
POST /t/{id}/draw/unpair
POST /t/{id}/draw/volunteer
GET /t/{id}/fees
POST /t/{id}/fees
GET /t/{id}/fees/file
POST /t/{id}/fees/paid
GET /t/{id}/forecast
GET /t/{id}/forecast/table
GET /t/{id}/history
POST /t/{id}/history/correct
GET /t/{id}/history/then
GET /t/{id}/imported
GET /t/{id}/links
POST /t/{id}/links/cards
POST /t/{id}/links/file
POST /t/{id}/links/issue
POST /t/{id}/links/revoke
GET /t/{id}/players
POST /t/{id}/players/across
GET /t/{id}/players/advice
POST /t/{id}/players/attendance
GET /t/{id}/players/bands
POST /t/{id}/players/bands/build
POST /t/{id}/players/bands/limit
POST /t/{id}/players/bands/merge
POST /t/{id}/players/bands/move
POST /t/{id}/players/bands/remove
POST /t/{id}/players/bands/separation
POST /t/{id}/players/bar
POST /t/{id}/players/check-in
POST /t/{id}/players/check-in-several
GET /t/{id}/players/find
GET /t/{id}/players/import
POST /t/{id}/players/import
POST /t/{id}/players/import/enter
GET /t/{id}/players/new
POST /t/{id}/players/new
POST /t/{id}/players/new/swap
GET /t/{id}/players/side
GET /t/{id}/players/split
POST /t/{id}/players/side
POST /t/{id}/players/take
POST /t/{id}/players/typed
GET /t/{id}/players/update
POST /t/{id}/players/update
POST /t/{id}/players/update/freeze
GET /t/{id}/players/{player}
POST /t/{id}/players/{player}/attendance
POST /t/{id}/players/{player}/back
POST /t/{id}/players/{player}/change
GET /t/{id}/players/{player}/late
POST /t/{id}/players/{player}/late
POST /t/{id}/players/{player}/remove
GET /t/{id}/players/{player}/side
POST /t/{id}/players/{player}/side
POST /t/{id}/players/{player}/swap
POST /t/{id}/players/{player}/withdraw
GET /t/{id}/print
POST /t/{id}/print/publish
GET /t/{id}/print/{sheet}
GET /t/{id}/prizes
POST /t/{id}/prizes
POST /t/{id}/prizes/suggest
GET /t/{id}/publish
GET /t/{id}/publish/api
POST /t/{id}/publish/api/tokens
POST /t/{id}/publish/api/tokens/revoke
POST /t/{id}/publish/api/webhooks
POST /t/{id}/publish/api/webhooks/again
POST /t/{id}/publish/api/webhooks/remove
GET /t/{id}/publish/files
GET /t/{id}/publish/files/{key}
GET /t/{id}/publish/tables/{what}
GET /t/{id}/publish/site
POST /t/{id}/publish/pairings
POST /t/{id}/publish/standings
GET /t/{id}/publish/unpublish
POST /t/{id}/publish/witnesses
POST /t/{id}/publish/unpublish
POST /t/{id}/publish/unpublish-standings
GET /t/{id}/ratings
GET /t/{id}/ratings/file
GET /t/{id}/save
GET /t/{id}/schedule
POST /t/{id}/schedule
POST /t/{id}/schedule/all
POST /t/{id}/schedule/clock
GET /t/{id}/schedule/late
POST /t/{id}/schedule/late
POST /t/{id}/schedule/off
POST /t/{id}/schedule/shift
POST /t/{id}/settings/details
POST /t/{id}/settings/rules
POST /t/{id}/settings/rules/notes
GET /t/{id}/stages
GET /t/{id}/stages/add/groups
POST /t/{id}/stages/add/groups
GET /t/{id}/stages/add/plan
POST /t/{id}/stages/add/plan
GET /t/{id}/stages/add/stage
POST /t/{id}/stages/add/stage
POST /t/{id}/stages/all/draw
POST /t/{id}/stages/all/publish
POST /t/{id}/stages/all/spread
GET /t/{id}/stages/{stage}
POST /t/{id}/stages/{stage}/entrants
POST /t/{id}/stages/{stage}/fill
POST /t/{id}/stages/{stage}/keep
POST /t/{id}/stages/{stage}/move
POST /t/{id}/stages/{stage}/plan
POST /t/{id}/stages/{stage}/play-off
GET /t/{id}/stages/{stage}/remove
POST /t/{id}/stages/{stage}/remove
POST /t/{id}/stages/{stage}/replace
GET /t/{id}/stages/{stage}/settle
POST /t/{id}/stages/{stage}/settle
GET /t/{id}/show
POST /t/{id}/show/reports
POST /t/{id}/show/standings
GET /t/{id}/sign-up
POST /t/{id}/sign-up/accept
POST /t/{id}/sign-up/accept-clear
POST /t/{id}/sign-up/close
POST /t/{id}/sign-up/decline
GET /t/{id}/sign-up/file
POST /t/{id}/sign-up/form
POST /t/{id}/sign-up/kiosk
POST /t/{id}/sign-up/open
POST /t/{id}/sign-up/phones
POST /t/{id}/standings/criteria
POST /t/{id}/standings/finalise
POST /t/{id}/standings/reopen
GET /t/{id}/teams
GET /t/{id}/teams/find
GET /t/{id}/teams/new
POST /t/{id}/teams/new
GET /t/{id}/teams/{team}
POST /t/{id}/teams/{team}
POST /t/{id}/teams/{team}/line-up
POST /t/{id}/teams/{team}/line-up/clear
POST /t/{id}/teams/{team}/remove
POST /t/{id}/teams/{team}/rest
"""

OWNER_ONLY = """
GET /t/{id}/audit
GET /t/{id}/members
POST /t/{id}/members/change
POST /t/{id}/members
POST /t/{id}/members/revoke
GET /t/{id}/settings/delete
POST /t/{id}/settings/delete
"""

# What concerns the whole server.
ADMIN_ONLY = """
GET /access
GET /access/tokens
POST /access/tokens
POST /access/tokens/revoke
POST /access/end
POST /access/end-others
POST /access/password
POST /access/remove
GET /accounts
POST /accounts/add
POST /accounts/change
POST /accounts/password
GET /audit
GET /second-laptop
POST /second-laptop/carry-over
POST /second-laptop/code
POST /second-laptop/dismiss
POST /second-laptop/follow
POST /second-laptop/remove
POST /second-laptop/take-over
GET /backups
POST /backups/check
POST /backups/choose
GET /backups/delete
POST /backups/delete
POST /backups/now
POST /backups/restore
POST /t/{id}/show/phones/off
POST /t/{id}/show/phones/on
POST /t/{id}/show/phones/seen
GET /t/{id}/players/lists
POST /t/{id}/players/lists
POST /t/{id}/players/lists/date
POST /t/{id}/players/lists/delete
POST /t/{id}/players/lists/use
GET /t/{id}/players/own
POST /t/{id}/players/own
GET /t/{id}/players/own/file
"""

# What everybody with an account may use.
ACCOUNTS_TOO = """
GET /account
POST /account/name
POST /account/password
GET /new
POST /new
GET /new/congress
POST /new/congress
GET /new/copy
POST /new/copy
GET /new/file
POST /new/file
"""

# What a viewer may read of what is not for everybody.
VIEWERS_TOO = """
GET /t/{id}
GET /t/{id}/draw
GET /t/{id}/events
GET /t/{id}/forecast
GET /t/{id}/forecast/table
GET /t/{id}/players
GET /t/{id}/players/advice
GET /t/{id}/prizes
GET /t/{id}/ratings
GET /t/{id}/ratings/file
GET /t/{id}/results
GET /t/{id}/schedule
GET /t/{id}/settings
GET /t/{id}/stages
GET /t/{id}/stages/{stage}
GET /t/{id}/standings
GET /t/{id}/standings/file
GET /t/{id}/teams
GET /t/{id}/teams/{team}
GET /t/{id}/timetable
GET /t/{id}/timetable/print
"""

# "desk" and "director" know the password of the role; the others have accounts: with a role in the tournament
# asked for, a director's in another one, or the administrator's.
ACCOUNTS = ("viewer", "elsewhere", "member", "owner", "admin")
VISITORS = ("anonymous", "phone", "kiosk", "desk", "director", *ACCOUNTS)
DIRECTORS = frozenset(["director", "member", "owner", "admin"])
ADMINS = frozenset(["director", "admin"])


def lines(table: str) -> frozenset[str]:
    """The rules of a table."""
    return frozenset(table.split("\n")) - {""}


# Which visitors come in.
ALLOWED = {
    **dict.fromkeys(lines(EVERYBODY), frozenset(VISITORS)),
    **dict.fromkeys(lines(PRIVATE_LINK), frozenset(["phone"])),
    **dict.fromkeys(lines(OWN_SIGN_UP), frozenset(["phone"])),
    **dict.fromkeys(lines(KIOSK), frozenset(["kiosk"])),
    **dict.fromkeys(lines(INVITATION), frozenset[str]()),
    **dict.fromkeys(lines(RESULT_DESK_TOO), DIRECTORS | {"desk"}),
    **dict.fromkeys(lines(DIRECTOR_ONLY), DIRECTORS),
    **dict.fromkeys(lines(OWNER_ONLY), ADMINS | {"owner"}),
    **dict.fromkeys(lines(ADMIN_ONLY), ADMINS),
    **dict.fromkeys(lines(ACCOUNTS_TOO), frozenset(ACCOUNTS) | {"director"}),
}
for rule in lines(VIEWERS_TOO):
    ALLOWED[rule] |= {"viewer"}
# What is said of an address that is nobody's.
UNKNOWN = (
    "This link belongs to nobody here",
    "There is no sign-up with this address",
    "This invitation does not exist",
    "This device is not a kiosk",
)
# These end sign-ins, so they come last.
ENDING = ("POST /kiosk/{id}/open/{code}", "POST /access/end-others", "POST /sign-out")


def routes(found: Sequence[BaseRoute]) -> Iterator[str]:
    """The methods and addresses of the application; its files are for everybody."""
    for route in found:
        # Newer versions of FastAPI keep the routers of the pages, older ones copy their routes.
        router = getattr(route, "original_router", None)
        if router is not None:
            yield from routes(router.routes)
        elif isinstance(route, PageRoutes):
            yield from set(routes(route.load()))
        elif isinstance(route, APIRoute):
            yield from (f"{method} {route.path}" for method in route.methods or ())
        else:
            assert isinstance(route, Mount)
            # Programs have tokens instead of roles; for what servers ask of each other see tests/follow.
            assert route.path in ("/static", "/api/v1", "/follow")
