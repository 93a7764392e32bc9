"""Rounds of a team event at the console: drawn, drawn again, taken back, published, to the end."""

from dataclasses import replace

import pytest

from kit.console import Console
from kit.team_hall import games, matches, team_hall, team_named
from miai.domain.log.events import RoundDrawn, TeamsChanged
from miai.domain.people.player import PlayerId
from miai.domain.people.team import TeamId, TeamRules
from miai.domain.rounds.game import Result
from miai.engine.judging.team_referee import judge_teams
from miai.engine.scoring.teams.line_ups import line_up_of
from miai.engine.scoring.teams.table import team_standings
from miai.errors import InputError
from miai.features.draw.bracket import bracket_of
from miai.features.draw.change_draw import set_bye, swap, swap_colours, unpair
from miai.features.draw.draw_round import draw_around_wishes, draw_round, repair_rest, take_back_round
from miai.features.draw.evaluation import evaluation_of
from miai.features.draw.explain import why_not
from miai.features.draw.pair import pair
from miai.features.draw.wishes import fix_table, never_pair, offer_bye, want_game
from miai.features.history.undo import undo
from miai.features.players.change_player import remove_player, set_attendance
from miai.features.publish.publish_round import Shown, public_round, publication, publish_round
from miai.features.teams.change_team import change_team
from miai.features.teams.state_line_up import state_line_up
from miai.features.teams.swap_teams import swap_teams

FOUR = "North: Ada, Bo, Cy; South: Di, Ed; West: Fay, Gil; East: Hal, Ida"


def eight() -> Console:
    teams = "; ".join(
        f"{name}: " + ", ".join(f"{name}{board} {5 - board + at % 3}d" for board in (1, 2, 3, 4))
        for at, name in enumerate(("Ash", "Birch", "Cedar", "Elm", "Fir", "Larch", "Oak", "Pine"))
    )
    return team_hall(teams, rules=TeamRules(size=3), system="mcmahon", rounds=5)


def test_a_draw_is_one_step_with_its_line_ups() -> None:
    hall = team_hall(FOUR)
    saved = draw_round(*hall.at, round=1, by="Anneke").saved
    assert [type(entry.event) for entry in saved.entries] == [TeamsChanged, RoundDrawn]
    assert len(games(hall, 1)) == 4
    assert hall.event.round(1).byes == ()
    for team in hall.event.teams:
        assert team.line_ups[0].drawn
        assert team.line_ups[0].players == team.members[:2]


def test_colours_alternate_down_the_boards_and_tables_follow_the_matches() -> None:
    hall = team_hall(FOUR)
    hall.draw(1)
    members = {team.name: team.members for team in hall.event.teams}
    boards = list(hall.event.round(1).boards)
    for at, (white, black) in enumerate(matches(hall, 1)):
        first, second = boards[2 * at : 2 * at + 2]
        assert (first.white, first.black) == (members[white][0], members[black][0])
        assert (second.white, second.black) == (members[black][1], members[white][1])
    assert [board.table for board in boards] == [1, 2, 3, 4]


def test_drawn_again_the_line_ups_are_those_of_now() -> None:
    hall = team_hall(FOUR)
    hall.draw(1)
    set_attendance(*hall.at, hall.who("Ada"), round=1, plays=False, by="A")
    assert hall.who("Ada") in team_named(hall, "North").line_ups[0].players
    hall.draw(1)
    assert team_named(hall, "North").line_ups[0].players == (hall.who("Bo"), hall.who("Cy"))
    assert hall.event.round(1).board_of(hall.who("Ada")) is None


