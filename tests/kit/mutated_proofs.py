"""Proofs that somebody tampered with, each in one place."""

import copy
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

from miai.engine.verify.proof_file import ProofFile

Json = Any
Mutation = Callable[[Json, bytearray, random.Random], bool]


def mutated(proof: ProofFile, count: int, *, seed: int) -> Iterator[tuple[str, bytes]]:
    """Contents that differ from a proof by one mutation, with the mutation's name."""
    chance = random.Random(seed)
    while count:
        mutation = chance.choice(MUTATIONS)
        about, packed = copy.deepcopy(proof.about), bytearray(proof.packed)
        if not mutation(about, packed, chance):
            continue
        line = json.dumps(about, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
        content = line + b"\n" + packed
        if content != proof.content:
            count -= 1
            yield mutation.__name__, content


def rewritten(log: Json, count: int, *, seed: int) -> Iterator[Json]:
    """Logs of hashes in which an entry was changed, left out or put in, or the last ones are gone."""
    chance = random.Random(seed)
    for _ in range(count):
        hashes = list(log["hashes"])
        at = chance.randrange(len(hashes))
        match chance.randrange(4):
            case 0:
                hashes[at] = hashes[at][::-1]
            case 1:
                del hashes[at]
            case 2:
                hashes.insert(at, chance.randbytes(32).hex())
            case _:
                hashes = hashes[:at]
        yield {**log, "hashes": hashes}


def swap_boards(about: Json, _packed: bytearray, chance: random.Random) -> bool:
    """Two players of two tables change seats."""
    if len(about["boards"]) < 2:
        return False
    one, other = chance.sample(about["boards"], 2)
    one[1], other[1] = other[1], one[1]
    return True


def change_dual(about: Json, _packed: bytearray, chance: random.Random) -> bool:
    """A dual is a little larger or smaller."""
    known = [i for i, dual in enumerate(about["duals"]) if dual is not None]
    if not known:
        return False
    i = chance.choice(known)
    about["duals"][i] = str(int(about["duals"][i]) + chance.choice((-2, -1, 1, 2, 10**6)))
    return True


def shift_duals(about: Json, _packed: bytearray, chance: random.Random) -> bool:
    """One dual rises and another falls as much: the bound stays the same."""
    known = [i for i, dual in enumerate(about["duals"]) if dual is not None]
    if len(known) < 2:
        return False
    i, j = chance.sample(known, 2)
    by = chance.choice((1, 1000, 10**12))
    about["duals"][i], about["duals"][j] = str(int(about["duals"][i]) + by), str(int(about["duals"][j]) - by)
    return True


def change_blossom(about: Json, _packed: bytearray, chance: random.Random) -> bool:
    """A blossom has another dual or another member, or is left out."""
    if not about["blossoms"]:
        return False
    at = chance.randrange(len(about["blossoms"]))
    match chance.randrange(3):
        case 0:
            about["blossoms"][at][0] = str(int(about["blossoms"][at][0]) + 1)
        case 1:
            about["blossoms"][at][1].pop()
        case _:
            about["blossoms"].pop(at)
    return True


def change_price(about: Json, _packed: bytearray, chance: random.Random) -> bool:
    """A price in the table of a rule is another one."""
    rule = chance.choice(about["rules"])
    at = chance.randrange(len(rule["prices"]))
    rule["prices"][at] = str(max(0, int(rule["prices"][at]) + chance.choice((-1000, -1, 1, 1000))))
    return True


def change_costs(_about: Json, packed: bytearray, chance: random.Random) -> bool:
    """A byte of the packed costs or of the forbidden pairs is another one."""
    packed[chance.randrange(len(packed))] ^= 1 << chance.randrange(8)
    return True


def change_claim(about: Json, _packed: bytearray, chance: random.Random) -> bool:
    """What is said of the published draw."""
    key = chance.choice(("kind", "total", "extra", "tables"))
    about["claim"][key] = {"kind": "changed", "total": "1", "extra": "-1", "tables": [1]}[key]
    return True


def change_fact(about: Json, _packed: bytearray, chance: random.Random) -> bool:
    """The score or the name of a player."""
    i = chance.randrange(len(about["players"]["name"]))
    if chance.random() < 0.5:
        about["players"]["score"][i] += 4
    else:
        about["players"]["name"][i] += "x"
    return True


def rewrite_log(about: Json, _packed: bytearray, chance: random.Random) -> bool:
    """The hash of the entry before the publication."""
    digits = about["log"]["hash"]
    at = chance.randrange(len(digits))
    about["log"]["hash"] = digits[:at] + chance.choice("0123456789abcdef") + digits[at + 1 :]
    return True


def leave_out(about: Json, _packed: bytearray, chance: random.Random) -> bool:
    """A board, a rule or a dual is missing."""
    part = chance.choice(("boards", "rules", "duals"))
    if not about[part]:
        return False
    about[part].pop(chance.randrange(len(about[part])))
    return True


MUTATIONS: tuple[Mutation, ...] = (
    swap_boards, change_dual, shift_duals, change_blossom, change_price, change_costs, change_claim,
    change_fact, rewrite_log, leave_out,
)  # fmt: skip
