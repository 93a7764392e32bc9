// This phone is a witness: it keeps the head of the log at each publication, and shows if the log no longer has one of them.
import { compareHeads, readHead } from "../logic/heads.js";

const MOST = 40;
const shown = () => document.getElementById("log-head");
const words = () => document.getElementById("head-words");
let compared = "";

async function look() {
  const place = shown();
  if (!place || compared === place.dataset.head) return;
  compared = place.dataset.head;
  const kept = remembered();
  const fresh = kept.heads.every(({ text }) => text !== place.dataset.head);
  if (fresh || kept.due) await compare(kept, fresh);
  if (location.hash.includes("miai-head:")) await judgeLine(decodeURIComponent(location.hash));
}

// Compares all kept heads with the log, and keeps the new one. If there is no answer it is tried again with the next page.
async function compare({ heads, told }, fresh) {
  const { head: text, mark } = shown().dataset;
  const known = heads.map((each) => ({ ...each, ...readHead(each.text) }));
  const kept = { heads: fresh ? [...heads, { text, mark, since: Date.now() }] : heads, told, due: true };
  try {
    const found = compareHeads(known, await logAt(known));
    show(found);
    const other = found.changed ?? found.later;
    kept.due = found.judged.some(([, verdict]) => verdict !== "agrees");
    // A head that does not fit is reported once; a phone that has one does not count as one that agrees.
    kept.told = other?.text ?? "";
    keep(kept);
    if (other ? other.text !== told : fresh && !kept.due) await logAt([], { count: 1, ...(other && { head: other.text, mark: other.mark }) });
  } catch {
    // No connection: nothing is said, neither good nor bad.
    keep(kept);
  }
}

async function logAt(heads, counted) {
  const asked = new URLSearchParams({ at: heads.map(({ entries }) => entries).join(","), ...counted });
  const answer = await fetch(`${shown().dataset.heads}?${asked}`, { credentials: "same-origin", cache: "no-store", keepalive: true });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
}

function show({ changed, unchanged, later, foreign }) {
  const note = document.getElementById("witness");
  const head = changed ?? later ?? foreign;
  note.hidden = !head;
  if (!head) return;
  const key = changed ? (unchanged ? "changed between" : "changed") : later ? "later" : "foreign";
  note.dataset.said = key;
  const text = document.createElement("div");
  text.append(
    paragraph(said(key, { time: timeOf(head), since: unchanged ? timeOf(unchanged) : "" }), "strong"),
    paragraph(said("advice")),
    paragraph(head.text, "mono"),
  );
  note.replaceChildren(entry("icon").firstElementChild.cloneNode(true), text);
}

// What is said of one head that somebody typed, or that the code on a printed sheet holds.
async function judgeLine(line) {
  const output = document.getElementById("head-said");
  const head = readHead(line);
  let key = "said nothing";
  if (head) {
    try {
      const [[, verdict]] = compareHeads([head], await logAt([head])).judged;
      key = verdict === "agrees" ? verdict : `said ${verdict}`;
    } catch {
      key = "offline";
    }
  }
  output.hidden = false;
  output.dataset.said = key;
  output.classList.toggle("bad", key !== "agrees");
  output.textContent = said(key, { time: head ? timeOf(head) : "" });
  output.closest("details").open = true;
}

function paragraph(text, kind = "") {
  const made = document.createElement("p");
  made.className = kind;
  made.textContent = text;
  return made;
}

const entry = (key) => words().content.querySelector(`[data-key="${CSS.escape(key)}"]`);

function said(key, values = {}) {
  return entry(key).textContent.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

function timeOf({ at, entries }) {
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return said("entry", { number: entries });
  const today = moment.toDateString() === new Date().toDateString();
  const day = today ? {} : { weekday: "short", day: "numeric", month: "short" };
  return moment.toLocaleString(document.documentElement.lang, { ...day, hour: "2-digit", minute: "2-digit" });
}

// The heads that this phone kept; without storage it only compares a line that somebody gives it.
const keptAs = () => `miai-heads ${shown().dataset.event}`;

function remembered() {
  try {
    const { heads, told, due } = JSON.parse(localStorage.getItem(keptAs()));
    return { heads: heads.filter(({ text }) => readHead(text)), told, due };
  } catch {
    return { heads: [], told: "", due: false };
  }
}

function keep({ heads, told, due }) {
  try {
    localStorage.setItem(keptAs(), JSON.stringify({ heads: heads.slice(-MOST), told, due }));
  } catch {
    // A private window may keep nothing.
  }
}

const form = document.querySelector("[data-check-head]");
if (form) form.hidden = false;
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  void judgeLine(event.target.elements["kept-head"].value);
});
document.addEventListener("miai:refreshed", () => void look());
window.addEventListener("hashchange", () => location.hash.includes("miai-head:") && void judgeLine(decodeURIComponent(location.hash)));
void look();
