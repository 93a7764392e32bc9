// The same sources by a C++ compiler, for machines without a GPU: the tests compare them with the kernel.
#include <memory>
#include <vector>

#include "tournament.h"

#ifndef LANES_IN_TURN
template <class Work> static void in_step(Work work) { work(0); }
#endif

static int cells_of(int n) { return Costs<int>::room(n); }

template <class Cell> struct Site {
  Tables<Cell> tables;
  Room room;
  Archive archive;
  Cell cells[MOST * (MOST + 1) / 2 + 4];
  u8 pairs[3 * VARIANTS * MOST * MOST];
};

template <class Cell>
static void play_all(const Event& event, const Book& book, const double* handicap_chances, i64 first, i64 count,
                     const Told& told, u8* verdicts) {
  auto site = std::make_unique<Site<Cell>>();
  site->tables.fill(event, book, 0, 1);
  fill_pairs(site->pairs, event, book, 0, 1);
  for (i64 t = 0; t < count; ++t) {
    if (verdicts[t] == DONE) continue;
    in_step([&](int lane) {
      Tournament<Cell> tournament{event,      book,          handicap_chances, site->pairs, site->tables,
                                  site->room, site->archive, site->cells,      lane,        {},
                                  0,          0};
      int verdict = tournament.play((u64)(first + t), t, told, false);
      if (lane == 0) verdicts[t] = (u8)verdict;
    });
  }
}

template <class Cell>
static void match_all(const i64* costs, int n, i64 count, i8* mates, i64* totals) {
  std::vector<Cell> cells(cells_of(n));
  Nodes nodes;
  for (i64 at = 0; at < count; ++at) {
    const i64* matrix = costs + at * n * n;
    for (int u = 0, cell = 0; u < n; ++u)
      for (int v = 0; v <= u; ++v, ++cell) {
        bool absent = u == v || matrix[u * n + v] == 0x7fffffffffffffffll;
        cells[cell] = absent ? Costs<Cell>::absent() : Costs<Cell>::stored(matrix[u * n + v]);
      }
    in_step([&](int lane) {
      Solver<Cell> solver;
      solver.bind(cells.data(), &nodes, n, lane);
      solver.solve();
      i64 total = solver.total() / 2;
      HELD(k, v, n) if (v < n) mates[at * n + v] = (i8)solver.mate[k];
      if (lane == 0) totals[at] = total;
    });
  }
}

extern "C" {

// Play those of `count` tournaments that are not done; `wide` where prices need 64 bits.
void play_tournaments(const Event* event, const Book* book, const double* handicap_chances, int wide, i64 first,
                      i64 count, const Told* told, u8* verdicts) {
  if (wide) play_all<i64>(*event, *book, handicap_chances, first, count, *told, verdicts);
  else play_all<int>(*event, *book, handicap_chances, first, count, *told, verdicts);
}

// Match many matrices of n vertices; the largest i64 is an absent pair.
void match_many(const i64* costs, int n, int wide, i64 count, i8* mates, i64* totals) {
  if (wide) match_all<i64>(costs, n, count, mates, totals);
  else match_all<int>(costs, n, count, mates, totals);
}

int size_of_event() { return sizeof(Event); }
int size_of_book() { return sizeof(Book); }
}
