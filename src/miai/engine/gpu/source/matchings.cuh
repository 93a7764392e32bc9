// Matchings of many matrices on a GPU.
#include "matching.h"
#include "work.cuh"

// The bytes that a block and a warp need for matrices of n vertices.
extern "C" __global__ void measure_rooms(int n, int* bytes) {
  bytes[0] = 0;
  bytes[1] = rounded_up(sizeof(Nodes)) + rounded_up(Costs<CELL>::room(n) * (int)sizeof(CELL));
}

// Match matrices of n vertices; costs are counted from `zero`, and the largest i64 is an absent pair.
extern "C" __global__ void __launch_bounds__(THREADS, 1)
match_many(const i64* __restrict__ matrices, int n, i64 zero, i64 count, i8* mates, i64* totals, u8* strained,
           u64* counter) {
  extern __shared__ __align__(16) unsigned char shared[];
  const int lane = this_lane(), warp = threadIdx.x >> 5;
  const int cells = rounded_up(Costs<CELL>::room(n) * (int)sizeof(CELL));
  unsigned char* own = shared + (rounded_up(sizeof(Nodes)) + cells) * warp;
  Solver<CELL> solver;
  solver.bind((CELL*)(own + rounded_up(sizeof(Nodes))), (Nodes*)own, n, lane);
  LOOP(;;) {
    const i64 at = next_of(counter, lane);
    if (at >= count) return;
    const i64* matrix = matrices + at * n * n;
    together();
    CELL* row = solver.costs.cells;
#pragma unroll 2
    for (int u = 0; u < n; matrix += n, row += ++u) {
      HELD(k, v, n) if (v <= u) {
        i64 cost = matrix[v];
        bool absent = u == v || cost == 0x7fffffffffffffffll;
        row[v] = absent ? Costs<CELL>::absent() : Costs<CELL>::stored(cost - zero);
      }
    }
    together();
    bool perfect = solver.solve();
    i64 total = solver.total() / 2, pairs = 0;
    HELD(k, v, n) if (v < n) {
      mates[at * n + v] = (i8)solver.mate[k];
      pairs += solver.mate[k] > v;
    }
    pairs = perfect ? n / 2 : sum_of(pairs);
    if (lane == 0) {
      totals[at] = total + pairs * zero;
      strained[at] = solver.strained;
    }
  }
}
