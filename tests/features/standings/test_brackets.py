"""Brackets on the page: who plays whom, who comes from where, and the grid of a round robin."""

from dataclasses import replace

import pytest

from kit.builders import crosstable
from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.domain.log.history import History
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Result
from miai.engine.scoring import standings
from miai.features.draw.bracket import bracket_of, missed_games
from miai.features.draw.draw_round import draw_round
from miai.features.players.change_player import set_attendance
from miai.features.players.register_player import register_players
from miai.features.results.enter_result import enter_result
from miai.features.settings.change_settings import change_rules, change_settings
from miai.features.standings.view.brackets import GridLine, grid, parts
from miai.features.tournament.create_tournament import create_tournament

NAMES = "Ada Bea Cem Dan Eva Fay Gil Hal".split()


def _cup(desk: Desk, system: str, players: int, *, rounds: int, played: int) -> str:
    """A cup in which the stronger always wins; Ada is the strongest."""
    cup = create_tournament(desk, name="Cup", system=system, rounds=rounds, by="director").id
    change_rules(desk, cup, {"pairing.bracket_by_lot": False}, by="director")
    field = [
        Player(id=PlayerId(name), surname=name, grade=Grade.parse("1d"), rating=2200.0 - 10 * at)
        for at, name in enumerate(NAMES[:players])
    ]
    register_players(desk, cup, field, by="director")
    for number in range(1, played + 1):
        event = draw_round(desk, cup, round=number, by="director").saved.state.tournament
        strength = {player.id: player.rating or 0 for player in event.players}
        for board in event.round(number).boards:
            stronger = strength[board.white] > strength[board.black]
            result = Result.WHITE_WINS if stronger else Result.BLACK_WINS
            enter_result(desk, cup, round=number, table=board.table, result=result, by="director")
    return cup


def _grid(site: Site, cup: str) -> list[GridLine]:
    event = site.desk.state(cup).tournament
    return grid(bracket_of(event), standings(event))


def test_a_knockout_shows_winners_going_on_and_whom_they_wait_for(site: Site) -> None:
    cup = _cup(site.desk, "knockout", 8, rounds=3, played=1)
    [bracket, third] = parts(bracket_of(site.desk.state(cup).tournament))
    titles = [stage.title for stage in bracket.stages]
    assert titles == ["Quarter-finals, round 1", "Semi-finals, round 2", "Final, round 3"]
    assert [stage.leads for stage in bracket.stages] == ["halving", "halving", ""]
    semi = bracket.stages[1].meetings[0]
    assert {place.text for place in semi.places} == {"Ada", "Dan"}
    final = bracket.stages[2].meetings[0]
    assert final.places[0].text == f"winner of match {semi.number}"
    assert third.stages[0].meetings[0].places[0].text.startswith("loser of match")
    html = site.get(f"/t/{cup}/standings?view=bracket").text
    assert "Semi-finals, round 2" in html
    assert "winner of match" in html


def test_the_champion_and_the_places_are_named_at_the_end(site: Site) -> None:
    cup = _cup(site.desk, "knockout", 8, rounds=3, played=3)
    html = site.get(f"/t/{cup}/standings?view=bracket").text
    assert "Ada has won the tournament." in html


def test_byes_go_to_the_strongest_and_need_no_game(site: Site) -> None:
    cup = _cup(site.desk, "knockout", 6, rounds=3, played=1)
    [bracket, _third] = parts(bracket_of(site.desk.state(cup).tournament))
    free = [m for m in bracket.stages[0].meetings if any(place.text == "free" for place in m.places)]
    assert {place.text for meeting in free for place in meeting.places} == {"Ada", "Bea", "free"}


def test_a_double_elimination_has_two_brackets_and_a_final_that_may_be_repeated(site: Site) -> None:
    cup = _cup(site.desk, "double_elimination", 4, rounds=5, played=2)
    [winners, losers] = parts(bracket_of(site.desk.state(cup).tournament))
    assert (winners.title, losers.title) == ("Winners’ bracket", "Losers’ bracket")
    assert winners.stages[-1].title == "Second final, round 5"
    html = site.get(f"/t/{cup}/standings?view=bracket").text
    assert "Losers’ bracket" in html


