// A tournament is played by a group of lanes that run in step: a warp of 32 on a GPU, a single lane elsewhere.
//
// Up to 64 players or vertices are dealt out to the lanes: entry k of a lane's array belongs to number
// lane + LANES * k. Sets of them are masks of 64 bits, which every lane holds.
#pragma once

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef signed char i8;
typedef short i16;
typedef long long i64;

#ifdef __CUDACC__
#define LANES 32
#define INLINE __device__ __forceinline__
#elif defined(LANES_IN_TURN)
#define LANES 32
#define INLINE inline
#else
#define LANES 1
#define INLINE inline __attribute__((always_inline))
#endif

constexpr int MOST = 64;
constexpr int EACH = MOST / LANES;  // how many of them a lane holds

// A loop over the numbers below n that a lane holds: k counts them, v is the number. On a GPU all of a lane's
// entries are visited, so that they can stay in registers; numbers from n on are nobody.
#if LANES == 1
#define HELD(k, v, n) for (int k = 0, v = 0; k < (n); ++k, ++v)
#else
#define HELD(k, v, n) _Pragma("unroll") for (int k = 0, v = lane; k < EACH; ++k, v += LANES)
#endif
// A loop that is not unrolled: what matters most for speed is that the code stays small, for the instructions of
// all warps must fit the cache.
#define LOOP _Pragma("unroll 1") for
// A loop over the numbers below n that this lane looks after.
#define MINE(v, n) LOOP(int v = lane; v < (n); v += LANES)

INLINE u64 bit(int v) { return 1ull << v; }
INLINE u64 first_bits(int n) { return n >= 64 ? ~0ull : bit(n) - 1; }
template <class A> INLINE A smaller(A a, A b) { return a < b ? a : b; }
template <class A> INLINE A larger(A a, A b) { return a < b ? b : a; }
template <class A> INLINE A size_of(A a) { return a < 0 ? -a : a; }

#ifdef __CUDACC__

INLINE int lowest(u64 set) {
  u32 low = (u32)set;
  return low ? __ffs((int)low) - 1 : __ffs((int)(set >> 32)) + 31;
}
INLINE int lowest32(u32 set) { return __ffs((int)set) - 1; }
INLINE int count_of(u64 set) { return __popcll(set); }
INLINE u64 high_product(u64 a, u64 b) { return __umul64hi(a, b); }
INLINE int this_lane() { return (int)(threadIdx.x & 31); }
INLINE void together() { __syncwarp(); }
// All groups of a block, which are many only on a GPU; whether something holds for any of them.
INLINE void all_in_step() { __syncthreads(); }
INLINE bool any_in_step(bool holds) { return __syncthreads_or(holds); }
INLINE u32 lanes_where(bool holds) { return __ballot_sync(~0u, holds); }
template <class A> INLINE A of_lane(A value, int lane) { return __shfl_sync(~0u, value, lane); }
INLINE u32 least_u32(u32 x) { return __reduce_min_sync(~0u, x); }
INLINE int most(int x) { return __reduce_max_sync(~0u, x); }
INLINE i64 least(i64 x) {
  int high = (int)(x >> 32), least_high = __reduce_min_sync(~0u, high);
  u32 low = __reduce_min_sync(~0u, high == least_high ? (u32)x : ~0u);
  return (i64)least_high << 32 | low;
}
INLINE i64 sum_of(i64 x) {
  for (int step = 16; step; step >>= 1) x += __shfl_xor_sync(~0u, x, step);
  return x;
}

#else

INLINE int lowest(u64 set) { return __builtin_ctzll(set); }
INLINE int lowest32(u32 set) { return __builtin_ctz(set); }
INLINE int count_of(u64 set) { return __builtin_popcountll(set); }
INLINE u64 high_product(u64 a, u64 b) { return (u64)((unsigned __int128)a * b >> 64); }

INLINE void all_in_step() {}
INLINE bool any_in_step(bool holds) { return holds; }
#ifdef LANES_IN_TURN
#include <in_turn.h>
#else
INLINE int this_lane() { return 0; }
INLINE void together() {}
INLINE u32 lanes_where(bool holds) { return holds; }
template <class A> INLINE A of_lane(A value, int) { return value; }
INLINE u32 least_u32(u32 x) { return x; }
INLINE int most(int x) { return x; }
INLINE i64 least(i64 x) { return x; }
INLINE i64 sum_of(i64 x) { return x; }
#endif

#endif

// Whether entry k of this lane is in a set.
INLINE bool holds(u64 set, int lane, int k) {
#if LANES == 1
  return set >> k & 1;
#else
  return (u32)(set >> (32 * k)) >> lane & 1;
#endif
}

// The entry of a number, known to all lanes; every lane must ask.
template <class A> INLINE A entry(const A (&values)[EACH], int v) {
#if LANES == 1
  return values[v];
#else
  return of_lane(v < 32 ? values[0] : values[EACH - 1], v & 31);
#endif
}

// Let the lane that holds a number change its entry.
template <class A> INLINE void set_entry(A (&values)[EACH], int lane, int v, A value) {
#if LANES == 1
  values[v] = value;
#else
  if (lane == (v & 31)) {
    if (v < 32) values[0] = value;
    else values[EACH - 1] = value;
  }
#endif
}

// The set of numbers below n whose entry fits.
template <class A> INLINE u64 where_equal(const A (&values)[EACH], A value, int n) {
#if LANES == 1
  u64 set = 0;
  for (int k = 0; k < n; ++k) set |= (u64)(values[k] == value) << k;
  return set;
#else
  return (u64)lanes_where(values[0] == value) | (u64)lanes_where(values[EACH - 1] == value) << 32;
#endif
}
