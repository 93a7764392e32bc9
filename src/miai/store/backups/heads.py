"""The heads of a log in all its copies, and where they part.

A log is copied often: the database, its journal, journals that were set aside, and each backup hold it, each
up to some entry. Every entry has a hash of all entries before it, so the entries of all copies together give
the log again as a tree: where copies agree there is one stem, where they differ it branches. `check`,
`restore` and the start of the server ask the same question of it: which branches does the log in the database
not have?
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from miai.store.backups.log_copies import (
    Copy,
    JournalFile,
    backup_copies,
    columns_of,
    heads_in,
    is_journal,
    journal_files,
    line_of,
    parsed,
    read_journal_file,
)
from miai.store.location import Site
from miai.store.log_rows import COLUMNS, Row, StoredLog, erased_in, hash_of
from miai.store.tournament_id import TournamentId


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """A way through the tree from the first entry to an end, and the files that hold its end."""

    log: StoredLog
    sources: tuple[Path, ...]
    requests: Mapping[int, str] = field(default_factory=dict)

    @property
    def last(self) -> str:
        """The hash of its last entry."""
        return str(self.log.rows[-1]["hash"])

    @property
    def at(self) -> str:
        """The time of its last entry."""
        return str(self.log.rows[-1]["at"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """All that the copies of a log hold; the longest branch first.

    `lost` are the numbers of entries that a copy had and that can no longer be read anywhere.
    """

    id: TournamentId
    identity: str
    branches: tuple[Branch, ...]
    lost: range


@dataclass(slots=True)
class _Node:
    hash: str
    row: Row | None = None
    before: "_Node | None" = None
    grown: bool = False

    def rows(self) -> tuple[Row, ...]:
        found, node = [], self
        while node.row is not None and node.before is not None:
            found.append(node.row)
            node = node.before
        return tuple(reversed(found))


def grown(copies: Sequence[Copy]) -> Tree:
    """The tree of the copies of one log, without an entry whose hash is not that of what came before."""
    identity = copies[0].identity
    by_number: defaultdict[int, dict[tuple[Any, ...], Row]] = defaultdict(dict)
    holding: defaultdict[str, list[Path]] = defaultdict(list)
    requests: defaultdict[str, dict[int, str]] = defaultdict(dict)
    for copy in copies:
        for row in copy.rows:
            by_number[row["number"]].setdefault(tuple(row[name] for name in COLUMNS), row)
            if copy.source not in holding[row["hash"]]:
                holding[row["hash"]].append(copy.source)
            if row["number"] in copy.requests:
                requests[row["hash"]][row["number"]] = copy.requests[row["number"]]
    ends = sorted(_ends(identity, by_number), key=lambda node: (-_number(node), node.hash))
    branches = []
    for end in ends:
        rows = end.rows()
        log = StoredLog(id=_usual_id(copies), identity=identity, rows=rows)
        asked = {number: key for row in rows for number, key in requests[row["hash"]].items()}
        sources = sorted(holding[end.hash], key=lambda path: not is_journal(path))
        branches.append(Branch(log=log, sources=tuple(sources), requests=asked))
    lost = max((_lost(copy, branches) for copy in copies), key=len)
    return Tree(id=_usual_id(copies), identity=identity, branches=tuple(branches), lost=lost)


def _lost(copy: Copy, branches: Sequence[Branch]) -> range:
    """The numbers of the entries that a copy had and that are in no branch."""
    if not copy.rows and copy.last:
        return _lost_after_head(copy, branches)
    read = {row["hash"]: row["number"] for branch in branches for row in branch.log.rows}
    deepest = max((read[row["hash"]] for row in copy.rows if row["hash"] in read), default=0)
    claimed = max((copy.claimed, *(row["number"] for row in copy.rows)), default=0)
    loose = {row["number"]: row for row in copy.rows if row["hash"] not in read}
    # Rows that follow each other and no row that could be read are of a branch that is gone.
    if not any(
        number - 1 in loose and row["hash"] == hash_of(row, loose[number - 1]["hash"])
        for number, row in loose.items()
    ):
        hashes = {row["hash"] for row in copy.rows if read.get(row["hash"]) == deepest}
        through = [
            branch.log.version
            for branch in branches
            if branch.log.version >= deepest
            if not deepest or branch.log.rows[deepest - 1]["hash"] in hashes
        ]
        deepest = max((deepest, *through))
    return range(deepest + 1, claimed + 1)


def _lost_after_head(head: Copy, branches: Sequence[Branch]) -> range:
    """What is lost if the last entry that was written is in no branch."""
    if any(row["hash"] == head.last for branch in branches for row in branch.log.rows):
        return range(0)
    before = max((each.log.version for each in branches if each.log.version < head.claimed), default=0)
    whole = any(each.log.version >= head.claimed for each in branches)
    return range(head.claimed if whole else before + 1, head.claimed + 1)


def _ends(identity: str, by_number: Mapping[int, Mapping[tuple[Any, ...], Row]]) -> list[_Node]:
    ends: list[_Node] = []
    level, number = [_Node(identity)], 0
    while level:
        number += 1
        following: dict[str, _Node] = {}
        rows = sorted(by_number.get(number, {}).values(), key=erased_in, reverse=True)
        for node in level:
            for row in rows:
                if row["hash"] == hash_of(row, node.hash):
                    following.setdefault(row["hash"], _Node(row["hash"], row, node))
                    node.grown = True
        ends += [node for node in level if not node.grown and node.row is not None]
        level = list(following.values())
    return ends


def _number(node: _Node) -> int:
    return int(node.row["number"]) if node.row else 0


def _usual_id(copies: Sequence[Copy]) -> TournamentId:
    """The id under which most copies have the log."""
    return Counter(copy.id for copy in copies).most_common(1)[0][0]


def common(mine: Sequence[str], theirs: Sequence[Row], settled: Collection[str] = ()) -> int:
    """How many entries of a branch need no decision: those that a log of these hashes has too.

    An entry that was decided on before needs none, nor do those before it.
    """
    found = 0
    for number, row in enumerate(theirs, start=1):
        same = number <= len(mine) and mine[number - 1] == row["hash"]
        if (same and found == number - 1) or row["hash"] in settled:
            found = number
    return found


def broken_at(journal: JournalFile, tree: Tree) -> int | None:
    """The number of the first entry that a journal should hold and does not; 0 for its first line.

    The beginning of a line, which an interrupted program leaves, does not count if the whole line follows.
    """
    known = {row["hash"]: row for branch in tree.branches for row in branch.log.rows}
    follows = {
        row["hash"]: before
        for branch in tree.branches
        for before, row in zip((tree.identity, *_hashes_of(branch)), branch.log.rows, strict=False)
    }
    numbers = {
        row["number"]
        for row in journal.rows
        if row
        and (
            known.get(row["hash"]) == columns_of(row)
            # The same entry, of which something was erased in one of the two.
            or (row["hash"] in known and row["hash"] == hash_of(row, follows[row["hash"]]))
        )
    }
    last = max((row["number"] for row in journal.rows if row), default=0)
    for number in range(1, last + 1):
        if number not in numbers:
            return number
    if not journal.lines or parsed(journal.lines[0]) != {"identity": journal.identity}:
        return 0
    before = 0
    for line, row in zip(journal.lines[1:], journal.rows[1:], strict=True):
        if row is not None:
            before = row["number"]
        elif line and before + 1 not in numbers and not _begins(line, before + 1, known.values()):
            return before + 1
    return None


def _hashes_of(branch: Branch) -> tuple[str, ...]:
    return tuple(row["hash"] for row in branch.log.rows)


def _begins(line: bytes, number: int, rows: Iterable[Row]) -> bool:
    """Whether a line is the beginning of that of an entry which another copy has whole."""
    return any(row["number"] == number and line_of(row).startswith(line) for row in rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The trees of all logs by their identity, and the journals with what could be read of them."""

    trees: Mapping[str, Tree]
    journals: tuple[JournalFile, ...]

    def damaged_journals(self) -> Iterator[tuple[JournalFile, int | None]]:
        """The journals that are not what was written, and the entry from which on; None without a log."""
        for journal in self.journals:
            tree = self.trees.get(journal.identity)
            at = broken_at(journal, tree) if tree else None
            if tree is None or at is not None:
                yield journal, at


