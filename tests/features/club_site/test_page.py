"""A club site that was built for Pairgoth: players come from it, pairings and standings go to it."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from kit.club_server import SECRET, Club, club_site
from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.domain.people.player import Registration
from miai.domain.rounds.game import Result
from miai.features.club_site.linked_site import link_site, linked_site
from miai.features.club_site.pull_players import compare
from miai.features.draw.draw_round import draw_round
from miai.features.players.change_player import set_attendance
from miai.features.publish.publish_round import publish_round, publish_standings
from miai.features.results.enter_result import enter_result
from miai.features.tournament.change_details import change_details
from miai.features.verify.log_head import published_head

PAGE = "/t/demo/club-site"
JANE = {"id": 12345, "lastname": "Doe", "firstname": "Jane", "country": "GB", "club": "75Pa", "rank": "5k"}


@pytest.fixture
def club() -> Iterator[Club]:
    with club_site() as running:
        yield running


@pytest.fixture
def event(desk: Desk, demo_id: str, club: Club) -> str:
    """The Riverside Open, known to the club site by its short name."""
    change_details(desk, demo_id, short_name=club.code, by="director")
    return demo_id


def linked(site: Site, club: Club) -> None:
    site.post(PAGE, page=PAGE, at=PAGE, url=club.url, secret=SECRET, by_itself="on")


def test_the_site_is_checked_when_it_is_linked(site: Site, event: str, club: Club) -> None:
    assert event
    answer = site.post(PAGE, page=PAGE, at=PAGE, url=club.url, secret=SECRET, by_itself="on")
    assert answer.status_code == 303
    text = site.get(PAGE).text
    assert "The club site answers: Club of Lund" in text
    assert SECRET not in text


def test_a_wrong_secret_and_an_unknown_tournament_are_said_in_words(
    site: Site, event: str, club: Club
) -> None:
    link_site(site.desk, event, url=club.url, secret="wrong", by_itself=False)  # noqa: S106
    assert "refuses the secret" in site.get(f"{PAGE}/players").text
    link_site(site.desk, event, url=club.url, secret=SECRET, by_itself=False)
    club.code = "another"
    assert "no event spring" in site.get(f"{PAGE}/players").text


def test_a_site_that_is_away_is_saved_all_the_same(site: Site, event: str) -> None:
    assert event
    site.post(PAGE, page=PAGE, at=PAGE, url="http://127.0.0.1:9/api", secret=SECRET, by_itself="on")
    assert "cannot be reached" in site.get(PAGE).text
    assert linked_site(site.desk, event)


def test_players_are_compared_before_they_are_entered(site: Site, event: str, club: Club) -> None:
    linked(site, club)
    club.players = [{**JANE, "rounds": "10111", "pin": "99999999", "rating": 1650}]
    before = site.desk.state(event).tournament
    text = site.get(f"{PAGE}/players").text
    assert "1 new player" in text
    assert "Doe Jane" in text
    assert site.desk.state(event).tournament == before
    site.post(f"{PAGE}/players", page=PAGE, at=PAGE)
    added = site.desk.state(event).tournament.players[-1]
    assert (added.name, str(added.grade), added.country, added.rating) == ("Doe Jane", "5k", "UK", 1650)
    assert added.absent_rounds == {2}
    assert added.registration is Registration.PRELIMINARY


def test_a_player_is_known_by_the_id_of_the_site_also_under_another_name(
    site: Site, event: str, club: Club
) -> None:
    linked(site, club)
    club.players = [JANE]
    site.post(f"{PAGE}/players", page=PAGE, at=PAGE)
    count = len(site.desk.state(event).tournament.players)
    club.players = [{**JANE, "lastname": "Roe", "rank": "4k"}]
    site.post(f"{PAGE}/players", page=PAGE, at=PAGE)
    after = site.desk.state(event).tournament
    assert len(after.players) == count
    assert (after.players[-1].surname, str(after.players[-1].grade)) == ("Roe", "4k")
    again = compare(after, club.players)
    assert again.is_empty
    assert again.unchanged == 1


def test_players_whom_the_site_has_no_more_stay_and_are_named(site: Site, event: str, club: Club) -> None:
    linked(site, club)
    club.players = [JANE]
    site.post(f"{PAGE}/players", page=PAGE, at=PAGE)
    club.players = []
    assert "1 player is no longer on the site" in site.get(f"{PAGE}/players").text
    site.post(f"{PAGE}/players", page=PAGE, at=PAGE)
    assert site.desk.state(event).tournament.players[-1].surname == "Doe"


def test_a_paired_player_is_not_taken_out_of_the_round(desk: Desk, event: str) -> None:
    tournament = desk.state(event).tournament
    board = tournament.round(4).boards[0]
    ours = tournament.player(board.white)
    known = replace(ours, egf_pin="11112222")
    tournament = replace(
        tournament, players=tuple(known if each == ours else each for each in tournament.players)
    )
    listed = {
        "id": 7, "lastname": known.surname, "firstname": known.first_name, "rank": str(known.grade),
        "country": known.country, "club": known.club, "pin": "11112222", "rounds": "11100",
    }  # fmt: skip
    [update] = compare(tournament, [listed]).updated
    assert update.blocked == (4,)
    assert update.new.absent_rounds == {5}


def test_a_line_that_cannot_be_read_is_named_and_the_others_are_entered(
    site: Site, event: str, club: Club
) -> None:
    linked(site, club)
    club.players = [{**JANE, "rank": "strong"}, {**JANE, "id": 2, "lastname": "Roe"}]
    text = site.get(f"{PAGE}/players").text
    assert "Doe Jane" in text
    assert "strong" in text
    site.post(f"{PAGE}/players", page=PAGE, at=PAGE)
    assert site.desk.state(event).tournament.players[-1].surname == "Roe"


def test_what_is_published_goes_to_the_site_by_itself(site: Site, event: str, club: Club) -> None:
    with site.client:
        linked(site, club)
        draw_round(site.desk, event, round=5, by="director")
        publish_round(site.desk, event, round=5, by="director")
        pairings = club.wait_for("/api/pairings/spring/5")
        board = site.desk.state(event).tournament.round(5).boards[0]
        enter_result(site.desk, event, round=5, table=board.table, result=Result.WHITE_WINS, by="director")
        publish_standings(site.desk, event, after=5, by="director")
        standings = club.wait_for("/api/standings/spring/5")
    assert club.kinds["/api/pairings/spring/5"] == "text/html; charset=UTF-8"
    assert pairings.startswith("<style>@layer pairgoth-published {")
    assert '<div class="pairgoth-published">' in pairings
    assert "data-result" not in pairings
    tables = re.findall(r'<td class="t" data-table="(\d+)">\1</td>', pairings)
    assert len(tables) == len(site.desk.state(event).tournament.round(5).boards)
    results = club.pages["/api/pairings/spring/5"]
    assert 'data-result="w">1-0<' in results
    assert 'data-result="?"' in results
    assert site.desk.state(event).tournament.players[0].surname in standings
    head = published_head(site.desk, site.desk.state(event))
    assert head is not None
    assert f"<small>{head.text}</small>" in standings


def test_presences_of_players_of_the_site_are_sent_and_a_refusal_is_shown(
    site: Site, event: str, club: Club
) -> None:
    with site.client:
        linked(site, club)
        club.players = [JANE]
        site.post(f"{PAGE}/players", page=PAGE, at=PAGE)
        jane, other = (
            site.desk.state(event).tournament.players[-1],
            site.desk.state(event).tournament.players[0],
        )
        set_attendance(site.desk, event, other.id, round=5, plays=False, by="director")
        set_attendance(site.desk, event, jane.id, round=5, plays=False, by="director")
        club.wait_for("/api/presences/spring/5")
        assert club.presences == [("/api/presences/spring/5", [{"id": 12345, "present": False}])]
        club.refuses = "not registered for round 5"
        set_attendance(site.desk, event, jane.id, round=5, plays=True, by="director")
        site.app.state.app_state.club_sites.wait()
        assert "not registered for round 5" in site.get(PAGE).text


def test_a_tournament_without_a_short_name_cannot_be_linked(site: Site, demo_id: str, club: Club) -> None:
    change_details(site.desk, demo_id, short_name="", by="director")
    answer = site.post(PAGE, page=PAGE, at=PAGE, url=club.url, secret=SECRET)
    assert answer.status_code == 422
    assert "short name" in answer.text
    assert linked_site(site.desk, demo_id) is None


def test_an_address_that_is_none_is_refused(site: Site, event: str) -> None:
    assert event
    answer = site.post(PAGE, page=PAGE, at=PAGE, url="ftp://club", secret=SECRET)
    assert answer.status_code == 422
    assert "is not the address of a club site" in answer.text


def test_a_player_of_the_site_who_perhaps_is_one_here_is_asked_about(
    site: Site, event: str, club: Club
) -> None:
    linked(site, club)
    ours = site.desk.state(event).tournament.players[0]
    raw = {"id": 7, "lastname": ours.surname, "firstname": ours.first_name, "rank": str(ours.grade)}
    abroad = {**raw, "country": "JP", "pin": "99999999"}
    club.players = [abroad]
    text = site.get(f"{PAGE}/players").text
    assert f"Same person? {ours.name}" in text
    assert 'name="same"' in text
    [doubt] = compare(site.desk.state(event).tournament, club.players).perhaps
    assert not compare(site.desk.state(event).tournament, club.players, [doubt.key]).added
    count = len(site.desk.state(event).tournament.players)
    site.post(f"{PAGE}/players", page=PAGE, at=PAGE)
    after = site.desk.state(event).tournament
    assert (len(after.players), after.players[0]) == (count + 1, ours)
    # From now on the site means the one it brought.
    assert compare(after, club.players).perhaps == ()


def test_a_number_of_the_site_does_not_rename_somebody_else(desk: Desk, event: str) -> None:
    ours = next(player for player in desk.state(event).tournament.players if player.egf_pin)
    found = compare(desk.state(event).tournament, [{**JANE, "pin": ours.egf_pin}])
    assert (found.updated, [each.ours.id for each in found.perhaps]) == ((), [ours.id])
