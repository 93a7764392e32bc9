// The row of a table shows what became of an entry about it: waiting, saved a moment ago, or refused with the reason.
import { keepStill } from "../still.js";
import { entriesHere, games, isUnderWayHere, rowOf } from "./results_entries.js";

function show() {
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
  for (const { reason, question, line } of refused)
    row.append(note("p", "by", `${line.text}: ${reason || document.getElementById("lines").dataset[question]}`));
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