def test_a_line_up_of_the_captain_stays_when_a_round_is_taken_back() -> None:
    hall = team_hall(FOUR)
    north = team_named(hall, "North").id
    state_line_up(*hall.at, north, round=1, players=[hall.who("Cy"), None], by="A")
    hall.draw(1)
    take_back_round(*hall.at, round=1, by="A")
    assert hall.event.rounds == ()
    assert [len(team.line_ups) for team in hall.event.teams] == [1, 0, 0, 0]
    hall.draw(1)
    assert len(hall.event.round(1).boards) == 3
    assert hall.event.round(1).board_of(hall.who("Cy")) is not None


def test_a_draw_can_be_undone_and_made_again() -> None:
    hall = team_hall(FOUR)
    saved = draw_round(*hall.at, round=1, by="Anneke").saved
    before = games(hall, 1)
    undo(*hall.at, saved.state.version, by="Anneke")
    assert hall.event.rounds == ()
    hall.draw(1)
    assert games(hall, 1) == before


def test_a_line_up_of_a_draw_that_was_undone_gives_way_to_the_order_of_the_captain() -> None:
    hall = team_hall(FOUR)
    hall.draw(1)
    undo(*hall.at, hall.state.version, by="Anneke")
    north = team_named(hall, "North")
    turned = north.members[1::-1]
    change_team(
        *hall.at, north.id, lambda team: replace(team, members=(*turned, *team.members[2:])), by="Anneke"
    )
    assert line_up_of(hall.event, team_named(hall, "North"), 1) == turned
    hall.draw(1)
    assert line_up_of(hall.event, team_named(hall, "North"), 1) == turned


def test_a_team_without_anybody_is_not_paired_and_named() -> None:
    hall = team_hall(FOUR)
    for name in ("Hal", "Ida"):
        set_attendance(*hall.at, hall.who(name), round=1, plays=False, by="A")
    drawn = draw_round(*hall.at, round=1, by="A")
    assert [str(problem) for problem in drawn.draw.problems] == [
        "East is not paired in round 1: nobody of the team is there"
    ]
    assert len(hall.event.round(1).resting) == 1


def test_a_stated_seat_of_somebody_who_left_is_empty_and_named() -> None:
    hall = team_hall(FOUR)
    north = team_named(hall, "North").id
    state_line_up(*hall.at, north, round=1, players=[hall.who("Ada"), hall.who("Bo")], by="A")
    set_attendance(*hall.at, hall.who("Bo"), round=1, plays=False, by="A")
    drawn = draw_round(*hall.at, round=1, by="A")
    assert [str(problem) for problem in drawn.draw.problems] == [
        "board 2 of North is empty in round 1: Bo is not there"
    ]
    assert len(hall.event.round(1).boards) == 3


def test_pairings_are_published_and_a_match_is_explained_by_its_costs() -> None:
    hall = team_hall(FOUR)
    drawn = draw_round(*hall.at, round=1, by="A")
    publish_round(*hall.at, round=1, by="A")
    assert publication(hall.event, 1).shown is Shown.CURRENT
    evaluation = evaluation_of(*hall.at, round=1)
    assert evaluation.own
    assert drawn.draw.teams is not None
    assert [each.reasons for each in evaluation.boards] == [each.reasons for each in drawn.draw.teams.boards]
    assert [(each.white.name, each.black.name) for each in evaluation.boards] == matches(hall, 1)
    hall.play(1)
    hall.draw(2)
    met = {frozenset(match) for number in (1, 2) for match in matches(hall, number)}
    other = next(team for team in ("South", "West", "East") if frozenset(("North", team)) not in met)
    ids = {team.name: PlayerId(team.id) for team in hall.event.teams}
    answer = why_not(*hall.at, round=2, a=ids["North"], b=ids[other])
    assert answer.forbidden == ()
    assert {"North", other} in [{one.name, two.name} for one, two in answer.games]


