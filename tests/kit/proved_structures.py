"""Published rounds of every structure of an event, with their proofs: teams, stages, sides and more."""

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from kit.congress_hall import congress
from kit.console import Console
from kit.forged_events import Forged
from kit.memory_store import MemoryStore
from kit.staged_hall import final_after, hall_of, inside
from kit.team_hall import team_hall
from miai.desk.live_state import Desk
from miai.domain.log import events
from miai.domain.log.history import History
from miai.domain.people.grade import Grade
from miai.domain.people.player import Member, Player, PlayerId, Registration
from miai.domain.people.sides import side_of
from miai.domain.people.team import TeamRules
from miai.domain.points import POINT
from miai.domain.rounds.game import Result
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.handicap_rules import Handicapping
from miai.domain.settings.pairing_rules import PairingRules
from miai.domain.stages import Losers
from miai.domain.tournament import Tournament
from miai.features.congress.set_up import create_event
from miai.features.draw.draw_round import draw_round
from miai.features.players.change_player import withdraw
from miai.features.publish.publish_round import publish_round
from miai.features.stages.cup import settle_losers
from miai.features.stages.filling import fill_stage
from miai.features.stages.groups import open_groups

Build = Callable[[], Forged]


def play(desk: Desk, known: str, number: int, *, results: bool = True, seed: int = 0) -> None:
    """Draw and publish a round, and enter results by lot."""
    draw_round(desk, known, round=number, by="director")
    publish_round(desk, known, round=number, by="director")
    dice = random.Random(f"{seed}{number}")
    entered: list[events.Event] = [
        events.ResultEntered(
            round=number, table=board.table, result=dice.choice((Result.WHITE_WINS, Result.BLACK_WINS))
        )
        for board in desk.state(known).tournament.round(number).boards
    ]
    if results:
        desk.change(known, lambda _: entered, by="desk")


def _opened(players: Sequence[Player], **settings: Any) -> tuple[Desk, str]:
    event = Tournament(name="Open", settings=Settings(**{"rounds": 4, **settings}), players=tuple(players))
    desk = Desk(MemoryStore())
    return desk, desk.create(History.of_tournament(event)).id


def _players(count: int, grades: Iterable[int] = range(3, -30, -1), **about: Any) -> list[Player]:
    return [
        Player(
            id=PlayerId(f"p{at}"),
            surname=f"P{at}",
            grade=Grade.of_number(grade),
            club=("Here", "There", "")[at % 3],
            **about,
        )
        for at, grade in zip(range(count), grades, strict=False)
    ]


def teams() -> Forged:
    """Seven teams of three, of which one rests, in round 2."""
    grades = random.Random(5)
    text = "; ".join(
        f"T{at}: " + ", ".join(f"M{at}{seat} {grades.randint(1, 9)}k" for seat in range(4)) for at in range(7)
    )
    hall = team_hall(text, rules=TeamRules(size=3), rounds=4)
    for number in (1, 2):
        play(*hall.at, number)
    return Forged.of(*hall.at, 2)


def teams_with_handicaps() -> Forged:
    """Six teams of two, with handicaps on their boards and the highest rated first, in round 2."""
    grades = random.Random(6)
    text = "; ".join(
        f"T{at}: " + ", ".join(f"M{at}{seat} {grades.randint(1, 9)}k" for seat in range(3)) for at in range(6)
    )
    hall = team_hall(text, rules=TeamRules(size=2, handicaps=True), rounds=4)
    for number in (1, 2):
        play(*hall.at, number)
    return Forged.of(*hall.at, 2)


def _groups(players: int = 16) -> Console:
    hall = hall_of(players, system="swiss")
    open_groups(*hall.at, count=2, system="swiss", rounds=3, by="A")
    for number in (1, 2, 3):
        for stage in hall.event.stages:
            play(hall.desk, inside(hall, stage.id).id, number)
    return hall


def group() -> Forged:
    """One of two groups, in its round 2."""
    hall = _groups()
    return Forged.of(*hall.at, 2, hall.event.stages[0].id)


def final() -> Forged:
    """A final by a Swiss system for eight of two groups, some of whom have met there, in its round 1."""
    hall = _groups()
    stage = final_after(hall, *((each.id, 1, 4) for each in hall.event.stages), system="swiss")
    fill_stage(*hall.at, stage, by="A", as_they_are=True)
    play(hall.desk, inside(hall, stage).id, 1)
    return Forged.of(*hall.at, 1, stage)


