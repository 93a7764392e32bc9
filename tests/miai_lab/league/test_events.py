"""What a league plays and measures: alike by the simulation and by draws, and who gains by cheating."""

from dataclasses import replace

import numpy as np
import pytest

from kit.simulated_events import round_of
from miai.domain.people.player import PlayerId
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Round
from miai.domain.tournament import Tournament
from miai.engine.kernel.event import PlayedRounds
from miai.engine.kernel.qualities import Games
from miai.engine.pairing.simulation import SimulatedField, with_handicap
from miai.engine.rating.win_models import MODELS, FittedToGames
from miai.features.forecast.draw_as_set import draw_as_set
from miai_lab.entries import CLUB_EVENING, WEEKEND, Event, drawn
from miai_lab.league.config import CONTESTANTS
from miai_lab.league.event import PlayedEvent, drawn_event
from miai_lab.league.gains import a_grade_lower
from miai_lab.league.measures import values_of
from miai_lab.league.played_events import LeagueTask, is_simulated, play, played_by, tournament_of

# Who is seeded where among players of the same rating is drawn by lot.
BY_LOT = ("seed", "seed_split")
SIMULATED = tuple(key for key, each in CONTESTANTS.items() if each.preset)


def _task(event: Event, key: str, *, handicaps: bool = False, number: int = 0) -> LeagueTask:
    return LeagueTask(
        series="",
        number=number,
        event=event,
        model="kaniuk",
        contestant=CONTESTANTS[key],
        seed=3,
        handicaps=handicaps,
        replays=True,
        keep_games=True,
    )


def _as_tournament(task: LeagueTask, played: PlayedEvent) -> Tournament:
    """The tournament that a director would have had; everybody sat down at least once."""
    assert sorted(played.who) == list(range(len(task.event.entry)))
    tournament = tournament_of(task.event, task.contestant, handicaps=task.handicaps)
    games = {name: getattr(played.games, name)[None] for name in Games._fields}
    rest = PlayedRounds(**games, totals=np.zeros((1, task.event.rounds), np.int64))
    rounds = [
        round_of(rest, number, [tournament.players[i] for i in played.who], tournament.settings)
        for number in range(1, task.event.rounds + 1)
    ]
    return replace(tournament, rounds=tuple(rounds))


@pytest.mark.parametrize("key", SIMULATED)
def test_the_simulation_and_the_tournament_that_it_played_have_the_same_measures(key: str) -> None:
    for kind, number, handicaps in ((CLUB_EVENING, 1, False), (CLUB_EVENING, 2, True), (WEEKEND, 0, False)):
        task = _task(drawn(kind, seed=3, number=number), key, handicaps=handicaps, number=number)
        assert is_simulated(task.event, task.contestant)
        played = played_by(task, draw_as_set)
        again = drawn_event(_as_tournament(task, played))
        found, expected = (
            {key: value for key, value in values_of(each, task.event).items() if key not in BY_LOT}
            for each in (played, again)
        )
        assert found == pytest.approx(expected)
        assert np.array_equal(played.places, again.places)
        assert [played.wins(i) for i in played.who] == [again.wins(i) for i in played.who]
        assert (played.games.handicaps > 0).any() == handicaps


def _by_hand(strengths: tuple[float, ...], rounds: int) -> Event:
    """Players of one grade, so far apart that the stronger one always wins."""
    entry = SimulatedField(grades=(0,) * len(strengths), strengths=strengths)
    there = np.ones((rounds, len(strengths)), np.bool_)
    return Event(entry=entry, rounds=rounds, present=there, bar=0)


def _boards(*pairs: tuple[int, int]) -> tuple[Board, ...]:
    return tuple(
        Board(table=at, white=PlayerId(str(white)), black=PlayerId(str(black)))
        for at, (white, black) in enumerate(pairs, 1)
    )


def _soft_on_losers(tournament: Tournament, number: int, _: int) -> Round:
    """Player 2, the third strongest, meets the two strongest after a win, and weaker ones after a loss."""
    if number == 1:
        return Round(number=1, boards=_boards((2, 5), (0, 3), (1, 4)))
    lost = tournament.rounds[0].boards[0].result is Result.BLACK_WINS
    if number == 2:
        boards = _boards((2, 4), (0, 5), (1, 3)) if lost else _boards((2, 0), (3, 4), (1, 5))
    else:
        boards = _boards((2, 3), (0, 4), (1, 5)) if lost else _boards((2, 1), (3, 5), (0, 4))
    return Round(number=number, boards=boards)


