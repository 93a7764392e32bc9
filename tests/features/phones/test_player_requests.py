"""What players do themselves by phone."""

from collections.abc import Callable

import pytest

from kit.console import Console, console
from kit.memory_store import MemoryStore
from kit.staged_event import GROUP_A, LEAGUE, open_league
from miai.desk.live_state import Desk, Saved
from miai.domain.people.phones import PhoneOptions
from miai.domain.people.player import Registration
from miai.domain.people.withdrawal import is_withdrawn
from miai.domain.rounds.game import Result
from miai.errors import InputError
from miai.features.history.show_history import history_view
from miai.features.history.undo import undo
from miai.features.overview.need import NeedKind
from miai.features.overview.show_overview import overview
from miai.features.phones import player_requests
from miai.features.phones.claim_result import claim_result
from miai.features.phones.player_requests import (
    phone_actions,
    say_attendance,
    say_back,
    say_here,
    say_leaving,
    say_volunteer,
)
from miai.features.publish.publish_round import publish_round
from miai.features.sign_up.sign_up_form import change_phones

EVERYTHING = PhoneOptions(check_in=True, absences=True, bye=True)


def hall_of(names: str, options: PhoneOptions = EVERYTHING) -> Console:
    hall = console(", ".join(names.split()))
    change_phones(*hall.at, lambda _: options, by="Anneke")
    return hall


def test_nothing_is_possible_that_the_director_does_not_allow() -> None:
    hall = hall_of("Adler Bakker Claes", PhoneOptions(results=False))
    adler = hall.who("Adler")
    assert not phone_actions(*hall.at, adler).any
    hall.draw(1)
    publish_round(*hall.at, round=1, by="Anneke")
    attempts: tuple[Callable[[], Saved], ...] = (
        lambda: say_here(*hall.at, adler),
        lambda: say_attendance(*hall.at, adler, round=2, plays=False),
        lambda: say_leaving(*hall.at, adler),
        lambda: say_back(*hall.at, adler),
        lambda: say_volunteer(*hall.at, adler, round=2),
        lambda: claim_result(*hall.at, round=1, player=adler, result=Result.WHITE_WINS, by="Adler"),
    )
    for attempt in attempts:
        with pytest.raises(InputError, match="not possible by phone here"):
            attempt()


def test_a_player_checks_in_under_their_own_name_and_the_director_can_undo_it() -> None:
    hall = hall_of("Adler Bakker")
    hall.leave("Adler")
    saved = say_here(*hall.at, hall.who("Adler"))
    assert [(entry.by, entry.number) for entry in saved.entries] == [("Adler", hall.state.version)]
    assert phone_actions(*hall.at, hall.who("Adler")).here
    say_here(*hall.at, hall.who("Adler"), here=False)
    say_here(*hall.at, hall.who("Adler"))
    undo(*hall.at, hall.state.version, by="Anneke")
    assert hall.event.player(hall.who("Adler")).registration is Registration.PRELIMINARY


def test_after_the_first_draw_check_in_cannot_be_taken_back() -> None:
    hall = hall_of("Adler Bakker")
    hall.draw(1)
    assert not phone_actions(*hall.at, hall.who("Adler")).can_check_out
    with pytest.raises(InputError, match="a round is drawn already"):
        say_here(*hall.at, hall.who("Adler"), here=False)


def test_a_player_misses_a_round_that_is_not_drawn_and_takes_it_back() -> None:
    hall = hall_of("Adler Bakker Claes Dumont")
    adler = hall.who("Adler")
    say_attendance(*hall.at, adler, round=2, plays=False)
    assert hall.event.player(adler).absent_rounds == {2}
    say_attendance(*hall.at, adler, round=2, plays=True)
    assert hall.event.player(adler).absent_rounds == frozenset()
    with pytest.raises(InputError, match="too late"):
        say_attendance(*hall.at, adler, round=99, plays=False)


def test_missing_a_round_that_is_drawn_asks_the_director() -> None:
    hall = hall_of("Adler Bakker Claes Dumont")
    adler = hall.who("Adler")
    hall.draw(1)
    before = hall.event.round(1)
    assert phone_actions(*hall.at, adler).rounds[0].drawn
    say_attendance(*hall.at, adler, round=1, plays=False)
    assert hall.event.round(1) == before
    assert [need.player for need in overview(hall.event).needs if need.kind is NeedKind.GONE] == [adler]
    say_attendance(*hall.at, adler, round=1, plays=True)
    assert NeedKind.GONE not in [need.kind for need in overview(hall.event).needs]
    hall.play(1)
    with pytest.raises(InputError, match="too late to change round 1"):
        say_attendance(*hall.at, adler, round=1, plays=False)


