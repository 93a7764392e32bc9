"""Events in which settings can act, and the places where they are seen to."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from functools import cache

import numpy as np

from kit.event_changes import (
    Change,
)
from kit.simulated_events import random_players, random_settings
from kit.team_events import team_event
from miai.domain.people.grade import Grade
from miai.domain.people.player import Member, Player
from miai.domain.people.sides import side_name, with_rules
from miai.domain.people.team import Team, TeamId, TeamRules
from miai.domain.people.withdrawal import rounds_after_leaving
from miai.domain.rounds.game import Result
from miai.domain.settings.event_settings import Settings
from miai.domain.tournament import Tournament
from miai.engine.scoring.places import standings
from miai.engine.scoring.teams.table import team_standings
from miai.errors import InputError, NoPairingError
from miai.features.draw.pair import pair, round_of, with_line_ups_of
from miai.features.fees.charge_fees import money_file, money_table
from miai.features.prizes.award_prizes import prizes_given
from miai.features.ratings.rate import rate
from miai.formats.registry import FORMATS

Seen = Callable[[Tournament], Hashable]
MIDDLE_GRADE, LOWER_GRADE, _EVERYBODY = (Grade.of_number(number) for number in (-4, -9, -29))


# Where settings are seen to act ---------------------------------------------------------


def in_the_draw(event: Tournament) -> Hashable:
    """Boards with colours, handicaps, komi and tables, and byes of the next round; or why there are none."""
    number = len(event.rounds) + 1
    try:
        drawn = pair(event, round=number, seed=event.settings.draw_seed)
    except NoPairingError:
        return "no draw"
    except InputError as error:
        return str(error)
    found = round_of(drawn, tables=event.settings.tables)
    boards = tuple(
        (each.table, each.white, each.black, each.handicap, each.komi, each.colours_known)
        for each in found.boards
    )
    return boards, tuple(bye.player for bye in found.byes), found.matches


def in_the_standings(event: Tournament) -> Hashable:
    """Places and values of all."""
    return tuple((row.player.id, row.place, *row.values.items()) for row in standings(event).rows)


def in_the_table_of_teams(event: Tournament) -> Hashable:
    """Places and values of the teams."""
    return tuple((row.team.id, row.place, *row.values.items()) for row in team_standings(event).rows)


def in_files(event: Tournament) -> Hashable:
    """Files for other programs."""
    written = []
    for form in FORMATS.values():
        if form.is_written and form.key != "miai":
            try:
                written.append(form.write(event))
            except InputError as error:
                written.append(str(error).encode())
    return tuple(written)


def in_ratings(event: Tournament) -> Hashable:
    """Ratings after the event by the EGF's old system."""
    return tuple(change.after for change in rate(event, system="egf-classic"))


def in_prizes(event: Tournament) -> Hashable:
    """Winners of the prizes."""
    given = prizes_given(standings(event))
    return tuple((each.prize.title, *(row.player.id for row in each.winners)) for each in given)


def in_the_money(event: Tournament) -> Hashable:
    """What people owe, with the currency."""
    table = money_file(money_table(event))
    return tuple(column.title for column in table.columns), tuple(map(repr, table.rows))


# Events ---------------------------------------------------------------------------------


@cache
def played_event(preset: str, case: int, *, system: str = "", teams: int = 0) -> Tournament:
    """A random event in which everything differs that a rule looks at, with one to four rounds played.

    In every third all start equal, so that groups are large; with `teams` they have so many boards.
    """
    dice = np.random.default_rng((11, case))
    usual = random_settings(dice, preset)
    settings = replace(
        usual, system=system or usual.system, rounds=6, category_limits=(), teams=TeamRules(size=teams)
    )
    large = case % 3 == 0
    if large:
        scoring = replace(settings.scoring, bar=_EVERYBODY, floor=_EVERYBODY, zero=_EVERYBODY)
        settings = replace(settings, scoring=scoring)
    players = random_players(dice, settings.rounds, (25 if large else None) if not teams else 24 * teams)
    event = Tournament(
        name="Trial",
        place="Lund",
        country="SE",
        begin="2026-05-01",
        end="2026-05-03",
        settings=settings,
        players=players,
        teams=tuple(_teams_of(players, teams)) if teams else (),
    )
    for number in range(1, 2 + case % 4):
        event = _with_a_round(event, number, dice)
    return event


