"""What holds for the systems that pair one after another: random, guided random, backtracking, roommates."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kit.strategies import tournaments
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Result
from miai.domain.settings.event_settings import Settings
from miai.domain.tournament import Tournament
from miai.engine.pairing.pricing.price_matrix import banned
from miai.engine.pairing.protocol import Constraints, Draw, RoundView
from miai.engine.pairing.system import RoundSystem
from miai.engine.pairing.systems.backtracking import Backtracking
from miai.engine.pairing.systems.guided_random import GuidedRandom
from miai.engine.pairing.systems.random_pairing import Method, RandomPairing
from miai.engine.pairing.systems.roommates import Roommates
from miai.engine.pairing.view import build_view
from miai.errors import NoPairingError
from miai.features.draw.pair import round_of, with_draw

SYSTEMS: list[RoundSystem] = [
    *(RandomPairing(method=method) for method in Method),
    GuidedRandom(),
    Backtracking(),
    Roommates(),
]
NAMES = [*(method.value for method in Method), "guided random", "backtracking", "roommates"]
every_system = pytest.mark.parametrize("system", SYSTEMS, ids=NAMES)
one_system = st.sampled_from(SYSTEMS)


def field(size: int, *, seed: int = 0, clubs: int = 4, **settings: Any) -> Tournament:
    chance = np.random.default_rng((size, seed))
    players = tuple(
        Player(
            id=PlayerId(f"p{i}"),
            surname=f"Player{i}",
            grade=Grade.of_number(int(chance.integers(-5, 2))),
            country="FI" if clubs == 1 else str(chance.choice(["FI", "GB", ""])),
            club=f"club{chance.integers(clubs)}",
        )
        for i in range(size)
    )
    return Tournament(players=players, settings=replace(Settings(rounds=5), **settings))


def play(
    system: RoundSystem, event: Tournament, rounds: int, *, jigo: bool = False
) -> Iterator[tuple[RoundView, Draw]]:
    """Draw and play round after round with random results."""
    chance = np.random.default_rng((len(event.players), rounds))
    for number in range(1, rounds + 1):
        view = build_view(event, number, seed=number)
        draw = system.draw(view, number)
        yield view, draw
        results = [Result.JIGO] if jigo else [Result.WHITE_WINS, Result.BLACK_WINS, Result.JIGO]
        drawn = round_of(draw)
        boards = tuple(
            replace(board, result=results[int(chance.integers(len(results)))]) for board in drawn.boards
        )
        event = with_draw(event, replace(drawn, boards=boards))


def check(view: RoundView, draw: Draw) -> None:
    """Everybody sits once, nobody against somebody they may not meet, and the bye goes by its order."""
    seats = [player.id for board in draw.boards for player in (board.white, board.black)]
    seats += [draw.bye.id] if draw.bye else []
    assert sorted(seats) == sorted(player.id for player in view.players)
    index = {player.id: i for i, player in enumerate(view.players)}
    bans = banned(view)
    forced = set(view.constraints.forced)
    for board in draw.boards:
        pair = board.white.id, board.black.id
        assert pair in forced or not bans[index[pair[0]], index[pair[1]]]
        assert board.reasons
        assert all(reason.text for reason in board.reasons)
    if draw.bye:
        assert draw.bye_reasons
    if draw.bye and not view.constraints.bye:
        # Fewest byes, then the lowest score, of those without whom all others can be paired.
        order = [(view.byes[i], view.scores[i]) for i in range(len(view))]
        lower = [i for i in range(len(view)) if order[i] < order[index[draw.bye.id]]]
        assert not can_be_paired(view, byes=lower)
    assert draw.total == sum(reason.cost for board in draw.boards for reason in board.reasons)


def can_be_paired(view: RoundView, *, byes: Sequence[int] | None = None) -> bool:
    """Asks networkx, with a phantom for the bye, whom some or all may meet."""
    n = len(view)
    seated = {player.id for pair in view.constraints.forced for player in view.players if player.id in pair}
    free = [i for i, player in enumerate(view.players) if player.id not in seated]
    phantom = [n] if len(free) % 2 else []
    graph = nx.Graph()
    graph.add_nodes_from([*free, *phantom])
    allowed = ~banned(view)
    graph.add_edges_from((i, j) for i in free for j in free if i < j and allowed[i, j])
    graph.add_edges_from((n, i) for i in (free if byes is None else byes) if phantom and i in free)
    return len(nx.max_weight_matching(graph, maxcardinality=True)) * 2 == len(free) + len(phantom)


@every_system
@pytest.mark.parametrize("size", [0, 1, 2, 3, 5, 8, 20, 51])
def test_fields_of_every_size_are_drawn_round_after_round(system: RoundSystem, size: int) -> None:
    rounds = {0: 1, 1: 1, 2: 1, 3: 3, 5: 2, 8: 3}.get(size, 5)  # more could leave nobody to meet
    for view, draw in play(system, field(size), rounds):
        check(view, draw)
        assert draw.system == system.key


@every_system
def test_a_field_of_one_club_is_drawn_all_the_same(system: RoundSystem) -> None:
    for view, draw in play(system, field(14, clubs=1), 6):
        check(view, draw)


@every_system
def test_twenty_players_who_only_play_jigo_get_ten_rounds(system: RoundSystem) -> None:
    for view, draw in play(system, field(20), 10, jigo=True):
        check(view, draw)


@every_system
@pytest.mark.parametrize(("size", "rounds"), [(4, 3), (6, 5), (7, 7), (10, 9), (12, 11)])
def test_with_players_barely_more_than_rounds_a_draw_fails_only_where_none_exists(
    system: RoundSystem, size: int, rounds: int
) -> None:
    for seed in range(6):
        event = field(size, seed=seed)
        drawn = 0
        try:
            for view, draw in play(system, event, rounds):
                check(view, draw)
                event = with_draw(event, round_of(draw))
                drawn += 1
        except NoPairingError as error:
            stuck = build_view(event, drawn + 1, seed=drawn + 1)
            assert not can_be_paired(stuck)
            assert str(error).startswith(f"no pairing exists for round {drawn + 1}")
        else:
            assert drawn == rounds


@given(tournaments(), one_system, st.integers(-2, 5))
def test_everybody_sits_once_or_no_pairing_exists(event: Tournament, system: RoundSystem, seed: int) -> None:
    view = build_view(event, event.rounds_played + 1, seed=seed)
    try:
        draw = system.draw(view, seed)
    except NoPairingError:
        assert not can_be_paired(view)
    else:
        check(view, draw)
        assert draw == system.draw(view, seed)


@given(tournaments(), one_system, st.data())
def test_the_directors_pairs_and_bye_are_kept(
    event: Tournament, system: RoundSystem, data: st.DataObject
) -> None:
    view = build_view(event, event.rounds_played + 1, seed=0)
    assume(len(view) >= 3)
    white, black, third = data.draw(st.permutations([player.id for player in view.players]))[:3]
    bye = third if len(view) % 2 else None
    ban = [] if bye else [(white, third)]
    held = replace(view, constraints=Constraints(forced=((white, black),), forbidden=tuple(ban), bye=bye))
    try:
        draw = system.draw(held, 1)
    except NoPairingError:
        return
    check(held, draw)
    assert (white, black) in {(board.white.id, board.black.id) for board in draw.boards}
    assert (draw.bye.id if draw.bye else None) == bye


@every_system
def test_the_seed_decides_among_equals_whatever_the_order_of_the_file(system: RoundSystem) -> None:
    players = tuple(replace(player, grade=Grade.parse("1d"), club="") for player in field(16).players)
    event = Tournament(players=players, settings=Settings(rounds=5))
    mixed = replace(event, players=(*players[7:], *players[:7][::-1]))

    def games(of: Tournament, seed: int) -> list[tuple[str, str]]:
        draw = system.draw(build_view(of, 1, seed=seed), seed)
        return [(board.white.id, board.black.id) for board in draw.boards]

    drawn = [games(event, seed) for seed in range(4)]
    assert drawn == [games(mixed, seed) for seed in range(4)]
    assert any(each != drawn[0] for each in drawn)


@every_system
def test_a_field_split_by_families_is_drawn_across_them(system: RoundSystem) -> None:
    event = field(40)
    players = tuple(replace(p, family="Ito" if i % 2 else "") for i, p in enumerate(event.players))
    view = build_view(replace(event, players=players), 1, seed=2)
    draw = system.draw(view, 2)
    check(view, draw)
    assert all(bool(board.white.family) != bool(board.black.family) for board in draw.boards)
