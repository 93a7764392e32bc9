"""Forgeries of a published round: a document and a proof whose hashes and chain fit each other."""

import copy
import gzip
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import combinations
from typing import Any

from miai.desk.live_state import Desk, State, stage_address
from miai.domain.log.codec import encode
from miai.domain.log.document import raw_of_json, read_history, write_history
from miai.domain.log.history import History
from miai.domain.stages import MAIN, StageId
from miai.domain.tournament import Tournament
from miai.engine.verify.proof_file import ProofFile, open_proof
from miai.features.draw.pair import pair as draw_pairs
from miai.features.draw.pair import round_of
from miai.features.draw.proof import LogEnd, make_proof, proof_of, publication_of

Json = Any


@dataclass
class Forged:
    """A document as JSON and the proof of one of its rounds, to be changed before they are written.

    `state` is that of the event or the stage before the publication.
    """

    document: Json
    about: Json
    packed: bytes
    round: int
    honest: ProofFile
    state: State = field(repr=False)
    desk: Desk = field(repr=False)
    event: str
    stage: StageId = MAIN
    keeps_hash: bool = False

    @classmethod
    def of(cls, desk: Desk, known: str, number: int, stage: str = "") -> "Forged":
        """The honest document and proof of a round of an event or of its stage."""
        place = stage_address(known, StageId(stage)) if stage else known
        proof = open_proof(proof_of(desk, place, round=number).file)
        published = publication_of(desk.state(place), number)
        assert published
        return cls(
            document=json.loads(write_history(desk.state(known).history)),
            about=copy.deepcopy(proof.about),
            packed=proof.packed,
            round=number,
            honest=proof,
            state=desk.state_at(place, published.number - 1),
            desk=desk,
            event=known,
            stage=StageId(stage),
        )

    def fresh(self) -> "Forged":
        """The same documents once more, to be changed by themselves."""
        return replace(self, document=copy.deepcopy(self.document), about=copy.deepcopy(self.about))

    def again(self, number: int = 0, stage: str | None = None) -> "Forged":
        """The honest documents of another round or stage of the same event."""
        where = self.stage if stage is None else stage
        return Forged.of(self.desk, self.event, number or self.round, where)

    @property
    def entries(self) -> list[Json]:
        """The entries of the log."""
        found: list[Json] = self.document["history"]
        return found

    def entry(self, kind: str, **values: Any) -> Json:
        """The last entry of a kind with these values, of the event or of the stage that is forged."""
        fits = [
            change
            for _, change in self._changes(kind)
            if all(change.get(name) == value for name, value in values.items())
        ]
        return fits[-1]

    def _changes(self, kind: str) -> Iterator[tuple[Json, Json]]:
        """The entries of a kind in the event or the stage, each with what it says there."""
        for each in self.entries:
            inside = each["event"] == "InStage" and each["stage"] == self.stage
            change = each["change"] if inside else each
            if change["event"] == kind and inside == bool(self.stage):
                yield each, change

    def put_before(self, entry: Json, new: Json) -> None:
        """Put an entry into the log before the one that holds another, and number all of them again."""
        at = self.place_of(entry)
        self.entries.insert(at, {"number": 0, "by": "the forger", "at": "", **new})
        self.number_again()

    def number_again(self) -> None:
        """Number all entries from 1."""
        for number, each in enumerate(self.entries, start=1):
            each["number"] = number

    def place_of(self, entry: Json) -> int:
        """The place in the log of the entry that holds another, or is it."""
        return next(at for at, each in enumerate(self.entries) if entry in (each, each.get("change")))

    @property
    def drawn(self) -> Json:
        """The round in the entry that drew it last."""
        return self.draw_of(self.round)["round"]

    def draw_of(self, number: int) -> Json:
        """The last entry that drew a round."""
        found = [change for _, change in self._changes("RoundDrawn")]
        return next(each for each in reversed(found) if each["round"]["number"] == number)

    @property
    def players(self) -> int:
        """How many players there are in the proof."""
        return len(self.about["players"]["name"])

    def written(self) -> tuple[bytes, bytes]:
        """The document and the file of the proof, chained again: each names the other's hash."""
        published = self.entry("RoundPublished", round=self.round)
        at = self.place_of(published)
        rechained(self.document)
        if not self.keeps_hash:
            self.about["log"] = {
                "entry": self.entries[at - 1]["number"],
                "hash": self.entries[at - 1]["hash"],
            }
        line = json.dumps(self.about, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
        content = line + b"\n" + self.packed
        if not self.keeps_hash:
            published["proof"] = sha256(content).hexdigest()
        rechained(self.document)
        return json.dumps(self.document, ensure_ascii=False).encode(), gzip.compress(content, mtime=0)

    # What forgers do ------------------------------------------------------------------

    def bad_draw(self) -> list[list[int]]:
        """The games of a draw that is as bad as it can easily be: the first against the last, and so on."""
        best = self.about["best"]
        free = [i for i in range(self.players) if i != best["bye"]]
        return [[free[at], free[-1 - at]] for at in range(len(free) // 2)]

    def play(self, pairs: list[list[int]], *, in_log: bool = True) -> None:
        """Publish other games, in the proof and, unless it is left out, in the log."""
        ids = self.ids()
        for board, game, (white, black) in zip(self.about["boards"], self.games, pairs, strict=True):
            board[1:3] = [white, black]
            if in_log:
                game["white"], game["black"] = ids[white], ids[black]

    @property
    def games(self) -> list[Json]:
        """The boards of the round in the log, or its matches."""
        found: list[Json] = self.drawn["matches" if self.teams else "boards"]
        return found

    @property
    def teams(self) -> bool:
        """True if teams are paired."""
        return self.state.tournament.settings.by_teams

    def ids(self) -> list[str]:
        """The ids of the players or teams of the proof."""
        said = self.honest.about["players"]
        if "id" in said:
            return list(said["id"])
        event = self.state.tournament
        known: dict[str, str] = {
            each.name: each.id for each in (event.teams if self.teams else event.players)
        }
        return [known[name] for name in said["name"]]

    def cost(self, pair: list[int]) -> int:
        """What a pair costs by the proof."""
        return self.proof().costs[min(pair), max(pair)]

    def proof(self) -> ProofFile:
        """The proof as it is now."""
        return ProofFile(content=b"", about=self.about, packed=self.packed)

    def claim_best(self, pairs: list[list[int]]) -> None:
        """Say that some games are the best draw; what proves it is another matter."""
        best = self.about["best"]
        best["pairs"] = sorted(sorted(pair) for pair in pairs)
        bye = 0 if best["bye"] is None else int(self.about["bye_costs"][best["bye"]])
        best["total"] = str(sum(self.cost(pair) for pair in pairs) + bye)
        self.claim()

    def claim(self) -> None:
        """Say of the published games what is true by the costs of the proof."""
        best = self.about["best"]
        pairs = [board[1:3] for board in self.about["boards"]]
        total = sum(self.cost(pair) for pair in pairs)
        total += sum(int(self.about["bye_costs"][bye]) for bye in self.about["byes"])
        known = {tuple(pair) for pair in best["pairs"]}
        extra = total - int(best["total"])
        tables = [each[0] for each in self.about["boards"] if tuple(sorted(each[1:3])) not in known]
        whole = not self.about["unpaired"] and len(self.about["byes"]) == (best["bye"] is not None)
        kind = "incomplete" if not whole else "best" if extra == 0 else "changed"
        self.about["claim"] = {"kind": kind, "total": str(total), "extra": str(extra), "tables": tables}

    def force_all(self, pairs: list[list[int]]) -> None:
        """Say that the director wanted all games of a draw."""
        self.about["forced"] = pairs
        self.about["duals"] = [None] * self.players
        self.about["blossoms"] = []
        self.claim_best(pairs)

    def forbid_others(self, pairs: list[list[int]]) -> None:
        """Say that no other games may be drawn."""
        kept = {(min(pair), max(pair)) for pair in pairs}
        flags = [pair not in kept for pair in combinations(range(self.players), 2)]
        sizes = sum(-(-rule["bits"] * rule["count"] // 8) for rule in self.about["rules"])
        data = bytearray(-(-len(flags) // 8))
        for at, flag in enumerate(flags):
            data[at // 8] |= flag << at % 8
        self.about["forbidden"] = {"bits": 1, "count": len(flags)}
        self.packed = self.packed[:sizes] + bytes(data)
        self._prove_alone(pairs)

    def charge_nothing(self) -> None:
        """Let every rule charge nothing, so that every draw is as good as any other."""
        for rule in self.about["rules"]:
            rule["prices"] = ["0"] * len(rule["prices"])
        self.about["bye_costs"] = ["0"] * self.players
        self._prove_alone(self.about["best"]["pairs"])
        self.about["duals"] = [None if dual is None else "0" for dual in self.about["duals"]]

    def _prove_alone(self, pairs: list[list[int]]) -> None:
        """Duals for games that have no rival."""
        duals: list[str | None] = [None] * self.players
        for pair in pairs:
            for player in pair:
                duals[player] = str(self.cost(pair))
        self.about.update(duals=duals, blossoms=[], forced=[])
        self.claim_best(pairs)

    def from_other_facts(self, change: Callable[[Tournament], Tournament]) -> None:
        """The proof that Miai makes if the event had been another one: its duals are right for its costs."""
        event = change(self.state.tournament)
        history = History.of_tournament(event)
        state = State(id=self.state.id, history=history, tournament=event, version=len(history.entries))
        made = make_proof(state, self.round, end=LogEnd(entry=1, hash="0" * 64))
        assert made
        opened = open_proof(made.file)
        self.about, self.packed = copy.deepcopy(opened.about), opened.packed
        for field_ in ("event", "round", "system", "preset", "seed", "sides"):
            self.about[field_] = self.honest.about[field_]

    def draw_again(self, change: Callable[[Tournament], Tournament] = lambda event: event) -> None:
        """Draw the round anew from the log as it is, after a change that the log does not have; prove it."""
        state = self._state()
        before = replace(
            state.tournament,
            rounds=tuple(each for each in state.tournament.rounds if each.number < self.round),
        )
        draw = draw_pairs(change(before), round=self.round, seed=self.draw_of(self.round)["seed"])
        self.drawn.update(encode(round_of(draw).pairings))
        self.prove_again(change)

    def prove_again(self, change: Callable[[Tournament], Tournament] = lambda event: event) -> None:
        """The proof that Miai makes of the log as it is, after a change that the log does not have."""
        state = self._state()
        event = change(state.tournament)
        if event != state.tournament:
            history = History.of_tournament(event)
            state = replace(state, history=history, tournament=event)
        made = make_proof(state, self.round, end=LogEnd(entry=1, hash="0" * 64))
        assert made
        opened = open_proof(made.file)
        seed = self.about["seed"]
        self.about, self.packed = copy.deepcopy(opened.about), opened.packed
        self.about["seed"] = seed

    def _state(self) -> State:
        """The event or stage of the log as it is, before the publication."""
        rechained(self.document)
        history = read_history(json.dumps(self.document).encode())
        published = self.entries[self.place_of(self.entry("RoundPublished", round=self.round))]
        history = history.until(published["number"] - 1)
        if self.stage:
            history = history.in_stage(self.stage)
        return State(id=self.state.id, history=history, tournament=history.tournament(), version=0)


def rechained(document: Json) -> None:
    """Compute all hashes of a document again, as the format says."""
    before = document.get("identity", "")
    for entry in document["history"]:
        before = raw_of_json(entry, document["miai"]).hash(before)
        entry["hash"] = before
