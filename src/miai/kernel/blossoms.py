"""The blossom searches that turn a fractional matching into a whole one.

A search grows a tree of nodes from one unmatched vertex. A tight edge to a free node adds that node (inner)
and its partner (outer); one between two outer nodes shrinks an odd cycle to a blossom, itself an outer node;
an inner blossom whose dual is used up is dissolved. An unmatched vertex ends the search.
"""

import numpy as np

from miai.kernel.arrays import Ints, Records
from miai.kernel.jit import compiled, compiled_part
from miai.kernel.work import (
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
    source_of,
)

# The two ways round a blossom's cycle.
FORWARD, BACKWARD = 0, 1


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
    _add_outer(costs, root, work)
    while True:
        growth = soonest_due(work.reach, work.offset, work.doubling)
        node, shrinkage = _next_to_shrink(work)
        blossom, expansion = _next_to_expand(work)
        moment = min(growth, shrinkage, expansion)
        work.state[0].clock = moment >> 1
        if moment >= BEYOND:
            _bury_tree(work)
            return
        if growth == moment:
            v = first_due(moment, work.reach, work.offset, work.doubling, work.rank)
            u = source_of(costs, v, work)
            if nodes[v].mate == NOBODY:
                _settle_tree(work)
                _augment(u, v, work)
                return
            _grow(costs, u, v, work)
        elif shrinkage == moment:
            _shrink(costs, nodes[node].nearest_from, nodes[node].nearest_to, work)
        else:
            _expand(costs, blossom, work)


@compiled_part
def _clear_tree(work: Work) -> None:
    """Begin with an empty tree."""
    work.reach[:] = FAR
    work.state[0].clock = 0
    work.state[0].outers = 0
    work.state[0].outer_nodes = 0
    work.state[0].inner_blossoms = 0
    rows = len(work.row_slack)
    for k in range(rows):
        work.slots[k].spare_row = rows - 1 - k
    # Row 0 is scratch paper.
    work.state[0].spare_rows = rows - 1


@compiled_part
def _relabel(node: int, label: int, work: Work) -> None:
    """Give a node another label, so that its duals stay what they are now and move the new way from here."""
    nodes = work.nodes
    step = (_direction(nodes[node].label) - _direction(label)) * work.state[0].clock
    nodes[node].label = label
    if node >= work.dual.size:
        nodes[node].weight += 2 * step
    v = nodes[node].first_vertex
    last = nodes[node].last_vertex
    while True:
        work.dual[v] += step
        work.offset[v] = work.dual[v] if label == FREE else NEVER
        if v == last:
            return
        v = nodes[v].next_vertex


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
        node = nodes[k].top
        if nodes[node].label in (OUTER, INNER):
            _relabel(node, FREE, work)
        nodes[k].position = NOBODY
    for k in range(work.state[0].outer_nodes):
        nodes[work.slots[k].outer_node].row = NOBODY


@compiled_part
def _bury_tree(work: Work) -> None:
    """Take a tree that can never grow out of the graph: its root has no partner in any matching."""
    nodes = work.nodes
    for v in range(work.dual.size):
        node = nodes[v].top
        if nodes[node].label in (OUTER, INNER):
            nodes[v].side = nodes[node].label
            work.offset[v] = NEVER
        nodes[v].position = NOBODY
    for v in range(work.dual.size):
        if nodes[v].side != FREE:
            nodes[nodes[v].top].label = DEAD


@compiled_part
def _next_to_shrink(work: Work) -> tuple[int, int]:
    """The outer node whose best edge to another one is tight first, and twice the moment."""
    nodes = work.nodes
    soonest = BEYOND
    chosen = NOBODY
    for k in range(work.state[0].outer_nodes):
        node = work.slots[k].outer_node
        if nodes[node].nearest < soonest and nodes[node].parent == NOBODY:
            soonest = nodes[node].nearest
            chosen = node
    return chosen, soonest


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
def _grow(costs: Ints, u: int, v: int, work: Work) -> None:
    """Add the node of v to the tree as inner and its partner as outer."""
    nodes = work.nodes
    node = nodes[v].top
    _add_inner(node, u, v, work)
    _add_outer(costs, nodes[nodes[nodes[node].base_vertex].mate].top, work)


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
def _add_outer(costs: Ints, node: int, work: Work) -> None:
    """Make a node outer: note its best edge to every outer vertex, then reach out from its new vertices."""
    nodes = work.nodes
    _relabel(node, OUTER, work)
    work.slots[work.state[0].outer_nodes].outer_node = node
    work.state[0].outer_nodes += 1
    seen = work.state[0].outers
    row = _note_edges(costs, node, seen, work)
    _note_nearest(node, row, seen, work)
    v = nodes[node].first_vertex
    last = nodes[node].last_vertex
    while True:
        if nodes[v].position == NOBODY:
            count = work.state[0].outers
            work.outer[count] = v
            nodes[v].position = count
            work.state[0].outers = count + 1
            scan(costs, v, work)
        if v == last:
            return
        v = nodes[v].next_vertex


