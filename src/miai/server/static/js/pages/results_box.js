// The box for results: it says what it understood; Enter empties it and queues the line, whatever becomes of it.
import { inField } from "../keys.js";
import { isHere } from "../lines.js";
import { ShownBoards } from "../logic/shown_boards.js";
import { explained, filled, typedResult } from "../logic/typed_result.js";
import { undoStep } from "../logic/undo_step.js";
import { entries, refuse, send, takeBack } from "../outbox.js";
import { allBoards, boardOf, games, rowOf } from "./results_entries.js";
import { bringIntoView } from "./results_view.js";

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

// Which sentence is about a line, with its values, and whether the line can be entered.
function meaningOf(entry, board) {
  if (!entry) return { name: "odd", values: { example: box().placeholder }, complete: false };
  if (!board) return { name: "none", values: { table: entry.table }, complete: false };
  const { sentence: name, winner, complete } = explained(entry.meaning);
  const { white, black } = board;
  const values = { white, black, winner: board[winner], loser: winner === "white" ? black : white };
  return { name, values, winner, complete };
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
  if (row) bringIntoView(row);
}

function words({ name, values, winner, complete }, board) {
  const { dataset } = said();
  // The sentences about a line that cannot be entered stand with the list of lines, which shows them too.
  const told = sentence(filled(dataset[name] ?? document.getElementById("lines").dataset[name], values));
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

document.addEventListener("input", (event) => {
  if (event.target !== box()) return;
  begin();
  show();
});
document.addEventListener("miai:refreshed", () => box()?.value && show());

// What was seen when an entry was begun ---------------------------------------------

// With the first key of a line in the box, or in the field that corrects a refused line.
const lineBegun = new ShownBoards();
const correctionBegun = new ShownBoards();
let corrected = null;
// When the pointer goes down on a name, and when the menu of a row is opened.
const clickBegun = new ShownBoards();
const menuBegun = new ShownBoards();
let menuTable = 0;

function begin() {
  if (box()?.value) lineBegun.begin(allBoards());
  else lineBegun.end();
}

document.addEventListener("focusin", ({ target }) => {
  if (target === corrected || !target.closest?.("#lines form input")) return;
  corrected = target;
  correctionBegun.end();
  correctionBegun.begin(allBoards());
});
document.addEventListener("pointerdown", ({ target }) => {
  clickBegun.end();
  if (target.closest?.("#games button")) clickBegun.begin(allBoards());
});

function watchMenu() {
  const opened = Number(document.querySelector(".game:has([aria-expanded])")?.id.slice(1) ?? 0);
  if (opened === menuTable) return;
  menuTable = opened;
  menuBegun.end();
  if (opened) menuBegun.begin(allBoards());
}

document.addEventListener("miai:refreshed", watchMenu);

// Whoever enters a result here, or chooses one of two, has seen it.
function noteEntered(table) {
  for (const begun of [lineBegun, correctionBegun, menuBegun]) begun.entered(table, boardOf(table));
}

document.addEventListener("miai:settled", ({ detail: { entry } }) => {
  if (entry.state === "saved" && entry.line?.table && isHere(entry)) noteEntered(entry.line.table);
});

// What somebody had seen of a table when they clicked there.
const seenAtClick = (table) => (table === menuTable && menuBegun.at(table)) || clickBegun.at(table);

// Enter, or a click on a name ------------------------------------------------------

// Send a line with what the page showed when it was begun: who had White there, and the result. `seenOf` gives the board
// of a table as it was shown then, if that is known.
function enter(text, seenOf, { clicked = false } = {}) {
  const entry = read(text);
  const board = entry && boardOf(entry.table);
  const { name, values, complete } = meaningOf(entry, board);
  const { round } = games().dataset;
  const line = { kind: "result", text: text.trim(), round, clicked, correctable: !clicked };
  if (!complete) {
    refuse({ line: { ...line, table: board ? entry.table : undefined, unread: { sentence: name, values } } });
    return;
  }
  const { table, meaning: result } = entry;
  const { seen, id } = seenOf(table) ?? board;
  document.dispatchEvent(new CustomEvent("miai:entered", { detail: { table } }));
  void send({
    action: `${form().dataset.action}?${new URLSearchParams({ seen, white: id })}`,
    // The letters of a language may change until it is sent; these words mean the same in all.
    fields: Object.entries({ round, entry: `${table} ${result}` }),
    line: { ...line, text: clicked ? "" : line.text, table, result, id, white: board.whiteShort, black: board.blackShort },
  });
  noteEntered(table);
}

document.addEventListener("submit", (event) => {
  const isClick = event.target === games() && event.submitter?.name === "entry";
  if (event.target !== form() && !isClick) return;
  event.preventDefault();
  if (isClick) {
    const row = event.submitter.closest(".game.done");
    // A correction below a later round leads to a page that asks.
    if (row && !("later" in games().dataset) && event.submitter.matches(".who:not(.won)") && !isConfirmed(event.submitter)) {
      ask(row, event.submitter);
      return;
    }
    enter(event.submitter.value, seenAtClick, { clicked: true });
    clickBegun.end();
    return;
  }
  const text = box().value;
  box().value = "";
  show();
  if (text.trim()) enter(text, (table) => lineBegun.at(table));
  lineBegun.end();
}, true);

// A second click on a saved result asks first, in the row and in the same height.
let confirmed = null;

function isConfirmed(button) {
  const was = confirmed === button.value;
  confirmed = null;
  return was;
}

function ask(row, button) {
  row.querySelector(".ask")?.remove();
  const { dataset } = games();
  const { white, black, now } = boardOf(Number(row.id.slice(1)));
  const [winner, loser] = button.value.endsWith("white") ? [white, black] : [black, white];
  const then = filled(said().dataset.wins, { winner, loser }).map(({ text }) => text).join("");
  const question = document.createElement("div");
  question.className = "ask";
  question.toggleAttribute("data-own", true);
  const asked = document.createElement("p");
  asked.setAttribute("role", "alert");
  asked.textContent = dataset.change.replace("{now}", now).replace("{then}", then);
  const change = answer(dataset.yes, "btn sm primary", () => {
    confirmed = button.value;
    close(row);
    button.form.requestSubmit(button);
  });
  question.append(asked, change, answer(dataset.no, "btn sm", () => close(row)));
  row.append(question);
  change.focus({ preventScroll: true });
}

function answer(text, kind, act) {
  const element = document.createElement("button");
  element.type = "button";
  element.className = kind;
  element.textContent = text;
  element.addEventListener("click", act);
  return element;
}

function close(row) {
  row.querySelector(".ask")?.remove();
  row.querySelector(".who")?.focus({ preventScroll: true });
}

document.addEventListener("keydown", (event) => {
  const row = event.key === "Escape" && event.target.closest?.(".game:has(.ask)");
  if (row) close(row);
});

// Enter in the empty box means nothing; the browser's bubble would lie over the lines.
document.addEventListener("invalid", (event) => event.target === box() && event.preventDefault(), true);

document.addEventListener("miai:correct", ({ detail: { text } }) => {
  if (text.trim()) enter(text, (table) => correctionBegun.at(table));
  correctionBegun.end();
});

// Keys in the empty box ---------------------------------------------------------------

// Take back or undo the last line of this page that waits; false where none does.
function undoWaiting() {
  const waiting = entries().filter((entry) => entry.state === "waiting" && entry.line && isHere(entry));
  const step = undoStep(waiting);
  if (step === "take back") takeBack(waiting.at(-1).id);
  const undo = document.querySelector("#feed form [data-key=z]")?.form;
  if (step === "send" && undo)
    void send({
      action: undo.getAttribute("action"),
      // What waits before it is not on the page yet.
      fields: [...new FormData(undo)].filter(([name]) => name !== "shown"),
      line: { kind: "undo", text: "z", round: games().dataset.round },
    });
  return step !== "press";
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
    begin();
    show();
  }
  if (box().value || !/^[a-z?]$/i.test(event.key) || body.dataset.keys !== "on") return;
  const isShortcut = !body.dispatchEvent(new KeyboardEvent("keydown", { key: event.key, bubbles: true, cancelable: true }));
  if (isShortcut) event.preventDefault();
});

// A line may be typed after a click on a name or a button: its first digit goes to the box, and the others follow.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !/^\d$/.test(event.key)) return;
  if (!box() || body.dataset.keys !== "on" || inField(event.target) || document.querySelector("dialog[open]")) return;
  box().focus({ preventScroll: true });
});

// Somebody may have begun to type before this script was there.
begin();
watchMenu();
if (box() && matchMedia("(pointer: fine)").matches && !location.hash) box().focus({ preventScroll: true });
