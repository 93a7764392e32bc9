"""Brackets by the director's choice: places drawn by lot, and a losers' bracket drawn anew each round."""

from dataclasses import replace

import pytest

from kit.builders import with_player
from kit.small_fields import NAMES, byes, drawn_and_played, field, pairs, places, play, with_result
from miai.domain.people.player import PlayerId
from miai.domain.rounds.director_constraints import WantedGame
from miai.domain.rounds.game import Result
from miai.domain.tournament import Tournament
from miai.engine.pairing.schedules import DoubleElimination, Knockout, Schedule
from miai.engine.pairing.schedules.bracket import Side, ToBeDrawn
from miai.errors import InputError
from miai.features.draw.answer import bracket_table

DOUBLE = DoubleElimination()


def choosing(event: Tournament, **rules: bool) -> Tournament:
    pairing = replace(event.settings.pairing, **rules)  # type: ignore[arg-type]
    return replace(event, settings=replace(event.settings, pairing=pairing))


def with_wishes(event: Tournament, *, apart: str = "", wanted: tuple[int, str] | None = None) -> Tournament:
    wishes = event.wishes
    if apart:
        a, b = apart.split("-")
        wishes = replace(wishes, apart=((PlayerId(a), PlayerId(b)),))
    if wanted:
        white, black = wanted[1].split("-")
        game = WantedGame(round=wanted[0], white=PlayerId(white), black=PlayerId(black))
        wishes = replace(wishes, games=(game,))
    return replace(event, wishes=wishes)


class TestByLot:
    """Document 1, 3.2: some players, usually decided by a lottery, begin in the second round."""

    @pytest.mark.requirement("V22", "V23")
    @pytest.mark.parametrize("cup", [Knockout(), DOUBLE], ids=lambda cup: str(cup.key))
    def test_everybody_can_be_free_in_round_1_and_the_seed_decides(self, cup: Schedule) -> None:
        event = choosing(field(6), bracket_by_lot=True)
        free = [byes(cup.draw(event, round=1, seed=seed)) for seed in range(40)]
        assert {len(each) for each in free} == {2}
        assert {name for each in free for name in each} == set(NAMES[:6])
        assert byes(cup.draw(event, round=1, seed=3)) == free[3]

    def test_the_second_round_has_a_power_of_two(self) -> None:
        for players in range(2, 17):
            event = choosing(field(players), bracket_by_lot=True)
            draw = Knockout().draw(event, round=1, seed=5)
            left = len(draw.boards) + len(draw.byes)
            assert left & (left - 1) == 0
            assert 2 * len(draw.boards) + len(draw.byes) == players

    def test_draw_bracket_and_reasons_say_so(self) -> None:
        event = choosing(field(5), bracket_by_lot=True)
        draw = Knockout().draw(event, round=1, seed=0)
        assert [str(note) for note in draw.notes] == [
            "places in the bracket and free first rounds are drawn by lot"
        ]
        assert {str(reason.text).partition(": ")[2] for reason in draw.bye_reasons} == {
            "free in round 1 by lot"
        }
        assert str(draw.boards[0].reasons[0].text) == "lot 4 against lot 5"
        bracket = Knockout().bracket(play(event, draw, "Ada Bea Cem Dan"), after=1, seed=0)
        assert bracket_table(bracket).title == "Knock-out: 5 players, 3 rounds, places drawn by lot"
        assert [str(note) for note in bracket.notes] == [str(note) for note in draw.notes]

    def test_without_lots_a_bye_says_which_seed_has_it(self) -> None:
        draw = Knockout().draw(field(11), round=1, seed=0)
        said = [str(reason.text).partition(": ")[2] for reason in draw.bye_reasons]
        assert sorted(said) == [
            f"free in round 1 as number {number} of the seeding, because 11 players do not fill the 16 "
            "places of the bracket and the first numbers have the byes"
            for number in range(1, 6)
        ]

    def test_later_rounds_follow_the_lots_of_round_1(self) -> None:
        cup = Knockout()
        event = choosing(field(8), bracket_by_lot=True)
        event = play(event, cup.draw(event, round=1, seed=11), "Ada Bea Cem Dan Eva Fay Gil")
        assert pairs(cup.draw(event, round=2, seed=11)) == pairs(cup.draw(event, round=2, seed=99))

    def test_pairs_to_keep_apart_are_not_left_to_chance(self) -> None:
        event = with_wishes(choosing(field(8), bracket_by_lot=True), apart="Ada-Bea")
        for seed in range(30):
            upper = Knockout().plan(event.players, seed)
            bracket = Knockout().bracket(event, after=0, seed=seed)
            assert upper.rounds == bracket.rounds
            names = {p.surname for match in bracket.of_round(1)[:2] for p in match.players}
            assert len(names & {"Ada", "Bea"}) == 1