def cup_and_main() -> Forged:
    """A McMahon that the losers of a cup beside it have joined, in round 3."""
    hall = hall_of(14, system="mcmahon", rounds=4)
    cup = final_after(hall, ("", 1, 4), name="Cup", phase=1, losers=Losers.JOIN_MAIN)
    fill_stage(*hall.at, cup, by="A")
    for number in (1, 2):
        play(*hall.at, number)
        play(hall.desk, inside(hall, cup).id, number)
    settle_losers(*hall.at, cup, round=2, by="A")
    play(*hall.at, 3)
    return Forged.of(*hall.at, 3)


def pair_go() -> Forged:
    """Nine sides of two people, in round 2."""
    blank = _players(1)[0]
    people = [
        [
            Member(surname=f"{'AB'[seat]}{at}", grade=Grade.of_number(-at - 3 * seat), club=f"C{at % 3}")
            for seat in range(2)
        ]
        for at in range(9)
    ]
    rules = replace(Settings().sides, people=2)
    sides = [
        replace(side_of(blank, tuple(members), rules), id=PlayerId(f"s{at}"))
        for at, members in enumerate(people)
    ]
    desk, known = _opened(sides, sides=rules)
    for number in (1, 2):
        play(desk, known, number)
    return Forged.of(desk, known, 2)


def congress_event() -> Forged:
    """The main event of a congress, in round 2."""
    hall = congress(", ".join(f"Q{at} {1 + at % 9}k" for at in range(11)))
    main = create_event(*hall.at, name="Main", system="mcmahon", rounds=4, by="A").event
    side = create_event(*hall.at, name="Side", system="mcmahon", rounds=4, by="A").event
    for at in range(11):
        hall.enter(f"Q{at}", main, side)
    for number in (1, 2):
        play(hall.desk, main, number)
        play(hall.desk, side, number, seed=1)
    return Forged.of(hall.desk, main, 2)


def namesakes() -> Forged:
    """Eleven players, of whom three are called the same and two of these have one grade, in round 2."""
    field = _players(11)
    for at in (2, 5, 6):
        field[at] = replace(field[at], surname="Lee", grade=Grade.of_number(-2 if at > 2 else 0), club="")
    desk, known = _opened(field)
    for number in (1, 2):
        play(desk, known, number)
    return Forged.of(desk, known, 2)


def late_and_leaving() -> Forged:
    """A player who came after round 1, one who missed it, and one who withdrew, in round 3."""
    field = _players(10)
    field[4] = replace(field[4], absent_rounds=frozenset({1}))
    desk, known = _opened(field, scoring=replace(Settings().scoring, absent_points=POINT))
    play(desk, known, 1)
    late = replace(_players(1)[0], id=PlayerId("late"), surname="Late", registration=Registration.FINAL)
    came: list[events.Event] = [events.PlayerRegistered(player=replace(late, absent_rounds=frozenset({1})))]
    desk.change(known, lambda _: came, by="director")
    play(desk, known, 2)
    withdraw(desk, known, PlayerId("p7"), from_round=3, by="director")
    play(desk, known, 3)
    return Forged.of(desk, known, 3)


def handicap_swiss() -> Forged:
    """A Swiss system with handicaps by grade, in round 2."""
    given = Handicapping(by_score=False, correction=0, none_above_bar=False)
    desk, known = _opened(_players(11, range(2, -20, -2)), system="swiss", handicapping=given)
    for number in (1, 2):
        play(desk, known, number)
    return Forged.of(desk, known, 2)


def categories() -> Forged:
    """Two categories that are kept apart, in round 2."""
    desk, known = _opened(
        _players(12),
        category_limits=(Grade.of_number(-4),),
        pairing=PairingRules(keep_categories_apart=True),
    )
    for number in (1, 2):
        play(desk, known, number)
    return Forged.of(desk, known, 2)


STRUCTURES: dict[str, Build] = {
    build.__name__: build
    for build in (
        teams, teams_with_handicaps, group, final, cup_and_main, pair_go, congress_event, namesakes,
        late_and_leaving, handicap_swiss, categories,
    )
}  # fmt: skip