def test_a_losers_bracket_that_is_drawn_anew_says_so(site: Site) -> None:
    cup = _cup(site.desk, "double_elimination", 8, rounds=7, played=0)
    settings = site.desk.state(cup).tournament.settings
    rules = replace(settings.pairing, redraw_losers=True, bracket_by_lot=True)
    change_settings(site.desk, cup, replace(settings, pairing=rules), by="director")
    draw_round(site.desk, cup, round=1, by="director")
    html = site.get(f"/t/{cup}/standings?view=bracket").text
    assert "Losers’ bracket, drawn anew each round" in html
    assert "Places in the bracket were drawn by lot." in html
    assert "drawn later" in html
    assert "drawn by lot" in site.get(f"/t/{cup}/draw?round=1").text


def test_a_final_that_need_not_be_repeated_says_so(site: Site) -> None:
    cup = _cup(site.desk, "double_elimination", 4, rounds=5, played=4)
    assert "not needed" in site.get(f"/t/{cup}/standings?view=bracket").text


def test_a_double_elimination_that_is_over_offers_no_further_round(site: Site) -> None:
    cup = _cup(site.desk, "double_elimination", 4, rounds=7, played=4)
    assert "Round 5 is not needed" in site.get(f"/t/{cup}/draw?round=5").text
    for page in ("", "/draw?round=4", "/results?round=4", "/standings", "/draw?round=5"):
        html = site.get(f"/t/{cup}{page}").text
        assert "raw round 5" not in html
        assert "Prepare round 5" not in html


def test_before_a_knockout_is_drawn_the_page_says_how_many_have_a_bye(site: Site) -> None:
    cup = _cup(site.desk, "knockout", 7, rounds=3, played=0)
    assert "7 players are here; 1 has a bye." in site.get(f"/t/{cup}/draw?round=1").text
    cup = _cup(site.desk, "knockout", 5, rounds=3, played=0)
    assert "5 players are here; 3 have a bye." in site.get(f"/t/{cup}/draw?round=1").text


def test_the_grid_has_results_for_games_played_and_rounds_for_games_to_come(site: Site) -> None:
    cup = _cup(site.desk, "round_robin", 4, rounds=3, played=2)
    lines = _grid(site, cup)
    assert lines[0].player.surname == "Ada"
    assert lines[0].points == 2
    for at, line in enumerate(lines):
        assert line.cells[at] == ""
        assert line.cells.count("R3") == 1
    html = site.get(f"/t/{cup}/standings?view=bracket").text
    assert "grid-table" in html


@pytest.mark.parametrize("played", [1, 2, 3, 5])
def test_the_grid_and_the_wall_list_agree_on_byes_and_missed_games(site: Site, played: int) -> None:
    cup = _cup(site.desk, "round_robin", 5, rounds=5, played=played)
    event = site.desk.state(cup).tournament
    wall = {line.player.id: line for line in standings(event).rows}
    lines = _grid(site, cup)
    assert [line.player.id for line in lines] == list(wall)
    for line in lines:
        assert line.place == wall[line.player.id].place
        assert line.points == wall[line.player.id].wins == line.cells.count("+")


def test_whoever_waits_for_a_missed_game_has_no_points_before_it_is_played(site: Site) -> None:
    cup = _cup(site.desk, "round_robin", 4, rounds=4, played=1)
    bea = next(player for player in site.desk.state(cup).tournament.players if player.surname == "Bea")
    set_attendance(site.desk, cup, bea.id, round=2, plays=False, by="director")
    event = draw_round(site.desk, cup, round=2, by="director").saved.state.tournament
    waits = next(bye.player for bye in event.round(2).byes if bye.player != bea.id)
    before = {row.player.id: row.values["nbw"] for row in standings(event, after=1, criteria="nbw").rows}
    after = {row.player.id: row.values["nbw"] for row in standings(event, after=2, criteria="nbw").rows}
    assert after[waits] == before[waits]


