// What every pair of a round costs: kernel/pair_costs.py, kernel/tiers.py and kernel/gotha.py.
#pragma once
#include "chance.h"
#include "deviations.h"
#include "matching.h"

constexpr i64 RANGE_BUDGET = 1ll << 53;
constexpr int FEWEST_BOARDS = 2, COARSEST_STEP = 256;

// Prices as the cells hold them, close at hand.
template <class Cell> struct Tables {
  Cell kind[KINDS][2], score[HALF_POINTS], handicap[HANDICAPS], float_place[16], chance[8], grading[32];
  Cell colour[16][16], floats[16];  // by what both players bring along: Sight::colours, float_bits
  Cell seeding[SEEDINGS];

  // Called by `workers` threads, of which this is number `worker`.
  INLINE void fill(const Event& event, const Book& book, int worker, int workers) {
    LOOP(int x = worker; x < KINDS; x += workers) {
      kind[x][0] = (Cell)book.kind_prices[x][0];
      kind[x][1] = (Cell)book.kind_prices[x][1];
    }
    LOOP(int x = worker; x < HALF_POINTS; x += workers) score[x] = (Cell)book.prices[SCORE][x];
    LOOP(int x = worker; x < 8; x += workers) chance[x] = (Cell)book.prices[CHANCE][x];
    LOOP(int x = worker; x < 256; x += workers)
      colour[x >> 4][x & 15] = (Cell)book.prices[COLOUR][colour_deviation(x >> 4, x & 15)];
    LOOP(int x = worker; x < 16; x += workers) floats[x] = (Cell)book.prices[FLOATS][float_deviation(x, event.compensate)];
    LOOP(int x = worker; x < 32; x += workers) grading[x] = (Cell)book.prices[GRADING][x];
    LOOP(int x = worker; x < HANDICAPS; x += workers) handicap[x] = (Cell)book.prices[HANDICAP][x];
    LOOP(int x = worker; x < 16; x += workers) float_place[x] = (Cell)book.prices[FLOAT_PLACE][x];
    LOOP(int x = worker; x < SEEDINGS; x += workers) seeding[x] = (Cell)book.seeding_prices[x];
  }
};

// What two players have in common from the start: the kind of the pair, or where tiers weigh rules its deviations
// of geography, of geography if both are exempt, and of category.
INLINE int bytes_of_pair(const Event& event) { return USES(event, USES_TIERS) ? 3 : 1; }
INLINE int bytes_of_pairs(const Event& event) {
  return bytes_of_pair(event) * event.players * event.players * event.variants;
}
INLINE void fill_pairs(u8* pairs, const Event& event, const Book& book, int worker, int workers) {
  const int n = event.players;
  LOOP(int at = worker; at < n * n * event.variants; at += workers) {
    const int kind = book.kinds[at / (n * n)][at / n % n][at % n];
    if (USES(event, USES_TIERS)) {
      pairs[3 * at] = (u8)book.kind_geography[kind][0];
      pairs[3 * at + 1] = (u8)book.kind_geography[kind][1];
      pairs[3 * at + 2] = (u8)book.kind_category[kind];
    } else {
      pairs[at] = (u8)kind;
    }
  }
}

// The seats of a round; all that is needed to price a pair of them.
struct Hall {
  const Event& event;
  const Book& book;
  const u8* pairs;  // of this round
  const Sight* sights;
  const u64* lots;     // by player
  const i8* balances;  // by player
  const i16* points;   // by player
  const Wanted* wanted;  // by player
  int round, method;

  INLINE const u8* common(const Sight& a, const Sight& b) const {
    return pairs + (a.player() * event.players + b.player()) * bytes_of_pair(event);
  }
  INLINE int kind_of(const Sight& a, const Sight& b) const { return *common(a, b); }

  INLINE int grading_of(const Sight& a, const Sight& b) const {
    int i = a.player(), j = b.player();
    return grades_off(book.grade[j], wanted[i]) + grades_off(book.grade[i], wanted[j]);
  }

  // OpenGotha: what the price of a handicap is counted from.
  INLINE int priced_level(const Sight& a) const {
    return a.exempt() ? event.handicap_top[round] : points[a.player()] >> 2;
  }
};

INLINE bool is_barred(const Sight& a, const Sight& b) { return a.barred >> b.player() & 1; }

