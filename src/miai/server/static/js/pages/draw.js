// The draw by hand: arrows choose a name, letters act on it, names can be dragged onto each other.
import { postFields } from "../forms.js";
import { go } from "../here.js";
import { inField } from "../keys.js";
import { neighbour } from "../logic/grid.js";
import { G_WAITS } from "../logic/key_action.js";
import { refresh } from "../swap.js";
import "../still.js";

const body = document.body;
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
let seat = "";
let line = 0;
let inGrid = false;
let afterG = 0;

function board() {
  return document.getElementById("boards");
}

// One name of the grid is in the order of the Tab key; the arrows reach the others.
function grid() {
  return board() ? [...board().tBodies[0].rows].map((row) => [...row.querySelectorAll("[data-seat]:not(:disabled)")]).filter((row) => row.length) : [];
}

function current(names = grid().flat()) {
  return names.find((name) => name.dataset.seat === seat) ?? names.find((name) => name.getAttribute("aria-current")) ?? names[0];
}

function arrange() {
  if (!board()) return;
  board().setAttribute("role", "grid");
  const rows = grid();
  const names = rows.flat();
  // Where the board of the name is gone, its neighbour is next.
  if (inGrid && !names.some((name) => name.dataset.seat === seat)) seat = rows[Math.min(line, rows.length - 1)]?.[0].dataset.seat;
  const chosen = current(names);
  line = Math.max(0, rows.findIndex((row) => row.includes(chosen)));
  for (const name of names) {
    name.tabIndex = name === chosen ? 0 : -1;
    const row = name.closest("tr");
    name.draggable = name.tagName === "A" && !("locked" in row.dataset) && !("over" in row.dataset);
  }
  if (inGrid && (document.activeElement === body || !document.activeElement)) chosen?.focus({ preventScroll: true });
}

function choose(name) {
  const before = current();
  if (before) before.tabIndex = -1;
  seat = name.dataset.seat;
  name.tabIndex = 0;
  name.focus({ preventScroll: true });
  name.closest("tr").scrollIntoView({ block: "nearest" });
}

function move(arrow) {
  const rows = grid();
  const row = rows.findIndex((names) => names.some((name) => name.dataset.seat === seat));
  if (row >= 0 && inGrid) choose(neighbour(rows, { row, column: rows[row].findIndex((name) => name.dataset.seat === seat) }, arrow));
  else if (current()) choose(current());
}

// The name under the pointer or the focus is chosen at once, before the page shows it: a letter pressed right after a
// click acts on the board that was clicked, not on the one chosen before.
function take(element) {
  // What is done in the drawer is done to the chosen name, which has the focus again afterwards.
  inGrid = Boolean(element.closest?.("#boards, .drawer"));
  const named = element.closest?.("[data-seat]");
  const name = named ?? element.closest?.("#boards tbody tr")?.querySelector("[data-seat]");
  if (!name || !inGrid) return;
  if (!named && element.closest("tr").contains(current())) return;
  seat = name.dataset.seat;
  line = grid().findIndex((row) => row.includes(name));
}

document.addEventListener("pointerdown", (event) => event.target.closest?.("#boards") && take(event.target), true);
document.addEventListener("focusin", (event) => take(event.target));

// What the letters do -----------------------------------------------------------

const here = (changed) => {
  const url = new URL(location.href);
  url.hash = "";
  for (const gone of ["pick", "at", "board", "do"]) url.searchParams.delete(gone);
  for (const [name, value] of Object.entries(changed)) url.searchParams.set(name, value);
  return url;
};

function open(what, name) {
  void go(here({ at: name.dataset.seat, do: what }));
}

// A form that was asked for is ready to be typed into.
document.addEventListener("miai:here", ({ detail: { url } }) => {
  document.querySelector("#boards tr.on")?.scrollIntoView({ block: "nearest" });
  if (url.searchParams.has("do")) document.querySelector(".tools .inset input:not([type=hidden])")?.select();
});

// The drawer with the reasons, beside the boards.
const shut = () => document.querySelector(".drawer [data-shut]");

function close() {
  inGrid = true;
  void go(new URL(shut().href));
}

document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-shut]")) inGrid = true;
}, true);

