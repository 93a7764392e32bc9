"""The room a matching search works in, and the loops over a row in which it spends its time."""

from typing import Final, NamedTuple

import numpy as np

from miai.engine.kernel.arrays import Ints, Records
from miai.engine.kernel.jit import compiled_part

ABSENT: Final = 2**63 - 1
"""The entry of a pair that may not be matched."""

RANGE_BUDGET: Final = 2**53
"""The most that costs may be apart."""

DUAL_BUDGET: Final = 2 * RANGE_BUDGET
"""The most that a dual may be when a search begins; only sparse graphs with huge costs come near it."""

# With the budgets kept, a search ends within 3 dual budgets of the clock and every number it stores stays
# within 32. No edge is FAR; a vertex with the offset NEVER is not chosen; what is due BEYOND does not happen;
# and none of it overflows when doubled.
FAR: Final = 2**60
NEVER: Final = -(2**60)
BEYOND: Final = 2**59

NOBODY: Final = -1

# The processor takes a row in strides of several entries and what is left over one by one. A small matrix has
# so much left over that its rows are filled up with absent entries.
STRIDE: Final = 16
LARGEST_FILLED_UP: Final = 128

# The labels of nodes.
FREE, OUTER, INNER, DEAD = 0, 1, 2, 3

# Among vertices due at the same moment, those that end a search well come first.
EXPOSED, HALVED, MATCHED, CLOSING = 0, 1, 2, 3

# A node is a vertex or a blossom; blossoms are numbered from the number of vertices on.
NODE: Final = np.dtype(
    [
        # of vertices
        ("mate", np.int64),
        ("around", np.int64),  # the next vertex of a half-matched cycle
        ("side", np.int64),  # OUTER or INNER in a tree that failed, else FREE
        # of all nodes
        ("first_vertex", np.int64),
        ("last_vertex", np.int64),
        ("label", np.int64),
        ("base_vertex", np.int64),  # the vertex matched outside the node
        ("parent", np.int64),
        ("next_child", np.int64),  # its siblings, in a cycle
        ("previous_child", np.int64),
        ("link_here", np.int64),  # the edge to the next sibling: the end here and the end there
        ("link_there", np.int64),
        ("entry_from", np.int64),  # the tree edge into an inner node
        ("entry_to", np.int64),
        ("mark", np.int64),
        ("slot", np.int64),  # of a node that became outer in this search: its place among those
        # of blossoms
        ("weight", np.int64),  # the dual
        ("child", np.int64),  # the child with the base
        ("row", np.int64),  # of an outer one: its row in row_slack
    ],
    align=True,
)

# Lists, next to each other to keep the number of arrays small: compiling takes longer with each.
SLOT: Final = np.dtype(
    [
        ("inner", np.int64),  # the inner vertex through which outer[k] joined a fractional tree
        ("joined", np.int64),  # and when
        ("outer_node", np.int64),
        ("newcomer", np.int64),
        ("inner_blossom", np.int64),
        ("spare_blossom", np.int64),
        ("spare_row", np.int64),
        ("stack_node", np.int64),
        ("stack_vertex", np.int64),
    ],
    align=True,
)

STATE: Final = np.dtype(
    [
        ("zero", np.int64),  # twice the least cost: doubled costs are counted from here
        ("clock", np.int64),
        # how long the lists are
        ("outers", np.int64),
        ("outer_nodes", np.int64),
        ("newcomers", np.int64),
        ("inner_blossoms", np.int64),
        ("spare_blossoms", np.int64),
        ("spare_rows", np.int64),
        ("stamp", np.int64),
        ("strained", np.int64),  # 1 once the duals are beyond the budget: nothing is matched any more
    ],
    align=True,
)


class Work(NamedTuple):
    """The arrays of a search, made once and used for every matrix of a batch."""

    nodes: Records
    slots: Records
    state: Records  # a single record
    dual: Ints
    reach: Ints  # the least doubled cost from an outer vertex, less that vertex's dual
    offset: Ints  # the dual of a vertex that can be reached, else NEVER
    doubling: Ints  # 1, or 0 where both ends of the cheapest edge rise
    rank: Ints  # the order among vertices due at the same moment
    top: Ints  # the outermost node a vertex is in
    next_vertex: Ints  # chains the vertices of every node
    outer: Ints  # the outer vertices in order of joining
    position: Ints  # where a vertex stands in `outer`, or the number of vertices if it is not outer
    nearest: Ints  # the slack at clock 0 of an outer node's best edge to one before it, by its slot
    row_slack: Ints  # best slack from an outer blossom to the outer vertices before it


