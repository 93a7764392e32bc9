"""Entrants beside the rating lists."""

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from kit.builders import crosstable, with_player
from miai.domain.people.grade import Grade
from miai.domain.people.names import name_key
from miai.domain.people.rating_list_entry import ListedPlayer, ListSource
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.features.lists.answer import ENTRY_CHECK, IMPORTED_LIST, CheckedEntrants
from miai.features.lists.fill_in import Fill, fill_in
from miai.features.lists.find_people import CheckedEntrant, EntryCheck, Found, ListMatch, match_entrants
from miai.features.lists.rating_lists import import_list, search_list
from miai.messages import Message


class Shelf:
    """Lists in memory."""

    def __init__(self, *players: ListedPlayer) -> None:
        self.players = players

    def sources(self) -> tuple[ListSource, ...]:
        return tuple(source for source in ListSource if any(p.source is source for p in self.players))

    def with_number(self, number: str) -> tuple[ListedPlayer, ...]:
        return tuple(p for p in self.players if number and number in (p.egf_pin, p.aga_id, p.ffg_licence))

    def named(self, surname: str, first_name: str) -> tuple[ListedPlayer, ...]:
        key = name_key(surname, first_name)
        return tuple(p for p in self.players if name_key(p.surname, p.first_name) == key)


def egf(
    surname: str = "Neuman", first_name: str = "Dario", pin: str = "10000001", **more: Any
) -> ListedPlayer:
    about = {"country": "FI"} | more
    return ListedPlayer(source=ListSource.EGF, surname=surname, first_name=first_name, egf_pin=pin, **about)


def aga(**more: Any) -> ListedPlayer:
    about = {"surname": "Neuman", "first_name": "Dario", "country": "FI"} | more
    return ListedPlayer(source=ListSource.AGA, aga_id="2107", **about)


def ffg(**more: Any) -> ListedPlayer:
    about = {"surname": "Neuman", "first_name": "Dario", "country": "FI"} | more
    return ListedPlayer(source=ListSource.FFG, ffg_licence="1234567", **about)


def event(**entrant: Any) -> Tournament:
    fields = {"surname": "Neuman", "first_name": "Dario", "country": "FI"} | entrant
    return replace(with_player(crosstable("A+B"), "A", **fields), begin="2026-08-15")


def checked(tournament: Tournament, *listed: ListedPlayer) -> CheckedEntrant:
    return match_entrants(tournament, Shelf(*listed)).entrants[0]


def only(tournament: Tournament, *listed: ListedPlayer) -> ListMatch:
    (match,) = checked(tournament, *listed).matches
    return match


def differences(tournament: Tournament, listed: ListedPlayer) -> dict[str, tuple[str, str]]:
    return {each.what.value: (each.entered, each.listed) for each in only(tournament, listed).differences}


def test_an_entrant_is_found_by_id_before_the_name() -> None:
    match = only(event(egf_pin="10000002"), egf(), egf("Neuman", "Darius", "10000002", country="SE"))
    assert (match.found, match.listed) == (Found.PERHAPS, None)
    match = only(event(egf_pin="10000002"), egf(), egf("Neuman", "Dario", "10000002", country="SE"))
    assert match.found is Found.BY_ID
    assert match.listed is not None
    assert match.listed.country == "SE"


def test_an_id_of_somebody_with_another_name_is_a_question() -> None:
    match = only(event(egf_pin="10000002"), egf("Moe", "Kari", "10000002"))
    assert (match.found, match.listed, len(match.candidates)) == (Found.PERHAPS, None, 1)
    assert filled(event(egf_pin="10000002"), egf("Moe", "Kari", "10000002", rating=2201.0)).rating is None


def test_an_entrant_is_found_by_name_whatever_the_spelling() -> None:
    match = only(event(surname="DARIO", first_name="néuman"), egf(), egf("Moe", "Kari", "10000002"))
    assert match.found is Found.BY_NAME


def test_an_unknown_id_falls_back_to_a_question_about_the_name() -> None:
    [candidate] = only(event(egf_pin="99999999"), egf()).candidates
    assert str(candidate.remarks) == "another number: 99999999 was entered"


def test_an_id_of_another_federation_finds_nobody() -> None:
    match = only(event(aga_id="10000002"), egf("Moe", "Kari", "10000002"))
    assert match.found is Found.NOT_FOUND
    assert match.candidates == ()


