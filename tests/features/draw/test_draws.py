"""Draws at the console: drafts, the director's hand, wishes, publication and late arrivals."""

from dataclasses import replace

import pytest

from kit.console import Console, console, console_of
from miai.domain.people.player import PlayerId
from miai.domain.points import POINT
from miai.domain.rounds.director_constraints import ByeVolunteer
from miai.domain.rounds.game import Result
from miai.domain.settings.pairing_rules import ColourRule
from miai.engine.pairing.rules.geography import Kinship
from miai.errors import InputError, NoPairingError
from miai.features.draw import change_draw
from miai.features.draw.draw_round import draw_round, repair_rest, take_back_round
from miai.features.draw.entries import draw_entries
from miai.features.draw.evaluation import evaluation_of, how_drawn
from miai.features.draw.explain import why_not
from miai.features.draw.late_arrival import LateChoice, late_arrival_offers, take_late_arrival
from miai.features.draw.open_games import outstanding
from miai.features.draw.swap_preview import swap_preview
from miai.features.draw.wishes import fix_table, keep_off_table, never_pair, offer_bye, want_game
from miai.features.history.undo import undo
from miai.features.players.change_player import check_in, set_attendance
from miai.features.publish.publish_round import (
    Shown,
    public_round,
    publication,
    publish_round,
    publish_standings,
)
from miai.features.settings.change_settings import change_settings
from miai.messages import Message, Score

FIELD = "Ada 3d, Bo 3d, Cy 2d, Di 2d, Ed 1k, Fay 1k"


def pairs(hall: Console, number: int = 1) -> set[frozenset[str]]:
    names = {player.id: player.surname for player in hall.event.players}
    return {frozenset((names[b.white], names[b.black])) for b in hall.event.round(number).boards}


def opponent(hall: Console, name: str, number: int = 1) -> str:
    return next(other for pair in pairs(hall, number) if name in pair for other in pair - {name})


