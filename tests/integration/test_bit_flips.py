"""Bits flipped in the database, its -wal and its backups: nothing changes in silence, all is restored."""

import random
import shutil
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from conftest import SOAK
from kit.builders import crosstable
from miai.domain.log import events
from miai.domain.log.history import Entry, History
from miai.domain.rounds.game import Result
from miai.errors import InputError
from miai.store.backups.checking import check_backup, check_store, logs_in
from miai.store.backups.copies import backups_in
from miai.store.backups.restoring import restore_all
from miai.store.database import Database, open_store
from miai.store.location import FILE_NAME, Site
from miai.store.protocol import Damaged, Listed, Requested

FLIPS = 2000 if SOAK else 60
KINDS = ("database", "wal", "backup")
FIELD = " ".join(f"Müller{seat}?Łoś{seat}" for seat in range(12))
HISTORY = History.of_tournament(replace(crosstable(FIELD), name="Café de Gô"))
LAST = len(HISTORY.entries)


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """All that a store holds."""

    tournaments: tuple[Listed, ...]
    logs: dict[str, tuple[str, tuple[Entry, ...]]]
    value: str | None
    requests: tuple[Requested | None, ...]


def content_of(store: Database) -> Content:
    listed = store.tournaments()
    histories = {each.id: store.history(each.id) for each in listed}
    return Content(
        tournaments=listed,
        logs={known: (history.identity, history.entries) for known, history in histories.items()},
        value=store.value("secret"),
        requests=tuple(store.requested(f"r{number}/1") for number in range(12)),
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store in the middle of a round: checkpointed entries, a backup, and entries in the -wal."""
    working = tmp_path_factory.mktemp("store")
    kept = tmp_path_factory.mktemp("kept") / "data"
    with closing(open_store(working)) as store:
        store.set_value("secret", "kept in the database")
        cup, _ = store.create(HISTORY, id="cup"), store.create(HISTORY, id="other")
        for number in range(6):
            _enter(store, number)
        store.backup("draw")
    with closing(open_store(working)) as store:
        for number in range(6, 12):
            _enter(store, number)
        assert store.head(cup).version == LAST + 12
        shutil.copytree(working, kept)
    return kept


def _enter(store: Database, number: int) -> None:
    [cup] = [each.id for each in store.tournaments() if each.id == "cup"]
    result = events.ResultEntered(round=1, table=number + 1, result=Result.WHITE_WINS)
    store.append(cup, [result], expected=LAST + number, by="Zoë", request=f"r{number}/1")


def flipped(path: Path, chance: random.Random) -> None:
    data = bytearray(path.read_bytes())
    bit = chance.randrange(8 * len(data))
    data[bit // 8] ^= 1 << bit % 8
    path.write_bytes(data)


def examined(folder: Path) -> tuple[Content | None, list[str]]:
    """What a store says that it holds, and what it says is damaged or missing."""
    try:
        with closing(open_store(folder)) as store:
            report = check_store(store)
            said = [str(each) for each in report.damages]
            said += [f"lacks {each.count} of {each.log.id}" for each in report.missing]
            return (None if said else content_of(store)), said
    except Damaged as error:
        return None, [str(error)]


@pytest.mark.parametrize("kind", KINDS)
def test_a_flipped_bit_changes_nothing_in_silence_and_all_is_restored(
    folder: Path, tmp_path: Path, kind: str
) -> None:
    truth, said = examined(_copied(folder, tmp_path / "truth"))
    assert said == []
    assert truth is not None
    chance = random.Random(f"{kind} {FLIPS}")
    noticed = 0
    for number in range(FLIPS // len(KINDS)):
        damaged = _copied(folder, tmp_path / str(number))
        [backup] = backups_in(damaged / "backups")
        flipped(
            {"database": damaged / FILE_NAME, "wal": damaged / f"{FILE_NAME}-wal", "backup": backup}[kind],
            chance,
        )
        if kind == "backup":
            noticed += _damaged_backup_is_noticed(damaged, backup, truth)
            assert examined(damaged) == (truth, [])
        else:
            found, said = examined(damaged)
            noticed += bool(said)
            assert said or found == truth, "changed in silence"
            if said:
                assert all("damaged" in each or "lacks" in each for each in said), said
                restore_all(Site.at(damaged))
                again, left = examined(damaged)
                assert (again and again.logs, left) == (truth.logs, [])
        shutil.rmtree(damaged)
    assert noticed


def _damaged_backup_is_noticed(folder: Path, backup: Path, truth: Content) -> bool:
    """Whether the backup is said to be damaged; otherwise it must hold what it held."""
    if found := check_backup(backup):
        assert all("damaged" in str(each) for each in found)
        with pytest.raises(InputError, match=r"is damaged itself|is not a backup"):
            restore_all(Site.at(folder), backup)
        return True
    for log in logs_in(backup):
        identity, entries = truth.logs[log.id]
        assert (log.identity, log.history.entries) == (identity, entries[: log.version])
    return False


def _copied(folder: Path, target: Path) -> Path:
    shutil.copytree(folder, target)
    return target


def test_a_lost_wal_is_noticed_and_nothing_is_lost(folder: Path, tmp_path: Path) -> None:
    for number, lost in enumerate(_lost(folder)):
        damaged = _copied(folder, tmp_path / str(number))
        for name, data in lost.items():
            if data is None:
                (damaged / name).unlink()
            else:
                (damaged / name).write_bytes(data)
        found, said = examined(damaged)
        assert found is None
        assert all("damaged" in each or each.startswith("lacks ") for each in said)
        restore_all(Site.at(damaged))
        again, left = examined(damaged)
        assert left == []
        assert again is not None
        assert len(again.logs["cup"][1]) == LAST + 12


def _lost(folder: Path) -> Iterator[dict[str, bytes | None]]:
    wal = f"{FILE_NAME}-wal"
    yield {wal: None}
    yield {wal: b""}
    yield {wal: (folder / wal).read_bytes()[:32]}
    yield {wal: None, FILE_NAME: None}
    yield {FILE_NAME: b""}
