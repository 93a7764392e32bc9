"""The blossom searches that turn a fractional matching into a whole one.

A search grows a tree of nodes from one unmatched vertex. A tight edge to a free node adds that node (inner)
and its partner (outer); one between two outer nodes shrinks an odd cycle to a blossom, itself an outer node;
an inner blossom whose dual is used up is dissolved. An unmatched vertex ends the search.
"""

import numpy as np

from miai.engine.kernel.arrays import Ints, Records
from miai.engine.kernel.jit import compiled_part
from miai.engine.kernel.search_buffers import (
    ABSENT,
    BEYOND,
    DEAD,
    FAR,
    FREE,
    INNER,
    NEVER,
    NOBODY,
    OUTER,
    Work,
    first_due,
    is_strained,
    match,
    scan,
    soonest_due,
)

# The two ways round a blossom's cycle.
FORWARD, BACKWARD = 0, 1

# The row that no blossom keeps.
SCRATCH = 0


@compiled_part
def match_wholly(costs: Ints, work: Work) -> None:
    """Search from every vertex that is still unmatched, shrinking odd cycles to blossoms."""
    nodes = work.nodes
    for v in range(len(costs)):
        if nodes[v].mate == NOBODY and nodes[v].label == FREE and not is_strained(work):
            _search(costs, v, work)


@compiled_part
def _search(costs: Ints, root: int, work: Work) -> None:
    """Grow, shrink and expand until the tree meets an unmatched vertex or nothing is due any more."""
    nodes = work.nodes
    _clear_tree(work)
    _make_outer(root, work)
    while True:
        growth = _welcome(costs, work)
        shrinkage = _next_shrinkage(work)
        blossom, expansion = _next_to_expand(work)
        moment = min(growth, shrinkage, expansion)
        work.state[0].clock = moment >> 1
        if moment >= BEYOND:
            _bury_tree(work)
            break
        if growth == moment:
            v = first_due(moment, work.reach, work.offset, work.doubling, work.rank)
            u = _source_of(costs[v], v, work)
            if nodes[v].mate == NOBODY:
                _settle_tree(work)
                _augment(u, v, work)
                break
            _grow(u, v, work)
        elif shrinkage == moment:
            _shrink(costs, moment, work)
        else:
            _expand(blossom, work)


@compiled_part
def _clear_tree(work: Work) -> None:
    """Begin with an empty tree."""
    work.reach[:] = FAR
    work.state[0].clock = 0
    work.state[0].outers = 0
    work.state[0].outer_nodes = 0
    work.state[0].newcomers = 0
    work.state[0].inner_blossoms = 0
    rows = len(work.row_slack)
    for k in range(rows):
        work.slots[k].spare_row = rows - 1 - k
    # The last one is SCRATCH.
    work.state[0].spare_rows = rows - 1


@compiled_part
def _relabel(node: int, label: int, work: Work) -> None:
    """Give a node another label, so that its duals stay what they are now and move the new way from here."""
    nodes = work.nodes
    before = _direction(nodes[node].label)
    nodes[node].label = label
    step = (before - _direction(nodes[node].label)) * work.state[0].clock
    if node >= work.dual.size:
        nodes[node].weight += 2 * step
    v = nodes[node].first_vertex
    last = nodes[node].last_vertex
    while True:
        work.dual[v] += step
        work.offset[v] = work.dual[v] if label == FREE else NEVER
        if v == last:
            return
        v = work.next_vertex[v]


@compiled_part
def _direction(label: int) -> int:
    """How duals with this label move with the clock."""
    if label == OUTER:
        return 1
    return -1 if label == INNER else 0


@compiled_part
def _settle_tree(work: Work) -> None:
    """Bring all duals up to date and free all nodes."""
    nodes = work.nodes
    for k in range(work.dual.size):
        node = work.top[k]
        if nodes[node].label in (OUTER, INNER):
            _relabel(node, FREE, work)
    work.position[:] = work.dual.size
    for k in range(work.state[0].outer_nodes):
        node = work.slots[k].outer_node
        nodes[node].slot = NOBODY
        nodes[node].row = NOBODY


