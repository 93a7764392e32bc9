// Listens to the tournament: another desk's entry shows at once, tinted for eight seconds, and takes no focus.
import { putRows, refresh } from "./swap.js";

const TINTED = 8000;
const body = document.body;
let tinted = new Map();
let source;
let followed;

if (body.dataset.live) {
  listen();
  window.addEventListener("pagehide", () => source.close());
  // Another round or another order: the page follows something else from now on.
  document.addEventListener("miai:refreshed", () => body.dataset.follows !== followed && listen());
}

function listen() {
  source?.close();
  followed = body.dataset.follows;
  source = new EventSource(`${body.dataset.live}?${new URLSearchParams({ since: body.dataset.version, follows: followed })}`);
  source.addEventListener("open", () => {
    lost(false);
    document.dispatchEvent(new CustomEvent("miai:connected"));
  });
  source.addEventListener("error", () => lost(true));
  source.addEventListener("change", (event) => changed(JSON.parse(event.data)));
  source.addEventListener("desks", (event) => desks(JSON.parse(event.data)));
}

function changed({ version, entries, rows }) {
  document.dispatchEvent(new CustomEvent("miai:change", { detail: { version, entries } }));
  for (const entry of entries) {
    if (entry.who === body.dataset.by) continue;
    if (entry.round && entry.table) tinted.set(`r${entry.round}-t${entry.table}`, entry);
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

// At most one request at a time, the slower the server the fewer, and not everybody's in the same moment.
function paced(ask, least, spread) {
  let waiting = false;
  let notBefore = 0;
  const turn = async () => {
    waiting = false;
    const begun = performance.now();
    notBefore = Infinity;
    try {
      await ask();
    } catch {
      // The connection is gone again.
      waiting = true;
    }
    notBefore = performance.now() + least + (performance.now() - begun);
    if (waiting) wait();
  };
  const wait = () => {
    waiting = true;
    if (notBefore < Infinity) setTimeout(turn, Math.max(0, notBefore - performance.now()) + spread * Math.random());
  };
  return () => waiting || wait();
}

const look = "public" in body.dataset
  ? paced(async () => (await refresh()) && tint(), 1000, 2500)
  : paced(async () => (await refresh()) && tint(), 300, 150);
const lookAround = paced(() => refresh({ rest: true }), 500, 800);

// Whether the stream has brought a version in a moment, so that nobody need ask for it.
export function brought(version) {
  const there = () => Number(body.dataset.version) >= version;
  if (!version || !body.dataset.follows || source?.readyState !== EventSource.OPEN) return false;
  return new Promise((settle) => {
    const done = () => {
      document.removeEventListener("miai:shown", look);
      clearTimeout(late);
      settle(there());
    };
    const look = () => there() && done();
    const late = setTimeout(done, 400);
    document.addEventListener("miai:shown", look);
    look();
  });
}

function tint() {
  for (const [row, entry] of tinted) {
    const element = document.querySelector(`[data-row="${row}"]`);
    if (!element) continue;
    element.classList.add("live-tint");
    element.title = `${entry.who}: ${entry.sentence}`;
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
  place.textContent = `${entry.who}: ${entry.sentence}`;
}

function lost(gone) {
  const place = document.getElementById("lost");
  if (place) place.hidden = !gone;
}

function desks(list) {
  const place = document.getElementById("desks");
  if (!place) return;
  const { you, director, desk, phones, away: lost } = place.dataset;
  place.replaceChildren(
    ...list.map(({ name, role, count, away }) => {
      const line = document.createElement("li");
      line.className = away ? "desk away" : "desk";
      const mine = name === body.dataset.by;
      const called = role === 2 ? director : desk;
      if (count) line.textContent = phones.replace("{n}", count);
      else if (name === "director" || name === "result desk") line.textContent = called[0].toUpperCase() + called.slice(1);
      else line.textContent = `${name}, ${called}`;
      if (mine) line.textContent += ` (${you})`;
      else if (away) line.textContent += `, ${lost}`;
      return line;
    }),
  );
}
