"""Damages a data folder at random, lets people work on in it, and restores it by the words of the handbook.

Every entry that was acknowledged has to be in the log afterwards, or counted and named by the restore. An
entry may be unaccounted for only if the damage also took the last file that knew of it: its head.
"""

import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

from kit.builders import crosstable
from miai.desk.live_state import Desk
from miai.domain.log import events
from miai.domain.log.history import History
from miai.domain.rounds.game import Result
from miai.errors import InputError
from miai.features.hosting.store_report import start_findings
from miai.store.backups.restoring import Restored
from miai.store.database import Database, open_store
from miai.store.location import FILE_NAME
from miai.store.log_rows import entry_of
from miai.store.protocol import Damaged
from miai.store.tournament_id import TournamentId

BOARDS = 40
CUP, OTHER = TournamentId("cup"), TournamentId("other")
_RESULTS = (Result.WHITE_WINS, Result.BLACK_WINS, Result.JIGO)
Entered = tuple[str, int, events.Event]


@dataclass(slots=True, kw_only=True)
class World:
    """A data folder and all that was acknowledged in it: identity, number and event of each entry."""

    folder: Path
    chance: random.Random
    acknowledged: set[Entered] = field(default_factory=set)
    # The identities of the logs whose head was damaged.
    headless: set[str] = field(default_factory=set)
    damages: list[str] = field(default_factory=list)

    def enter(self, desk: Desk, tournament: TournamentId, count: int) -> None:
        """Enter some results; what is refused is not acknowledged."""
        for _ in range(count):
            event = events.ResultEntered(
                round=1, table=self.chance.randint(1, BOARDS), result=self.chance.choice(_RESULTS)
            )
            try:
                saved = desk.change(tournament, lambda _state, event=event: [event], by="Ana")  # type: ignore[misc]
            except InputError:
                return
            identity = saved.state.history.identity
            self.acknowledged |= {(identity, each.number, each.event) for each in saved.entries}


def played(folder: Path, chance: random.Random) -> World:
    """A folder in the middle of a round: backups, a moved `-wal` and one that is not."""
    world = World(folder=folder, chance=chance)
    working = folder.with_name(f"{folder.name}-working")
    field_of = " ".join(f"P{seat}?P{seat + 1}" for seat in range(0, 2 * BOARDS, 2))
    drawn = History.of_tournament(replace(crosstable(field_of), name="Café Cup"))
    for turn in range(2):
        with closing(open_store(working)) as store:
            desk = Desk(store)
            if turn == 0:
                for known in (CUP, OTHER):
                    store.create(drawn, id=known)
                    identity = store.head(known).identity
                    world.acknowledged |= {(identity, each.number, each.event) for each in drawn.entries}
            for _ in range(chance.randint(1, 3)):
                world.enter(desk, CUP, chance.randint(0, 15))
                world.enter(desk, OTHER, chance.randint(0, 5))
                if chance.random() < 0.6:
                    store.backup("draw")
            world.enter(desk, CUP, chance.randint(0, 15))
            if turn == 1:
                shutil.copytree(working, folder)
    shutil.rmtree(working)
    return world


# Damage -------------------------------------------------------------------------------------------


def damage(world: World) -> None:
    """Damage one file, or lose several."""
    chance, folder = world.chance, world.folder
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and "set-aside" not in path.parts]
    if not files:
        return
    lost = chance.random()
    if lost < 0.1:
        _lose(world, *(folder.glob(f"{FILE_NAME}*")))
    elif lost < 0.2:
        _lose(world, *(path for path in files if path.parent.name == "journal"))
    elif lost < 0.25:
        _lose(world, *(path for path in files if path.parent.name == "backups"))
    elif lost < 0.4:
        _lose(world, folder / f"{FILE_NAME}-wal")
    else:
        # Each kind of file as often as the others.
        kinds = sorted({_kind(path) for path in files})
        kind = chance.choice(kinds)
        path = chance.choice([each for each in files if _kind(each) == kind])
        way = chance.choice((_flip, _cut, _blank, _lose))
        if path.parent.name == "heads":
            world.headless.add(_identity_in(path))
        way(world, path)