@compiled_part
def _bury_tree(work: Work) -> None:
    """Take a tree that can never grow out of the graph: its root has no partner in any matching."""
    nodes = work.nodes
    for v in range(work.dual.size):
        node = work.top[v]
        if nodes[node].label in (OUTER, INNER):
            nodes[v].side = nodes[node].label
            work.offset[v] = NEVER
    work.position[:] = work.dual.size
    for v in range(work.dual.size):
        if nodes[v].side != FREE:
            nodes[work.top[v]].label = DEAD


@compiled_part
def _next_shrinkage(work: Work) -> int:
    """Twice the moment at which the first edge between two outer nodes is tight."""
    soonest = BEYOND
    for k in range(work.state[0].outer_nodes):
        soonest = min(soonest, work.nearest[k])
    return soonest


@compiled_part
def _next_to_expand(work: Work) -> tuple[int, int]:
    """The inner blossom whose dual is used up first, and twice the moment."""
    nodes = work.nodes
    soonest = BEYOND
    chosen = NOBODY
    for k in range(work.state[0].inner_blossoms):
        node = work.slots[k].inner_blossom
        if nodes[node].weight < soonest and nodes[node].label == INNER and nodes[node].parent == NOBODY:
            soonest = nodes[node].weight
            chosen = node
    return chosen, soonest


# Growing.


@compiled_part
def _source_of(row: Ints, v: int, work: Work) -> int:
    """The first outer vertex from which v is reached; kept nowhere because few are ever asked for."""
    n = work.dual.size
    goal = work.reach[v] + work.state[0].zero
    first = n
    for u in range(n):
        length = goal + 1 if (row[u] == ABSENT) | (u == v) else 2 * row[u] - work.dual[u]
        first = min(first, work.position[u] if length == goal else n)
    source: int = work.outer[first]
    return source


@compiled_part
def _grow(u: int, v: int, work: Work) -> None:
    """Add the node of v to the tree as inner and its partner as outer."""
    nodes = work.nodes
    node = work.top[v]
    _add_inner(node, u, v, work)
    _make_outer(work.top[nodes[nodes[node].base_vertex].mate], work)


@compiled_part
def _add_inner(node: int, entry_from: int, entry_to: int, work: Work) -> None:
    """Make a node inner, entered by this edge."""
    nodes = work.nodes
    _relabel(node, INNER, work)
    nodes[node].entry_from = entry_from
    nodes[node].entry_to = entry_to
    if node >= work.dual.size:
        work.slots[work.state[0].inner_blossoms].inner_blossom = node
        work.state[0].inner_blossoms += 1


@compiled_part
def _make_outer(node: int, work: Work) -> None:
    """Make a node outer, to be welcomed once all labels are right."""
    _relabel(node, OUTER, work)
    work.slots[work.state[0].newcomers].newcomer = node
    work.state[0].newcomers += 1


# What is called from one place only is compiled once: all new outer nodes pass here.


@compiled_part
def _welcome(costs: Ints, work: Work) -> int:
    """Let the new outer nodes note their edges and reach out; return twice the moment of the next growth."""
    newcomers = work.state[0].newcomers
    work.state[0].newcomers = 0
    if newcomers == 0:
        return soonest_due(work.reach, work.offset, work.doubling)
    growth = BEYOND
    for k in range(newcomers):
        node = work.slots[k].newcomer
        _note_edges(costs, node, work)
        growth = _reach_out(costs, node, work)
    return growth


@compiled_part
def _reach_out(costs: Ints, node: int, work: Work) -> int:
    """Let the vertices of an outer node that are new, one at least, shorten every reach.

    Twice the moment of the next growth is returned, as the last of them finds it.
    """
    nodes = work.nodes
    n = work.dual.size
    # The children of a new blossom that were outer have reached out before.
    part = node if work.position[nodes[node].first_vertex] == n else nodes[node].child
    growth = BEYOND
    while True:
        v = nodes[part].first_vertex
        while work.position[v] == n:
            count = work.state[0].outers
            work.outer[count] = v
            work.position[v] = count
            work.state[0].outers = count + 1
            growth = scan(costs, v, work)
            if v != nodes[part].last_vertex:
                v = work.next_vertex[v]
        part = node if part == node else nodes[part].next_child
        if part in (node, nodes[node].child):
            return growth


