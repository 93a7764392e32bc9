"""Forgeries of people who have the two files and have not read the verifier: none is accepted."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kit.forged_events import Forged, rechained
from kit.phone_cases import compare_with_phone, verify_draw
from kit.proved_event import event
from miai.errors import InputError
from miai.features.verify.verify_draw import Conclusion

Forge = Callable[[Forged], object]
FORGERIES: list[Forge] = []


def forgery(forge: Forge) -> Forge:
    """Add a forgery to the table."""
    FORGERIES.append(forge)
    return forge


# The proof ------------------------------------------------------------------------------


@forgery
def two_players_change_names(made: Forged) -> None:
    names = made.about["players"]["name"]
    names[0], names[1] = names[1], names[0]


@forgery
def a_friend_has_another_grade(made: Forged) -> None:
    made.about["players"]["grade"][3] = "9d"


@forgery
def a_friend_has_no_club(made: Forged) -> None:
    clubs = made.about["players"]["club"]
    at = next(at for at, club in enumerate(clubs) if club)
    clubs[at] = ""


@forgery
def one_player_is_there_twice(made: Forged) -> None:
    made.about["players"]["name"][1] = made.about["players"]["name"][0]


@forgery
def somebody_new_is_put_in(made: Forged) -> None:
    for fact, values in made.about["players"].items():
        values.append("Ghost" if fact == "name" else values[-1])


@forgery
def nobody_has_a_game(made: Forged) -> None:
    made.about["unpaired"] = [seat for board in made.about["boards"] for seat in board[1:3]]
    made.about["boards"] = []
    made.claim()


@forgery
def two_players_are_said_to_have_no_game(made: Forged) -> None:
    *_, (_, white, black, *_) = made.about["boards"]
    made.about["boards"].pop()
    made.about["unpaired"] = sorted((white, black))
    made.claim()


@forgery
def three_have_the_bye(made: Forged) -> None:
    _, white, black, *_ = made.about["boards"].pop()
    made.about["byes"] = sorted([*made.about["byes"], white, black])
    made.claim()


@forgery
def all_tables_are_counted_from_another_number(made: Forged) -> None:
    for board in made.about["boards"]:
        board[0] += 10
    made.claim()


@forgery
def prices_below_zero(made: Forged) -> None:
    for rule in made.about["rules"]:
        rule["prices"] = [f"-{price}" if price != "0" else price for price in rule["prices"]]
    made.claim()


@forgery
def prices_ten_times_as_high(made: Forged) -> None:
    """All prices and all that proves them: the same draw stays the best."""
    for rule in made.about["rules"]:
        rule["prices"] = [str(10 * int(price)) for price in rule["prices"]]
    made.about["bye_costs"] = [str(10 * int(cost)) for cost in made.about["bye_costs"]]
    made.about["duals"] = [None if dual is None else str(10 * int(dual)) for dual in made.about["duals"]]
    made.about["blossoms"] = [[str(10 * int(dual)), members] for dual, members in made.about["blossoms"]]
    made.claim_best(made.about["best"]["pairs"])


@forgery
def a_rule_less(made: Forged) -> None:
    made.about["rules"].pop(0)


@forgery
def a_rule_twice(made: Forged) -> None:
    made.about["rules"].append(made.about["rules"][-1])


@forgery
def a_rule_by_another_key(made: Forged) -> None:
    made.about["rules"][0]["key"] = "fairness"


@forgery
def rules_in_another_order(made: Forged) -> None:
    made.about["rules"].reverse()


@forgery
def nothing_is_forbidden(made: Forged) -> None:
    spec = made.about["forbidden"]
    size = -(-spec["count"] * spec["bits"] // 8)
    made.packed = made.packed[:-size] + bytes(size)


@forgery
def one_more_pair_is_forbidden(made: Forged) -> None:
    made.packed = made.packed[:-1] + bytes([made.packed[-1] ^ 1])


@forgery
def one_game_is_said_to_be_wanted(made: Forged) -> None:
    pair = made.about["best"]["pairs"][0]
    made.about["forced"] = [pair]
    for player in pair:
        made.about["duals"][player] = None


@forgery
def no_duals(made: Forged) -> None:
    made.about["duals"] = [None] * made.players


@forgery
def duals_as_numbers(made: Forged) -> None:
    made.about["duals"] = [None if dual is None else int(dual) for dual in made.about["duals"]]


@forgery
def a_dual_that_pays_for_another(made: Forged) -> None:
    free = [at for at, dual in enumerate(made.about["duals"]) if dual is not None]
    for at, more in ((free[0], 10**12), (free[1], -(10**12))):
        made.about["duals"][at] = str(int(made.about["duals"][at]) + more)


@forgery
def a_set_of_all_players_that_costs_less_than_nothing(made: Forged) -> None:
    free = [at for at, dual in enumerate(made.about["duals"]) if dual is not None]
    made.about["blossoms"].append(["-4", free[: len(free) - 1 + len(free) % 2]])


@forgery
def a_published_draw_that_is_said_to_be_better_than_the_best(made: Forged) -> None:
    made.about["claim"]["extra"] = "-1000"


@forgery
def changed_games_that_are_said_to_be_the_best(made: Forged) -> None:
    one, other = made.about["boards"][:2]
    one[1], other[1] = other[1], one[1]


@forgery
def an_older_format(made: Forged) -> None:
    made.about["format"] = "miai proof 0"


@forgery
def a_larger_seed(made: Forged) -> None:
    made.about["seed"] = str(int(made.about["seed"]) + 2**64)


@forgery
def everything_is_a_list(made: Forged) -> None:
    made.about["claim"] = ["best"]


# The log --------------------------------------------------------------------------------


@forgery
def a_result_before_is_another(made: Forged) -> None:
    entry = made.entry("ResultEntered", round=1, table=1)
    entry["result"] = "white" if entry["result"] != "white" else "black"


@forgery
def a_grade_in_the_log_is_another(made: Forged) -> None:
    made.entry("PlayerRegistered")["player"]["grade"] = "5d"


@forgery
def a_player_withdraws_before_the_draw(made: Forged) -> None:
    player = made.entry("PlayerRegistered")["player"]["id"]
    drawn = next(each for each in made.entries if each.get("round") == made.drawn)
    entry = {"number": 0, "by": "", "at": "", "event": "PlayerWithdrew", "player": player, "from_round": 2}
    made.entries.insert(made.entries.index(drawn), entry)
    _numbered(made)


@forgery
def the_weights_in_the_log_are_others(made: Forged) -> None:
    made.entries[0]["settings"]["pairing"]["same_club"] = 0


@forgery
def the_draw_in_the_log_is_by_another_preset(made: Forged) -> None:
    next(each for each in made.entries if each.get("round") == made.drawn)["preset"] = "kaniuk"


@forgery
def two_players_of_the_log_change_seats(made: Forged) -> None:
    one, other = made.drawn["boards"][:2]
    one["white"], other["white"] = other["white"], one["white"]


@forgery
def one_game_of_the_log_has_stones(made: Forged) -> None:
    board = made.drawn["boards"][0]
    board["handicap"] = board["handicap"] + 2


@forgery
def a_round_before_is_taken_out(made: Forged) -> None:
    made.document["history"] = [
        each for each in made.entries if not (each["event"] == "ResultEntered" and each["round"] == 1)
    ]
    _numbered(made)


@forgery
def the_publication_is_of_another_round(made: Forged) -> None:
    made.about["round"] = 3


def _numbered(made: Forged) -> None:
    for number, entry in enumerate(made.entries, start=1):
        entry["number"] = number


# ----------------------------------------------------------------------------------------


def _fresh() -> Forged:
    return Forged.of(*event("miai", players=17, seed=4), 2)


def _accepted(document: bytes, proof: bytes) -> Any:
    try:
        return verify_draw(document, round=2, proof=proof).conclusion in (Conclusion.BEST, Conclusion.CHANGED)
    except InputError:
        return False


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda each: each.__name__)
def test_no_forgery_of_an_outsider_is_accepted(forge: Forge) -> None:
    made = _fresh()
    assert _accepted(*made.written())
    forge(made)
    assert not _accepted(*made.written())


def test_there_are_more_than_thirty() -> None:
    assert len(FORGERIES) > 30


@pytest.mark.parametrize("trick", ["twice the boards", "more behind it", "not a number", "second part"])
def test_no_trick_with_the_file_is_accepted(trick: str) -> None:
    made = _fresh()
    document, proof = made.written()
    content = gzip.decompress(proof)
    match trick:
        case "twice the boards":
            content = content.replace(b'{"best"', b'{"boards":[],"best"', 1)
        case "more behind it":
            content += b"\0"
        case "not a number":
            content = content.replace(b'"total":"', b'"total":"NaN', 1)
        case "second part":
            content = content.replace(b"\n", b"\n\n", 1)
    assert content != gzip.decompress(proof)
    # The log does not name this file.
    assert not _accepted(document, gzip.compress(content))
    assert not _accepted(document, content)


def test_a_proof_that_fits_no_log_is_not_accepted_with_the_identity_of_another_event() -> None:
    made = _fresh()
    document, proof = made.written()
    other = json.loads(document)
    other["identity"] = "f" * 32
    rechained(other)
    assert not _accepted(json.dumps(other).encode(), proof)


def test_the_phone_says_the_same(tmp_path: Path) -> None:
    differing, missing, count = compare_with_phone(tmp_path)
    assert not differing
    assert not missing
    assert count
