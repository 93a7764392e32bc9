"""Teams are entered, checked against the limits, changed, rested and removed."""

from dataclasses import replace
from typing import Any

import pytest

from kit.console import Console, console
from kit.team_hall import person, team_hall, team_named
from miai.domain.people.player import PlayerId
from miai.domain.people.team import BoardOrder, TeamLimits, TeamRules
from miai.errors import InputError
from miai.features.history.show_history import entries_since
from miai.features.teams.change_team import change_team, let_rest, remove_team
from miai.features.teams.enter_team import enter_team
from miai.features.teams.limits import BrokenLimitsError, broken_limits
from miai.features.teams.state_line_up import clear_line_up, state_line_up


def limited(**limits: Any) -> Console:
    return team_hall(rules=TeamRules(size=2, limits=TeamLimits(**limits)))


class TestEntry:
    """A team enters with people who are known or new."""

    def test_people_who_are_entered_and_new_ones_make_a_team(self) -> None:
        hall = team_hall()
        ada = hall.enter("Ada", "3d")
        enter_team(*hall.at, name=" North ", members=[person("Bo 2d"), ada, person("Cy 1k")], by="Anneke")
        team = team_named(hall, "North")
        assert (team.id, team.number, team.captain) == ("t1", 1, hall.who("Bo"))
        assert team.members == (hall.who("Bo"), ada, hall.who("Cy"))
        enter_team(*hall.at, name="South", members=[hall.enter("Di")], captain=hall.who("Di"), by="Anneke")
        assert (team_named(hall, "South").id, team_named(hall, "South").number) == ("t2", 2)

    def test_numbers_are_not_given_twice(self) -> None:
        hall = team_hall("North: Ada; South: Bo; West: Cy")
        remove_team(*hall.at, team_named(hall, "South").id, by="Anneke")
        enter_team(*hall.at, name="East", members=[], by="Anneke")
        assert (team_named(hall, "East").id, team_named(hall, "East").number) == ("t4", 4)

    def test_what_cannot_be_is_refused_in_plain_words(self) -> None:
        hall = team_hall("North: Ada, Bo")
        ada, cy = hall.who("Ada"), hall.enter("Cy")
        for why, name, members, captain in (
            ("a team needs a name", " ", [cy], None),
            ("there is a team called north already", "north", [cy], None),
            ("Ada is a member of North", "South", [ada], None),
            ("Cy is named twice", "South", [cy, cy], None),
            ("the captain Ada is no member", "South", [cy], ada),
            ("there is no player 'p77'", "South", [PlayerId("p77")], None),
        ):
            with pytest.raises(InputError) as refused:
                enter_team(*hall.at, name=name, members=members, captain=captain, by="Anneke")
            assert str(refused.value) == why
        assert len(hall.event.teams) == 1

    def test_two_members_with_one_name_are_two_members(self) -> None:
        hall = team_hall()
        for grade in ("3d", "5k"):
            hall.enter("Cy", grade)
        members = [player.id for player in hall.event.players]
        enter_team(*hall.at, name="North", members=members, by="Anneke")
        assert team_named(hall, "North").members == tuple(members)

    def test_an_event_of_individuals_has_no_teams(self) -> None:
        with pytest.raises(InputError, match="event of individuals"):
            enter_team(*console().at, name="North", members=[], by="Anneke")

    def test_a_new_player_is_not_entered_with_a_team_that_is_refused(self) -> None:
        hall = team_hall("North: Ada")
        with pytest.raises(InputError):
            enter_team(*hall.at, name="North", members=[person("Bo")], by="Anneke")
        assert [player.surname for player in hall.event.players] == ["Ada"]