@compiled_part
def _note_edges(costs: Ints, node: int, work: Work) -> None:
    """Note the slack of the best edge of a new outer node; a blossom keeps the best one to each vertex."""
    nodes = work.nodes
    slot = work.state[0].outer_nodes
    work.state[0].outer_nodes = slot + 1
    work.slots[slot].outer_node = node
    nodes[node].slot = slot
    if node < work.dual.size:
        shift = work.state[0].zero + work.dual[node]
        work.nearest[slot] = _nearest_outer(costs[node], shift, work.dual, work.position)
        return
    # The row of a child goes on as the blossom's: most blossoms grow from one before.
    heir = nodes[node].child
    while nodes[heir].row == NOBODY and nodes[heir].next_child != nodes[node].child:
        heir = nodes[heir].next_child
    row = nodes[heir].row
    if row == NOBODY:
        work.state[0].spare_rows -= 1
        row = work.slots[work.state[0].spare_rows].spare_row
        work.row_slack[row] = FAR
        _note_child(costs, heir, row, work)
    nodes[heir].row = NOBODY
    nodes[node].row = row
    child = nodes[heir].next_child
    while child != heir:
        _note_child(costs, child, row, work)
        child = nodes[child].next_child
    work.nearest[slot] = _least_slack(node, work.row_slack[row], work.top)


@compiled_part
def _nearest_outer(cost: Ints, shift: int, dual: Ints, position: Ints) -> int:
    """The slack of a new outer vertex's best edge to an outer vertex."""
    n = cost.size
    least = FAR
    for v in range(n):
        passed = (cost[v] == ABSENT) | (position[v] == n)
        least = min(least, FAR if passed else 2 * cost[v] - shift - dual[v])
    return least


@compiled_part
def _note_child(costs: Ints, child: int, row: int, work: Work) -> None:
    """Take over the row of a child that was an outer blossom, or note the edges of its vertices."""
    nodes = work.nodes
    if nodes[child].row != NOBODY:
        old = nodes[child].row
        for v in range(work.dual.size):
            work.row_slack[row, v] = min(work.row_slack[row, v], work.row_slack[old, v])
        nodes[child].row = NOBODY
        work.slots[work.state[0].spare_rows].spare_row = old
        work.state[0].spare_rows += 1
        return
    v = nodes[child].first_vertex
    last = nodes[child].last_vertex
    while True:
        _note_vertex(costs[v], v, work.row_slack[row], work)
        if v == last:
            return
        v = work.next_vertex[v]


@compiled_part
def _note_vertex(cost: Ints, u: int, slack: Ints, work: Work) -> None:
    """Note the edges from u to the outer vertices before it: an older row need not learn of a later one."""
    shift = work.state[0].zero + work.dual[u]
    _shorten(cost, shift, work.position[u], work.dual, work.position, slack)


@compiled_part
def _shorten(cost: Ints, shift: int, before: int, dual: Ints, position: Ints, slack: Ints) -> None:
    """Keep the better edge to each vertex that stands before this position."""
    for v in range(cost.size):
        passed = (cost[v] == ABSENT) | (position[v] >= before)
        slack[v] = min(slack[v], FAR if passed else 2 * cost[v] - shift - dual[v])


@compiled_part
def _least_slack(node: int, slack: Ints, top: Ints) -> int:
    least = FAR
    for v in range(slack.size):
        least = min(least, FAR if top[v] == node else slack[v])
    return least


# Shrinking.


@compiled_part
def _shrink(costs: Ints, moment: int, work: Work) -> None:
    """Make a blossom of the odd cycle that the first tight edge between outer nodes closes."""
    nodes = work.nodes
    slot = 0
    while work.nearest[slot] != moment:
        slot += 1
    here = work.slots[slot].outer_node
    v = _other_end(costs, here, moment, work)
    u = _first_end(costs, here, v, moment, work)
    there = work.top[v]
    meeting = _meeting_node(here, there, work)
    work.state[0].spare_blossoms -= 1
    blossom = work.slots[work.state[0].spare_blossoms].spare_blossom
    _join_siblings(here, there, u, v, nodes)
    _join_way_down(here, meeting, work)
    _join_way_up(there, meeting, work)
    nodes[blossom].child = meeting
    nodes[blossom].base_vertex = nodes[meeting].base_vertex
    nodes[blossom].parent = NOBODY
    nodes[blossom].label = OUTER
    nodes[blossom].weight = -2 * work.state[0].clock
    _adopt_children(blossom, work)
    work.slots[0].newcomer = blossom
    work.state[0].newcomers = 1


