"""The second laptop as a witness: it keeps and signs the head of each publication that reached it.

A copy follows its leader in everything, even if the log there was replaced. The heads that it kept are not
part of the copy: they stay, and show that an entry was changed. It sends them to the leader, signed with what
only the two have since they were paired.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from miai.engine.verify.heads import Head, Witness, event_mark, read_heads
from miai.engine.verify.proof_file import Refused
from miai.follow.hall import Hall, token_mark
from miai.server.signing import Signer, server_signer
from miai.store.backups.copying import Difference, LogPart
from miai.store.log_rows import Row
from miai.store.write_permission import LOCAL

_KEPT = f"{LOCAL}heads that this server kept"
_SIGNED = f"{LOCAL}heads signed by"
_PURPOSE = "head of a log"
_PUBLICATIONS = frozenset(("RoundPublished", "StandingsPublished"))
# Of one event, and of one server.
_MOST_HEADS, _MOST_EVENTS = 40, 200

Kept = dict[str, list[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class LaptopHead:
    """A head that a second laptop kept, with the name of the laptop."""

    name: str
    head: Head


# On the second laptop -----------------------------------------------------------------------------


def keep(hall: Hall, found: Difference) -> dict[str, list[str]]:
    """Keep the heads of the publications that arrived; those to be sent, by event."""
    arrived = {str(part.row["id"]): list(_published(part)) for part in found.logs}
    if not any(arrived.values()):
        return {}
    kept = _read(hall, _KEPT)
    for event, heads in arrived.items():
        known = kept.pop(event, [])
        # The events that changed last are the last ones.
        kept[event] = [*known, *(head.text for head in heads if head.text not in known)][-_MOST_HEADS:]
    while len(kept) > _MOST_EVENTS:
        del kept[next(iter(kept))]
    hall.store.set_value(_KEPT, json.dumps(kept))
    return {event: kept[event] for event, heads in arrived.items() if heads}


def signed(hall: Hall, heads: Mapping[str, list[str]]) -> dict[str, str]:
    """Heads by event, signed for the leader."""
    standing = hall.store.standing()
    signer = _signer(hall, token_mark(standing.token) if standing and standing.token else "")
    return {event: signer.write(f"{_PURPOSE} {event}", texts) for event, texts in heads.items()}


# On the leader ------------------------------------------------------------------------------------


def receive(hall: Hall, server: str, heads: Mapping[str, str]) -> None:
    """Keep what a second laptop signed; anything that it did not sign is ignored."""
    member = next((each for each in hall.members() if each.id == server), None)
    if member is None:
        return
    known, signers = _read(hall, f"{_SIGNED} {server}"), [_signer(hall, member.token), _signer(hall, "")]
    for event, text in heads.items():
        read = (each.read(f"{_PURPOSE} {event}", str(text)) for each in signers)
        texts = next((each for each in read if each is not None), None)
        if isinstance(texts, list):
            known[str(event)] = [each.text for each in _heads(texts)][-_MOST_HEADS:]
    hall.store.set_value(f"{_SIGNED} {server}", json.dumps(known))


# On both ------------------------------------------------------------------------------------------


def laptop_heads(hall: Hall, event: str) -> tuple[LaptopHead, ...]:
    """The heads of an event that second laptops signed for this server, and that it kept as one."""
    own = [LaptopHead(name=hall.name, head=head) for head in _heads(_read(hall, _KEPT).get(event, []))]
    others = [
        LaptopHead(name=each.name, head=head)
        for each in hall.others()
        for head in _heads(_read(hall, f"{_SIGNED} {each.id}").get(event, []))
    ]
    return (*own, *others)


def settle(hall: Hall, event: str) -> None:
    """Forget the heads of an event: the director knows why they do not fit."""
    for key in (_KEPT, *(f"{_SIGNED} {each.id}" for each in hall.others())):
        known = _read(hall, key)
        if known.pop(event, None) is not None:
            hall.store.set_value(key, json.dumps(known))


def _published(part: LogPart) -> Iterable[Head]:
    mark = event_mark(part.row["identity"])
    for row in part.entries:
        if _publishes(row):
            yield Head(
                event=mark, entries=row["number"], hash=row["hash"], at=row["at"], witness=Witness.LAPTOP
            )


def _publishes(row: Row) -> bool:
    if row["event"] != "InStage":
        return row["event"] in _PUBLICATIONS
    return json.loads(row["about"])["change"]["event"] in _PUBLICATIONS


def _heads(texts: Iterable[Any]) -> list[Head]:
    """The heads in texts of another server; what is not a head is left out."""
    found: list[Head] = []
    for text in texts:
        try:
            found += read_heads(str(text))
        except Refused:
            continue
    return found


def _read(hall: Hall, key: str) -> Kept:
    read: Kept = json.loads(hall.store.value(key) or "{}")
    return read


def _signer(hall: Hall, mark: str) -> Signer:
    """By the token of the pairing; servers that have changed their roles have only the secret of the hall."""
    return Signer(mark) if mark else server_signer(hall.store)
