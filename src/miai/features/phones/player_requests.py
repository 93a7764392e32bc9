"""What players do themselves with their private link: check in, miss a round, leave, volunteer for the bye.

Each needs the director's permission, stands in the history with the player's name, and can be taken back by
the player as long as no draw depends on it.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal

from miai.desk.live_state import Desk, Saved, State, event_and_stage
from miai.domain.log import events
from miai.domain.people.phones import PhoneOptions
from miai.domain.people.player import Player, PlayerId, Registration
from miai.domain.people.withdrawal import is_withdrawn
from miai.domain.tournament import Tournament
from miai.engine.pairing.registry import abilities_of
from miai.errors import InputError
from miai.features.congress.check_in import check_in as check_in_people
from miai.features.congress.congress_state import whole_congress
from miai.features.congress.person import has_begun, has_left, last_drawn
from miai.features.draw.wishes import offer_bye
from miai.features.players.change_player import check_in, come_back, set_attendance, withdraw
from miai.features.stages.main_rounds import has_main_rounds
from miai.messages import Message

Option = Literal["check_in", "absences", "bye", "results", "by_name"]
# How often a player may change something by phone, so that none fills the history: in a minute, and at all.
MOST_A_MINUTE = 10
MOST_AT_ALL = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundChoice:
    """A round that a player may miss; one that is drawn is a question to the director."""

    number: int
    plays: bool
    drawn: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneActions:
    """What a player can do now; `bye_round` is the round they can volunteer for, None if there is none.

    An event with stages can be left at any time, also if its own rounds are over or it has none.
    """

    checks_in: bool
    here: bool
    can_check_out: bool
    rounds: tuple[RoundChoice, ...]
    has_left: bool
    can_leave: bool
    bye_round: int | None
    offers_bye: bool

    @property
    def any(self) -> bool:
        """Whether there is anything to do or to see."""
        return self.checks_in or bool(self.rounds) or self.can_leave or self.bye_round is not None


def phone_options(desk: Desk, tournament_id: str) -> PhoneOptions:
    """What players may do in a tournament; its stages follow the event."""
    return desk.state(event_and_stage(tournament_id)[0]).tournament.phones


def demand_allowed(desk: Desk, tournament_id: str, option: Option) -> None:
    """Refuse what the director does not allow; at a congress itself one can only check in."""
    event = desk.state(event_and_stage(tournament_id)[0]).tournament
    if not getattr(event.phones, option) or (event.is_congress and option != "check_in"):
        raise InputError(Message("this is not possible by phone here: tell the director"))


def phone_actions(desk: Desk, tournament_id: str, player: PlayerId) -> PhoneActions:
    """What a player of a tournament or stage, or somebody at a congress, can do now."""
    state = desk.state(tournament_id)
    if state.tournament.is_congress:
        return _at_congress(desk, state, player)
    event, options = state.tournament, phone_options(desk, tournament_id)
    whole = desk.state(event_and_stage(tournament_id)[0]).tournament
    known, entered = event.player(player), whole.player(player)
    here = entered.registration is Registration.FINAL
    absences = options.absences and not event.settings.by_teams and event.final is None
    rounds = _rounds(event, known) if absences else ()
    bye = _bye_round(event, known) if options.bye else None
    return PhoneActions(
        checks_in=options.check_in and whole.final is None,
        here=here,
        can_check_out=here and not has_begun(whole),
        rounds=rounds,
        has_left=_has_left_stages(whole, entered) or (bool(rounds) and has_left(event, known)),
        can_leave=absences and (bool(whole.stages) or sum(not each.drawn for each in rounds) > 1),
        bye_round=bye,
        offers_bye=any(each.player == player and each.round == bye for each in event.wishes.volunteers),
    )


def say_here(desk: Desk, tournament_id: str, player: PlayerId, *, here: bool = True) -> Saved:
    """Check in, or take it back before the first draw."""
    demand_allowed(desk, tournament_id, "check_in")
    event_id = event_and_stage(tournament_id)[0]
    state = desk.state(event_id)
    if not here and _is_drawn(desk, state):
        raise InputError(Message("a round is drawn already: say which rounds you miss, or tell the director"))
    by = _author(state, player)
    if state.tournament.is_congress:
        return check_in_people(desk, event_id, [player], here=here, by=by)
    return check_in(desk, event_id, player, here=here, by=by)


def say_attendance(desk: Desk, tournament_id: str, player: PlayerId, *, round: int, plays: bool) -> Saved:
    """Say whether one plays in a round.

    In a round that is drawn the game stays: that the player misses it is a question to the director, who sees
    it at once.
    """
    demand_allowed(desk, tournament_id, "absences")
    state = desk.state(tournament_id)
    choices = {each.number: each for each in _rounds(state.tournament, state.tournament.player(player))}
    if round not in choices:
        raise InputError(
            Message("it is too late to change round %(round)s by phone: tell the director", round=round)
        )
    return set_attendance(desk, tournament_id, player, round=round, plays=plays, by=_author(state, player))


def say_leaving(desk: Desk, tournament_id: str, player: PlayerId) -> Saved:
    """Leave the event with all its stages: miss all rounds that are not drawn."""
    demand_allowed(desk, tournament_id, "absences")
    event_id = event_and_stage(tournament_id)[0]
    state = desk.state(event_id)
    first = _first_free(state.tournament)
    return withdraw(desk, event_id, player, from_round=first, by=_author(state, player))


def say_back(desk: Desk, tournament_id: str, player: PlayerId) -> Saved:
    """Come back: play in all rounds that are not drawn, of the event if it was left, else of a stage."""
    demand_allowed(desk, tournament_id, "absences")
    event_id = event_and_stage(tournament_id)[0]
    whole = desk.state(event_id).tournament
    where = event_id if _has_left_stages(whole, whole.player(player)) else tournament_id
    state = desk.state(where)
    _first_free(state.tournament)
    return come_back(desk, where, player, by=_author(state, player))


def say_volunteer(
    desk: Desk, tournament_id: str, player: PlayerId, *, round: int, offers: bool = True
) -> Saved:
    """Offer to sit out the next round if somebody has to, or no longer."""
    demand_allowed(desk, tournament_id, "bye")
    state = desk.state(tournament_id)
    if round != _bye_round(state.tournament, state.tournament.player(player)):
        raise InputError(
            Message("it is too late to change round %(round)s by phone: tell the director", round=round)
        )
    by = _author(state, player)
    return offer_bye(desk, tournament_id, round=round, player=player, offers=offers, by=by)


def _at_congress(desk: Desk, state: State, person: PlayerId) -> PhoneActions:
    """Somebody checks in at a congress once for all its events; the rest is done in the events."""
    here = state.tournament.player(person).registration is Registration.FINAL
    return PhoneActions(
        checks_in=state.tournament.phones.check_in,
        here=here,
        can_check_out=here and not _is_drawn(desk, state),
        rounds=(),
        has_left=False,
        can_leave=False,
        bye_round=None,
        offers_bye=False,
    )


def _is_drawn(desk: Desk, state: State) -> bool:
    """Whether a round is drawn, at a congress in one of its events."""
    if not state.tournament.is_congress:
        return has_begun(state.tournament)
    return any(has_begun(each.tournament) for each in whole_congress(desk, state.id).events.values())


def _has_left_stages(event: Tournament, player: Player) -> bool:
    """True if a player has left an event with stages."""
    return bool(event.stages) and is_withdrawn(player)


def _rounds(event: Tournament, player: Player) -> tuple[RoundChoice, ...]:
    """The rounds to come, before them the one that is drawn while the player's game in it has no result."""
    if not has_main_rounds(event):
        return ()
    last = last_drawn(event)
    board = event.round(last).board_of(player.id)
    now = (
        (RoundChoice(number=last, plays=player.attends(last), drawn=True),)
        if board is not None and not board.result.known
        else ()
    )
    coming = range(last + 1, event.settings.rounds + 1)
    return (
        *now,
        *(RoundChoice(number=each, plays=player.attends(each), drawn=False) for each in coming),
    )