class TestLimits:
    """A team that breaks a limit needs the director's word."""

    def test_grades_of_the_strongest_line_up_are_added_up(self) -> None:
        hall = limited(most_grades=4)
        enter_team(
            *hall.at, name="North", members=[person("Ada 3d"), person("Bo 1d"), person("Cy 1d")], by="A"
        )
        with pytest.raises(BrokenLimitsError) as refused:
            enter_team(
                *hall.at, name="South", members=[person("Di 3k"), person("Ed 3d"), person("Fay 2d")], by="A"
            )
        assert str(refused.value) == (
            "South: the grades of the strongest line-up add up to 5, and 4 is the most"
        )

    def test_the_mean_rating_counts(self) -> None:
        hall = limited(most_rating=2150)
        members = [person("Ada 3d", rating=2250), person("Bo 1d", rating=2050), person("Cy 9k")]
        enter_team(*hall.at, name="North", members=members, by="A")
        with pytest.raises(BrokenLimitsError, match=r"the mean rating of the strongest line-up is 2150\.5"):
            enter_team(
                *hall.at, name="South", members=[person("Di", rating=2151), person("Ed", rating=2150)], by="A"
            )

    def test_juniors_are_counted_by_the_year_of_birth(self) -> None:
        hall = limited(least_juniors=1, junior_since=2008)
        enter_team(*hall.at, name="North", members=[person("Ada", birth_year=2008), person("Bo")], by="A")
        with pytest.raises(
            BrokenLimitsError, match="needs 1 member born in 2008 or later, and this one has 0"
        ):
            enter_team(*hall.at, name="South", members=[person("Cy", birth_year=2007), person("Di")], by="A")

    def test_one_country(self) -> None:
        hall = limited(one_country=True)
        enter_team(
            *hall.at, name="North", members=[person("Ada", country="FR"), person("Bo", country="fr")], by="A"
        )
        with pytest.raises(BrokenLimitsError) as refused:
            members = [person("Cy", country="FR"), person("Di", country="DE"), person("Ed")]
            enter_team(*hall.at, name="South", members=members, by="A")
        assert [str(problem.what) for problem in refused.value.problems] == [
            "the country of Ed is not entered",
            "the members are of FR and DE: one country is allowed",
        ]

    def test_what_the_director_accepts_is_noted_until_the_limit_is_kept(self) -> None:
        hall = limited(most_grades=4)
        strong = [person("Ada 3d"), person("Bo 3d"), person("Cy 1k")]
        enter_team(*hall.at, name="North", members=strong, by="A", all_the_same=True)
        team = team_named(hall, "North")
        assert team.exempt
        assert len(broken_limits(hall.event, team)) == 1
        # It was accepted, and is not asked about again.
        change_team(*hall.at, team.id, lambda old: replace(old, name="Nord"), by="A")
        assert team_named(hall, "Nord").exempt
        change_team(*hall.at, team.id, lambda old: replace(old, members=old.members[1:]), by="A")
        assert not team_named(hall, "Nord").exempt


class TestChanges:
    """Members, rests and removal."""

    def test_a_member_who_leaves_is_in_no_line_up_to_come(self) -> None:
        hall = team_hall("North: Ada, Bo, Cy; South: Di, Ed")
        team = team_named(hall, "North")
        state_line_up(*hall.at, team.id, round=1, players=[hall.who("Ada"), hall.who("Cy")], by="A")
        change_team(*hall.at, team.id, lambda old: replace(old, members=old.members[1:]), by="A")
        changed = team_named(hall, "North")
        assert changed.captain is None
        assert changed.line_ups[0].players == (None, hall.who("Cy"))

    def test_a_change_cannot_take_a_name_or_a_member_of_another_team(self) -> None:
        hall = team_hall("North: Ada; South: Bo")
        north = team_named(hall, "North").id
        with pytest.raises(InputError, match="called South already"):
            change_team(*hall.at, north, lambda old: replace(old, name="South"), by="A")
        with pytest.raises(InputError, match="Bo is a member of South"):
            change_team(*hall.at, north, lambda old: replace(old, members=(hall.who("Bo"),)), by="A")

    def test_a_team_that_rests_is_not_drawn_and_comes_back(self) -> None:
        hall = team_hall("North: Ada, Bo; South: Cy, Di; West: Ed, Fay", rounds=3)
        west = team_named(hall, "West").id
        let_rest(*hall.at, west, rounds=[1, 2], by="A")
        let_rest(*hall.at, west, rounds=[2], rests=False, by="A")
        drawn = hall.draw(1)
        assert west not in {side for match in drawn.matches for side in (match.white, match.black)}
        assert drawn.resting == ()
        hall.play(1)
        assert west in {side for match in hall.draw(2).matches for side in (match.white, match.black)}
        with pytest.raises(InputError, match="West is in the draw of round 2"):
            let_rest(*hall.at, west, rounds=[2], by="A")
        with pytest.raises(InputError, match="there is no round 4"):
            let_rest(*hall.at, west, rounds=[4], by="A")

    def test_a_team_in_a_draw_is_not_removed(self) -> None:
        hall = team_hall("North: Ada, Bo; South: Cy, Di; West: Ed, Fay")
        drawn = hall.draw(1)
        for team in hall.event.teams:
            with pytest.raises(InputError, match="in the draw of round 1"):
                remove_team(*hall.at, team.id, by="A")
        assert len(drawn.resting) == 1

    def test_the_history_says_what_was_done(self) -> None:
        hall = team_hall("North: Ada, Bo; South: Cy, Di")
        hall.draw(1)
        said = [str(entry.what) for entry in entries_since(hall.state, 0, limit=2)]
        assert sorted(said) == ["Drawn: 2 boards", "Line-ups stated: North and South"]