template <class Cell>
INLINE Cell table_cost(const Hall& hall, const Tables<Cell>& tables, const Sight& a, const Sight& b) {
  const Event& event = hall.event;
  Cell cost = 0;
  int handicap = handicap_of(a, b, event);
  if (USES(event, SCORE)) cost += tables.score[smaller(size_of(a.score() - b.score()) >> 1, HALF_POINTS - 1)];
  if (USES(event, COLOUR)) cost += handicap > 0 ? 0 : tables.colour[a.colours()][b.colours()];
  if (USES(event, GEOGRAPHY) || USES(event, CATEGORY)) cost += tables.kind[hall.kind_of(a, b)][a.exempt() & b.exempt()];
  if (USES(event, USES_ORDER)) {
    int distance = order_distance(a, b);
    cost += (Cell)event.order * distance * distance;
  }
  if (a.group() == b.group()) {
    if (USES(event, SEEDING) && !USES(event, USES_ORDER))
      cost += tables.seeding[smaller(seeding_deviation(a, b, hall.method, USES(event, USES_HALVES)), SEEDINGS - 1)];
  } else {
    if (USES(event, FLOATS)) cost += tables.floats[float_bits(a, b)];
    if (USES(event, FLOAT_PLACE)) cost += tables.float_place[float_place_deviation(a, b)];
  }
  if (USES(event, HANDICAP)) cost += tables.handicap[handicap];
  if (USES(event, GRADING)) cost += tables.grading[hall.grading_of(a, b)];
  if (USES(event, CHANCE))
    cost += tables.chance[chance_of(hall.lots[a.player()], hall.lots[b.player()])];
  return cost;
}

// What every rule says of a pair where tiers weigh them, in some bits of one number; of the score it is the half
// points, not squared.
struct Bits {
  int at, count;
};
INLINE constexpr Bits bits_of(int rule) {
  switch (rule) {
    case SCORE: return {0, 15};
    case SEEDING: return {15, 13};
    case GEOGRAPHY: return {28, 7};
    case CATEGORY: return {35, 5};
    case HANDICAP: return {40, 5};
    case GRADING: return {45, 5};
    case FLOAT_PLACE: return {50, 4};
    case COLOUR: return {54, 3};
    case FLOATS: return {57, 3};
    default: return {60, 3};  // chance
  }
}
constexpr i64 BARRED = NEVER;  // below all of them

INLINE int measured(int rule, const Hall& hall, const Sight& a, const Sight& b) {
  const Event& event = hall.event;
  switch (rule) {
    case SCORE: return size_of(a.score() - b.score()) >> 1;
    case SEEDING: return seeding_deviation(a, b, hall.method, USES(event, USES_HALVES));
    case GEOGRAPHY: return hall.common(a, b)[a.exempt() & b.exempt()];
    case CATEGORY: return hall.common(a, b)[2];
    case HANDICAP: return handicap_of(a, b, event);
    case GRADING: return hall.grading_of(a, b);
    case FLOAT_PLACE: return float_place_deviation(a, b);
    case COLOUR: return handicap_of(a, b, event) > 0 ? 0 : colour_deviation(a.colours(), b.colours());
    case FLOATS: return a.group() == b.group() ? 0 : float_deviation(float_bits(a, b), event.compensate);
    default: return chance_of(hall.lots[a.player()], hall.lots[b.player()]);
  }
}

INLINE int deviation_of(int rule, i64 found) {
  const Bits bits = bits_of(rule);
  const int value = (int)(found >> bits.at) & ((1 << bits.count) - 1);
  return rule == SCORE ? value * value : value;
}

// ---- OpenGotha's weights ----

INLINE i64 gotha_colour(int balance, int other, int handicap, i64 weight) {
  if (handicap > 0) return 0;
  if (balance * other < 0) return weight;
  bool half = (balance == 0 && size_of(other) > 1) || (other == 0 && size_of(balance) > 1);
  return half ? weight / 2 : 0;
}

INLINE i64 gotha_seeding(int i, int j, int size, int method, i64 weight, i64 chance) {
  if (method == SLIP) {
    i64 x = size_of(2 * size_of(i - j) - size);
    return weight - weight * x / size * x / size;
  }
  if (method == FOLD) {
    i64 x = size_of(i + j - size + 1), span = larger(1, size - 1);
    return weight - weight * x / span * x / span;
  }
  return (2 * i < size) != (2 * j < size) ? weight - chance : 0;
}

