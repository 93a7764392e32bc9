"""Change a player, check them in, withdraw them or remove them."""

from collections.abc import Callable, Collection
from dataclasses import replace

from miai.desk.live_state import Desk, Saved, State
from miai.domain.log import events
from miai.domain.log.replay import apply_all
from miai.domain.people.player import BarSide, Player, PlayerId, Registration
from miai.domain.people.sides import demand_of_people
from miai.domain.settings.scoring_rules import Withdrawal
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.features.players.register_player import tidy
from miai.features.players.withdrawal_rule import round_robins_of, withdrawal_rule_changed
from miai.messages import Message


def change_player(
    desk: Desk,
    tournament_id: str,
    player: PlayerId,
    change: Callable[[Player], Player],
    *,
    by: str,
) -> Saved:
    """Change the player as they are now, so that a simultaneous change of another field is kept."""

    def decide(state: State) -> list[events.Event]:
        old = state.tournament.player(player)
        new = replace(change(old), id=old.id)
        demand_of_people(old, new, state.tournament.settings.sides)
        return [events.PlayerChanged(player=tidy(new))] if new != old else []

    return desk.change(tournament_id, decide, by=by)


def remove_player(desk: Desk, tournament_id: str, player: PlayerId, *, by: str) -> Saved:
    """Remove a player who is in no draw and in no team."""

    def decide(state: State) -> list[events.Event]:
        for team in state.tournament.teams:
            if player in team.members or any(player in each.players for each in team.line_ups):
                raise InputError(
                    Message(
                        "%(name)s is in the team %(team)s: change the team first",
                        name=state.tournament.name_of(player),
                        team=team.name,
                    )
                )
        return [events.PlayerRemoved(player=player)]

    return desk.change(tournament_id, decide, by=by)


def check_in(desk: Desk, tournament_id: str, player: PlayerId, *, by: str, here: bool = True) -> Saved:
    """Record that a player is here, or is not."""
    registration = Registration.FINAL if here else Registration.PRELIMINARY
    return change_player(
        desk, tournament_id, player, lambda old: replace(old, registration=registration), by=by
    )


def check_in_several(
    desk: Desk, tournament_id: str, players: Collection[PlayerId], *, by: str, here: bool = True
) -> Saved:
    """Record in one entry that several players are here, or not; who was removed meanwhile is skipped."""
    registration = Registration.FINAL if here else Registration.PRELIMINARY

    def decide(state: State) -> list[events.Event]:
        changed = tuple(
            replace(old, registration=registration)
            for old in state.tournament.players
            if old.id in players and old.registration is not registration
        )
        return [events.PlayersChanged(players=changed)] if changed else []

    return desk.change(tournament_id, decide, by=by)


def set_attendance(
    desk: Desk,
    tournament_id: str,
    player: PlayerId,
    *,
    round: int,
    plays: bool,
    by: str,
) -> Saved:
    """Record whether a player means to play in one round."""
    if round < 1:
        raise InputError(Message("there is no round %(round)s", round=round))

    def change(old: Player) -> Player:
        absent = old.absent_rounds - {round} if plays else old.absent_rounds | {round}
        return replace(old, absent_rounds=absent)

    return change_player(desk, tournament_id, player, change, by=by)


def withdraw(
    desk: Desk,
    tournament_id: str,
    player: PlayerId,
    *,
    from_round: int,
    by: str,
    games: Withdrawal | None = None,
) -> Saved:
    """Mark a player as absent from that round to the last.

    In a round robin, or in groups, `games` becomes the rule for the games of players who leave.
    """
    return desk.change(
        tournament_id, lambda state: _withdrawal(state.tournament, player, from_round, games), by=by
    )


def come_back(desk: Desk, tournament_id: str, player: PlayerId, *, by: str) -> Saved:
    """Let a player who has withdrawn play in all rounds that are not drawn."""

    def decide(state: State) -> list[events.Event]:
        old = state.tournament.player(player)
        last = max((drawn.number for drawn in state.tournament.rounds), default=0)
        new = replace(old, absent_rounds=frozenset(each for each in old.absent_rounds if each <= last))
        return [events.PlayerChanged(player=new)] if new != old else []

    return desk.change(tournament_id, decide, by=by)


def with_withdrawal(
    tournament: Tournament, player: PlayerId, *, from_round: int, games: Withdrawal | None = None
) -> tuple[Tournament, tuple[events.Change, ...]]:
    """The tournament without a player from that round on, and the changes that lead to it."""
    changes = tuple(_withdrawal(tournament, player, from_round, games))
    return apply_all(tournament, changes), changes


def _withdrawal(
    tournament: Tournament, player: PlayerId, from_round: int, games: Withdrawal | None
) -> list[events.Change]:
    if from_round < 1:
        raise InputError(Message("there is no round %(round)s", round=from_round))
    tournament.player(player)
    happened: list[events.Change] = [events.PlayerWithdrew(player=player, from_round=from_round)]
    if games is not None:
        left = round_robins_of(tournament, player)
        if not left:
            raise InputError(
                Message("only a round robin of players has a rule for the games of a player who leaves")
            )
        happened += withdrawal_rule_changed(tournament, left, games)
    return happened


def move_across_bar(
    desk: Desk,
    tournament_id: str,
    player: PlayerId,
    *,
    side: BarSide | None,
    by: str,
) -> Saved:
    """Put a player above or below the bar by hand; without a side the grade decides again.

    It replaces a starting score that was set by hand, which would count before any side.
    """
    return change_player(
        desk, tournament_id, player, lambda old: replace(old, bar_side=side, start=None), by=by
    )
