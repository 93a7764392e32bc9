"""Rounds drawn at random with nobody meeting twice, by three methods, and how often the draw gets stuck.

"At random" can be done in more than one way, and how often a small tournament runs into a dead end depends on
the way (document 5, table 2).
"""

from typing import Final, NamedTuple

import numpy as np

from miai.engine.kernel.arrays import Flags, Ints
from miai.engine.kernel.chance import below, key_of, mixed
from miai.engine.kernel.jit import compiled, compiled_part
from miai.engine.kernel.search_buffers import NOBODY

# Every perfect pairing equally likely; boards drawn one after the other and dead ends repaired; or players
# in random order who search for a board one after the other, as in Gabow's algorithm.
UNIFORM, BOARDS, SEARCH = 0, 1, 2

_LOTS: Final = 3
# While many pairings are allowed, trying any until one is costs less than counting them.
_TRIES: Final = 100
_INNER: Final = -1


class _Room(NamedTuple):
    """One round as it is drawn; players go by their seats in a random order."""

    player: Ints  # who sits there
    open: Flags  # who has not met whom, by seat
    mate: Ints
    outer: Ints  # the seats from which the search goes on
    via: Ints  # how an outer seat was reached: from another one, or over a bridge that closed a cycle
    bridge: Ints  # the other end of that bridge
    first: Ints  # the first seat that is not outer on the way back
    steps: Ints  # turns of the way that are yet to be taken
    boards: Ints  # those that can still be drawn
    ways: Ints  # perfect pairings of a set of seats
    known: Ints  # the round for which they were counted


@compiled
def flawed_rounds(players: int, method: int, seed: int, first: int, count: int) -> Ints:
    """Play all rounds of `count` tournaments and count them by the round that could not be paired.

    Those that could always be paired are counted at 0. The uniform method counts pairings by sets of players,
    so its room doubles with every player: 16 are as many as it should be asked for.
    """
    room = _Room(
        np.arange(players),
        np.zeros((players, players), np.bool_),
        np.zeros(players, np.int64),
        np.zeros(players, np.int64),
        np.zeros(players + 1, np.int64),
        np.zeros(players, np.int64),
        np.zeros(players, np.int64),
        np.zeros((4 * players, 2), np.int64),
        np.zeros((players * players, 2), np.int64),
        np.zeros(1 << players if method == UNIFORM else 1, np.int64),
        np.zeros(1 << players if method == UNIFORM else 1, np.int64),
    )
    met = np.zeros((players, players), np.bool_)
    found = np.zeros(players, np.int64)
    drawn = 0
    for t in range(first, first + count):
        met[:, :] = False
        flaw = 0
        for r in range(1, players):
            drawn += 1
            if not _draw(room, met, method, mixed(key_of(seed, _LOTS, t), r), drawn):
                flaw = r
                break
            for a in range(players):
                met[room.player[a], room.player[room.mate[a]]] = True
        found[flaw] += 1
    return found


@compiled_part
def _draw(room: _Room, met: Flags, method: int, key: int, drawn: int) -> bool:
    """Pair one round; whether everybody has a board."""
    n = len(room.player)
    for a in range(n - 1, 0, -1):
        b = below(mixed(key, a), a + 1)
        room.player[a], room.player[b] = room.player[b], room.player[a]
    for a in range(n):
        room.mate[a] = NOBODY
        for b in range(n):
            room.open[a, b] = a != b and not met[room.player[a], room.player[b]]
    if method == UNIFORM:
        return _tried(room, mixed(key, n)) or _counted(room, mixed(key, n + 1), drawn)
    if method == BOARDS:
        _draw_boards(room, mixed(key, n))
    everybody = True
    for a in range(n):
        if room.mate[a] == NOBODY and not _find_board(room, a):
            everybody = False
    return everybody


@compiled_part
def _draw_boards(room: _Room, key: int) -> None:
    """Draw one of the possible boards after the other until no two who could meet are left."""
    n = len(room.player)
    count = 0
    for a in range(n):
        for b in range(a):
            if room.open[a, b]:
                room.boards[count, 0] = a
                room.boards[count, 1] = b
                count += 1
    while count > 0:
        lot = below(mixed(key, count), count)
        a, b = room.boards[lot, 0], room.boards[lot, 1]
        if room.mate[a] == NOBODY and room.mate[b] == NOBODY:
            room.mate[a] = b
            room.mate[b] = a
        count -= 1
        room.boards[lot, 0] = room.boards[count, 0]
        room.boards[lot, 1] = room.boards[count, 1]


@compiled_part
def _tried(room: _Room, key: int) -> bool:
    """Pair anybody with anybody until no pair has met; whether that came about."""
    n = len(room.player)
    for attempt in range(_TRIES):
        for a in range(n):
            room.outer[a] = a
        fits = True
        for at in range(n - 1, 0, -2):
            other = below(mixed(mixed(key, attempt), at), at)
            room.outer[at - 1], room.outer[other] = room.outer[other], room.outer[at - 1]
            a, b = room.outer[at], room.outer[at - 1]
            if not room.open[a, b]:
                fits = False
                break
            room.mate[a] = b
            room.mate[b] = a
        if fits:
            return True
    return False


