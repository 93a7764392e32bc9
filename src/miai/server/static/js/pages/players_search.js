// The search: letters find those entered and those in the rating lists; Enter checks in, and enters whoever is new. Enter
// empties the box at once: a line whose hits are not there yet is decided when its turn in the queue has come.
import { goTo } from "../leave.js";
import { nextInRound } from "../logic/grid.js";
import { typedPlayer } from "../logic/typed_player.js";
import { send } from "../outbox.js";

const PAUSE = 70;
const form = () => document.getElementById("search");
const box = () => document.getElementById("q");
const popover = () => document.getElementById("found");
const options = () => [...popover().querySelectorAll('[role="option"]')];

// The text that was looked up last, and the one whose hits are shown.
let asked = "";
let shownFor = "";
let timer = 0;
let running = null;

prepare();
if ("first" in box().dataset && matchMedia("(pointer: fine)").matches && !location.hash) box().focus();

// What only the script makes true is said by the script.
function prepare() {
  const input = box();
  const attributes = { role: "combobox", "aria-autocomplete": "list", "aria-controls": "hits", "aria-expanded": String(!popover().hidden) };
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);
  document.getElementById("hits-plain")?.remove();
}

document.addEventListener("miai:refreshed", () => {
  prepare();
  if (asked && document.activeElement === box()) void look(box().value);
});

document.addEventListener("input", (event) => {
  if (event.target !== box()) return;
  clearTimeout(timer);
  const text = box().value.trim();
  if (!text) return close();
  timer = setTimeout(() => void look(text), PAUSE);
});

function look(text) {
  clearTimeout(timer);
  running?.abort();
  running = new AbortController();
  asked = text.trim();
  return fetched(asked, running.signal);
}

async function fetched(text, signal) {
  try {
    const { name, grade } = typedPlayer(text);
    const response = await fetch(`${form().dataset.find}?${new URLSearchParams({ q: name, grade })}`, { signal, headers: { "X-Requested-With": "miai" }, credentials: "same-origin" });
    if (!response.ok || !response.headers.has("X-Miai")) return;
    const html = await response.text();
    // Whoever types fast has gone on to the next name.
    if (box().value.trim() !== text) return;
    popover().innerHTML = html;
    shownFor = text;
    popover().hidden = false;
    box().setAttribute("aria-expanded", "true");
    choose(0);
  } catch (error) {
    if (error.name !== "AbortError") close();
  }
}

function choose(index) {
  const all = options();
  all.forEach((option, at) => {
    option.setAttribute("aria-selected", String(at === index));
  });
  const chosen = all[index];
  if (chosen) {
    box().setAttribute("aria-activedescendant", chosen.id);
    chosen.scrollIntoView({ block: "nearest" });
  } else {
    box().removeAttribute("aria-activedescendant");
  }
}

function close() {
  clearTimeout(timer);
  running?.abort();
  asked = shownFor = "";
  popover().hidden = true;
  popover().replaceChildren();
  box().setAttribute("aria-expanded", "false");
  box().removeAttribute("aria-activedescendant");
}

// Before the keys of every page, for which Escape means to leave the field.
document.addEventListener("keydown", (event) => {
  if (event.target !== box() || event.isComposing) return;
  if (event.key === "Enter") {
    event.preventDefault();
    enter(event);
  } else if (event.altKey && event.code === "KeyX") {
    event.preventDefault();
    swapNames();
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    step(event);
  } else if (event.key === "Escape" && box().value) {
    // The first Escape empties the box, the next one leaves it.
    event.preventDefault();
    box().value = "";
    close();
  }
}, true);

function step(event) {
  const all = options();
  event.preventDefault();
  if (popover().hidden || !all.length) {
    if (event.key === "ArrowDown") document.querySelector("#players .check")?.focus();
    return;
  }
  const at = all.findIndex((option) => option.getAttribute("aria-selected") === "true");
  choose(nextInRound(at, event.key === "ArrowDown" ? 1 : -1, all.length));
}

// The form of a new player reads a grade after the name by itself.
function toNewPlayer(text) {
  const keys = shownFor === text ? options().map((option) => option.dataset.key).filter(Boolean) : [];
  goTo(`${form().dataset.new}?${new URLSearchParams({ name: text, not_same: keys.join(",") })}`);
}

// The name of a new player with the other order: a comma after the surname leaves nothing to guess.
function swapNames() {
  const split = popover().querySelector("#split")?.dataset;
  if (!split || popover().hidden) return;
  box().value = `${split.firstName}, ${split.surname} ${typedPlayer(box().value).grade}`.trim();
  box().focus();
  void look(box().value);
}

// Hits that are on the screen are chosen from; a line that is faster than its hits, or that says a grade, means the one
// player whom it fits, or becomes a question. Only Alt and Enter lead to another page: whoever looks at a list of paper goes
// on typing.
function enter({ altKey, shiftKey }) {
  const text = box().value.trim();
  if (!text) return;
  if (altKey) {
    toNewPlayer(text);
    return;
  }
  const seen = shownFor === text && !popover().hidden && !typedPlayer(text).grade;
  const chosen = seen && options().find((option) => option.getAttribute("aria-selected") === "true");
  if (chosen) take(chosen, !shiftKey);
  else enterLine(text, !shiftKey);
}

function enterLine(text, here) {
  const { find, take: taken, create, new: newPlayer } = form().dataset;
  // The list below the box shows how the name of a new player is split.
  const seen = shownFor === text && !popover().hidden;
  clear();
  void send({ find: { find, take: taken, create, newPlayer, here, seen }, line: { kind: "player", text, correctable: true } });
}

function take(option, here) {
  const fields = Object.entries({ ...JSON.parse(option.dataset.fields), here: String(here) });
  clear();
  void send({ action: form().dataset.take, fields, line: { kind: "player", text: `${option.dataset.name} ${option.dataset.grade}`.trim(), clicked: true } });
}

function clear() {
  box().value = "";
  close();
  box().focus();
}

document.addEventListener("miai:correct", ({ detail: { text } }) => text.trim() && enterLine(text.trim(), true));

document.addEventListener("submit", (event) => {
  if (event.target === form()) event.preventDefault();
}, true);

// A press in the list must not take the focus from the box.
document.addEventListener("mousedown", (event) => {
  if (event.target.closest?.("#found")) event.preventDefault();
});

document.addEventListener("click", (event) => {
  const option = event.target.closest?.('#found [role="option"]');
  if (option) {
    take(option, true);
    return;
  }
  const act = event.target.closest?.("#found [data-act]")?.dataset.act;
  if (act === "here" || act === "enter") {
    const chosen = options().find((each) => each.getAttribute("aria-selected") === "true");
    if (chosen) take(chosen, act === "here");
  } else if (act === "swap") {
    swapNames();
  } else if (act === "new" && box().value.trim()) {
    event.preventDefault();
    toNewPlayer(box().value.trim());
  } else if (!event.target.closest?.("#search") && !popover().hidden) {
    close();
  }
});

// Somebody may have begun to type before this script was there.
if (document.activeElement === box() && box().value.trim() && popover().hidden) void look(box().value.trim());
