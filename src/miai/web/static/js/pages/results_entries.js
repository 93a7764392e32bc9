// The boards of the round that is shown, and the entries about them that the page does not show yet.
import { isHere } from "../lines.js";
import { boardAfter, isUnderWay } from "../logic/under_way.js";
import { entries } from "../outbox.js";

export const games = () => document.getElementById("games");
export const rowOf = (table) => document.getElementById(`t${table}`);

// The entries about tables of this round.
export function entriesHere() {
  return entries().filter((entry) => entry.line?.table && isHere(entry));
}

const shownVersion = () => Number(document.body.dataset.version);

export const isUnderWayHere = (entry) => isUnderWay(entry, shownVersion());

// A board with what was entered for it here.
export function boardOf(table) {
  // The row is newer than the list, which is there for the tables that are not shown.
  const known = JSON.parse(document.getElementById("typed")?.textContent || "{}")[table];
  if (!known) return undefined;
  const about = entriesHere().filter((entry) => entry.line.table === table);
  return boardAfter({ ...known, ...rowOf(table)?.dataset }, about, shownVersion());
}
