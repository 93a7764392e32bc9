"""Miai's round robin, compared with table 3.1 of document 1."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from miai.domain.rounds.game import Result
from miai.domain.settings.event_settings import Settings
from miai.errors import InputError
from miai.features.draw.bracket import missed_games
from miai.features.draw.pair import pair, round_of
from oracle.conftest import EVENTS
from oracle.histories import Entrant, Event, Pair, PlayedGame, PlayedRound
from oracle.miai_side import PlainDraw, draw, names_of, tournament_of
from oracle.round_robin import Seated, games, number_of_rounds, seats


def field(players: int, absent: dict[int, frozenset[int]] | None = None) -> Event:
    """Players whose number is their place by rating."""
    missed = absent or {}
    return Event(
        entrants=tuple(
            Entrant(name=f"{n}", rating=2700 - 10 * n, absent=missed.get(n, frozenset()))
            for n in range(1, players + 1)
        )
    )


def play_all(event: Event, dice: Random) -> list[PlainDraw]:
    """Every round as Miai draws it, played with results by chance."""
    drawn = []
    for _ in range(number_of_rounds(len(event.entrants))):
        found = draw(event, Settings(rounds=50), system="round_robin")
        drawn.append(found)
        played = tuple(
            PlayedGame(white=white, black=black, points=dice.choice((0, 2))) for white, black in found.boards
        )
        free = found.free[0] if found.free else None
        event = Event(entrants=event.entrants, rounds=(*event.rounds, PlayedRound(games=played, free=free)))
    return drawn


@pytest.mark.requirement("V18")
def test_the_oracle_gives_table_3_1() -> None:
    assert seats(10, 1) == ([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])
    assert seats(10, 2) == ([1, 6, 2, 3, 4], [7, 8, 9, 10, 5])
    assert seats(10, 3) == ([1, 7, 6, 2, 3], [8, 9, 10, 5, 4])
    assert seats(10, 4) == ([1, 8, 7, 6, 2], [9, 10, 5, 4, 3])


@pytest.mark.requirement("V17", "V18", "V20")
@pytest.mark.parametrize("players", range(2, 21))
def test_every_round_is_that_of_the_table(players: int) -> None:
    for number, found in enumerate(play_all(field(players), Random(players)), start=1):
        table = games(players, number)
        wanted = {
            frozenset((f"{game.white}", f"{game.black}")) for game in table if not sits_out(game, players)
        }
        free = [f"{min(game.white, game.black)}" for game in table if sits_out(game, players)]
        assert found.pairs == wanted, number
        assert list(found.free) == free, number


@pytest.mark.requirement("V19")
@pytest.mark.parametrize("players", range(3, 21))
def test_colours_are_those_of_the_table_unless_they_are_shared_out_better(players: int) -> None:
    # "The seating table can also be used for deciding colors. For example": other colours are left open, so
    # far as everybody has each colour equally often.
    drawn = play_all(field(players), Random(players))
    found = {board for each in drawn for board in each.boards}
    table = {
        (f"{game.white}", f"{game.black}")
        for number in range(1, number_of_rounds(players) + 1)
        for game in games(players, number)
        if not sits_out(game, players)
    }
    surplus = Counter(white for white, _ in found)
    surplus.subtract(black for _, black in found)
    assert found == table or max(abs(each) for each in surplus.values()) <= (players - 1) % 2


@pytest.mark.requirement("V17")
@pytest.mark.parametrize("players", range(3, 9))
def test_nothing_is_drawn_after_the_last_round(players: int) -> None:
    event = field(players)
    rounds = tuple(
        PlayedRound(
            games=tuple(PlayedGame(white=white, black=black, points=2) for white, black in found.boards),
            free=found.free[0] if found.free else None,
        )
        for found in play_all(event, Random(players))
    )
    with pytest.raises(InputError):
        draw(Event(entrants=event.entrants, rounds=rounds), Settings(rounds=50), system="round_robin")


@pytest.mark.requirement("V21")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_who_is_away_misses_games_of_the_table_and_nothing_else_changes(number: int) -> None:
    wrong = []
    for seed in range(EVENTS // 3):
        dice = Random(f"{number} {seed}")
        # With two players away every round of the table still has a game.
        players = dice.randrange(6, 12)
        away = {
            n: frozenset(r for r in range(1, number + 1) if dice.random() < 0.5)
            for n in dice.sample(range(1, players + 1), dice.randrange(1, 3))
        }
        event = field(players, away)
        for earlier in range(1, number):
            event = Event(
                entrants=event.entrants, rounds=(*event.rounds, by_the_table(players, earlier, away))
            )
        wanted = {frozenset(game.pair) for game in by_the_table(players, number, away).games}
        try:
            found = draw(event, Settings(rounds=50), system="round_robin", seed=seed).pairs
        except InputError as error:
            wrong.append((seed, players, away, str(error)))
            continue
        if found != wanted:
            wrong.append((seed, players, away, f"{names_of(found)}, not {names_of(wanted)}"))
    assert wrong == []


@pytest.mark.requirement("V17", "V21")
def test_a_whole_event_with_absences_misses_only_games_of_those_who_were_away() -> None:
    # "Every player plays exactly once against every other player"; what happens to somebody who is away is
    # not in the text, so that only this much is compared, and no seats.
    wrong = []
    for seed in range(EVENTS // 6):
        dice = Random(seed)
        players = dice.randrange(4, 10)
        rounds = range(1, number_of_rounds(players) + 1)
        away = {
            n: frozenset(r for r in rounds if dice.random() < 0.3) - {dice.choice(rounds)}
            for n in dice.sample(range(1, players + 1), dice.randrange(1, 3))
        }
        wrong += [(seed, players, away, each) for each in differences(field(players, away), dice)]
    assert wrong == []


def differences(event: Event, dice: Random) -> list[str]:
    """What is wrong with an event that is drawn and played round by round."""
    found: list[str] = []
    met: set[Pair] = set()
    everybody = {each.name for each in event.entrants}
    # Miai reads the seats from round 1 as it drew it.
    tournament = tournament_of(event, Settings(rounds=50, system="round_robin"))
    for number in range(1, number_of_rounds(len(everybody)) + 1):
        drawn = round_of(pair(tournament, round=number, system="round_robin", seed=number))
        games = [frozenset((str(board.white), str(board.black))) for board in drawn.boards]
        seated = [name for game in games for name in game]
        here = {each.name for each in event.entrants if number not in each.absent}
        if met & set(games):
            found.append(f"round {number}: {names_of(met & set(games))} again")
        if not set(seated) <= here or len(set(seated)) < len(seated):
            found.append(f"round {number}: {names_of(games)} with {sorted(here)} there")
        # One sits out for the free seat of an odd field, and one for every absent opponent.
        out, gone = here - set(seated), everybody - here
        if len(out) > len(gone) + len(everybody) % 2:
            found.append(f"round {number}: {sorted(out)} sit out, {sorted(gone)} are away")
        met |= set(games)
        results = dice.choices((Result.WHITE_WINS, Result.BLACK_WINS), k=len(games))
        boards = [replace(board, result=each) for board, each in zip(drawn.boards, results, strict=True)]
        played = replace(drawn, boards=tuple(boards))
        tournament = replace(tournament, rounds=(*tournament.rounds, played))
    missing = {frozenset(two) for two in combinations(sorted(everybody), 2)} - met
    ever_away = {each.name for each in event.entrants if each.absent}
    found += [f"{sorted(two)} never met" for two in missing if not two & ever_away]
    listed = {
        frozenset((str(game.one.id), str(game.other.id)))
        for game in missed_games(tournament, before=len(tournament.rounds) + 1)
    }
    if listed != missing:
        found.append(f"missed {names_of(missing)}, listed {names_of(listed)}")
    return found


def by_the_table(players: int, number: int, away: dict[int, frozenset[int]]) -> PlayedRound:
    """A round of the table without those who are away; White wins."""
    here = [
        game
        for game in games(players, number)
        if not any(number in away.get(player, frozenset()) for player in (game.white, game.black))
    ]
    free = [f"{min(game.white, game.black)}" for game in here if sits_out(game, players)]
    return PlayedRound(
        games=tuple(
            PlayedGame(white=f"{game.white}", black=f"{game.black}", points=2)
            for game in here
            if not sits_out(game, players)
        ),
        free=free[0] if free else None,
    )


def sits_out(game: Seated, players: int) -> bool:
    """Whether a game of the table is one against the free seat."""
    return max(game.white, game.black) > players
