"""Groups: entrants spread by strength, one stage for each group."""

from collections.abc import Collection, Iterator, Sequence
from string import ascii_uppercase

from miai.desk.live_state import Desk, Saved, State
from miai.domain.log import events
from miai.domain.log.new_ids import NewIds
from miai.domain.log.replay import apply_all
from miai.domain.people.participants import participants
from miai.domain.people.player import Player, PlayerId
from miai.domain.people.strength import rating_of
from miai.domain.people.withdrawal import is_withdrawn
from miai.domain.stages import StageId, StagePlan
from miai.domain.tournament import Stage, Tournament
from miai.errors import InputError
from miai.features.stages.entrants import demand_nothing_drawn, entrants_set
from miai.features.stages.opening import NEW_STAGE, demand_can_have_stages, stage_opened
from miai.features.stages.rules import stage_settings
from miai.messages import Message, mark

_GROUP = mark("Group %(letter)s")


def open_groups(
    desk: Desk,
    event_id: str,
    *,
    count: int,
    by: str,
    system: str = "round_robin",
    rounds: int | None = None,
    phase: int = 1,
    players: Collection[PlayerId] | None = None,
    names: Sequence[str] = (),
) -> Saved:
    """Open so many groups and spread those who are here, or these players, over them.

    By rating, back and forth: with four groups A B C D D C B A. Players who stand beside each other in that
    order change groups where this keeps people of one country or one club apart.
    """

    def decide(state: State) -> list[events.Event]:
        return list(
            groups_opened(
                state.tournament,
                count=count,
                system=system,
                rounds=rounds,
                phase=phase,
                players=players,
                names=names,
                ids=desk.new_ids(state),
            )
        )

    return desk.change(event_id, decide, by=by)


def spread_again(desk: Desk, event_id: str, *, by: str) -> Saved:
    """Spread all who take part over the groups that exist, as long as nothing is drawn in them."""
    return desk.change(event_id, lambda state: list(groups_spread_again(state.tournament)), by=by)


def move_to_group(desk: Desk, event_id: str, player: PlayerId, to: StageId, *, by: str) -> Saved:
    """Move a player into a group out of the one they are in, as long as nothing is drawn in both."""

    def decide(state: State) -> list[events.Event]:
        return list(moved_to_group(state.tournament, player, to))

    return desk.change(event_id, decide, by=by)


def groups_opened(
    tournament: Tournament,
    *,
    count: int,
    system: str = "round_robin",
    rounds: int | None = None,
    phase: int = 1,
    players: Collection[PlayerId] | None = None,
    names: Sequence[str] = (),
    ids: NewIds,
    may_be_empty: bool = False,
) -> Iterator[events.Change]:
    """The events that open groups with their players; an event without players may have empty groups."""
    demand_can_have_stages(tournament)
    if count < 2:
        raise InputError(Message("there must be at least two groups"))
    chosen = _entering(tournament, players)
    if len(chosen) < 2 * count and not (may_be_empty and not chosen):
        raise InputError(_too_few(len(chosen), count))
    for number, members in enumerate(spread(chosen, count)):
        opened = tuple(
            stage_opened(
                tournament,
                name=names[number] if number < len(names) else _name(number),
                plan=StagePlan(id=NEW_STAGE, phase=phase),
                settings=stage_settings(tournament, system=system, rounds=rounds, players=members),
                ids=ids,
                players=members,
            )
        )
        tournament = apply_all(tournament, opened)
        yield from opened


def groups_to_spread(tournament: Tournament) -> tuple[Stage, ...]:
    """The groups of the first phase whose players come from no other stage; none if one of them is drawn."""
    open_to_all = [stage for stage in tournament.stages if not stage.plan.sources and not stage.is_play_off]
    first = min((stage.plan.phase for stage in open_to_all), default=0)
    groups = tuple(stage for stage in open_to_all if stage.plan.phase == first)
    return () if len(groups) < 2 or any(stage.event.rounds for stage in groups) else groups


