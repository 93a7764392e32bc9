"""The referee finds nothing in honest draws and every fault that is planted."""

import random
from dataclasses import replace

import pytest

from kit.builders import crosstable
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId, Registration
from miai.domain.points import Quarters, quarters
from miai.domain.rounds.game import Result
from miai.domain.rounds.round import Bye, ByeKind
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.handicap_rules import Handicapping
from miai.domain.settings.scoring_rules import Rulebook, Scoring
from miai.domain.tournament import Tournament
from miai.engine.judging import judge, judge_aga
from miai.engine.pairing.protocol import Constraints, Draw
from miai.engine.pairing.registry import SCHEDULES, schedule_of
from miai.errors import InputError, NoPairingError
from miai.features.draw.pair import pair, round_of

SYSTEMS = (
    ("mcmahon", "miai"),
    ("mcmahon", "gotha"),
    ("mcmahon", "kaniuk"),
    ("mcmahon", "aga"),
    ("swiss", "miai"),
    ("aga", "miai"),
    ("accelrat", "miai"),
    ("entropy", "miai"),
    ("guided_random", "miai"),
    ("backtracking", "miai"),
    ("random", "miai"),
    ("roommates", "miai"),
)
RESULTS = (
    [Result.WHITE_WINS] * 8
    + [Result.BLACK_WINS] * 8
    + [Result.JIGO] * 2
    + [Result.WHITE_WINS_BY_DEFAULT, Result.BOTH_LOSE, Result.BOTH_WIN, Result.UNKNOWN]
)


def a_field(dice: random.Random, system: str) -> Tournament:
    rounds = dice.randint(2, 6)
    players = tuple(a_player(dice, number, rounds) for number in range(dice.randint(2, 24)))
    scoring = Scoring(
        bar=Grade.of_number(dice.randint(-3, 4)),
        floor=Grade.of_number(-dice.randint(5, 20)),
        absent_points=Quarters(dice.choice([0, 2])),
        absent_wins=Quarters(dice.choice([0, 2])),
        round_down=dice.random() < 0.5,
        absence_for_place=dice.random() < 0.5,
        rulebook=dice.choice(list(Rulebook)),
    )
    stones = Handicapping(
        by_score=dice.random() < 0.5,
        correction=dice.randint(0, 2),
        ceiling=dice.choice([0, 4, 9]),
        none_from=Grade.of_number(dice.randint(-3, 5)),
        none_above_bar=dice.random() < 0.5,
    )
    return Tournament(
        players=players,
        settings=Settings(system=system, rounds=rounds, scoring=scoring, handicapping=stones),
    )


def a_player(dice: random.Random, number: int, rounds: int) -> Player:
    grade = Grade.of_number(dice.randint(-12, 5))
    return Player(
        id=PlayerId(f"p{number}"),
        surname=f"Player {number}",
        grade=grade,
        rating=dice.choice([None, grade.rating + dice.randint(-50, 50)]),
        country=dice.choice(["FR", "DE", ""]),
        club=dice.choice(["Paris", "Ulm", "Bonn", ""]),
        family=dice.choice(["", "", "", "", "", "", "Li", "Kim"]),
        registration=Registration.PRELIMINARY if dice.random() < 0.05 else Registration.FINAL,
        absent_rounds=frozenset(number for number in range(1, rounds + 1) if dice.random() < 0.1),
    )


def played_on(dice: random.Random, event: Tournament, draw: Draw) -> Tournament:
    drawn = round_of(draw)
    boards = tuple(replace(board, result=dice.choice(RESULTS)) for board in drawn.boards)
    return replace(event, rounds=(*event.rounds, replace(drawn, boards=boards)))


