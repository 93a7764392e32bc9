// What becomes of a refused line when the page hears more about its table.

// "gone": the table has the result that was typed, or a later line of the same desk about it was saved; "settled": nobody
// has to choose between two results any more; "open": it still needs somebody. `board` is what the server says of the table
// at the version that is shown, `later` the entries that were made here about the same table after it.
export function becomes({ line, clash, version = 0 }, board, shownVersion, later) {
  if (!board || shownVersion < version) return "open";
  const isReplaced = later.some(({ state }) => state === "saved");
  if (!line.result) return isReplaced ? "gone" : "open";
  // Other players may sit there by now.
  if (board.id !== line.id || board.disputed) return "open";
  if (board.seen === line.result) return "gone";
  if (clash) return "settled";
  return isReplaced ? "gone" : "open";
}