def test_namesakes_are_a_question_unless_country_or_club_tell_them_apart() -> None:
    namesakes = (
        egf(country="FI"),
        egf(pin="10000002", country="DE", club="Berl"),
        egf(pin="10000003", country="DE", club="Jen"),
    )
    match = only(event(country=""), *namesakes)
    assert (match.found, match.listed, len(match.candidates)) == (Found.PERHAPS, None, 3)
    assert only(event(country="FI"), *namesakes).listed == namesakes[0]
    assert only(event(country="DE"), *namesakes).found is Found.PERHAPS
    assert only(event(country="DE", club="Berlin"), *namesakes).listed == namesakes[1]
    # A namesake of whom nothing is known may be the one.
    assert only(event(country="FI"), *namesakes, egf(pin="10000004", country="")).found is Found.PERHAPS


@pytest.mark.parametrize(
    "entrant",
    [{"country": "SE"}, {"country": "", "club": ""}, {"grade": Grade.parse("12k")}, {"club": "Oulu"}],
)
def test_nothing_of_a_single_namesake_is_filled_in_without_a_question(entrant: dict[str, Any]) -> None:
    listed = egf(rating=2101.0, grade=Grade.parse("1d"), club="Hels")
    tournament = event(**entrant)
    assert only(tournament, listed).found is Found.PERHAPS
    player = filled(tournament, listed, take=tuple(Fill))
    assert player == tournament.players[0]


def test_who_was_refused_is_not_found_again() -> None:
    assert checked(event(not_same_as=("egf:10000001",)), egf()).found is Found.NOT_FOUND


def test_who_is_in_no_list_is_not_found() -> None:
    entrant = checked(event(), egf("Moe", "Kari"))
    assert entrant.found is Found.NOT_FOUND
    assert entrant.listed == ()


def test_every_list_is_looked_at_and_the_surest_finding_counts() -> None:
    entrant = checked(event(ffg_licence="1234567"), egf(), ffg())
    assert [(m.source.value, m.found) for m in entrant.matches] == [
        ("egf", Found.BY_NAME),
        ("ffg", Found.BY_ID),
    ]
    assert entrant.found is Found.BY_ID


def test_differences_tell_what_was_entered_and_what_is_listed() -> None:
    listed = egf(grade=Grade.parse("2d"), rating=2201.0, club="Tam", country="FI")
    tournament = event(rating=2100.0, club="Hel", country="fi", egf_pin="10000001")
    assert differences(tournament, listed) == {
        "grade": ("1d", "2d"),
        "rating": ("2100", "2201"),
        "club": ("Hel", "Tam"),
    }


def test_ratings_as_the_list_prints_them_are_no_difference() -> None:
    assert "rating" not in differences(event(rating=2201.4), egf(rating=2201.0))
    assert differences(event(), egf(rating=2201.0))["rating"] == ("", "2201")


def test_american_ratings_are_compared_on_their_own_scale() -> None:
    found = differences(event(rating=2100.0, aga_rating=3.1), aga(rating=3.25))
    assert found["AGA rating"] == ("3.1", "3.25")
    assert "rating" not in found


def test_a_name_may_differ_in_capitals_in_spelling_or_altogether() -> None:
    assert differences(event(surname="NEUMAN"), egf())["capitals"] == ("NEUMAN Dario", "Neuman Dario")
    assert differences(event(surname="Neuman"), egf("Neumán"))["spelling"] == ("Neuman Dario", "Neumán Dario")
    other = differences(event(egf_pin="10000001"), egf("Moe", "Dario"))
    assert other["name"] == ("Neuman Dario", "Moe Dario")


def test_a_list_that_knows_no_accents_takes_none_away() -> None:
    tournament = event(surname="Hákstad", first_name="Søren")
    listed = egf("Hakstad", "Soren")
    assert differences(tournament, listed) == {"EGF PIN": ("", "10000001")}
    assert filled(tournament, listed).surname == "Hákstad"
    assert filled(event(surname="HÁKSTAD", first_name="Søren"), listed).surname == "Hákstad"


def test_capitals_guessed_from_the_french_list_correct_nobody_who_has_both_kinds() -> None:
    listed = replace(ffg(), surname="De La Cruz", first_name="Ana")
    assert "capitals" not in differences(event(surname="de la Cruz", first_name="Ana"), listed)
    assert "capitals" in differences(event(surname="DE LA CRUZ", first_name="Ana"), listed)


