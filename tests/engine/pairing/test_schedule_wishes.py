"""Forbidden, wanted and family pairs in systems that plan all rounds: kept where a plan can, else said."""

import random
from dataclasses import replace
from itertools import combinations

import pytest

from kit.builders import with_player
from kit.small_fields import NAMES, drawn_and_played, field, pairs, play
from miai.domain.people.player import PlayerId
from miai.domain.rounds.director_constraints import ByeVolunteer, WantedGame, Wishes
from miai.domain.tournament import Tournament
from miai.engine.pairing.protocol import Constraints, Draw
from miai.engine.pairing.registry import SCHEDULES, schedule_of
from miai.engine.pairing.schedules import DoubleElimination, Knockout, RoundRobin, Schedule
from miai.engine.pairing.schedules.bracket import NotPlayed
from miai.features.draw.pair import pair

CUPS = [Knockout(), DoubleElimination()]


def apart(event: Tournament, *names: str) -> Tournament:
    """Each of "Ada-Bea" never meets."""
    pairs = tuple((PlayerId(a), PlayerId(b)) for a, b in (name.split("-") for name in names))
    return replace(event, wishes=replace(event.wishes, apart=pairs))


def wanting(event: Tournament, *games: str) -> Tournament:
    """Each of "2 Ada-Bea" is wanted in round 2, Ada with White."""
    wanted = []
    for game in games:
        number, names = game.split()
        white, black = names.split("-")
        wanted.append(WantedGame(round=int(number), white=PlayerId(white), black=PlayerId(black)))
    return replace(event, wishes=replace(event.wishes, games=tuple(wanted)))


def said(draw: Draw) -> list[str]:
    return [str(each) for each in (*draw.problems, *draw.notes)]


class TestRoundRobin:
    """The order of rounds and the seats follow wanted games; a forbidden game is left out."""

    @pytest.mark.requirement("A41")
    @pytest.mark.parametrize("number", range(1, 6))
    @pytest.mark.parametrize("names", ["Ada-Bea", "Ada-Dan", "Eva-Cem"])
    def test_a_wanted_game_comes_in_its_round_with_its_colours(self, names: str, number: int) -> None:
        event = wanting(field(6), f"{number} {names}")
        table = RoundRobin()
        played = drawn_and_played(table, event, *["Ada Bea Cem Dan Eva"] * 5)
        games = [
            "-".join(sorted((board.white, board.black))) for drawn in played.rounds for board in drawn.boards
        ]
        assert sorted(games) == ["-".join(both) for both in combinations(sorted(NAMES[:6]), 2)]
        white, black = names.split("-")
        board = played.rounds[number - 1].board_of(PlayerId(white))
        assert board is not None
        assert (board.white, board.black) == (white, black)

    def test_several_wanted_games_come_when_they_are_wanted(self) -> None:
        event = wanting(field(8), "1 Ada-Bea", "1 Cem-Dan", "2 Ada-Cem", "5 Eva-Hal")
        played = drawn_and_played(RoundRobin(), event, *["Ada Bea Cem Dan Eva Fay Gil"] * 7)
        assert sum(len(drawn.boards) for drawn in played.rounds) == 28
        for game in event.wishes.games:
            board = played.rounds[game.round - 1].board_of(game.white)
            assert board is not None
            assert board.black == game.black

    def test_what_the_plan_cannot_have_is_forced_and_the_games_put_off_are_named(self) -> None:
        table = RoundRobin()
        event = drawn_and_played(table, field(4), "Ada Bea", "Ada Bea")
        (last,) = {"Ada-Bea"} & set(pairs(table.draw(event, round=3, seed=0))) or {""}
        again = "Ada-Cem" if last else "Ada-Bea"
        draw = table.draw(wanting(event, f"3 {again}"), round=3, seed=0)
        assert again in pairs(draw)
        assert sum("is put off: one of them plays a wanted game" in text for text in said(draw)) == 2

    @pytest.mark.requirement("A42")
    def test_a_forbidden_game_is_left_out_and_said(self) -> None:
        table = RoundRobin()
        event = apart(field(4), "Ada-Dan")
        texts = []
        for number in (1, 2, 3):
            draw = table.draw(event, round=number, seed=0)
            assert "Ada-Dan" not in pairs(draw)
            texts += said(draw)
            event = play(event, draw, "Ada Bea Cem")
        (text,) = texts
        assert text.replace("Dan and Ada", "Ada and Dan").startswith(
            "Ada and Dan should never meet: their game of round "
        )
        bracket = table.bracket(event, after=3, seed=0)
        left_out = [match for match in bracket.matches if match.not_played is NotPlayed.KEPT_APART]
        assert len(left_out) == 1
        assert bracket.over

    def test_family_meets_in_a_round_robin_and_it_is_said(self) -> None:
        event = field(4)
        for name in ("Ada", "Bea"):
            event = with_player(event, name, family="Smith")
        texts = []
        for number in (1, 2, 3):
            draw = RoundRobin().draw(event, round=number, seed=0)
            texts += said(draw)
            event = play(event, draw, "Ada Bea Cem")
        (text,) = texts
        assert "are family, and the plan of this system has them meet in round" in text
        allowed = replace(event.settings, pairing=replace(event.settings.pairing, family_apart=False))
        for number in (1, 2, 3):
            assert said(RoundRobin().draw(replace(event, settings=allowed), round=number, seed=0)) == []

    def test_a_wanted_game_of_somebody_who_is_away_is_named(self) -> None:
        event = wanting(with_player(field(4), "Dan", absent_rounds=frozenset({2})), "2 Ada-Dan")
        event = play(event, RoundRobin().draw(event, round=1, seed=0), "Ada Bea Cem")
        assert "the game Ada – Dan wanted in round 2 is not drawn: Dan is away" in said(
            RoundRobin().draw(event, round=2, seed=0)
        )


