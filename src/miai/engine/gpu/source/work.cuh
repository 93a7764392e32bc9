// What a GPU runs: a warp takes one tournament or one matrix after the other from a counter until none is left.
//
// Compiled with CELL (int, or i64 where prices need 64 bits) and THREADS (the most of a block).
#pragma once
#include "lanes.h"

INLINE i64 next_of(u64* counter, int lane) {
  u64 taken = 0;
  if (lane == 0) taken = atomicAdd(counter, 1ull);
  return (i64)of_lane(taken, 0);
}

// Rooms begin where 16 bytes do.
INLINE constexpr int rounded_up(int bytes) { return (bytes + 15) & ~15; }
