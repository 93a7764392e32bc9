// The search: letters find those entered and those in the rating lists; Enter checks in, and enters whoever is new.
import { postFields } from "../forms.js";
import { nextInRound } from "../logic/grid.js";

const PAUSE = 70;
const form = () => document.getElementById("search");
const box = () => document.getElementById("q");
const popover = () => document.getElementById("found");
const options = () => [...popover().querySelectorAll('[role="option"]')];

let asked = "";
let timer = 0;
let running = null;
let answer = Promise.resolve();

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
  answer = fetched(asked, running.signal);
  return answer;
}

async function fetched(text, signal) {
  try {
    const response = await fetch(`${form().dataset.find}?q=${encodeURIComponent(text)}`, { signal, headers: { "X-Requested-With": "miai" }, credentials: "same-origin" });
    if (!response.ok) return;
    popover().innerHTML = await response.text();
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
  asked = "";
  popover().hidden = true;
  popover().replaceChildren();
  box().setAttribute("aria-expanded", "false");
  box().removeAttribute("aria-activedescendant");
}

document.addEventListener("keydown", (event) => {
  if (event.target !== box() || event.isComposing) return;
  if (event.key === "Enter") {
    event.preventDefault();
    void enter(event);
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    step(event);
  } else if (event.key === "Escape" && box().value) {
    // The first Escape empties the box, the next one leaves it.
    event.preventDefault();
    box().value = "";
    close();
  }
});

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

// Whoever types fast presses Enter before the answer is here.
async function enter({ altKey, shiftKey }) {
  const text = box().value.trim();
  if (!text) return;
  if (altKey) return newPlayer(text);
  if (text === asked) await answer;
  else await look(text);
  if (box().value.trim() !== text) return;
  const chosen = options().find((option) => option.getAttribute("aria-selected") === "true");
  if (chosen) await take(chosen, !shiftKey);
  else if (!popover().hidden) newPlayer(text);
}

function newPlayer(text) {
  location.assign(`${form().dataset.new}?name=${encodeURIComponent(text)}`);
}

async function take(option, here) {
  const fields = JSON.parse(option.dataset.fields);
  box().value = "";
  close();
  box().focus();
  await postFields(form().dataset.take, { ...fields, here: String(here) });
}

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
    void take(option, true);
    return;
  }
  const act = event.target.closest?.("#found [data-act]")?.dataset.act;
  if (act === "here" || act === "enter") {
    const chosen = options().find((each) => each.getAttribute("aria-selected") === "true");
    if (chosen) void take(chosen, act === "here");
  } else if (!event.target.closest?.("#search") && !popover().hidden) {
    close();
  }
});
