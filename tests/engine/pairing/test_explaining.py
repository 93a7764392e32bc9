"""What is known of a pair, what systems can do, and what they say when they cannot repeat a draw."""

from dataclasses import replace

import pytest

from kit.builders import crosstable, with_player
from kit.riverside import riverside
from miai.domain.points import POINT
from miai.domain.rounds.round import Bye, Round
from miai.domain.settings.system_names import system_name
from miai.engine.pairing.abilities import Abilities
from miai.engine.pairing.handicapping import handicap_matrix
from miai.engine.pairing.pair_facts import pair_facts
from miai.engine.pairing.protocol import RoundView
from miai.engine.pairing.registry import ALL_SYSTEMS, abilities_of, schedule_of, system_of
from miai.engine.pairing.rules.colour import ColourBalance
from miai.engine.pairing.rules.forbidding import NeverMet
from miai.engine.pairing.rules.geography import Kinship
from miai.engine.pairing.view import build_view
from miai.errors import InputError
from miai.features.draw.draw_words import board_lines, evaluation_line
from miai.features.draw.pair import analyse, round_of
from miai.messages import Message


def places(view: RoundView, *names: str) -> list[int]:
    surnames = [player.surname for player in view.players]
    return [surnames.index(name) for name in names]


def test_the_rounds_in_which_two_met_are_known() -> None:
    view = build_view(crosstable("A+B C+D | A+C B+D | B+A D+C", start=20), 4, seed=0)
    a, b, c, d = places(view, "A", "B", "C", "D")
    assert view.met_in(a, b) == view.met_in(b, a) == (1, 3)
    assert view.met_in(a, d) == ()
    assert str(NeverMet().explain(view, b, a)) == "A and B met in rounds 1 and 3"
    assert NeverMet().explain(view, a, c).values["rounds"] == (2,)


def test_facts_name_gap_float_and_kinship() -> None:
    event = crosstable("A+B C+D | A+C D+B", start=20)
    event = with_player(with_player(event, "A", club="Lyon"), "D", club="lyon")
    rules = replace(event.settings.pairing, exempt_at_bar=False, exempt_from=None)
    view = build_view(replace(event, settings=replace(event.settings, pairing=rules)), 3, seed=0)
    a, d = places(view, "A", "D")
    facts = pair_facts(view)(a, d, 0)
    assert (facts.gap, facts.kinship, facts.met_in) == (POINT, Kinship.CLUB, ())
    assert facts.floats_down is not None
    assert facts.floats_down.surname == "A"
    assert not facts.floats_again


def test_a_colour_is_too_often_or_only_again() -> None:
    """After two games A has had White twice, B and C both colours and White last, D Black twice."""
    view = build_view(crosstable("A+B C+D | A+C B+D", start=20), 3, seed=0)
    a, b, c, d = places(view, "A", "B", "C", "D")

    def told(white: int, black: int, stones: int = 0) -> tuple[str, str]:
        found = pair_facts(view)(white, black, stones)
        off, again = ("".join(p.surname for p in each) for each in (found.off_balance, found.colour_again))
        return off, again

    assert told(d, a) == ("", "")
    assert told(a, d) == ("AD", "")
    assert told(b, a) == ("", "B")
    assert told(c, a) == ("", "")
    assert told(c, b) == ("", "")
    assert told(a, b) == ("A", "")
    assert told(b, c) == ("", "BC")
    assert told(a, d, 2) == ("", "")


def test_a_board_has_a_word_about_colours_where_the_rule_charges_for_them() -> None:
    """What is marked is what the rule counts, for every pair with the better choice of colours."""
    view = build_view(riverside(), 5, seed=0)
    charged, facts, stones = ColourBalance().deviation(view), pair_facts(view), handicap_matrix(view)

    def marked(white: int, black: int) -> bool:
        found = facts(white, black, int(stones[white, black]))
        return bool(found.off_balance or found.colour_again)

    players = range(len(view))
    kinds = {(bool(charged[i, j]), marked(i, j) and marked(j, i)) for i in players for j in players if i != j}
    assert kinds == {(False, False), (True, True)}


def test_club_and_country_are_no_fact_where_the_settings_do_not_mind() -> None:
    event = crosstable("A?B", start=20)
    event = replace(with_player(with_player(event, "A", club="Lyon"), "B", club="Lyon"), rounds=())
    rules = replace(event.settings.pairing, exempt_at_bar=False, exempt_from=None, same_club=0)
    view = build_view(replace(event, settings=replace(event.settings, pairing=rules)), 1, seed=0)
    assert pair_facts(view)(0, 1, 0).kinship is None


@pytest.mark.parametrize("key", ALL_SYSTEMS)
def test_every_system_says_what_it_is_called_and_what_it_does(key: str) -> None:
    system, abilities = system_of(key), abilities_of(key)
    assert system.key == key
    assert str(system_name(key)) and ALL_SYSTEMS[key].says
    assert system.how
    assert abilities.by_preset <= abilities.weighs_pairs
    assert not (abilities.plans_rounds and abilities.weighs_pairs)


def test_a_system_that_there_is_not_can_do_nothing() -> None:
    assert abilities_of("chess") == Abilities()
    assert system_name("chess") == Message("%(text)s", text="chess")
    with pytest.raises(InputError, match="'chess' is not a system: mcmahon, swiss"):
        system_of("chess")
    with pytest.raises(InputError, match="the system 'swiss' has no bracket: round_robin, split_and_cycle"):
        schedule_of("swiss")


def test_a_schedule_that_cannot_repeat_its_draw_says_why() -> None:
    event = crosstable("A+B C+D | A?C B?D", start=0)
    odd = Round(number=1, byes=tuple(Bye(player=player.id) for player in event.players))
    event = replace(event, rounds=(odd, event.rounds[1]))
    evaluation = analyse(event, round=2, system="knockout").explain(event.round(2))
    assert not evaluation.own
    assert evaluation.unpaired == ()
    for board in evaluation.boards:
        [reason] = board.reasons
        assert str(reason.text).startswith("the system cannot repeat this draw: round 1 does not fit")


def test_where_no_draw_keeps_all_rules_the_nearest_is_explained_by_what_it_breaks() -> None:
    event = crosstable("A+B C+D | A+C B+D | A+D B+C", start=20)
    for system in ("mcmahon", "random"):
        analysis = analyse(event, round=4, system=system)
        draw = analysis.nearest().draw()
        evaluation = analysis.explain(round_of(draw))
        assert evaluation.blocked is not None
        assert evaluation.comparison is None
        assert [each.reasons for each in evaluation.boards] == [each.reasons for each in draw.boards]
        assert evaluation_line(evaluation).startswith("no draw keeps all rules")


def test_a_board_that_may_not_be_drawn_says_so_on_the_command_line() -> None:
    event = crosstable("A+B C+D | A?B C?D", start=20)
    evaluation = analyse(event, round=2).explain(event.round(2))
    assert "  forbidden: A and B met in round 1" in board_lines(evaluation.boards[0])