def read_all(copies: Iterable[Copy], site: Site, backups: Sequence[Path]) -> Reading:
    """The trees of some copies with all journals of a site and some backups."""
    found = list(copies)
    journals = [each for path in journal_files(site.journal) if (each := read_journal_file(path))]
    found += [each.copy() for each in journals if each.identity]
    found += heads_in(site)
    by_identity = _by_identity(found)
    trees = grown_all(found)
    read = {known for tree in trees.values() for known in _hashes(tree)}
    for path in backups:
        # A backup whose last entry was read and verified elsewhere holds nothing more.
        for copy in backup_copies(path, read):
            first = copy.rows[0]["hash"] if copy.rows else ""
            identity = next((each for each, tree in trees.items() if first in _firsts(tree)), copy.identity)
            by_identity[identity].append(replace(copy, identity=identity))
            trees[identity] = grown(by_identity[identity])
            read |= _hashes(trees[identity])
    return Reading(trees=trees, journals=tuple(journals))


def grown_all(copies: Iterable[Copy]) -> dict[str, Tree]:
    """The trees of some copies by the identity of their logs."""
    return {identity: grown(each) for identity, each in _by_identity(copies).items()}


def _by_identity(copies: Iterable[Copy]) -> defaultdict[str, list[Copy]]:
    """Copies together that are of one log; one whose identity is damaged is of the log that it continues."""
    listed = list(copies)
    firsts = {
        row["hash"]: each.identity for each in listed for row in each.rows[:1] if _begins_with(each, row)
    }
    found: defaultdict[str, list[Copy]] = defaultdict(list)
    for copy in listed:
        identity = firsts.get(copy.rows[0]["hash"], copy.identity) if copy.rows else copy.identity
        found[identity].append(replace(copy, identity=identity))
    return found


def _begins_with(copy: Copy, row: Row) -> bool:
    return bool(row["number"] == 1 and row["hash"] == hash_of(row, copy.identity))


def _firsts(tree: Tree) -> set[str]:
    return {branch.log.rows[0]["hash"] for branch in tree.branches}


def _hashes(tree: Tree) -> set[str]:
    return {row["hash"] for branch in tree.branches for row in branch.log.rows}