def _bye_round(event: Tournament, player: Player) -> int | None:
    """The next round, if somebody may have to sit out in it and the player would play."""
    number = last_drawn(event) + 1
    odd = not event.settings.by_teams and not abilities_of(event.settings.system).plans_rounds
    coming = number <= event.settings.rounds and player.attends(number) and has_main_rounds(event)
    return number if odd and coming and event.final is None else None


def _first_free(event: Tournament) -> int:
    """The first round that is not drawn; after the last, only an event with stages can be left."""
    first = last_drawn(event) + 1
    if first > event.settings.rounds and not event.stages:
        raise InputError(Message("the last round is drawn already: tell the director"))
    return first


def _author(state: State, player: PlayerId) -> str:
    """The player's name for the history; somebody who changes one thing after another is asked to wait."""
    name = state.tournament.name_of(player)
    own = [
        entry.at
        for entry in state.history.entries
        if entry.by == name and not isinstance(entry.event, events.ResultClaimed)
    ]
    if len(own) >= MOST_AT_ALL:
        raise InputError(Message("You have changed too much by phone: tell the director"))
    since = _minute_ago()
    if sum(at > since for at in own) >= MOST_A_MINUTE:
        raise InputError(Message("You have changed too much within a minute: wait a minute"))
    return name


def _minute_ago() -> str:
    """The time a minute ago, as entries hold it."""
    return f"{datetime.now(UTC) - timedelta(minutes=1):%Y-%m-%dT%H:%M:%SZ}"