def _kind(path: Path) -> str:
    return path.name.removeprefix(FILE_NAME) if path.name.startswith(FILE_NAME) else path.parent.name


def _identity_in(head: Path) -> str:
    return head.stem.rpartition("-")[2]


def _flip(world: World, path: Path) -> None:
    data = bytearray(path.read_bytes())
    for _ in range(world.chance.randint(1, 5) if data else 0):
        bit = world.chance.randrange(8 * len(data))
        data[bit // 8] ^= 1 << bit % 8
    path.write_bytes(data)
    world.damages.append(f"bits of {path.name}")


def _cut(world: World, path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: world.chance.randint(0, len(data))])
    world.damages.append(f"cut {path.name}")


def _blank(world: World, path: Path) -> None:
    data = bytearray(path.read_bytes())
    size = world.chance.choice((16, 512, 4096))
    start = world.chance.randint(0, max(0, len(data) - size))
    data[start : start + size] = bytes(len(data[start : start + size]))
    path.write_bytes(data)
    world.damages.append(f"zeros in {path.name}")


def _lose(world: World, *paths: Path) -> None:
    for path in paths:
        path.unlink(missing_ok=True)
        world.damages.append(f"lost {path.name}")


# Work and repair ----------------------------------------------------------------------------------


def work_on(world: World) -> None:
    """Start the server and enter more results; what is damaged is not opened."""
    try:
        store = open_store(world.folder)
    except Damaged:
        return
    with closing(store):
        try:
            damages = store.damages()
            if any(each.tournament is None for each in damages):
                return
            start_findings(store, damages)
            desk = Desk(store)
            known = [each.id for each in store.tournaments()]
        except Damaged:
            return
        for each in known:
            world.enter(desk, each, world.chance.randint(0, 8))


def unaccounted(world: World, done: Restored | None) -> Iterator[Entered]:
    """The acknowledged entries that are neither in the store nor named by the restore."""
    named: set[Entered] = set()
    lost: dict[TournamentId, set[int]] = {}
    for each in done.branches if done else ():
        named |= {(each.missing.log.identity, row["number"], entry_of(row).event) for row in each.left}
    for gone in done.lost if done else ():
        lost.setdefault(gone.tournament, set()).update(gone.numbers)
    with closing(open_store(world.folder)) as store:
        kept = _kept(store)
        ids = {store.head(each.id).identity: each.id for each in store.tournaments()}
    for entered in world.acknowledged:
        identity, number, event = entered
        if event in kept.get(identity, ()) or entered in named:
            continue
        known = ids.get(identity)
        if any(number in numbers for each, numbers in lost.items() if known in (None, each)):
            continue
        yield entered


def _kept(store: Database) -> dict[str, list[events.Event]]:
    kept = {}
    for each in store.tournaments():
        history = store.history(each.id)
        kept[history.identity] = [entry.event for entry in history.entries]
    return kept


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One run: what was unaccounted for, and if a head that could have told of it was damaged."""

    damages: tuple[str, ...]
    missing: tuple[Entered, ...]
    refused: bool
    intact: bool
    blind: bool


def run_once(folder: Path, seed: int, restore: Callable[[Path], tuple[Restored | None, bool]]) -> Outcome:
    """Play, damage, perhaps work on, perhaps damage again, and restore.

    `restore` gives the commands of the handbook; it says what was restored (None: it was refused) and if the
    check after it found nothing.
    """
    chance = random.Random(seed)
    world = played(folder, chance)
    for _ in range(chance.choice((1, 1, 2, 3))):
        damage(world)
    if chance.random() < 0.6:
        work_on(world)
        if chance.random() < 0.3:
            damage(world)
    done, intact = restore(folder)
    missing = () if done is None else tuple(unaccounted(world, done))
    blind = any(identity[:8] in world.headless for identity, _, _ in missing)
    return Outcome(
        damages=tuple(world.damages), missing=missing, refused=done is None, intact=intact, blind=blind
    )
