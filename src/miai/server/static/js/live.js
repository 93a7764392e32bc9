// Listens to the tournament: another desk's entry shows at once, tinted for eight seconds, and takes no focus.
import { deskText, entriesOfOthers } from "./logic/live_change.js";
import { LiveLine } from "./logic/live_line.js";
import { paced } from "./logic/paced.js";
import { leaderSeen, noteLeader } from "./second_laptop.js";
import { putRows, refresh } from "./swap.js";
import { showToast } from "./toast.js";

const TINTED = 8000;
// How often the page looks whether its stream is still alive.
const CHECKED_EVERY = 5000;
const body = document.body;
let tinted = new Map();
let source;
let followed;
let sendingLost = false;
// Within so many milliseconds all phones fetch a page; the server says how many phones there are by it.
let spread = 2500;

const line = new LiveLine({ open, close: () => source?.close(), ask, newer, show: showLost });

if (body.dataset.live) {
  line.open();
  setInterval(() => line.check(), CHECKED_EVERY);
  window.addEventListener("pagehide", () => source?.close());
  // A page that the browser kept and shows again.
  window.addEventListener("pageshow", (event) => event.persisted && line.open());
  window.addEventListener("online", () => line.tryNow());
  document.addEventListener("visibilitychange", () => document.hidden || line.check());
  // Another round or another order: the page follows something else from now on.
  document.addEventListener("miai:refreshed", () => body.dataset.follows !== followed && line.open());
}

function open() {
  followed = body.dataset.follows;
  source = new EventSource(`${body.dataset.live}?${new URLSearchParams({ ...position(), follows: followed })}`);
  const opened = source;
  source.addEventListener("open", () => {
    line.heard();
    document.dispatchEvent(new CustomEvent("miai:connected"));
  });
  source.addEventListener("error", () => opened === source && line.broke({ refused: source.readyState === EventSource.CLOSED }));
  source.addEventListener("change", (event) => changed(JSON.parse(event.data)));
  source.addEventListener("around", (event) => changedAround(JSON.parse(event.data).entries));
  source.addEventListener("replaced", () => replaced());
  source.addEventListener("desks", (event) => desks(JSON.parse(event.data)));
  source.addEventListener("gone", () => line.broke({ refused: true }));
  source.addEventListener("signed-out", () => document.dispatchEvent(new CustomEvent("miai:signed-out")));
  for (const kind of ["change", "around", "replaced", "desks", "still"]) source.addEventListener(kind, () => line.heard());
}

// The last entry that this page shows, and the mark of the log that it belongs to; of a congress also the number of entries
// in its events.
function position() {
  const { version, mark, around } = body.dataset;
  return { since: version, mark: mark ?? "", ...(around && { around }) };
}

// The version of the tournament, and whether there is room for a stream.
async function ask() {
  const response = await fetch(`${body.dataset.live}/version?${new URLSearchParams(position())}`, { credentials: "same-origin", headers: leaderSeen(), signal: AbortSignal.timeout(10_000) });
  noteLeader(response);
  if (!response.ok) throw new TypeError(`no version: ${response.status}`);
  const answer = await response.json();
  if (answer.replaced) replaced();
  if (answer.around !== undefined) changedAround(answer.around);
  return answer;
}

// Another log has taken the place of the one that is shown, so what is shown may never have been: show the page anew.
const replaced = "public" in body.dataset ? paced(() => location.reload(), 1000, () => spread) : paced(showAnew, 300, 150);

async function showAnew() {
  body.dataset.version = 0;
  if (!(await refresh({ all: true }).catch(() => false))) location.reload();
  showToast(document.getElementById("replaced").innerHTML);
}

function newer(version) {
  document.dispatchEvent(new CustomEvent("miai:connected"));
  body.dataset.heard = version;
  if (Number(body.dataset.version) < version) look();
}

function changed({ version, mark, entries, rows, spread: told = spread }) {
  body.dataset.heard = version;
  spread = told;
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
  Object.assign(body.dataset, { version, mark });
  document.dispatchEvent(new CustomEvent("miai:shown"));
  tint();
  if (!("public" in body.dataset)) lookAround();
}

// Something happened in an event of the congress that this page shows, or in the event of this stage.
function changedAround(entries) {
  if (Number(body.dataset.around) !== entries) look();
}

const look = "public" in body.dataset
  ? paced(async () => (await refresh()) && tint(), 1000, () => spread)
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

// The banners: the connection is lost, or an entry did not arrive, with the time at which the page was up to date; or the
// tournament was deleted or is damaged.
function showLost() {
  const reason = document.getElementById("gone");
  if (reason) {
    reason.textContent = line.gone;
    reason.hidden = !line.gone;
  }
  const lost = !line.gone && (line.lost || sendingLost);
  document.dispatchEvent(new CustomEvent("miai:lost", { detail: { lost } }));
  const place = document.getElementById("lost");
  if (!place) return;
  const asOf = place.querySelector("[data-as-of]");
  if (lost && asOf) asOf.textContent = asOf.dataset.asOf.replace("{time}", clockTime(line.heardAt));
  place.hidden = !lost;
}

function clockTime(at) {
  return new Date(at).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
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
      const item = document.createElement("li");
      item.className = desk.away ? "desk away" : "desk";
      item.textContent = deskText(desk, place.dataset, body.dataset.browser);
      return item;
    }),
  );
}
