// Tournaments on a GPU. Compiled also with USED where the rules are known (see event.h).
#include "tournament.h"
#include "work.cuh"

extern "C" {
__constant__ Event the_event;
}

INLINE int bytes_of_tables() { return USES(the_event, USES_TIERS) ? 0 : rounded_up(sizeof(Tables<CELL>)); }

INLINE int bytes_of_archive() {
  if (USES(the_event, USES_HISTORY))
    return rounded_up((int)(sizeof(Archive) - sizeof(PastRound) * (PAST + ROUNDS - the_event.gone - the_event.rounds)));
  if (USES(the_event, GRADING)) return rounded_up((int)(sizeof(u64) * MOST + sizeof(Grading)));
  return USES(the_event, USES_LOTS) ? (int)sizeof(u64) * MOST : 0;
}

// The bytes that a block and a warp need, and the sizes of the records.
extern "C" __global__ void measure_rooms(int n, int* bytes) {
  int cells = rounded_up(Costs<CELL>::room(n) * (int)sizeof(CELL));
  bytes[0] = bytes_of_tables() + rounded_up(bytes_of_pairs(the_event));
  bytes[1] = rounded_up(sizeof(Room)) + bytes_of_archive() + cells;
  bytes[2] = sizeof(Event);
  bytes[3] = sizeof(Book);
}

// Play the tournaments numbered from `first` on, or those that are wanted.
extern "C" __global__ void __launch_bounds__(THREADS, 1)
play_tournaments(const Book* __restrict__ book, const double* __restrict__ handicap_chances, i64 first, i64 count,
                 const i64* __restrict__ wanted, i8* opponents, i8* colours, i8* handicaps, i16* before, u8* places,
                 u8* sizes, i16* final, i16* wins, i64* totals, u8* verdicts, u64* counter) {
  extern __shared__ __align__(16) unsigned char shared[];
  const int n = the_event.players, lane = this_lane(), warp = threadIdx.x >> 5;
  Tables<CELL>& tables = *(Tables<CELL>*)shared;
  u8* pairs = shared + bytes_of_tables();
  if (!USES(the_event, USES_TIERS)) tables.fill(the_event, *book, threadIdx.x, blockDim.x);
  fill_pairs(pairs, the_event, *book, threadIdx.x, blockDim.x);
  __syncthreads();
  const int cells = rounded_up(Costs<CELL>::room(n) * (int)sizeof(CELL)), archive = bytes_of_archive();
  unsigned char* own = pairs + rounded_up(bytes_of_pairs(the_event)) + (rounded_up(sizeof(Room)) + archive + cells) * warp;
  Room& room = *(Room*)own;
  CELL* costs = (CELL*)(own + rounded_up(sizeof(Room)));
  Archive& past = *(Archive*)(own + rounded_up(sizeof(Room)) + cells);
  const Told told{opponents, colours, handicaps, before, places, sizes, final, wins, totals};
  LOOP(;;) {
    const i64 at = next_of(counter, lane);
    const bool idle = at >= count;
    if (!any_in_step(!idle)) return;
    Tournament<CELL> tournament{the_event, *book, handicap_chances, pairs, tables, room, past, costs, lane, {}, 0, 0};
    const int verdict = tournament.play((u64)(!wanted ? first + at : idle ? 0 : wanted[at]), at, told, idle);
    if (lane == 0 && !idle) verdicts[at] = (u8)verdict;
  }
}