def _teams_of(players: Sequence[Player], size: int) -> Iterator[Team]:
    for at in range(0, len(players) - size + 1, size):
        members = tuple(player.id for player in players[at : at + size])
        yield Team(id=TeamId(f"t{at}"), name=f"T{at}", number=at + 1, members=members)


def _with_a_round(event: Tournament, number: int, dice: np.random.Generator) -> Tournament:
    """One more round, drawn and played; in a small field there may be no more."""
    try:
        draw = pair(event, round=number)
    except (InputError, NoPairingError):
        return event
    drawn = round_of(draw)
    boards = tuple(
        replace(board, result=Result.WHITE_WINS if dice.random() < 0.5 else Result.BLACK_WINS)
        for board in drawn.boards
    )
    event = with_line_ups_of(event, draw)
    return replace(event, rounds=(*event.rounds, replace(drawn, boards=boards)))


def before_round(number: int) -> Change:
    """The event with fewer rounds played."""
    return lambda event: replace(event, rounds=event.rounds[: number - 1])


def with_an_open_game(event: Tournament) -> Tournament:
    *before, last = event.rounds
    boards = (replace(last.boards[0], result=Result.UNKNOWN), *last.boards[1:])
    return replace(event, rounds=(*before, replace(last, boards=boards)))


def with_a_withdrawal(event: Tournament) -> Tournament:
    """A round robin of three rounds: a player left before the last that is drawn, whose games are open."""
    last = event.rounds[-1]
    gone = {last.boards[0].white}
    gone_from = rounds_after_leaving(last.number, 3)
    boards = tuple(replace(board, result=Result.UNKNOWN) for board in last.boards)
    players = tuple(
        replace(player, absent_rounds=frozenset(gone_from)) if player.id in gone else player
        for player in event.players
    )
    settings = replace(event.settings, system="round_robin", rounds=3, criteria=("nbw",))
    rounds = (*event.rounds[:-1], replace(last, boards=boards))
    return replace(event, settings=settings, players=players, rounds=rounds)


def with_partners(event: Tournament) -> Tournament:
    """Everybody has a partner of another grade, and the grade that both have together."""
    grades = (MIDDLE_GRADE, Grade.of_number(-7))
    rules = replace(event.settings.sides, people=2)

    def with_partner(player: Player) -> Player:
        members = tuple(
            Member(surname=f"{player.surname}{at}", grade=grade) for at, grade in enumerate(grades)
        )
        side = replace(player, surname=side_name(members), first_name="", members=members)
        return with_rules(side, rules)

    return replace(event, players=tuple(map(with_partner, event.players)))


def with_four_teams(event: Tournament) -> Tournament:
    """Another event, of four teams, in the same preset: one rests and one has an empty seat."""
    teams = {"A": "a1 a2 a3", "B": "b1 b2 b3", "C": "c1 c2 c3", "D": "d1 d2", "E": "e1 e2 e3"}
    games = "a1+b1 a2=b2 b3+a3 c1+d1 c2=d2"
    made = team_event(teams, games, "A-B C-D", resting="E", size=3)
    players = tuple(
        replace(
            player,
            grade=Grade.of_number(-(at * 5 % 11)),
            rating=2100.0 - 170 * (at * 7 % 13),
            country="FR" if at % 2 else "DE",
            birth_year=1990 + 2 * at,
        )
        for at, player in enumerate(made.players)
    )
    settings = replace(
        event.settings, system="swiss", teams=made.settings.teams, pairing=Settings().pairing, rounds=5
    )
    return replace(made, settings=settings, players=players)


def before_teams_meet(event: Tournament) -> Tournament:
    return before_round(1)(with_four_teams(event))
