"""What federations would refuse, rule by rule."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from kit.builders import crosstable, with_player
from miai.domain.people.player import Registration
from miai.domain.rounds.game import Result
from miai.domain.settings.clock import Clock, Overtime
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.features.uploads.check_upload import FEDERATIONS, UploadCheck, check_upload, federation_of_key
from miai.features.uploads.upload_problem import MendedAt


def event(table: str = "A+B C+D | A+C B+D", **changes: Any) -> Tournament:
    """An event that every federation accepts."""
    made = crosstable(table)
    players = tuple(
        replace(
            player,
            first_name="Anna",
            country="FR",
            club="Lyon",
            egf_pin=f"1234567{number}",
            aga_id=f"{17 + number}",
            ffg_licence=f"123456{number}",
        )
        for number, player in enumerate(made.players)
    )
    details: dict[str, Any] = {
        "name": "Cup", "country": "FR", "place": "Lyon", "begin": "2026-10-03", "end": "2026-10-04",
    }  # fmt: skip
    return replace(made, players=players, **(details | changes))


def checked(tournament: Tournament, key: str, **how: Any) -> UploadCheck:
    return check_upload(tournament, FEDERATIONS[key], on=date(2026, 10, 10), **how)


def told(tournament: Tournament, key: str, **how: Any) -> list[str]:
    return [str(each.problem) for each in checked(tournament, key, **how).problems]


def with_clock(**clock: Any) -> Tournament:
    made = event()
    return replace(made, settings=replace(made.settings, clock=Clock(**clock)))


@pytest.mark.parametrize("key", FEDERATIONS)
def test_an_event_with_all_its_details_is_ready(key: str) -> None:
    check = checked(event(), key)
    assert check.ready
    assert check.notes == ()


@pytest.mark.parametrize("key", FEDERATIONS)
@pytest.mark.parametrize(
    ("changes", "what", "field"),
    [
        ({"name": ""}, "the name of the event is missing", "name"),
        ({"place": ""}, "the place of the event is missing", "place"),
        ({"begin": ""}, "the first day of the event is missing", "begin"),
        ({"begin": "soon"}, "the first day 'soon' is not a date", "begin"),
        ({"end": "later"}, "the last day 'later' is not a date", "end"),
        ({"end": "2026-10-02"}, "the last day is before the first day", "end"),
    ],
)
def test_details_that_are_missing_are_named_with_their_field(
    key: str, changes: dict[str, str], what: str, field: str
) -> None:
    (found,) = checked(event(**changes), key).problems
    assert str(found.problem) == what
    assert found.mended_at == MendedAt(page="settings", field=field)


@pytest.mark.parametrize("key", FEDERATIONS)
def test_a_game_without_a_result_is_settled_first(key: str) -> None:
    (found,) = checked(event("A+B C+D | A?C B+D"), key).problems
    assert str(found.problem) == "round 2, table 1: the result is missing"
    assert found.mended_at == MendedAt(page="results", round=2, table=1)


@pytest.mark.parametrize("key", FEDERATIONS)
def test_only_rounds_that_are_sent_are_checked_under_their_own_numbers(key: str) -> None:
    made = event("A+B C+D | A?C B+D | A+D B?C")
    assert told(made, key, rounds="1") == []
    assert told(made, key, without="2") == ["round 3, table 2: the result is missing"]
    with pytest.raises(InputError, match="there is no round 4"):
        told(made, key, rounds="4")


@pytest.mark.parametrize("key", FEDERATIONS)
def test_who_never_played_is_not_asked_for_anything(key: str) -> None:
    made = event("A+B C+D E- F- | A+C B+D E- F-")
    for name in "EF":
        made = with_player(made, name, surname="", egf_pin="x", aga_id="", ffg_licence="")
    made = with_player(made, "F", registration=Registration.PRELIMINARY)
    assert told(made, key) == []


@pytest.mark.parametrize("key", FEDERATIONS)
def test_small_boards_events_without_games_and_players_without_surname_are_refused(key: str) -> None:
    made = event()
    small = replace(made, settings=replace(made.settings, board_size=13))
    assert told(small, key) == ["only games on a board of 19 lines are rated, not of 13"]
    assert told(replace(made, rounds=()), key) == ["no round has been played"]
    assert told(with_player(made, "A", surname=" "), key)[0].endswith("the surname is missing")
    without = checked(with_player(made, "A", first_name=""), key)
    assert without.ready
    assert [str(note) for note in without.notes] == ["1 player has no first name: A"]


# The European Go Database ------------------------------------------------------------


@pytest.mark.parametrize(
    ("country", "place", "internet", "problems"),
    [
        ("", "Lyon", False, ["the country of the event is missing"]),
        ("", "FR, Lyon", False, []),
        ("France", "Lyon", False, ["the country of the event 'France' is not a code of two letters"]),
        ("gb", "Leeds", False, []),
        ("", "", True, []),
    ],
)
def test_the_egd_asks_for_a_country_of_two_letters(
    country: str, place: str, problems: list[str], *, internet: bool
) -> None:
    made = event(country=country, place=place)
    made = replace(made, settings=replace(made.settings, internet=internet))
    assert told(made, "egd") == problems


@pytest.mark.parametrize(("minutes", "ready"), [(30, True), (29, False)])
def test_the_egd_rates_no_event_faster_than_class_c(minutes: int, *, ready: bool) -> None:
    (*found,) = checked(with_clock(basic_minutes=minutes, overtime=Overtime.SUDDEN_DEATH), "egd").problems
    assert (not found) is ready
    if found:
        assert str(found[0].problem).startswith("faster than EGF class C: not rated by the EGF")
        assert found[0].mended_at.field == "clock.basic_minutes"


def test_pins_have_eight_digits_and_one_holder() -> None:
    made = with_player(event(), "A", egf_pin="1234")
    assert told(made, "egd") == ["A Anna: the PIN '1234' is not a number of 8 digits"]
    (found,) = checked(made, "egd").problems
    assert found.mended_at == MendedAt(page="player", field="egf_pin", player=made.players[0].id)
    twice = with_player(event(), "A", egf_pin="12345671")
    assert told(twice, "egd") == [
        "A Anna: the PIN 12345671 belongs to another player too",
        "B Anna: the PIN 12345671 belongs to another player too",
    ]


def test_players_without_pin_or_country_are_accepted_and_noted() -> None:
    check = checked(with_player(event(), "A", egf_pin="", country="Utopia"), "egd")
    assert check.ready
    assert [str(note) for note in check.notes] == [
        "1 player has no PIN: the database finds them by name or takes them for new",
        "the country of 1 player is not known and is written as XX",
    ]


def test_games_that_both_lost_or_both_won_are_named_for_the_egd() -> None:
    made = event("A+B CxD | A+C B+D")
    boards = tuple(replace(board, result=Result.BOTH_WIN) for board in made.rounds[1].boards)
    made = replace(made, rounds=(made.rounds[0], replace(made.rounds[1], boards=boards)))
    check = checked(made, "egd")
    assert check.ready
    assert [str(note) for note in check.notes] == [
        "1 game that both players lost is written as a loss on both lines: C Anna – D Anna in round 1",
        "2 games that both players won are written as free wins for each and are not rated: "
        "A Anna – C Anna in round 2 and B Anna – D Anna in round 2",
    ]


def test_a_name_without_any_latin_form_must_be_typed() -> None:
    assert told(with_player(event(), "A", surname="王"), "egd") == [
        "王 Anna: '王' cannot be written in Latin letters: type the name in them"
    ]
    assert told(with_player(event(), "A", surname="Żuraw"), "egd") == []


# The American Go Association ---------------------------------------------------------


@pytest.mark.parametrize(
    ("aga_id", "why"),
    [
        ("", "no AGA id"),
        ("US17", "the AGA id 'US17' is not a number"),
        ("17", "the AGA id 17 belongs to another player"),
    ],
)
def test_a_temporary_id_is_asked_about(aga_id: str, why: str) -> None:
    made = with_player(event(), "B", aga_id=aga_id)
    assert told(made, "aga") == [f"B Anna: {why}: a temporary one would be written"]
    assert checked(made, "aga", temporary_ids=True).ready


def test_an_american_event_names_its_state() -> None:
    assert told(event(country="US", place="Duluth"), "aga") == [
        "the state is missing after the place 'Duluth', as in 'Duluth, MN'"
    ]
    assert told(event(country="US", place="Duluth, MN"), "aga") == []


def test_every_player_is_a_member_on_the_first_day() -> None:
    assert told(with_player(event(), "A", aga_expiry="2026-10-02"), "aga") == [
        "A Anna: AGA membership ended on 2026-10-02"
    ]
    assert told(with_player(event(), "A", aga_expiry="10/3/2026"), "aga") == []


@pytest.mark.parametrize(
    ("clock", "ready"),
    [
        ({"basic_minutes": 45, "overtime": Overtime.SUDDEN_DEATH}, True),
        ({"basic_minutes": 44, "overtime": Overtime.SUDDEN_DEATH}, False),
        ({"basic_minutes": 30, "overtime": Overtime.BYO_YOMI, "byo_yomi_seconds": 20}, True),
        ({"basic_minutes": 30, "overtime": Overtime.BYO_YOMI, "byo_yomi_seconds": 19}, False),
        ({"basic_minutes": 30, "overtime": Overtime.CANADIAN, "canadian_moves": 20}, True),
        ({"basic_minutes": 30, "overtime": Overtime.CANADIAN, "canadian_moves": 21}, False),
        ({"basic_minutes": 3, "overtime": Overtime.FISCHER, "fischer_seconds": 15}, True),
        ({"basic_minutes": 2, "overtime": Overtime.FISCHER, "fischer_seconds": 15}, False),
    ],
)
def test_the_least_thinking_time_of_the_aga(clock: dict[str, Any], *, ready: bool) -> None:
    assert checked(with_clock(**clock), "aga").ready is ready


def test_games_that_the_aga_does_not_rate_are_named() -> None:
    made = event("A+B C+D")
    boards = made.rounds[0].boards
    odd = (replace(boards[0], handicap=11), replace(boards[1], komi=8.5))
    made = replace(made, rounds=(replace(made.rounds[0], boards=odd),))
    assert told(made, "aga") == [
        "round 1, table 1: 11 stones are more than 9: this game is not rated",
        "round 1, table 2: a komi of 8 is more than 7: this game is not rated",
    ]


def test_jigos_and_results_older_than_a_month_are_noted() -> None:
    made = event("A=B C+D")
    late = check_upload(made, FEDERATIONS["aga"], on=date(2026, 11, 4))
    assert late.ready
    assert [str(note) for note in late.notes] == [
        "1 game without one winner is written as a pairing and is not rated",
        "the event ended on 2026-10-04: the AGA may refuse results older than 30 days",
    ]


# The French Go Federation ------------------------------------------------------------


@pytest.mark.parametrize(
    ("licence", "country", "problems"),
    [
        ("", "FR", ["A Anna: the French licence is missing"]),
        ("", "", []),
        ("", "BE", []),
        ("04A0009", "FR", []),
        ("1234", "FR", ["A Anna: the French licence '1234' does not have 7 digits or letters"]),
    ],
)
def test_a_licence_for_those_who_play_for_france(licence: str, country: str, problems: list[str]) -> None:
    assert told(with_player(event(), "A", ffg_licence=licence, country=country), "ffg") == problems


def test_who_has_neither_licence_nor_country_is_noted() -> None:
    check = checked(with_player(event(), "A", ffg_licence="", country=""), "ffg")
    assert [str(note) for note in check.notes] == ["1 player has neither a French licence nor a country"]


def test_licences_have_one_holder_and_are_of_this_season() -> None:
    assert len(told(with_player(event(), "A", ffg_licence="1234561"), "ffg")) == 2
    assert told(with_player(event(), "A", ffg_status="-"), "ffg") == ["A Anna: no French licence this season"]
    leisure = checked(with_player(event(), "A", ffg_status="C"), "ffg")
    assert [str(note) for note in leisure.notes] == ["A Anna: a French leisure licence only"]


def test_an_unknown_federation_is_refused() -> None:
    with pytest.raises(InputError, match="'fide' is not a federation: egd, aga or ffg"):
        federation_of_key("fide")


def test_namesakes_without_a_pin_are_named_because_their_games_would_go_to_one_of_them() -> None:
    made = event()
    one, other, *rest = (replace(player, surname="Kim", first_name="Min") for player in made.players[:2])
    players = (replace(one, club="Lyon", egf_pin=""), replace(other, club="Ulm"), *rest, *made.players[2:])
    [problem] = told(replace(made, players=players), "egd")
    assert problem == (
        f"Kim Min: Kim Min {other.grade} Ulm {other.egf_pin} has the same name, and Kim Min {one.grade} Lyon "
        "has no PIN: the games of both would be credited to one of them"
    )
    both = (players[0], replace(players[1], first_name="Mín", egf_pin=""), *players[2:])
    assert len(told(replace(made, players=both), "egd")) == 2
    known = tuple(replace(each, egf_pin=f"1700000{at}") for at, each in enumerate(players))
    assert told(replace(made, players=known), "egd") == []
    [fixed] = [each.mended_at for each in checked(replace(made, players=players), "egd").problems]
    assert (fixed.player, fixed.field) == (one.id, "egf_pin")
