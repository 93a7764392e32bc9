"""What has to be so in an event with stages after every request; each check counts for itself."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from miai.domain.log import events
from miai.domain.log.history import Entry
from miai.domain.log.replay import apply
from miai.domain.people.player import Player, PlayerId
from miai.domain.people.withdrawal import is_withdrawn
from miai.domain.points import Quarters
from miai.domain.rounds.game import Board, Colour
from miai.domain.stage_view import SHARED_DETAILS, SHARED_OF_PLAYER
from miai.domain.stages import MAIN, StageId, TieRule
from miai.domain.tournament import Stage, Tournament
from miai.features.overview.stage_steps import StepKind, next_steps
from miai.features.stages.overall_standings import whole_standings
from miai.features.stages.places import event_of, places_of, why_not_over
from miai.features.stages.qualification_check import Difference, qualification_check
from miai.features.stages.qualifying import EdgeTie, qualifiers
from miai.features.uploads.event_in_file import event_in_file

Pair = frozenset[PlayerId]


def after_request(before: Tournament, now: Tournament, new: Sequence[Entry]) -> None:
    """Check the stages of an event after a request that was accepted."""
    if not (before.stages or now.stages):
        return
    for at, event in _one_by_one(before, new):
        enters_nobody_who_withdrew(at, event)
        meets_again_only_if_it_must(at, event)
        keeps_who_is_kept(at, event)
    seeds_nobody_who_withdrew(now)
    says_who_qualifies(now)
    play_offs_give_no_places(now)
    a_tie_waits_for_its_play_off(now)
    people_and_details_are_the_events(now)
    the_file_has_every_game_once(now)


def enters_nobody_who_withdrew(at: Tournament, event: events.Event) -> None:
    """A player who has withdrawn from the event is neither put into a stage nor drawn in one."""
    if not isinstance(event, events.InStage):
        return
    gone = _gone(at)
    match event.change:
        case events.PlayerRegistered(player=player):
            assert player.id not in gone, f"{player.id} has withdrawn and enters {event.stage}"
        case events.RoundDrawn(round=drawn, kept=kept):
            # A round that was played before is drawn again with all who played it.
            before = at.stage(event.stage).event.round(drawn.number).boards
            played = {seat for board in before if board.result.known for seat in _seats(board)}
            free = {board.table for board in drawn.boards} - set(kept)
            seated = {seat for board in drawn.boards if board.table in free for seat in _seats(board)}
            seated -= played
            assert not seated & gone, f"{seated & gone} have withdrawn and are drawn in {event.stage}"


def seeds_nobody_who_withdrew(now: Tournament) -> None:
    """The places lead nobody into a stage who has withdrawn from the event."""
    gone = _gone(now)
    for stage in now.stages:
        entering = {each.player.id for each in qualifiers(now, stage.plan).entrants}
        assert not entering & gone, f"{entering & gone} have withdrawn and qualify for {stage.id}"


def says_who_qualifies(now: Tournament) -> None:
    """If other players qualify than those who are in a stage, the check and the next steps say so."""
    steps = {step.stage for step in next_steps(now) if step.kind is StepKind.QUALIFIERS}
    for stage in now.stages:
        inside = {player.id for player in stage.event.players}
        wanted = _who_qualifies(now, stage, inside)
        if not inside or wanted is None:
            continue
        differing = (wanted ^ inside) - set(stage.kept)
        facts = qualification_check(now, stage.id).facts
        told = {fact.player.id for fact in facts if fact.kind is not Difference.OTHER_SEED}
        assert told == differing, f"{stage.id}: {differing} differ, and the check names {told}"
        assert not differing or stage.event.final or stage.id in steps, f"{stage.id}: no step names {told}"


def keeps_who_is_kept(at: Tournament, event: events.Event) -> None:
    """A player about whom the director has decided is no difference any more, whatever the places say."""
    if isinstance(event, events.EntrantsKept):
        check = qualification_check(apply(at, event), event.stage)
        named = {fact.player.id for fact in check.facts}
        named |= {player.id for tie in check.ties for player in tie.players}
        kept = set(event.players)
        assert not named & kept, f"{event.stage}: {named & kept} are kept and still named"


def play_offs_give_no_places(now: Tournament) -> None:
    """Nobody is placed in a play-off; it has games, and its players are those of the stage before."""
    if not any(stage.is_play_off for stage in now.stages):
        return
    play_offs = {stage.id for stage in now.stages if stage.is_play_off}
    placed = {row.stage for row in whole_standings(now).rows}
    assert not placed & play_offs, f"players are placed in {placed & play_offs}"


def a_tie_waits_for_its_play_off(now: Tournament) -> None:
    """A tie is open as long as its play-off is, and no tie waits for one that is over or gone."""
    for stage in now.stages:
        for tie in qualifiers(now, stage.plan).ties:
            if tie.play_off is not None:
                assert any(why_not_over(now.stage(tie.play_off.id).event)), f"{stage.id} waits for nothing"
            assert tie.seats < len(tie.players)
            assert not _settled_by_play_off(now, tie), f"{stage.id}: a play-off has settled the tie"
            assert tie.rule is stage.plan.ties is not TieRule.LOT, f"{stage.id}: a lot decides"


def _settled_by_play_off(now: Tournament, tie: EdgeTie) -> bool:
    """True if exactly those who tie have played it off, nobody else any, and none shares a place there."""
    played = [stage for stage in now.stages if stage.plan.play_off_of == tie.stage]
    if len(played) != 1 or any(why_not_over(played[0].event)):
        return False
    places = places_of(played[0].event)
    there = {player.id for group in places for player in group}
    return there == {player.id for player in tie.players} and all(len(group) == 1 for group in places)


def people_and_details_are_the_events(now: Tournament) -> None:
    """Names, grades, clubs, places and days are those of the event in every stage."""
    people = {player.id: player for player in now.players}
    for stage in now.stages:
        for name in SHARED_DETAILS:
            assert getattr(stage.event, name) == getattr(now, name), f"{stage.id}: another {name}"
        for player in stage.event.players:
            for name in SHARED_OF_PLAYER:
                known = getattr(people[player.id], name)
                assert getattr(player, name) == known, f"{stage.id}: {player.id} has another {name}"


def the_file_has_every_game_once(now: Tournament) -> None:
    """The file for a federation has the games of the event and of all its stages, each once."""
    one = event_in_file(now, "h9").tournament
    parts = (now, *(stage.event for stage in now.stages))
    assert _games(one) == sum((_games(part) for part in parts), Counter())
    assert [player.id for player in one.players] == list(dict.fromkeys(player.id for player in one.players))


def meets_again_only_if_it_must(at: Tournament, event: events.Event) -> None:
    """Nobody meets an opponent of the cup again in the main event beside it, if that can be avoided."""
    if not isinstance(event, events.RoundDrawn) or not any(stage.joins_main for stage in at.stages):
        return
    number = event.round.number
    met = {
        frozenset(_seats(board))
        for part in (at, *(stage.event for stage in at.stages if stage.joins_main))
        for drawn in part.rounds
        if drawn.number < number
        for board in drawn.boards
    }
    boards = [board for board in event.round.boards if board.table not in event.kept]
    again = [board for board in boards if frozenset(_seats(board)) in met]
    if not again or at.wishes.games or at.wishes.apart:
        return
    players = [seat for board in boards for seat in _seats(board)]
    assert not _can_be_paired(players, met), f"{again} meet again in round {number}"


def _one_by_one(before: Tournament, new: Sequence[Entry]) -> Iterator[tuple[Tournament, events.Event]]:
    """Each event with the tournament before it; nothing after an undo, which leads back."""
    at = before
    for entry in new:
        if isinstance(entry.event, events.Undone | events.Redone):
            return
        yield at, entry.event
        at = apply(at, entry.event)


def _gone(event: Tournament) -> set[PlayerId]:
    return {player.id for player in event.players if is_withdrawn(player)}


def _who_qualifies(now: Tournament, stage: Stage, inside: set[PlayerId]) -> set[PlayerId] | None:
    """The players of the places that lead to a stage; None if they are not known for sure."""
    if not stage.plan.sources:
        return None
    gone, found = _gone(now), set[PlayerId]()
    for source in stage.plan.sources:
        event = event_of(now, source.stage)
        if stage.joins_main and source.stage == MAIN:
            event = replace(event, rounds=())
        elif any(why_not_over(event)):
            return None
        place = 0
        there = [[each for each in group if not _is_away(each, gone, inside)] for group in places_of(event)]
        for shared in _after_play_offs(now, source.stage, there):
            group = {player.id for player in shared}
            first, place = place + 1, place + len(group)
            seats = min(place, source.last) - max(first, source.first) + 1
            if 0 < seats < len(group):
                return None
            found |= group if seats > 0 else set()
    return found


def _after_play_offs(
    now: Tournament, source: StageId, found: Sequence[Sequence[Player]]
) -> Sequence[Sequence[Player]]:
    """The places after all play-offs that are over: those who played one change places among each other.

    A tie of players who all played in it is settled as far as it was there. A player who has left gives the
    place back to those who are there.
    """
    for stage in now.stages:
        if stage.plan.play_off_of != source or any(why_not_over(stage.event)):
            continue
        rank = {player.id: at for at, group in enumerate(places_of(stage.event)) for player in group}
        changed = [list(group) for group in found]
        seats = [(at, n) for at, group in enumerate(found) for n, who in enumerate(group) if who.id in rank]
        order = sorted((found[at][n] for at, n in seats), key=lambda who: rank[who.id])
        for (at, n), who in zip(seats, order, strict=True):
            changed[at][n] = who
        settled: list[list[Player]] = []
        for group in changed:
            if all(who.id in rank for who in group):
                settled += [list(same) for _, same in groupby(group, key=lambda who: rank[who.id])]
            else:
                settled.append(group)
        found = settled
    return found


def _is_away(player: Player, gone: set[PlayerId], inside: set[PlayerId]) -> bool:
    """True if a player left the event, or the stage before unless the director let them in."""
    return player.id in gone or (is_withdrawn(player) and player.id not in inside)


def _seats(board: Board) -> tuple[PlayerId, PlayerId]:
    return board.white, board.black


def _games(event: Tournament) -> Counter[tuple[frozenset[tuple[PlayerId, Quarters]], int, bool]]:
    return Counter(
        (
            frozenset(
                (
                    (board.white, board.result.points(Colour.WHITE)),
                    (board.black, board.result.points(Colour.BLACK)),
                )
            ),
            board.handicap,
            board.result.by_default,
        )
        for drawn in event.rounds
        for board in drawn.boards
    )


def _can_be_paired(players: Sequence[PlayerId], met: set[Pair]) -> bool:
    """True if these players can be paired so that none has met the opponent."""
    if not players:
        return True
    first, others = players[0], players[1:]
    return any(
        frozenset((first, other)) not in met
        and _can_be_paired([each for each in others if each != other], met)
        for other in others
    )
