// Exact minimum-cost perfect matching of up to 64 vertices by one group of lanes: kernel/fractional.py and
// kernel/blossoms.py step by step, so that among several best matchings the same one is found.
//
// Where the kernel keeps lists, a lane keeps the entries of its vertices in registers and sets are masks. What
// the kernel looks up in its lists (who came first, which edge was noted first) is kept as numbers to compare.
#pragma once
#include "lanes.h"

// As in kernel/search_buffers.py.
constexpr i64 FAR = 1ll << 60, NEVER = -(1ll << 60), BEYOND = 1ll << 59;
constexpr i64 DUAL_BUDGET = 1ll << 54;
constexpr int NOBODY = -1;
constexpr int ABSENT_CELL = 0x7fffffff;  // of a pair that may not be matched, where costs are stored as int
constexpr int BLOSSOMS = MOST / 2, NODES = MOST + BLOSSOMS;
constexpr int FORWARD = 0, BACKWARD = 1;
constexpr u8 NO_PARENT = 255;

// The costs of all pairs: the lower triangle with its diagonal, which is absent. An int holds the cost, an i64
// twice the cost or FAR.
template <class Cell> struct Costs {
  Cell* cells;
  int row_of_first, row_of_second;  // where the rows of this lane's two vertices begin

  INLINE static int row_start(int v) { return v * (v + 1) / 2; }
  INLINE static int room(int n) { return (row_start(n) + 3) & ~3; }
  INLINE void bind(Cell* room, int n, int lane) {
    cells = room;
    row_of_first = row_start(smaller(lane, n - 1));
    row_of_second = row_start(smaller(lane + 32, n - 1));
  }
  INLINE static i64 doubled(int cell) { return cell == ABSENT_CELL ? FAR : 2 * (i64)cell; }
  INLINE static i64 doubled(i64 cell) { return cell; }
  INLINE static Cell absent() { return sizeof(Cell) == 4 ? (Cell)ABSENT_CELL : (Cell)FAR; }
  INLINE static Cell stored(i64 cost) { return (Cell)(sizeof(Cell) == 4 ? cost : 2 * cost); }
  INLINE Cell& cell(int u, int v) const { return cells[u < v ? row_start(v) + u : row_start(u) + v]; }
  INLINE i64 of(int u, int v) const { return doubled(cell(u, v)); }
  // The same of one's own vertex v, the k-th of this lane.
  INLINE Cell cell_of_mine(int u, int k, int v) const {
#if LANES == 1
    return cell(u, v);
#else
    return cells[u < v ? (k ? row_of_second : row_of_first) + u : row_start(u) + v];
#endif
  }
  INLINE i64 of_mine(int u, int k, int v) const { return doubled(cell_of_mine(u, k, v)); }
};

// The blossoms: nodes below 64 are vertices. All lanes read, the first one writes.
struct Nodes {
  u64 members[BLOSSOMS];
  u8 parent[NODES], next[NODES], previous[NODES];  // siblings, in a cycle
  u8 link_here[NODES], link_there[NODES];          // the edge to the next sibling
  u8 base[NODES];                                  // the vertex matched outside the node
  u8 entry_from[NODES], entry_to[NODES];           // the tree edge into an inner node
  u8 joined[NODES];                                // when a node became outer, or a blossom inner
  u8 child[BLOSSOMS];                              // the child with the base
  u8 first[BLOSSOMS], last[BLOSSOMS], next_vertex[MOST];  // chains the vertices of a blossom
  u8 stack_node[NODES + 4], stack_vertex[NODES + 4];
};

