// Thirty-two lanes on one processor: each runs until they have to act together, then the next one.
//
// What lanes do together is written down with its name: where two lanes would do different things, or one of
// them is done while others wait, the program stops. Between two such points the lanes run in the order of
// MIAI_LANE_ORDER (forward or backward), so that what depends on the order shows.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <ucontext.h>
#include <vector>

struct Turns {
  static constexpr int COUNT = 32, STACK = 1 << 18;
  ucontext_t home, lanes[COUNT];
  std::vector<char> stacks = std::vector<char>((size_t)COUNT * STACK);
  u64 given[COUNT], taken[COUNT];
  const char* doing[COUNT];
  bool done[COUNT];
  int current = 0;
  std::function<void(int)> work;
};
inline Turns turns;

[[noreturn]] inline void out_of_step(int a, int b) {
  fprintf(stderr, "lane %d: %s; lane %d: %s\n", a, turns.done[a] ? "done" : turns.doing[a], b,
          turns.done[b] ? "done" : turns.doing[b]);
  abort();
}

inline int this_lane() { return turns.current; }

// Wait until every lane has given a value for the same purpose; afterwards all of them are in `taken`.
inline const u64* all_of(const char* purpose, u64 value) {
  turns.given[turns.current] = value;
  turns.doing[turns.current] = purpose;
  swapcontext(&turns.lanes[turns.current], &turns.home);
  return turns.taken;
}

inline void run_lane() {
  turns.work(turns.current);
  turns.done[turns.current] = true;
}

template <class Work> void in_step(Work work) {
  const char* order = getenv("MIAI_LANE_ORDER");
  const bool backward = order && !strcmp(order, "backward");
  turns.work = work;
  for (int lane = 0; lane < Turns::COUNT; ++lane) {
    turns.done[lane] = false;
    getcontext(&turns.lanes[lane]);
    turns.lanes[lane].uc_stack.ss_sp = turns.stacks.data() + (size_t)lane * Turns::STACK;
    turns.lanes[lane].uc_stack.ss_size = Turns::STACK;
    turns.lanes[lane].uc_link = &turns.home;
    makecontext(&turns.lanes[lane], run_lane, 0);
  }
  for (;;) {
    for (int turn = 0; turn < Turns::COUNT; ++turn) {
      turns.current = backward ? Turns::COUNT - 1 - turn : turn;
      swapcontext(&turns.home, &turns.lanes[turns.current]);
    }
    for (int lane = 1; lane < Turns::COUNT; ++lane)
      if (turns.done[lane] != turns.done[0] || (!turns.done[0] && strcmp(turns.doing[lane], turns.doing[0])))
        out_of_step(0, lane);
    if (turns.done[0]) return;
    memcpy(turns.taken, turns.given, sizeof turns.given);
  }
}

inline void together() { all_of("together", 0); }
inline u32 lanes_where(bool holds) {
  const u64* all = all_of("lanes_where", holds);
  u32 set = 0;
  for (int lane = 0; lane < Turns::COUNT; ++lane) set |= (u32)all[lane] << lane;
  return set;
}
template <class A> A of_lane(A value, int lane) {
  u64 bits = 0;
  memcpy(&bits, &value, sizeof value);
  bits = all_of("of_lane", bits)[lane];
  memcpy(&value, &bits, sizeof value);
  return value;
}
inline u32 least_u32(u32 x) {
  const u64* all = all_of("least_u32", x);
  for (int lane = 0; lane < Turns::COUNT; ++lane) x = smaller(x, (u32)all[lane]);
  return x;
}
inline int most(int x) {
  const u64* all = all_of("most", (u64)x);
  for (int lane = 0; lane < Turns::COUNT; ++lane) x = larger(x, (int)all[lane]);
  return x;
}
inline i64 least(i64 x) {
  const u64* all = all_of("least", (u64)x);
  for (int lane = 0; lane < Turns::COUNT; ++lane) x = smaller(x, (i64)all[lane]);
  return x;
}
inline i64 sum_of(i64 x) {
  const u64* all = all_of("sum_of", (u64)x);
  x = 0;
  for (int lane = 0; lane < Turns::COUNT; ++lane) x += (i64)all[lane];
  return x;
}
