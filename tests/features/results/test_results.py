"""Results: undo of one thing, corrections of earlier rounds, and what players report."""

from datetime import datetime, timedelta

import pytest

from kit.console import Console, console, console_of
from kit.private_links import token_of
from miai.desk.entry_once import entry_once
from miai.domain.people.player import PlayerId
from miai.domain.rounds.game import Result
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.features.draw.change_draw import swap_colours
from miai.features.history.undo import redo, undo, undo_my_last
from miai.features.links.player_links import player_of_token
from miai.features.overview.need import Need, NeedKind
from miai.features.overview.show_overview import overview
from miai.features.phones import claim_result as claiming
from miai.features.phones.claim_result import claim_result
from miai.features.publish.publish_round import publish_round
from miai.features.results.claims import open_claims
from miai.features.results.correct_result import correction

WHITE, BLACK, UNKNOWN = Result.WHITE_WINS, Result.BLACK_WINS, Result.UNKNOWN
A, B = PlayerId("A"), PlayerId("B")


def result_at(hall: Console, table: int) -> Result:
    return hall.event.round(1).boards[table - 1].result


def test_undo_touches_only_that_board() -> None:
    hall = console_of("A?B C?D")
    hall.result(1, 1, WHITE)
    entry = hall.desk.state(hall.id).version
    hall.result(1, 2, BLACK)
    undo(*hall.at, entry, by="Anneke")
    assert (result_at(hall, 1), result_at(hall, 2)) == (UNKNOWN, BLACK)
    redo(*hall.at, entry, by="Anneke")
    assert result_at(hall, 1) is WHITE


def test_my_last_entry_is_undone_and_never_somebody_else_s() -> None:
    hall = console_of("A?B C?D E?F")
    for table, browser in ((1, "mine"), (2, "mine"), (3, "another")):
        with entry_once(f"entry {table}", session=browser):
            hall.result(1, table, WHITE, by="Anneke")
    undo_my_last(*hall.at, round=1, session="mine", by="Anneke")
    assert [result_at(hall, table) for table in (1, 2, 3)] == [WHITE, UNKNOWN, WHITE]
    undo_my_last(*hall.at, round=1, session="mine", by="Anneke")
    assert result_at(hall, 1) is UNKNOWN
    with pytest.raises(InputError, match="no result of round 1"):
        undo_my_last(*hall.at, round=1, session="mine", by="Anneke")


def test_a_result_cannot_be_undone_twice_nor_the_tournament() -> None:
    hall = console_of("A?B")
    hall.result(1, 1, WHITE)
    entry = hall.desk.state(hall.id).version
    undo(*hall.at, entry, by="Anneke")
    with pytest.raises(InputError, match="undone already"):
        undo(*hall.at, entry, by="Anneke")
    with pytest.raises(InputError, match="creation"):
        undo(*hall.at, 1, by="Anneke")


def test_a_draw_with_results_cannot_be_undone_under_them() -> None:
    hall = console("A, B")
    hall.draw(1)
    drawn = hall.desk.state(hall.id).version
    hall.play(1)
    with pytest.raises(
        InputError, match=f"entry {drawn} cannot be undone: round 1 has 1 result of this draw"
    ):
        undo(*hall.at, drawn, by="Anneke")


def test_a_change_of_colours_under_a_result_cannot_be_undone_unnoticed() -> None:
    hall = console("A, B")
    hall.draw(1)
    swap_colours(*hall.at, round=1, table=1, by="Anneke")
    turned = hall.desk.state(hall.id).version
    hall.result(1, 1, WHITE)
    with pytest.raises(InputError, match=f"entry {turned + 1} needs it and would have to be undone first"):
        undo(*hall.at, turned, by="Anneke")


def test_a_correction_says_which_scores_and_places_change_and_which_draws_stay() -> None:
    hall = console_of("A+B C+D | A+C B+D", criteria=("mms", "sosm"))
    told = correction(*hall.at, round=1, table=1, result=BLACK)
    assert {(change.player.id, change.score_before, change.score_after) for change in told.scores} == {
        ("A", 2, 1),
        ("B", 1, 2),
    }
    places = {change.player.surname: (change.place_before, change.place_after) for change in told.places}
    assert places["B"] == (2, 1)
    assert places["A"][0] == 1
    assert told.later_draws == (2,)
    assert hall.event.round(1).boards[0].result is WHITE


def _needs(event: Tournament) -> tuple[Need, ...]:
    """The needs that results make; these events have no place."""
    return tuple(need for need in overview(event).needs if need.kind is not NeedKind.DETAILS)


