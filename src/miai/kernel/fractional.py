"""A first matching in which odd cycles may stay half matched: most of the work, and no blossoms.

Every vertex takes its cheapest price as its dual and whoever is at that price as its partner. A search tree
from each vertex that is left ends at an unmatched vertex, at a half-matched cycle (which it opens) or at an
edge between two outer vertices (which closes a new one).
"""

from miai.kernel.arrays import Ints
from miai.kernel.jit import compiled_part
from miai.kernel.work import (
    ABSENT,
    BEYOND,
    CLOSING,
    DEAD,
    FAR,
    HALVED,
    INNER,
    MATCHED,
    NEVER,
    NOBODY,
    OUTER,
    Work,
    expose,
    first_due,
    is_strained,
    least_of,
    match,
    scan,
    source_of,
)


@compiled_part
def start(costs: Ints, work: Work) -> None:
    """Take the cheapest price of every vertex as its dual, raise duals until an edge is tight, and match."""
    nodes = work.nodes
    n = len(costs)
    for v in range(n):
        least = min(least_of(costs[v, :v]), least_of(costs[v, v + 1 :]))
        if least != ABSENT:
            work.dual[v] = least - work.state[0].zero // 2
    for v in range(n):
        if nodes[v].mate == NOBODY:
            _take_tight_partner(costs, v, work)


@compiled_part
def _take_tight_partner(costs: Ints, u: int, work: Work) -> None:
    """Raise the dual of u until an edge is tight, and match along it if its other end is unmatched."""
    nodes = work.nodes
    asked = _ask_all(costs, u, work)
    if asked >= BEYOND:
        return
    work.dual[u] = asked
    v = _first_asked(asked, work.reach, work.rank)
    if nodes[v].mate == NOBODY:
        match(u, v, work)


@compiled_part
def _ask_all(costs: Ints, u: int, work: Work) -> int:
    """Ask every vertex but u itself."""
    zero = work.state[0].zero
    nearest = min(
        _ask(costs[u, :u], zero, work.dual[:u], work.reach[:u]),
        _ask(costs[u, u + 1 :], zero, work.dual[u + 1 :], work.reach[u + 1 :]),
    )
    work.reach[u] = FAR
    return nearest


@compiled_part
def _ask(row: Ints, zero: int, dual: Ints, reach: Ints) -> int:
    """Write into `reach` what every vertex leaves for a partner's dual, and return the least."""
    nearest = FAR
    for v in range(row.size):
        left = FAR if row[v] == ABSENT else 2 * row[v] - zero - dual[v]
        reach[v] = left
        nearest = min(nearest, left)
    return nearest


@compiled_part
def _first_asked(asked: int, reach: Ints, rank: Ints) -> int:
    """The vertex of lowest rank that leaves exactly what was asked."""
    n = reach.size
    lowest = 4 * n
    for v in range(n):
        lowest = min(lowest, rank[v] if reach[v] == asked else 4 * n)
    return lowest % n


@compiled_part
def match_fractionally(costs: Ints, work: Work) -> None:
    """Search from every unmatched vertex; then match all but one vertex of each odd cycle."""
    nodes = work.nodes
    n = len(costs)
    for v in range(n):
        work.offset[v] = work.dual[v]
    for v in range(n):
        if nodes[v].mate == NOBODY and nodes[v].around == NOBODY and not is_strained(work):
            _search_fractionally(costs, v, work)
    for v in range(n):
        if nodes[v].around != NOBODY:
            _open_cycle(v, work)


@compiled_part
def _search_fractionally(costs: Ints, root: int, work: Work) -> None:
    """Grow a tree until it meets an unmatched vertex or an odd cycle, and flip the path."""
    nodes = work.nodes
    work.reach[:] = FAR
    work.state[0].outers = 0
    work.state[0].clock = 0
    newcomer = root
    entered = NOBODY
    while True:
        _join_tree(newcomer, entered, work)
        moment = scan(costs, newcomer, work)
        if moment >= BEYOND:
            _bury_tree(work)
            return
        work.state[0].clock = moment >> 1
        entered = first_due(moment, work.reach, work.offset, work.doubling, work.rank)
        newcomer = nodes[entered].mate
        if newcomer == NOBODY or work.doubling[entered] == 0:
            break
        work.offset[entered] = NEVER
    _finish_tree(costs, entered, work)


@compiled_part
def _join_tree(newcomer: int, entered: int, work: Work) -> None:
    """Make a vertex outer, reached through its partner."""
    k = work.state[0].outers
    work.state[0].outers = k + 1
    work.outer[k] = newcomer
    work.slots[k].inner = entered
    work.slots[k].joined = work.state[0].clock
    work.dual[newcomer] -= work.state[0].clock
    work.offset[newcomer] = work.dual[newcomer]
    work.doubling[newcomer] = 0
    work.rank[newcomer] = CLOSING * work.rank.size + newcomer


