// The box for results: it says what it understood; Enter empties it and queues the line, whatever becomes of it.
import { inField } from "../keys.js";
import { explained, filled, typedResult } from "../logic/typed_result.js";
import { entries, refuse, send, takeBack } from "../outbox.js";
import { boardOf, games, rowOf } from "./results_entries.js";

const body = document.body;
const box = () => document.getElementById("line");
const form = () => document.getElementById("entry");
const said = () => document.getElementById("said");
const read = (text) => typedResult(text, JSON.parse(form().dataset.tokens));

// What was understood -------------------------------------------------------------

function stone(colour, name) {
  const drawn = document.createElement("span");
  drawn.className = `stone ${colour}`;
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", name);
  return drawn;
}

// A sentence with the winner in bold; names go in as text, never as markup.
function sentence(parts) {
  return parts.map((part) => {
    const winner = part.place === "winner";
    const element = document.createElement(winner ? "b" : "span");
    if (!winner) element.className = "quiet";
    element.textContent = part.text;
    return element;
  });
}

// The sentence about a line, in parts, and whether it can be entered.
function meaningOf(entry, board) {
  const { dataset } = said();
  if (!entry) return { parts: filled(dataset.odd, {}), complete: false };
  if (!board) return { parts: filled(dataset.none, { table: entry.table }), complete: false };
  const { sentence: name, winner, complete } = explained(entry.meaning);
  const values = { ...board, winner: board[winner], loser: winner === "white" ? board.black : board.white };
  return { parts: filled(dataset[name], values), winner, complete };
}

function show() {
  for (const row of document.querySelectorAll(".game.on:not(:has([aria-expanded])), .game .aim")) row.classList.remove(row.matches(".aim") ? "aim" : "on");
  if (!said()) return;
  const text = box().value;
  const entry = read(text);
  const board = entry && boardOf(entry.table);
  said().replaceChildren(...(text.trim() ? words(meaningOf(entry, board), board) : []));
  if (board) pointOut(rowOf(entry.table), explained(entry.meaning).winner);
}

// The row that is meant, and the name in it that would win.
function pointOut(row, winner) {
  row?.classList.add("on");
  if (winner) row?.querySelector(`.who[value$=" ${winner}"]`)?.classList.add("aim");
  row?.scrollIntoView({ block: "nearest" });
}

function words({ parts, winner, complete }, board) {
  const { dataset } = said();
  const told = sentence(parts);
  if (winner) told.unshift(stone(winner[0], dataset[winner]), " ");
  if (complete) {
    const key = document.createElement("kbd");
    key.textContent = "↵";
    told.push(" ", key);
  }
  if (board?.now && complete) {
    const now = document.createElement("small");
    now.className = "quiet now";
    now.textContent = dataset.now.replace("{result}", board.now);
    told.push(now);
  }
  return told;
}

document.addEventListener("input", (event) => event.target === box() && show());
document.addEventListener("miai:refreshed", () => box()?.value && show());

// Enter, or a click on a name ------------------------------------------------------

// A line means what the page shows when it is entered: who has White there, and the result that was seen.
function enter(text, { clicked = false } = {}) {
  const entry = read(text);
  const board = entry && boardOf(entry.table);
  const { parts, complete } = meaningOf(entry, board);
  const told = parts.map((part) => part.text).join("");
  const { round } = games().dataset;
  const line = { kind: "result", text: text.trim(), round, clicked, correctable: !clicked };
  if (!complete) {
    refuse({ line: { ...line, table: board ? entry.table : undefined }, reason: told });
    return;
  }
  document.dispatchEvent(new CustomEvent("miai:entered", { detail: { table: entry.table } }));
  void send({
    action: `${form().dataset.action}?${new URLSearchParams({ seen: board.seen, white: board.id })}`,
    // The letters of a language may change until it is sent; these words mean the same in all.
    fields: Object.entries({ round, entry: `${entry.table} ${entry.meaning}` }),
    line: { ...line, text: clicked ? String(entry.table) : line.text, table: entry.table, result: entry.meaning, said: told },
  });
}

document.addEventListener("submit", (event) => {
  const isClick = event.target === games() && event.submitter?.name === "entry";
  if (event.target !== form() && !isClick) return;
  event.preventDefault();
  if (isClick) {
    enter(event.submitter.value, { clicked: true });
    return;
  }
  const text = box().value;
  box().value = "";
  show();
  if (text.trim()) enter(text);
}, true);

// Enter in the empty box means nothing; the browser's bubble would lie over the lines.
document.addEventListener("invalid", (event) => event.target === box() && event.preventDefault(), true);

document.addEventListener("miai:correct", ({ detail: { text } }) => text.trim() && enter(text));

// Keys in the empty box ---------------------------------------------------------------

// z takes back the last line that waits; one that may have been sent is undone after it has been saved.
function undoWaiting() {
  const last = entries().findLast(({ state, line }) => state === "waiting" && line);
  if (!last) return false;
  const undo = document.querySelector("#feed form [data-key=z]")?.form;
  if (!takeBack(last.id) && undo)
    void send({
      action: undo.getAttribute("action"),
      fields: [...new FormData(undo)],
      line: { kind: "undo", text: "z", said: form().dataset.undo, round: games().dataset.round },
    });
  return true;
}

document.addEventListener("keydown", (event) => {
  const keysOn = body.dataset.keys === "on" && !document.querySelector("dialog[open]");
  const command = event.ctrlKey || event.metaKey || event.altKey || event.isComposing;
  const inEmptyBox = event.target === box() && !box().value;
  if (event.key !== "z" || command || !keysOn || (inField(event.target) && !inEmptyBox)) return;
  if (undoWaiting()) {
    event.preventDefault();
    event.stopPropagation();
  }
}, true);

// In the empty box a letter that is a shortcut acts as it does outside of fields; any other letter is typed.
document.addEventListener("keydown", (event) => {
  if (event.target !== box() || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key === "Escape") {
    box().value = "";
    show();
  }
  if (box().value || !/^[a-z?]$/i.test(event.key) || body.dataset.keys !== "on") return;
  const isShortcut = !body.dispatchEvent(new KeyboardEvent("keydown", { key: event.key, bubbles: true, cancelable: true }));
  if (isShortcut) event.preventDefault();
});

if (box() && matchMedia("(pointer: fine)").matches && !location.hash) box().focus({ preventScroll: true });
