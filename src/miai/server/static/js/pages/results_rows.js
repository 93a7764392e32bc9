// The row of a table shows what became of an entry about it: waiting, saved a moment ago, or refused with the reason.
import { meaningOf, reasonOf } from "../line_words.js";
import { becomes } from "../logic/settled_line.js";
import { change, dismiss } from "../outbox.js";
import { keepStill } from "../still.js";
import { boardFromServer, entriesHere, games, isUnderWayHere, rowOf, shownVersion } from "./results_entries.js";

// A refused line goes when its table has the result that was typed, and asks nothing more when somebody settled the table.
function settle() {
  const here = entriesHere();
  for (const entry of here.filter(({ state }) => state === "refused")) {
    const later = here.slice(here.indexOf(entry) + 1).filter(({ line }) => line.table === entry.line.table);
    const next = becomes(entry, boardFromServer(entry.line.table), shownVersion(), later);
    if (next === "gone") dismiss(entry.id);
    if (next === "settled") change(entry.id, { clash: false, choices: [], words: withoutChoices(entry.words) });
  }
}

function withoutChoices(words = {}) {
  return Object.fromEntries(Object.entries(words).map(([language, said]) => [language, { ...said, choices: [] }]));
}

let settling = false;

function show() {
  // What is dismissed tells this page that its entries have changed.
  if (settling) return;
  settling = true;
  settle();
  settling = false;
  const changed = clear();
  const open = entriesHere().filter((entry) => isUnderWayHere(entry) || entry.state === "refused");
  for (const table of new Set(open.map(({ line }) => line.table))) mark(rowOf(table), open.filter(({ line }) => line.table === table));
  if (changed || open.length) keepStill();
}

function clear() {
  const marked = games()?.querySelectorAll(".waiting, .refused, .meant, .entry-state") ?? [];
  for (const each of marked) {
    if (each.matches(".entry-state")) each.remove();
    else each.classList.remove("waiting", "refused", "meant");
  }
  return marked.length > 0;
}

function mark(row, about) {
  if (!row) return;
  const { dataset } = document.getElementById("entry");
  const underWay = about.findLast(isUnderWayHere);
  const refused = about.filter(({ state }) => state === "refused");
  if (underWay) {
    row.classList.add("waiting");
    row.querySelector(`.who[value$=" ${underWay.line.result}"]`)?.classList.add("meant");
    row.append(note("span", "pending", dataset[underWay.state]));
  }
  if (refused.length) row.classList.add("refused");
  for (const entry of refused) row.append(note("p", "by", `${entry.line.text || meaningOf(entry.line)}: ${reasonOf(entry)}`));
}

function note(tag, kind, text) {
  const element = document.createElement(tag);
  element.className = `${kind} entry-state`;
  element.textContent = text;
  element.toggleAttribute("data-own", true);
  return element;
}

document.addEventListener("miai:entries", show);
document.addEventListener("miai:refreshed", show);
show();