def test_duplicates_share_an_id_or_a_name() -> None:
    tournament = with_player(
        with_player(event(egf_pin="10000001"), "B", surname="DARIO", first_name="Neuman"),
        "B",
        egf_pin="10000001",
    )
    check = match_entrants(tournament, Shelf())
    assert [(str(each.what), len(each.players)) for each in check.duplicates] == [
        ("EGF PIN 10000001", 2),
        ("name Neuman Dario", 2),
    ]
    assert match_entrants(event(), Shelf()).duplicates == ()


def memberships(tournament: Tournament, *listed: ListedPlayer) -> list[tuple[str, str]]:
    return [(each.state.value, str(each.message)) for each in checked(tournament, *listed).notices]


def in_country(where: str, /, **entrant: Any) -> Tournament:
    """An event in a country, whose entrant gives the numbers that the lists have."""
    return replace(event(**{"aga_id": "2107", "ffg_licence": "1234567"} | entrant), country=where)


def test_an_american_membership_that_ends_before_the_first_day_has_lapsed() -> None:
    last, first, american = date(2026, 8, 14), date(2026, 8, 15), in_country("US")
    ended = ("lapsed", "AGA membership ended on 2026-08-14 (AGA list)")
    assert memberships(american, aga(expiry=last)) == [ended]
    assert memberships(american, aga(expiry=first)) == []
    assert memberships(american, aga(expiry=last, membership="Life")) == []
    assert memberships(american, aga(expiry=last, membership="Forgn")) == []
    none = ("lapsed", "not a member of the AGA (AGA list)")
    assert memberships(american, aga(membership="Non")) == [none]


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        ("L", []),
        ("e", []),
        ("-", [("lapsed", "no French licence this season")]),
        ("C", [("check", "a French leisure licence only")]),
        ("X", [("check", "French licence status 'X'")]),
    ],
)
def test_french_licences_are_judged_by_their_letter(status: str, expected: list[tuple[str, str]]) -> None:
    by_the_list = [(state, f"{text} (FFG list)") for state, text in expected]
    assert memberships(in_country("FR"), ffg(licence_status=status)) == by_the_list
    assert memberships(in_country("FR", ffg_status=status)) == expected


def test_a_membership_matters_only_at_events_of_its_federation() -> None:
    lapsed = (aga(expiry=date(2020, 1, 1)), ffg(licence_status="-"))
    assert [text for _, text in memberships(in_country("US"), *lapsed)] == [
        "AGA membership ended on 2020-01-01 (AGA list)"
    ]
    assert [text for _, text in memberships(in_country("France"), *lapsed)] == [
        "no French licence this season (FFG list)"
    ]
    assert memberships(in_country("BE"), *lapsed) == []
    # Without a country only an event that is paired by the rules of the AGA is known to be one of the AGA.
    assert memberships(in_country(""), egf(), lapsed[0]) == []
    american = in_country("")
    american = replace(american, settings=replace(american.settings, system="aga"))
    assert len(memberships(american, *lapsed)) == 1


def test_a_namesake_in_the_list_is_no_reason_for_a_warning() -> None:
    namesake = ffg(licence_status="-", club="Lyon", country="FR")
    assert memberships(in_country("FR", ffg_licence=""), namesake) == []
    assert memberships(in_country("FR", ffg_licence="", club="Lille", country="BE"), namesake) == []
    assert len(memberships(in_country("FR", ffg_licence="", club="lyon", country=""), namesake)) == 1
    assert len(memberships(in_country("FR", ffg_licence="", country="FR"), namesake)) == 1


def test_the_day_of_a_membership_s_end_is_a_date() -> None:
    [notice] = checked(in_country("US"), aga(expiry=date(2026, 8, 14))).notices
    ended = Message("AGA membership ended on %(day)s", day=date(2026, 8, 14))
    assert notice.message == Message("%(notice)s (%(list)s list)", notice=ended, list="AGA")


def test_what_the_entrant_gave_counts_where_no_list_knows_them() -> None:
    own = in_country("US", aga_expiry="8/14/2026")
    assert memberships(own) == [("lapsed", "AGA membership ended on 2026-08-14")]
    assert memberships(own, aga(expiry=date(2027, 1, 1))) == []
    assert memberships(in_country("US", aga_expiry="soon")) == []


def test_a_tournament_without_a_day_is_judged_today_or_on_the_day_given() -> None:
    tournament = replace(event(), begin="")
    assert match_entrants(tournament, Shelf()).on == date.today()
    assert match_entrants(tournament, Shelf(), on=date(2020, 1, 2)).on == date(2020, 1, 2)
    assert match_entrants(replace(tournament, end="2026-08-16"), Shelf()).on == date(2026, 8, 16)