template <class Cell> struct Solver {
  int n, lane;
  Costs<Cell> costs;
  Nodes* nodes;
  // Of this lane's vertices, as in kernel/search_buffers.py.
  i64 dual[EACH], reach[EACH], offset[EACH], due[EACH];
  int doubling[EACH], source[EACH], mate[EACH];  // mate: the partner, MOST + the next of a half-matched cycle
  int top[EACH], position[EACH];
  i64 weight[BLOSSOMS / LANES];  // of this lane's blossoms
  u64 exposed, halved, dead;     // to be matched, half matched, in a tree that failed
  u64 outer, inner, pending;     // pending: outer vertices that have not reached out yet
  u32 spare, outer_blossoms, inner_blossoms, noted;  // noted: blossoms that were outer nodes in this tree
  i64 clock;
  int outers, joins;
  bool strained;  // duals are beyond the budget, where the kernel gives up

  INLINE void bind(Cell* cells, Nodes* room, int size, int own_lane) {
    n = size;
    lane = own_lane;
    nodes = room;
    costs.bind(cells, size, own_lane);
  }

  // Match; whether everybody has a partner. The others have none in any matching of the most pairs.
  INLINE bool solve() {
    strained = false;
    start();
    match_fractionally();
    if (exposed) match_wholly();
    return !dead;
  }

  // Twice the total cost.
  INLINE i64 total() const {
    i64 sum = 0;
    HELD(k, v, n) if (v < n && mate[k] > v) sum += costs.of_mine(mate[k], k, v);
    return sum_of(sum);
  }

  // ---- a first matching in which odd cycles may stay half matched ----

  INLINE void start() {
    Cell cheapest[EACH];
    HELD(k, v, n) cheapest[k] = Costs<Cell>::absent();
    LOOP(int u = 0; u < n; ++u) {
      HELD(k, v, n) cheapest[k] = smaller(cheapest[k], costs.cell_of_mine(u, k, v));
    }
    HELD(k, v, n) {
      dual[k] = v >= n ? NEVER : cheapest[k] == Costs<Cell>::absent() ? 0 : costs.doubled(cheapest[k]) >> 1;
      mate[k] = NOBODY;
      source[k] = 0;
    }
    exposed = first_bits(n);
    halved = dead = 0;
    u64 left = exposed;
    if (sizeof(Cell) == 4) {
      // Twice a cost without what a dual takes of it is not negative and fits 32 bits without a sign.
      u32 asking[EACH], given[EACH];
      HELD(k, v, n) given[k] = (u32)dual[k];
      LOOP(; left; left &= exposed & (left - 1)) {
        const int u = lowest(left);
        u32 asked = ~0u;
        HELD(k, v, n) {
          const u32 cell = (u32)costs.cell_of_mine(u, k, v);
          asking[k] = cell == (u32)ABSENT_CELL || v >= n ? ~0u : 2 * cell - given[k];
          asked = smaller(asked, asking[k]);
        }
        asked = least_u32(asked);
        if (asked == ~0u) continue;
        set_entry(given, lane, u, asked);
        u64 willing = where_equal(asking, asked, n) & exposed;
        if (willing) match(u, lowest(willing));
      }
      HELD(k, v, n) if (v < n) dual[k] = given[k];
      return;
    }
    LOOP(; left; left &= exposed & (left - 1)) {
      const int u = lowest(left);
      i64 asked = FAR;
      HELD(k, v, n) {
        due[k] = costs.of_mine(u, k, v) - dual[k];
        asked = smaller(asked, due[k]);
      }
      asked = least(asked);
      if (asked >= BEYOND) continue;
      set_entry(dual, lane, u, asked);
      u64 willing = where_equal(due, asked, n) & exposed;
      if (willing) match(u, lowest(willing));
    }
  }

  INLINE void match(int u, int v) {
    set_entry(mate, lane, u, v);
    set_entry(mate, lane, v, u);
    exposed &= ~(bit(u) | bit(v));
  }

  INLINE void begin_tree() {
    if (sizeof(Cell) == 8) {
      bool beyond = false;
      HELD(k, v, n) beyond |= v < n && size_of(dual[k]) > DUAL_BUDGET;
      strained |= lanes_where(beyond) != 0;
    }
    HELD(k, v, n) {
      reach[k] = FAR;
      bool reachable = v < n && !holds(dead, lane, k);
      offset[k] = reachable ? dual[k] : NEVER;
      doubling[k] = reachable;
    }
    outer = inner = 0;
    clock = 0;
  }

  INLINE void settle_tree() {
    HELD(k, v, n) dual[k] += (holds(outer, lane, k) ? clock : 0) - (holds(inner, lane, k) ? clock : 0);
  }

  // Search from every unmatched vertex; then match all but one vertex of each odd cycle.
  INLINE void match_fractionally() {
#pragma unroll 1
    while (exposed) search_fractionally(lowest(exposed));
#pragma unroll 1
    while (halved) open_cycle(lowest(halved));
  }

  INLINE void search_fractionally(int root) {
    begin_tree();
    exposed &= ~bit(root);
    int newcomer = root, entered;
    LOOP(;;) {
      i64 own = entry(dual, newcomer) - clock, moment = 2 * FAR;
      outer |= bit(newcomer);
      HELD(k, v, n) {
        if (v == newcomer) {
          dual[k] = offset[k] = own;
          doubling[k] = 0;
        }
        i64 length = costs.of_mine(newcomer, k, v) - own;
        bool shorter = length < reach[k];
        reach[k] = shorter ? length : reach[k];
        source[k] = shorter ? newcomer : source[k];
        due[k] = (reach[k] - offset[k]) << doubling[k];
        moment = smaller(moment, due[k]);
      }
      moment = least(moment);
      if (moment >= BEYOND) {
        dead |= outer | inner;
        return;
      }
      clock = moment >> 1;
      u64 reached = where_equal(due, moment, n), ends = reached & (exposed | halved);
      if (ends) {
        entered = lowest(ends & exposed ? ends & exposed : ends);
        break;
      }
      u64 grown = reached & ~outer;
      if (!grown) {
        entered = lowest(reached);
        break;
      }
      entered = lowest(grown);
      newcomer = entry(mate, entered);
      inner |= bit(entered);
      HELD(k, v, n) if (v == entered) {
        dual[k] += clock;
        offset[k] = NEVER;
        doubling[k] = 0;
      }
    }
    int from = entry(source, entered);
    settle_tree();
    if (outer >> entered & 1) {
      entered = close_cycle(from, entered);
      if (entered < 0) return;
      from = entry(source, entered);
    } else if (halved >> entered & 1) {
      open_cycle(entered);
    }
    flip_path(from, entered);
  }

  INLINE void flip_path(int u, int v) {
    LOOP(;;) {
      int widowed = entry(mate, u);
      match(u, v);
      if (widowed < 0) return;
      v = widowed;
      u = entry(source, v);
    }
  }

  INLINE void open_cycle(int v) {
    int u = entry(mate, v) - MOST;
    halved &= ~bit(v);
    while (u != v) {
      int partner = entry(mate, u) - MOST, following = entry(mate, partner) - MOST;
      halved &= ~(bit(u) | bit(partner));
      match(u, partner);
      u = following;
    }
    set_entry(mate, lane, v, NOBODY);
    exposed |= bit(v);
  }

  // Half match the odd cycle that the edge between u and v closes; its stem, from where the path to the root is
  // left to flip, or nobody.
  INLINE int close_cycle(int u, int v) {
    u64 seen = bit(u);
    int x = u, meeting = v, partner;
    while ((partner = entry(mate, x)) >= 0) {
      x = entry(source, partner);
      seen |= bit(x);
    }
    while (!(seen >> meeting & 1)) meeting = entry(source, entry(mate, meeting));
    int stem = entry(mate, meeting), around = v;
    u64 cycle = bit(meeting);
    LOOP(x = u; x != meeting;) {  // down to u
      partner = entry(mate, x);
      int before = entry(source, partner);
      set_entry(mate, lane, x, MOST + around);
      set_entry(mate, lane, partner, MOST + x);
      cycle |= bit(x) | bit(partner);
      around = partner;
      x = before;
    }
    LOOP(x = v; x != meeting;) {  // up from v
      partner = entry(mate, x);
      int before = entry(source, partner);
      set_entry(mate, lane, x, MOST + partner);
      set_entry(mate, lane, partner, MOST + before);
      cycle |= bit(x) | bit(partner);
      x = before;
    }
    set_entry(mate, lane, meeting, MOST + around);
    halved |= cycle;
    return stem;
  }

  // ---- blossoms ----

  INLINE void match_wholly() {
    HELD(k, v, n) {
      top[k] = v;
      if (v < n) {
        nodes->parent[v] = NO_PARENT;
        nodes->base[v] = (u8)v;
      }
    }
    spare = ~0u;
    together();
    while (exposed) search(lowest(exposed));
  }

  INLINE int top_of(int v) const { return entry(top, v); }
  INLINE u64 members(int node) const { return node < MOST ? bit(node) : nodes->members[node - MOST]; }
  INLINE static u32 blossom_bit(int node) { return node < MOST ? 0u : 1u << (node - MOST); }

  INLINE void add_weight(u32 blossoms, i64 more) {
#if LANES == 1
    LOOP(; blossoms; blossoms &= blossoms - 1) weight[lowest32(blossoms)] += more;
#else
    if (blossoms >> lane & 1) weight[0] += more;
#endif
  }

  INLINE void search(int root) {
    begin_tree();
    outer_blossoms = inner_blossoms = noted = 0;
    pending = 0;
    outers = joins = 0;
    exposed &= ~bit(root);
    add_outer(top_of(root));
    LOOP(;;) {
      reach_out();
      i64 moment = 2 * FAR, expansion = 2 * FAR;
      HELD(k, v, n) {
        due[k] = (reach[k] - offset[k]) << doubling[k];
        moment = smaller(moment, due[k]);
      }
#if LANES == 1
      LOOP(u32 left = inner_blossoms; left; left &= left - 1)
        expansion = smaller(expansion, weight[lowest32(left)]);
#else
      if (inner_blossoms >> lane & 1) expansion = weight[0];
#endif
      moment = least(smaller(moment, expansion));
      if (moment >= BEYOND) {
        dead |= outer | inner;
        return;
      }
      clock = moment >> 1;
      u64 reached = where_equal(due, moment, n), grown = reached & exposed;
      if (grown) {
        int v = lowest(grown), u = source_of(v);
        settle_tree();
        add_weight(outer_blossoms, 2 * clock);
        add_weight(inner_blossoms, -2 * clock);
        augment(u, v);
        return;
      }
      grown = reached & ~outer;
      if (grown) grow(lowest(grown));
      else if (reached) shrink(reached, moment);
      else expand(used_up(moment));
    }
  }

  // The first outer vertex from which v is reached.
  INLINE int source_of(int v) const {
    i64 goal = entry(reach, v);
    int came[EACH];
    u32 first = MOST;
    HELD(k, u, n) {
      bool tight = holds(outer, lane, k) && costs.of_mine(v, k, u) - dual[k] == goal;
      came[k] = tight ? position[k] : MOST;
      first = smaller(first, (u32)came[k]);
    }
    first = least_u32(first);
    return lowest(where_equal(came, (int)first, n));
  }

  // Let the new outer vertices shorten the reach of all other nodes.
  INLINE void reach_out() {
    LOOP(; pending; pending &= pending - 1) {
      int u = lowest(pending), node = top_of(u);
      i64 own = entry(dual, u);
      HELD(k, v, n) {
        i64 length = costs.of_mine(u, k, v) - own;
        reach[k] = length < reach[k] && top[k] != node ? length : reach[k];
      }
    }
  }

  INLINE void grow(int v) {
    int u = source_of(v), node = top_of(v);
    together();
    int partner = top_of(entry(mate, nodes->base[node]));
    add_inner(node, u, v);
    add_outer(partner);
    together();
  }

  INLINE void add_inner(int node, int from, int to) {
    u64 set = members(node);
    HELD(k, v, n) if (holds(set, lane, k)) {
      dual[k] += clock;
      offset[k] = NEVER;
      doubling[k] = 0;
    }
    inner |= set;
    if (lane == 0) {
      nodes->entry_from[node] = (u8)from;
      nodes->entry_to[node] = (u8)to;
      nodes->joined[node] = (u8)joins;
    }
    ++joins;
    if (node >= MOST) {
      add_weight(blossom_bit(node), 2 * clock);
      inner_blossoms |= blossom_bit(node);
    }
  }

  INLINE void add_outer(int node) {
    u64 set = members(node);
    HELD(k, v, n) if (holds(set, lane, k)) {
      dual[k] -= clock;
      offset[k] = dual[k];
      doubling[k] = 0;
    }
    if (node >= MOST) {
      add_weight(blossom_bit(node), -2 * clock);
      outer_blossoms |= blossom_bit(node);
    }
    join_tree(node, set);
  }

  // Number a new outer node, and its vertices along the chain.
  INLINE void join_tree(int node, u64 set) {
    if (lane == 0) nodes->joined[node] = (u8)joins;
    ++joins;
    outer |= set;
    pending |= set;
    if (node < MOST) {
      set_entry(position, lane, node, outers++);
      return;
    }
    noted |= blossom_bit(node);
    together();
    number_chain(nodes->first[node - MOST], nodes->last[node - MOST]);
  }

  INLINE void number_chain(int first, int last) {
    LOOP(int v = first;; v = nodes->next_vertex[v]) {
      set_entry(position, lane, v, outers++);
      if (v == last) break;
    }
  }

  // The blossom that is used up at a moment; of several the one that became inner first.
  INLINE int used_up(i64 moment) const {
    together();
    int chosen = NOBODY;
    LOOP(u32 left = inner_blossoms; left; left &= left - 1) {
      int slot = lowest32(left);
#if LANES == 1
      i64 own = weight[slot];
#else
      i64 own = of_lane(weight[0], slot);
#endif
      if (own == moment && (chosen < 0 || nodes->joined[MOST + slot] < nodes->joined[MOST + chosen])) chosen = slot;
    }
    return chosen;
  }

  // Of the tight edges between outer nodes the one that the kernel finds: each edge belongs to that of its ends
  // which became outer later; the node that joined first decides, then the older end, then the order in which
  // the node's vertices were noted. One end of each edge at least is among the candidates.
  INLINE void choose_edge(u64 candidates, i64 slack, int& from, int& to) const {
    u32 best = ~0u;
    together();
    LOOP(u64 left = candidates; left; left &= left - 1) {
      int y = lowest(left), age = entry(position, y), node = top_of(y), when = nodes->joined[node];
      i64 goal = slack + entry(dual, y);
      HELD(k, x, n) {
        bool tight = holds(outer, lane, k) && top[k] != node && costs.of_mine(y, k, x) - dual[k] == goal;
        u32 key = position[k] > age ? (u32)nodes->joined[top[k]] << 8 | (u32)age : (u32)(when << 8 | position[k]);
        best = tight ? smaller(best, key) : best;
      }
    }
    best = least_u32(best);
    const int age = (int)(best & 255), when = (int)(best >> 8);
    bool found[EACH];
    HELD(k, x, n) found[k] = holds(outer, lane, k) && position[k] == age;
    to = lowest(where_equal(found, true, n));
    const int node = top_of(to);
    const i64 goal = slack + entry(dual, to);
    HELD(k, x, n)
      found[k] = holds(outer, lane, k) && position[k] > age && top[k] != node && nodes->joined[top[k]] == when &&
                 costs.of_mine(to, k, x) - dual[k] == goal;
    u64 owners = where_equal(found, true, n);
    from = lowest(owners);
    if (owners & (owners - 1)) from = first_noted(top_of(from), owners);
  }

  // Of some vertices of an outer node the one whose edges were noted first: child by child from the base, those
  // of a child that was an outer blossom as they were noted there, of any other child along its chain.
  INLINE int first_noted(int node, u64 among) const {
    while (node >= MOST) {
      int child = nodes->child[node - MOST];
      while (!(members(child) & among)) child = nodes->next[child];
      node = child;
      if (node >= MOST && !(noted & blossom_bit(node))) {
        int v = nodes->first[node - MOST];
        while (!(among >> v & 1)) v = nodes->next_vertex[v];
        return v;
      }
    }
    return node;
  }

  INLINE int outer_before(int node) const {
    int partner = entry(mate, nodes->base[node]);
    return partner < 0 ? NOBODY : top_of(nodes->entry_from[top_of(partner)]);
  }

  INLINE void join_siblings(int node, int following, int here, int there) {
    if (lane == 0) {
      nodes->next[node] = (u8)following;
      nodes->previous[following] = (u8)node;
      nodes->link_here[node] = (u8)here;
      nodes->link_there[node] = (u8)there;
    }
  }

  // Where the ways from two outer nodes to the root meet; both are followed by turns, so that it is not far.
  INLINE int meeting_of(int a, int b) const {
    u64 seen = members(a);
    int ahead = b, behind = outer_before(a);
    LOOP(;;) {
      if (ahead < 0) {
        ahead = behind;
        behind = NOBODY;
      }
      if (seen >> nodes->base[ahead] & 1) return ahead;
      seen |= members(ahead);
      const int next = outer_before(ahead);
      ahead = behind;
      behind = next;
    }
  }

  INLINE void shrink(u64 candidates, i64 slack) {
    int u, v;
    choose_edge(candidates, slack, u, v);
    int a = top_of(u), b = top_of(v), meeting = meeting_of(a, b);
    int slot = lowest32(spare), blossom = MOST + slot;
    spare &= spare - 1;
    u64 set = members(meeting), fresh = 0;
    u32 children = blossom_bit(meeting);
    together();
    join_siblings(a, b, u, v);
    LOOP(int x = a; x != meeting;) {  // the way down to u
      int base = nodes->base[x], partner = entry(mate, base), between = top_of(partner);
      int from = nodes->entry_from[between], to = nodes->entry_to[between], before = top_of(from);
      join_siblings(between, x, partner, base);
      join_siblings(before, between, from, to);
      set |= members(x) | members(between);
      fresh |= members(between);
      children |= blossom_bit(x) | blossom_bit(between);
      x = before;
    }
    LOOP(int x = b; x != meeting;) {  // the way up from v
      int base = nodes->base[x], partner = entry(mate, base), between = top_of(partner);
      int from = nodes->entry_from[between], to = nodes->entry_to[between], before = top_of(from);
      join_siblings(x, between, base, partner);
      join_siblings(between, before, to, from);
      set |= members(x) | members(between);
      fresh |= members(between);
      children |= blossom_bit(x) | blossom_bit(between);
      x = before;
    }
    together();
    adopt_children(slot, meeting, set, fresh);
    add_weight(children & outer_blossoms, 2 * clock);
    add_weight(children & inner_blossoms, -2 * clock);
    outer_blossoms = (outer_blossoms & ~children) | 1u << slot;
    inner_blossoms &= ~children;
#if LANES == 1
    weight[slot] = -2 * clock;
#else
    if (lane == slot) weight[0] = -2 * clock;
#endif
    HELD(k, w, n) {
      if (holds(set, lane, k)) {
        top[k] = blossom;
        reach[k] = FAR;
      }
      if (holds(fresh, lane, k)) {
        dual[k] -= 2 * clock;
        offset[k] = dual[k];
      }
    }
    inner &= ~fresh;
    outer |= fresh;
    noted |= blossom_bit(blossom);
    // Its edges to outer vertices are known at their other ends, except to those of other blossoms, which have
    // forgotten theirs too: they must reach into the new one again.
    pending = fresh;
    LOOP(u32 left = outer_blossoms & ~(1u << slot); left; left &= left - 1) pending |= nodes->members[lowest32(left)];
    together();
  }

  // Make the cycle a blossom, chain its vertices, and number those that become outer, along the chain.
  INLINE void adopt_children(int slot, int meeting, u64 set, u64 fresh) {
    const int blossom = MOST + slot;
    int child = meeting, last = last_vertex(child);
    LOOP(;;) {
      const int following = nodes->next[child], first = first_vertex(following);
      if (lane == 0) nodes->parent[child] = (u8)blossom;
      if (following == meeting) break;
      if (lane == 0) nodes->next_vertex[last] = (u8)first;
      last = last_vertex(following);
      if (fresh >> first & 1) number_chain(first, last);
      child = following;
    }
    if (lane == 0) {
      nodes->members[slot] = set;
      nodes->child[slot] = (u8)meeting;
      nodes->base[blossom] = nodes->base[meeting];
      nodes->parent[blossom] = NO_PARENT;
      nodes->first[slot] = first_vertex(meeting);
      nodes->last[slot] = (u8)last;
      nodes->joined[blossom] = (u8)joins;
    }
    ++joins;
    together();
  }
  INLINE u8 first_vertex(int node) const { return node < MOST ? (u8)node : nodes->first[node - MOST]; }
  INLINE u8 last_vertex(int node) const { return node < MOST ? (u8)node : nodes->last[node - MOST]; }

  INLINE int child_with(int v, int blossom) const {
    int node = v;
    while (nodes->parent[node] != blossom) node = nodes->parent[node];
    return node;
  }
  INLINE int even_way(int node, int blossom) const {
    int steps = 0;
    LOOP(; node != nodes->child[blossom - MOST]; node = nodes->next[node]) ++steps;
    return steps & 1 ? BACKWARD : FORWARD;
  }
  INLINE int sibling(int node, int way) const { return way ? nodes->previous[node] : nodes->next[node]; }
  INLINE int end_here(int node, int other, int way) const {
    return way ? nodes->link_there[other] : nodes->link_here[node];
  }
  INLINE int end_there(int node, int other, int way) const {
    return way ? nodes->link_here[other] : nodes->link_there[node];
  }

  INLINE void expand(int slot) {
    together();
    int blossom = MOST + slot, base_child = nodes->child[slot];
    int from = nodes->entry_from[blossom], to = nodes->entry_to[blossom];
    int node = child_with(to, blossom), way = even_way(node, blossom);
    u64 set = nodes->members[slot];
    inner_blossoms &= ~(1u << slot);
    spare |= 1u << slot;
    inner &= ~set;
    HELD(k, v, n) if (holds(set, lane, k)) {
      dual[k] -= clock;
      offset[k] = dual[k];
      doubling[k] = 1;
    }
    together();
    int child = base_child;
    do {
      u64 own = members(child);
      HELD(k, v, n) if (holds(own, lane, k)) top[k] = child;
      if (lane == 0) nodes->parent[child] = NO_PARENT;
      child = nodes->next[child];
    } while (child != base_child);
    together();
    add_inner(node, from, to);
    while (node != base_child) {
      int partner = sibling(node, way);
      node = sibling(partner, way);
      add_inner(node, end_here(partner, node, way), end_there(partner, node, way));
      add_outer(partner);
    }
    together();
  }

  // Match the outer vertex u with v and flip the path to the root: outer and inner nodes in turn.
  INLINE void augment(int u, int v) {
    together();
    int node = top_of(u), widowed = entry(mate, nodes->base[node]);
    bool at_inner = false;
    LOOP(;;) {
      rebase(node, at_inner ? v : u);
      if (at_inner) {
        node = top_of(u);
        widowed = entry(mate, nodes->base[node]);
      } else {
        match(u, v);
        if (widowed < 0) return;
        node = top_of(widowed);
        u = nodes->entry_from[node];
        v = nodes->entry_to[node];
      }
      at_inner = !at_inner;
    }
  }

  // Match a node's vertices among themselves so that only this one is left.
  INLINE void rebase(int node, int vertex) {
    if (node < MOST) return;
    int depth = 0;
    put(node, vertex, depth);
    while (depth > 0) {
      together();
      --depth;
      int blossom = nodes->stack_node[depth], wanted = nodes->stack_vertex[depth];
      if (blossom < MOST || nodes->base[blossom] == wanted) continue;
      int base_child = nodes->child[blossom - MOST];
      int child = child_with(wanted, blossom), way = even_way(child, blossom);
      together();
      if (lane == 0) {
        nodes->child[blossom - MOST] = (u8)child;
        nodes->base[blossom] = (u8)wanted;
      }
      put(child, wanted, depth);
      while (child != base_child) {
        int left = sibling(child, way);
        child = sibling(left, way);
        int here = end_here(left, child, way), there = end_there(left, child, way);
        match(here, there);
        put(left, here, depth);
        put(child, there, depth);
      }
    }
    together();
  }
  INLINE void put(int node, int vertex, int& depth) {
    if (lane == 0) {
      nodes->stack_node[depth] = (u8)node;
      nodes->stack_vertex[depth] = (u8)vertex;
    }
    ++depth;
  }
};
