"""A first matching in which odd cycles may stay half matched: most of the work, and no blossoms.

Every vertex takes its cheapest price as its dual and whoever is at that price as its partner. A search tree
from each vertex that is left ends at an unmatched vertex, at a half-matched cycle (which it opens) or at an
edge between two outer vertices (which closes a new one).
"""

from miai.engine.kernel.arrays import Ints
from miai.engine.kernel.jit import compiled_part
from miai.engine.kernel.search_buffers import (
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
    match,
    scan,
)


@compiled_part
def survey(costs: Ints, work: Work) -> tuple[int, int]:
    """Note the least cost of every vertex in `reach`, and return the least and the largest cost of all."""
    least = ABSENT
    largest = -ABSENT
    for v in range(len(costs)):
        work.reach[v] = _least_of(costs[v], v)
        least = min(least, work.reach[v])
        largest = max(largest, _largest_of(costs[v], v))
    return least, largest


@compiled_part
def _least_of(row: Ints, u: int) -> int:
    """The least cost of u."""
    least = ABSENT
    for v in range(row.size):
        least = min(least, ABSENT if v == u else row[v])
    return least


@compiled_part
def _largest_of(row: Ints, u: int) -> int:
    """The largest cost of u."""
    largest = -ABSENT
    for v in range(row.size):
        largest = max(largest, -ABSENT if (row[v] == ABSENT) | (v == u) else row[v])
    return largest


@compiled_part
def start(costs: Ints, work: Work) -> None:
    """Take the cheapest price of every vertex as its dual, raise duals until an edge is tight, and match."""
    nodes = work.nodes
    n = len(costs)
    for v in range(n):
        if work.reach[v] != ABSENT:
            work.dual[v] = work.reach[v] - work.state[0].zero // 2
    for v in range(n):
        if nodes[v].mate == NOBODY:
            _take_tight_partner(costs, v, work)


@compiled_part
def _take_tight_partner(costs: Ints, u: int, work: Work) -> None:
    """Raise the dual of u until an edge is tight, and match along it if its other end is unmatched."""
    nodes = work.nodes
    asked = _ask(costs[u], u, work.state[0].zero, work.dual, work.reach)
    if asked >= BEYOND:
        return
    work.dual[u] = asked
    v = _first_asked(asked, work.reach, work.rank)
    if nodes[v].mate == NOBODY:
        match(u, v, work)


@compiled_part
def _ask(row: Ints, u: int, zero: int, dual: Ints, reach: Ints) -> int:
    """Write into `reach` what every vertex but u leaves for a partner's dual, and return the least."""
    nearest = FAR
    for v in range(row.size):
        left = FAR if (row[v] == ABSENT) | (v == u) else 2 * row[v] - zero - dual[v]
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
    # The root was not entered: what is noted there is not looked at.
    entered = root
    while True:
        _join_tree(newcomer, entered, work)
        moment = scan(costs, newcomer, work)
        if moment >= BEYOND:
            break
        work.state[0].clock = moment >> 1
        entered = first_due(moment, work.reach, work.offset, work.doubling, work.rank)
        nodes[entered].entry_from = _source_of(costs, entered, work)
        newcomer = nodes[entered].mate
        if newcomer == NOBODY or work.doubling[entered] == 0:
            break
        work.offset[entered] = NEVER
    if moment >= BEYOND:
        _bury_tree(work)
    else:
        _finish_tree(entered, work)


@compiled_part
def _source_of(costs: Ints, v: int, work: Work) -> int:
    """The first outer vertex from which v is reached."""
    goal = work.reach[v] + work.state[0].zero
    for k in range(work.state[0].outers):
        u: int = work.outer[k]
        if u != v and costs[v, u] != ABSENT and 2 * costs[v, u] - work.dual[u] == goal:
            return u
    return NOBODY


@compiled_part
def _join_tree(newcomer: int, entered: int, work: Work) -> None:
    """Make a vertex outer, reached through its partner."""
    k = work.state[0].outers
    work.state[0].outers = k + 1
    work.outer[k] = newcomer
    work.position[newcomer] = k
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
        work.position[u] = work.dual.size
        work.offset[u] = NEVER
        work.doubling[u] = 1
        if k > 0:
            v = work.slots[k].inner
            nodes[v].side = INNER
            nodes[v].label = DEAD


@compiled_part
def _finish_tree(last: int, work: Work) -> None:
    """Flip the path to the vertex that ended the search and bring all duals up to date."""
    nodes = work.nodes
    clock = work.state[0].clock
    if work.doubling[last] == 0:
        last = _close_cycle(nodes[last].entry_from, last, work)
    elif nodes[last].around != NOBODY:
        _open_cycle(last, work)
    if last != NOBODY:
        _flip_path(last, work)
    for k in range(work.state[0].outers):
        u = work.outer[k]
        work.dual[u] += clock
        work.position[u] = work.dual.size
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
def _flip_path(v: int, work: Work) -> None:
    """Match v with the outer vertex it is reached from, that one's old partner likewise, up to the root."""
    nodes = work.nodes
    while v != NOBODY:
        u = nodes[v].entry_from
        widowed = nodes[u].mate
        match(u, v, work)
        v = widowed


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
def _close_cycle(u: int, v: int, work: Work) -> int:
    """Half match the odd cycle that the edge between the outer vertices u and v closes.

    The partner that its vertex next to the root had is returned, or NOBODY if that is the root.
    """
    nodes = work.nodes
    meeting = _meeting_vertex(u, v, work)
    stem: int = nodes[meeting].mate
    nodes[meeting].mate = NOBODY
    nodes[u].around = v
    _half_match_down(u, meeting, work)
    _half_match_up(v, meeting, work)
    return stem


@compiled_part
def _meeting_vertex(u: int, v: int, work: Work) -> int:
    """The first outer vertex that the ways from u and from v to the root share."""
    nodes = work.nodes
    work.state[0].stamp += 1
    stamp = work.state[0].stamp
    nodes[u].mark = stamp
    while nodes[u].mate != NOBODY:
        u = nodes[nodes[u].mate].entry_from
        nodes[u].mark = stamp
    while nodes[v].mark != stamp:
        v = nodes[nodes[v].mate].entry_from
    return v


@compiled_part
def _half_match_down(u: int, meeting: int, work: Work) -> None:
    """Link the way from the meeting vertex down to u."""
    nodes = work.nodes
    while u != meeting:
        partner = nodes[u].mate
        before = nodes[partner].entry_from
        nodes[partner].around = u
        nodes[before].around = partner
        nodes[u].mate = NOBODY
        nodes[partner].mate = NOBODY
        _restore_rank(partner, work)
        u = before


@compiled_part
def _half_match_up(v: int, meeting: int, work: Work) -> None:
    """Link the way from v up to the meeting vertex."""
    nodes = work.nodes
    while v != meeting:
        partner = nodes[v].mate
        before = nodes[partner].entry_from
        nodes[v].around = partner
        nodes[partner].around = before
        nodes[v].mate = NOBODY
        nodes[partner].mate = NOBODY
        _restore_rank(partner, work)
        v = before
