// When this server is silent: go to the one that has taken over, with everything that still waits to be sent.
import { kept as keptEntries } from "./kept_here.js";
import { OtherServer } from "./logic/other_server.js";

const PAGE = "second-laptop";
const KEPT = "miai-second-laptop";
const LEADER = "miai-leader";
const RENEWED_EVERY = 10 * 60_000;

const server = new OtherServer({ others: () => kept().others ?? [], ask, seen, offer, go });

function kept() {
  return JSON.parse(localStorage.getItem(KEPT) || "{}");
}

function seen(leader) {
  localStorage.setItem(LEADER, leader);
}

// What a page has seen of another leader goes with each request: a server that led before stops when it hears of it.
export function leaderSeen() {
  const leader = localStorage.getItem(LEADER);
  return leader ? { "X-Miai-Leader": leader } : {};
}

// An answer may say that another server leads.
export function noteLeader(response) {
  const address = response.headers.get("X-Miai-Leads");
  if (address) void server.elsewhere(address);
}

async function ask(address) {
  const response = await fetch(`${address}/follow/state`, { credentials: "omit", signal: AbortSignal.timeout(1500) });
  if (!response.ok) throw new TypeError(`no state: ${response.status}`);
  return response.json();
}

function offer(other) {
  const place = document.getElementById("second-laptop");
  if (!place) return;
  place.hidden = !other;
  if (other) {
    place.querySelector("a").href = entrance(other.address, `/${PAGE}`);
    place.querySelector("[data-name]").textContent = place.querySelector("[data-name]").dataset.name.replace("{name}", other.name);
  }
}

function entrance(address, next) {
  return `${address}/second-laptop/enter?${new URLSearchParams({ ticket: kept().ticket ?? "", next })}`;
}

// Entries that wait go along in the fragment, which no server sees; they keep their ids, so that they are carried out once.
function go(address) {
  const waiting = keptEntries.handOver();
  const url = `${entrance(address, location.pathname + location.search)}#${encodeURIComponent(JSON.stringify(waiting))}`;
  document.dispatchEvent(new CustomEvent("miai:go", { detail: { url } }));
}

// Where to go and as whom, asked beforehand, because later nobody may answer.
async function keep() {
  const response = await fetch(`${document.documentElement.dataset.base ?? ""}/second-laptop/known`, { credentials: "same-origin" });
  if (response.ok) localStorage.setItem(KEPT, JSON.stringify(await response.json()));
}

if ("secondLaptop" in document.body.dataset) {
  const quietly = () => keep().catch(() => {});
  // Not all phones at the same moment.
  setTimeout(quietly, "public" in document.body.dataset ? Math.random() * 10_000 : 300);
  setInterval(quietly, RENEWED_EVERY);
}
document.addEventListener("miai:lost", ({ detail: { lost } }) => server.lost(lost));