@pytest.mark.parametrize(("system", "preset"), SYSTEMS)
@pytest.mark.parametrize("seed", range(30))
def test_nothing_is_wrong_with_an_honest_draw(system: str, preset: str, seed: int) -> None:
    dice = random.Random(f"{system} {preset} {seed}")
    event = a_field(dice, system)
    for number in range(1, event.settings.rounds + 1):
        try:
            draw = pair(event, round=number, preset=preset, seed=seed)
        except (NoPairingError, InputError):
            break
        assert judge(event, draw) == []
        assert judge_aga(event, draw) == []
        event = played_on(dice, event, draw)


@pytest.mark.parametrize(("system", "preset"), SYSTEMS)
def test_nothing_is_wrong_where_the_director_had_a_hand_in_it(system: str, preset: str) -> None:
    dice = random.Random(f"{system} {preset}")
    event = replace(
        a_field(dice, system),
        players=tuple(replace(a_player(dice, n, 1), family="", absent_rounds=frozenset()) for n in range(13)),
    )
    event = replace(event, players=tuple(replace(p, registration=Registration.FINAL) for p in event.players))
    p = [player.id for player in event.players]
    hand = Constraints(
        forbidden=((p[0], p[1]), (p[2], p[3])),
        forced=((p[4], p[5]),),
        fixed_tables=((p[6], 3),),
        excluded_tables=((p[0], 1),),
        bye=p[7],
    )
    draw = pair(event, round=1, preset=preset, constraints=hand)
    assert judge(event, draw, constraints=hand) == []


def rules(event: Tournament, draw: Draw, constraints: Constraints | None = None) -> set[str]:
    return {violation.rule for violation in judge(event, draw, constraints=constraints)}


@pytest.fixture
def event() -> Tournament:
    """Nine players of one grade, one round played."""
    return crosstable("A+B C+D E+F G+H I+ | ", komi=7.5)


@pytest.fixture
def draw(event: Tournament) -> Draw:
    return pair(event, round=2)


def board_of(draw: Draw, name: str) -> int:
    return next(n for n, b in enumerate(draw.boards) if name in (b.white.id, b.black.id))


def changed(draw: Draw, number: int, **changes: object) -> Draw:
    boards = list(draw.boards)
    boards[number] = replace(boards[number], **changes)  # type: ignore[arg-type]
    return replace(draw, boards=tuple(boards))


def meeting(event: Tournament, draw: Draw, one: str, other: str) -> Draw:
    """The draw after an exchange of two players, so that two others meet."""
    wanted = event.player(PlayerId(other))
    mine = draw.boards[board_of(draw, one)]
    there = mine.black if mine.white.id == one else mine.white

    def seat(player: Player) -> Player:
        return wanted if player.id == there.id else there if player.id == wanted.id else player

    boards = tuple(replace(b, white=seat(b.white), black=seat(b.black)) for b in draw.boards)
    return replace(draw, boards=boards, bye=seat(draw.bye) if draw.bye else None)


def test_an_honest_draw_has_no_faults(event: Tournament, draw: Draw) -> None:
    assert judge(event, draw) == []


def test_a_rematch_is_found(event: Tournament, draw: Draw) -> None:
    again = meeting(event, draw, "A", "B")
    assert "rematch" in rules(event, again)
    assert "rematch" not in rules(event, replace(again, preset="gotha"))
    assert "rematch" not in rules(event, replace(again, system="round_robin"))


def test_a_rematch_that_the_director_forced_is_none(event: Tournament, draw: Draw) -> None:
    again = meeting(event, draw, "A", "B")
    # The two whose places A and B took may have met as well.
    new = [board for board, before in zip(again.boards, draw.boards, strict=True) if board != before]
    assert "rematch" in rules(event, again)
    hand = Constraints(forced=tuple((board.white.id, board.black.id) for board in new))
    assert "rematch" not in rules(event, again, hand)


@pytest.mark.requirement("V30", "V31")
def test_a_bye_above_the_lowest_score_is_found_unless_somebody_chose_it(
    event: Tournament, draw: Draw
) -> None:
    assert draw.bye is not None
    winner = draw.boards[0].white
    high = replace(changed(draw, 0, white=draw.bye), bye=winner)
    assert "high_bye" in rules(event, high)
    assert "high_bye" not in rules(event, high, Constraints(bye=winner.id))
    assert "high_bye" not in rules(event, high, Constraints(volunteers=(winner.id,)))