@pytest.mark.requirement("V21")
def test_a_missed_game_stands_in_the_grid_and_can_be_played_in_a_later_round(site: Site) -> None:
    cup = _cup(site.desk, "round_robin", 4, rounds=4, played=1)
    bea = next(player for player in site.desk.state(cup).tournament.players if player.surname == "Bea")
    set_attendance(site.desk, cup, bea.id, round=2, plays=False, by="director")
    draw_round(site.desk, cup, round=2, by="director")
    page = site.get(f"/t/{cup}/draw?round=2").text
    assert "Bea misses the game against" in page
    assert "sits out" in page
    assert "Away in this round: Bea" in page
    lines = _grid(site, cup)
    assert sum(line.cells.count("×") for line in lines) == 2
    page = site.get(f"/t/{cup}/standings?view=bracket&round=2").text
    assert "nobody has points for it until it is made up" in page
    undrawn = site.get(f"/t/{cup}/draw?round=3").text
    assert "Missed games" in undrawn
    other = next(line.player for line in lines if "×" in line.cells and line.player.id != bea.id)
    assert "puts off the game that the plan has for them" in undrawn
    page = f"/t/{cup}/draw?round=3"
    said = site.post(f"/t/{cup}/draw/force", page=page, enhanced=True, round=3, a=bea.id, b=other.id).json()
    assert "will meet when round 3 is drawn; what the plan has for them in it is put off" in said["toast"]
    assert "paired again" not in said["toast"]
    draw_round(site.desk, cup, round=3, by="director")
    board = site.desk.state(cup).tournament.round(3).board_of(bea.id)
    assert board is not None
    assert board.opponent_of(bea.id) == other.id
    assert "is put off" in site.get(f"/t/{cup}/draw?round=3").text


def test_a_missed_game_can_be_wanted_when_the_round_is_drawn_already(site: Site) -> None:
    cup = _cup(site.desk, "round_robin", 4, rounds=4, played=1)
    bea = next(player for player in site.desk.state(cup).tournament.players if player.surname == "Bea")
    set_attendance(site.desk, cup, bea.id, round=2, plays=False, by="director")
    draw_round(site.desk, cup, round=2, by="director")
    (missed,) = missed_games(site.desk.state(cup).tournament, before=3)
    draw_round(site.desk, cup, round=3, by="director")
    site.post(f"/t/{cup}/draw/force", round=3, a=missed.one.id, b=missed.other.id)
    board = site.desk.state(cup).tournament.round(3).board_of(missed.one.id)
    assert board is not None
    assert board.opponent_of(missed.one.id) == missed.other.id
    assert missed_games(site.desk.state(cup).tournament, before=3) == ()


def test_two_who_sit_out_can_be_paired_on_the_page(site: Site) -> None:
    cup = _cup(site.desk, "round_robin", 4, rounds=4, played=1)
    bea = next(player for player in site.desk.state(cup).tournament.players if player.surname == "Bea")
    set_attendance(site.desk, cup, bea.id, round=2, plays=False, by="director")
    event = draw_round(site.desk, cup, round=2, by="director").saved.state.tournament
    waits = next(bye.player for bye in event.round(2).byes if bye.player != bea.id)
    set_attendance(site.desk, cup, bea.id, round=2, plays=True, by="director")
    assert f'value="{bea.id}"' in site.get(f"/t/{cup}/draw?round=2&pick={waits}").text
    site.post(f"/t/{cup}/draw/swap", round=2, a=waits, b=bea.id)
    drawn = site.desk.state(cup).tournament.round(2)
    assert (len(drawn.boards), drawn.byes) == (2, ())


def test_before_the_first_draw_the_page_says_when_there_will_be_a_bracket(site: Site) -> None:
    cup = _cup(site.desk, "knockout", 4, rounds=2, played=0)
    assert "once round 1 is drawn" in site.get(f"/t/{cup}/standings?view=bracket").text


def test_rounds_that_no_knockout_can_have_are_explained(site: Site) -> None:
    event = crosstable("Ada+Bea Cem+Dan Eva+Fay | Ada+Cem")
    odd = replace(event, name="Odd", settings=replace(event.settings, system="knockout"))
    site.desk.store.create(History.of_tournament(odd), id="odd")
    answer = site.get("/t/odd/standings?view=bracket")
    assert answer.status_code == 200
    assert "round 1 does not fit this system" in answer.text.lower()


@pytest.mark.parametrize("system", ["mcmahon", "swiss"])
def test_only_schedules_offer_a_bracket(site: Site, system: str) -> None:
    event = create_tournament(site.desk, name="Open", system=system, by="director").id
    assert "view=bracket" not in site.get(f"/t/{event}/standings").text
