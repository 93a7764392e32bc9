// Whole tournaments, one group of lanes each: kernel/simulate.py and kernel/seeding.py.
#pragma once
#include "prices.h"

// How a tournament ended: AGAIN must be played with wide costs because somebody stays unpaired, DOUBTFUL by the
// kernel because its duals are beyond the budget; the tiers of REFUSED do not fit whole numbers.
enum { DONE, AGAIN, DOUBTFUL, REFUSED };

// How everybody stands, by player.
struct People {
  u64 met[MOST];
  i16 points[MOST], wins[MOST], free_points[MOST], free_wins[MOST];
  i8 balance[MOST], last[MOST];
  u8 ups[MOST], downs[MOST], byes[MOST], line[MOST], order[MOST], place[MOST], size[MOST];
};

// What only some events need: the lots of a round, and the history of as many rounds as there are.
struct PastRound {
  i8 opponents[MOST], stones[MOST], results[MOST], shares[MOST];
};
struct Grading {
  int surplus[MOST];
  i16 beaten[MOST], lost_to[MOST];
  Wanted wanted[MOST];
};
struct Archive {
  u64 lots[MOST];
  Grading grading;
  i16 credits[CREDITS][MOST];
  int cumulated_points[MOST], cumulated_wins[MOST], sums[MOST];
  PastRound rounds[PAST + ROUNDS];
};

// The room in which one tournament is played.
struct Room {
  union {
    Nodes nodes;
    Sight sights[MOST];
    u32 where[MOST];
  };
  Scale scale;
  People people;
  u8 seats[MOST], other[MOST];
};

// Four numbers that are read at once.
struct alignas(16) Four {
  u32 a, b, c, d;
};
INLINE Four four_from(const u32* numbers) { return *(const Four*)numbers; }
// The keys of seeding lie between -KEY_BIAS and KEY_BIAS.
constexpr int KEY_BIAS = 1 << 25;