class TestClaims:
    """What players report from their phones."""

    def hall(self) -> Console:
        hall = console_of("A?B")
        publish_round(*hall.at, round=1, by="Anneke")
        return hall

    def claim(self, hall: Console, player: PlayerId, result: Result) -> None:
        claim_result(*hall.at, round=1, player=player, result=result, by="phone")

    def test_one_report_counts_until_the_opponent_speaks(self) -> None:
        hall = self.hall()
        self.claim(hall, A, WHITE)
        assert result_at(hall, 1) is WHITE
        assert [each.provisional for each in open_claims(hall.event)] == [True]
        assert _needs(hall.event) == ()

    def test_two_reports_that_agree_settle_the_game(self) -> None:
        hall = self.hall()
        self.claim(hall, A, WHITE)
        self.claim(hall, B, WHITE)
        assert result_at(hall, 1) is WHITE
        assert open_claims(hall.event) == ()

    def test_two_claims_of_the_win_wait_for_the_director(self) -> None:
        hall = self.hall()
        self.claim(hall, A, WHITE)
        self.claim(hall, B, BLACK)
        assert result_at(hall, 1) is UNKNOWN
        [need] = _needs(hall.event)
        assert (need.kind, str(need.what)) == (NeedKind.CLAIMS, "Table 1: both players report a win")
        hall.result(1, 1, BLACK)
        assert result_at(hall, 1) is BLACK
        assert _needs(hall.event) == ()

    def test_a_phone_that_reports_again_and_again_is_sent_to_the_result_desk(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        hall = self.hall()
        before = hall.desk.state(hall.id).version
        now = datetime.fromisoformat(hall.desk.state(hall.id).history.entries[-1].at)
        monkeypatch.setattr(claiming, "_now", lambda: now)
        for result in (WHITE, WHITE, BLACK, BLACK, WHITE):
            self.claim(hall, A, result)
        # What says nothing new is not written.
        assert hall.desk.state(hall.id).version == before + 3
        with pytest.raises(InputError, match="changed your report 3 times within a minute"):
            self.claim(hall, A, BLACK)
        self.claim(hall, A, WHITE)
        self.claim(hall, B, BLACK)
        assert hall.desk.state(hall.id).version == before + 4
        now += timedelta(hours=1)
        with pytest.raises(InputError, match="12 times: tell the result desk who won"):
            for number in range(300):
                self.claim(hall, A, WHITE if number % 2 else BLACK)
        assert hall.desk.state(hall.id).version == before + 13

    def test_who_reported_wrongly_can_agree_with_the_opponent(self) -> None:
        hall = self.hall()
        self.claim(hall, A, WHITE)
        self.claim(hall, B, BLACK)
        self.claim(hall, A, BLACK)
        assert result_at(hall, 1) is BLACK
        assert open_claims(hall.event) == ()

    def test_a_report_never_overrules_the_result_desk_but_is_seen(self) -> None:
        hall = self.hall()
        hall.result(1, 1, WHITE)
        self.claim(hall, B, BLACK)
        assert result_at(hall, 1) is WHITE
        [need] = _needs(hall.event)
        assert "another result than the one entered" in str(need.what)
        self.claim(hall, B, WHITE)
        assert _needs(hall.event) == ()

    def test_undoing_the_director_s_entry_brings_the_reports_back(self) -> None:
        hall = self.hall()
        self.claim(hall, A, WHITE)
        self.claim(hall, B, BLACK)
        hall.result(1, 1, BLACK)
        undo(*hall.at, hall.desk.state(hall.id).version, by="Anneke")
        assert result_at(hall, 1) is UNKNOWN
        assert len(_needs(hall.event)) == 1

    def test_nobody_reports_before_the_pairings_are_published_nor_on_another_game(self) -> None:
        hall = console_of("A?B")
        with pytest.raises(InputError, match="A has no game in round 1"):
            self.claim(hall, A, WHITE)
        with pytest.raises(InputError, match="who won, or jigo"):
            self.claim(self.hall(), A, Result.BOTH_WIN)

    @pytest.mark.parametrize(("komi", "possible"), [(6.5, False), (7, True)])
    def test_jigo_is_reported_only_where_the_komi_allows_it(self, komi: float, *, possible: bool) -> None:
        hall = console("A, B", komi=komi)
        hall.draw(1)
        publish_round(*hall.at, round=1, by="Anneke")
        if possible:
            self.claim(hall, hall.who("A"), Result.JIGO)
        else:
            with pytest.raises(InputError, match="the komi of this game excludes jigo"):
                self.claim(hall, hall.who("A"), Result.JIGO)
        assert (result_at(hall, 1) is Result.JIGO) is possible

    def test_a_private_link_belongs_to_one_player_of_one_tournament(self) -> None:
        hall = self.hall()
        token = token_of(*hall.at, A)
        assert player_of_token(*hall.at, token).id == A
        another = hall.desk.create(hall.state.history).id
        assert token != token_of(hall.desk, another, A)
        with pytest.raises(InputError, match="belongs to nobody"):
            player_of_token(*hall.at, token[:-1] + "!")