class TestDrawing:
    """Drafts of a round."""

    def test_a_draw_is_backed_up_and_can_be_repeated_from_its_entry(self) -> None:
        hall = console(FIELD)
        drawn = draw_round(*hall.at, round=1, seed=7, by="Anneke")
        assert hall.store.backups == ["draw"]
        assert (drawn.draw.seed, drawn.draw.optimal) == (7, True)
        before = pairs(hall)
        undo(*hall.at, drawn.saved.state.version, by="Anneke")
        assert hall.event.rounds == ()
        draw_round(*hall.at, round=1, seed=7, by="Anneke")
        assert pairs(hall) == before

    def test_a_backup_that_fails_is_told_and_the_draw_stands(self, monkeypatch: pytest.MonkeyPatch) -> None:
        hall = console(FIELD)

        def full(reason: str) -> None:
            raise InputError(Message("the disk is full"))

        with monkeypatch.context() as patch:
            patch.setattr(hall.store, "backup", full)
            hall.draw(1)
        assert len(hall.event.round(1).boards) == 3
        assert str(hall.desk.backup_problem) == "the disk is full"
        hall.draw(1)
        assert hall.desk.backup_problem is None

    def test_drawn_again_it_is_a_new_draft_until_a_result_would_be_lost(self) -> None:
        hall = console(FIELD)
        hall.draw(1)
        check_in(*hall.at, hall.who("Fay"), here=False, by="door")
        hall.draw(1)
        assert len(hall.event.round(1).boards) == 2
        state = hall.desk.state(hall.id)
        assert how_drawn(draw_entries(state.history, 1), state.tournament.settings).drafts == 2
        hall.result(1, 1, Result.WHITE_WINS)
        check_in(*hall.at, hall.board(1, "Ada").black, here=False, by="door")
        with pytest.raises(InputError, match="table 1 has a result: take it back first"):
            hall.draw(1)

    def test_games_that_go_on_are_listed_and_never_stop_the_next_draw(self) -> None:
        hall = console(FIELD)
        hall.draw(1)
        hall.result(1, 1, Result.WHITE_WINS)
        hall.result(1, 2, Result.WHITE_WINS)
        assert [(game.round, game.board.table) for game in outstanding(hall.event, before=2)] == [(1, 3)]
        assert len(hall.draw(2).boards) == 3

    def test_where_no_draw_exists_the_nearest_is_offered(self) -> None:
        hall = console_of("A+B")
        with pytest.raises(NoPairingError, match="A and B"):
            draw_round(*hall.at, round=2, by="Anneke")
        drawn = draw_round(*hall.at, round=2, nearest=True, by="Anneke")
        assert len(drawn.saved.state.tournament.round(2).boards) == 1

    def test_only_the_last_round_can_be_taken_back(self) -> None:
        hall = console_of("A+B C+D | A+C B+D")
        with pytest.raises(InputError, match="round 2 is drawn already: take it back first"):
            take_back_round(*hall.at, round=1, by="Anneke")
        take_back_round(*hall.at, round=2, by="Anneke")
        assert [drawn.number for drawn in hall.event.rounds] == [1]

    def test_the_rest_is_paired_again_around_what_is_locked_over_or_reported(self) -> None:
        hall = console("Ada, Bo, Cy, Di, Ed, Fay, Gus, Hal")
        hall.draw(1)
        locked, over = hall.board(1, "Ada"), hall.board(1, "Cy")
        if over.table == locked.table:
            over = next(board for board in hall.event.round(1).boards if board.table != locked.table)
        change_draw.lock(*hall.at, round=1, table=locked.table, by="Anneke")
        hall.result(1, over.table, Result.JIGO)
        others = [b for b in hall.event.round(1).boards if b.table not in (locked.table, over.table)]
        never_pair(*hall.at, a=others[0].white, b=others[0].black, by="Anneke")
        repair_rest(*hall.at, round=1, by="Anneke")
        now = {board.table: board for board in hall.event.round(1).boards}
        assert (now[locked.table].white, now[locked.table].locked) == (locked.white, True)
        assert (now[over.table].result, now[over.table].locked) == (Result.JIGO, False)
        assert now[others[0].table].black != others[0].black

    def test_a_cup_is_drawn_by_whole_rounds(self) -> None:
        hall = console("Ada, Bo, Cy, Di", system="knockout", rounds=2)
        hall.draw(1)
        with pytest.raises(InputError, match="draws whole rounds only"):
            repair_rest(*hall.at, round=1, by="Anneke")
        late = hall.enter("Late")
        [offer] = late_arrival_offers(*hall.at, late, round=1)
        assert offer.choice is LateChoice.NEXT_ROUND


