"""Tables in the small: who misses a round, what is missed with it, and how it is made up."""

from dataclasses import replace
from itertools import combinations

import pytest

from kit.builders import with_player
from kit.small_fields import NAMES, byes, drawn_and_played, field, pairs, places, play
from miai.domain.people.player import PlayerId
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Bye, ByeKind, Round
from miai.domain.tournament import Tournament
from miai.engine.pairing.schedules import RoundRobin, placing
from miai.engine.pairing.schedules.bracket import Bracket, NotPlayed
from miai.engine.scoring import standings
from miai.errors import InputError
from miai.features.draw.answer import bracket_table

TABLE = RoundRobin()


def away(event: Tournament, name: str, *rounds: int) -> Tournament:
    return with_player(event, name, absent_rounds=frozenset(rounds))


def missed(bracket: Bracket) -> list[str]:
    """The games that can be made up."""
    return sorted(
        "-".join(sorted(player.surname for player in match.pair))
        for match in bracket.matches
        if match.pair and match.not_played is NotPlayed.MISSED
    )


def every_pair(players: int) -> set[str]:
    return {"-".join(pair) for pair in combinations(sorted(NAMES[:players]), 2)}


def problems(event: Tournament, number: int) -> list[str]:
    return list(map(str, TABLE.draw(event, round=number, seed=0).problems))


@pytest.mark.requirement("V17", "V21")
@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("number", [1, 2, 3])
def test_who_misses_one_round_is_in_the_table_and_meets_everybody_else(players: int, number: int) -> None:
    event = away(field(players), "Bea", number)
    rounds = players - 1 + players % 2
    if number > rounds:
        return
    event = drawn_and_played(TABLE, event, *["Ada"] * rounds)
    games = {"-".join(sorted((board.white, board.black))) for drawn in event.rounds for board in drawn.boards}
    gone = missed(TABLE.bracket(event, after=rounds, seed=0))
    assert games | set(gone) == every_pair(players)
    assert games.isdisjoint(gone)
    free = event.rounds[number - 1].free
    assert len(gone) == (0 if "Bea" in free else 1)


def test_the_absent_player_the_opponent_and_the_points_are_named() -> None:
    event = away(field(4), "Dan", 2)
    event = play(event, TABLE.draw(event, round=1, seed=0), "Ada Bea")
    draw = TABLE.draw(event, round=2, seed=0)
    (opponent,) = {"Ada", "Bea", "Cem"} - {name for pair in pairs(draw) for name in pair.split("-")}
    assert problems(event, 2) == [
        f"Dan misses the game against {opponent} in round 2: nobody has points for it until it is made up"
    ]
    assert sorted(byes(draw)) == sorted(["Dan", opponent])
    assert {bye.kind for bye in draw.byes} == {ByeKind.VOLUNTARY}
    before, after = (
        {row.player.surname: row.values["nbw"] for row in standings(each, criteria=["nbw"]).rows}
        for each in (event, play(event, draw, "Ada Bea Cem"))
    )
    assert (after["Dan"], after[opponent]) == (before["Dan"], before[opponent])


def test_two_who_are_away_from_one_game_both_miss_it() -> None:
    event = away(away(field(2), "Ada", 2), "Bea", 2)
    draw = RoundRobin(times=2).draw(event, round=2, seed=0)
    assert draw.boards == ()
    assert list(map(str, draw.problems)) == ["Ada and Bea both miss their game of round 2"]


@pytest.mark.requirement("V21")
@pytest.mark.parametrize("players", range(3, 9))
def test_an_absence_changes_no_other_game(players: int) -> None:
    for number in (1, 2, 3):
        whole, gone = field(players), away(away(field(players), "Bea", number), "Ada", number)
        for earlier in range(1, number):
            whole = play(whole, TABLE.draw(whole, round=earlier, seed=0))
            gone = play(gone, TABLE.draw(gone, round=earlier, seed=0))
        planned = pairs(TABLE.draw(whole, round=number, seed=0))
        there = [pair for pair in planned if not {"Ada", "Bea"} & set(pair.split("-"))]
        assert pairs(TABLE.draw(gone, round=number, seed=0)) == there


def test_the_free_seat_counts_the_same_for_somebody_who_is_away() -> None:
    (free,) = byes(TABLE.draw(field(5), round=1, seed=0))
    draw = TABLE.draw(away(field(5), free, 1), round=1, seed=0)
    assert (len(draw.boards), byes(draw), draw.problems) == (2, [free], ())
    assert list(map(str, draw.notes)) == [
        f"{free} is away in round 1 and has the free seat: no game is missed"
    ]


