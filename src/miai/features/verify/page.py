"""Check a published draw on one's own phone: the page, the proof, and the hashes of the log since."""

from hashlib import sha256
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, PlainTextResponse, Response

from miai.domain.numbers import whole_or_none
from miai.engine.verify.heads import read_heads
from miai.errors import InputError
from miai.features.draw.draws_made import public_draws
from miai.features.draw.proof import log_hashes, proof_of, publication_of, shown_boards, shown_seats
from miai.features.public.view.shown_now import projector_state
from miai.features.publish.unpublish import unpublished_at
from miai.features.teams.view.team_matches import team_of
from miai.features.verify.log_head import hashes_at
from miai.features.verify.view.phone_words import phone_words
from miai.features.verify.view.witnesses_now import kept_lines
from miai.server.form_fields import OptionalAddressNumber
from miai.server.page import Page
from miai.server.phone_identity import player_of_phone
from miai.server.request_context import Here, Visit
from miai.server.roles import Role
from miai.server.words import gettext as _
from miai.server.words import tell
from miai.server.words.formatting import day_and_time

if TYPE_CHECKING:
    from miai.domain.people.player import Player
    from miai.domain.people.team import Team
    from miai.engine.verify.heads import Head
    from miai.features.draw.proof import Proof

page = Page("check_draw", need=Role.PUBLIC, phones=True)
# A phone keeps no more heads of an event.
_MOST_KEPT = 50


@page.get("/p/{id}/check")
def check(visit: Here, player: str = "") -> Response:
    """The page that checks a round; without scripts it says how to check the file."""
    number = _number(visit)
    proof = None
    problem = _unpublished(visit, number)
    try:
        proof = None if problem else _proof(visit, number)
    except InputError as error:
        problem = tell(error)
    return visit.render(
        "verify/public_check.html",
        state=visit.state,
        wall=projector_state(visit.tournament),
        number=number,
        proof=proof,
        problem=problem,
        draws=() if problem else public_draws(visit.desk, visit.state, number),
        me=_seat_in_draw(visit, player),
        reasons=tuple(phone_words()),
    )


@page.get("/p/{id}/check/how")
def explain(visit: Here) -> Response:
    """The page that explains to players how a draw is checked, with a picture."""
    return visit.render("verify/public_how.html", state=visit.state, wall=projector_state(visit.tournament))


@page.get("/p/{id}/proof/{number}")
def file(visit: Here, number: int, hash: str = "") -> Response:
    """The proof of a published round as a file; with the right hash in the address a phone may keep it."""
    try:
        proof = _proof(visit, number)
    except InputError as error:
        raise HTTPException(404, tell(error)) from error
    return Response(
        proof.file,
        media_type="application/octet-stream",
        headers={
            "Content-Disposition": f'attachment; filename="{visit.id}-round-{number}.miaiproof"',
            # It is compressed already.
            "Content-Encoding": "identity",
            # The phone may keep it; a cache between would give it out although the round was unpublished.
            "Cache-Control": "private, max-age=86400" if hash == proof.hash else "no-store",
        },
    )


@page.get("/p/{id}/proof/{number}/log")
def log(visit: Here, number: int, since: OptionalAddressNumber = None) -> Response:
    """The hashes of the log since the publication or an earlier entry, without what the entries say."""
    _demand_shown(visit, number)
    entry = publication_of(visit.state, number)
    if entry is None:
        raise HTTPException(404, _("this round is not published"))
    before = entry.number - 1
    hashes = log_hashes(visit.desk, visit.state, since=before if since is None else min(before, since))
    return JSONResponse(
        {
            "log": sha256(visit.state.history.identity.encode()).hexdigest()[:16],
            "first": hashes.first,
            "hashes": hashes.hashes,
            "proof": getattr(entry.event, "proof", ""),
            "boards": shown_boards(visit.tournament, number),
            "seats": shown_seats(visit.tournament, number),
        }
    )


@page.get("/p/{id}/heads")
def heads(visit: Here, at: str = "", head: str = "", mark: str = "", count: str = "") -> Response:
    """The hashes of the log at the entries of the heads that a phone kept.

    `count` asks to count the phone, once for each publication: as one that agrees, or by `head` as one that
    kept a head that does not fit; `mark` is the one by which this server gave it out.
    """
    state, current = visit.event_state, visit.log_head
    if current is None:
        raise HTTPException(404, _("nothing is published yet"))
    numbers = [number for each in at.split(",")[:_MOST_KEPT] if (number := whole_or_none(each)) is not None]
    if count:
        _count_phone(visit, current.head, head, mark)
    return JSONResponse(
        {
            "event": current.head.event,
            "entries": state.last_entry,
            "hashes": hashes_at(visit.desk, state, numbers),
        },
        headers={"Cache-Control": "no-store"},
    )


@page.get("/p/{id}/heads/file")
def heads_file(visit: Here) -> Response:
    """The heads that phones and second laptops kept, for `miai verify --seen`."""
    shown = visit.log_head
    if shown is None:
        raise HTTPException(404, _("nothing is published yet"))
    first = f"# miai verify {visit.event_id}.miai --seen {visit.event_id}-heads.txt"
    return PlainTextResponse(
        "\n".join([first, *kept_lines(visit, shown), ""]),
        headers={
            "Content-Disposition": f'attachment; filename="{visit.event_id}-heads.txt"',
            "Cache-Control": "no-store",
        },
    )


def _count_phone(visit: Visit, current: "Head", kept: str, mark: str) -> None:
    """Count a phone; a head that fits, or that this server did not sign, counts for nothing."""
    reports, event = visit.app_state.phone_reports, visit.event_id
    if not kept:
        reports.agrees(event, current)
    elif visit.app_state.signer.is_proof(mark, "head", event, kept):
        [head] = read_heads(kept)
        hashes = hashes_at(visit.desk, visit.event_state, (head.entries,))
        if head.event == current.event and hashes.get(head.entries) != head.hash:
            reports.contradicts(event, head)


def _number(visit: Visit) -> int:
    """The round that is asked for, also one that was unpublished, else the last one that is published."""
    shown = [each.number for each in visit.tournament.shown]
    if visit.asked_round and (visit.asked_round in shown or _unpublished(visit, visit.asked_round)):
        return visit.asked_round
    if not shown:
        raise HTTPException(404, _("nothing is published yet"))
    return max(shown)


def _proof(visit: Visit, number: int) -> "Proof":
    _demand_shown(visit, number)
    return proof_of(visit.desk, visit.id, round=number)


def _demand_shown(visit: Visit, number: int) -> None:
    if all(each.number != number for each in visit.tournament.shown):
        raise HTTPException(404, _unpublished(visit, number) or _("this round is not published"))


def _unpublished(visit: Visit, number: int) -> str:
    """What is said of pairings that were published and are not any more; empty for all others."""
    at = unpublished_at(visit.state, number)
    if not at:
        return ""
    return _(
        "The director unpublished the pairings of round %(number)s (%(time)s), and their proof with them."
        " There is a new one when the round is published again.",
        number=number,
        time=day_and_time(at),
    )


def _seat_in_draw(visit: Visit, player: str) -> "Player | Team | None":
    """The player that is asked for or has this phone, as the draw knows them; in a team event their team."""
    event = visit.tournament
    known = next((each for each in event.players if each.id == player), None) or player_of_phone(visit)
    if known is None:
        return None
    return (team_of(event, known.id) if event.settings.by_teams else None) or known