class TestHand:
    """The director's hand on a draw."""

    def test_two_players_change_places_and_one_entry_undoes_it(self) -> None:
        hall = console(FIELD)
        hall.draw(1)
        before, rival = pairs(hall), opponent(hall, "Ada")
        other = next(n for n in ("Cy", "Di") if n != rival)
        saved = change_draw.swap(*hall.at, round=1, a=hall.who("Ada"), b=hall.who(other), by="Anneke")
        assert opponent(hall, other) == rival
        undo(*hall.at, saved.state.version, by="Anneke")
        assert pairs(hall) == before

    def test_stones_follow_the_new_pairs(self) -> None:
        hall = console("Ada 1d, Bo 1d, Cy 9k, Di 9k")
        hall.draw(1)
        change_draw.swap(*hall.at, round=1, a=hall.who("Bo"), b=hall.who("Cy"), by="Anneke")
        board = hall.board(1, "Ada")
        assert opponent(hall, "Ada") == "Cy"
        assert (board.white, board.handicap, board.komi) == (hall.who("Ada"), 8, 0.5)

    def test_who_has_won_has_still_won_when_the_colours_were_wrong(self) -> None:
        hall = console_of("A+B")
        change_draw.swap_colours(*hall.at, round=1, table=1, by="Anneke")
        board = hall.event.round(1).boards[0]
        assert (board.white, board.result) == ("B", Result.BLACK_WINS)

    def test_a_result_goes_with_its_board_to_another_table(self) -> None:
        hall = console_of("A+B C?D")
        change_draw.set_table(*hall.at, round=1, table=1, new_table=2, by="Anneke")
        assert [(b.table, b.white, b.result) for b in hall.event.round(1).boards] == [
            (1, "C", Result.UNKNOWN),
            (2, "A", Result.WHITE_WINS),
        ]

    def test_a_game_that_is_over_is_not_taken_apart(self) -> None:
        hall = console_of("A+B C?D")
        a, c, refused = PlayerId("A"), PlayerId("C"), "table 1 has a result: take it back first"
        with pytest.raises(InputError, match=refused):
            change_draw.swap(*hall.at, round=1, a=a, b=c, by="Anneke")
        with pytest.raises(InputError, match=refused):
            change_draw.unpair(*hall.at, round=1, table=1, by="Anneke")
        with pytest.raises(InputError, match=refused):
            change_draw.set_bye(*hall.at, round=1, player=a, by="Anneke")

    def test_unpaired_players_can_be_put_together_again(self) -> None:
        hall = console(FIELD)
        hall.draw(1)
        table, rival = hall.board(1, "Ada").table, opponent(hall, "Ada")
        change_draw.unpair(*hall.at, round=1, table=table, by="Anneke")
        assert {player.surname for player in evaluation_of(*hall.at, round=1).unpaired} == {"Ada", rival}
        change_draw.pair_up(*hall.at, round=1, a=hall.who("Ada"), b=hall.who(rival), by="Anneke")
        assert hall.board(1, "Ada").table == table
        with pytest.raises(InputError, match="Ada is paired already in round 1"):
            change_draw.pair_up(*hall.at, round=1, a=hall.who("Ada"), b=hall.who(rival), by="Anneke")

    def test_the_bye_changes_hands(self) -> None:
        hall = console("Ada 3d, Bo 3d, Cy 2d")
        [bye] = hall.draw(1).byes
        change_draw.set_bye(*hall.at, round=1, player=hall.who("Ada"), by="Anneke")
        assert [each.player for each in hall.event.round(1).byes] == [hall.who("Ada")]
        assert hall.event.round(1).board_of(bye.player)

    @pytest.mark.requirement("A48")
    def test_terms_of_one_board(self) -> None:
        hall = console_of("A?B")
        change_draw.set_terms(*hall.at, round=1, table=1, handicap=3, komi=0.5, by="Anneke")
        board = hall.event.round(1).boards[0]
        assert (board.handicap, board.komi) == (3, 0.5)

    def test_names_are_given_in_complaints(self) -> None:
        hall = console(FIELD)
        hall.draw(1)
        late = hall.enter("Late")
        with pytest.raises(InputError, match="Late is not in the draw of round 1"):
            change_draw.swap(*hall.at, round=1, a=late, b=hall.who("Ada"), by="Anneke")