class TestLineUps:
    """The captain's word for one round."""

    def hall(self, **rules: Any) -> Console:
        return team_hall(
            "North: Ada 1d, Bo 3d, Cy 2d; South: Di, Ed, Fay", rules=TeamRules(size=2, **rules), rounds=2
        )

    def test_the_captain_chooses_who_plays_where(self) -> None:
        hall = self.hall()
        north = team_named(hall, "North").id
        state_line_up(*hall.at, north, round=1, players=[hall.who("Cy"), hall.who("Ada")], by="A")
        hall.draw(1)
        assert team_named(hall, "North").line_ups[0].players == (hall.who("Cy"), hall.who("Ada"))
        assert {hall.board(1, "Cy").opponent_of(hall.who("Cy"))} == {hall.who("Di")}
        assert {hall.board(1, "Ada").opponent_of(hall.who("Ada"))} == {hall.who("Ed")}

    def test_boards_by_rating_are_put_in_order(self) -> None:
        hall = self.hall(order=BoardOrder.RATING)
        north = team_named(hall, "North").id
        state_line_up(*hall.at, north, round=1, players=[hall.who("Ada"), hall.who("Cy")], by="A")
        assert team_named(hall, "North").line_ups[0].players == (hall.who("Cy"), hall.who("Ada"))

    def test_who_cannot_play_is_refused(self) -> None:
        hall = self.hall()
        north, ada = team_named(hall, "North").id, hall.who("Ada")
        guest, away = hall.enter("Gil"), hall.enter("Hal", absent_rounds=frozenset({1}))
        for why, players, outsiders in (
            ("Gil is no member of North", [guest], False),
            ("Ada is named twice", [ada, ada], False),
            ("Hal is absent in round 1", [away], True),
            ("Di plays for South in round 1", [hall.who("Di")], True),
            ("a line-up has 2 boards", [ada, None, None], False),
        ):
            with pytest.raises(InputError) as refused:
                state_line_up(*hall.at, north, round=1, players=players, outsiders=outsiders, by="A")
            assert str(refused.value) == why
        state_line_up(*hall.at, north, round=1, players=[guest, None], outsiders=True, by="A")
        hall.draw(1)
        assert hall.event.round(1).board_of(guest) is not None
        assert len(hall.event.round(1).boards) == 1

    def test_a_cleared_line_up_leaves_it_to_the_rule(self) -> None:
        hall = self.hall()
        north = team_named(hall, "North").id
        state_line_up(*hall.at, north, round=1, players=[hall.who("Cy")], by="A")
        clear_line_up(*hall.at, north, round=1, by="A")
        assert team_named(hall, "North").line_ups == ()
        hall.draw(1)
        with pytest.raises(InputError, match="round 1 is drawn"):
            clear_line_up(*hall.at, north, round=1, by="A")

    def test_a_substitute_takes_the_seat_in_a_drawn_round(self) -> None:
        hall = self.hall()
        north = team_named(hall, "North").id
        hall.draw(1)
        before = hall.board(1, "Bo")
        other = hall.board(1, "Ada")
        state_line_up(*hall.at, north, round=1, players=[hall.who("Ada"), hall.who("Cy")], by="A")
        now = hall.board(1, "Cy")
        assert (now.table, now.opponent_of(hall.who("Cy"))) == (before.table, hall.who("Ed"))
        assert hall.board(1, "Ada") == other
        hall.play(1)
        with pytest.raises(InputError, match="has a result"):
            state_line_up(*hall.at, north, round=1, players=[hall.who("Ada"), hall.who("Bo")], by="A")