def test_a_player_leaves_and_comes_back() -> None:
    hall = hall_of("Adler Bakker Claes Dumont")
    adler = hall.who("Adler")
    hall.draw(1)
    say_leaving(*hall.at, adler)
    assert [hall.event.player(adler).attends(each) for each in (1, 2, 3, 4, 5)] == [True] + 4 * [False]
    assert phone_actions(*hall.at, adler).has_left
    say_back(*hall.at, adler)
    assert hall.event.player(adler).absent_rounds == frozenset()


def test_a_volunteer_for_the_bye_gets_it() -> None:
    hall = hall_of("Adler Bakker Claes Dumont Evers")
    adler = hall.who("Adler")
    assert phone_actions(*hall.at, adler).bye_round == 1
    say_volunteer(*hall.at, adler, round=1)
    assert phone_actions(*hall.at, adler).offers_bye
    assert hall.draw(1).free == (adler,)
    with pytest.raises(InputError, match="too late"):
        say_volunteer(*hall.at, adler, round=1, offers=False)
    say_volunteer(*hall.at, adler, round=2)
    say_volunteer(*hall.at, adler, round=2, offers=False)
    assert [each.round for each in hall.event.wishes.volunteers] == [1]


def test_a_phone_cannot_fill_the_history(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = hall_of("Adler Bakker")
    adler = hall.who("Adler")
    plays = [False, True] * (player_requests.MOST_A_MINUTE // 2)
    for each in plays:
        say_attendance(*hall.at, adler, round=2, plays=each)
    monkeypatch.setattr(player_requests, "_minute_ago", lambda: "2020-01-01T00:00:00Z")
    with pytest.raises(InputError, match="wait a minute"):
        say_attendance(*hall.at, adler, round=2, plays=False)
    monkeypatch.setattr(player_requests, "_minute_ago", lambda: "2999-01-01T00:00:00Z")
    say_attendance(*hall.at, adler, round=2, plays=False)
    monkeypatch.setattr(player_requests, "MOST_AT_ALL", 5)
    with pytest.raises(InputError, match="tell the director"):
        say_attendance(*hall.at, adler, round=2, plays=True)


def test_an_event_that_is_played_in_stages_offers_no_rounds_but_can_be_left() -> None:
    desk = Desk(MemoryStore())
    open_league(desk)
    change_phones(desk, LEAGUE, lambda _: EVERYTHING, by="Anneke")
    player = desk.state(GROUP_A).tournament.players[0].id
    found = phone_actions(desk, LEAGUE, player)
    # The final is filled from the groups: no round of the event itself is played.
    assert (found.rounds, found.bye_round, found.can_leave, found.has_left) == ((), None, True, False)
    for where in (LEAGUE, GROUP_A):
        say_leaving(desk, where, player)
        event = desk.state(LEAGUE).tournament
        assert is_withdrawn(event.player(player))
        assert phone_actions(desk, LEAGUE, player).has_left
        assert phone_actions(desk, GROUP_A, player).has_left
        assert "leaves the event" in str(history_view(desk.state(LEAGUE))[0].what)
        say_back(desk, where, player)
        assert not is_withdrawn(desk.state(LEAGUE).tournament.player(player))
        assert not phone_actions(desk, GROUP_A, player).has_left


def test_in_a_stage_its_own_rounds_are_missed_and_the_options_are_those_of_the_event() -> None:
    desk = Desk(MemoryStore())
    open_league(desk)
    change_phones(desk, LEAGUE, lambda _: EVERYTHING, by="Anneke")
    player = desk.state(GROUP_A).tournament.players[0].id
    say_attendance(desk, GROUP_A, player, round=2, plays=False)
    assert desk.state(GROUP_A).tournament.player(player).absent_rounds == {2}
    assert [each.plays for each in phone_actions(desk, GROUP_A, player).rounds][:2] == [True, False]
    say_here(desk, GROUP_A, player, here=False)
    assert desk.state(LEAGUE).tournament.player(player).registration is Registration.PRELIMINARY