def filled(tournament: Tournament, *listed: ListedPlayer, take: tuple[Fill, ...] | None = None) -> Any:
    check: EntryCheck = match_entrants(tournament, Shelf(*listed))
    done = fill_in(tournament, check) if take is None else fill_in(tournament, check, take)
    return done.players[0]


def test_ids_names_and_ratings_are_filled_in() -> None:
    listed = egf("Neumán", rating=2201.0, grade=Grade.parse("2d"), club="Tam")
    player = filled(event(surname="NEUMAN"), listed)
    assert (player.surname, player.egf_pin, player.rating, player.rating_origin) == (
        "Neumán", "10000001", 2201, "EGF",
    )  # fmt: skip
    assert (str(player.grade), player.club) == ("1d", "")


def test_only_what_was_chosen_is_filled_in() -> None:
    listed = egf(rating=2201.0, grade=Grade.parse("2d"), club="Tam", country="FI")
    player = filled(event(), listed, take=(Fill.GRADES, Fill.CLUBS, Fill.COUNTRIES))
    assert (str(player.grade), player.club, player.country) == ("2d", "Tam", "FI")
    assert (player.egf_pin, player.rating) == ("", None)


def test_every_list_gives_its_own_id_and_the_egf_rating_goes_before_the_french() -> None:
    player = filled(event(), egf(rating=2201.0), aga(rating=3.25, sigma=0.5), ffg(rating=2150.0))
    assert (player.egf_pin, player.aga_id, player.ffg_licence) == ("10000001", "2107", "1234567")
    assert (player.rating, player.aga_rating, player.sigma) == (2201, 3.25, 0.5)
    assert filled(event(), ffg(rating=2150.0)).rating_origin == "FFG"


def test_memberships_are_filled_in_as_opengotha_writes_them() -> None:
    listed = (aga(expiry=date(2027, 8, 9)), ffg(licence_status="L"))
    player = filled(event(), *listed, take=(Fill.MEMBERSHIPS,))
    assert (player.aga_expiry, player.ffg_status) == ("8/9/2027", "L")


def test_nothing_is_taken_from_namesakes_or_from_another_name() -> None:
    assert filled(event(), egf(), egf(pin="10000002")).egf_pin == ""
    assert filled(event(egf_pin="10000001"), egf("Moe", "Kari")).surname == "Neuman"


def test_capitals_of_unlisted_names_are_put_right_too() -> None:
    player = filled(event(surname="LE GOFF-MARTIN", first_name="ANNE"))
    assert (player.surname, player.first_name) == ("Le Goff-Martin", "Anne")


def test_printed_places_stay_unless_grades_change() -> None:
    printed = replace(event(), published_places=("1", "2"))
    check = match_entrants(printed, Shelf(egf(grade=Grade.parse("2d"))))
    assert fill_in(printed, check).published_places == ("1", "2")
    assert fill_in(printed, check, (Fill.GRADES,)).published_places == ()


def test_a_list_is_imported_and_searched_in_the_folder_given(tmp_path: Path) -> None:
    source, data = tmp_path / "td.txt", tmp_path / "deep" / "data"
    source.write_text(
        "Neuman, Dario\t2107\tFull\t3.25\t8/19/2027\tDULU\tMN\t0.5\t9/1/2025\nAho, Leena\t17\tFull\n"
    )
    first = IMPORTED_LIST.json(import_list(source, data))
    assert (first["players"], first["players_before"], first["flagged"]) == (2, 0, 1)
    assert first["flags"]["no rating"] == 1
    assert IMPORTED_LIST.json(import_list(source, data))["players_before"] == 2
    assert [player.name for player in search_list("neu", data)] == ["Neuman Dario"]
    with pytest.raises(InputError, match="enter a name or an id"):
        search_list("  ", data)
    with pytest.raises(InputError, match="at least 1"):
        search_list("neu", data, limit=0)


def test_a_bad_list_leaves_no_folder_behind(tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("nothing of the kind")
    with pytest.raises(InputError):
        import_list(bad, tmp_path / "data")
    assert not (tmp_path / "data").exists()


def test_the_check_as_data_counts_every_way_of_finding() -> None:
    tournament = event()
    data = ENTRY_CHECK.json(CheckedEntrants(event=tournament, check=match_entrants(tournament, Shelf(egf()))))
    assert data["counts"] == {"id": 0, "name": 1, "perhaps": 0, "not found": 1}
    assert data["entrants"][0]["lists"][0]["candidates"][0]["id"] == "10000001"
