"""What is at stake in the last round: exact where it is called so, and from published results only."""

import random
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.result_reports import as_shown
from miai.domain.rounds.round import Round
from miai.domain.rounds.round_in_progress import ShownTable
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.prizes import Prize, PrizeKind
from miai.domain.tournament import Tournament
from miai.engine.scoring import standings
from miai.features.forecast import stakes
from miai.features.forecast.stakes import CanWin, stakes_of

WHITE, BLACK, OPEN = Result.WHITE_WINS, Result.BLACK_WINS, Result.UNKNOWN


def event(
    *rounds: list[tuple[str, str, Result]], published: int | None = None, **settings: Any
) -> Tournament:
    """An event of even grades: the games of its rounds, of which the first ones are published, or all."""
    names = sorted({name for games in rounds for a, b, _ in games for name in (a, b)})
    drawn = tuple(
        Round(
            number=number,
            boards=tuple(
                Board(table=table, white=PlayerId(a), black=PlayerId(b), komi=6.5, result=result)
                for table, (a, b, result) in enumerate(games, start=1)
            ),
        )
        for number, games in enumerate(rounds, start=1)
    )
    seen = len(rounds) if published is None else published
    wanted: dict[str, Any] = {
        "rounds": len(rounds),
        "system": "swiss",
        "criteria": ("nbw", "sosw"),
        **settings,
    }
    return Tournament(
        name="Open",
        settings=Settings(**wanted),
        players=tuple(Player(id=PlayerId(name), surname=name, grade=Grade.parse("1d")) for name in names),
        rounds=(*(replace(each, shown=as_shown(each)) for each in drawn[:seen]), *drawn[seen:]),
        tables_shown=(ShownTable(after_round=min(seen, len(rounds) - 1)),),
    )


# After two rounds A and B have two wins, C and E one, D and F none.
TWO_ROUNDS = (
    [("A", "C", WHITE), ("B", "D", WHITE), ("E", "F", WHITE)],
    [("A", "E", WHITE), ("B", "F", WHITE), ("C", "D", WHITE)],
)


def test_the_winner_of_the_game_at_the_top_wins_and_nobody_else_can() -> None:
    found = stakes_of(event(*TWO_ROUNDS, [("A", "B", OPEN), ("C", "E", OPEN), ("D", "F", OPEN)]))
    assert {each.player.id: each.can_win for each in found.players} == {
        "A": CanWin.YES, "B": CanWin.YES, "C": CanWin.NO, "D": CanWin.NO, "E": CanWin.NO, "F": CanWin.NO,
    }  # fmt: skip
    top = found.of("A")
    assert top
    assert top.if_won
    assert (top.if_won.best, top.if_won.worst) == (1, 1)
    assert top.if_lost
    assert top.if_lost.best == 2
    assert top.chance
    assert 0 < top.chance.low < top.chance.high < 1
    below = found.of("C")
    assert below
    assert below.places.best == 2


def test_only_published_pairings_and_results_count() -> None:
    hidden = event(*TWO_ROUNDS, [("A", "B", WHITE), ("C", "E", OPEN), ("D", "F", OPEN)], published=2)
    assert str(stakes_of(hidden).why_not) == "the pairings of the last round are not published yet"


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"system": "knockout"}, "places do not go by the score alone here"),
        ({"criteria": ("sosw", "nbw")}, "places do not go by the score alone here"),
    ],
)
def test_where_places_do_not_go_by_the_score_nothing_is_claimed(settings: dict[str, Any], why: str) -> None:
    found = stakes_of(event(*TWO_ROUNDS, [("A", "B", OPEN), ("C", "E", OPEN)], **settings))
    assert str(found.why_not) == why
    assert found.players == ()


def test_a_player_with_two_open_games_leaves_it_open() -> None:
    first, second = TWO_ROUNDS
    late = event(
        first, [*second[:2], ("C", "D", OPEN)], [("A", "B", OPEN), ("C", "E", OPEN), ("D", "F", OPEN)]
    )
    assert str(stakes_of(late).why_not) == "results of earlier rounds are missing"


def test_a_finished_event_has_nothing_at_stake() -> None:
    assert str(stakes_of(event(*TWO_ROUNDS)).why_not) == "all games are played"


def test_prizes_in_reach_are_named() -> None:
    prizes = (
        Prize(title="Cup", place=1),
        Prize(title="Book", place=3),
        Prize(title="Two wins", kind=PrizeKind.WINS, wins=2),
    )
    found = stakes_of(
        event(*TWO_ROUNDS, [("A", "B", OPEN), ("C", "E", OPEN), ("D", "F", OPEN)], prizes=prizes)
    )
    assert {each.player.id: each.prizes for each in found.players} == {
        "A": ("Cup", "Book", "Two wins"), "B": ("Cup", "Book", "Two wins"), "C": ("Book", "Two wins"),
        "D": (), "E": ("Book", "Two wins"), "F": (),
    }  # fmt: skip


@pytest.mark.parametrize("seed", range(6))
def test_what_is_said_holds_in_every_end_of_the_open_games(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All ends are played: who can win is who wins in one of them, and no place is outside its bounds."""
    chance = random.Random(seed)
    names = [chr(65 + i) for i in range(10)]
    rounds = []
    for number in range(3):
        order = chance.sample(names, len(names))
        pairs = list(zip(order[::2], order[1::2], strict=True))
        last = number == 2
        rounds.append(
            [
                (a, b, OPEN if last and at < 4 else chance.choice((WHITE, BLACK)))
                for at, (a, b) in enumerate(pairs)
            ]
        )
    tournament = event(*rounds)
    found = stakes_of(tournament)
    winners, places = set(), {name: set[int]() for name in names}
    open_boards = [board for board in tournament.rounds[2].boards if not board.result.known]
    for results in product((WHITE, BLACK), repeat=len(open_boards)):
        ended = dict(zip([board.table for board in open_boards], results, strict=True))
        boards = tuple(
            replace(board, result=ended.get(board.table, board.result))
            for board in tournament.rounds[2].boards
        )
        final = replace(
            tournament, rounds=(*tournament.rounds[:2], replace(tournament.rounds[2], boards=boards))
        )
        for row in standings(final).rows:
            places[row.player.id].add(row.place)
            if row.place == 1:
                winners.add(row.player.id)
    assert {each.player.id for each in found.players if each.can_win is CanWin.YES} == winners
    assert all(each.can_win is not CanWin.ON_TIE_BREAKS for each in found.players)
    # Where the ends are too many to try them all, less is known, and what is said is still true.
    monkeypatch.setattr(stakes, "_every_end", lambda _: None)
    for each in stakes_of(tournament).players:
        assert each.can_win is not (CanWin.NO if each.player.id in winners else CanWin.YES)
    for each in found.players:
        # Nobody reads that they cannot win and may be first.
        ranges = [at for at in (each.places, each.if_won, each.if_lost) if at]
        assert (min(at.best for at in ranges) == 1) == (each.can_win is CanWin.YES)
        assert each.can_win is CanWin.YES or not each.chance or not each.chance.value
        own = places[each.player.id]
        assert each.places.best <= min(own)
        assert max(own) <= each.places.worst