def test_losing_on_purpose_gains_where_losers_meet_weaker_opponents() -> None:
    event = _by_hand((200.0, 160.0, 120.0, 80.0, 40.0, 0.0), 3)
    honest = played_by(_task(event, "random"), _soft_on_losers)
    assert [honest.wins(player) for player in range(6)] == [3, 3, 1, 2, 0, 0]
    assert honest.places[2] == 4
    # With the game against 5 given away, 2 wins against 4 and 3 and is third.
    values = play(_task(event, "random"), _soft_on_losers).values
    assert (values["throw_pays"], values["throw_places"]) == (1.0, 1.0)


def test_a_first_game_that_is_lost_anyway_cannot_be_given_away() -> None:
    event = _by_hand((200.0, 160.0, 120.0, 80.0), 1)

    def draw(_: Tournament, number: int, __: int) -> Round:
        return Round(number=number, boards=_boards((2, 0), (1, 3)))

    assert "throw_pays" not in play(_task(event, "random"), draw).values


def _soft_on_low_grades(tournament: Tournament, number: int, _: int) -> Round:
    """Player 2, in the middle of the field, meets the weakest one if the grade is low enough."""
    low = tournament.players[2].grade < tournament.players[3].grade
    if number == 1:
        return Round(number=1, boards=_boards((2, 3), (0, 1)) if low else _boards((2, 0), (1, 3)))
    return Round(number=2, boards=_boards((2, 0), (1, 3)) if low else _boards((2, 1), (0, 3)))


def test_a_lower_grade_brings_a_win_where_it_brings_a_weaker_opponent() -> None:
    event = _by_hand((120.0, 80.0, 40.0, 0.0), 2)
    values = play(_task(event, "random"), _soft_on_low_grades).values
    # Third with no win, as 3 is; and third with a win and a start one lower, before 3 by the opponents.
    assert (values["lower_wins"], values["lower_places"]) == (1.0, 0.0)


def test_who_declares_a_lower_grade_keeps_a_rating_of_their_own_and_the_strength() -> None:
    entry = SimulatedField(grades=(2, 1), ratings=(2.3, 1.0))
    rated, unrated = a_grade_lower(entry, 0), a_grade_lower(entry, 1)
    assert (rated.grades, rated.ratings, rated.true_strengths) == ((1, 1), (2.3, 1.0), (2.0, 1.0))
    assert (unrated.grades, unrated.ratings, unrated.true_strengths) == ((2, 0), (2.3, 0.0), (2.0, 1.0))


def test_colours_and_opponents_of_players_with_the_same_score_by_hand() -> None:
    event = _by_hand((120.0, 80.0, 40.0, 0.0), 2)

    def draw(_: Tournament, number: int, __: int) -> Round:
        return Round(number=number, boards=_boards(*(((0, 1), (2, 3)), ((0, 3), (1, 2)))[number - 1]))

    values = values_of(played_by(_task(event, "random"), draw), event)
    # 0 has White twice and 3 has Black twice.
    assert values["colours_off"] == 0.5
    # 1 and 2 end with a win each; their opponents have 80 and 40 grades on average.
    assert values["opponents_apart"] == pytest.approx(np.std([80, 40], ddof=1))


def test_a_stone_is_worth_what_the_model_says() -> None:
    event = replace(drawn(CLUB_EVENING, seed=3, number=4), rounds=3)
    for key in ("mcmahon/miai", "aga"):
        task = replace(_task(event, key, handicaps=True), model="fitted")
        games = play(task, draw_as_set).games
        assert {game.handicap > 0 for game in games} == {True, False}
        for game in games:
            assert game.handicap == 0 or game.white_grade >= game.black_grade
    model, strengths = MODELS["fitted"], (3.0, 0.0)
    settings = tournament_of(event, CONTESTANTS["aga"], handicaps=True).settings
    assert isinstance(model, FittedToGames)
    # Three stones make up for 2.5 grades of 0.7424 true grades each, as strengths.md has it.
    assert with_handicap(model, strengths, settings)[2, 0, 1] == pytest.approx(
        model.chance(3.0, 2.5 * model.strengths.stone)
    )
