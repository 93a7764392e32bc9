// The list of what was typed or clicked here: every line with its state, refused ones with the reason and what can be
// done about it. It survives newer versions of the page, and nothing that arrives touches what is typed in it.
import { showChange } from "./forms.js";
import { goTo } from "./leave.js";
import { dismiss, entries, send, size } from "./outbox.js";
import { showToast } from "./toast.js";

// So many lines that need nobody any more are shown.
const MOST_SAVED = 12;

const place = () => document.getElementById("lines");
const isOpen = ({ state, choices }) => state === "refused" || Boolean(choices?.length);

// Whether an entry was made on the page that is shown, and in the same round.
export function isHere({ page, line }) {
  if (new URL(page, location.href).pathname !== location.pathname) return false;
  const shown = document.getElementById("games")?.dataset.round;
  return !line?.round || !shown || line.round === shown;
}

// Lines of another tournament are shown there.
const eventOf = (address) => /^\/t\/[^/]+/.exec(new URL(address, location.href).pathname)?.[0];
const isOfThisEvent = ({ page }) => !eventOf(location.href) || eventOf(page) === eventOf(location.href);

// Which lines are shown, those that need somebody first, then the newest.
function shownEntries() {
  const all = entries().filter(isOfThisEvent).filter((entry) => (entry.line ? isHere(entry) || isOpen(entry) || entry.state === "waiting" : isOpen(entry)));
  const open = all.filter(isOpen);
  const waiting = all.filter((entry) => !isOpen(entry) && entry.state === "waiting");
  const done = all.filter((entry) => !isOpen(entry) && entry.state !== "waiting").slice(-MOST_SAVED);
  return [...open.reverse(), ...waiting.reverse(), ...done.reverse()];
}

function show() {
  const list = place()?.querySelector("ol");
  if (!list) return;
  const shown = shownEntries();
  const known = new Map([...list.children].map((item) => [item.dataset.entry, item]));
  const items = shown.map((entry) => current(known.get(entry.id), entry));
  for (const item of known.values()) if (!items.includes(item)) item.remove();
  items.forEach((item, at) => {
    if (list.children[at] !== item) list.insertBefore(item, list.children[at] ?? null);
  });
  place().hidden = !shown.length && !("always" in place().dataset);
  place().toggleAttribute("data-empty", !shown.length);
}

// The item of an entry, made anew only where the entry has changed.
function current(item, entry) {
  const shows = JSON.stringify([entry.state, entry.reason, entry.question, isHere(entry)]);
  return item?.dataset.shows === shows ? item : made(entry, shows);
}

function made(entry, shows) {
  const item = place().querySelector("template").content.firstElementChild.cloneNode(true);
  item.dataset.entry = entry.id;
  item.dataset.shows = shows;
  const state = entry.state === "refused" && entry.question ? "asked" : entry.state;
  item.classList.add(state.replace(" ", "-"));
  item.classList.toggle("open", isOpen(entry));
  item.dataset.kind = entry.line?.kind ?? "form";
  const put = (selector, text) => {
    const element = item.querySelector(selector);
    if (text) element.textContent = text;
    else element.remove();
  };
  put(".text", entry.line?.text ?? entry.label);
  put(".meaning", entry.line?.said);
  put(".reason", entry.reason || place().dataset[entry.question]);
  for (const badge of item.querySelectorAll("[data-state]")) if (badge.dataset.state !== state) badge.remove();
  putFrom(item, entry);
  putActions(item, entry);
  return item;
}

// A line of another page says where it was typed.
function putFrom(item, entry) {
  const link = item.querySelector(".from");
  if (isHere(entry)) link.remove();
  link.href = entry.page;
  link.textContent = entry.title;
}

function putActions(item, entry) {
  const correct = item.querySelector("form");
  if (entry.state !== "refused" || !entry.line?.correctable || entry.clash || !isHere(entry)) correct.remove();
  else correct.elements.line.value = entry.line.text;
  const choices = entry.choices ?? [];
  const acts = item.querySelector(".acts");
  acts.prepend(...choices.map(choiceButton));
  if (!isOpen(entry) || entry.clash) item.querySelector("[data-do=dismiss]").remove();
  if (!acts.children.length) acts.remove();
}

function choiceButton({ text, go, newPlayer }, at) {
  const { dataset } = place();
  const element = document.createElement(go ? "a" : "button");
  element.className = "btn sm";
  if (go) element.href = go;
  else element.type = "button";
  element.dataset.choice = at;
  element.textContent = text ?? (newPlayer ? dataset.newPlayer.replace("{name}", newPlayer) : dataset.look);
  return element;
}

// What a person does about a line ------------------------------------------------------------------------------------

const entryOf = (element) => entries().find(({ id }) => id === element.closest("[data-entry]")?.dataset.entry);

document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("#lines [data-choice], #lines [data-do=dismiss]");
  const entry = button && entryOf(button);
  if (!entry) return;
  const choice = entry.choices?.[button.dataset.choice];
  dismiss(entry.id);
  if (choice?.action) void send({ action: choice.action, fields: choice.fields, label: entry.label, line: entry.line && chosenLine(entry.line, choice) });
  document.querySelector("[data-search]")?.focus({ preventScroll: true });
});

// The line of a choice: of two results that contradict each other, the one chosen counts from now on.
function chosenLine(line, { text, fields }) {
  const [, result = line.result] = /^\d+\s+(.+)$/.exec(new Map(fields).get("entry") ?? "") ?? [];
  return { ...line, said: text, result };
}

// The page that knows what such a line means reads it again.
document.addEventListener("submit", (event) => {
  const form = event.target.closest("#lines form");
  const entry = form && entryOf(form);
  if (!entry) return;
  event.preventDefault();
  const text = form.elements.line.value;
  dismiss(entry.id);
  document.querySelector("[data-search]")?.focus({ preventScroll: true });
  document.dispatchEvent(new CustomEvent("miai:correct", { detail: { text } }));
}, true);

// What an answer means for the page ------------------------------------------------------------------------------------

document.addEventListener("miai:settled", ({ detail: { entry, answer } }) => {
  if (entry.state === "refused") announce(entry);
  if (entry.line) void showAnswer(entry, answer);
});

async function showAnswer(entry, { json }) {
  const go = json && !json.here && json.go;
  // Only somebody who clicked, and does nothing else at the moment, is led to another page.
  if (go && entry.line.clicked && !size() && !document.querySelector("[data-search]")?.value) {
    dismiss(entry.id);
    goTo(go);
    return;
  }
  if (json?.toast && !size()) showToast(json.toast);
  if (entry.clash || !size()) await showChange(entry.version ? newestVersion() : null);
}

function newestVersion() {
  return Math.max(...entries().map(({ version }) => version ?? 0));
}

function announce(entry) {
  const heard = place()?.querySelector("[role=alert]");
  if (heard) heard.textContent = [entry.line?.text ?? entry.label, entry.reason || place().dataset[entry.question]].filter(Boolean).join(": ");
}

document.addEventListener("miai:entries", show);
document.addEventListener("miai:refreshed", show);
show();
