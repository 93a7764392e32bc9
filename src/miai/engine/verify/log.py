"""Reads the log of an event, entry by entry, and checks the chain of its hashes.

The document of an event has all fields, a public log those that everybody may see. The hash of an entry with
a seal covers commitments to the others, so that the chain can be checked either way.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from miai.engine.verify.heads import Head, event_mark
from miai.engine.verify.proof_file import ProofFile, Refused, demand, load_strictly
from miai.engine.verify.sealed_entries import hash_of_public, hash_of_whole

Json = Any
_FRAME = ("number", "by", "at", "event", "hash")


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedRound:
    """An entry that published the pairings of a round, and the hash of its proof, if it has one.

    `stage` is empty for the rounds of the event itself; `before` is the last entry that the draw can rest on.
    `in_stage` is the last entry that happened in the stage: a proof can name one of those between, because
    rounds of several stages are published together, and proofs of Miai 0.2 name that one. A player who takes
    over a seat, with which the rounds are published again, does not count for it.
    """

    entry: int
    round: int
    proof: str
    stage: str
    before: int
    in_stage: int

    def can_follow(self, entry: int) -> bool:
        """True if a proof can name an entry as the last one before the publication."""
        return self.in_stage <= entry <= self.before


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadLog:
    """A log whose chain holds: the hash and time of each entry, and the rounds that are published.

    A `public` one has no private fields; of others some can be `erased`. The entries up to `unproved` have
    no seal, so that their hashes cannot be computed without private fields.
    """

    event: str
    hashes: tuple[str, ...]
    times: tuple[str, ...]
    published: tuple[PublishedRound, ...]
    public: bool = False
    unproved: int = 0
    erased: bool = False

    def publication(self, number: int | None, stage: str = "") -> PublishedRound | None:
        """The last publication of a round of the event itself or a stage, or of the last round with a proof.

        A round that was published again without a proof has none.
        """
        own = [each for each in self.published if each.stage == stage]
        if number is None:
            proved = [each.round for each in own if each.proof]
            number = proved[-1] if proved else None
        fits = [each for each in own if each.round == number]
        return fits[-1] if fits else None

    @property
    def head(self) -> Head:
        """The head that a witness would keep now."""
        return Head(event=self.event, entries=len(self.hashes), hash=self.hashes[-1], at=self.times[-1])


def read_log(document: bytes) -> ReadLog:
    """Read the entries of a document or a public log; a chain that does not hold is refused."""
    raw = load_strictly(document, "log")
    try:
        version, entries, public = raw["miai"], raw["history"], "public" in raw
        unproved = _chained_in_public(raw["begins"], entries) if public else 0
        if not public:
            _chained(version, str(raw.get("identity", "")), entries)
        hashes = tuple(entry["hash"] for entry in entries)
        mark = raw["begins"][:16] if public else event_mark(str(raw.get("identity", "")))
        published = tuple(_published(entries))
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        raise Refused("log") from error
    if not hashes:
        raise Refused("log")
    return ReadLog(
        event=mark,
        hashes=hashes,
        times=tuple(str(entry["at"]) for entry in entries),
        published=published,
        public=public,
        unproved=unproved,
        erased=any(entry.get("sealed", {}).get("erased") for entry in entries),
    )


def check_log(proof: ProofFile, log: ReadLog, published: PublishedRound) -> int:
    """Check that the log before the publication is the one that the proof names; the entries since."""
    said = proof.about["log"]
    entry: int = said["entry"]
    demand(type(entry) is int and 0 < entry < len(log.hashes), "log shorter")
    demand(log.hashes[entry - 1] == said["hash"], "log before")
    demand(published.can_follow(entry), "log before")
    return len(log.hashes) - published.entry


def _chained(version: int, identity: str, entries: Sequence[Json]) -> None:
    before, earlier = identity, 0
    for place, entry in enumerate(entries, start=1):
        own = entry.get("version", version)
        # A log that was continued by a newer Miai cannot be read by an older one.
        demand(type(own) is int and earlier <= own <= version, "log rewritten")
        earlier = own
        before = hash_of_whole(before, entry, own) if "sealed" in entry else _hash(before, entry, own)
        demand(entry["number"] == place and entry["hash"] == before, "log rewritten")


def _hash(before: str, entry: Json, version: int) -> str:
    """The hash of an entry without a seal, which could leave nothing out."""
    beside = (*_FRAME, "version")
    text = _text({name: value for name, value in entry.items() if name not in beside})
    content = _text([before, version, entry["number"], entry["by"], entry["at"], entry["event"], text])
    return sha256(content.encode(errors="surrogatepass")).hexdigest()


def _chained_in_public(begins: str, entries: Sequence[Json]) -> int:
    """The last entry without a seal, whose hash cannot be computed here; 0 if all have one."""
    before, unproved = begins, 0
    for place, entry in enumerate(entries, start=1):
        demand(entry["number"] == place, "log rewritten")
        if "sealed" in entry:
            before = hash_of_public(before, entry)
            demand(entry["hash"] == before, "log rewritten")
        else:
            before, unproved = str(entry["hash"]), place
    return unproved


def _text(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _published(entries: Sequence[Json]) -> list[PublishedRound]:
    undone: set[int] = set()
    for entry in entries:
        if entry["event"] == "Undone":
            undone.add(entry["entry"])
        elif entry["event"] == "Redone":
            undone.discard(entry["entry"])
    found = []
    # A stage has the entries that happened in it, and those that undo or redo them.
    stages: dict[int, str] = {}
    last: dict[str, list[int]] = {}
    for entry in entries:
        number, inside = entry["number"], entry["event"] == "InStage"
        stage = entry["stage"] if inside else stages.get(entry.get("entry", 0), "")
        change = entry["change"] if inside else entry
        if change["event"] == "RoundPublished" and number not in undone:
            found.append(
                PublishedRound(
                    entry=number,
                    round=change["round"],
                    proof=change.get("proof", ""),
                    stage=stage,
                    before=number - 1,
                    in_stage=_last_in_stage(entries, last.get(stage, []), number) if stage else number - 1,
                )
            )
        if stage:
            stages[number] = stage
            last.setdefault(stage, []).append(number)
    return found


def _last_in_stage(entries: Sequence[Json], inside: Sequence[int], number: int) -> int:
    """The last entry of a stage before entry `number`, without those by which a player just took over a seat.

    These are the player, the changed draw and earlier rounds, and nothing else happened in the event since.
    """
    last = inside[-1] if inside else 0
    changed = False
    for at in range(number - 1, 0, -1):
        entry = entries[at - 1]
        if at not in inside or entry["event"] != "InStage":
            return last
        change = entry["change"]["event"]
        if change == "PlayerRegistered" and changed:
            return max((each for each in inside if each < at), default=0)
        if change not in ("DrawChanged", "RoundPublished"):
            return last
        changed = changed or change == "DrawChanged"
    return last