def test_a_third_meeting_in_a_round_robin_is_found() -> None:
    event = crosstable("A+B | A-B | ")
    draw = replace(pair(event, round=3, preset="gotha"), preset="", system="round_robin")
    assert rules(event, draw) == {"rematch"}
    assert rules(event, replace(draw, system="double_elimination")) == set()


def test_a_player_at_two_boards_is_found(event: Tournament, draw: Draw) -> None:
    twice = changed(draw, 0, white=draw.boards[1].white)
    assert {"seated_twice", "left_out"} <= rules(event, twice)
    assert "seated_twice" in rules(event, replace(twice, system="knockout"))
    assert "left_out" not in rules(event, replace(twice, system="knockout"))


def test_a_player_left_out_is_found(event: Tournament, draw: Draw) -> None:
    assert rules(event, replace(draw, boards=draw.boards[1:])) == {"left_out"}


def test_a_missing_bye_and_a_needless_one_are_found(event: Tournament, draw: Draw) -> None:
    assert rules(event, replace(draw, bye=None)) == {"no_bye", "left_out"}
    even = replace(event, players=tuple(p for p in event.players if p.id != "A"), rounds=())
    fair = pair(even, round=1)
    sent_home = replace(fair, boards=fair.boards[1:], bye=fair.boards[0].white)
    assert rules(even, sent_home) == {"left_out", "needless_bye"}


def test_two_byes_are_found_but_in_a_bracket(event: Tournament, draw: Draw) -> None:
    first = draw.boards[0]
    both = replace(draw, boards=draw.boards[1:], also_free=(first.white, first.black))
    assert rules(event, both) == {"another_bye"}
    assert rules(event, replace(both, system="knockout")) == set()


def test_somebody_who_is_away_or_only_half_registered_is_found(event: Tournament, draw: Draw) -> None:
    away = tuple(replace(p, absent_rounds=frozenset([2])) if p.id == "A" else p for p in event.players)
    assert "not_due" in rules(replace(event, players=away), draw)
    early = tuple(
        replace(p, registration=Registration.PRELIMINARY) if p.id == "A" else p for p in event.players
    )
    assert "not_due" in rules(replace(event, players=early), draw)
    everybody = tuple(replace(p, registration=Registration.PRELIMINARY) for p in event.players)
    assert rules(replace(event, players=everybody), draw) == set()


def test_a_stranger_is_found(event: Tournament, draw: Draw) -> None:
    stranger = replace(draw.boards[0].white, id=PlayerId("X"))
    assert rules(event, changed(draw, 0, white=stranger)) == {"unknown"}


def test_a_second_bye_is_found(event: Tournament, draw: Draw) -> None:
    assert draw.bye is not None
    assert draw.bye.id != "I"
    board = draw.boards[board_of(draw, "I")]
    other = draw.bye
    number = draw.boards.index(board)
    swapped = changed(
        draw,
        number,
        white=other if board.white.id == "I" else board.white,
        black=other if board.black.id == "I" else board.black,
    )
    swapped = replace(swapped, bye=event.player(PlayerId("I")))
    assert "second_bye" in rules(event, swapped)
    assert "second_bye" not in rules(event, swapped, Constraints(bye=PlayerId("I")))


@pytest.mark.requirement("A67")
def test_a_voluntary_bye_is_no_first_one(event: Tournament, draw: Draw) -> None:
    assert draw.bye is not None
    first = replace(event.rounds[0], byes=(Bye(player=draw.bye.id, kind=ByeKind.VOLUNTARY),))
    assert "second_bye" not in rules(replace(event, rounds=(first,)), draw)


