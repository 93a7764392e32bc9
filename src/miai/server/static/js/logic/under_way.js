// Entries about tables that the page does not show yet.

// Whether the page, at its version, does not show what an entry says: it waits, or what was saved has not come back.
export function isUnderWay({ state, version }, shownVersion) {
  return state === "waiting" || (state === "saved" && version > shownVersion);
}

// A board as somebody sees it who has just entered something for it: the last entry counts, sent or not, so that a second
// one is no conflict with the first.
export function boardAfter(board, about, shownVersion, meaningOf) {
  const last = about.findLast((entry) => isUnderWay(entry, shownVersion));
  return last ? { ...board, seen: last.line.result, now: meaningOf(last.line) } : board;
}
