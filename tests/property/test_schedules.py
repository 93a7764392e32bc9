"""What holds for every schedule, played out with chance results."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Round
from miai.domain.tournament import Tournament
from miai.engine.pairing.protocol import Draw
from miai.engine.pairing.registry import ALL_SYSTEMS, SCHEDULES, schedule_of
from miai.engine.pairing.schedules import DoubleElimination, Knockout, RoundRobin, Schedule, placing
from miai.engine.pairing.schedules.placement import stages_for
from miai.engine.pairing.schedules.table_results import missed_matches
from miai.engine.scoring import standings
from miai.errors import InputError

Results = Callable[[random.Random], Result]
SOMEBODY_WINS = (Result.WHITE_WINS, Result.BLACK_WINS)
# Schedules in which everybody plays to the end.
TABLES = {"round_robin", "split_and_cycle"}
sizes = st.integers(2, 33)
seeds = st.integers(0, 1000)


def field(players: int, chance: random.Random) -> Tournament:
    """Players with chance ratings, some of them equal, in chance order."""
    listed = [
        Player(
            id=PlayerId(f"p{number}"),
            surname=f"Player{number}",
            grade=Grade.parse("1d"),
            rating=chance.choice([1900, 2000, 2100 + number]),
        )
        for number in range(1, players + 1)
    ]
    chance.shuffle(listed)
    return Tournament(players=tuple(listed))


def one_wins(chance: random.Random) -> Result:
    return chance.choice(SOMEBODY_WINS)


def anything_but_jigo(chance: random.Random) -> Result:
    return chance.choice([*SOMEBODY_WINS, *SOMEBODY_WINS, Result.BOTH_LOSE, Result.WHITE_WINS_BY_DEFAULT])


def with_results(event: Tournament, draw: Draw, results: Results, chance: random.Random) -> Tournament:
    boards = tuple(
        Board(table=each.table, white=each.white.id, black=each.black.id, result=results(chance))
        for each in draw.boards
    )
    return replace(event, rounds=(*event.rounds, Round(number=draw.round, boards=boards, byes=draw.byes)))


def played_out(
    schedule: Schedule, event: Tournament, chance: random.Random, *, seed: int, results: Results = one_wins
) -> tuple[Tournament, list[Draw], str]:
    """Draw and play until the schedule refuses another round, and what it says then."""
    draws: list[Draw] = []
    for number in range(1, 200):
        try:
            draw = schedule.draw(event, round=number, seed=seed)
        except InputError as over:
            return event, draws, str(over)
        seated = [player.id for board in draw.boards for player in (board.white, board.black)]
        seated += [bye.player for bye in draw.byes]
        assert len(seated) == len(set(seated)), "somebody sits twice"
        assert len({board.table for board in draw.boards}) == len(draw.boards)
        draws.append(draw)
        event = with_results(event, draw, results, chance)
    raise AssertionError("it never ends")


def losses_in(event: Tournament) -> Counter[PlayerId]:
    lost: Counter[PlayerId] = Counter()
    for drawn in event.rounds:
        for board in drawn.boards:
            lost[board.black if board.result is Result.WHITE_WINS else board.white] += 1
    return lost


@pytest.mark.requirement("V17", "V19", "V20")
@pytest.mark.parametrize("players", range(2, 14))
@pytest.mark.parametrize("times", [1, 2])
def test_in_a_round_robin_everybody_meets_everybody_with_either_colour(players: int, times: int) -> None:
    chance = random.Random(players)
    event, draws, said = played_out(RoundRobin(times=times), field(players, chance), chance, seed=1)
    rounds = times * (players - 1 + players % 2)
    assert len(draws) == rounds
    noun = "round" if rounds == 1 else "rounds"
    assert said == f"this round robin has {rounds} {noun}: there is no round {rounds + 1}"
    games = Counter(frozenset((b.white, b.black)) for drawn in event.rounds for b in drawn.boards)
    assert set(games.values()) == {times}
    assert len(games) == players * (players - 1) // 2
    whites = Counter(board.white for drawn in event.rounds for board in drawn.boards)
    blacks = Counter(board.black for drawn in event.rounds for board in drawn.boards)
    assert all(abs(whites[player.id] - blacks[player.id]) <= 1 for player in event.players)
    byes = Counter(bye.player for drawn in event.rounds for bye in drawn.byes)
    assert [byes[player.id] for player in event.players] == [times * (players % 2)] * players
    assert not any(draw.problems for draw in draws)


@given(st.integers(2, 60))
def test_colours_of_a_round_robin_are_balanced_in_any_field(players: int) -> None:
    balance: Counter[PlayerId] = Counter()
    event = field(players, random.Random(players))
    for match in RoundRobin().plan(event.players, 0).matches:
        if match.pair and match.upper_colour:
            sign = 1 if match.upper_colour.value == "black" else -1
            balance.update({match.pair[0].id: sign, match.pair[1].id: -sign})
    assert all(abs(surplus) <= 1 for surplus in balance.values())


@pytest.mark.requirement("V22")
@given(players=sizes, seed=seeds, drawn=st.booleans(), third_place=st.booleans())
def test_a_knockout_has_one_champion_and_everybody_else_lost_once(
    *, players: int, seed: int, drawn: bool, third_place: bool
) -> None:
    chance = random.Random(seed)
    schedule = Knockout(drawn=drawn, third_place=third_place)
    event, draws, said = played_out(schedule, field(players, chance), chance, seed=seed)
    assert len(draws) == stages_for(players)
    bracket = schedule.bracket(event, after=len(draws), seed=seed)
    places = placing(bracket)
    assert bracket.over
    assert places[0] == [bracket.champion]
    assert said == f"the event is over: {places[0][0].name} won"
    extra = third_place and players > 3
    assert sum(len(draw.boards) for draw in draws) == players - 1 + extra
    losses = losses_in(event)
    fourth = places[3] if extra else []
    assert losses == Counter({p.id: 1 + (p in fourth) for group in places[1:] for p in group})
    assert len(places[1]) == 1
    if extra:
        assert [len(group) for group in places[:4]] == [1, 1, 1, 1]
    assert sum(map(len, places)) == players


@given(sizes, seeds)
def test_byes_of_a_knockout_go_to_the_top_seeds_in_round_1_only(players: int, seed: int) -> None:
    chance = random.Random(seed)
    event, draws, _ = played_out(Knockout(), field(players, chance), chance, seed=seed)
    free = {bye.player for bye in draws[0].byes}
    assert len(free) == 2 ** stages_for(players) - players
    order = Knockout().plan(event.players, seed).entrants
    assert free == {player.id for player in order[: len(free)]}
    ratings = [player.rating or 0 for player in order]
    assert ratings == sorted(ratings, reverse=True)
    assert not any(draw.byes for draw in draws[1:])


@given(sizes, seeds)
def test_the_cup_criterion_places_a_knockout_as_its_bracket_does(players: int, seed: int) -> None:
    chance = random.Random(seed)
    schedule = Knockout(third_place=False)
    event, draws, _ = played_out(schedule, field(players, chance), chance, seed=seed)
    table = standings(event, criteria=["cps"])
    by_cup: dict[int, set[PlayerId]] = {}
    for row in table.rows:
        by_cup.setdefault(row.place, set()).add(row.player.id)
    places = placing(schedule.bracket(event, after=len(draws), seed=seed))
    assert list(by_cup.values()) == [{player.id for player in group} for group in places]


@pytest.mark.requirement("V24")
@given(players=sizes, seed=seeds, drawn=st.booleans())
def test_in_double_elimination_the_champion_lost_at_most_once_and_the_others_twice(
    *, players: int, seed: int, drawn: bool
) -> None:
    chance = random.Random(seed)
    schedule = DoubleElimination(drawn=drawn)
    event, draws, said = played_out(schedule, field(players, chance), chance, seed=seed)
    bracket = schedule.bracket(event, after=len(draws), seed=seed)
    champion = bracket.champion
    assert champion is not None
    assert said == f"the event is over: {champion.name} won"
    losses = losses_in(event)
    assert losses[champion.id] <= 1
    assert {losses[player.id] for player in event.players if player != champion} == {2}
    assert len(draws) == 2 * stages_for(players) + losses[champion.id]
    places = placing(bracket)
    assert places[0] == [champion]
    assert [len(group) for group in places[:4]] == [1] * min(4, players)


def redrawn(event: Tournament) -> Tournament:
    rules = replace(event.settings.pairing, redraw_losers=True)
    return replace(event, settings=replace(event.settings, pairing=rules))


def fewest_rematches(pool: tuple[PlayerId, ...], met: set[frozenset[PlayerId]]) -> int:
    """The fewest rematches of any pairing of some players, one of whom sits out if they are odd."""
    if len(pool) < 2:
        return 0
    first, rest = pool[0], pool[1:]
    best = fewest_rematches(rest, met) if len(pool) % 2 else len(pool)
    for other in rest:
        if best == 0:
            break
        left = tuple(player for player in rest if player != other)
        best = min(best, (frozenset((first, other)) in met) + fewest_rematches(left, met))
    return best


def rounds_of_two_lives(players: int) -> int:
    """The rounds until one player without a loss and one with a single loss are left."""
    unbeaten, once, rounds = players, 0, 0
    first = 2 ** stages_for(players) - players
    while unbeaten > 1 or once > 1:
        falling = (unbeaten - first) // 2
        unbeaten, once, first, rounds = unbeaten - falling, (once + 1) // 2 + falling, 0, rounds + 1
    return rounds


@pytest.mark.requirement("V24", "V25")
@given(players=st.integers(2, 20), seed=seeds)
def test_a_losers_bracket_drawn_anew_has_no_rematch_that_could_be_avoided(*, players: int, seed: int) -> None:
    chance = random.Random(seed)
    schedule = DoubleElimination()
    event, draws, said = played_out(schedule, redrawn(field(players, chance)), chance, seed=seed)
    bracket = schedule.bracket(event, after=len(draws), seed=0)
    champion = bracket.champion
    assert champion is not None
    assert said == f"the event is over: {champion.name} won"
    losses = losses_in(event)
    assert losses[champion.id] <= 1
    assert {losses[player.id] for player in event.players if player != champion} == {2}
    assert len(draws) == rounds_of_two_lives(players) + 1 + losses[champion.id]
    assert len(draws) <= 2 * stages_for(players) + 1
    assert [len(group) for group in placing(bracket)[:3]] == [1] * min(3, players)
    met: set[frozenset[PlayerId]] = set()
    lost: Counter[PlayerId] = Counter()
    for drawn in event.rounds:
        games = [frozenset((board.white, board.black)) for board in drawn.boards]
        pool = tuple(player.id for player in event.players if lost[player.id] == 1)
        again = [pair for pair in games if pair in met and pair <= set(pool)]
        # From the final on there is nothing to draw.
        if drawn.number <= rounds_of_two_lives(players):
            assert len(again) == fewest_rematches(pool, met)
        if drawn.number == stages_for(players) + 1:
            assert sum(lost[player.id] == 0 for player in event.players) == 1
        met.update(games)
        lost.update(losses_in(replace(event, rounds=(drawn,))))


@given(st.integers(1, 20), seeds)
def test_withdrawals_and_double_losses_never_stop_a_bracket_drawn_anew(players: int, seed: int) -> None:
    chance = random.Random(seed)
    event = redrawn(field(players, chance))
    away = {p.id: frozenset(r for r in range(2, 12) if chance.random() < 0.15) for p in event.players}
    event = replace(event, players=tuple(replace(p, absent_rounds=away[p.id]) for p in event.players))
    event, draws, said = played_out(DoubleElimination(), event, chance, seed=seed, results=anything_but_jigo)
    assert "is over" in said
    bracket = DoubleElimination().bracket(event, after=len(draws), seed=seed)
    assert bracket.over
    losses = bracket.losses()
    assert sum(losses[player.id] >= 2 for player in event.players) >= players - 1
    assert sum(map(len, placing(bracket))) == players


@given(sizes, seeds)
def test_without_a_second_final_its_loser_may_have_lost_only_once(players: int, seed: int) -> None:
    chance = random.Random(seed)
    schedule = DoubleElimination(reset_final=False)
    event, draws, _ = played_out(schedule, field(players, chance), chance, seed=seed)
    assert len(draws) == 2 * stages_for(players)
    first, second, *others = placing(schedule.bracket(event, after=len(draws), seed=seed))
    losses = losses_in(event)
    assert (losses[first[0].id], losses[second[0].id]) in ((0, 2), (1, 1))
    assert {losses[player.id] for group in others for player in group} <= {2}


@given(sizes, seeds)
def test_nobody_waits_for_two_rounds_in_a_row_in_double_elimination(players: int, seed: int) -> None:
    chance = random.Random(seed)
    event, draws, _ = played_out(DoubleElimination(), field(players, chance), chance, seed=seed)
    busy = [{p.id for b in draw.boards for p in (b.white, b.black)} for draw in draws]
    for player in event.players:
        last = max(number for number, seated in enumerate(busy) if player.id in seated)
        seen = [player.id in seated for seated in busy[: last + 1]]
        assert all(one or other for one, other in pairwise(seen))


@pytest.mark.parametrize(("players", "first_possible"), [(8, 4), (16, 5), (32, 6)])
@given(seed=seeds)
def test_the_losers_bracket_keeps_old_opponents_apart_as_long_as_it_can(
    players: int, first_possible: int, seed: int
) -> None:
    chance = random.Random(seed)
    event, _, _ = played_out(DoubleElimination(), field(players, chance), chance, seed=seed)
    met: set[frozenset[PlayerId]] = set()
    for drawn in event.rounds:
        pairs = {frozenset((board.white, board.black)) for board in drawn.boards}
        assert drawn.number >= first_possible or not met & pairs
        met |= pairs


@given(st.sampled_from(sorted(SCHEDULES)), st.integers(1, 20), seeds)
def test_withdrawals_and_double_losses_never_stop_a_schedule(key: str, players: int, seed: int) -> None:
    chance = random.Random(seed)
    event = field(players, chance)
    away = {p.id: frozenset(r for r in range(2, 12) if chance.random() < 0.15) for p in event.players}
    event = replace(event, players=tuple(replace(p, absent_rounds=away[p.id]) for p in event.players))
    schedule: Schedule = schedule_of(key)
    event, draws, said = played_out(schedule, event, chance, seed=seed, results=anything_but_jigo)
    over = ("there is no round", "no missed game can be made up") if key in TABLES else ("is over",)
    assert any(text in said for text in over)
    bracket = schedule.bracket(event, after=len(draws), seed=seed)
    assert bracket.over
    assert sum(map(len, placing(bracket))) == players
    if key in TABLES:
        assert bool(missed_matches(bracket)) == (over[0] not in said)
        games = Counter(frozenset((b.white, b.black)) for drawn in event.rounds for b in drawn.boards)
        assert set(games.values()) <= {1}
    else:
        losses = bracket.losses()
        out = [player for player in event.players if losses[player.id] >= (bracket.out_after or 0)]
        assert len(out) >= players - 1
    for draw in draws:
        assert all(p.attends(draw.round) for board in draw.boards for p in (board.white, board.black))


@given(st.sampled_from(sorted(SCHEDULES)), st.integers(2, 20), seeds)
def test_a_draw_does_not_depend_on_the_order_of_the_file(key: str, players: int, seed: int) -> None:
    chance = random.Random(seed)
    schedule: Schedule = schedule_of(key)
    event, draws, _ = played_out(schedule, field(players, chance), chance, seed=seed)
    shuffled = list(event.players)
    chance.shuffle(shuffled)
    for draw in draws:
        assert schedule.draw(replace(event, players=tuple(shuffled)), round=draw.round, seed=seed) == draw


@given(st.sampled_from(sorted(SCHEDULES)), st.integers(2, 20), seeds)
def test_the_field_and_the_bracket_stay_as_round_1_was_drawn(key: str, players: int, seed: int) -> None:
    """Late entries, corrected ratings and another seed change no pair of a later round."""
    chance = random.Random(seed)
    schedule: Schedule = ALL_SYSTEMS[key].load()(drawn=True)
    event, draws, _ = played_out(schedule, field(players, chance), chance, seed=seed)
    late = Player(id=PlayerId("late"), surname="Late", grade=Grade.parse("9d"))
    corrected = tuple(replace(player, rating=chance.uniform(100, 2700)) for player in event.players)
    changed = replace(event, players=(late, *corrected))
    for draw in draws[1:]:
        again = schedule.draw(changed, round=draw.round, seed=seed + 1)
        pairs = [[{b.white.id, b.black.id} for b in each.boards] for each in (again, draw)]
        assert pairs[0] == pairs[1]
        assert [p for p in again.problems if "Late is not in the" in str(p)]