def test_a_second_bye_is_allowed_where_nobody_else_can_sit_out() -> None:
    event = crosstable("A+B C+ | ")
    draw = pair(event, round=2, preset="gotha")
    a, b, c = (event.player(PlayerId(name)) for name in "ABC")
    planted = replace(draw, bye=c, boards=(replace(draw.boards[0], white=b, black=a),))
    assert "second_bye" in rules(event, planted)
    relatives = {a.id: "Li", b.id: "Kim", c.id: "Li"}
    event = replace(event, players=tuple(replace(p, family=relatives[p.id]) for p in event.players))
    assert "second_bye" in rules(event, planted)
    hand = Constraints(forbidden=((b.id, c.id),))
    assert "second_bye" not in rules(event, planted, hand)


def test_family_members_at_one_board_are_found(event: Tournament, draw: Draw) -> None:
    both = (draw.boards[0].white.id, draw.boards[0].black.id)
    players = tuple(replace(p, family="Li") if p.id in both else p for p in event.players)
    assert rules(replace(event, players=players), draw) == {"family"}


def test_broken_constraints_are_found(event: Tournament, draw: Draw) -> None:
    first, second = draw.boards[0], draw.boards[1]
    white, black = first.white.id, first.black.id
    assert rules(event, draw, Constraints(forbidden=((black, white),))) == {"forbidden"}
    assert rules(event, draw, Constraints(forced=((black, white),))) == {"forced_colours"}
    assert rules(event, draw, Constraints(forced=((white, second.white.id),))) == {"forced"}
    assert rules(event, draw, Constraints(fixed_tables=((white, 4),))) == {"fixed_table"}
    assert rules(event, draw, Constraints(excluded_tables=((black, first.table),))) == {"excluded_table"}
    assert rules(event, draw, Constraints(bye=white)) == {"forced_bye"}


def test_two_boards_at_one_table_and_tables_that_do_not_exist_are_found(
    event: Tournament, draw: Draw
) -> None:
    assert rules(event, changed(draw, 0, table=draw.boards[1].table)) == {"table_twice"}
    assert rules(event, changed(draw, 0, table=0)) == {"no_such_table"}


def test_the_wrong_colour_is_found() -> None:
    event = crosstable("A+B C+D | ")
    draw = pair(event, round=2)
    assert rules(event, draw) == set()
    a, b, c, d = (event.player(PlayerId(name)) for name in "ABCD")
    first, second = draw.boards
    planted = replace(draw, boards=(replace(first, white=a, black=d), replace(second, white=b, black=c)))
    assert rules(event, planted) == {"colour"}
    assert rules(event, planted, Constraints(forced=((a.id, d.id),))) == set()


def test_colours_of_handicap_games_and_unknown_ones_do_not_count() -> None:
    event = crosstable("A+B/2 C+D | ")
    draw = pair(event, round=2)
    first, second = draw.boards
    a, b, c, d = (event.player(PlayerId(name)) for name in "ABCD")
    even = replace(draw, boards=(replace(first, white=a, black=c), replace(second, white=b, black=d)))
    assert "colour" in rules(event, replace(even, boards=(replace(first, white=c, black=a), even.boards[1])))
    known = event.rounds[0].boards
    hidden = replace(event.rounds[0], boards=(known[0], replace(known[1], colours_known=False)))
    turned = replace(even, boards=(replace(first, white=c, black=a), even.boards[1]))
    assert "colour" not in rules(replace(event, rounds=(hidden,)), turned)


def with_stones() -> Tournament:
    event = crosstable("", start=None, komi=6.5)
    players = tuple(
        Player(id=PlayerId(name), surname=name, grade=Grade.parse(grade))
        for name, grade in (("A", "1k"), ("B", "6k"))
    )
    return replace(event, players=players, rounds=())