class TestRedrawnLosers:
    """Players with one loss are drawn anew in each round."""

    def event(self, players: int) -> Tournament:
        return choosing(field(players), redraw_losers=True)

    def test_what_is_not_drawn_yet_is_shown_as_such(self) -> None:
        bracket = DOUBLE.bracket(self.event(8), after=0, seed=0)
        losers = [match for match in bracket.matches if match.side is Side.LOSERS]
        assert [match.round for match in losers] == [2, 2, 3, 3, 4, 4, 5]
        unbeaten = [match.round for match in bracket.matches if match.side is Side.WINNERS]
        assert unbeaten == [1, 1, 1, 1, 2, 2, 3]
        assert {type(match.upper) for match in losers} == {ToBeDrawn}
        assert bracket.rounds == 7
        assert "drawn later" in bracket_table(bracket).rows[6]
        assert "the losers' bracket is drawn anew in each round, without rematches where that can be" in [
            str(note) for note in bracket.notes
        ]

    def test_who_lost_to_each_other_in_round_1_does_not_meet_in_the_losers_bracket(self) -> None:
        for seed in range(20):
            event = self.event(8)
            event = play(event, DOUBLE.draw(event, round=1, seed=seed), "Ada Bea Cem Dan")
            met = {frozenset((b.white, b.black)) for b in event.rounds[0].boards}
            for number in (2, 3):
                draw = DOUBLE.draw(event, round=number, seed=seed)
                games = {frozenset((b.white.id, b.black.id)) for b in draw.boards}
                assert not games & met
                event = play(event, draw, "Ada Bea Cem Dan Eva Fay Gil")
                met |= games

    def test_lots_follow_the_seed(self) -> None:
        event = self.event(16)
        event = play(event, DOUBLE.draw(event, round=1, seed=0), "Ada Bea Cem Dan Eva Fay Gil Hal")
        draws = {tuple(pairs(DOUBLE.draw(event, round=2, seed=seed))) for seed in range(6)}
        assert len(draws) > 1
        assert DOUBLE.draw(event, round=2, seed=4) == DOUBLE.draw(event, round=2, seed=4)

    def test_the_reason_says_how_the_two_were_drawn(self) -> None:
        event = self.event(4)
        event = play(event, DOUBLE.draw(event, round=1, seed=0), "Ada Bea")
        draw = DOUBLE.draw(event, round=2, seed=0)
        texts = [str(board.reasons[0].text) for board in draw.boards]
        assert texts[1] == "losers' bracket, drawn anew among those who have lost once"
        event = play(event, draw, "Ada Dan")
        again = DOUBLE.draw(event, round=3, seed=0)
        assert pairs(again) == ["Bea-Dan"]
        event = play(event, again, "Bea")
        assert pairs(DOUBLE.draw(event, round=4, seed=0)) == ["Ada-Bea"]

    def test_a_rematch_that_cannot_be_avoided_is_explained(self) -> None:
        event = self.event(4)
        event = play(event, DOUBLE.draw(event, round=1, seed=0), "Ada Bea")
        event = play(event, DOUBLE.draw(event, round=2, seed=0), "Ada Cem")
        draw = DOUBLE.draw(event, round=3, seed=0)
        assert pairs(draw) == ["Bea-Cem"]
        assert "meet again because no draw of this round has fewer rematches" in str(
            draw.boards[0].reasons[0].text
        )

    def test_a_swap_by_hand_is_followed(self) -> None:
        event = self.event(8)
        event = play(event, DOUBLE.draw(event, round=1, seed=0), "Ada Bea Cem Dan")
        event = play(event, DOUBLE.draw(event, round=2, seed=0), "")
        drawn = event.rounds[1]
        low = [b for b in drawn.boards if {b.white, b.black} <= {"Eva", "Fay", "Gil", "Hal"}]
        one, other = low
        swapped = (replace(one, black=other.black), replace(other, black=one.black))
        boards = (*(b for b in drawn.boards if b not in low), *swapped)
        event = replace(event, rounds=(event.rounds[0], replace(drawn, boards=boards)))
        for board in boards:
            event = with_result(event, 2, board.white, Result.WHITE_WINS)
        bracket = DOUBLE.bracket(event, after=2, seed=0)
        games = {
            frozenset(player.surname for player in match.pair)
            for match in bracket.of_round(2)
            if match.side is Side.LOSERS and match.pair
        }
        assert games == {frozenset((b.white, b.black)) for b in swapped}
        assert len(DOUBLE.draw(event, round=3, seed=0).boards) == 3

    def test_an_open_game_stops_the_next_round(self) -> None:
        event = self.event(8)
        event = play(event, DOUBLE.draw(event, round=1, seed=0), "Ada Bea Cem")
        with pytest.raises(InputError, match="round 1, table 2: Dan – Eva has no result yet"):
            DOUBLE.draw(event, round=2, seed=0)

    def test_somebody_whom_the_director_left_without_a_game_is_named(self) -> None:
        event = self.event(8)
        event = play(event, DOUBLE.draw(event, round=1, seed=0), "Ada Bea Cem Dan")
        event = play(event, DOUBLE.draw(event, round=2, seed=0), "Ada Bea Cem Dan Eva Fay Gil")
        drawn = event.rounds[1]
        gone = next(b for b in drawn.boards if {b.white, b.black} <= {"Eva", "Fay", "Gil", "Hal"})
        boards = tuple(b for b in drawn.boards if b is not gone)
        event = replace(event, rounds=(event.rounds[0], replace(drawn, boards=boards)))
        with pytest.raises(InputError, match=f"round 2: {gone.white} has not been drawn"):
            DOUBLE.draw(event, round=3, seed=0)

    def test_who_is_away_after_one_loss_is_out(self) -> None:
        event = self.event(8)
        event = play(event, DOUBLE.draw(event, round=1, seed=0), "Ada Bea Cem Dan")
        event = with_player(event, "Eva", absent_rounds=frozenset({2}))
        draw = DOUBLE.draw(event, round=2, seed=0)
        assert [str(problem) for problem in draw.problems] == ["Eva is away in round 2 and loses by walkover"]
        assert len(draw.byes) == 1
        event = play(event, draw, "Ada Bea Cem Dan Fay Gil")
        assert DOUBLE.bracket(event, after=2, seed=0).losses()[PlayerId("Eva")] == 2

    def test_the_bye_goes_to_who_had_none(self) -> None:
        for seed in range(12):
            event = self.event(6)
            event = play(event, DOUBLE.draw(event, round=1, seed=seed), "Cem Dan")
            event = play(event, DOUBLE.draw(event, round=2, seed=seed), "Ada Bea Cem Eva")
            draw = DOUBLE.draw(event, round=3, seed=seed)
            earlier = [player for drawn in event.rounds for player in drawn.free]
            pool = {name for pair in pairs(draw) for name in pair.split("-")} | set(byes(draw))
            fewest = min(earlier.count(PlayerId(name)) for name in pool)
            assert all(earlier.count(PlayerId(name)) == fewest for name in byes(draw))

    @pytest.mark.requirement("A41", "A42")
    def test_wishes_are_kept_where_they_can_be(self) -> None:
        event = self.event(8)
        event = play(event, DOUBLE.draw(event, round=1, seed=0), "Ada Bea Cem Dan")
        for names in ("Eva-Fay", "Eva-Gil", "Eva-Hal"):
            wanted = with_wishes(event, wanted=(2, names))
            assert names in pairs(DOUBLE.draw(wanted, round=2, seed=0))
            apart = with_wishes(event, apart=names)
            assert all(names not in pairs(DOUBLE.draw(apart, round=2, seed=seed)) for seed in range(8))

    def test_it_places_everybody(self) -> None:
        event = drawn_and_played(DOUBLE, self.event(4), "Ada Bea", "Ada Cem", "Bea Cem", "Ada")
        assert places(DOUBLE.bracket(event, after=4, seed=0))[0] == "Ada"
        assert [len(place.split()) for place in places(DOUBLE.bracket(event, after=4, seed=0))] == [1] * 4