def test_who_misses_every_round_is_named_and_not_in_the_table() -> None:
    event = away(field(5, rounds=3), "Eva", 1, 2, 3)
    draw = TABLE.draw(event, round=1, seed=0)
    assert (len(draw.boards), byes(draw)) == (2, [])
    assert list(map(str, draw.problems)) == ["Eva misses every round and is not in the table"]


def test_who_withdraws_stays_in_the_table_with_games_that_are_missed() -> None:
    event = drawn_and_played(TABLE, field(4), "Ada Bea")
    event = drawn_and_played(TABLE, away(event, "Dan", 2, 3), "Ada Bea", "Ada Bea")
    bracket = TABLE.bracket(event, after=3, seed=0)
    assert len(missed(bracket)) == 2
    assert bracket.over
    assert sum(map(len, placing(bracket))) == 4


class TestMakingUp:
    """A missed game is recognised in whatever round it is played."""

    def event(self) -> Tournament:
        """Dan misses the game of round 2, against Ada."""
        event = drawn_and_played(TABLE, away(field(4), "Dan", 2), "Ada Bea", "Ada Bea Cem")
        assert missed(TABLE.bracket(event, after=2, seed=0)) == ["Ada-Dan"]
        return event

    def test_a_game_by_hand_in_a_later_round_counts(self) -> None:
        event = self.event()
        boards = (
            Board(table=1, white=PlayerId("Dan"), black=PlayerId("Ada"), result=Result.WHITE_WINS),
            Board(table=2, white=PlayerId("Bea"), black=PlayerId("Cem"), result=Result.WHITE_WINS),
        )
        event = replace(event, rounds=(*event.rounds, Round(number=3, boards=boards)))
        bracket = TABLE.bracket(event, after=3, seed=0)
        match = next(m for m in bracket.matches if m.pair and {p.surname for p in m.pair} == {"Ada", "Dan"})
        assert (match.round, match.played_in, match.winner and match.winner.surname) == (2, 3, "Dan")
        rows = [row for row in bracket_table(bracket).rows if "Dan won in round 3" in row]
        assert len(rows) == 1
        assert "Ada – Dan belongs to round 2 and is played in round 3" in [
            str(note).replace("Dan – Ada", "Ada – Dan") for note in bracket.notes
        ]

    def test_rounds_after_the_last_are_for_missed_games(self) -> None:
        event = drawn_and_played(TABLE, self.event(), "Ada Bea")
        draw = TABLE.draw(event, round=4, seed=0)
        assert pairs(draw) == ["Ada-Dan"]
        assert str(draw.boards[0].reasons[0].text) == "makes up the game that was missed in round 2"
        event = play(event, draw, "Dan")
        bracket = TABLE.bracket(event, after=4, seed=0)
        assert missed(bracket) == []
        with pytest.raises(InputError, match="this round robin has 3 rounds: there is no round 5"):
            TABLE.draw(event, round=5, seed=0)

    def test_games_that_cannot_be_made_up_are_named(self) -> None:
        event = away(drawn_and_played(TABLE, self.event(), "Ada Bea"), "Dan", 2, 4)
        with pytest.raises(InputError, match="no missed game can be made up in round 4: Ada – Dan"):
            TABLE.draw(event, round=4, seed=0)

    def test_two_who_wait_in_the_same_round_make_up_their_game(self) -> None:
        event = away(field(6), "Fay", 1)
        first = TABLE.draw(event, round=1, seed=0)
        event = play(event, first, "Ada Bea Cem Dan Eva")
        ((fays,),) = ([bye for bye in byes(first) if bye != "Fay"],)
        # In some later round the one who waited for Fay and Fay both lose their opponents.
        for number in range(2, 6):
            own = {
                name: other
                for pair in pairs(TABLE.draw(event, round=number, seed=0))
                for name, other in (pair.split("-"), pair.split("-")[::-1])
            }
            gone = away(away(event, own["Fay"], number), own[fays], number)
            draw = TABLE.draw(gone, round=number, seed=0)
            assert "-".join(sorted((fays, "Fay"))) in pairs(draw)
            event = play(event, TABLE.draw(event, round=number, seed=0), "Ada Bea Cem Dan Eva")

    def test_points_count_once(self) -> None:
        event = drawn_and_played(TABLE, self.event(), "Ada Bea Cem", "Ada")
        assert places(TABLE.bracket(event, after=4, seed=0))[0] == "Ada"
        wins = {row.player.surname: row.values["nbw"] for row in standings(event, criteria=["nbw"]).rows}
        assert (wins["Ada"], sum(wins.values())) == (3, 6)


