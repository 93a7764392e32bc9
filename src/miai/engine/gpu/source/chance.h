// Chance from numbers alone, as in kernel/chance.py: the same key gives the same luck wherever it is asked.
#pragma once
#include "lanes.h"

constexpr u64 LOTS = 1, RESULTS = 2, LOTS_OF_PAIRS = 1 << 20;
constexpr u64 PAIR_LOT = 0, GOTHA_SEEDING_LOT = 1, GOTHA_LOT = 2;

INLINE u64 mixed(u64 key, u64 number) {
  u64 z = key + 0x9E3779B97F4A7C15ull * (number + 1);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}
INLINE double share(u64 key) { return (double)(key >> 11) * (1.0 / 9007199254740992.0); }
INLINE int below(u64 key, i64 bound) { return (int)(share(key) * (double)bound); }
INLINE u64 key_of(u64 seed, u64 stream, u64 number) { return mixed(mixed(mixed(0, seed), stream), number); }
INLINE double game_share(u64 key, int i, int j) {
  double fallen = share(mixed(mixed(key, (u64)smaller(i, j)), (u64)larger(i, j)));
  return i < j ? fallen : 1.0 - fallen;
}
// The same for a number below 8, without a fraction.
INLINE int chance_of(u64 lot, u64 other) { return (int)(mixed(lot ^ other, PAIR_LOT) >> 61); }
INLINE i64 pair_lot(u64 lot, u64 other, u64 kind, i64 sides) {
  return (i64)(share(mixed(lot ^ other, kind)) * (double)sides);
}
