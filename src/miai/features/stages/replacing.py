"""Replace a player of a stage by one who qualifies now, or keep the field as it is; each with a reason."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from miai.desk.live_state import Desk, Saved, State
from miai.domain.log import events
from miai.domain.log.replay import apply_all
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.result_reports import as_shown
from miai.domain.rounds.round import HandChange, Round
from miai.domain.stages import StageId
from miai.domain.tournament import Stage, Tournament
from miai.errors import InputError
from miai.features.stages.entrants import entrant
from miai.features.stages.qualification_check import Difference, QualificationCheck, qualification_check
from miai.messages import Message


def replace_entrant(
    desk: Desk,
    event_id: str,
    stage: StageId,
    leaving: PlayerId,
    *,
    by: str,
    entering: PlayerId | None = None,
    reason: str = "",
) -> Saved:
    """Let a player take over the place of another one in a stage; by default the next one who qualifies.

    Possible until the game of the player who leaves has a result. Published pairings are published again.
    """

    def decide(state: State) -> list[events.Event]:
        changes: list[events.Event] = list(
            entrant_replaced(state.tournament, stage, leaving, entering=entering)
        )
        text = " ".join(reason.split())
        if text:
            first = state.version + 1
            numbers = tuple(range(first, first + len(changes)))
            changes.append(events.ReasonGiven(entries=numbers, reason=text))
        return changes

    return desk.change(event_id, decide, by=by)


def keep_entrants(
    desk: Desk,
    event_id: str,
    stage: StageId,
    *,
    by: str,
    players: Sequence[PlayerId] = (),
    reason: str = "",
) -> Saved:
    """Keep the field of a stage, although the places say otherwise; by default of all who differ."""

    def decide(state: State) -> list[events.Event]:
        return list(entrants_kept(state.tournament, stage, players=players, reason=reason))

    return desk.change(event_id, decide, by=by)


def entrant_replaced(
    tournament: Tournament, stage_id: StageId, leaving: PlayerId, *, entering: PlayerId | None = None
) -> Iterator[events.Change]:
    """The events after which another player has the place of one in a stage."""
    stage = tournament.stage(stage_id)
    old = stage.event.player(leaving)
    new = _entering(tournament, stage, entering)
    _demand_no_result(stage, old)
    taking = replace(
        entrant(new, start=old.start, beside=stage.joins_main), correction=old.correction, extras=()
    )
    changes: list[events.Change] = [
        events.InStage(stage=stage_id, change=events.PlayerRegistered(player=taking))
    ]
    for drawn in stage.own.rounds:
        changes += _seat_taken(stage_id, drawn, leaving, taking.id)
    changes.append(events.InStage(stage=stage_id, change=events.PlayerRemoved(player=leaving)))
    # Refused here if the player who leaves is still named anywhere.
    apply_all(tournament, changes)
    yield from changes


def entrants_kept(
    tournament: Tournament, stage_id: StageId, *, players: Sequence[PlayerId] = (), reason: str = ""
) -> Iterator[events.Change]:
    """The event that keeps the field of a stage."""
    stage = tournament.stage(stage_id)
    check = qualification_check(tournament, stage_id)
    tied = (player.id for tie in check.ties for player in tie.players)
    differing = tuple(dict.fromkeys((*(each.player.id for each in check.facts), *tied)))
    wanted = tuple(players) or differing
    for player in wanted:
        if player not in differing and player not in stage.kept:
            raise InputError(
                Message(
                    "%(name)s is in %(stage)s as the places say: there is nothing to keep",
                    name=tournament.player(player).name,
                    stage=stage.event.name,
                )
            )
    kept = tuple(dict.fromkeys((*stage.kept, *wanted)))
    if not kept:
        raise InputError(
            Message(
                "the players of %(stage)s are those of the places: nothing differs", stage=stage.event.name
            )
        )
    if kept != stage.kept:
        yield events.EntrantsKept(stage=stage_id, players=kept, reason=" ".join(reason.split()))


def may_be_replaced(stage: Stage, player: PlayerId) -> bool:
    """True as long as no game of a player in a stage has a result."""
    boards = (drawn.board_of(player) for drawn in stage.own.rounds)
    return not any(board is not None and board.result.known for board in boards)


def _entering(tournament: Tournament, stage: Stage, asked: PlayerId | None) -> Player:
    if asked is None:
        check: QualificationCheck = qualification_check(tournament, stage.id)
        coming = check.of_kind(Difference.NOT_IN)
        if not coming:
            raise InputError(
                Message(
                    "nobody qualifies for %(stage)s who is not in it: say who comes", stage=stage.event.name
                )
            )
        asked = coming[0].id
    if any(each.id == asked for each in stage.event.players):
        raise InputError(
            Message(
                "%(name)s is in %(stage)s already", name=tournament.player(asked).name, stage=stage.event.name
            )
        )
    return tournament.player(asked)


def _demand_no_result(stage: Stage, leaving: Player) -> None:
    if not may_be_replaced(stage, leaving.id):
        raise InputError(
            Message(
                "%(name)s has a result in %(stage)s and cannot be replaced: keep the field",
                name=leaving.name,
                stage=stage.event.name,
            )
        )


def _seat_taken(stage: StageId, drawn: Round, leaving: PlayerId, taking: PlayerId) -> Iterator[events.Change]:
    """The changes of a round in which a player sits or has the bye."""
    boards = tuple(
        replace(
            board,
            white=taking if board.white == leaving else board.white,
            black=taking if board.black == leaving else board.black,
        )
        for board in drawn.boards
        if leaving in (board.white, board.black)
    )
    byes = tuple(replace(bye, player=taking) if bye.player == leaving else bye for bye in drawn.byes)
    if not boards and byes == drawn.byes:
        return
    changed = events.DrawChanged(
        round=drawn.number, how=HandChange.SWAPPED, players=(leaving, taking), boards=boards, byes=byes
    )
    yield events.InStage(stage=stage, change=changed)
    if drawn.shown is not None and drawn.shown == as_shown(drawn):
        yield events.InStage(stage=stage, change=events.RoundPublished(round=drawn.number))