@compiled_part
def _other_end(costs: Ints, node: int, slack: int, work: Work) -> int:
    """The first outer vertex before a node to which its best edge leads; kept nowhere, few are asked for."""
    row = work.nodes[node].row
    if node < work.dual.size:
        row = SCRATCH
        work.row_slack[row] = FAR
        _note_vertex(costs[node], node, work.row_slack[row], work)
    first = _first_with(slack, node, work.row_slack[row], work.top, work.position)
    end: int = work.outer[first]
    return end


@compiled_part
def _first_with(nearest: int, node: int, slack: Ints, top: Ints, position: Ints) -> int:
    """The first place among the outer vertices at which an edge of this slack leaves the node."""
    n = slack.size
    first = n
    for v in range(n):
        first = min(first, position[v] if (slack[v] == nearest) & (top[v] != node) else n)
    return first


@compiled_part
def _first_end(costs: Ints, node: int, v: int, slack: int, work: Work) -> int:
    """The vertex of an outer node from which its best edge to v was noted first."""
    nodes = work.nodes
    ends, end = _ends_in(costs[v], node, v, slack, work)
    if ends == 1:
        return end
    # An outer blossom's edges were noted child by child; those of other nodes vertex by vertex.
    while node >= work.dual.size and nodes[node].slot != NOBODY:
        child = nodes[node].child
        while _end_in(costs, child, v, slack, work) == NOBODY:
            child = nodes[child].next_child
        node = child
    return _end_in(costs, node, v, slack, work)


@compiled_part
def _ends_in(cost: Ints, node: int, v: int, slack: int, work: Work) -> tuple[int, int]:
    """From how many vertices of a node an edge of this slack leads to v, and the last of them."""
    goal = slack + work.state[0].zero + work.dual[v]
    before = work.position[v]
    ends = 0
    end = 0
    for u in range(cost.size):
        passed = (cost[u] == ABSENT) | (work.top[u] != node) | (work.position[u] <= before)
        length = goal + 1 if passed else 2 * cost[u] - work.dual[u]
        ends += 1 if length == goal else 0
        end = max(end, u if length == goal else 0)
    return ends, end


@compiled_part
def _end_in(costs: Ints, node: int, v: int, slack: int, work: Work) -> int:
    """The first vertex of a node with an edge of this slack to v, which became outer before it."""
    goal = slack + work.state[0].zero + work.dual[v]
    u: int = work.nodes[node].first_vertex
    last = work.nodes[node].last_vertex
    while True:
        fits = costs[v, u] != ABSENT and 2 * costs[v, u] - work.dual[u] == goal
        if fits and work.position[v] < work.position[u]:
            return u
        if u == last:
            return NOBODY
        u = work.next_vertex[u]


@compiled_part
def _adopt_children(blossom: int, work: Work) -> None:
    """Stop the duals of the children, start the blossom's and chain the vertices."""
    nodes = work.nodes
    clock = work.state[0].clock
    child = nodes[blossom].child
    nodes[blossom].first_vertex = nodes[child].first_vertex
    while True:
        step = -2 * clock
        if nodes[child].label == OUTER:
            # Its vertices are as they will be in the blossom.
            step = 0
            nodes[child].weight += 4 * clock
            work.nearest[nodes[child].slot] = FAR
        nodes[child].weight -= 2 * clock
        _move_vertices(child, blossom, step, work)
        nodes[child].label = FREE
        nodes[child].parent = blossom
        following = nodes[child].next_child
        if following == nodes[blossom].child:
            break
        work.next_vertex[nodes[child].last_vertex] = nodes[following].first_vertex
        child = following
    nodes[blossom].last_vertex = nodes[child].last_vertex


@compiled_part
def _move_vertices(node: int, top: int, step: int, work: Work) -> None:
    """Put the vertices of an outermost node into another one, and change their duals."""
    if node < work.dual.size:
        work.top[node] = top
        work.dual[node] += step
        return
    # All vertices in order are sooner done than those of a large blossom along their chain.
    for v in range(work.dual.size):
        work.dual[v] += step if work.top[v] == node else 0
    for v in range(work.dual.size):
        work.top[v] = top if work.top[v] == node else work.top[v]


