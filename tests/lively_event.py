"""An invented weekend to look at: 61 players in the third round of five, and a small cup beside it."""

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from miai.app.desk import Desk, State
from miai.app.draw.draw_round import draw_round
from miai.app.event.change_settings import change_settings
from miai.app.event.create_tournament import create_tournament
from miai.app.event.publish import publish_round, publish_standings
from miai.app.event.set_clock import set_clock
from miai.app.event.undo import undo
from miai.app.players.change_player import check_in, set_attendance
from miai.app.players.register_player import NEW, register_player, register_players
from miai.app.results.claim_result import claim_result
from miai.app.results.enter_result import enter_result
from miai.app.teams.enter_team import enter_team
from miai.domain.game import Board, Result
from miai.domain.grade import Grade
from miai.domain.player import Player, Registration
from miai.domain.prizes import Prize, PrizeKind
from miai.domain.settings import Clock

PEOPLE = """
Aalto Saara FI Oulu, Almeida Rui PT Porto, Andersson Maja SE Lund, Bakker Joost NL Utrecht,
Baptiste Inès FR Lyon, Becker Jonas DE Jena, Bianchi Sara IT Turin, Björk Elsa SE Lund,
Bogdan Ioana RO Cluj, Brandt Leonie DE Jena, Calvet Marc ES Girona, Castel Hugo FR Rennes,
Černá Jana CZ Brno, Claes Wim BE Ghent, Dahl Ingrid NO Bergen, de Wit Sander NL Utrecht,
Demir Ece TR Izmir, Dubois Noé FR Lyon, Dvořák Ondřej CZ Brno, Eriksen Lars DK Aarhus,
Ferrari Luca IT Turin, Fischer Nora DE Ulm, Fontaine Louise FR Rennes, Gál Réka HU Pécs,
García Luz ES Girona, Grabowski Igor PL Gdynia, Haas Miriam AT Graz, Hansen Mads DK Aarhus,
Heikkinen Onni FI Oulu, Horvat Petra SI Maribor, Ionescu Dan RO Cluj, Iversen Tuva NO Bergen,
Jansen Tess NL Leiden, Jurić Ante HR Split, Kaminska Zofia PL Gdynia, Keller Tim CH Bern,
Kovács Bence HU Pécs, Kuznets Oksana UA Lviv, Lambert Chloé BE Ghent, Larsen Freja DK Aarhus,
Lefèvre Zoé FR Rennes, Lindqvist Nils SE Lund, Marek Tomáš SK Nitra, Martins Joana PT Porto,
Meier Anna CH Bern, Moreau Paul FR Lyon, Murphy Aoife IE Cork, Nagy Gergő HU Pécs,
Novák Petr CZ Brno, Olsen Henrik NO Bergen, Petrova Elena BG Varna, Popa Andrei RO Cluj,
Rossi Giulia IT Turin, Schmidt Felix DE Ulm, Silva Inês PT Porto, Sørensen Karl DK Aarhus,
Szabó Eszter HU Pécs, Toth Viktor SK Nitra, van Dijk Fleur NL Leiden, Virtanen Aino FI Oulu
"""
LATE = "Weber Clara DE Jena"
# The tables of the third round whose games go on; the players of table 5 disagree.
PLAYING = (2, 5, 9, 11, 14, 17, 20, 23, 26, 28, 29)
CUP = "Brook, Field, Heath, Marsh, Moor, Ridge, Vale, Wood"


def lively_event(desk: Desk) -> str:
    """The event; what there is to do on its pages is there to be seen."""
    event = create_tournament(
        desk,
        name="Riverbank Open",
        place="Utrecht",
        director="Anneke",
        begin="2026-05-16",
        end="2026-05-17",
        clock=Clock(basic_minutes=60),
        by="Anneke",
    ).id
    chance = random.Random(5)
    players = [_player(text, chance) for text in PEOPLE.split(",")]
    register_players(desk, event, players, by="Anneke")
    state = desk.state(event)
    scoring = replace(state.tournament.settings.scoring, bar=Grade.parse("3d"), floor=Grade.parse("12k"))
    prizes = (
        *(Prize(title=title, place=at) for at, title in enumerate(("First", "Second", "Third"), start=1)),
        Prize(title="Best of the single-digit kyu", strongest=Grade.parse("1k"), weakest=Grade.parse("9k")),
        Prize(title="Three wins", kind=PrizeKind.WINS, wins=3),
    )
    settings = replace(state.tournament.settings, scoring=scoring, prizes=prizes)
    change_settings(desk, event, settings, by="Anneke")
    set_attendance(desk, event, state.tournament.players[7].id, round=3, plays=False, by="Anneke")
    for number in (1, 2):
        _round(desk, event, number)
        for board in desk.state(event).tournament.round(number).boards:
            _ends(desk, desk.state(event), number, board, chance)
        publish_standings(desk, event, after=number, by="Anneke")
    _round(desk, event, 3)
    _third_round(desk, event, chance)
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
    """Under way for a while: most results are in, one was wrong, two players disagree, somebody is late."""
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
    entered = register_player(desk, event, late, by="Anneke").state.tournament.players[-1]
    check_in(desk, event, entered.id, by="Anneke")


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