template <class Cell> struct Tournament {
  const Event& event;
  const Book& book;
  const double* handicap_chances;  // by size, White and Black
  const u8* pairs;
  const Tables<Cell>& tables;
  Room& room;
  Archive& archive;
  Cell* cells;
  const int lane;
  Solver<Cell> solver;
  u64 lots, results;

  INLINE int score(int i) const { return event.by_wins ? room.people.wins[i] : room.people.points[i]; }
  INLINE bool keeps_lots() const { return USES(event, USES_LOTS); }
  INLINE bool keeps_grading() const { return USES(event, GRADING); }
  INLINE bool keeps_history() const { return USES(event, USES_HISTORY); }

  // Play one tournament; with nothing to do only keep in step with the other groups.
  INLINE int play(u64 number, i64 t, const Told& told, bool idle) {
    lots = key_of((u64)event.seed, LOTS, number);
    results = key_of((u64)event.seed, RESULTS, number);
    int verdict = idle ? AGAIN : DONE;
    if (!idle) begin();
    LOOP(int r = 0; r < event.rounds; ++r) verdict = play_round(r, t, told, verdict);
    if (verdict != DONE) return verdict;
    const int n = event.players;
    MINE(i, n) {
      told.final[t * n + i] = (i16)score(i);
      if (told.wins) told.wins[t * n + i] = (i16)(won_games(i) - won_games_before(i));
    }
    together();
    return DONE;
  }

  // What games have brought, not counting byes and absences.
  INLINE int won_games(int i) const {
    return room.people.wins[i] - rounded_down(room.people.free_wins[i], event.unit);
  }
  INLINE int won_games_before(int i) const { return book.wins[i] - rounded_down(book.free_wins[i], event.unit); }

  // ---- before the first round ----

  INLINE void begin() {
    const int n = event.players;
    People& people = room.people;
    MINE(i, n) {
      people.met[i] = book.met[i];
      people.points[i] = (i16)book.points[i];
      people.wins[i] = (i16)book.wins[i];
      people.free_points[i] = (i16)book.free_points[i];
      people.free_wins[i] = (i16)book.free_wins[i];
      people.balance[i] = (i8)book.balance[i];
      people.last[i] = (i8)book.last[i];
      people.ups[i] = (u8)book.ups[i];
      people.downs[i] = (u8)book.downs[i];
      people.byes[i] = (u8)book.byes[i];
      if (keeps_grading()) {
        archive.grading.surplus[i] = book.surplus[i];
        archive.grading.beaten[i] = (i16)book.beaten[i];
        archive.grading.lost_to[i] = (i16)book.lost_to[i];
      }
      if (keeps_history()) {
        LOOP(int kind = 0; kind < CREDITS; ++kind) archive.credits[kind][i] = (i16)book.credits[kind][i];
        archive.cumulated_points[i] = book.cumulated_points[i];
        archive.cumulated_wins[i] = book.cumulated_wins[i];
        LOOP(int k = 0; k < event.gone; ++k) {
          archive.rounds[k].opponents[i] = book.opponents[k][i];
          archive.rounds[k].stones[i] = book.stones[k][i];
          archive.rounds[k].results[i] = book.results[k][i];
          archive.rounds[k].shares[i] = book.shares[k][i];
        }
      }
    }
    draw_others(lots, n);
    MINE(i, n) people.line[i] = (u8)shuffled(i, n);
    together();
    if (lane == 0) end_open_games();
    together();
  }

  // With whom each place is swapped when so many are shuffled.
  INLINE void draw_others(u64 key, int count) {
    together();
    MINE(at, count) room.other[at] = (u8)below(mixed(key, (u64)at), at + 1);
    together();
  }

  // Where the shuffle takes who stands at a place.
  INLINE int shuffled(int place, int count) const {
    LOOP(int at = count - 1; at > 0; --at) {
      int other = room.other[at];
      place = place == at ? other : place == other ? at : place;
    }
    return place;
  }

  INLINE void end_open_games() {
    People& people = room.people;
    LOOP(int game = 0; game < event.pending; ++game) {
      int white = event.open_games[game][0], black = event.open_games[game][1];
      int k = event.open_games[game][3];
      int winner = white_wins(white, black, event.open_games[game][2]) ? white : black;
      people.points[winner] += POINT;
      people.wins[winner] += POINT;
      if (keeps_grading()) {
        note_grades(white, black, white == winner);
        note_grades(black, white, black == winner);
      }
      if (keeps_history()) {
        archive.cumulated_points[winner] += POINT * (event.gone - k);
        archive.cumulated_wins[winner] += POINT * (event.gone - k);
        archive.rounds[k].results[winner] = archive.rounds[k].shares[winner] = POINT;
      }
    }
  }

  // Remember what a game of i says about the grades.
  INLINE void note_grades(int i, int j, bool won) {
    Grading& grading = archive.grading;
    grading.surplus[i] += (won ? GAME : 0) - book.expected[i][j];
    if (won) grading.beaten[i] = (i16)larger((int)grading.beaten[i], book.grade[j]);
    else grading.lost_to[i] = (i16)smaller((int)grading.lost_to[i], book.grade[j]);
  }

  INLINE bool white_wins(int white, int black, int handicap) const {
    double chance = book.chances[white][black];
    if (handicap > 0 && event.layers > 0)
      chance = handicap_chances[((smaller(handicap, event.layers) - 1) * event.players + white) * event.players + black];
    return game_share(results, white, black) < chance;
  }

  // ---- the order of seeding ----

  INLINE bool needs_order(int r) const {
    if (r == 0) return true;
    LOOP(int k = 0; k < CRITERIA; ++k) {
      int criterion = event.criteria[r][k];
      if (criterion < NO_CRITERION || criterion != event.criteria[r - 1][k]) return true;
    }
    return false;
  }

  // Sort by the last criterion first; equal players stay in the order by lot.
  INLINE void order_players(int r) {
    const int n = event.players;
    People& people = room.people;
    int rank[EACH];
    HELD(k, i, n) rank[k] = i < n ? people.line[i] : 0;
    LOOP(int k = CRITERIA - 1; k >= 0; --k) {
      int criterion = event.criteria[r][k];
      if (criterion == NO_CRITERION) continue;
      if (keeps_history() && (criterion == SOSOS_POINTS || criterion == SOSOS_WINS)) fill_sums(criterion, r);
      int key[EACH];
      HELD(a, i, n) key[a] = i < n ? key_of_player(criterion, i, r) : 0;
      together();
      // Higher keys first, then the rank so far: both in one number to compare.
      u32 own[EACH];
      HELD(a, i, n) {
        own[a] = (u32)(key[a] + KEY_BIAS) << 6 | (u32)(MOST - 1 - rank[a]);
        if (i < n) room.where[i] = own[a];
      }
      MINE(at, 4) if (n + at < MOST) room.where[n + at] = 0;
      together();
      HELD(a, i, n) rank[a] = 0;
      LOOP(int j = 0; j < n; j += 4) {
        const Four four = four_from(room.where + j);
        HELD(a, i, n) rank[a] += (four.a > own[a]) + (four.b > own[a]) + (four.c > own[a]) + (four.d > own[a]);
      }
      together();
    }
    HELD(k, i, n) if (i < n) people.order[i] = (u8)rank[k];
    together();
  }

  INLINE static bool goes_by_wins(int criterion) {
    return criterion == WINS || criterion == CUMULATED_WINS || criterion == SOS_WINS || criterion == SOSOS_WINS ||
           criterion == SODOS_WINS || criterion == SOS_WINS_BUT_ONE || criterion == SOS_WINS_BUT_TWO;
  }

  INLINE int key_of_player(int criterion, int i, int r) const {
    if (criterion >= 0) return book.fixed[criterion][i];
    bool by_wins = goes_by_wins(criterion);
    if (!keeps_history()) return own_score(i, by_wins);
    int rounds = event.gone + r;
    switch (criterion) {
      case POINTS: case WINS: return own_score(i, by_wins);
      case CUMULATED_POINTS: return archive.cumulated_points[i];
      case CUMULATED_WINS: return archive.cumulated_wins[i];
      case SOSOS_POINTS: case SOSOS_WINS: return sum_of_sums(i, by_wins, rounds);
      case EXPLOITS_TRIED: case EXPLOITS: return exploits(i, criterion == EXPLOITS, rounds);
      case CUP: return rounds_survived(i, rounds);
      case SOMS: case SODOMS: return aga_sum(i, criterion == SODOMS, rounds);
      case SODOS_POINTS: case SODOS_WINS: return sum_over_opponents(i, by_wins, true, 0, rounds);
      case SOS_POINTS_BUT_ONE: case SOS_WINS_BUT_ONE: return sum_over_opponents(i, by_wins, false, 1, rounds);
      case SOS_POINTS_BUT_TWO: case SOS_WINS_BUT_TWO: return sum_over_opponents(i, by_wins, false, 2, rounds);
      default: return sum_over_opponents(i, by_wins, false, 0, rounds);
    }
  }

  INLINE int own_score(int i, bool by_wins) const { return by_wins ? room.people.wins[i] : room.people.points[i]; }
  INLINE int own_start(int i, bool by_wins) const { return by_wins ? 0 : book.start[i]; }

  INLINE void fill_sums(int criterion, int r) {
    MINE(i, event.players) archive.sums[i] = sum_over_opponents(i, goes_by_wins(criterion), false, 0, event.gone + r);
    together();
  }

  // What a score counts for in the sums of the opponents.
  INLINE int seen_score(int i, bool by_wins) const {
    int score = own_score(i, by_wins);
    if (event.seen == WITH_AGA_CREDIT) score += archive.credits[OF_AGA][i];
    if (event.seen == HALF_FOR_UNPLAYED) score += archive.credits[by_wins ? HALVES_OF_WINS : HALVES_OF_POINTS][i];
    return score;
  }

  // The lowest entries are left out, at most two.
  INLINE int sum_over_opponents(int i, bool by_wins, bool defeated, int left_out, int rounds) const {
    int total = 0, lowest = 0, second = 0;
    LOOP(int k = 0; k < rounds; ++k) {
      int j = archive.rounds[k].opponents[i], entry, portion;
      if (j >= 0) {
        entry = seen_score(j, by_wins) + (by_wins ? 0 : POINT * archive.rounds[k].stones[i]);
        portion = archive.rounds[k].shares[i];
      } else {
        entry = entry_without_opponent(i, j, by_wins, rounds);
        int how = event.stand_in;
        portion = j == BYE && (how == ONE_BELOW || how == LIKE_MACMAHON || how == PHANTOM) ? POINT : 0;
      }
      if (k == 0 || entry < lowest) {
        second = lowest;
        lowest = entry;
      } else if (k == 1 || entry < second) {
        second = entry;
      }
      total += defeated ? entry * portion : entry;
    }
    if (left_out > 0 && rounds > 0) total -= lowest;
    if (left_out > 1 && rounds > 1) total -= second;
    return total;
  }

  INLINE int entry_without_opponent(int i, int how, bool by_wins, int rounds) const {
    const int stand_in = event.stand_in;
    if (stand_in == NOTHING || stand_in == DUMMY || (stand_in == OWN_SCORE_OF_BYE && how != BYE)) return 0;
    if (stand_in == OWN_SCORE || stand_in == OWN_SCORE_OF_BYE || (stand_in == LIKE_MACMAHON && how == UNPAIRED)) return own_score(i, by_wins);
    if ((stand_in == ONE_BELOW || stand_in == LIKE_MACMAHON) && how == BYE) return own_score(i, by_wins) - POINT;
    if (stand_in == PHANTOM) return phantom(i, by_wins, rounds);
    return own_start(i, by_wins);
  }

  // AGA: a phantom started where the player did and won half of the rounds.
  INLINE int phantom(int i, bool by_wins, int rounds) const { return own_start(i, by_wins) + HALF * rounds; }

  // The scores of all who have had a bye: the SOS of the dummy whom they met.
  INLINE int sum_over_byes(bool by_wins, int rounds) const {
    int total = 0;
    LOOP(int k = 0; k < rounds; ++k)
      LOOP(int i = 0; i < event.players; ++i)
        if (archive.rounds[k].opponents[i] == BYE) total += seen_score(i, by_wins);
    return total;
  }

  // The wins of opponents, times how much stronger they are than the handicap makes up for.
  INLINE int exploits(int i, bool won_only, int rounds) const {
    int total = 0;
    LOOP(int k = 0; k < rounds; ++k) {
      int j = archive.rounds[k].opponents[i];
      if (j < 0 || (won_only && archive.rounds[k].results[i] != POINT)) continue;
      int apart = book.grade[i] - book.grade[j];
      total += smaller(GREATEST_EXPLOIT, larger(0, archive.rounds[k].stones[i] - apart + 1)) * room.people.wins[j];
    }
    return total;
  }

  // How many rounds a player won, at least half, or sat out before the first that was lost or missed.
  INLINE int rounds_survived(int i, int rounds) const {
    LOOP(int k = 0; k < rounds; ++k) {
      int j = archive.rounds[k].opponents[i];
      if (j != BYE && (j < 0 || archive.rounds[k].results[i] == 0)) return k;
    }
    return rounds;
  }

  // AGA: opponents' points with their credits, or the phantom's.
  INLINE int aga_sum(int i, bool defeated, int rounds) const {
    int total = 0;
    LOOP(int k = 0; k < rounds; ++k) {
      int j = archive.rounds[k].opponents[i], entry = phantom(i, false, rounds), portion = j == BYE ? POINT : 0;
      if (j >= 0) {
        entry = room.people.points[j] + archive.credits[OF_AGA][j];
        portion = archive.rounds[k].results[i];
      }
      total += defeated ? entry * portion : entry;
    }
    return total;
  }

  INLINE int sum_of_sums(int i, bool by_wins, int rounds) const {
    int total = 0;
    LOOP(int k = 0; k < rounds; ++k) {
      int j = archive.rounds[k].opponents[i];
      if (j >= 0) total += archive.sums[j];
      else if (event.stand_in == DUMMY) total += j == BYE ? sum_over_byes(by_wins, rounds) : 0;
      else if (event.stand_in == OWN_SCORE || (event.stand_in == LIKE_MACMAHON && j != AWAY) ||
               (event.stand_in == ONE_BELOW && j == BYE))
        total += archive.sums[i];
      else if (event.stand_in == PHANTOM) total += phantom(i, by_wins, rounds) * rounds;
      else if (event.stand_in != NOTHING && event.stand_in != OWN_SCORE_OF_BYE) total += own_start(i, by_wins) * rounds;
    }
    return total;
  }

  // Everybody's place among those who play and are of the same group, and the group's size.
  INLINE void fill_places(u64 playing) {
    const int n = event.players;
    People& people = room.people;
    MINE(i, n) {
      u32 group = (u32)(score(i) + SCORE_BIAS) >> 2;
      room.where[i] = playing >> i & 1 ? group << 8 | people.order[i] : ~0u;
    }
    MINE(at, 4) if (n + at < MOST) room.where[n + at] = ~0u;
    together();
    MINE(i, n) {
      u32 first = (u32)(score(i) + SCORE_BIAS) >> 2 << 8, own = first | people.order[i], last = first | 255;
      int lower = 0, before = 0, upto = 0;
      LOOP(int j = 0; j < n; j += 4) {
        const Four four = four_from(room.where + j);
        lower += (four.a < first) + (four.b < first) + (four.c < first) + (four.d < first);
        before += (four.a < own) + (four.b < own) + (four.c < own) + (four.d < own);
        upto += (four.a <= last) + (four.b <= last) + (four.c <= last) + (four.d <= last);
      }
      people.place[i] = (u8)(before - lower);
      people.size[i] = (u8)(upto - lower);
    }
    together();
  }

  // ---- one round ----

  // What is to be settled in a round before it is played.
  struct Draw {
    u64 fallen, playing, waiting;
    int bye, seated, lowest_score;
    bool odd, rescue;
  };

  // Groups do the same at the same time: where they run different code they wait for instructions.
  INLINE int play_round(int r, i64 t, const Told& told, int verdict) {
    Draw draw;
    if (verdict == DONE) draw = prepare_round(r, t, told);
    bool searching = verdict == DONE;
    do {
      if (searching && !price_pairs(r, draw)) {
        verdict = REFUSED;
        searching = false;
      }
      all_in_step();
      if (searching) searching = try_again(draw, verdict);
    } while (any_in_step(searching));
    if (verdict != DONE) return verdict;
    if (told.totals) note_total(t, r, draw, told);
    play_games(r, t, draw, told);
    return DONE;
  }

  INLINE Draw prepare_round(int r, i64 t, const Told& told) {
    const int n = event.players;
    const u64 fallen = mixed(lots, (u64)(event.gone + r)), playing = event.present[r];
    if (needs_order(r)) order_players(r);
    fill_places(playing);
    if (keeps_lots()) {
      u64 lots_of_pairs = mixed(fallen, LOTS_OF_PAIRS);
      MINE(i, n) archive.lots[i] = mixed(lots_of_pairs, (u64)i);
    }
    if (keeps_grading()) {
      Grading& grading = archive.grading;
      MINE(i, n) grading.wanted[i] = wanted_grades(grading.surplus[i], grading.beaten[i], grading.lost_to[i]);
    }
    note_places(t, r, told);
    int lowest_score = 0;
    if (USES(event, USES_ODD) || USES(event, USES_TIERS)) lowest_score = lowest_with_fewest_byes(playing);
    return {fallen, playing, playing, NOBODY, 0, lowest_score, USES(event, USES_ODD) && (count_of(playing) & 1), false};
  }

  INLINE bool price_pairs(int r, Draw& draw) {
    draw.bye = draw.odd ? first_in_line(draw.waiting) : NOBODY;
    draw.seated = take_seats(r, draw);
    if (!fill_costs(r, draw)) return false;
    if constexpr (sizeof(Cell) == 8) {
      if (draw.rescue) allow_barred_pairs(event, solver.costs, draw.seated, lane);
    }
    together();
    return true;
  }

  // Match; whether another bye or the rescue has to be tried. Where no bye leaves a field that can be paired, as
  // few as possible stay unpaired.
  INLINE bool try_again(Draw& draw, int& verdict) {
    const bool perfect = draw.seated == 0 || solver.solve();
    if (sizeof(Cell) == 8 && draw.seated && solver.strained) {
      verdict = DOUBTFUL;
      return false;
    }
    if (draw.rescue || perfect) return false;
    if (draw.bye != NOBODY) draw.waiting &= ~bit(draw.bye);
    if (draw.bye != NOBODY && draw.waiting) return true;
    if (sizeof(Cell) == 4) {
      verdict = AGAIN;
      return false;
    }
    draw.waiting = draw.playing;
    draw.rescue = true;
    return true;
  }

  INLINE void note_places(i64 t, int r, const Told& told) {
    if (!told.before) return;
    const int n = event.players;
    MINE(i, n) {
      i64 at = (t * event.rounds + r) * n + i;
      told.before[at] = (i16)score(i);
      told.places[at] = room.people.place[i];
      told.sizes[at] = room.people.size[i];
    }
  }

  // The lowest score of those who have sat out least often, from SCORE_BIAS on.
  INLINE int lowest_with_fewest_byes(u64 playing) const {
    u32 found = ~0u;
    MINE(i, event.players) if (playing >> i & 1)
      found = smaller(found, (u32)room.people.byes[i] << 16 | (u32)(score(i) + SCORE_BIAS));
    return (int)(least_u32(found) & 0xffff);
  }

  // Who has the bye: the lowest key, then the lowest rating or the last place, then the last in line.
  INLINE int first_in_line(u64 waiting) const {
    const People& people = room.people;
    i64 found = FAR;
    MINE(i, event.players) if (waiting >> i & 1) {
      i64 key, then;
      if (event.like_gotha) {
        int worth = event.by_wins ? book.grade[i] + 40 * (people.wins[i] >> 2) : score(i) >> 1;
        key = (1 << 20) + worth + 1000 * people.byes[i];
        then = MOST - people.place[i];
      } else {
        key = (i64)people.byes[i] << 16 | (score(i) + SCORE_BIAS);
        then = book.rated[i];
      }
      found = smaller(found, key << 24 | then << 14 | (i64)(MOST - people.line[i]) << 7 | i);
    }
    return (int)(least(found) & 127);
  }

  // Shuffle those who play to the front; who sits out has the seat behind them.
  INLINE int take_seats(int r, const Draw& draw) {
    const int n = event.players, bye = draw.bye;
    const u64 playing = draw.playing;
    u64 taking = bye == NOBODY ? playing : playing & ~bit(bye);
    int seated = count_of(taking);
    draw_others(draw.fallen, seated);
    int place[EACH];
    HELD(k, i, n) place[k] = i < n ? count_of(taking & first_bits(i)) : 0;
    LOOP(int at = seated - 1; at > 0; --at) {
      const int other = room.other[at];
      HELD(k, i, n) place[k] = place[k] == at ? other : place[k] == other ? at : place[k];
    }
    together();
    HELD(k, i, n) if (i < n) room.other[i] = (u8)place[k];
    together();
    MINE(i, n) if (playing >> i & 1) {
      const int seat = i == bye ? seated : room.other[i];
      room.seats[seat] = (u8)i;
      room.sights[seat] = sight_of(i, r);
    }
    together();
    return seated;
  }

  INLINE int level_of(int i) const {
    return event.levels_by_score ? (score(i) >> 2) + event.zero : book.grade[i];
  }

  INLINE Sight sight_of(int i, int r) const {
    const People& people = room.people;
    int own = score(i), balance = people.balance[i], last = people.last[i];
    int ups = people.ups[i], downs = people.downs[i];
    int reached = event.exempt_by_grade ? POINT * book.grade[i] + people.wins[i] : own;
    u32 exempt = book.start[i] >= event.exempt[r][0] || people.wins[i] >= event.exempt[r][1] || reached >= event.exempt[r][2];
    u32 traits = (u32)i | (u32)book.always_even[i] << 6 | exempt << 7;
    traits |= (u32)(colour_cost(balance, last, 1) | colour_cost(balance, last, -1) << 2) << 8;
    traits |= (u32)((downs > 0) | (ups > downs) << 1 | (ups > 0) << 2 | (downs > ups) << 3) << 12;
    traits |= (u32)(smaller(level_of(i), event.threshold) + LEVEL_BIAS) << 19;
    u32 stand = (u32)(own + SCORE_BIAS) | (u32)people.place[i] << 16 | (u32)people.size[i] << 22;
    if (USES(event, FLOAT_PLACE)) {
      stand |= (u32)place_off(people.place[i], people.size[i], event.down_from) << 29;
      traits |= (u32)place_off(people.place[i], people.size[i], event.up_from) << 16;
    }
    Sight sight;
    sight.barred = book.never[i] | (event.rematches ? 0 : people.met[i]);
    sight.stand = stand;
    sight.traits = traits;
    return sight;
  }

  INLINE bool fill_costs(int r, const Draw& draw) {
    const int seated = draw.seated;
    solver.bind(cells, &room.nodes, seated, lane);
    const u8* pairs_now = pairs + bytes_of_pairs(event) / event.variants * event.variant[r];
    const Hall hall{event, book, pairs_now, room.sights, archive.lots, room.people.balance, room.people.points,
                    archive.grading.wanted, r, event.seeding[r]};
    bool fits = true;
    if constexpr (sizeof(Cell) == 8) {
      if (USES(event, USES_TIERS))
        fits = fill_tier_costs(hall, draw.lowest_score, solver.costs, seated, seated + (draw.bye != NOBODY), lane, room.scale);
      else if (USES(event, USES_GOTHA))
        fill_gotha_costs(hall, room.people.met, solver.costs, seated, lane);
      else
        fill_table_costs(hall, tables, solver.costs, seated, lane);
    } else {
      fill_table_costs(hall, tables, solver.costs, seated, lane);
    }
    MINE(a, seated) solver.costs.cell(a, a) = Costs<Cell>::absent();
    together();
    return fits;
  }

  INLINE void note_total(i64 t, int r, const Draw& draw, const Told& told) {
    i64 cost = draw.seated ? solver.total() / 2 : 0;
    if (draw.bye != NOBODY) cost += cost_of_bye(draw.bye, draw.lowest_score);
    if (event.base) cost = draw.seated / 2 * event.base - cost;
    if (lane == 0) told.totals[t * event.rounds + r] = draw.rescue ? 0 : cost;
  }

  INLINE i64 cost_of_bye(int bye, int lowest_score) const {
    int halves = half_points_above(score(bye) + SCORE_BIAS, lowest_score);
    if (USES(event, USES_GOTHA)) return 0;
    if (!USES(event, SCORE)) return 0;
    if (!USES(event, USES_TIERS)) return (i64)tables.score[smaller(halves, HALF_POINTS - 1)];
    int shift = room.scale.shift[SCORE];
    return ((halves * halves + (1 << shift) - 1) >> shift) * room.scale.weight[SCORE];
  }

  // ---- colours, handicaps and results ----

  INLINE void play_games(int r, i64 t, const Draw& draw, const Told& told) {
    const int n = event.players, seated = draw.seated, bye = draw.bye;
    const u64 playing = draw.playing;
    People& people = room.people;
    MINE(i, n) room.where[i] = playing >> i & 1 ? UNPAIRED & 255 : AWAY & 255;
    HELD(k, a, seated) if (a < seated) room.other[a] = (u8)solver.mate[k];
    together();
    if (bye != NOBODY && lane == 0) room.where[bye] = BYE & 255;
    // First all lanes look, then they write.
    MINE(a, seated) {
      int i = room.seats[a], mate = (i8)room.other[a];
      if (mate < 0) continue;
      int j = room.seats[mate];
      bool barred = (book.never[i] | (event.rematches ? 0 : people.met[i])) >> j & 1;
      if (!barred) room.where[i] = (u32)(j | game_of(i, j, draw.fallen) << 8);
    }
    together();
    const i64 line = (t * event.rounds + r) * n;
    MINE(i, n) {
      int found = (int)room.where[i], j = (i8)(found & 255), game = found >> 8;
      if (j >= 0) note_game(i, j, game, r);
      else sit_out(i, j);
      if (told.opponents) {
        told.opponents[line + i] = (i8)j;
        told.colours[line + i] = (i8)(j < 0 ? 0 : game & WHITE ? 1 : -1);
        told.handicaps[line + i] = (i8)(game >> HANDICAP_BITS);
      }
      if (keeps_history()) archive.rounds[event.gone + r].opponents[i] = (i8)j;
    }
    together();
    if (keeps_history()) {
      MINE(i, n) {
        archive.cumulated_points[i] += people.points[i];
        archive.cumulated_wins[i] += people.wins[i];
      }
      together();
    }
  }

  enum { WON = 1, WHITE = 2, UP = 4, DOWN = 8, HANDICAP_BITS = 4 };

  // The game of i and j as i sees it.
  INLINE int game_of(int i, int j, u64 fallen) const {
    const People& people = room.people;
    int low = smaller(i, j), high = larger(i, j), handicap = 0;
    int level = level_of(low), other = level_of(high);
    if (USES(event, USES_HANDICAPS))
      handicap = handicap_size(smaller(level, event.threshold), smaller(other, event.threshold),
                               book.always_even[low] | book.always_even[high], event);
    int side;  // 1 if the lower number has White
    if (handicap > 0) side = level > other ? 1 : -1;
    else if (event.nigiri) side = game_share(fallen, low, high) < 0.5 ? 1 : -1;
    else if (people.balance[low] != people.balance[high]) side = people.balance[low] < people.balance[high] ? 1 : -1;
    else if (people.last[low] != people.last[high]) side = people.last[low] < people.last[high] ? 1 : -1;
    else side = game_share(fallen, low, high) < 0.5 ? 1 : -1;
    int white = side > 0 ? low : high, black = side > 0 ? high : low;
    bool won = white_wins(white, black, handicap) == (white == i);
    int own = score(i) >> 2, theirs = score(j) >> 2;
    return (won ? WON : 0) | (white == i ? WHITE : 0) | (own < theirs ? UP : 0) | (own > theirs ? DOWN : 0) |
           handicap << HANDICAP_BITS;
  }

  INLINE void note_game(int i, int j, int game, int r) {
    People& people = room.people;
    int handicap = game >> HANDICAP_BITS, colour = game & WHITE ? 1 : -1;
    if (handicap == 0 && !event.nigiri) {
      people.balance[i] += (i8)colour;
      people.last[i] = (i8)colour;
    }
    people.downs[i] += game & DOWN ? 1 : 0;
    people.ups[i] += game & UP ? 1 : 0;
    if (game & WON) {
      people.points[i] += POINT;
      people.wins[i] += POINT;
    }
    people.met[i] |= bit(j);
    if (keeps_grading()) note_grades(i, j, game & WON);
    if (keeps_history()) {
      archive.rounds[event.gone + r].stones[i] = (i8)(colour * event.placed[handicap]);
      archive.rounds[event.gone + r].results[i] = archive.rounds[event.gone + r].shares[i] = game & WON ? POINT : 0;
    }
  }

  // A unit is a power of two.
  INLINE static int rounded_down(int value, int unit) { return value & -unit; }

  // Points without a game, which may count in whole units only.
  INLINE void sit_out(int i, int why) {
    People& people = room.people;
    int points = why == BYE ? event.bye_points : why == AWAY ? event.absent_points : event.unpaired_points;
    int wins = why == BYE ? event.bye_wins : why == AWAY ? event.absent_wins : 0;
    int had_points = people.free_points[i], had_wins = people.free_wins[i];
    int more_points = rounded_down(had_points + points, event.unit) - rounded_down(had_points, event.unit);
    int more_wins = rounded_down(had_wins + wins, event.unit) - rounded_down(had_wins, event.unit);
    people.points[i] += (i16)more_points;
    people.wins[i] += (i16)more_wins;
    people.free_points[i] = (i16)(had_points + points);
    people.free_wins[i] = (i16)(had_wins + wins);
    if (why == BYE) ++people.byes[i];
    if (keeps_history()) {
      archive.credits[HALVES_OF_POINTS][i] += (i16)(HALF - more_points);
      archive.credits[HALVES_OF_WINS][i] += (i16)(HALF - more_wins);
      if (why != BYE) archive.credits[OF_AGA][i] += HALF;
    }
  }
};