@compiled_part
def _outer_before(node: int, work: Work) -> int:
    """The outer node two steps nearer to the root, or NOBODY for the root."""
    nodes = work.nodes
    partner = nodes[nodes[node].base_vertex].mate
    if partner == NOBODY:
        return NOBODY
    before: int = work.top[nodes[work.top[partner]].entry_from]
    return before


@compiled_part
def _meeting_node(a: int, b: int, work: Work) -> int:
    """The first outer node that the ways from a and from b to the root share, climbing in turns."""
    nodes = work.nodes
    work.state[0].stamp += 1
    stamp = work.state[0].stamp
    while True:
        if a != NOBODY:
            if nodes[a].mark == stamp:
                return a
            nodes[a].mark = stamp
            a = _outer_before(a, work)
        a, b = b, a


@compiled_part
def _join_siblings(node: int, following: int, here: int, there: int, nodes: Records) -> None:
    """Let one child follow another along this edge."""
    nodes[node].next_child = following
    nodes[following].previous_child = node
    nodes[node].link_here = here
    nodes[node].link_there = there


@compiled_part
def _join_way_down(outer: int, meeting: int, work: Work) -> None:
    """Link the nodes from the meeting node down to an outer node."""
    nodes = work.nodes
    while outer != meeting:
        base = nodes[outer].base_vertex
        inner = work.top[nodes[base].mate]
        before = work.top[nodes[inner].entry_from]
        _join_siblings(inner, outer, nodes[base].mate, base, nodes)
        _join_siblings(before, inner, nodes[inner].entry_from, nodes[inner].entry_to, nodes)
        outer = before


@compiled_part
def _join_way_up(outer: int, meeting: int, work: Work) -> None:
    """Link the nodes from an outer node up to the meeting node."""
    nodes = work.nodes
    while outer != meeting:
        base = nodes[outer].base_vertex
        inner = work.top[nodes[base].mate]
        before = work.top[nodes[inner].entry_from]
        _join_siblings(outer, inner, base, nodes[base].mate, nodes)
        _join_siblings(inner, before, nodes[inner].entry_to, nodes[inner].entry_from, nodes)
        outer = before


# Expanding and augmenting.


@compiled_part
def _expand(blossom: int, work: Work) -> None:
    """Dissolve an inner blossom without a dual; the way through it stays in the tree."""
    nodes = work.nodes
    base_child = nodes[blossom].child
    node = _child_with(nodes[blossom].entry_to, blossom, nodes)
    way = _even_way(node, blossom, nodes)
    _relabel(blossom, FREE, work)
    _release_children(blossom, work)
    _add_inner(node, nodes[blossom].entry_from, nodes[blossom].entry_to, work)
    while node != base_child:
        outer = _sibling(node, way, nodes)
        node = _sibling(outer, way, nodes)
        here, there = _link(outer, node, way, nodes)
        _add_inner(node, here, there, work)
        _make_outer(outer, work)


@compiled_part
def _release_children(blossom: int, work: Work) -> None:
    """Make the children outermost nodes and give the blossom's number back."""
    nodes = work.nodes
    child = nodes[blossom].child
    while True:
        nodes[child].parent = NOBODY
        v = nodes[child].first_vertex
        work.top[v] = child
        while v != nodes[child].last_vertex:
            v = work.next_vertex[v]
            work.top[v] = child
        child = nodes[child].next_child
        if child == nodes[blossom].child:
            break
    nodes[blossom].first_vertex = NOBODY
    work.slots[work.state[0].spare_blossoms].spare_blossom = blossom
    work.state[0].spare_blossoms += 1


@compiled_part
def _child_with(v: int, blossom: int, nodes: Records) -> int:
    """The child of a blossom that holds a vertex."""
    node = v
    while nodes[node].parent != blossom:
        node = nodes[node].parent
    return node


@compiled_part
def _even_way(node: int, blossom: int, nodes: Records) -> int:
    """Which way round the cycle it is an even number of steps from a child to the base."""
    steps = 0
    while node != nodes[blossom].child:
        node = nodes[node].next_child
        steps += 1
    return FORWARD if steps % 2 == 0 else BACKWARD