@compiled_part
def _bury_tree(work: Work) -> None:
    """Take a tree that can never grow out of the graph: its root has no partner in any matching."""
    nodes = work.nodes
    for k in range(work.state[0].outers):
        u = work.outer[k]
        nodes[u].side = OUTER
        nodes[u].label = DEAD
        work.offset[u] = NEVER
        work.doubling[u] = 1
        if k > 0:
            v = work.slots[k].inner
            nodes[v].side = INNER
            nodes[v].label = DEAD


@compiled_part
def _finish_tree(costs: Ints, last: int, work: Work) -> None:
    """Flip the path to the vertex that ended the search and bring all duals up to date."""
    nodes = work.nodes
    clock = work.state[0].clock
    source = source_of(costs, last, work)
    if work.doubling[last] == 0:
        _close_cycle(costs, source, last, work)
    else:
        if nodes[last].around != NOBODY:
            _open_cycle(last, work)
        _flip_path(costs, source, last, work)
    for k in range(work.state[0].outers):
        u = work.outer[k]
        work.dual[u] += clock
        work.offset[u] = work.dual[u]
        work.doubling[u] = 1
        if k > 0:
            v = work.slots[k].inner
            work.dual[v] -= clock - work.slots[k].joined
            work.offset[v] = work.dual[v]
        _restore_rank(u, work)


@compiled_part
def _restore_rank(v: int, work: Work) -> None:
    """Rank a vertex by how it is matched."""
    nodes = work.nodes
    n = work.dual.size
    if nodes[v].around != NOBODY:
        work.rank[v] = HALVED * n + v
    else:
        work.rank[v] = MATCHED * n + v


@compiled_part
def _flip_path(costs: Ints, u: int, v: int, work: Work) -> None:
    """Match the outer vertex u with v, u's old partner with the vertex before it, and so on to the root."""
    nodes = work.nodes
    while True:
        widowed = nodes[u].mate
        match(u, v, work)
        if widowed == NOBODY:
            return
        v = widowed
        u = source_of(costs, v, work)


@compiled_part
def _open_cycle(v: int, work: Work) -> None:
    """Match a half-matched cycle in pairs, all but v."""
    nodes = work.nodes
    u = nodes[v].around
    nodes[v].around = NOBODY
    while u != v:
        partner = nodes[u].around
        following = nodes[partner].around
        nodes[u].around = NOBODY
        nodes[partner].around = NOBODY
        match(u, partner, work)
        u = following
    expose(v, work)


@compiled_part
def _close_cycle(costs: Ints, u: int, v: int, work: Work) -> None:
    """Half match the odd cycle that the edge between the outer vertices u and v closes."""
    nodes = work.nodes
    meeting = _meeting_vertex(costs, u, v, work)
    stem = nodes[meeting].mate
    nodes[u].around = v
    _half_match_down(costs, u, meeting, work)
    _half_match_up(costs, v, meeting, work)
    if stem != NOBODY:
        nodes[meeting].mate = NOBODY
        _flip_path(costs, source_of(costs, stem, work), stem, work)


@compiled_part
def _meeting_vertex(costs: Ints, u: int, v: int, work: Work) -> int:
    """The first outer vertex that the ways from u and from v to the root share."""
    nodes = work.nodes
    work.state[0].stamp += 1
    stamp = work.state[0].stamp
    nodes[u].mark = stamp
    while nodes[u].mate != NOBODY:
        u = source_of(costs, nodes[u].mate, work)
        nodes[u].mark = stamp
    while nodes[v].mark != stamp:
        v = source_of(costs, nodes[v].mate, work)
    return v


@compiled_part
def _half_match_down(costs: Ints, u: int, meeting: int, work: Work) -> None:
    """Link the way from the meeting vertex down to u."""
    nodes = work.nodes
    while u != meeting:
        partner = nodes[u].mate
        before = source_of(costs, partner, work)
        nodes[partner].around = u
        nodes[before].around = partner
        nodes[u].mate = NOBODY
        nodes[partner].mate = NOBODY
        _restore_rank(partner, work)
        u = before


@compiled_part
def _half_match_up(costs: Ints, v: int, meeting: int, work: Work) -> None:
    """Link the way from v up to the meeting vertex."""
    nodes = work.nodes
    while v != meeting:
        partner = nodes[v].mate
        before = source_of(costs, partner, work)
        nodes[v].around = partner
        nodes[partner].around = before
        nodes[v].mate = NOBODY
        nodes[partner].mate = NOBODY
        _restore_rank(partner, work)
        v = before
