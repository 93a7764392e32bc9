"""Events with stages at a console."""

from dataclasses import replace

from kit.console import Console, console
from miai.desk.live_state import stage_address
from miai.domain.log.events import PlayersChanged
from miai.domain.people.player import PlayerId
from miai.domain.rounds.game import Board, Result
from miai.domain.stages import CarryOver, Losers, Qualification, StageId, StagePlan
from miai.domain.tournament import Tournament
from miai.features.stages.groups import open_groups
from miai.features.stages.opening import NEW_STAGE, open_stage

GROUP_A, GROUP_B = StageId("group-a"), StageId("group-b")


def hall_of(players: int, *, system: str = "swiss", rounds: int = 3) -> Console:
    """So many players, P1 the strongest."""
    names = ", ".join(f"P{n} {max(1, 9 - (n - 1) // 2)}d" for n in range(1, players + 1))
    hall = console(names, system=system, rounds=rounds)
    rated = tuple(
        replace(player, rating=2700 - 20 * int(player.surname[1:])) for player in hall.event.players
    )
    hall.desk.change(hall.id, lambda _: [PlayersChanged(players=rated)], by="Anneke")
    return hall


def groups_of(players: int, count: int) -> Console:
    """Players in groups who have not played yet."""
    hall = hall_of(players)
    open_groups(*hall.at, count=count, by="Anneke")
    return hall


def inside(hall: Console, stage: str) -> Console:
    """The same desk, in a stage."""
    there = Console(store=hall.store, id=stage_address(hall.id, StageId(stage)))
    there.desk = hall.desk
    return there


def stage_event(hall: Console, stage: str) -> Tournament:
    return hall.event.stage(StageId(stage)).event


def final_after(
    hall: Console,
    *sources: tuple[str, int, int],
    system: str = "knockout",
    carry_over: CarryOver = CarryOver.NOTHING,
    name: str = "Final",
    phase: int = 2,
    losers: Losers = Losers.LEAVE,
) -> StageId:
    """Open a stage for the places first to last of each source."""
    plan = StagePlan(
        id=NEW_STAGE,
        phase=phase,
        sources=tuple(
            Qualification(stage=StageId(stage), first=first, last=last) for stage, first, last in sources
        ),
        carry_over=carry_over,
        losers=losers,
    )
    saved = open_stage(*hall.at, name=name, plan=plan, system=system, by="Anneke")
    return saved.state.tournament.stages[-1].id


def strong_wins(hall: Console, *, last: int | None = None) -> None:
    """Draw and play all rounds; the player with the lower number wins."""
    for number in range(1, (last or hall.event.settings.rounds) + 1):
        if number <= hall.event.rounds_played:
            continue
        hall.draw(number)
        for board in hall.event.round(number).boards:
            hall.result(number, board.table, strong_result(hall.event, board))


def strong_result(event: Tournament, board: Board) -> Result:
    white, black = (int(event.player(seat).surname[1:]) for seat in (board.white, board.black))
    return Result.WHITE_WINS if white < black else Result.BLACK_WINS


def names(event: Tournament, players: "list[PlayerId] | None" = None) -> list[str]:
    """Surnames in order of entry, or of some players."""
    return [event.player(player).surname for player in players or [each.id for each in event.players]]
