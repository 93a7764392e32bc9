"""Replace a player of a stage by one who qualifies now, or keep the field as it is; each with a reason."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from miai.desk.asking import with_reason
from miai.desk.live_state import Desk, Saved, State, stage_address
from miai.desk.stage_changes import as_logged
from miai.desk.together import draft_of
from miai.domain.log import events
from miai.domain.log.replay import apply_all
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.result_reports import as_shown
from miai.domain.rounds.round import HandChange, Round
from miai.domain.stages import StageId
from miai.domain.tournament import Stage, Tournament
from miai.errors import InputError
from miai.features.publish.publish_round import RoundToPublish
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

    Possible until a game of the player who leaves has a result. Published pairings are published again, with
    the proof of the draw as it is then.
    """
    rounds: dict[int, RoundToPublish] = {}

    def decide(state: State) -> list[events.Event]:
        changes: list[events.Event] = []
        for change in entrant_replaced(state.tournament, stage, leaving, entering=entering):
            number = published_by(change)
            if number:
                address = stage_address(event_id, stage)
                known = rounds.setdefault(number, RoundToPublish(desk, address, number))
                there = desk.in_stage(draft_of(state, changes), stage)
                published = known.published(there, after=state.last_entry)
                changes += (
                    logged for each in published for logged in as_logged(state.tournament, stage, each)
                )
            else:
                changes.append(change)
        return list(with_reason(changes, reason, after=state.version))

    # Proofs are made before the lock is taken, so that others can enter results meanwhile.
    with suppress(InputError):
        decide(desk.state(event_id))
    saved = desk.change(event_id, decide, by=by)
    for each in rounds.values():
        each.keep_proofs(desk.saved_in_stage(saved, stage))
    return saved


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
    """The events after which another player has the place of one in a stage.

    Rounds that players see are published again, here without a proof. A player who comes although the places
    say otherwise is the director's decision, which the check of the stage does not name later.
    """
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
    rounds = [drawn for drawn in stage.own.rounds if _sits_in(drawn, leaving)]
    _demand_published_as_drawn(stage, rounds)
    changes += [_seat_taken(stage_id, drawn, leaving, taking.id) for drawn in rounds]
    changes += [
        events.InStage(stage=stage_id, change=events.RoundPublished(round=drawn.number))
        for drawn in rounds
        if drawn.shown is not None
    ]
    changes.append(events.InStage(stage=stage_id, change=events.PlayerRemoved(player=leaving)))
    # Refused here if the player who leaves is still named anywhere.
    after = apply_all(tournament, changes)
    yield from changes
    kept = _overruled(
        qualification_check(tournament, stage_id), qualification_check(after, stage_id), coming=taking.id
    )
    if kept:
        yield events.EntrantsKept(stage=stage_id, players=(*stage.kept, *kept), reason="")


def _overruled(
    before: QualificationCheck, after: QualificationCheck, *, coming: PlayerId
) -> tuple[PlayerId, ...]:
    """The player who came although the places say otherwise, and the one who is passed over for them."""
    known = {each.player.id for each in before.facts}
    new = [each.player.id for each in after.facts if each.player.id not in known]
    if coming not in new:
        return ()
    passed = [player.id for player in after.of_kind(Difference.NOT_IN)]
    first = next((player for player in passed if player in new), next(iter(passed), None))
    return (coming, first) if first else (coming,)


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


def published_by(change: events.Change) -> int:
    """The number of the round that a change in a stage publishes; 0 for any other change."""
    inside = change.change if isinstance(change, events.InStage) else change
    return inside.round if isinstance(inside, events.RoundPublished) else 0


def _sits_in(drawn: Round, player: PlayerId) -> bool:
    return drawn.board_of(player) is not None or drawn.bye_of(player) is not None


def _demand_published_as_drawn(stage: Stage, rounds: Sequence[Round]) -> None:
    """Refuse if players see an earlier draw: to publish it now would publish other changes too."""
    for drawn in rounds:
        if drawn.shown is not None and drawn.shown != as_shown(drawn):
            raise InputError(
                Message(
                    "round %(round)s of %(stage)s was changed after it was published: publish it again first",
                    round=drawn.number,
                    stage=stage.event.name,
                )
            )


def _seat_taken(stage: StageId, drawn: Round, leaving: PlayerId, taking: PlayerId) -> events.Change:
    """The change of a round in which a player sits or has the bye."""
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
    changed = events.DrawChanged(
        round=drawn.number, how=HandChange.SWAPPED, players=(leaving, taking), boards=boards, byes=byes
    )
    return events.InStage(stage=stage, change=changed)
