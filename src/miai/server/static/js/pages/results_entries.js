// The boards of the round that is shown, and the entries about them that the page does not show yet.
import { meaningOf } from "../line_words.js";
import { isHere } from "../lines.js";
import { boardAfter, isUnderWay } from "../logic/under_way.js";
import { entries } from "../outbox.js";

export const games = () => document.getElementById("games");
export const rowOf = (table) => document.getElementById(`t${table}`);

// The entries about tables of this round.
export function entriesHere() {
  return entries().filter((entry) => entry.line?.table && isHere(entry));
}

export const shownVersion = () => Number(document.body.dataset.version);

export const isUnderWayHere = (entry) => isUnderWay(entry, shownVersion());

// The row is newer than the list, which is there for the tables that are not shown.
const listed = () => JSON.parse(document.getElementById("typed")?.textContent || "{}");

// A board as the server knows it, as far as this page has heard.
const received = (known, table) => known && { ...known, ...rowOf(table)?.dataset };

export const boardFromServer = (table) => received(listed()[table], table);

// A board with what was entered for it here.
export const boardOf = (table) => boardWith(table, listed()[table], entriesHere());

function boardWith(table, known, entered) {
  if (!known) return undefined;
  const about = entered.filter((entry) => entry.line.table === table);
  return boardAfter(received(known, table), about, shownVersion(), meaningOf);
}

// All boards as they are shown at this moment, by table.
export function allBoards() {
  const entered = entriesHere();
  return new Map(Object.entries(listed()).map(([table, known]) => [Number(table), boardWith(Number(table), known, entered)]));
}
