"""The club site that a tournament is linked to, and what was sent there last."""

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime

from miai.desk.live_state import Desk, Saved, State, event_and_stage
from miai.domain.log import events
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.features.club_site.contract import ClubSite, checked_address
from miai.features.club_site.pull_players import site_id
from miai.features.verify.log_head import published_head
from miai.messages import Message

# Newest first; older lines say nothing that matters any more.
_LINES_KEPT = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """Something that was sent to the site, or could not be: what and when, and why it failed."""

    what: str
    round: int
    at: str
    problem: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkedSite:
    """The address and the secret of a site; `by_itself`: what is published is sent at once."""

    url: str
    secret: str
    by_itself: bool = True
    sent: tuple[Sent, ...] = ()

    @property
    def site(self) -> ClubSite:
        """The site to ask."""
        return ClubSite(url=self.url, secret=self.secret)


def linked_site(desk: Desk, tournament_id: str) -> LinkedSite | None:
    """The site of a tournament, if it has one."""
    # Asked of every event when a server starts, so none is loaded for it.
    kept = desk.store.value(_key(desk.store.head(event_and_stage(tournament_id)[0]).identity))
    if not kept:
        return None
    raw = json.loads(kept)
    return LinkedSite(**{**raw, "sent": tuple(Sent(**each) for each in raw["sent"])})


def link_site(desk: Desk, tournament_id: str, *, url: str, secret: str, by_itself: bool) -> LinkedSite:
    """Link a tournament to a site, or change the link; an empty secret keeps the present one."""
    state = desk.state(tournament_id)
    old = linked_site(desk, tournament_id)
    known = secret.strip() or (old.secret if old else "")
    if not known:
        raise InputError(Message("type the secret that the club site expects"))
    if not state.tournament.short_name:
        raise InputError(
            Message("the club site knows tournaments by their short name: enter one in the settings first")
        )
    new = LinkedSite(
        url=checked_address(url), secret=known, by_itself=by_itself, sent=old.sent if old else ()
    )
    _keep(desk, state, new)
    return new


def unlink_site(desk: Desk, tournament_id: str) -> None:
    """Forget the site and its secret."""
    desk.store.set_value(_key(desk.state(tournament_id).history.identity), None)


def send(desk: Desk, tournament_id: str, what: str, number: int) -> Sent:
    """Send the pairings, the results or the standings of a round, and note how it went."""
    from miai.features.club_site.fragments import (  # noqa: PLC0415 - sent in the background, and loads all tables
        pairings_fragment,
        standings_fragment,
    )

    linked = linked_site(desk, tournament_id)
    if linked is None:
        raise InputError(Message("this tournament is not linked to a club site"))
    state = desk.state(tournament_id)
    event, head = state.tournament, published_head(desk, state)
    kept = head.text if head else ""
    sending: dict[str, Callable[[], None]] = {
        "pairings": lambda: linked.site.send_pairings(
            event.short_name, number, pairings_fragment(event, number, results=False, log_head=kept)
        ),
        "results": lambda: linked.site.send_pairings(
            event.short_name, number, pairings_fragment(event, number, results=True, log_head=kept)
        ),
        "standings": lambda: linked.site.send_standings(
            event.short_name, number, standings_fragment(event, number, log_head=kept)
        ),
    }
    if what not in sending:
        raise InputError(Message("'%(what)s' cannot be sent to a club site", what=what[:40]))
    return _noted(desk, tournament_id, what, number, sending[what])


def send_what_changed(desk: Desk, tournament_id: str, before: Tournament, saved: Saved) -> list[Sent]:
    """Send what a change has published, and whom of the site's players it sent home or brought back."""
    linked = linked_site(desk, tournament_id)
    if linked is None or not linked.by_itself:
        return []
    done = []
    for entry in saved.entries:
        match entry.event:
            case events.RoundPublished(round=number):
                done.append(send(desk, tournament_id, "pairings", number))
            case events.StandingsPublished(after_round=number):
                done.append(send(desk, tournament_id, "results", number))
                done.append(send(desk, tournament_id, "standings", number))
    code = saved.state.tournament.short_name
    for player, number, present in _presences(before, saved.state.tournament):
        sending = _presence(linked.site, code, number, player, present=present)
        done.append(_noted(desk, tournament_id, "presence", number, sending))
    return done


def _presence(site: ClubSite, code: str, number: int, player: str, *, present: bool) -> Callable[[], None]:
    return lambda: site.send_presence(code, number, player, present=present)


def _presences(before: Tournament, after: Tournament) -> Iterator[tuple[str, int, bool]]:
    """Players of the site, by its ids, who play in a round now and did not before, or the other way round."""
    known = {each.id: each.absent_rounds for each in before.players}
    for player in after.players:
        key = site_id(player)
        old = known.get(player.id)
        if not key or old is None:
            continue
        for number in sorted(old ^ player.absent_rounds):
            if number <= after.settings.rounds:
                yield key, number, player.attends(number)


def _noted(desk: Desk, tournament_id: str, what: str, number: int, sending: Callable[[], None]) -> Sent:
    """Send something and write down how it went; a site that is away never keeps the event from going on."""
    problem = ""
    try:
        sending()
    except InputError as error:
        problem = "; ".join(str(each) for each in error.problems)
    done = Sent(what=what, round=number, at=datetime.now(UTC).isoformat(timespec="seconds"), problem=problem)
    linked = linked_site(desk, tournament_id)
    if linked:
        _keep(desk, desk.state(tournament_id), replace(linked, sent=(done, *linked.sent)[:_LINES_KEPT]))
    return done


def _keep(desk: Desk, state: State, linked: LinkedSite) -> None:
    desk.store.set_value(_key(state.history.identity), json.dumps(asdict(linked), ensure_ascii=False))


def _key(identity: str) -> str:
    # By the identity: another tournament may have the id later.
    return f"club site of {identity}"