INLINE i64 gotha_floats(const Sight& upper, const Sight& lower, const Event& event) {
  i64 portion = event.gotha_floats / 5;
  return portion / 2 * float_reach(upper.place(), upper.size(), event.down_from) / upper.size() +
         portion / 2 * float_reach(lower.place(), lower.size(), event.up_from) / lower.size() +
         portion * float_scenario(float_bits(upper, lower), event.compensate);
}

INLINE i64 gotha_worth(const Hall& hall, u64 met, const Sight& a, const Sight& b) {
  const Event& event = hall.event;
  const Book& book = hall.book;
  int i = a.player(), j = b.player(), handicap = handicap_of(a, b, event), kind = hall.kind_of(a, b);
  i64 worth = met >> j & 1 ? 1 : 1 + event.gotha_duplicate;
  worth += pair_lot(hall.lots[i], hall.lots[j], GOTHA_LOT, event.gotha_random);
  worth += gotha_colour(hall.balances[i], hall.balances[j], handicap, event.gotha_colour);
  worth += book.gotha_category[kind];
  worth += book.gotha_score[hall.round][size_of(a.group() - b.group())];
  int apart = size_of(hall.priced_level(a) - hall.priced_level(b));
  worth += book.gotha_handicap[hall.round][smaller(apart, GROUPS - 1)];
  worth += book.gotha_geography[hall.round][kind][a.exempt() + b.exempt()];
  if (a.group() == b.group()) {
    i64 chance = pair_lot(hall.lots[i], hall.lots[j], GOTHA_SEEDING_LOT, event.gotha_seeding / 5);
    return worth + gotha_seeding(a.place(), b.place(), a.size(), hall.method, event.gotha_seeding, chance);
  }
  return worth + (a.group() > b.group() ? gotha_floats(a, b, event) : gotha_floats(b, a, event));
}

// ---- tiers ----

// How wide the deviations of a round are and what the rules weigh, by rule.
struct Scale {
  i64 weight[RULES];
  int widest[RULES], shift[RULES];  // deviations are counted in steps of so many bits
};

// Whether the weights of one factor and step fit; they are kept if wanted.
INLINE bool weigh(const Event& event, int factor, int shift, int boards, i64 budget, bool kept, Scale& scale) {
  i64 under = 0;
  LOOP(int k = event.tiers - 1; k >= 0; --k) {
    int rule = event.tier[k], own = event.strict[k] ? 0 : shift;
    i64 width = (scale.widest[rule] + (1 << own) - 1) >> own;
    i64 weight = (i64)(event.strict[k] ? boards : factor) * under + 1;
    if (kept) {
      scale.shift[rule] = own;
      scale.weight[rule] = weight;
    }
    u64 product = (u64)weight * (u64)width;
    if (high_product((u64)weight, (u64)width) || product > (u64)(budget - under)) return false;
    under += (i64)product;
  }
  return true;
}

// The largest factor that fits, in the finest steps; every lane tries one. False if none fits.
INLINE bool tier_weights(const Event& event, int vertices, int lane, Scale& scale) {
  int boards = larger(1, vertices / 2), most = larger(FEWEST_BOARDS, boards);
  i64 budget = smaller(RANGE_BUDGET, (1ll << 62) / larger(1, vertices));
  LOOP(int shift = 0; 1 << shift <= COARSEST_STEP; ++shift) {
    LOOP(int top = most; top >= FEWEST_BOARDS; top -= LANES) {
      int factor = top - lane;
      u32 fits = lanes_where(factor >= FEWEST_BOARDS && weigh(event, factor, shift, boards, budget, false, scale));
      if (fits) {
        if (lane == 0) weigh(event, top - lowest32(fits), shift, boards, budget, true, scale);
        together();
        return true;
      }
    }
  }
  return false;
}

// ---- all pairs ----

