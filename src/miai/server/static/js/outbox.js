// What is entered leaves one after the other, in the order in which it was made. Without a connection it waits here,
// counted in the rail, and survives the death of its tab: the next page of the same person sends it. A server that gets the
// same entry twice carries it out once.
import { understand } from "./answer_words.js";
import { countOfOthers, kept, owner } from "./kept_here.js";
import { entryId } from "./logic/entry_id.js";
import { isOpen, SendQueue } from "./logic/send_queue.js";
import { findPlayer } from "./player_line.js";
import { leaderSeen, noteLeader } from "./second_laptop.js";

// Below this a waiting entry is not worth a word.
const UNNOTICED = 400;
// How often to look for what tabs have left that are gone.
const LOOKED_EVERY = 10_000;
// How long to wait for an answer, in milliseconds: to a typed line, to another form, and to a file.
const PATIENCE = { line: 10_000, form: 60_000, file: 300_000 };

let renewedToken = "";

const queue = new SendQueue({
  prepare: findPlayer,
  post,
  understand,
  renew,
  save: store,
  changed,
  settled: (entry, answer) => tell("miai:settled", { entry, answer }),
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  newId: () => entryId(crypto),
});

// Send an entry: { action, fields } or { action, file }, with the `line` that the list of lines shows, if any.
export function send(entry) {
  const fields = entry.fields?.filter(([name]) => name !== "csrf");
  return queue.send({ ...entry, ...(fields && { fields }), ...here() });
}

// Show a line that is not sent, because it cannot be understood.
export const refuse = (entry) => queue.refuse({ ...entry, ...here() });
export const takeBack = (id) => queue.takeBack(id);
export const dismiss = (id) => queue.dismiss(id);
export const change = (id, known) => queue.change(id, known);
export { isOpen };
export const entries = () => queue.entries;
export const size = () => queue.waiting.length;

function here() {
  const title = document.querySelector("h1")?.textContent.trim() ?? "";
  return { page: location.pathname + location.search, title, language: document.documentElement.lang, at: Date.now() };
}

async function post({ id, action, fields, file, line, page }) {
  const patience = line ? PATIENCE.line : file ? PATIENCE.file : PATIENCE.form;
  const response = await fetch(action, {
    method: "POST",
    body: file ?? new URLSearchParams(fields),
    headers: {
      "X-Requested-With": "miai",
      "X-Miai-Entry": id,
      "X-Miai-Page": page,
      ...(line && { "X-Miai-Line": "1" }),
      "X-CSRF-Token": renewedToken || tokenOf(document),
      ...leaderSeen(),
    },
    credentials: "same-origin",
    signal: AbortSignal.timeout(patience),
  });
  noteLeader(response);
  const text = await response.text();
  const isJson = (response.headers.get("content-type") || "").startsWith("application/json");
  return { status: response.status, own: response.headers.has("X-Miai"), text, json: isJson ? JSON.parse(text) : null };
}

function tokenOf(page) {
  return page.querySelector('input[name="csrf"]')?.value ?? "";
}

// Ask for the page of an entry again: a person who is signed out is led to another one, and a page of another person, who
// has signed in since, sends nothing for this one.
async function renew({ page }) {
  const response = await fetch(page, { headers: { "X-Requested-With": "miai" }, credentials: "same-origin" });
  if (!response.headers.has("X-Miai")) throw new TypeError("not Miai's answer");
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  if ((fresh.body.dataset.owner ?? "") !== owner) return false;
  renewedToken = tokenOf(fresh);
  return response.ok && new URL(response.url).pathname === new URL(page, location.href).pathname;
}

function store(open) {
  try {
    kept.save(open);
  } catch {
    // A full or forbidden store: entries then wait on this page only, and leaving it asks first.
  }
}

function changed() {
  show();
  setTimeout(show, UNNOTICED);
  tell("miai:entries", {});
}

function show() {
  const noticed = queue.failing || queue.waiting.some(({ at }) => Date.now() - at >= UNNOTICED);
  const place = document.getElementById("queue");
  if (place) {
    place.hidden = !noticed || !size();
    place.textContent = size() === 1 ? place.dataset.one : place.dataset.many.replace("{n}", size());
  }
  const signIn = document.getElementById("signed-out");
  if (signIn) {
    signIn.hidden = !queue.signedOut;
    signIn.querySelector("a").href = `${document.documentElement.dataset.base ?? ""}/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`;
  }
  showOthers();
  tell("miai:reached", { reached: !queue.failing || queue.signedOut });
}

// Entries of other people wait here too.
function showOthers() {
  const place = document.getElementById("others-wait");
  if (!place) return;
  const waiting = countOfOthers();
  const words = place.querySelector("span");
  place.hidden = !waiting;
  words.textContent = waiting === 1 ? words.dataset.one : words.dataset.many.replace("{n}", waiting);
}

function tell(name, detail) {
  document.dispatchEvent(new CustomEvent(name, { detail }));
}

const pump = () => void queue.pump();
window.addEventListener("online", pump);
document.addEventListener("miai:connected", pump);
const takeLeft = () => kept.takeLeft((left) => queue.restore(left)).catch(() => {});
void kept.open().then((before) => {
  queue.restore(before);
  show();
  void takeLeft();
  setInterval(takeLeft, LOOKED_EVERY);
});
// The director signed this desk out.
document.addEventListener("miai:signed-out", () => {
  queue.signedOut = true;
  show();
});
document.addEventListener("miai:refreshed", show);