@compiled_part
def _note_edges(costs: Ints, node: int, seen: int, work: Work) -> int:
    """Fill a row with the best edges from a node to the outer vertices seen before it; return the row.

    An edge between two outer vertices is noted by the later one, so an older row need not learn of it.
    """
    nodes = work.nodes
    if node < work.dual.size:
        work.row_slack[0, :seen] = FAR
        _note_vertex(costs, node, 0, seen, work)
        return 0
    work.state[0].spare_rows -= 1
    row: int = work.slots[work.state[0].spare_rows].spare_row
    nodes[node].row = row
    work.slots[row].row_length = seen
    work.row_slack[row, :seen] = FAR
    child = nodes[node].child
    while True:
        _note_child(costs, child, row, seen, work)
        child = nodes[child].next_child
        if child == nodes[node].child:
            return row


@compiled_part
def _note_child(costs: Ints, child: int, row: int, seen: int, work: Work) -> None:
    """Take over the row of a child that was an outer blossom, or note the edges of its vertices."""
    nodes = work.nodes
    if nodes[child].row != NOBODY:
        old = nodes[child].row
        _merge_row(old, row, work)
        nodes[child].row = NOBODY
        work.slots[work.state[0].spare_rows].spare_row = old
        work.state[0].spare_rows += 1
        return
    v = nodes[child].first_vertex
    last = nodes[child].last_vertex
    while True:
        _note_vertex(costs, v, row, seen if nodes[v].position == NOBODY else nodes[v].position, work)
        if v == last:
            return
        v = nodes[v].next_vertex


@compiled_part
def _note_vertex(costs: Ints, u: int, row: int, seen: int, work: Work) -> None:
    """Note the edges from u to the outer vertices seen before it."""
    slack = work.row_slack[row]
    source = work.row_from[row]
    cost = costs[u]
    shift = work.state[0].zero + work.dual[u]
    for k in range(seen):
        v = work.outer[k]
        length = FAR if cost[v] == ABSENT else 2 * cost[v] - shift - work.dual[v]
        if length < slack[k]:
            slack[k] = length
            source[k] = u


@compiled_part
def _merge_row(old: int, row: int, work: Work) -> None:
    """Keep the better edge of two rows."""
    slack = work.row_slack[row]
    source = work.row_from[row]
    old_slack = work.row_slack[old]
    old_source = work.row_from[old]
    for k in range(work.slots[old].row_length):
        better = old_slack[k] < slack[k]
        slack[k] = old_slack[k] if better else slack[k]
        source[k] = old_source[k] if better else source[k]


@compiled_part
def _note_nearest(node: int, row: int, seen: int, work: Work) -> None:
    """Pick the best edge of a row that leads out of the node."""
    nodes = work.nodes
    nearest = FAR
    at = NOBODY
    for k in range(seen):
        if work.row_slack[row, k] < nearest and nodes[work.outer[k]].top != node:
            nearest = work.row_slack[row, k]
            at = k
    nodes[node].nearest = nearest
    if at != NOBODY:
        nodes[node].nearest_from = work.row_from[row, at]
        nodes[node].nearest_to = work.outer[at]


# Shrinking.


@compiled_part
def _shrink(costs: Ints, u: int, v: int, work: Work) -> None:
    """Make a blossom of the odd cycle that the edge between two outer nodes closes."""
    nodes = work.nodes
    meeting = _meeting_node(nodes[u].top, nodes[v].top, work)
    work.state[0].spare_blossoms -= 1
    blossom = work.slots[work.state[0].spare_blossoms].spare_blossom
    _join_siblings(nodes[u].top, nodes[v].top, u, v, nodes)
    _join_way_down(nodes[u].top, meeting, nodes)
    _join_way_up(nodes[v].top, meeting, nodes)
    nodes[blossom].child = meeting
    nodes[blossom].base_vertex = nodes[meeting].base_vertex
    nodes[blossom].parent = NOBODY
    nodes[blossom].label = FREE
    nodes[blossom].weight = 0
    _adopt_children(blossom, work)
    _add_outer(costs, blossom, work)


