"""Private links of the players: issued, shown once, revoked; and the short address that opens one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.responses import Response

from miai.domain.people.participants import listed_players
from miai.domain.people.player import Player, PlayerId
from miai.errors import InputError
from miai.features.draw.view.pairings import name_order
from miai.features.links.player_links import (
    IssuedLink,
    UnknownLinkError,
    holder_of_token,
    issue_links,
    latest_links,
    links_file,
    read_token,
    revoke_links,
)
from miai.features.links.rail import page
from miai.features.links.view import OTHER_TOKENS
from miai.messages import Message
from miai.server.addresses import public_address
from miai.server.downloads import table_download
from miai.server.form_fields import Text, Texts
from miai.server.page import Page, everywhere
from miai.server.private_link import counted_link
from miai.server.request_context import Here, Visit
from miai.server.roles import Role
from miai.server.words import ngettext

if TYPE_CHECKING:
    from miai.store.people.players_protocol import PlayerLink

open_page = Page("open-link", suited=everywhere, need=Role.PUBLIC, phones=True)

# Cards that fit on 190 × 255 mm, in two columns.
CARDS = 14


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkLine:
    """A player and their last link, if they ever had one."""

    player: Player
    link: "PlayerLink | None"

    @property
    def valid(self) -> bool:
        """Whether they have a link that opens."""
        return self.link is not None and self.link.valid


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkCard:
    """A link with its whole address, to hand out."""

    player: Player
    base: str
    path: str

    @property
    def url(self) -> str:
        """The whole address."""
        return f"{self.base}{self.path}"


@open_page.get("/m/{token}")
def open_link(visit: Here, token: str) -> Response:
    """Lead from the short address to the private page."""
    known = read_token(token)

    def look_up() -> str:
        others = (each(visit, known) for each in OTHER_TOKENS)
        found = next((address for address in others if address), None)
        return found or f"/p/{holder_of_token(visit.desk, known).event}/me/{known}"

    return visit.redirect(counted_link(visit, known, look_up))


@page.get("/t/{id}/links")
def show(visit: Here) -> Response:
    """Who has a link, since when and from whom; the links themselves are not known any more."""
    lines = _lines(visit)
    return visit.render(
        "links/private_links.html",
        lines=lines,
        without=sum(not line.valid for line in lines),
        address=public_address(visit),
        congress=visit.congress,
    )


@page.post("/t/{id}/links/issue")
def issue(visit: Here, players: Texts, all_anew: Text = "") -> Response:
    """Issue links to those named, to everybody anew, or to all who have none; and show them, once."""
    chosen = [PlayerId(each) for each in players]
    anew = bool(chosen or all_anew)
    found = issue_links(visit.desk, visit.id, chosen or None, by=visit.by, anew=anew)
    return visit.render(
        "links/private_links_issued.html",
        cards=_cards(visit, found),
        tokens=" ".join(link.token for link in found),
        address=public_address(visit),
    )


@page.post("/t/{id}/links/revoke")
def revoke(visit: Here, players: Texts, everybody: Text = "") -> Response:
    """Revoke the links of those named, or all of them."""
    if not players and not everybody:
        raise InputError(Message("Say whose link to revoke"))
    chosen = None if everybody else [PlayerId(each) for each in players]
    count = revoke_links(visit.desk, visit.id, chosen, by=visit.by)
    said = ngettext("%(num)s private link revoked", "%(num)s private links revoked", count)
    return visit.done(said, to=visit.event_url("links"))


@page.post("/t/{id}/links/cards")
def cards(visit: Here, tokens: Text) -> Response:
    """The links that were just issued as cards to cut out; the page that shows them sends them along."""
    _demand_reachable(visit)
    made = _cards(visit, _sent(visit, tokens))
    pages = [made[at : at + CARDS] for at in range(0, len(made), CARDS)] or [made]
    return visit.render(
        "printing/links.html",
        state=visit.state,
        pages=pages,
        paper_count=len(pages),
        print_now=False,
    )


@page.post("/t/{id}/links/file")
def file(visit: Here, tokens: Text) -> Response:
    """The links that were just issued as a table for a spreadsheet or a mail merge."""
    _demand_reachable(visit)
    table = links_file(_sent(visit, tokens), base=public_address(visit).base)
    response = table_download(table, f"{visit.event_id}-links", to="csv")
    response.headers["Cache-Control"] = "no-store"
    return response


def _demand_reachable(visit: Visit) -> None:
    """Refuse links that no phone could open; the page that shows them stays open meanwhile."""
    if not public_address(visit).reachable:
        raise InputError(
            Message(
                "no phone could open these links: let phones in this hall follow on the page Show, then save"
                " or print them"
            )
        )


def _cards(visit: Visit, issued: Sequence[IssuedLink]) -> list[LinkCard]:
    base = public_address(visit).base
    ordered = sorted(issued, key=lambda link: name_order(link.player))
    return [LinkCard(player=link.player, base=base, path=link.path) for link in ordered]


def _sent(visit: Visit, tokens: str) -> list[IssuedLink]:
    """The links of a page that was shown; those that have ended meanwhile are left out."""
    found = []
    for token in tokens.split():
        try:
            holder = holder_of_token(visit.desk, token)
        except InputError:
            continue
        if holder.event == visit.event_id:
            found.append(IssuedLink(player=holder.player, token=token))
    if not found:
        raise UnknownLinkError
    return found


def _lines(visit: Visit) -> list[LinkLine]:
    known = latest_links(visit.desk, visit.id)
    players = sorted(listed_players(visit.tournament), key=name_order)
    return [LinkLine(player=player, link=known.get(player.id)) for player in players]