def test_wishes_are_about_teams() -> None:
    hall = team_hall(FOUR)
    ids = {team.name: PlayerId(team.id) for team in hall.event.teams}
    want_game(*hall.at, round=1, white=ids["East"], black=ids["North"], by="A")
    hall.draw(1)
    assert ("East", "North") in matches(hall, 1)
    hall.play(1)
    never_pair(*hall.at, a=ids["South"], b=ids["East"], by="A")
    hall.draw(2)
    assert {"South", "East"} not in [set(match) for match in matches(hall, 2)]
    with pytest.raises(InputError, match="there is no player 'p1'"):
        never_pair(*hall.at, a=hall.who("Ada"), b=hall.who("Di"), by="A")
    with pytest.raises(InputError, match="follow its matches"):
        fix_table(*hall.at, player=hall.who("Ada"), table=2, by="A")


def test_a_round_without_results_is_drawn_again_around_a_new_wish() -> None:
    hall = team_hall(FOUR)
    draw_round(*hall.at, round=1, seed=5, by="A")
    ids = {team.name: PlayerId(team.id) for team in hall.event.teams}
    white, black = matches(hall, 1)[0]
    never_pair(*hall.at, a=ids[white], b=ids[black], by="A")
    draw_around_wishes(*hall.at, round=1, by="A")
    assert {white, black} not in [set(match) for match in matches(hall, 1)]
    hall.play(1)
    with pytest.raises(InputError, match="has results already"):
        draw_around_wishes(*hall.at, round=1, by="A")


def test_a_team_offers_to_rest() -> None:
    hall = team_hall(f"{FOUR}; Isle: Joy, Kim")
    offer_bye(*hall.at, round=1, player=PlayerId(team_named(hall, "South").id), by="A")
    assert hall.draw(1).resting == (team_named(hall, "South").id,)


def test_the_rest_of_a_round_of_matches_is_not_drawn_alone() -> None:
    hall = team_hall(FOUR)
    hall.draw(1)
    with pytest.raises(InputError, match="whole rounds only"):
        repair_rest(*hall.at, round=1, by="A")


def test_who_plays_in_a_match_is_changed_by_its_line_ups_only() -> None:
    hall = team_hall(FOUR)
    hall.draw(1)
    with pytest.raises(InputError, match="change the line-up of the team"):
        swap(*hall.at, round=1, a=hall.who("Ada"), b=hall.who("Di"), by="A")
    with pytest.raises(InputError, match="change the line-up of the team"):
        unpair(*hall.at, round=1, table=1, by="A")
    with pytest.raises(InputError, match="change the line-up of the team"):
        set_bye(*hall.at, round=1, player=hall.who("Ada"), by="A")
    before = hall.event.round(1).boards[0]
    swap_colours(*hall.at, round=1, table=1, by="A")
    assert hall.event.round(1).boards[0].white == before.black
    with pytest.raises(InputError, match="Cy is in the team North"):
        remove_player(*hall.at, hall.who("Cy"), by="A")


def test_players_see_the_matches_of_a_published_round() -> None:
    hall = team_hall(f"{FOUR}; Isle: Joy, Kim")
    drawn = hall.draw(1)
    publish_round(*hall.at, round=1, by="A")
    seen = public_round(hall.event, 1)
    assert seen is not None
    assert (seen.matches, seen.resting) == (drawn.matches, drawn.resting)


def test_two_teams_change_places_and_the_other_match_keeps_its_result() -> None:
    hall = team_hall(f"{FOUR}; Isle: Joy, Kim; Moor: Lea, Mia")
    hall.draw(1)
    (a, b), (c, d), (e, f) = matches(hall, 1)
    ids = {team.name: team.id for team in hall.event.teams}
    hall.result(1, 5, Result.JIGO)
    swap_teams(*hall.at, round=1, a=ids[a], b=ids[d], by="A")
    assert matches(hall, 1) == [(d, b), (c, a), (e, f)]
    members = {team.name: team.members for team in hall.event.teams}
    boards = hall.event.round(1).boards
    assert (boards[0].white, boards[0].black) == (members[d][0], members[b][0])
    assert boards[4].result is Result.JIGO
    with pytest.raises(InputError, match="has a result"):
        swap_teams(*hall.at, round=1, a=ids[a], b=ids[e], by="A")
    # Two opponents exchange the colours of board 1.
    swap_teams(*hall.at, round=1, a=ids[d], b=ids[b], by="A")
    assert matches(hall, 1)[0] == (b, d)


