// How far a pair is from what a rule wants: kernel/deviations.py, for players as the pricing sees them.
#pragma once
#include "event.h"

enum { FOLD, DOUBLE_FOLD, SLIP, ADJACENT, CROSS, ANY };
enum { TOP, MIDDLE, BOTTOM };
constexpr int FLOAT_PLACE_STEPS = 4, CHANCE_SIDES = 8, WIDEST_SEEDING = 4096, WIDEST_GRADING = 9;
constexpr int SQUARED_UP_TO = 20, PLACES_THAT_RISE = 240, FEWEST_THAT_RISE = 3, SAME_HALF = 100, WIDEST_IN_HALF = 2;
constexpr int SCORE_BIAS = 1 << 15, LEVEL_BIAS = 1 << 12;  // divisible by POINT

// A player on a seat, in few bytes: it is read for every pair.
struct alignas(16) Sight {
  u64 barred;  // whom the player may not meet
  u32 stand;   // score from SCORE_BIAS on (16 bits), place in the group (6), size of the group (7), off below (3)
  u32 traits;  // number (6), always even, exempt, colours (4), floats (4), off above (3), capped level (13)

  INLINE int score() const { return (int)(stand & 0xffff); }
  INLINE int group() const { return (int)(stand & 0xffff) >> 2; }
  INLINE int place() const { return (int)(stand >> 16 & 63); }
  INLINE int size() const { return (int)(stand >> 22 & 127); }
  INLINE int off_below() const { return (int)(stand >> 29); }  // how far from where those come who float down
  INLINE int player() const { return (int)(traits & 63); }
  INLINE int even() const { return (int)(traits >> 6 & 1); }
  INLINE int exempt() const { return (int)(traits >> 7 & 1); }
  INLINE int colours() const { return (int)(traits >> 8 & 15); }  // the cost of White (2 bits), of Black (2)
  INLINE int downs() const { return (int)(traits >> 12 & 3); }    // was down, was up more often than down
  INLINE int ups() const { return (int)(traits >> 14 & 3); }      // was up, was down more often than up
  INLINE int off_above() const { return (int)(traits >> 16 & 7); }  // the same of those who float up
  INLINE int level() const { return (int)(traits >> 19); }
};

INLINE int colour_cost(int balance, int last, int colour) {
  if (balance == 0) return last == colour;
  return smaller(2, larger(0, balance * colour));
}

// Of two Sight::colours.
INLINE int colour_deviation(int a, int b) { return smaller((a & 3) + (b >> 2), (a >> 2) + (b & 3)); }

INLINE int handicap_size(int level, int other, bool even, const Event& event) {
  int size = size_of(level - other) - event.correction;
  return even || size < event.least_handicap ? 0 : larger(0, smaller(event.most_handicap, size));
}

INLINE int handicap_of(const Sight& a, const Sight& b, const Event& event) {
  if (!USES(event, USES_HANDICAPS)) return 0;
  return handicap_size(a.level(), b.level(), a.even() | b.even(), event);
}

// What decides about floats of two players of different groups: downs of the upper, ups of the lower.
INLINE int float_bits(const Sight& a, const Sight& b) {
  return a.group() > b.group() ? a.downs() | b.ups() << 2 : b.downs() | a.ups() << 2;
}

// How good it is that the upper of two floats down to the lower: 0 repeats both, 4 compensates both.
INLINE int float_scenario(int bits, int compensate) {
  int scenario = 2 - (bits & 1) - (bits >> 2 & 1);
  return scenario && compensate ? scenario + (bits >> 1 & 1) + (bits >> 3 & 1) : scenario;
}

INLINE int float_deviation(int bits, int compensate) { return (compensate ? 4 : 2) - float_scenario(bits, compensate); }

INLINE int float_reach(int place, int size, int mode) {
  if (mode == TOP) return size - 1 - place;
  if (mode == BOTTOM) return place;
  return size - 1 - size_of(2 * place - size + 1);
}

INLINE int place_off(int place, int size, int mode) {
  int best = mode == MIDDLE ? size - 2 + size % 2 : size - 1, span = larger(1, best);
  return ((best - float_reach(place, size, mode)) * FLOAT_PLACE_STEPS + span - 1) / span;
}

INLINE int float_place_deviation(const Sight& a, const Sight& b) {
  if (a.group() == b.group()) return 0;
  return a.group() > b.group() ? a.off_below() + b.off_above() : b.off_below() + a.off_above();
}

INLINE int distance_in_half(int low, int high, int size) {
  int before = size - 1 - 2 * low, behind = 2 * high - (size - 1);
  return before >= 0 && behind >= 0 ? 0 : (-smaller(before, behind) + 1) / 2;
}

INLINE int double_fold_distance(int low, int high, int size) {
  int half = size / 2, quarters = 2 * (half / 2);
  if (half % 2 && low >= quarters && high < size - quarters) return 0;
  if (2 * high < size) return size_of(low + high - (quarters - 1));
  if (2 * low >= size - 1) return size_of(low + high - (2 * size - 1 - quarters));
  return half + high - low - 1;
}

INLINE int seeding_distance(int i, int j, int size, int method) {
  int low = smaller(i, j), high = larger(i, j);
  switch (method) {
    case ANY: return 0;
    case FOLD: return size_of(low + high - (size - 1));
    case SLIP: return size_of(2 * (high - low) - size) / 2;
    case ADJACENT: return high - low - 1;
    case CROSS: return distance_in_half(low, high, size);
    default: return double_fold_distance(low, high, size);
  }
}

INLINE int seeding_deviation(const Sight& a, const Sight& b, int method, bool halves_apart) {
  if (a.group() != b.group()) return 0;
  int size = a.size(), distance = seeding_distance(a.place(), b.place(), size, method);
  if (method == CROSS) return distance;
  int price = distance * distance;
  if (size > SQUARED_UP_TO) {
    int rising = larger(FEWEST_THAT_RISE, PLACES_THAT_RISE / size);
    price = distance > rising ? rising * distance - rising * (rising - 1) / 2 : distance * (distance + 1) / 2;
  }
  if (halves_apart && (method == FOLD || method == SLIP))
    price += SAME_HALF * smaller(distance_in_half(smaller(a.place(), b.place()), larger(a.place(), b.place()), size),
                                 WIDEST_IN_HALF);
  return smaller(WIDEST_SEEDING, price);
}

// Which grades a player should meet; an empty range wants nobody.
struct Wanted {
  i16 low, high;
};

INLINE Wanted wanted_grades(int surplus, int beaten, int lost_to) {
  if (surplus >= GAME && beaten > NOBODY_BEATEN) return {(i16)(beaten + 1), (i16)(beaten + 3)};
  if (surplus <= -GAME && lost_to < NOBODY_LOST_TO) return {(i16)(lost_to - 3), (i16)(lost_to - 1)};
  return {1, 0};
}

INLINE int grades_off(int grade, const Wanted& wanted) {
  if (wanted.low > wanted.high) return 0;
  return smaller(WIDEST_GRADING, larger(0, larger(wanted.low - grade, grade - wanted.high)));
}

INLINE int order_distance(const Sight& a, const Sight& b) {
  if (a.group() == b.group()) return seeding_distance(a.place(), b.place(), a.size(), SLIP);
  bool down = a.group() > b.group();
  const Sight &upper = down ? a : b, &lower = down ? b : a;
  return upper.size() - 1 - upper.place() + lower.place();
}