class TestWishes:
    """Standing wishes of the director."""

    @pytest.mark.requirement("A42")
    def test_who_is_never_to_meet_does_not_until_it_is_allowed_again(self) -> None:
        hall = console("Ada, Bo, Cy, Di")
        hall.draw(1)
        rival = opponent(hall, "Ada")
        never_pair(*hall.at, a=hall.who("Ada"), b=hall.who(rival), by="Anneke")
        hall.draw(1)
        assert opponent(hall, "Ada") != rival
        never_pair(*hall.at, a=hall.who(rival), b=hall.who("Ada"), never=False, by="Anneke")
        hall.draw(1)
        assert opponent(hall, "Ada") == rival

    @pytest.mark.requirement("A41")
    def test_a_wanted_game_is_drawn_in_its_round_and_in_no_other(self) -> None:
        hall = console(FIELD)
        want_game(*hall.at, round=1, white=hall.who("Fay"), black=hall.who("Ada"), by="Anneke")
        hall.draw(1)
        assert hall.board(1, "Fay").black == hall.who("Ada")
        hall.play(1)
        hall.draw(2)
        assert opponent(hall, "Fay", 2) != "Ada"

    def test_wishes_about_somebody_who_is_away_wait(self) -> None:
        hall = console(FIELD)
        want_game(*hall.at, round=1, white=hall.who("Fay"), black=hall.who("Ada"), by="Anneke")
        fix_table(*hall.at, player=hall.who("Fay"), table=2, by="Anneke")
        set_attendance(*hall.at, hall.who("Fay"), round=1, plays=False, by="door")
        assert len(hall.draw(1).boards) == 2

    def test_a_player_keeps_the_table_and_another_never_sits_there(self) -> None:
        hall = console(FIELD)
        fix_table(*hall.at, player=hall.who("Ed"), table=7, by="Anneke")
        keep_off_table(*hall.at, player=hall.who("Ada"), table=1, by="Anneke")
        hall.draw(1)
        assert hall.board(1, "Ed").table == 7
        assert hall.board(1, "Ada").table != 1
        fix_table(*hall.at, player=hall.who("Ed"), table=None, by="Anneke")
        assert hall.event.wishes.tables == ()

    @pytest.mark.requirement("A21")
    def test_who_offers_to_sit_out_a_round_can_change_their_mind(self) -> None:
        hall = console(FIELD)
        offer_bye(*hall.at, round=2, player=hall.who("Bo"), by="Anneke")
        saved = offer_bye(*hall.at, round=2, player=hall.who("Bo"), by="Anneke")
        assert saved.entries == ()
        assert hall.event.wishes.volunteers == (ByeVolunteer(round=2, player=hall.who("Bo")),)
        offer_bye(*hall.at, round=2, player=hall.who("Bo"), offers=False, by="Anneke")
        assert not hall.event.wishes.volunteers

    def test_nobody_volunteers_for_a_round_that_they_miss_or_that_there_is_not(self) -> None:
        hall = console(FIELD)
        set_attendance(*hall.at, hall.who("Bo"), round=2, plays=False, by="door")
        with pytest.raises(InputError, match="Bo misses round 2 anyway"):
            offer_bye(*hall.at, round=2, player=hall.who("Bo"), by="Anneke")
        with pytest.raises(InputError, match="there is no round 9"):
            offer_bye(*hall.at, round=9, player=hall.who("Ada"), by="Anneke")

    def test_nobody_volunteers_where_a_plan_says_who_sits_out(self) -> None:
        hall = console("Ada, Bo, Cy", system="round_robin", rounds=3)
        with pytest.raises(InputError, match="Round robin takes no volunteers"):
            offer_bye(*hall.at, round=1, player=hall.who("Bo"), by="Anneke")
        assert not hall.event.wishes.volunteers

    def test_nobody_can_be_wanted_in_two_games_or_against_themselves(self) -> None:
        hall = console(FIELD)
        want_game(*hall.at, round=1, white=hall.who("Fay"), black=hall.who("Ada"), by="Anneke")
        with pytest.raises(InputError, match="is to meet Ada in round 1 by your wish"):
            want_game(*hall.at, round=1, white=hall.who("Bo"), black=hall.who("Ada"), by="Anneke")
        with pytest.raises(InputError, match="Ada cannot meet themselves"):
            never_pair(*hall.at, a=hall.who("Ada"), b=hall.who("Ada"), by="Anneke")