def left_out_of_groups(tournament: Tournament) -> tuple[Player, ...]:
    """Players who take part and are in no stage, as long as the groups can be spread again."""
    if not groups_to_spread(tournament):
        return ()
    inside = {player.id for stage in tournament.stages for player in stage.event.players}
    return tuple(player for player in participants(tournament) if player.id not in inside)


def groups_spread_again(tournament: Tournament) -> Iterator[events.Change]:
    """The events after which all who take part are spread over the groups that exist."""
    groups = groups_to_spread(tournament)
    if not groups:
        raise InputError(
            Message("there are no groups without a draw: take their draws back, or move players by hand")
        )
    entering = participants(tournament)
    if len(entering) < 2 * len(groups):
        raise InputError(_too_few(len(entering), len(groups)))
    for stage, members in zip(groups, spread(entering, len(groups)), strict=True):
        changes = tuple(entrants_set(tournament, stage, [(player.id, None) for player in members]))
        tournament = apply_all(tournament, changes)
        yield from changes


def moved_to_group(tournament: Tournament, player: PlayerId, to: StageId) -> Iterator[events.Change]:
    """The events that move a player into another group of the same phase."""
    target = tournament.stage(to)
    if any(each.id == player for each in target.event.players):
        return
    demand_nothing_drawn(target)
    for stage in tournament.stages:
        inside = [each.id for each in stage.event.players]
        if stage.phase == target.phase and player in inside:
            kept = [(each.id, each.start) for each in stage.event.players if each.id != player]
            yield from entrants_set(tournament, stage, kept)
    wanted = [*((each.id, each.start) for each in target.event.players), (player, None)]
    yield from entrants_set(tournament, target, wanted)


def spread(players: Sequence[Player], count: int) -> list[list[Player]]:
    """Players over groups by rating, back and forth; of one country or club apart within a row."""
    ordered = sorted(players, key=lambda player: (-rating_of(player), player.name, player.id))
    groups: list[list[Player]] = [[] for _ in range(count)]
    for number in range(0, len(ordered), count):
        row: list[Player | None] = [*ordered[number : number + count]]
        row += [None] * (count - len(row))
        if number // count % 2:
            row.reverse()
        for group, player in zip(groups, _apart(groups, row), strict=True):
            if player is not None:
                group.append(player)
    return groups


def _apart(groups: Sequence[Sequence[Player]], row: list[Player | None]) -> list[Player | None]:
    """A row with places changed as long as fewer people of one country or club are together."""
    improved = True
    while improved:
        improved = False
        for one in range(len(row)):
            for other in range(one + 1, len(row)):
                if row[one] is None or row[other] is None:
                    # Groups keep their sizes.
                    continue
                now = _together(groups[one], row[one]) + _together(groups[other], row[other])
                then = _together(groups[one], row[other]) + _together(groups[other], row[one])
                if then < now:
                    row[one], row[other] = row[other], row[one]
                    improved = True
    return row


def _together(group: Sequence[Player], player: Player | None) -> int:
    """How many of a group are of a player's country, and twice that of their club."""
    if player is None:
        return 0
    country, club = player.country.casefold(), player.club.casefold()
    return sum(
        (bool(country) and each.country.casefold() == country)
        + 2 * (bool(club) and each.club.casefold() == club)
        for each in group
    )


def _entering(tournament: Tournament, players: Collection[PlayerId] | None) -> list[Player]:
    if players is None:
        return [player for player in participants(tournament) if not is_withdrawn(player)]
    return [tournament.player(player) for player in dict.fromkeys(players)]


def _too_few(players: int, groups: int) -> Message:
    return Message(
        "%(players)s players are too few for %(groups)s groups of at least two",
        players=players,
        groups=groups,
    )


def _name(number: int) -> str:
    letters = ascii_uppercase
    letter = letters[number] if number < len(letters) else str(number + 1)
    return str(Message(_GROUP, letter=letter))