@compiled_part
def _sibling(node: int, way: int, nodes: Records) -> int:
    """The neighbour of a child in its cycle."""
    sibling: int = nodes[node].next_child if way == FORWARD else nodes[node].previous_child
    return sibling


@compiled_part
def _link(node: int, sibling: int, way: int, nodes: Records) -> tuple[int, int]:
    """The ends, in a child and in its neighbour, of the edge between them."""
    if way == FORWARD:
        return nodes[node].link_here, nodes[node].link_there
    return nodes[sibling].link_there, nodes[sibling].link_here


@compiled_part
def _augment(u: int, v: int, work: Work) -> None:
    """Match the outer vertex u with v and flip the path from u to the root."""
    nodes = work.nodes
    while True:
        node = work.top[u]
        widowed = nodes[nodes[node].base_vertex].mate
        _rebase(node, u, work)
        match(u, v, work)
        if widowed == NOBODY:
            return
        inner = work.top[widowed]
        u = nodes[inner].entry_from
        v = nodes[inner].entry_to
        _rebase(inner, v, work)


@compiled_part
def _rebase(node: int, vertex: int, work: Work) -> None:
    """Match a node's vertices among themselves so that only this one is left."""
    nodes = work.nodes
    work.slots[0].stack_node = node
    work.slots[0].stack_vertex = vertex
    depth = 1
    while depth > 0:
        depth -= 1
        blossom = work.slots[depth].stack_node
        if blossom >= work.dual.size and nodes[blossom].base_vertex != work.slots[depth].stack_vertex:
            depth = _turn_cycle(blossom, work.slots[depth].stack_vertex, depth, work)


@compiled_part
def _turn_cycle(blossom: int, vertex: int, depth: int, work: Work) -> int:
    """Move a blossom's base to a vertex and put the children that must turn as well on the stack."""
    nodes = work.nodes
    base_child = nodes[blossom].child
    node = _child_with(vertex, blossom, nodes)
    way = _even_way(node, blossom, nodes)
    nodes[blossom].child = node
    nodes[blossom].base_vertex = vertex
    depth = _put(node, vertex, depth, work)
    while node != base_child:
        left = _sibling(node, way, nodes)
        node = _sibling(left, way, nodes)
        here, there = _link(left, node, way, nodes)
        match(here, there, work)
        depth = _put(left, here, depth, work)
        depth = _put(node, there, depth, work)
    return depth


@compiled_part
def _put(node: int, vertex: int, depth: int, work: Work) -> int:
    """Put a node and its future base on the stack."""
    work.slots[depth].stack_node = node
    work.slots[depth].stack_vertex = vertex
    return depth + 1


# What follows is called once for a matching and stays in Python: compiling it would take longer.


def list_blossoms(work: Work) -> tuple[Ints, Ints, Ints]:
    """The members, starts and duals of all blossoms that have a dual."""
    n = work.dual.size
    nodes = work.nodes.view(np.ndarray)
    weights = nodes["weight"]
    found = n + np.flatnonzero((nodes["first_vertex"][n:] != NOBODY) & (weights[n:] > 0))
    firsts = nodes["first_vertex"][found]
    lasts = nodes["last_vertex"][found]
    # A blossom's vertices are next to each other in the chain of the outermost one that it is in.
    outermost = np.unique(work.top[firsts])
    chain = _chained(nodes["first_vertex"][outermost], nodes["last_vertex"][outermost], work.next_vertex)
    place = np.empty(n, np.int64)
    place[chain] = np.arange(len(chain))
    inside = [slice(*ends) for ends in zip(place[firsts], place[lasts] + 1, strict=True)]
    members = np.concatenate([chain[:0], *(chain[part] for part in inside)])
    starts = np.append(0, np.cumsum(place[lasts] + 1 - place[firsts]))
    return members, starts, weights[found]


def _chained(firsts: Ints, lasts: Ints, next_vertex: Ints) -> Ints:
    """The vertices of several nodes, each along its chain."""
    following = next_vertex.tolist()
    chain = []
    for v, last in zip(firsts.tolist(), lasts.tolist(), strict=True):
        chain.append(v)
        while chain[-1] != last:
            chain.append(following[chain[-1]])
    return np.array(chain, np.int64)