class TestQuality:
    """How good a draw is, and what a change would do."""

    def test_an_ideal_board_has_nothing_against_it_and_a_fresh_draw_is_proven_optimal(self) -> None:
        hall = console("Ada 3d, Bo 3d, Cy 2d, Di 2d")
        hall.draw(1)
        evaluation = evaluation_of(*hall.at, round=1)
        assert evaluation.best
        assert evaluation.own
        for board in evaluation.boards:
            facts = board.facts
            assert (facts.gap, facts.floats_down, facts.met_in, facts.kinship) == (0, None, (), None)
            assert (facts.off_balance, facts.colour_again) == ((), ())
            assert board.forbidden == ()

    def test_a_swap_in_a_bracket_gives_no_handicap(self) -> None:
        hall = console("Ada 5d, Bo 3d, Cy 10k, Di 15k", system="knockout", rounds=2)
        draw_round(*hall.at, round=1, by="Anneke")
        first, second = hall.event.round(1).boards
        change_draw.swap(*hall.at, round=1, a=first.black, b=second.black, by="Anneke")
        assert [board.handicap for board in hall.event.round(1).boards] == [0, 0]

    def test_a_swap_for_the_worse_shows_on_its_boards(self) -> None:
        hall = console("Ada 3d, Bo 3d, Cy 2d, Di 2d")
        hall.draw(1)
        change_draw.swap(*hall.at, round=1, a=hall.who("Bo"), b=hall.who("Cy"), by="Anneke")
        evaluation = evaluation_of(*hall.at, round=1)
        assert not evaluation.best
        assert [each.own for each in evaluation.boards] == [False, False]
        assert evaluation.comparison is not None
        assert str(evaluation.comparison.worse[0].text) == "2 more games across one point"
        floats = [board.facts.floats_down for board in evaluation.boards]
        assert [player and player.surname for player in floats] == ["Ada", "Bo"]
        assert [board.facts.gap for board in evaluation.boards] == [POINT, POINT]
        assert {frozenset((a.surname, b.surname)) for a, b in evaluation.missing} == {
            frozenset(("Ada", "Bo")),
            frozenset(("Cy", "Di")),
        }

    def test_rematches_and_clubmates_are_known(self) -> None:
        hall = console("Ada 3d, Bo 3d")
        hall.enter("Cy", "5k", club="Lyon")
        hall.enter("Di", "5k", club="Lyon")
        want_game(*hall.at, round=1, white=hall.who("Cy"), black=hall.who("Di"), by="Anneke")
        hall.draw(1)
        assert evaluation_of(*hall.at, round=1).boards[1].facts.kinship is Kinship.CLUB
        hall.play(1)
        want_game(*hall.at, round=2, white=hall.who("Di"), black=hall.who("Cy"), by="Anneke")
        draw_round(*hall.at, round=2, nearest=True, by="Anneke")
        again = evaluation_of(*hall.at, round=2)
        assert again.boards[0].facts.met_in == (1,)
        assert again.blocked is not None
        assert any(reason.rule == "broken" for reason in again.boards[0].reasons)

    def test_every_seat_says_what_a_swap_would_mean(self) -> None:
        hall = console_of("A+B C+D E+F G+H | A?C E?G B?D F?H", start=0)
        choices = swap_preview(*hall.at, round=2, player=PlayerId("A"))
        told = {str(player): str(choice.text) for player, choice in choices.items()}
        assert told == {
            "B": "two more floats",
            "D": "A and B met in round 1",
            "E": "as good",
            "F": "two more floats",
            "G": "as good",
            "H": "two more floats",
        }

    @pytest.mark.parametrize("preset", ["balanced", "gotha"])
    def test_a_swap_that_makes_two_meet_again_says_when_they_met(self, preset: str) -> None:
        hall = console_of("A+B C+D E+F G+H | A?C E?G B?F D?H", start=0)
        change_settings(*hall.at, replace(hall.event.settings, preset=preset), by="Anneke")
        told = swap_preview(*hall.at, round=2, player=PlayerId("C"))
        assert str(told[PlayerId("H")].text) == "C and D met in round 1"
        assert told[PlayerId("H")].met_in == (1,)

    def test_what_is_locked_or_over_cannot_be_swapped(self) -> None:
        hall = console_of("A?B C?D E+F")
        change_draw.lock(*hall.at, round=1, table=2, by="Anneke")
        told = swap_preview(*hall.at, round=1, player=PlayerId("A"))
        assert (str(told[PlayerId("C")].text), told[PlayerId("C")].possible) == ("is locked", False)
        assert (str(told[PlayerId("E")].text), told[PlayerId("E")].possible) == ("has a result", False)
        with pytest.raises(InputError, match="E cannot be moved: the board has a result"):
            swap_preview(*hall.at, round=1, player=PlayerId("E"))

    @pytest.mark.parametrize(("preset", "sign"), [("miai", 1), ("balanced", -1)])
    def test_a_preview_foretells_what_the_comparison_says_after_the_swap(
        self, preset: str, sign: int
    ) -> None:
        # The total of tiers is a cost, that of weights what they come to: there more is better.
        hall = console(FIELD, preset=preset)
        hall.draw(1)
        before = evaluation_of(*hall.at, round=1).comparison
        told = swap_preview(*hall.at, round=1, player=hall.who("Ada"))
        for name in ("Cy", "Ed"):
            choice = told[hall.who(name)]
            saved = change_draw.swap(*hall.at, round=1, a=hall.who("Ada"), b=hall.who(name), by="Anneke")
            after = evaluation_of(*hall.at, round=1).comparison
            assert before is not None
            assert after is not None
            assert sign * (after.total - before.total) == choice.cost
            undo(*hall.at, saved.state.version, by="Anneke")

    def test_a_board_is_explained_rule_by_rule(self) -> None:
        hall = console("Ada 3d, Bo 2d")
        hall.draw(1)
        told = evaluation_of(*hall.at, round=1).boards[0]
        score = next(reason for reason in told.reasons if reason.rule == "score")
        assert score.text.values["gap"] == Score(POINT)
        assert told.total >= score.cost > 0

    def test_why_two_others_do_not_meet(self) -> None:
        hall = console("Ada 3d, Bo 3d, Cy 2d, Di 2d")
        hall.draw(1)
        other = why_not(*hall.at, round=1, a=hall.who("Ada"), b=hall.who("Cy"))
        assert str(other.comparison.worse[0].text) == "2 more games across one point"
        assert {player.surname for game in other.games for player in game} == {"Ada", "Bo", "Cy", "Di"}
        assert other.extra > 0