def test_a_result_of_published_matches_that_were_swapped_is_refused() -> None:
    hall = team_hall(FOUR)
    first, second = hall.draw(1).matches
    publish_round(*hall.at, round=1, by="A")
    swap_teams(*hall.at, round=1, a=first.white, b=second.white, by="A")
    changed = hall.event.round(1)
    with pytest.raises(InputError, match="do not meet in the draw of round 1 any more"):
        hall.result(1, 1, Result.WHITE_WINS)
    assert hall.event.round(1) == changed
    publish_round(*hall.at, round=1, by="A")
    hall.result(1, 1, Result.WHITE_WINS)
    assert hall.event.round(1).boards[0].result is Result.WHITE_WINS


def test_a_team_takes_the_place_of_one_that_rests() -> None:
    hall = team_hall("North: Ada, Bo; South: Di, Ed; West: Fay, Gil")
    drawn = hall.draw(1)
    resting, white = drawn.resting[0], drawn.matches[0].white
    swap_teams(*hall.at, round=1, a=resting, b=white, by="A")
    assert hall.event.round(1).resting == (white,)
    assert hall.event.round(1).matches[0].white == resting
    assert hall.event.team(resting).line_ups[0].drawn
    assert hall.event.team(white).line_ups == ()
    assert not evaluation_of(*hall.at, round=1).own


def test_without_teams_there_is_nothing_to_draw() -> None:
    with pytest.raises(InputError):
        draw_round(*team_hall().at, round=1, by="A")
    with pytest.raises(InputError, match="no team is entered yet"):
        pair(team_hall().event, round=1)


def test_a_drawn_match_of_a_knock_out_goes_to_the_first_board() -> None:
    hall = team_hall(FOUR, system="knockout", rounds=2)
    drawn = hall.draw(1)
    for board in drawn.boards:
        # White wins board 1 and White wins board 2: one board each.
        hall.result(1, board.table, Result.WHITE_WINS)
    final = hall.draw(2).matches[0]
    assert {final.white, final.black} == {match.white for match in drawn.matches}
    plan = bracket_of(hall.event, after=1)
    assert {TeamId(match.winner.id) for match in plan.of_round(1) if match.winner} == {
        final.white,
        final.black,
    }


def test_five_rounds_of_eight_teams_from_entry_to_the_table() -> None:
    hall = eight()
    state_line_up(
        *hall.at,
        team_named(hall, "Oak").id,
        round=2,
        players=[hall.who("Oak4"), hall.who("Oak2"), None],
        by="A",
    )
    set_attendance(*hall.at, hall.who("Fir1"), round=3, plays=False, by="A")
    for number in range(1, 6):
        before = hall.event
        drawn = draw_round(*hall.at, round=number, by="A").draw
        assert judge_teams(before, drawn) == []
        publish_round(*hall.at, round=number, by="A")
        for board in hall.event.round(number).boards:
            strongest = min(hall.event.names[seat] for seat in (board.white, board.black))
            won = Result.WHITE_WINS if hall.event.names[board.white] == strongest else Result.BLACK_WINS
            hall.result(number, board.table, won)
    played = [frozenset(pair) for number in range(1, 6) for pair in matches(hall, number)]
    assert len(played) == len(set(played)) == 20
    assert len(hall.event.round(2).boards) == 11
    assert hall.event.round(3).board_of(hall.who("Fir4")) is not None
    table = team_standings(hall.event, after=5)
    assert table.rows[0].team.name == "Ash"
    assert sum(row.values["teamp"] for row in table.rows) == 40