class TestRecord:
    """Seats are read from round 1, also those of who sat out."""

    def test_pairs_stay_when_ratings_and_seeds_change(self) -> None:
        event = away(away(away(field(8), "Ada", 1), "Cem", 1), "Hal", 1)
        whole = drawn_and_played(TABLE, event, *["Bea Dan Eva"] * 7)
        for number in range(2, 8):
            before = replace(whole, rounds=whole.rounds[: number - 1])
            other = replace(
                before,
                players=tuple(
                    replace(player, rating=1000 + 7 * at % 5) for at, player in enumerate(before.players)
                ),
            )
            assert pairs(TABLE.draw(other, round=number, seed=9)) == pairs(
                TABLE.draw(before, round=number, seed=0)
            )

    def test_a_file_that_keeps_no_missed_games_still_has_everybody(self) -> None:
        event = away(field(6), "Bea", 1)
        draw = TABLE.draw(event, round=1, seed=0)
        event = play(event, draw)
        foreign = replace(event, rounds=(replace(event.rounds[0], byes=()),))
        assert pairs(TABLE.draw(foreign, round=2, seed=0)) == pairs(TABLE.draw(event, round=2, seed=0))

    def test_a_bye_that_the_director_gives_to_who_waits_changes_no_seat(self) -> None:
        event = away(field(6), "Bea", 1)
        event = play(event, TABLE.draw(event, round=1, seed=0))
        waits = next(bye.player for bye in event.rounds[0].byes if bye.player != "Bea")
        others = tuple(bye for bye in event.rounds[0].byes if bye.player != waits)
        given = replace(event.rounds[0], byes=(*others, Bye(player=waits)))
        drawn = pairs(TABLE.draw(replace(event, rounds=(given,)), round=2, seed=0))
        assert set("-".join(drawn).split("-")) == set(NAMES[:6])

    def test_a_late_entry_is_told_to_be_outside(self) -> None:
        event = drawn_and_played(TABLE, field(4), "Ada Bea")
        late = field(5).players[4]
        event = replace(event, players=(*event.players, late))
        assert problems(event, 2) == ["Eva is not in the field, which was fixed in round 1"]
        assert "Eva is not in the field, which was fixed in round 1" in [
            str(note) for note in TABLE.bracket(event, after=1, seed=0).notes
        ]

    def test_a_whole_round_that_was_moved_by_hand_leaves_its_turn_to_a_later_one(self) -> None:
        event = play(field(4), TABLE.draw(field(4), round=1, seed=0))
        second, third = (TABLE.draw(event, round=number, seed=0) for number in (2, 3))
        by_hand = play(event, replace(third, round=2))
        assert pairs(TABLE.draw(by_hand, round=3, seed=0)) == pairs(second)

    def test_two_who_met_before_their_time_sit_out_the_round_of_their_game(self) -> None:
        event = play(field(6), TABLE.draw(field(6), round=1, seed=0))
        draw = TABLE.draw(event, round=2, seed=0)
        (a, b), (c, d) = (pair.split("-") for pair in pairs(draw)[:2])
        met = {"-".join(sorted((board.white, board.black))) for board in event.rounds[0].boards}
        c, d = (d, c) if "-".join(sorted((a, c))) in met else (c, d)
        boards = [Board(table=1, white=PlayerId(a), black=PlayerId(c))]
        boards += [
            Board(table=each.table, white=each.white.id, black=each.black.id) for each in draw.boards[2:]
        ]
        event = replace(event, rounds=(*event.rounds, Round(number=2, boards=tuple(boards))))
        turns = {number: pairs(TABLE.draw(event, round=number, seed=0)) for number in (3, 4, 5)}
        assert all("-".join(sorted((a, c))) not in turn for turn in turns.values())
        said = [text for number in (3, 4, 5) for text in problems(event, number)]
        assert [text for text in said if "have met already" in text and a in text and c in text]
        assert {"-".join(sorted((a, b))), "-".join(sorted((c, d)))} <= set(
            missed(TABLE.bracket(event, after=2, seed=0))
        )