class TestPublication:
    """What players can see."""

    def test_a_draft_is_seen_by_nobody_and_results_show_on_what_is_published(self) -> None:
        hall = console(FIELD)
        hall.draw(1)
        assert public_round(hall.event, 1) is None
        publish_round(*hall.at, round=1, by="Anneke")
        hall.result(1, 1, Result.JIGO)
        seen = public_round(hall.event, 1)
        assert seen is not None
        assert seen.boards[0].result is Result.JIGO
        assert "publication" in hall.store.backups

    def test_a_change_is_seen_only_when_published_again_and_names_whom_it_moves(self) -> None:
        hall = console(FIELD)
        hall.draw(1)
        publish_round(*hall.at, round=1, by="Anneke")
        before = public_round(hall.event, 1)
        board = hall.board(1, "Ada")
        change_draw.swap_colours(*hall.at, round=1, table=board.table, by="Anneke")
        told = publication(hall.event, 1)
        assert told.shown is Shown.EARLIER
        assert set(told.moved) == {board.white, board.black}
        assert public_round(hall.event, 1) == before
        publish_round(*hall.at, round=1, by="Anneke")
        assert publication(hall.event, 1).shown is Shown.CURRENT
        assert publish_round(*hall.at, round=1, by="Anneke").entries == ()

    def test_final_standings_wait_for_every_result(self) -> None:
        hall = console("Ada, Bo", rounds=1)
        hall.draw(1)
        with pytest.raises(InputError, match="1 result is missing"):
            publish_standings(*hall.at, after=1, final=True, by="Anneke")
        hall.play(1)
        publish_standings(*hall.at, after=1, final=True, by="Anneke")
        assert [(shown.after_round, shown.final) for shown in hall.event.tables_shown] == [(1, True)]


