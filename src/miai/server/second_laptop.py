"""What every request has to do with a second laptop: who leads, and whether it has the entry."""

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import Message

from miai.follow.member_address import origin_of
from miai.server.app_state import AppState

# What pages have seen of another leader, signed by it.
HEADER = "x-miai-leader"
_LONGEST_TICKET = 2_000
_LEAST_ERROR = 400


async def hear(app_state: AppState, headers: Headers) -> None:
    """Hear from a page that another server leads."""
    ticket, hall = headers.get(HEADER, ""), app_state.hall
    if ticket and hall and len(ticket) < _LONGEST_TICKET:
        told = hall.read_ticket(ticket)
        await run_in_threadpool(hall.hear, told)


def content_policy(app_state: AppState, policy: str) -> str:
    """The content policy that lets pages ask the second laptops too; empty where there are none."""
    others = app_state.hall.presently()[0] if app_state.hall else ()
    addresses = " ".join(filter(None, (origin_of(each.address) for each in others)))
    return policy.replace("connect-src 'self'", f"connect-src 'self' {addresses}") if addresses else ""


async def wait_for_copy(app_state: AppState, message: Message) -> None:
    """Let an answer wait until a second laptop has what was saved, and say in a header whether it has."""
    wait, hall = app_state.serving.wait_for_follower, app_state.hall
    if wait and hall and hall.presently()[0] and message["status"] < _LEAST_ERROR:
        copied = await app_state.copies_of(hall).wait(wait / 1000)
        MutableHeaders(scope=message)["X-Miai-Copied"] = "1" if copied else "0"