// Every pair of the first n seats once, shared out among the lanes.
#define EVERY_PAIR(a, b, n)                     \
  MINE(a, n)                                    \
  LOOP(int a##_on = 1; a##_on <= (n) / 2; ++a##_on) \
    if (int b = a + a##_on < (n) ? a + a##_on : a + a##_on - (n); 2 * a##_on < (n) || a < b)

template <class Cell>
INLINE void fill_table_costs(const Hall& hall, const Tables<Cell>& tables, const Costs<Cell>& costs, int seated, int lane) {
  MINE(a, seated) {
    Sight own = hall.sights[a];
    LOOP(int on = 1; on <= seated / 2; ++on) {
      int b = a + on < seated ? a + on : a + on - seated;
      Sight other = hall.sights[b];
      Cell cost = table_cost(hall, tables, own, other);
      if (sizeof(Cell) == 8) cost *= 2;
      costs.cell(a, b) = is_barred(own, other) ? Costs<Cell>::absent() : cost;
    }
  }
}

INLINE void fill_gotha_costs(const Hall& hall, const u64* met, const Costs<i64>& costs, int seated, int lane) {
  EVERY_PAIR(a, b, seated) {
    const Sight &own = hall.sights[a], &other = hall.sights[b];
    i64 cost = hall.event.base - gotha_worth(hall, met[own.player()], own, other);
    costs.cell(a, b) = is_barred(own, other) ? FAR : 2 * cost;
  }
}

// How far a score is above the lowest one of those with the fewest byes, in half points.
INLINE int half_points_above(int score, int lowest_score) { return (larger(score, lowest_score) - lowest_score) >> 1; }

// Measure every pair and every bye, weigh the tiers by what is widest, and price all by that. False if no weights
// fit. Who sits out has the seat behind the others: their pairs are measured too.
INLINE bool fill_tier_costs(const Hall& hall, int lowest_score, const Costs<i64>& costs, int seated, int seats,
                            int lane, Scale& scale) {
  const Event& event = hall.event;
  int widest[RULES], highest = 0;
#pragma unroll
  for (int rule = 0; rule < RULES; ++rule) widest[rule] = 0;
  MINE(a, seats) highest = larger(highest, hall.sights[a].score());
  EVERY_PAIR(a, b, seats) {
    const Sight own = hall.sights[a], other = hall.sights[b];
    const bool barred = is_barred(own, other);
    u64 found = 0;
#pragma unroll
    for (int rule = 0; rule < RULES; ++rule)
      if (USES(event, rule)) {
        const int value = measured(rule, hall, own, other);
        widest[rule] = larger(widest[rule], barred ? 0 : value);
        found |= (u64)value << bits_of(rule).at;
      }
    costs.cell(a, b) = barred ? BARRED : (i64)found;
  }
  if (seats > 0) widest[SCORE] = larger(widest[SCORE], half_points_above(most(highest), lowest_score));
#pragma unroll
  for (int rule = 0; rule < RULES; ++rule) {
    if (!USES(event, rule)) continue;
    int widest_of_all = most(widest[rule]);
    if (rule == SCORE) widest_of_all *= widest_of_all;
    if (lane == 0) scale.widest[rule] = widest_of_all;
  }
  together();
  bool fits = tier_weights(event, seats + seats % 2, lane, scale);
  MINE(at, costs.row_start(seated)) {
    i64 found = costs.cells[at];
    u64 cost = 0;
#pragma unroll
    for (int rule = 0; rule < RULES; ++rule)
      if (USES(event, rule)) {
        int shift = scale.shift[rule], steps = (deviation_of(rule, found) + (1 << shift) - 1) >> shift;
        cost += (u64)(u32)steps * (u64)scale.weight[rule];
      }
    costs.cells[at] = found == BARRED ? FAR : (i64)(2 * cost);
  }
  together();
  return fits;
}

// Put a price on what is absent: as few as possible then meet who may not. Other prices are made coarser where
// that one would be too large.
INLINE void allow_barred_pairs(const Event& event, const Costs<i64>& costs, int seated, int lane) {
  i64 dearest = event.dearest, size = event.size;
  if (dearest == 0) {
    EVERY_PAIR(a, b, seated) {
      i64 cell = costs.cell(a, b);
      if (cell < BEYOND) dearest = larger(dearest, cell >> 1);
    }
    dearest = -least(-dearest);
  }
  int shift = 0;
  while (dearest >> shift > (RANGE_BUDGET / size - 1) / size) ++shift;
  EVERY_PAIR(a, b, seated) {
    i64 cell = costs.cell(a, b);
    costs.cell(a, b) = 2 * (cell >= BEYOND ? 1 + size * (dearest >> shift) : cell >> 1 >> shift);
  }
  together();
}
