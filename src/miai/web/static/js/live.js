// Listens to the tournament: another desk's entry shows at once, tinted for eight seconds, and takes no focus.
import { deskText, entriesOfOthers } from "./logic/live_change.js";
import { paced } from "./logic/paced.js";
import { putRows, refresh } from "./swap.js";

const TINTED = 8000;
const body = document.body;
let tinted = new Map();
// How soon to connect again where the browser gives up, because a proxy answered without a server behind it.
const AGAIN = 3000;
let source;
let followed;
let again = 0;
let streamLost = false;
let sendingLost = false;

if (body.dataset.live) {
  listen();
  window.addEventListener("pagehide", () => source.close());
  // Another round or another order: the page follows something else from now on.
  document.addEventListener("miai:refreshed", () => body.dataset.follows !== followed && listen());
}

function listen() {
  clearTimeout(again);
  source?.close();
  followed = body.dataset.follows;
  source = new EventSource(`${body.dataset.live}?${new URLSearchParams({ since: body.dataset.version, follows: followed })}`);
  source.addEventListener("open", () => {
    lost(false);
    document.dispatchEvent(new CustomEvent("miai:connected"));
  });
  source.addEventListener("error", () => {
    lost(true);
    if (source.readyState === EventSource.CLOSED) again = setTimeout(listen, AGAIN);
  });
  source.addEventListener("change", (event) => changed(JSON.parse(event.data)));
  source.addEventListener("desks", (event) => desks(JSON.parse(event.data)));
}

function changed({ version, entries, rows }) {
  document.dispatchEvent(new CustomEvent("miai:change", { detail: { version, entries } }));
  for (const { entry, row } of entriesOfOthers(entries, body.dataset.browser)) {
    if (row) tinted.set(row, entry);
    say(entry);
  }
  if (Number(body.dataset.version) >= version) return;
  if (!rows || !putRows(rows)) {
    look();
    return;
  }
  body.dataset.version = version;
  document.dispatchEvent(new CustomEvent("miai:shown"));
  tint();
  if (!("public" in body.dataset)) lookAround();
}

const look = "public" in body.dataset
  ? paced(async () => (await refresh()) && tint(), 1000, 2500)
  : paced(async () => (await refresh()) && tint(), 300, 150);
const lookAround = paced(() => refresh({ rest: true }), 500, 800);

// Whether the stream brings a version within a moment, so that the page need not be fetched.
export function brought(version) {
  const there = () => Number(body.dataset.version) >= version;
  if (!version || !body.dataset.follows || source?.readyState !== EventSource.OPEN) return false;
  return new Promise((settle) => {
    const done = () => {
      document.removeEventListener("miai:shown", check);
      clearTimeout(late);
      settle(there());
    };
    const check = () => there() && done();
    const late = setTimeout(done, 400);
    document.addEventListener("miai:shown", check);
    check();
  });
}

function tint() {
  for (const [row, entry] of tinted) {
    const element = document.querySelector(`[data-row="${row}"]`);
    if (!element) continue;
    element.classList.add("live-tint");
    element.title = `${entry.author}: ${entry.sentence}`;
    setTimeout(() => {
      element.classList.remove("live-tint");
      element.removeAttribute("title");
    }, TINTED);
  }
  tinted = new Map();
}

// At most one sentence in two seconds for those who hear the page.
let lastSaid = 0;
function say(entry) {
  const place = document.getElementById("heard");
  if (!place || Date.now() - lastSaid < 2000) return;
  lastSaid = Date.now();
  place.textContent = `${entry.author}: ${entry.sentence}`;
}

// The banner: the stream is broken, or an entry did not arrive.
function lost(gone) {
  streamLost = gone;
  showLost();
}

function showLost() {
  const place = document.getElementById("lost");
  if (place) place.hidden = !(streamLost || sendingLost);
}

document.addEventListener("miai:reached", ({ detail: { reached } }) => {
  sendingLost = !reached;
  showLost();
});
document.addEventListener("miai:refreshed", showLost);

function desks(list) {
  const place = document.getElementById("desks");
  if (!place) return;
  place.replaceChildren(
    ...list.map((desk) => {
      const line = document.createElement("li");
      line.className = desk.away ? "desk away" : "desk";
      line.textContent = deskText(desk, place.dataset, body.dataset.browser);
      return line;
    }),
  );
}