def test_wrong_stones_the_weaker_as_white_and_a_wrong_komi_are_found() -> None:
    event = with_stones()
    draw = pair(event, round=1)
    assert (draw.boards[0].handicap, draw.boards[0].komi) == (4, 0.5)
    assert rules(event, draw) == set()
    assert rules(event, changed(draw, 0, handicap=3)) == {"handicap"}
    assert rules(event, changed(draw, 0, handicap=0, komi=6.5)) == {"handicap"}
    assert rules(event, changed(draw, 0, komi=6.5)) == {"komi"}
    turned = changed(draw, 0, white=draw.boards[0].black, black=draw.boards[0].white)
    assert rules(event, turned) == {"weaker_gives"}


@pytest.mark.parametrize(
    ("handicapping", "stones"),
    [
        (Handicapping(correction=0), 5),
        (Handicapping(correction=2, by_score=False), 3),
        (Handicapping(ceiling=2), 2),
        (Handicapping(none_from=Grade.parse("4k")), 1),
        (Handicapping(none_above_bar=True), 4),
    ],
)
def test_stones_follow_the_settings(handicapping: Handicapping, stones: int) -> None:
    event = with_stones()
    event = replace(event, settings=replace(event.settings, handicapping=handicapping))
    draw = pair(event, round=1)
    assert rules(event, changed(draw, 0, handicap=stones, komi=0.5)) == set()
    assert rules(event, changed(draw, 0, handicap=stones + 1, komi=0.5)) == {"handicap"}


def test_above_the_bar_there_are_no_stones() -> None:
    event = with_stones()
    above = replace(
        event.settings,
        handicapping=Handicapping(none_above_bar=True),
        scoring=Scoring(bar=Grade.parse("1k")),
    )
    event = replace(event, settings=above)
    draw = pair(event, round=1)
    assert draw.boards[0].handicap == 0
    assert "handicap" not in rules(event, draw)
    assert "handicap" in rules(event, changed(draw, 0, handicap=4))


def test_what_a_draw_says_of_its_players_is_not_trusted() -> None:
    event = with_stones()
    draw = pair(event, round=1)
    boasting = replace(draw.boards[0].black, grade=Grade.parse("9d"))
    assert rules(event, changed(draw, 0, black=boasting)) == set()


def test_a_round_without_a_number_is_refused(event: Tournament, draw: Draw) -> None:
    with pytest.raises(InputError, match="no round 0"):
        judge(event, replace(draw, round=0))


def test_points_for_absence_count_in_pairing_even_where_they_give_no_place() -> None:
    event = crosstable("A- B+C | ", start=5)
    scoring = Scoring(absence_for_place=False, absent_points=quarters(1))
    stones = Handicapping(correction=0, none_from=Grade.parse("9d"))
    event = replace(event, settings=replace(event.settings, scoring=scoring, handicapping=stones))
    assert judge(event, pair(event, round=2)) == []


def test_a_table_fixed_for_one_and_excluded_for_the_other_is_refused() -> None:
    event = replace(crosstable("A?B"), rounds=())
    hand = Constraints(fixed_tables=((PlayerId("A"), 3),), excluded_tables=((PlayerId("B"), 3),))
    with pytest.raises(InputError, match="table 3"):
        pair(event, round=1, constraints=hand)


@pytest.mark.parametrize("system", SCHEDULES)
@pytest.mark.parametrize("size", [2, 5, 8])
def test_nothing_is_wrong_with_a_round_of_a_schedule(system: str, size: int) -> None:
    dice = random.Random(size)
    players = tuple(replace(a_player(dice, n, 0), registration=Registration.FINAL) for n in range(size))
    event = Tournament(players=players, settings=Settings(system=system, rounds=20))
    for number in range(1, 20):
        try:
            draw = schedule_of(system).draw(event, round=number, seed=size)
        except InputError:
            break
        assert judge(event, draw) == []
        drawn = replace(round_of(draw), byes=draw.byes)
        boards = tuple(
            replace(b, result=dice.choice([Result.WHITE_WINS, Result.BLACK_WINS])) for b in drawn.boards
        )
        event = replace(event, rounds=(*event.rounds, replace(drawn, boards=boards)))
    assert event.rounds
