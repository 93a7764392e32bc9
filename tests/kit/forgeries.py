"""Forgeries of a published round, each a function that changes honest documents; `FORGERIES` has all."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kit.forged_events import Forged
from kit.proved_event import event
from miai.domain.rounds.game import Result
from miai.domain.settings.classic_rating import ClassicRating
from miai.domain.settings.pairing_rules import PairingRules
from miai.domain.tournament import Tournament

Forge = Callable[[Forged], object]


class NotHere(Exception):  # noqa: N818 - not an error
    """A forgery that makes no sense in this round."""


# The seventeen ------------------------------------------------------------------------


def all_games_wanted(made: Forged) -> None:
    made.play(made.bad_draw())
    made.force_all(made.bad_draw())


def every_other_pair_forbidden(made: Forged) -> None:
    made.play(made.bad_draw())
    made.forbid_others(made.bad_draw())


def _without_costs(made: Forged, **changes: Any) -> None:
    made.play(made.bad_draw())
    for field in ("rules", "forbidden", "bye_costs", "forced", "nearest", "best", "duals", "blossoms"):
        del made.about[field]
    made.packed = b""
    made.about.update(claim={"kind": "plan", "repeated": True, "tables": []}, **changes)


def relabelled_as_a_plan(made: Forged) -> None:
    _without_costs(made, system="round_robin", preset="")


def relabelled_as_a_lottery(made: Forged) -> None:
    _without_costs(made, system="random", preset="")


def relabelled_as_a_plan_of_its_own_system(made: Forged) -> None:
    _without_costs(made)


def relabelled_as_weighed(made: Forged) -> None:
    made.play(made.bad_draw())
    made.claim()
    made.about["claim"]["kind"] = "weighed"


def best_draw_replaced(made: Forged) -> None:
    made.play(made.bad_draw())
    made.claim_best(made.bad_draw())


def total_lowered(made: Forged) -> None:
    made.about["best"]["total"] = str(int(made.about["best"]["total"]) - 1)
    made.claim()


def costs_of_nothing(made: Forged) -> None:
    made.play(made.bad_draw())
    made.charge_nothing()
    made.claim()


def another_draw_in_the_log(made: Forged) -> None:
    ids = made.ids()
    for game, (white, black) in zip(made.games, made.bad_draw(), strict=True):
        game.update(white=ids[white], black=ids[black])


def another_name(made: Forged) -> None:
    made.about["event"] = "Another Open"


def another_round(made: Forged) -> None:
    made.about["round"] = made.round + 1


def another_seed(made: Forged) -> None:
    made.about["seed"] = "77"


def another_preset(made: Forged) -> None:
    made.about["preset"] = "kaniuk" if made.about["preset"] != "kaniuk" else "aga"


def players_called_teams_or_teams_players(made: Forged) -> None:
    made.about["sides"] = "players" if made.teams else "teams"


def handicap(made: Forged) -> None:
    made.about["boards"][0][3] = 3


def komi(made: Forged) -> None:
    made.about["boards"][0][4] = 4.5


def colours(made: Forged) -> None:
    board = made.about["boards"][0]
    board[1], board[2] = board[2], board[1]


def tables(made: Forged) -> None:
    one, other = made.about["boards"][:2]
    one[0], other[0] = other[0], one[0]


def scores(made: Forged) -> None:
    made.about["players"]["score"][0] += 4


def groups(made: Forged) -> None:
    made.about["players"]["group"] = [1] * made.players


def floats(made: Forged) -> None:
    made.about["players"]["up"][0] += 1


def bye_moved(made: Forged) -> None:
    best = made.about["best"]
    if best["bye"] is None:
        raise NotHere
    pair = next(pair for pair in best["pairs"] if best["bye"] not in pair)
    best["bye"], pair[0] = pair[0], best["bye"]
    pair.sort()
    made.about["byes"] = [best["bye"]]
    made.force_all(best["pairs"])


def other_results_before(made: Forged) -> None:
    if made.round == 1:
        raise NotHere

    def change(event: Tournament) -> Tournament:
        first = event.rounds[0]
        boards = tuple(replace(board, result=Result.WHITE_WINS) for board in first.boards)
        return replace(event, rounds=(replace(first, boards=boards), *event.rounds[1:]))

    made.from_other_facts(change)


def player_left_out(made: Forged) -> None:
    if made.teams:
        raise NotHere

    def change(event: Tournament) -> Tournament:
        drawn = event.rounds[-1]
        gone = {drawn.boards[0].white, drawn.boards[0].black}
        players = (
            replace(each, absent_rounds=each.absent_rounds | {drawn.number}) if each.id in gone else each
            for each in event.players
        )
        return replace(
            event,
            players=tuple(players),
            rounds=(*event.rounds[:-1], replace(drawn, boards=drawn.boards[1:])),
        )

    made.from_other_facts(change)


def other_weights(made: Forged) -> None:
    made.from_other_facts(
        lambda event: replace(
            event,
            settings=replace(
                event.settings,
                pairing=PairingRules(same_country=0, same_club=0, small_handicaps=True),
                classic_rating=ClassicRating(epsilon=0.1),
            ),
        )
    )


def proof_of_another_event(made: Forged) -> None:
    other = Forged.of(*event(made.about["preset"], players=17, seed=9), min(made.round, 4))
    made.about, made.packed = other.about, other.packed


def proof_of_another_round(made: Forged) -> None:
    if made.round == 1:
        raise NotHere
    other = made.again(made.round - 1)
    made.about, made.packed = other.about, other.packed


def blossom_put_in(made: Forged) -> None:
    free = [i for i, dual in enumerate(made.about["duals"]) if dual is not None][:3]
    made.about["blossoms"].append(["2", free])


def best_draw_of_none_that_keeps_all_rules(made: Forged) -> None:
    made.about["nearest"] = True


FORGERIES: tuple[Forge, ...] = (
    all_games_wanted, every_other_pair_forbidden, relabelled_as_a_plan, relabelled_as_a_lottery,
    relabelled_as_a_plan_of_its_own_system, relabelled_as_weighed, best_draw_replaced, total_lowered,
    costs_of_nothing, another_draw_in_the_log, another_name, another_round, another_seed, another_preset,
    players_called_teams_or_teams_players, handicap, komi, colours, tables, scores, groups, floats, bye_moved,
    other_results_before, player_left_out, other_weights, proof_of_another_event, proof_of_another_round,
    blossom_put_in, best_draw_of_none_that_keeps_all_rules,
)  # fmt: skip