@compiled_part
def _counted(room: _Room, key: int, drawn: int) -> bool:
    """Choose board after board by how many pairings of the others it allows."""
    n = len(room.player)
    left = (1 << n) - 1
    if _count_ways(room, left, drawn) == 0:
        return False
    for number in range(n // 2):
        a = _lowest(left)
        lot = below(mixed(key, number), room.ways[left])
        for b in range(a + 1, n):
            rest = left & ~(1 << a) & ~(1 << b)
            if left >> b & 1 and room.open[a, b]:
                if lot < room.ways[rest]:
                    room.mate[a] = b
                    room.mate[b] = a
                    left = rest
                    break
                lot -= room.ways[rest]
    return True


@compiled_part
def _count_ways(room: _Room, everybody: int, drawn: int) -> int:
    """Count the perfect pairings of every set that is left when the lowest seat is paired again and again."""
    n = len(room.player)
    room.ways[0] = 1
    room.known[0] = drawn
    # A set is waiting on the stack until all that it depends on have been counted.
    depth = 1
    room.steps[0, 0] = everybody
    while depth > 0:
        left = room.steps[depth - 1, 0]
        a = _lowest(left)
        total = 0
        ready = True
        for b in range(a + 1, n):
            rest = left & ~(1 << a) & ~(1 << b)
            if left >> b & 1 and room.open[a, b]:
                if room.known[rest] != drawn:
                    room.steps[depth, 0] = rest
                    depth += 1
                    ready = False
                    break
                total += room.ways[rest]
        if ready:
            room.ways[left] = total
            room.known[left] = drawn
            depth -= 1
    ways: int = room.ways[everybody]
    return ways


@compiled_part
def _lowest(seats: int) -> int:
    a = 0
    while not seats >> a & 1:
        a += 1
    return a


@compiled_part
def _find_board(room: _Room, root: int) -> bool:
    """Search a way along which boards can be exchanged so that a seat without one gets one.

    Breadth first, opponents in the order of the seats, with Gabow's labels.
    """
    n = len(room.player)
    for v in range(n):
        room.via[v] = _INNER
        room.first[v] = n
    # The seat beyond the root, where every way back ends.
    room.via[n] = _INNER
    room.via[root] = n
    room.bridge[root] = NOBODY
    room.outer[0] = root
    waiting, at = 1, 0
    while at < waiting:
        x = room.outer[at]
        at += 1
        for y in range(n):
            if not room.open[x, y]:
                continue
            if room.mate[y] == NOBODY and y != root:
                room.mate[y] = x
                _exchange(room, x, y)
                return True
            if room.via[y] != _INNER:
                waiting = _close_cycle(room, x, y, waiting)
            else:
                v = room.mate[y]
                if room.via[v] == _INNER:
                    room.via[v] = x
                    room.bridge[v] = NOBODY
                    room.first[v] = y
                    room.outer[waiting] = v
                    waiting += 1
    return False


@compiled_part
def _exchange(room: _Room, x: int, y: int) -> None:
    """Pair x with y, and who is left alone by it along the way back, until the root has a board."""
    depth = 1
    room.steps[0, 0] = x
    room.steps[0, 1] = y
    while depth > 0:
        depth -= 1
        v, new = room.steps[depth, 0], room.steps[depth, 1]
        old = room.mate[v]
        room.mate[v] = new
        if old == NOBODY or room.mate[old] != v:
            continue
        if room.bridge[v] == NOBODY:
            room.mate[old] = room.via[v]
            room.steps[depth, 0] = room.via[v]
            room.steps[depth, 1] = old
            depth += 1
        else:
            one, other = room.via[v], room.bridge[v]
            room.steps[depth, 0] = other
            room.steps[depth, 1] = one
            room.steps[depth + 1, 0] = one
            room.steps[depth + 1, 1] = other
            depth += 2


@compiled_part
def _close_cycle(room: _Room, x: int, y: int, waiting: int) -> int:
    """Two outer seats could meet: every seat on the odd cycle through them becomes outer."""
    n = len(room.player)
    r, s = room.first[x], room.first[y]
    if r == s:
        return waiting
    # The marks of both ways back stand where the steps of an exchange are kept: never both at once.
    for v in range(n + 1):
        room.steps[v, 0] = 0
    room.steps[r, 0] = 1
    room.steps[s, 0] = 1
    while True:
        if s != n:
            r, s = s, r
        r = room.first[room.via[room.mate[r]]]
        if room.steps[r, 0] == 1:
            break
        room.steps[r, 0] = 1
    for start in (room.first[x], room.first[y]):
        v = start
        while v != r:
            following = room.first[room.via[room.mate[v]]]
            room.via[v] = x
            room.bridge[v] = y
            room.first[v] = r
            room.outer[waiting] = v
            waiting += 1
            v = following
    for k in range(waiting):
        v = room.outer[k]
        if room.via[room.first[v]] != _INNER:
            room.first[v] = r
    return waiting
