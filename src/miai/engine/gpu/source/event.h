// What all tournaments of a run have in common, as miai/engine/gpu/packing.py writes it; only whole numbers, except how
// likely everybody beats everybody. The fields are those of packing.EVENT and BOOK.
#pragma once
#include "lanes.h"

constexpr int ROUNDS = 32, PAST = 32;  // rounds to be played, and those played before
constexpr int CRITERIA = 8, KINDS = 256, VARIANTS = 4, RULES = 10, OPEN_GAMES = 64;
constexpr int HALF_POINTS = 256, SEEDINGS = 1024, HANDICAPS = 32, GROUPS = 128;

// As in kernel/event.py.
constexpr int POINT = 4, HALF = 2;
constexpr int BYE = -1, AWAY = -2, UNPAIRED = -3;
enum { CATEGORY, SCORE, GEOGRAPHY, FLOATS, COLOUR, HANDICAP, FLOAT_PLACE, SEEDING, CHANCE, GRADING };
enum { BY_TABLES, BY_TIERS, BY_GOTHA };
// As in kernel/criteria.py.
enum {
  NO_CRITERION = -1, POINTS = -2, WINS = -3, CUMULATED_POINTS = -4, CUMULATED_WINS = -5, SOS_POINTS = -6,
  SOS_WINS = -7, SOSOS_POINTS = -8, SOSOS_WINS = -9, SODOS_POINTS = -10, SODOS_WINS = -11,
  SOS_POINTS_BUT_ONE = -12, SOS_WINS_BUT_ONE = -13, SOS_POINTS_BUT_TWO = -14, SOS_WINS_BUT_TWO = -15,
  EXPLOITS_TRIED = -16, EXPLOITS = -17, CUP = -18, SOMS = -19, SODOMS = -20
};
enum { NOTHING, OWN_START, OWN_SCORE, ONE_BELOW, LIKE_MACMAHON, DUMMY, PHANTOM, OWN_SCORE_OF_BYE };
enum { AS_IT_IS, WITH_AGA_CREDIT, HALF_FOR_UNPLAYED };
enum { HALVES_OF_POINTS, HALVES_OF_WINS, OF_AGA, CREDITS };
constexpr int GREATEST_EXPLOIT = 3;
// As in kernel/grading.py.
constexpr int GAME = 1000000, NOBODY_BEATEN = -10000, NOBODY_LOST_TO = 10000;

// What is in use, as bits of Event::used: code that nothing needs is left out where this is known when compiling.
enum {
  USES_ORDER = RULES,   // AGA's distance in the sorted field
  USES_TIERS,
  USES_GOTHA,
  USES_HANDICAPS,
  USES_LOTS,            // a lot for every pair
  USES_HISTORY,         // sums over opponents, or cumulated scores, decide the seeding
  USES_ODD,             // a round may have an odd number of players
  USES_HALVES,          // seeding keeps the halves of a group apart
};

// What every lane asks for at the same time; on a GPU it lies in constant memory.
struct Event {
  i64 seed, dearest, base, order;
  i64 gotha_duplicate, gotha_random, gotha_colour, gotha_floats, gotha_seeding;
  u64 present[ROUNDS];
  int used, pricing, players, size, rounds, gone, by_wins, zero, bye_points, absent_points, bye_wins, absent_wins;
  int unit, levels_by_score, threshold, correction, least_handicap, most_handicap, layers, compensate;
  int down_from, up_from, like_gotha, rematches, stand_in, pending, tiers, unpaired_points, nigiri, seen, variants;
  int exempt_by_grade, seeding[ROUNDS], variant[ROUNDS], handicap_top[ROUNDS], exempt[ROUNDS][3], criteria[ROUNDS][CRITERIA], tier[RULES], strict[RULES], placed[HANDICAPS];
  int open_games[OPEN_GAMES][4];
};

// What each lane looks up for itself: players as they stand, and tables.
struct Book {
  i64 kind_prices[KINDS][2];       // of geography and category; the second where both players are exempt
  i64 prices[RULES][HALF_POINTS];  // by deviation, of the score by half points
  i64 seeding_prices[SEEDINGS];
  i64 gotha_category[KINDS];
  i64 gotha_score[ROUNDS][GROUPS];
  i64 gotha_handicap[ROUNDS][GROUPS];      // by the difference of the scores it is priced by
  i64 gotha_geography[ROUNDS][KINDS][3];  // by the number of exempt players
  u64 met[MOST], never[MOST];
  double chances[MOST][MOST];
  int kind_geography[KINDS][2], kind_category[KINDS];
  int start[MOST], grade[MOST], rated[MOST], always_even[MOST];
  int points[MOST], wins[MOST], free_points[MOST], free_wins[MOST], cumulated_points[MOST], cumulated_wins[MOST];
  int balance[MOST], last[MOST], ups[MOST], downs[MOST], byes[MOST], surplus[MOST], beaten[MOST], lost_to[MOST];
  int credits[CREDITS][MOST];
  int expected[MOST][MOST];   // games of a million
  int fixed[CRITERIA][MOST];  // the rank of each value, the highest best
  u8 kinds[VARIANTS][MOST][MOST];  // what two players have in common from the start, by Event::variant
  i8 opponents[PAST][MOST], stones[PAST][MOST], results[PAST][MOST], shares[PAST][MOST];
};

// Where what happened is written, by tournament; nothing where a pointer is 0. Final scores always are.
struct Told {
  i8 *opponents, *colours, *handicaps;
  i16* before;
  u8 *places, *sizes;
  i16 *final, *wins;
  i64* totals;
};

#ifdef USED  // known when compiling
#define USES(event, what) (((USED) >> (what)) & 1)
#else
#define USES(event, what) (((event).used >> (what)) & 1)
#endif
