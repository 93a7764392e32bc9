// The list of what was typed or clicked here: every line with its state, refused ones with the reason and what can be
// done about it. It survives newer versions of the page, and nothing that arrives touches what is typed in it.
import { showChange } from "./forms.js";
import { goTo } from "./leave.js";
import { choicesOf, meaningOf, reasonOf } from "./line_words.js";
import { inOrder } from "./logic/line_order.js";
import { dismiss, entries, isOpen, send, size } from "./outbox.js";
import { showToast } from "./toast.js";

const place = () => document.getElementById("lines");
const needsSomebody = (entry) => entry.state !== "waiting" && isOpen(entry);
// An entry that waited when its page was left, and was sent since.
const wasSentLater = ({ restored, state, line }) => restored && !line && state === "saved";
// Of two results that contradict each other somebody has to choose one.
const canBeDismissed = (entry) => (needsSomebody(entry) && !entry.clash) || wasSentLater(entry);

// Whether an entry was made on the page that is shown, and in the same round.
export function isHere({ page, line }) {
  if (new URL(page, location.href).pathname !== location.pathname) return false;
  const shown = document.getElementById("games")?.dataset.round;
  return !line?.round || !shown || line.round === shown;
}

// Lines of another tournament are shown there.
const eventOf = (address) => /\/t\/[^/]+/.exec(new URL(address, location.href).pathname)?.[0];
const isOfThisEvent = ({ page }) => !eventOf(location.href) || eventOf(page) === eventOf(location.href);

function shownEntries() {
  const isShown = (entry) => (entry.line ? isHere(entry) || isOpen(entry) || entry.restored : needsSomebody(entry) || wasSentLater(entry));
  return inOrder(entries().filter((entry) => isOfThisEvent(entry) && isShown(entry)), needsSomebody);
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
  // A list that does not fit is scrolled with the keyboard too.
  if (list.scrollHeight > list.clientHeight) list.tabIndex = 0;
  else list.removeAttribute("tabindex");
  place().hidden = !shown.length && !("always" in place().dataset);
  place().toggleAttribute("data-empty", !shown.length);
  // On the page of results the lines that need somebody are at its foot, where a toast would lie over them.
  if (place().closest(".ticker")) document.getElementById("toasts")?.classList.toggle("at-top", shown.some(needsSomebody));
  place().querySelector("[data-do=dismiss-all]").hidden = shown.filter(canBeDismissed).length < 2;
}

// The item of an entry, made anew only where the entry has changed.
function current(item, entry) {
  const shows = JSON.stringify([entry.state, reasonOf(entry), Boolean(entry.clash), isHere(entry)]);
  return item?.dataset.shows === shows ? item : made(entry, shows);
}

function made(entry, shows) {
  const item = place().querySelector("template").content.firstElementChild.cloneNode(true);
  item.dataset.entry = entry.id;
  item.dataset.shows = shows;
  const state = entry.state === "refused" && entry.question ? "asked" : entry.state;
  item.classList.add(state.replace(" ", "-"));
  item.classList.toggle("open", Boolean(needsSomebody(entry) || wasSentLater(entry)));
  item.dataset.kind = entry.line?.kind ?? "form";
  const put = (selector, text) => {
    const element = item.querySelector(selector);
    if (text) element.textContent = text;
    else element.remove();
  };
  put(".text", entry.line?.text ?? entry.label);
  put(".meaning", entry.line && meaningOf(entry.line));
  put(".reason", reasonOf(entry));
  for (const badge of item.querySelectorAll("[data-state]")) if (badge.dataset.state !== state) badge.remove();
  putFrom(item, entry);
  putActions(item, entry);
  return item;
}

// A line of another page says where it was typed; after a change of language, with the word of the rail for that page.
function putFrom(item, entry) {
  const link = item.querySelector(".from");
  if (isHere(entry)) link.remove();
  link.href = entry.page;
  link.textContent = entry.language === document.documentElement.lang ? entry.title : (inRail(entry.page) ?? entry.title);
}

function inRail(page) {
  const { pathname } = new URL(page, location.href);
  return [...document.querySelectorAll("#rail-nav a")].find((link) => link.pathname === pathname)?.textContent.trim();
}

function putActions(item, entry) {
  const correct = item.querySelector("form");
  if (entry.state !== "refused" || !entry.line?.correctable || entry.clash || !isHere(entry)) correct.remove();
  else correct.elements.line.value = entry.line.text;
  const acts = item.querySelector(".acts");
  acts.prepend(...choicesOf(entry).map(choiceButton));
  if (!canBeDismissed(entry)) item.querySelector("[data-do=dismiss]").remove();
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
  const choice = choicesOf(entry)[button.dataset.choice];
  dismiss(entry.id);
  if (choice?.action) void send({ action: choice.action, fields: choice.fields, label: entry.label, line: entry.line && chosenLine(entry.line, choice) });
  document.querySelector("[data-search]")?.focus({ preventScroll: true });
});

document.addEventListener("click", ({ target }) => {
  if (!target.closest?.("#lines [data-do=dismiss-all]")) return;
  for (const { id } of shownEntries().filter(canBeDismissed)) dismiss(id);
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
  const about = entry.line ? entry.line.text || meaningOf(entry.line) : entry.label;
  if (heard) heard.textContent = [about, reasonOf(entry)].filter(Boolean).join(": ");
}

document.addEventListener("miai:entries", show);
document.addEventListener("miai:refreshed", show);
show();