def width_of(n: int) -> int:
    """The length of the rows of a matrix with n vertices."""
    return n if n > LARGEST_FILLED_UP else -(-n // STRIDE) * STRIDE


def new_costs(n: int) -> Ints:
    """Room for a matrix of n vertices, with rows filled up as far as is worth it."""
    return np.full((n, width_of(n)), ABSENT, np.int64)


def new_work(vertices: int) -> Work:
    """Room for matrices of so many vertices; those that fill up rows are never searched from nor reached."""
    n = width_of(vertices)
    nodes = n + n // 2
    rows = n // 3 + 3
    return Work(
        nodes=np.empty(nodes, NODE).view(np.recarray),
        slots=np.empty(2 * nodes + 3, SLOT).view(np.recarray),
        state=np.empty(1, STATE).view(np.recarray),
        dual=np.empty(n, np.int64),
        reach=np.empty(n, np.int64),
        offset=np.empty(n, np.int64),
        doubling=np.empty(n, np.int64),
        rank=np.empty(n, np.int64),
        top=np.empty(n, np.int64),
        next_vertex=np.empty(n, np.int64),
        outer=np.empty(n, np.int64),
        position=np.empty(n, np.int64),
        nearest=np.empty(nodes, np.int64),
        row_slack=np.empty((rows, n), np.int64),
    )


@compiled_part
def reset(least: int, work: Work) -> None:
    """Forget the last matrix and count costs from the least of the next one."""
    nodes = work.nodes
    n = work.dual.size
    work.dual[:] = 0
    work.offset[:] = NEVER
    work.doubling[:] = 1
    work.position[:] = n
    for k in range(len(nodes)):
        node = nodes[k]
        node.mate = NOBODY
        node.around = NOBODY
        node.side = FREE
        node.first_vertex = k if k < n else NOBODY
        node.last_vertex = k
        node.label = FREE
        node.base_vertex = k
        node.parent = NOBODY
        node.mark = 0
        node.weight = 0
        node.slot = NOBODY
        node.row = NOBODY
    for v in range(n):
        work.top[v] = v
        work.rank[v] = EXPOSED * n + v
    for k in range(n // 2):
        work.slots[k].spare_blossom = len(nodes) - 1 - k
    work.state[0].zero = 2 * least
    work.state[0].spare_blossoms = n // 2
    work.state[0].stamp = 0
    work.state[0].strained = 0


@compiled_part
def is_strained(work: Work) -> bool:
    """Whether another search might overflow; it is asked before each."""
    if work.state[0].strained == 0:
        largest = 0
        for v in range(work.dual.size):
            largest = max(largest, abs(work.dual[v]))
        for blossom in range(work.dual.size, len(work.nodes)):
            largest = max(largest, work.nodes[blossom].weight // 4)
        if largest > DUAL_BUDGET:
            work.state[0].strained = 1
    return bool(work.state[0].strained)


@compiled_part
def match(u: int, v: int, work: Work) -> None:
    """Make u and v partners."""
    nodes = work.nodes
    n = work.dual.size
    nodes[u].mate = v
    nodes[v].mate = u
    work.rank[u] = MATCHED * n + u
    work.rank[v] = MATCHED * n + v


@compiled_part
def expose(v: int, work: Work) -> None:
    """Leave v without a partner."""
    nodes = work.nodes
    nodes[v].mate = NOBODY
    work.rank[v] = EXPOSED * work.dual.size + v


@compiled_part
def _relax(row: Ints, shift: int, reach: Ints, offset: Ints, doubling: Ints) -> int:
    """Let a new outer vertex shorten every reach; return twice the moment at which the first is due."""
    soonest = BEYOND
    for v in range(row.size):
        length = FAR if row[v] == ABSENT else 2 * row[v] - shift
        length = min(length, reach[v])
        reach[v] = length
        soonest = min(soonest, (length - offset[v]) << doubling[v])
    return soonest


@compiled_part
def soonest_due(reach: Ints, offset: Ints, doubling: Ints) -> int:
    """Twice the moment at which the first vertex is due."""
    soonest = BEYOND
    for v in range(reach.size):
        soonest = min(soonest, (reach[v] - offset[v]) << doubling[v])
    return soonest


@compiled_part
def first_due(moment: int, reach: Ints, offset: Ints, doubling: Ints, rank: Ints) -> int:
    """The vertex of lowest rank that is due at half this moment."""
    n = reach.size
    lowest = 4 * n
    for v in range(n):
        lowest = min(lowest, rank[v] if (reach[v] - offset[v]) << doubling[v] == moment else 4 * n)
    return lowest % n


@compiled_part
def scan(costs: Ints, u: int, work: Work) -> int:
    """Relax the row of the new outer vertex u, passing over the diagonal."""
    own_reach = work.reach[u]
    own_offset = work.offset[u]
    work.offset[u] = NEVER
    soonest = _relax(costs[u], work.state[0].zero + work.dual[u], work.reach, work.offset, work.doubling)
    work.reach[u] = own_reach
    work.offset[u] = own_offset
    own: int = (own_reach - own_offset) << work.doubling[u]
    return min(soonest, own)
