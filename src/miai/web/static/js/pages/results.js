// Results at the speed of typing: the box says what it understood before Enter; other desks' entries say whose they are.
import "../here.js";
import { keepStill, moves } from "../still.js";

const LINE = /^\s*(\d+)\s*(?:([wb=0?])\s*(f?)|(f)\s*([wb0]?))?\s*$/i;
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

function understood(text) {
  const found = LINE.exec(text);
  if (!found) return null;
  const [, table, sign, after, before, late] = found;
  return { table: Number(table), sign: (sign || late || "").toLowerCase(), forfeit: Boolean(after || before) };
}

function template({ sign, forfeit }) {
  if (!sign) return forfeit ? "whoForfeit" : "who";
  if ("wb".includes(sign)) return forfeit ? "forfeit" : "wins";
  if (sign === "0") return forfeit ? "absent" : "lose";
  return sign === "=" ? "jigo" : "back";
}

function stone(colour, name) {
  const drawn = document.createElement("span");
  drawn.className = `stone ${colour}`;
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", name);
  return drawn;
}

// A sentence with the winner in bold; names go in as text, never as markup.
function sentence(text, values) {
  return text.split(/(\{\w+\})/).filter(Boolean).map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    const element = document.createElement(name === "winner" ? "b" : "span");
    if (name !== "winner") element.className = "quiet";
    element.textContent = name ? values[name] : part;
    return element;
  });
}

function show() {
  for (const row of document.querySelectorAll(".game.on, .game .aim")) row.classList.remove(row.matches(".aim") ? "aim" : "on");
  const place = said();
  const form = document.getElementById("entry");
  if (!place || !form) return;
  const text = box().value;
  const entry = understood(text);
  const board = entry && boardOf(entry.table);
  form.action = `${form.dataset.action}?${new URLSearchParams(board ? { seen: board.seen, white: board.id } : { seen: "unknown" })}`;
  place.replaceChildren(...(text.trim() ? words(entry, board) : []));
  if (!board) return;
  const row = rowOf(entry.table);
  row?.classList.add("on");
  if (row && "wb".includes(entry.sign) && entry.sign) row.querySelector(`.who[value$=" ${entry.sign}"]`)?.classList.add("aim");
  row?.scrollIntoView({ block: "nearest" });
}

function words(entry, board) {
  const { dataset } = said();
  if (!entry) return sentence(dataset.odd, {});
  if (!board) return sentence(dataset.none, { table: entry.table });
  const white = entry.sign === "w";
  const values = { ...board, winner: white ? board.white : board.black, loser: white ? board.black : board.white };
  const told = sentence(dataset[template(entry)], values);
  if (entry.sign && "wb".includes(entry.sign)) told.unshift(stone(entry.sign, white ? dataset.white : dataset.black), " ");
  if (entry.sign) {
    const key = document.createElement("kbd");
    key.textContent = "↵";
    told.push(" ", key);
  }
  if (board.now && entry.sign) {
    const now = document.createElement("small");
    now.className = "quiet now";
    now.textContent = dataset.now.replace("{result}", board.now);
    told.push(now);
  }
  return told;
}

document.addEventListener("input", (event) => event.target === box() && show());
document.addEventListener("miai:done", () => setTimeout(show));
document.addEventListener("miai:refreshed", () => box()?.value && show());

// In the empty box a letter is no entry: it goes where letters go outside of fields.
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

// Still out means out at this very moment: rows come by the stream before what is around them.
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
  for (const { kind, round, table, who } of entries) {
    const ours = kind === "results" || kind === "undo";
    if (ours && table && String(round) === games()?.dataset.round && who !== body.dataset.by) fresh.set(table, { who, at: Date.now() });
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
      write(line ?? row.appendChild(document.createElement("p")), news.who, Math.round(age / 1000));
    }
  }
  keepStill();
}

function write(line, who, seconds) {
  const { entered, now, seconds: some } = games().dataset;
  line.className = "by from";
  line.textContent = entered.replace("{who}", who).replace("{age}", seconds < 2 ? now : some.replace("{n}", seconds));
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