@compiled_part
def _adopt_children(blossom: int, work: Work) -> None:
    """Stop the duals of the children and chain their vertices."""
    nodes = work.nodes
    child = nodes[blossom].child
    nodes[blossom].first_vertex = nodes[child].first_vertex
    while True:
        _relabel(child, FREE, work)
        nodes[child].parent = blossom
        _set_top(child, blossom, nodes)
        following = nodes[child].next_child
        if following == nodes[blossom].child:
            break
        nodes[nodes[child].last_vertex].next_vertex = nodes[following].first_vertex
        child = following
    nodes[blossom].last_vertex = nodes[child].last_vertex


@compiled_part
def _set_top(node: int, top: int, nodes: Records) -> None:
    """Tell the vertices of a node which outermost node they are in."""
    v = nodes[node].first_vertex
    last = nodes[node].last_vertex
    while True:
        nodes[v].top = top
        if v == last:
            return
        v = nodes[v].next_vertex


@compiled_part
def _outer_before(node: int, nodes: Records) -> int:
    """The outer node two steps nearer to the root, or NOBODY for the root."""
    partner = nodes[nodes[node].base_vertex].mate
    if partner == NOBODY:
        return NOBODY
    before: int = nodes[nodes[nodes[partner].top].entry_from].top
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
            a = _outer_before(a, nodes)
        a, b = b, a


@compiled_part
def _join_siblings(node: int, following: int, here: int, there: int, nodes: Records) -> None:
    """Let one child follow another along this edge."""
    nodes[node].next_child = following
    nodes[following].previous_child = node
    nodes[node].link_here = here
    nodes[node].link_there = there


@compiled_part
def _join_way_down(outer: int, meeting: int, nodes: Records) -> None:
    """Link the nodes from the meeting node down to an outer node."""
    while outer != meeting:
        base = nodes[outer].base_vertex
        inner = nodes[nodes[base].mate].top
        before = nodes[nodes[inner].entry_from].top
        _join_siblings(inner, outer, nodes[base].mate, base, nodes)
        _join_siblings(before, inner, nodes[inner].entry_from, nodes[inner].entry_to, nodes)
        outer = before


@compiled_part
def _join_way_up(outer: int, meeting: int, nodes: Records) -> None:
    """Link the nodes from an outer node up to the meeting node."""
    while outer != meeting:
        base = nodes[outer].base_vertex
        inner = nodes[nodes[base].mate].top
        before = nodes[nodes[inner].entry_from].top
        _join_siblings(outer, inner, base, nodes[base].mate, nodes)
        _join_siblings(inner, before, nodes[inner].entry_to, nodes[inner].entry_from, nodes)
        outer = before


# Expanding and augmenting.


@compiled_part
def _expand(costs: Ints, blossom: int, work: Work) -> None:
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
        _add_outer(costs, outer, work)


@compiled_part
def _release_children(blossom: int, work: Work) -> None:
    """Make the children outermost nodes and give the blossom's number back."""
    nodes = work.nodes
    child = nodes[blossom].child
    while True:
        nodes[child].parent = NOBODY
        _set_top(child, child, nodes)
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
        node = nodes[u].top
        widowed = nodes[nodes[node].base_vertex].mate
        _rebase(node, u, work)
        match(u, v, work)
        if widowed == NOBODY:
            return
        inner = nodes[widowed].top
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


@compiled
def list_blossoms(work: Work) -> tuple[Ints, Ints, Ints]:
    """The members, starts and duals of all blossoms that have a dual."""
    nodes = work.nodes
    n = work.dual.size
    found = 0
    size = 0
    for blossom in range(n, len(work.nodes)):
        if nodes[blossom].first_vertex != NOBODY and nodes[blossom].weight > 0:
            found += 1
            size += _write_vertices(blossom, np.empty(0, np.int64), 0, nodes)
    members = np.empty(size, np.int64)
    starts = np.zeros(found + 1, np.int64)
    duals = np.empty(found, np.int64)
    found = 0
    for blossom in range(n, len(work.nodes)):
        if nodes[blossom].first_vertex != NOBODY and nodes[blossom].weight > 0:
            duals[found] = nodes[blossom].weight
            starts[found + 1] = starts[found] + _write_vertices(blossom, members, starts[found], nodes)
            found += 1
    return members, starts, duals


@compiled_part
def _write_vertices(node: int, members: Ints, at: int, nodes: Records) -> int:
    """Write the vertices of a node from a place on, where there is room, and return how many they are."""
    v = nodes[node].first_vertex
    last = nodes[node].last_vertex
    size = 0
    while True:
        if members.size:
            members[at + size] = v
        size += 1
        if v == last:
            return size
        v = nodes[v].next_vertex
