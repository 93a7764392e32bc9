"""Private links: with theirs, players see their own table first and report their results from their phones.

A link is shown once, when it is issued; only a keyed hash of its token is stored. It can be revoked and
issued anew. The link of a congress holds for all its events. Links end with their tournament.
"""

import hashlib
import hmac
import secrets
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from miai.answers import Column, Table
from miai.desk.entry_once import current_entry
from miai.desk.live_state import Desk, State, event_and_stage
from miai.domain.log import events
from miai.domain.people.participants import listed_players
from miai.domain.people.player import Player, PlayerId
from miai.errors import InputError
from miai.messages import Message
from miai.store.people.players_protocol import PlayerLink
from miai.store.times import current_time

_SECRET = "player-links"  # noqa: S105 - the name under which the store keeps it
# The alphabet of Crockford: without i, l and o, which are read as 1 and 0, and without u.
ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
LENGTH = 12
_GROUP = 4
_LOOK_ALIKES = str.maketrans({"o": "0", "i": "1", "l": "1", "-": None, " ": None})


class UnknownLinkError(InputError):
    """The token is nobody's."""

    def __init__(self) -> None:
        super().__init__(Message("this link belongs to nobody here: ask the director for yours"))


class RevokedLinkError(InputError):
    """The link was revoked, or its player is not in the tournament any more; `event` is that tournament."""

    def __init__(self, event: str) -> None:
        self.event = event
        super().__init__(Message("this link is no longer valid: ask the director for a new one"))


@dataclass(frozen=True, slots=True, kw_only=True)
class IssuedLink:
    """A new link of a player; its token can be shown now and never again."""

    player: Player
    token: str

    @property
    def path(self) -> str:
        """The address of the link on the server."""
        return link_path(self.token)


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkHolder:
    """Who a link belongs to; in a congress a person."""

    event: str
    player: Player


def issue_links(
    desk: Desk,
    tournament_id: str,
    players: Collection[PlayerId] | None = None,
    *,
    by: str,
    anew: bool = False,
) -> tuple[IssuedLink, ...]:
    """Issue links to some players or to all who are on lists of names, and return those that were issued.

    Whoever has a valid link keeps it, unless they are issued `anew`: then the links of before end. A request
    that is sent twice gets the same links again.
    """
    state = _event(desk, tournament_id)
    chosen = _chosen(state, players)
    secret, registrations, at = _secret(desk), _registrations(state), current_time()
    tokens = {player.id: _new_token_for(secret, state, player.id) for player in chosen}
    links = {
        player.id: PlayerLink(
            hash=_hashed(secret, tokens[player.id]),
            tournament=state.id,
            player=player.id,
            registration=registrations.get(player.id, 0),
            issued_at=at,
            issued_by=by,
        )
        for player in chosen
    }
    valid = desk.store.player_links.issue(state.id, tuple(links.values()), anew=anew)
    return tuple(
        IssuedLink(player=player, token=tokens[player.id])
        for player in chosen
        if links[player.id].hash in valid
    )


def issue_known_token(
    desk: Desk, tournament_id: str, player: PlayerId, *, token_hash: str, by: str
) -> PlayerLink:
    """Make a token that somebody has already the private link of a player, in place of any other."""
    state = _event(desk, tournament_id)
    link = PlayerLink(
        hash=token_hash,
        tournament=state.id,
        player=state.tournament.player(player).id,
        registration=_registrations(state).get(player, 0),
        issued_at=current_time(),
        issued_by=by,
    )
    desk.store.player_links.issue(state.id, (link,), anew=True)
    return link


def revoke_links(
    desk: Desk, tournament_id: str, players: Collection[PlayerId] | None = None, *, by: str
) -> int:
    """Revoke the links of some players or of all at once; how many were valid until now."""
    state = _event(desk, tournament_id)
    chosen = None if players is None else [player.id for player in _chosen(state, players)]
    return desk.store.player_links.revoke(state.id, chosen, at=current_time(), by=by)


def latest_links(desk: Desk, tournament_id: str) -> dict[PlayerId, PlayerLink]:
    """The last link of each player who was ever issued one, revoked or not."""
    state = _event(desk, tournament_id)
    registrations = _registrations(state)
    known = sorted(desk.store.player_links.all(state.id), key=lambda link: (link.valid, link.issued_at))
    return {
        PlayerId(link.player): link
        for link in known
        if registrations.get(PlayerId(link.player), 0) == link.registration
    }


def holder_of_token(desk: Desk, token: str) -> LinkHolder:
    """The tournament or congress that a link was issued in, and whose it is."""
    link = _valid_link(desk, token)
    state = desk.state(link.tournament)
    registration = _registrations(state).get(PlayerId(link.player), 0)
    for player in state.tournament.players:
        if player.id == link.player and registration == link.registration:
            return LinkHolder(event=state.id, player=player)
    raise RevokedLinkError(state.id)


