"""What people do with the stages of an event; `a`, `b` and `c` are any numbers."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from miai.desk.live_state import stage_address
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Result
from miai.domain.stages import CarryOver, Losers, Qualification, StageId, StagePlan, TieRule
from miai.domain.tournament import Stage, Tournament
from miai.features.draw.draw_round import draw_round
from miai.features.overview.stage_steps import StepKind, last_finished_round, next_steps
from miai.features.players import change_player as people
from miai.features.publish.publish_round import publish_round
from miai.features.results.enter_result import enter_result
from miai.features.stages.cup import settle_losers
from miai.features.stages.filling import fill_stage, set_entrants
from miai.features.stages.groups import move_to_group, open_groups, spread_again
from miai.features.stages.main_rounds import has_main_rounds
from miai.features.stages.opening import NEW_STAGE, change_plan, open_stage, remove_stage
from miai.features.stages.places import event_of
from miai.features.stages.plans import EventPlan, Way, open_plan
from miai.features.stages.play_off import open_play_off
from miai.features.stages.qualification_check import Difference, qualification_check
from miai.features.stages.qualifying import Decisions, qualifiers
from miai.features.stages.replacing import keep_entrants, replace_entrant
from miai.features.stages.several_rounds import draw_in_all, publish_in_all, ready_to_draw
from miai.features.tournament.change_details import change_details
from seams.acts import Act
from seams.hall import ROUNDS, Hall

WON = (Result.WHITE_WINS, Result.BLACK_WINS)


# Stages one by one -------------------------------------------------------------------------------


def opens_groups(hall: Hall, a: int, b: int, c: int) -> None:
    hall.attempt(open_groups, count=2, whole=True, system=("round_robin", "swiss")[a % 2], rounds=None)


def opens_stage(hall: Hall, a: int, b: int, c: int) -> None:
    known = hall.whole.stages
    sources = (Qualification(stage=known[a % len(known)].id, first=1, last=2),) if known else ()
    plan = StagePlan(
        id=NEW_STAGE,
        phase=known[a % len(known)].plan.phase + 1 if known else 1,
        sources=sources,
        carry_over=tuple(CarryOver)[b % 3],
    )
    hall.attempt(open_stage, name=f"Final {c}", plan=plan, system="swiss", rounds=2, whole=True)


def opens_cup(hall: Hall, a: int, b: int, c: int) -> None:
    plan = StagePlan(id=NEW_STAGE, losers=Losers.JOIN_MAIN)
    if hall.attempt(open_stage, name=f"Cup {c}", plan=plan, system="knockout", rounds=2, whole=True):
        chosen = [player.id for player in hall.whole.players[:4]]
        hall.attempt(set_entrants, hall.whole.stages[-1].id, chosen, whole=True)


def fills(hall: Hall, a: int, b: int, c: int) -> None:
    if b % 2:
        hall.attempt(fill_stage, hall.stage(a), as_they_are=bool(c % 2), whole=True)
    else:
        chosen = [player.id for at, player in enumerate(hall.whole.players) if (at + b) % 3]
        hall.attempt(set_entrants, hall.stage(a), chosen, whole=True)


def removes_stage(hall: Hall, a: int, b: int, c: int) -> None:
    hall.attempt(remove_stage, hall.stage(a), whole=True)


def changes_plan(hall: Hall, a: int, b: int, c: int) -> None:
    for stage in hall.whole.stages[a % 3 : a % 3 + 1]:
        changed = replace(stage.plan, carry_over=tuple(CarryOver)[b % 3], ties=tuple(TieRule)[c % 3])
        hall.attempt(change_plan, changed, whole=True)


def moves_group(hall: Hall, a: int, b: int, c: int) -> None:
    players = hall.whole.players
    if players:
        hall.attempt(move_to_group, players[a % len(players)].id, hall.stage(b), whole=True)


def joins_main(hall: Hall, a: int, b: int, c: int) -> None:
    hall.attempt(settle_losers, hall.stage(a), round=1 + b % 2, whole=True)


def goes_elsewhere(hall: Hall, a: int, b: int, c: int) -> None:
    hall.go_to(a)


# The event as a whole ----------------------------------------------------------------------------


def plans(hall: Hall, a: int, b: int, c: int) -> None:
    """All stages at once; later plans take the place of earlier ones that are not drawn."""
    plan = EventPlan(
        way=tuple(Way)[a % 3], groups=2, each=1 + b % 2, rounds=1 + c % 3, places=2 + 2 * (b % 2),
        third_place=bool(c % 2), ties=tuple(TieRule)[(a + b + c) % 3],
    )  # fmt: skip
    hall.attempt(open_plan, plan, whole=True)


def spreads(hall: Hall, a: int, b: int, c: int) -> None:
    hall.attempt(spread_again, whole=True)


def goes_on(hall: Hall, a: int, b: int, c: int) -> None:
    """The next step of the event: results, the filling of a stage, or the next round in all stages."""
    event = hall.whole
    for stage in event.stages:
        if open_games(stage.event):
            with inside(hall, stage.id):
                play(hall, a)
            return
    if has_main_rounds(event) and open_games(event):
        with inside(hall, None):
            play(hall, a)
        return
    for step in next_steps(event):
        if step.kind in (StepKind.FILL, StepKind.CHOOSE, StepKind.PLAY_OFF):
            _fill(hall, step.stage, b)
            return
    # The main event plays the round that the cup beside it has played.
    ahead = any(each.joins_main and each.event.rounds_played > event.rounds_played for each in event.stages)
    if ahead and _draw_main(hall, publish=bool(c % 2)):
        return
    for step in next_steps(event):
        if step.kind is StepKind.JOIN_MAIN:
            last = last_finished_round(event.stage(step.stage).event)
            hall.attempt(settle_losers, step.stage, round=last, whole=True)
            return
    if ready_to_draw(event).stages:
        hall.attempt(draw_in_all, whole=True)
        if c % 2:
            hall.attempt(publish_in_all, whole=True)
    elif has_main_rounds(event) and event.rounds_played < event.settings.rounds:
        _draw_main(hall, publish=bool(c % 2))


def corrects(hall: Hall, a: int, b: int, c: int) -> None:
    """A result of a stage is corrected, in any round; mostly a stage from which players have gone on."""
    played = [stage for stage in hall.whole.stages if stage.event.rounds_played]
    sources = {source.stage for stage in hall.whole.stages for source in stage.plan.sources}
    played = [stage for stage in played if stage.id in sources] or played
    if not played:
        return
    stage = played[a % len(played)]
    drawn = stage.event.rounds[b % len(stage.event.rounds)]
    if drawn.boards:
        board = drawn.boards[c % len(drawn.boards)]
        other = WON[0] if board.result is WON[1] else WON[1]
        with inside(hall, stage.id):
            hall.attempt(enter_result, round=drawn.number, table=board.table, result=other)


def leaves_event(hall: Hall, a: int, b: int, c: int) -> None:
    """A player who is in a stage, if any is, leaves the event."""
    players = _of_stages(hall.whole, b) or hall.whole.players
    if players:
        first = 1 + hall.whole.rounds_played
        hall.attempt(people.withdraw, players[a % len(players)].id, from_round=first, whole=True)


def leaves_stage(hall: Hall, a: int, b: int, c: int) -> None:
    """A player leaves a stage alone."""
    stages = [stage for stage in hall.whole.stages if stage.event.players]
    if stages:
        stage = stages[b % len(stages)]
        leaving = stage.event.players[a % len(stage.event.players)].id
        with inside(hall, stage.id):
            hall.attempt(people.withdraw, leaving, from_round=1 + stage.event.rounds_played)


def comes_back(hall: Hall, a: int, b: int, c: int) -> None:
    gone = [player for player in hall.whole.players if player.absent_rounds]
    if gone:
        hall.attempt(people.come_back, gone[a % len(gone)].id, whole=True)


def replaces(hall: Hall, a: int, b: int, c: int) -> None:
    stage = _differing(hall.whole, a)
    if stage is None:
        return
    check = qualification_check(hall.whole, stage.id)
    leaving = check.of_kind(Difference.NOT_QUALIFYING) or stage.event.players
    entering = check.of_kind(Difference.NOT_IN)
    asked = entering[c % len(entering)].id if entering and c % 2 else None
    hall.attempt(replace_entrant, stage.id, leaving[b % len(leaving)].id, entering=asked, whole=True)


def keeps(hall: Hall, a: int, b: int, c: int) -> None:
    stage = _differing(hall.whole, a)
    if stage is not None:
        hall.attempt(keep_entrants, stage.id, reason="agreed" if b % 2 else "", whole=True)


def replaces_by_any(hall: Hall, a: int, b: int, c: int) -> None:
    """Any player of the event takes over the place of any other one in a stage."""
    filled = [stage for stage in hall.whole.stages if stage.event.players]
    if filled:
        players, inside_it = hall.whole.players, filled[a % len(filled)].event.players
        leaving, entering = inside_it[b % len(inside_it)].id, players[c % len(players)].id
        stage = filled[a % len(filled)].id
        hall.attempt(replace_entrant, stage, leaving, entering=entering, reason="agreed", whole=True)


def plays_off(hall: Hall, a: int, b: int, c: int) -> None:
    """Players who tie, dispute a place or are any two of a stage play it off, mostly at once."""
    stages = [stage for stage in hall.whole.stages if stage.plan.sources]
    if not stages:
        return
    tied = [stage for stage in stages if qualifiers(hall.whole, stage.plan).ties]
    stage = (tied or stages)[a % len(tied or stages)]
    chosen: list[PlayerId] = []
    if c % 4 == 0:
        source = event_of(hall.whole, stage.plan.sources[b % len(stage.plan.sources)].stage).players
        chosen = [player.id for player in source[b % 3 : b % 3 + 2]]
    if hall.attempt(open_play_off, stage.id, players=chosen, reason="as announced", whole=True) and c % 3:
        for _ in range(3):
            goes_on(hall, b, a, c)


def decides_tie(hall: Hall, a: int, b: int, c: int) -> None:
    """The director says who goes on of those who tie, and that a player does not come."""
    for stage in hall.whole.stages:
        for tie in qualifiers(hall.whole, stage.plan).ties:
            order = [*tie.players[a % len(tie.players) :], *tie.players[: a % len(tie.players)]]
            chosen = frozenset(player.id for player in order[: tie.seats])
            absent = frozenset([order[-1].id] if b % 4 == 0 else [])
            hall.attempt(fill_stage, stage.id, decisions=Decisions(chosen=chosen, without=absent), whole=True)
            return


def place_and_days(hall: Hall, a: int, b: int, c: int) -> None:
    """Details of the event, entered there or in a stage."""
    hall.attempt(change_details, place=("Lyon", "Ulm")[a % 2], whole=bool(b % 2))


# The second laptop -------------------------------------------------------------------------------


def works_in_stages_there(hall: Hall, a: int, b: int, c: int) -> None:
    """The laptop that went on by itself plays, draws, fills and lets players leave."""
    if hall.other is None:
        return
    there = hall.other.desk.state(hall.id).tournament
    stages = there.stages
    if not stages:
        hall.enter_there(open_plan, EventPlan(groups=2, each=1 + b % 2))
        return
    stage = stages[a % len(stages)]
    last = max((drawn.number for drawn in stage.event.rounds), default=0)
    boards = stage.event.round(last).boards if last else ()
    match c % 7:
        case 0 if there.players:
            leaving = there.players[b % len(there.players)].id
            hall.enter_there(people.withdraw, leaving, from_round=1 + there.rounds_played)
        case 1:
            hall.enter_there(draw_in_all)
        case 2:
            hall.enter_there(fill_stage, stage.id, decisions=Decisions(lot=b))
        case 3 if stage.event.players:
            leaving = stage.event.players[b % len(stage.event.players)].id
            hall.enter_there(replace_entrant, stage.id, leaving)
        case 4:
            hall.enter_there(open_play_off, stage.id)
        case 5:
            hall.enter_there(draw_round, stage=stage.id, round=min(last + 1, ROUNDS))
        case _ if boards:
            board = boards[b % len(boards)]
            hall.enter_there(
                enter_result, stage=stage.id, round=last, table=board.table, result=WON[b % len(WON)]
            )


# Helpers -----------------------------------------------------------------------------------------


@contextmanager
def inside(hall: Hall, stage: StageId | None) -> Iterator[None]:
    """Mean a stage, or the event itself, for a while."""
    meant = hall.address
    hall.address = stage_address(hall.id, stage) if stage else hall.id
    yield
    known = {hall.id, *(stage_address(hall.id, each.id) for each in hall.whole.stages)}
    hall.address = meant if meant in known else hall.id


def open_games(event: Tournament) -> bool:
    return any(not board.result.known for drawn in event.rounds for board in drawn.boards)


def play(hall: Hall, pick: int) -> None:
    """Enter the results that are missing in the part that is meant."""
    for drawn in hall.event.rounds:
        for board in drawn.boards:
            if not board.result.known:
                result = WON[(pick + board.table + drawn.number) % 2]
                hall.attempt(enter_result, round=drawn.number, table=board.table, result=result)


def _draw_main(hall: Hall, *, publish: bool) -> bool:
    """Draw the next round of the event itself; whether there is one."""
    number = hall.whole.rounds_played + 1
    if number > hall.whole.settings.rounds or not hall.attempt(draw_round, round=number, whole=True):
        return False
    if publish:
        hall.attempt(publish_round, round=number, whole=True)
    return True


def _fill(hall: Hall, stage: StageId, pick: int) -> None:
    """Fill a stage by its rule for ties: by a lot, or with a play-off that is opened first."""
    known = hall.whole.stage(stage)
    ties = qualifiers(hall.whole, known.plan).ties
    if known.plan.ties is TieRule.PLAY_OFF and ties:
        if all(tie.play_off is None for tie in ties):
            hall.attempt(open_play_off, stage, whole=True)
        elif ready_to_draw(hall.whole).stages:
            hall.attempt(draw_in_all, whole=True)
        return
    lot = pick if known.plan.ties is TieRule.DIRECTOR else None
    hall.attempt(fill_stage, stage, decisions=Decisions(lot=lot), whole=True)


def _of_stages(event: Tournament, pick: int) -> tuple[Player, ...]:
    filled = [stage for stage in event.stages if stage.event.players]
    return filled[pick % len(filled)].event.players if filled else ()


def _differing(event: Tournament, pick: int) -> Stage | None:
    """A stage with other players than the places say; sometimes any."""
    stages = [stage for stage in event.stages if qualification_check(event, stage.id).facts]
    stages = stages or [stage for stage in event.stages if stage.event.players]
    return stages[pick % len(stages)] if stages else None


STAGES: tuple[Act, ...] = (
    opens_groups, opens_stage, opens_cup, fills, fills, removes_stage, changes_plan, moves_group, joins_main,
    goes_elsewhere, goes_elsewhere, plans, spreads, place_and_days,
)  # fmt: skip
BETWEEN: tuple[Act, ...] = (
    corrects, corrects, leaves_event, leaves_event, leaves_stage, comes_back, replaces, replaces, keeps,
    replaces_by_any, plays_off, plays_off, decides_tie,
)  # fmt: skip
LAPTOPS: tuple[Act, ...] = (works_in_stages_there, works_in_stages_there, works_in_stages_there)
