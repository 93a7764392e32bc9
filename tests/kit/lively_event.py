"""The demo in its third round, and small events beside it, to look at."""

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from importlib.resources import files

from miai.desk.live_state import Desk, State
from miai.domain.log import events
from miai.domain.log.document import read_history
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, Registration
from miai.domain.rounds.game import Board, Result
from miai.features.draw.draw_round import draw_round
from miai.features.history.undo import undo
from miai.features.phones.claim_result import claim_result
from miai.features.players.change_player import set_attendance
from miai.features.players.register_player import NEW, register_player, register_players
from miai.features.publish.publish_round import publish_round, publish_standings
from miai.features.results.enter_result import enter_result
from miai.features.schedule.set_clock import set_clock
from miai.features.teams.enter_team import enter_team
from miai.features.tournament.create_tournament import create_tournament

LATE = "Weber Clara DE Jena"
# The tables of the third round whose games go on; the players of table 5 disagree.
PLAYING = (2, 5, 8, 9, 11, 13, 14, 16, 17)
CUP = "Brook, Field, Heath, Marsh, Moor, Ridge, Vale, Wood"


def lively_event(desk: Desk) -> str:
    """The demo while its third round was played: what there is to do on its pages is there to be seen."""
    history = read_history(files("miai").joinpath("demo.miai").read_bytes())
    third = next(
        entry.number
        for entry in history.entries
        if isinstance(entry.event, events.RoundDrawn) and entry.event.round.number == 3
    )
    state = desk.create(history.until(third - 1))
    event = state.id
    for number in (1, 2):
        publish_round(desk, event, round=number, by="Anneke")
        publish_standings(desk, event, after=number, by="Anneke")
    set_attendance(desk, event, state.tournament.players[7].id, round=3, plays=False, by="Anneke")
    _round(desk, event, 3)
    _third_round(desk, event, random.Random(5))
    return event


def small_cup(desk: Desk) -> str:
    """A knockout of eight, its first round played."""
    event = create_tournament(desk, name="River Cup", rounds=3, system="knockout", by="Anneke").id
    players = [
        Player(id=NEW, surname=name, grade=Grade.of_number(6 - at), registration=Registration.FINAL)
        for at, name in enumerate(CUP.split(", "))
    ]
    register_players(desk, event, players, by="Anneke")
    for number in (1, 2):
        _round(desk, event, number)
        for board in desk.state(event).tournament.round(number).boards[: 6 - 2 * number]:
            result = Result.WHITE_WINS if board.table % 2 else Result.BLACK_WINS
            if number == 1 or board.table == 1:
                enter_result(desk, event, round=number, table=board.table, result=result, by="Tomás")
    return event


def _player(text: str, chance: random.Random) -> Player:
    *names, country, club = text.split()
    surname, first = (" ".join(names[:-1]), names[-1])
    grade = Grade.of_number(max(-14, min(4, round(chance.gauss(-4, 5)))))
    return Player(
        id=NEW,
        surname=surname,
        first_name=first,
        grade=grade,
        rating=2100 + 100 * grade.number + chance.randint(-49, 50),
        country=country,
        club=club,
        registration=Registration.FINAL,
    )


def _round(desk: Desk, event: str, number: int) -> None:
    draw_round(desk, event, round=number, by="Anneke")
    publish_round(desk, event, round=number, by="Anneke")


def _ends(desk: Desk, state: State, number: int, board: Board, chance: random.Random) -> None:
    """The stronger of the two wins more often."""
    white, black = (state.tournament.player(seat) for seat in (board.white, board.black))
    stronger = white.grade.number + chance.gauss(0, 3) >= black.grade.number - board.handicap
    result = Result.WHITE_WINS if stronger else Result.BLACK_WINS
    by = chance.choice(("Anneke", "Tomás"))
    enter_result(desk, state.id, round=number, table=board.table, result=result, by=by)


def _third_round(desk: Desk, event: str, chance: random.Random) -> None:
    """Under way: most results are in, one was wrong, two players disagree, one is not here yet."""
    started = datetime.now(UTC) - timedelta(minutes=24, seconds=12)
    set_clock(desk, event, round=3, starts_at=started, by="Anneke")
    set_clock(desk, event, round=4, starts_at=started + timedelta(hours=3), by="Anneke")
    state = desk.state(event)
    boards = state.tournament.round(3).boards
    for board in boards:
        if board.table not in PLAYING:
            _ends(desk, state, 3, board, chance)
    wrong = enter_result(desk, event, round=3, table=2, result=Result.BLACK_WINS, by="Tomás")
    undo(desk, event, wrong.state.version, by="Tomás")
    for seat, result in ((boards[4].white, Result.WHITE_WINS), (boards[4].black, Result.BLACK_WINS)):
        claim_result(desk, event, round=3, player=seat, result=result, by=state.tournament.player(seat).name)
    late = replace(_player(LATE, chance), registration=Registration.PRELIMINARY)
    register_player(desk, event, late, by="Anneke")


def small_team_event(desk: Desk) -> str:
    """Three teams in their first round: a match with a result, and a team that rests."""
    event = create_tournament(desk, name="Tree Cup", system="swiss", rounds=2, team_size=2, by="director").id
    for team in ("Ahorn", "Birke", "Linde"):
        members = [Player(id=NEW, surname=f"{team}{at}", grade=Grade.of_number(3 - at)) for at in range(3)]
        enter_team(desk, event, name=team, members=members, by="director")
    draw_round(desk, event, round=1, by="director")
    publish_round(desk, event, round=1, by="director")
    enter_result(desk, event, round=1, table=1, result=Result.WHITE_WINS, by="desk")
    publish_standings(desk, event, after=1, by="director")
    return event