class TestLateArrival:
    """Somebody comes when the round is drawn."""

    def test_the_bye_s_place_disturbs_nobody(self) -> None:
        hall = console("Ada 3d, Bo 3d, Cy 2d")
        hall.draw(1)
        late = hall.enter("Kask", "3d")
        offers = late_arrival_offers(*hall.at, late, round=1)
        assert [offer.choice for offer in offers] == [
            LateChoice.BYE, LateChoice.BOARDS, LateChoice.NEXT_ROUND,
        ]  # fmt: skip
        cy = hall.event.player(hall.who("Cy"))
        assert offers[0].effect.values == {"name": cy.name, "grade": cy.grade, "table": 2}
        assert str(offers[0].effect).startswith("Cy 2d plays at table 2 instead of sitting out.")
        before = hall.board(1, "Ada")
        take_late_arrival(*hall.at, late, round=1, choice=LateChoice.BYE, by="Anneke")
        assert opponent(hall, "Kask") == "Cy"
        assert hall.event.round(1).byes == ()
        assert hall.board(1, "Ada") == before

    def test_boards_that_have_not_started_are_paired_again_and_the_others_stay(self) -> None:
        hall = console("Ada 3d, Bo 3d, Cy 2d, Di 2d, Ed 5k, Fay 5k")
        hall.draw(1)
        started = hall.board(1, "Ed").table
        hall.result(1, started, Result.JIGO)
        late = hall.enter("Kask", "2d")
        [following, boards] = late_arrival_offers(*hall.at, late, round=1)
        assert (boards.choice, following.choice) == (LateChoice.BOARDS, LateChoice.NEXT_ROUND)
        assert started not in boards.tables
        assert boards.title.values["tables"] == boards.tables
        assert str(boards.title) == f"Pair table {boards.tables[0]} again"
        [bye] = boards.round.byes if boards.round else []
        assert boards.effect.values["names"] == (hall.event.player(bye.player).name,)
        # One result is in, so nobody knows if the other games have begun.
        assert [str(each) for each in boards.known] == [
            "1 of 3 results are in.",
            "Ask at the table first: a game in progress would be broken off.",
        ]
        assert str(following.title) == "Start in round 2"
        assert str(following.effect) == "Nobody is disturbed."
        take_late_arrival(*hall.at, late, round=1, choice=LateChoice.BOARDS, by="Anneke")
        drawn = hall.event.round(1)
        assert drawn.board_of(late) or drawn.bye_of(late)
        assert hall.board(1, "Ed").result is Result.JIGO
        assert len(drawn.boards) == 3
        assert len(drawn.byes) == 1

    def test_who_starts_in_the_next_round_is_absent_from_this_one(self) -> None:
        hall = console(FIELD)
        hall.draw(1)
        late = hall.enter("Kask", "2d")
        take_late_arrival(*hall.at, late, round=1, choice=LateChoice.NEXT_ROUND, by="Anneke")
        assert [hall.event.player(late).attends(number) for number in (1, 2)] == [False, True]
        with pytest.raises(InputError, match="Ada is in the draw of round 1 already"):
            late_arrival_offers(*hall.at, hall.who("Ada"), round=1)


@pytest.mark.parametrize("system", ["round_robin", "split_and_cycle", "knockout", "double_elimination"])
def test_players_settle_the_colours_of_a_plan_too_if_the_rules_say_so(system: str) -> None:
    hall = console(FIELD, system=system)
    rules = replace(hall.event.settings.pairing, colours=ColourRule.NIGIRI)
    change_settings(*hall.at, replace(hall.event.settings, pairing=rules), by="Anneke")
    hall.draw(1)
    assert {board.colours_known for board in hall.event.round(1).boards} == {False}