def player_of_token(desk: Desk, tournament_id: str, token: str) -> Player:
    """The player of a tournament or stage whose link it is; the link of a congress holds for its events."""
    holder = holder_of_token(desk, token)
    event, _ = event_and_stage(tournament_id)
    player = holder.player.id if holder.event == event else _player_of_person(desk, holder, event)
    for each in desk.state(tournament_id).tournament.players:
        if each.id == player:
            return each
    raise UnknownLinkError


def links_file(links: Iterable[IssuedLink], *, base: str) -> Table:
    """Links that were just issued as a table; `base` is the address of the server."""
    return Table(
        title="Private links",
        columns=tuple(Column(title=title) for title in ("player", "name", "link")),
        rows=tuple((link.player.id, link.player.name, f"{base}{link.path}") for link in links),
    )


def links_overview(desk: Desk, tournament_id: str) -> Table:
    """Who has a link, since when and from whom, and what was revoked."""
    known, players = latest_links(desk, tournament_id), _chosen(_event(desk, tournament_id), None)
    titles = ("player", "name", "issued", "issued by", "revoked", "revoked by")
    rows = []
    for player in players:
        link = known.get(player.id)
        about = (
            (link.issued_at, link.issued_by, link.revoked_at or "", link.revoked_by or "")
            if link
            else ("",) * 4
        )
        rows.append((player.id, player.name, *about))
    return Table(
        title="Private links", columns=tuple(Column(title=title) for title in titles), rows=tuple(rows)
    )


def new_token() -> str:
    """A token that nobody can guess."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def read_token(text: str) -> str:
    """The token that somebody typed: capital letters, hyphens and look-alikes do not matter."""
    return text.lower().translate(_LOOK_ALIKES)


def shown_token(token: str) -> str:
    """The token in groups, which are easier to type."""
    return "-".join(token[at : at + _GROUP] for at in range(0, len(token), _GROUP))


def link_path(token: str) -> str:
    """The address of a link on the server."""
    return f"/m/{shown_token(token)}"


def hash_of_token(desk: Desk, token: str) -> str:
    """What the store keeps of a token."""
    return _hashed(_secret(desk), token)


def known_hash_of_token(desk: Desk, token: str) -> str:
    """The same for looking it up, which writes nothing; empty where no token was ever issued."""
    secret = desk.store.value(_SECRET)
    return _hashed(bytes.fromhex(secret), token) if secret else ""


def _valid_link(desk: Desk, token: str) -> PlayerLink:
    if len(read_token(token)) != LENGTH:
        raise UnknownLinkError
    link = desk.store.player_links.find(known_hash_of_token(desk, token))
    if link is None:
        raise UnknownLinkError
    if not link.valid:
        raise RevokedLinkError(link.tournament)
    return link


def _player_of_person(desk: Desk, holder: LinkHolder, event: str) -> PlayerId | None:
    """Who a person of a congress is in one of its events."""
    congress = desk.state(holder.event).tournament.congress
    for each in congress.entries:
        if each.person == holder.player.id:
            return next((entry.player for entry in each.entries if entry.event == event), None)
    return None


def _hashed(secret: bytes, token: str) -> str:
    return hmac.new(secret, f"token {read_token(token)}".encode(), hashlib.sha256).hexdigest()


def _new_token_for(secret: bytes, state: State, player: PlayerId) -> str:
    """A random token; for a request with an id the same one each time."""
    request = current_entry()
    if request is None:
        return new_token()
    about = f"new {request.id}\0{state.history.identity}\0{player}"
    digest = hmac.new(secret, about.encode(), hashlib.sha256).digest()
    number = int.from_bytes(digest)
    return "".join(ALPHABET[number >> 5 * at & 31] for at in range(LENGTH))


def _event(desk: Desk, tournament_id: str) -> State:
    return desk.state(event_and_stage(tournament_id)[0])


def _chosen(state: State, players: Collection[PlayerId] | None) -> tuple[Player, ...]:
    if players is None:
        return listed_players(state.tournament)
    return tuple(state.tournament.player(each) for each in dict.fromkeys(players))


def _registrations(state: State) -> dict[PlayerId, int]:
    """The number of the entry that last registered a player under an id.

    By it a link is not that of another player who got the same id after somebody was removed.
    """
    return {
        entry.event.player.id: entry.number
        for entry in state.history.entries
        if isinstance(entry.event, events.PlayerRegistered)
    }


def _secret(desk: Desk) -> bytes:
    known = desk.store.value(_SECRET)
    return bytes.fromhex(known or desk.store.first_value(_SECRET, secrets.token_hex(32)))