class TestPlaces:
    """Places in a bracket keep pairs apart."""

    @pytest.mark.requirement("A42", "V22")
    @pytest.mark.parametrize("cup", CUPS, ids=lambda cup: str(cup.key))
    @pytest.mark.parametrize("both", list(combinations(NAMES[:6], 2)), ids="-".join)
    def test_two_who_are_kept_apart_meet_in_the_final_at_the_earliest(
        self, cup: Schedule, both: tuple[str, str]
    ) -> None:
        event = apart(field(6), "-".join(both))
        first = cup.draw(event, round=1, seed=0)
        assert "-".join(sorted(both)) not in pairs(first)
        upper = [match.players for match in cup.bracket(event, after=0, seed=0).of_round(1)[:2]]
        names = {player.surname for players in upper for player in players}
        assert len(names & set(both)) == 1

    @pytest.mark.parametrize("cup", CUPS, ids=lambda cup: str(cup.key))
    def test_round_1_avoids_every_forbidden_pair_if_any_bracket_can(self, cup: Schedule) -> None:
        chance = random.Random(7)
        for players in (4, 5, 6, 7, 8, 8, 8, 8):
            event = field(players)
            every = ["-".join(both) for both in combinations(NAMES[:players], 2)]
            possible = chance.sample(every, players // 2 + 1)
            forbidden = [both for both in every if both not in possible][: 2 * players]
            event = apart(event, *forbidden)
            drawn = set(pairs(cup.draw(event, round=1, seed=0)))
            least = _fewest(players, set(forbidden))
            assert len(drawn & set(forbidden)) == least

    @pytest.mark.requirement("A41")
    @pytest.mark.parametrize("cup", CUPS, ids=lambda cup: str(cup.key))
    @pytest.mark.parametrize("both", list(combinations(NAMES[:5], 2)), ids="-".join)
    def test_a_game_wanted_in_round_1_is_its_first_match(self, cup: Schedule, both: tuple[str, str]) -> None:
        draw = cup.draw(wanting(field(5), f"1 {'-'.join(both)}"), round=1, seed=0)
        assert pairs(draw) == ["-".join(both)]

    def test_a_game_wanted_in_round_2_can_come_about(self) -> None:
        event = wanting(field(8), "2 Ada-Bea")
        cup = Knockout()
        assert "the game Ada – Bea wanted in round 2 is played if both get there" in said(
            cup.draw(event, round=1, seed=0)
        )
        event = drawn_and_played(cup, event, "Ada Bea Cem Dan")
        assert "Ada-Bea" in pairs(cup.draw(event, round=2, seed=0))

    def test_family_is_placed_in_different_halves(self) -> None:
        event = field(8)
        for name in ("Cem", "Fay"):
            event = with_player(event, name, family="Smith")
        assert "Cem-Fay" in pairs(Knockout().draw(field(8), round=1, seed=0))
        draw = Knockout().draw(event, round=1, seed=0)
        assert "Cem-Fay" not in pairs(draw)
        assert said(draw) == ["Cem and Fay are family: this bracket keeps them apart until round 3"]

    def test_top_seeds_keep_their_places(self) -> None:
        event = apart(field(8), "Ada-Hal", "Bea-Gil", "Eva-Fay")
        draw = Knockout().draw(event, round=1, seed=0)
        seeds = {name: at for at, name in enumerate(NAMES[:8])}
        for names in pairs(draw):
            one, other = names.split("-")
            assert seeds[one] < 4 <= seeds[other]

    def test_what_cannot_be_kept_is_said_when_it_comes(self) -> None:
        cup = Knockout()
        event = apart(field(4), "Ada-Bea")
        event = drawn_and_played(cup, event, "Ada Bea")
        draw = cup.draw(event, round=2, seed=0)
        assert "Ada-Bea" in pairs(draw)
        assert said(draw) == [
            "Ada and Bea should never meet, and the plan of this system has them meet in round 2"
        ]

    def test_two_players_who_are_kept_apart_cannot_be(self) -> None:
        draw = Knockout().draw(apart(field(2), "Ada-Bea"), round=1, seed=0)
        assert pairs(draw) == ["Ada-Bea"]
        assert "Ada and Bea should never meet, and the plan" in said(draw)[0]

    def test_a_wanted_game_that_the_bracket_does_not_have_is_said(self) -> None:
        cup = Knockout()
        event = drawn_and_played(cup, field(8), "Ada Dan Bea Cem")
        draw = cup.draw(wanting(event, "2 Ada-Bea"), round=2, seed=0)
        assert said(draw) == [
            "the game Ada – Bea wanted in round 2 is not drawn: the plan of this system has Ada against Dan"
        ]
        assert "the game Ada – Bea wanted in round 2 is not in this bracket" in [
            str(note) for note in cup.bracket(wanting(event, "2 Ada-Bea"), after=1, seed=0).notes
        ]

    def test_two_who_are_out_can_play_a_wanted_game_beside_the_bracket(self) -> None:
        cup = Knockout()
        event = drawn_and_played(cup, field(8), "Ada Dan Bea Cem")
        draw = cup.draw(wanting(event, "2 Hal-Gil"), round=2, seed=0)
        assert (pairs(draw), said(draw)) == (["Ada-Dan", "Bea-Cem", "Gil-Hal"], [])
        event = play(event, draw, "Ada Bea Gil")
        assert pairs(cup.draw(event, round=3, seed=0)) == ["Ada-Bea", "Cem-Dan"]


def _fewest(players: int, forbidden: set[str]) -> int:
    """The fewest forbidden games of any round 1, tried one by one."""
    size = 1 << (players - 1).bit_length()

    def search(left: tuple[str, ...], byes: int) -> int:
        if not left:
            return 0
        first, rest = left[0], left[1:]
        best = search(rest, byes - 1) if byes else players
        for other in rest:
            others = tuple(name for name in rest if name != other)
            if len(others) >= byes:
                best = min(best, (f"{first}-{other}" in forbidden) + search(others, byes))
        return best

    return search(tuple(NAMES[:players]), size - players)


@pytest.mark.parametrize("key", SCHEDULES)
def test_constraints_given_with_the_draw_count_like_wishes(key: str) -> None:
    event = replace(field(4), settings=replace(field(4).settings, system=key))
    forced = Constraints(forced=((PlayerId("Cem"), PlayerId("Ada")),))
    draw = pair(event, round=1, constraints=forced)
    assert ("Cem", "Ada") in [(board.white.surname, board.black.surname) for board in draw.boards]


@pytest.mark.parametrize("key", SCHEDULES)
def test_wishes_about_tables_and_byes_are_not_passed_over_in_silence(key: str) -> None:
    wishes = Wishes(
        tables=((PlayerId("Ada"), 2),),
        off_tables=((PlayerId("Ada"), 1),),
        volunteers=(ByeVolunteer(round=1, player=PlayerId("Dan")),),
    )
    draw = schedule_of(key).draw(replace(field(4), wishes=wishes), round=1, seed=0)
    assert said(draw) == [
        "Ada does not sit at table 2: the plan of this system gives the tables",
        "Ada sits at table 1: the plan of this system gives the tables",
        "Dan offers to sit out round 1: the plan of this system says who does",
    ]