function act(path, row, fields = {}) {
  const { action, round, mark } = board().dataset;
  void postFields(`${action}/${path}`, { round, mark, table: row.dataset.table, pair: row.dataset.pair, ...fields });
}

function pick(name, row) {
  if (board().classList.contains("picking")) return name.click();
  if ("locked" in row.dataset || "over" in row.dataset) return;
  void go(here({ pick: name.dataset.seat }));
}

const letters = {
  x: pick,
  u: (_name, row) => act("unpair", row),
  l: (_name, row) => act("lock", row, { locked: "locked" in row.dataset ? "no" : "yes" }),
  c: (_name, row) => act("colours", row),
  h: (name) => open("terms", name),
  t: (name) => open("table", name),
  e: (name) => (name.hasAttribute("aria-current") && shut() ? close() : void go(here({ at: name.dataset.seat }))),
  n: (_name, row) => {
    const [a, b] = row.dataset.pair.split("|");
    act("never", row, { a, b });
  },
};

document.addEventListener(
  "keydown",
  (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !board()) return;
    if (inField(event.target) || document.querySelector("dialog[open]")) return;
    if (event.key in ARROWS && (inGrid || event.target === body || event.target.id === "main")) {
      event.preventDefault();
      move(ARROWS[event.key]);
    } else if (event.key === "Escape" && board().classList.contains("picking")) {
      event.preventDefault();
      void go(here({ at: seat }));
    } else if (event.key === "Escape" && shut() && !document.querySelector("details.menu[open]")) {
      event.preventDefault();
      close();
    } else {
      letter(event);
    }
  },
  true,
);

// A letter acts on the chosen name, except after g, when it goes to a page.
function letter(event) {
  const goesToPage = Date.now() - afterG < G_WAITS;
  afterG = event.key === "g" ? Date.now() : 0;
  if (goesToPage || body.dataset.keys !== "on") return;
  const name = inGrid || event.key === "e" || board().querySelector('[data-seat][aria-current="true"]') ? current() : null;
  const row = name?.closest("tr");
  if (!row || !(event.key in letters) || (event.key !== "x" && !row.dataset.table)) return;
  event.preventDefault();
  letters[event.key](name, row);
}

// A name dragged onto another ----------------------------------------------------

let held = "";

document.addEventListener("dragstart", (event) => {
  const name = event.target.closest?.("[data-seat]");
  if (!name || board().classList.contains("picking")) return;
  held = name.dataset.seat;
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", name.textContent.trim());
  name.classList.add("up");
  void preview(held);
});

document.addEventListener("dragover", (event) => {
  const place = target(event);
  for (const lit of document.querySelectorAll(".draw .over")) if (lit !== place) lit.classList.remove("over");
  if (!place) return;
  event.preventDefault();
  place.classList.add("over");
});

document.addEventListener("drop", (event) => {
  const place = target(event);
  if (!place) return;
  event.preventDefault();
  const { action, round, mark } = board().dataset;
  const fields = { round, mark, a: held, b: place.querySelector("[data-seat]").dataset.seat };
  held = "";
  void postFields(`${action}/swap`, fields);
});

document.addEventListener("dragend", () => {
  if (!held) return;
  held = "";
  void refresh({ all: true });
});

function target(event) {
  const cell = held ? event.target.closest?.("td.name") : null;
  const name = cell?.querySelector("[data-seat]");
  const row = cell?.closest("tr");
  return name && name.dataset.seat !== held && !("locked" in row.dataset) && !("over" in row.dataset) ? cell : null;
}

// While a name is in the air every row says what a swap would do; the names themselves are not touched.
async function preview(player) {
  let response;
  try {
    response = await fetch(here({ pick: player }), { headers: { "X-Requested-With": "miai" }, credentials: "same-origin" });
  } catch {
    return;
  }
  if (!response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  if (held !== player) return;
  board().classList.add("picking");
  for (const cell of fresh.querySelectorAll("#boards tr[data-row] td.why")) {
    const row = board().querySelector(`tr[data-row="${CSS.escape(cell.parentElement.dataset.row)}"] td.why`);
    row?.replaceChildren(...cell.childNodes);
  }
}

arrange();
document.addEventListener("miai:refreshed", arrange);
