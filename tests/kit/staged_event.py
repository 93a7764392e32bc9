"""An event of two groups and a final, in players' words."""

from collections.abc import Sequence
from dataclasses import replace

from miai.desk.live_state import Desk, stage_address
from miai.domain.log import events
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId, Registration
from miai.domain.rounds.game import Result
from miai.domain.settings.event_settings import Settings
from miai.domain.stages import Qualification, StageId, StagePlan
from miai.features.draw.draw_round import draw_round
from miai.features.players.register_player import NEW, register_players
from miai.features.publish.publish_round import publish_round
from miai.features.results.enter_result import enter_result
from miai.features.tournament.create_tournament import create_tournament

LEAGUE = "winter-league"
# The strongest first; in every game the name that comes first wins.
NAMES = ("Abe", "Bea", "Cem", "Dora", "Eva", "Finn", "Gus", "Hana")
GROUP_A, GROUP_B, FINAL = (stage_address(LEAGUE, stage) for stage in ("group-a", "group-b", "final"))


def open_league(desk: Desk) -> str:
    """Eight players in two groups of four, and an empty knock-out for the first two of each."""
    create_tournament(desk, name="Winter League", by="test", system="swiss", rounds=1)
    register_players(
        desk,
        LEAGUE,
        [
            Player(id=NEW, surname=name, grade=Grade.parse(f"{at}k"), registration=Registration.FINAL)
            for at, name in enumerate(NAMES, start=1)
        ],
        by="test",
    )
    people = desk.state(LEAGUE).tournament.players
    add_stage(desk, StagePlan(id=StageId("group-a")), "Group A", people[::2])
    add_stage(desk, StagePlan(id=StageId("group-b")), "Group B", people[1::2])
    sources = tuple(Qualification(stage=StageId(f"group-{group}"), first=1, last=2) for group in "ab")
    add_stage(desk, StagePlan(id=StageId("final"), phase=2, sources=sources), "Final")
    return LEAGUE


def add_stage(desk: Desk, plan: StagePlan, name: str, people: Sequence[Player] = ()) -> None:
    """Open a stage with some of the players: a group where nobody qualifies for it, else a knock-out."""
    system, rounds = ("knockout", 2) if plan.sources else ("round_robin", 3)
    criteria = ("cps", "nbw") if system == "knockout" else ("nbw", "sodosw", "dc")
    settings = Settings(system=system, rounds=rounds, criteria=criteria)
    within: list[events.InTournament] = [
        events.TournamentCreated(name=name, settings=settings),
        *(events.PlayerRegistered(player=replace(each, absent_rounds=frozenset())) for each in people),
    ]
    changes: list[events.Event] = [
        events.StageOpened(plan=plan),
        *(events.InStage(stage=plan.id, change=each) for each in within),
    ]
    desk.change(LEAGUE, lambda _: changes, by="test")


def play_round(desk: Desk, stage: str, number: int, *, results: bool = True) -> None:
    """Draw and publish a round of a stage; in every game the name that comes first wins."""
    draw_round(desk, stage, round=number, by="test")
    publish_round(desk, stage, round=number, by="test")
    event = desk.state(stage).tournament
    for board in event.round(number).boards if results else ():
        white_first = event.names[board.white] < event.names[board.black]
        result = Result.WHITE_WINS if white_first else Result.BLACK_WINS
        enter_result(desk, stage, round=number, table=board.table, result=result, by="test")


def play_groups(desk: Desk) -> None:
    """Play both groups to the end."""
    for stage in (GROUP_A, GROUP_B):
        for number in (1, 2, 3):
            play_round(desk, stage, number)


def player_named(desk: Desk, name: str) -> PlayerId:
    """The id of a player of the event."""
    return next(each.id for each in desk.state(LEAGUE).tournament.players if each.surname == name)
