// Results at the speed of typing: the box says what it understood before Enter; other desks' entries say whose they are.
import "../here.js";
import { explained, filled, typedResult } from "../logic/typed_result.js";
import { keepStill, moves } from "../still.js";

const STAYS = 8000;
const body = document.body;

const box = () => document.getElementById("line");
const said = () => document.getElementById("said");
const games = () => document.getElementById("games");
const rowOf = (table) => document.getElementById(`t${table}`);

// The row is newer than the list, which is there for the tables that are not shown.
function boardOf(table) {
  const board = JSON.parse(document.getElementById("typed")?.textContent || "{}")[table];
  return board && { ...board, ...rowOf(table)?.dataset };
}

// The page stays with its round, though the next one becomes the current one with the last result.
const address = new URL(location.href);
if (games() && !address.searchParams.has("round")) {
  address.searchParams.set("round", games().dataset.round);
  history.replaceState(history.state, "", address);
}

// What was understood -------------------------------------------------------------

function stone(colour, name) {
  const drawn = document.createElement("span");
  drawn.className = `stone ${colour}`;
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", name);
  return drawn;
}

// A sentence with the winner in bold; names go in as text, never as markup.
function sentence(text, values) {
  return filled(text, values).map((part) => {
    const winner = part.place === "winner";
    const element = document.createElement(winner ? "b" : "span");
    if (!winner) element.className = "quiet";
    element.textContent = part.text;
    return element;
  });
}

function show() {
  for (const row of document.querySelectorAll(".game.on, .game .aim")) row.classList.remove(row.matches(".aim") ? "aim" : "on");
  const place = said();
  const form = document.getElementById("entry");
  if (!place || !form) return;
  const text = box().value;
  const entry = typedResult(text, JSON.parse(form.dataset.tokens));
  const board = entry && boardOf(entry.table);
  form.action = `${form.dataset.action}?${new URLSearchParams(board ? { seen: board.seen, white: board.id } : { seen: "unknown" })}`;
  place.replaceChildren(...(text.trim() ? words(entry, board) : []));
  if (board) pointOut(rowOf(entry.table), explained(entry.meaning).winner);
}

// The row that is meant, and the name in it that would win.
function pointOut(row, winner) {
  row?.classList.add("on");
  if (winner) row?.querySelector(`.who[value$=" ${winner}"]`)?.classList.add("aim");
  row?.scrollIntoView({ block: "nearest" });
}

function words(entry, board) {
  const { dataset } = said();
  if (!entry) return sentence(dataset.odd, {});
  if (!board) return sentence(dataset.none, { table: entry.table });
  const { sentence: name, winner, complete } = explained(entry.meaning);
  const values = { ...board, winner: board[winner], loser: winner === "white" ? board.black : board.white };
  const told = sentence(dataset[name], values);
  if (winner) told.unshift(stone(winner[0], dataset[winner]), " ");
  if (complete) {
    const key = document.createElement("kbd");
    key.textContent = "↵";
    told.push(" ", key);
  }
  if (board.now && complete) {
    const now = document.createElement("small");
    now.className = "quiet now";
    now.textContent = dataset.now.replace("{result}", board.now);
    told.push(now);
  }
  return told;
}

document.addEventListener("input", (event) => event.target === box() && show());
document.addEventListener("miai:sent", show);
document.addEventListener("miai:refreshed", () => box()?.value && show());

// In the empty box a letter is a shortcut, as it is outside of fields.
document.addEventListener("keydown", (event) => {
  if (event.target !== box() || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key === "Escape") {
    box().value = "";
    show();
  }
  if (box().value || !/^[a-z?]$/i.test(event.key) || body.dataset.keys !== "on") return;
  event.preventDefault();
  body.dispatchEvent(new KeyboardEvent("keydown", { key: event.key, bubbles: true, cancelable: true }));
});

if (box() && matchMedia("(pointer: fine)").matches && !location.hash) box().focus({ preventScroll: true });

// “Still out” means out at this moment: rows come by the stream before the rest of the page.
document.addEventListener(
  "click",
  (event) => {
    const chip = event.target.closest?.("a[data-since]");
    if (!chip) return;
    const url = new URL(chip.href);
    url.searchParams.set("since", body.dataset.version);
    chip.href = url.href;
  },
  true,
);

// Somebody else's entry: whose it is and how long ago, for eight seconds -------------

const fresh = new Map();

document.addEventListener("miai:change", ({ detail: { entries } }) => {
  for (const { kind, round, table, who, author } of entries) {
    const ours = kind === "results" || kind === "undo";
    if (ours && table && String(round) === games()?.dataset.round && who !== body.dataset.by) fresh.set(table, { author, at: Date.now() });
  }
});

// The line makes its row higher, so it comes and goes only while no row under the pointer would move.
function showAuthors() {
  for (const [table, news] of fresh) {
    const age = Date.now() - news.at;
    const row = rowOf(table);
    const line = row?.querySelector(".by.from");
    if (!row || (age > STAYS && (!news.shown || !moves(row)))) {
      line?.remove();
      fresh.delete(table);
    } else if (news.shown || !moves(row)) {
      news.shown = true;
      write(line ?? row.appendChild(document.createElement("p")), news.author, Math.round(age / 1000));
    }
  }
  keepStill();
}

function write(line, author, seconds) {
  const { entered, now, seconds: some } = games().dataset;
  line.className = "by from";
  line.textContent = entered.replace("{who}", author).replace("{age}", seconds < 2 ? now : some.replace("{n}", seconds));
}

document.addEventListener("miai:refreshed", showAuthors);
setInterval(() => fresh.size && showAuthors(), 1000);

// After an undo the focus is where the result was --------------------------------------

let touched = 0;

document.addEventListener("submit", (event) => {
  const value = event.submitter?.value || box()?.value || "";
  if (event.target === games() || event.target.id === "entry") touched = Number.parseInt(value, 10);
  if (event.target.closest(".toast")) {
    document.addEventListener("miai:refreshed", back, { once: true });
  }
});

function back() {
  const lost = !document.activeElement || document.activeElement === body;
  if (lost && touched) rowOf(touched)?.querySelector(".who")?.focus();
}
