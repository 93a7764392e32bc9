"""Checks that no draw is better than the best one of a proof, and what the published one costs beside it.

A dual y for each player and z > 0 for some odd sets of players (blossoms), in halves of a cost, such that no
allowed pair costs less than its duals: 2 c(i, j) >= y(i) + y(j) - the z of all sets with both. In any draw at
most (size - 1) / 2 pairs are inside a set. Added up, twice the cost of any draw is at least the sum of y less
(size - 1) / 2 z of every set. A draw that costs exactly that is therefore the best.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from miai.engine.verify.proof_file import Pair, ProofFile, Refused, demand, whole

Json = Any


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawVerdict:
    """What is true of a published draw.

    `kind` is "best", "changed" (by hand, for `extra` more than the best), "incomplete" (not everybody has a
    game), "weighed", or "plan" for systems without costs; then `repeated` says whether the system draws
    the same again, by its own word. `tables` are those that the system's own draw has not.
    """

    kind: str
    tables: tuple[int, ...]
    total: int = 0
    extra: int = 0
    pairs: int = 0
    repeated: bool = False


def check_draw(proof: ProofFile, *, named: str | None = None) -> DrawVerdict:
    """Check everything in a proof; `named` is the hash that the log gives. Raises Refused."""
    demand(named in (None, proof.hash), "hash")
    try:
        return _checked(proof)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise Refused("file") from error


def _checked(proof: ProofFile) -> DrawVerdict:
    about = proof.about
    for fact in about["players"].values():
        demand(len(fact) == proof.players, "file")
    ids = about["players"].get("id", ())
    demand(len(set(ids)) == len(ids), "file")
    seats = [seat for _, white, black, *_ in about["boards"] for seat in (white, black)]
    _demand_once(seats + about["byes"] + about["unpaired"], proof.players, "seats")
    tables = [board[0] for board in about["boards"]]
    demand(len(set(tables)) == len(tables), "seats")
    if about["claim"]["kind"] == "plan":
        claim = about["claim"]
        return DrawVerdict(kind="plan", tables=tuple(claim["tables"]), repeated=claim["repeated"] is True)
    minimised = about["claim"]["kind"] != "weighed"
    _check_best(proof, minimised=minimised)
    if minimised:
        _check_duals(proof)
    return _check_claim(proof, minimised=minimised)


def _demand_once(players: list[int], count: int, code: str) -> None:
    """Nobody twice, and nobody who is not in the field."""
    demand(all(type(i) is int and 0 <= i < count for i in players), code)
    demand(len(set(players)) == len(players), code)


def _check_best(proof: ProofFile, *, minimised: bool) -> None:
    """The best draw: everybody once, the director's games, no other forbidden pair, the total as said."""
    about = proof.about
    best, forced = _pairs(about["best"]["pairs"]), _pairs(about["forced"])
    bye = [] if about["best"]["bye"] is None else [about["best"]["bye"]]
    playing = [i for pair in best for i in pair] + bye
    _demand_once(playing, proof.players, "best")
    demand(len(playing) == proof.players or not minimised, "best")
    demand(set(forced) <= set(best), "best")
    demand(not (set(best) - set(forced)) & proof.forbidden, "forbidden")
    demand(_total(proof, best, bye) == whole(about["best"]["total"]), "total")


def _check_duals(proof: ProofFile) -> None:
    about = proof.about
    taken = {i for pair in about["forced"] for i in pair} | {about["best"]["bye"]}
    demand(len(about["duals"]) == proof.players, "file")
    demand(all((dual is None) == (i in taken) for i, dual in enumerate(about["duals"])), "duals")
    duals = [0 if dual is None else whole(dual) for dual in about["duals"]]
    together = _shared(about["blossoms"], taken, proof.players)
    for (i, j), cost in proof.costs.items():
        if i in taken or j in taken or (i, j) in proof.forbidden:
            continue
        demand(2 * cost >= duals[i] + duals[j] - together.get((i, j), 0), "undercut")
    free = [pair for pair in _pairs(about["best"]["pairs"]) if pair[0] not in taken]
    inside = sum((len(members) - 1) // 2 * whole(dual) for dual, members in about["blossoms"])
    demand(2 * _total(proof, free, []) == sum(duals) - inside, "bound")


def _shared(blossoms: Json, taken: set[int | None], players: int) -> dict[Pair, int]:
    """The duals of all blossoms that hold both of a pair."""
    together: dict[Pair, int] = {}
    sets: list[set[int]] = []
    for dual, members in blossoms:
        demand(whole(dual) > 0 and len(members) >= 3 and len(members) % 2 == 1, "blossoms")
        _demand_once(members, players, "blossoms")
        demand(taken.isdisjoint(members), "blossoms")
        own = set(members)
        demand(all(own < other or own > other or own.isdisjoint(other) for other in sets), "blossoms")
        sets.append(own)
        for pair in combinations(sorted(own), 2):
            together[pair] = together.get(pair, 0) + whole(dual)
    return together


def _check_claim(proof: ProofFile, *, minimised: bool) -> DrawVerdict:
    """What is said of the published draw is what the costs say."""
    about = proof.about
    best = set(_pairs(about["best"]["pairs"]))
    boards = [(board[0], _pair(board[1:3])) for board in about["boards"]]
    total = _total(proof, [pair for _, pair in boards], about["byes"])
    extra = total - whole(about["best"]["total"])
    tables = [table for table, pair in boards if pair not in best]
    whole_field = not about["unpaired"] and len(about["byes"]) == (about["best"]["bye"] is not None)
    kind = "weighed"
    if minimised:
        kind = "incomplete" if not whole_field else "best" if extra == 0 else "changed"
    said = {"kind": kind, "total": str(total), "extra": str(extra), "tables": tables}
    demand(about["claim"] == said, "claim")
    return DrawVerdict(kind=kind, tables=tuple(tables), total=total, extra=extra, pairs=len(proof.pairs))


def _total(proof: ProofFile, pairs: Iterable[Pair], byes: Iterable[int]) -> int:
    bye_costs = proof.about["bye_costs"]
    demand(len(bye_costs) == proof.players, "file")
    return sum(proof.costs[pair] for pair in pairs) + sum(whole(bye_costs[i]) for i in byes)


def _pairs(raw: Json) -> list[Pair]:
    return [_pair(each) for each in raw]


def _pair(raw: Json) -> Pair:
    demand(len(raw) == 2, "best")
    return min(raw), max(raw)
