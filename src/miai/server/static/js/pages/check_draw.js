// Derives a published round on this phone from the public log, and shows what the game of a player costs by every rule.
import { checkDraw, checkLog, differing, openProof, Refused, termsOf } from "../logic/check_proof.js";
import { conclusionOf } from "../logic/conclusion.js";
import { readHead } from "../logic/heads.js";
import { judge } from "../logic/verify/judge.js";

const place = document.getElementById("check");
const words = document.getElementById("check-words");

async function check() {
  const heads = keptHeads();
  try {
    const seen = remembered();
    step("loading proof");
    const since = seen ? `?since=${seen.number}` : "";
    const [file, log] = await Promise.all([load(place.dataset.file), load(`${place.dataset.log}${since}`)]);
    await show(new Uint8Array(await file.arrayBuffer()), await log.json(), { seen, heads });
  } catch (error) {
    if (error instanceof Refused) refuse(error.code);
    else tell("offline", { bad: true });
  }
  place.querySelector("[data-working]").hidden = true;
}

// Says what the page does at present; nothing is said of the draw before all of it is done.
function step(key, values = {}) {
  const working = place.querySelector("[data-working]");
  working.hidden = false;
  working.textContent = said(key, values);
}

async function load(address, options = {}) {
  const answer = await fetch(address, { credentials: "same-origin", ...options });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer;
}

// The proof and the hashes that the server gives, then the verdict from the entries themselves.
async function show(file, log, { seen, heads }) {
  const proof = await openProof(file);
  const known = seen && seen.log === log.log ? { first: seen.number, hashes: [seen.hash] } : null;
  const added = checkLog(proof.about, log, known);
  const kept = known ? [...heads, { event: log.log, entries: seen.number, hash: seen.hash, at: "" }] : heads;
  const answer = await derive(file, kept);
  // The worker has checked the proof already, unless it had no log.
  const verdict = answer?.found.draw ?? (answer?.found.refusal ? null : checkDraw(proof, log.proof));
  tellVerdict(proof.about, verdict, answer);
  // Beside a refusal nothing is said to be in order.
  if (place.dataset.conclusion === "refused") return;
  const time = number(Math.max(1, Math.round(answer?.time ?? 1)));
  tell("file ok", { size: number(file.length / 1000, 1), time });
  tellLog(answer, known, added);
  const other = differing(proof.about, log.boards, log.seats);
  if (other.length) tell("shown", { tables: other.join(", "), bad: true });
  else tell("shown ok");
  remember(log);
  showTerms(proof);
}

// What the public log says of the round; null if it cannot be had.
async function derive(file, heads) {
  let log;
  try {
    log = await loadLog("default");
  } catch {
    return null;
  }
  const asked = { file, heads, round: Number(place.dataset.round), stage: place.dataset.stage };
  const answer = await beside({ ...asked, ...log });
  if (!answer.otherPiece) return answer;
  // A piece that this phone kept does not end as the log does now: either it was damaged, or the log was rewritten.
  const again = await beside({ ...asked, ...(await loadLog("reload")) });
  return again.otherPiece ? again : { ...again, unchanged: null, found: { ...again.found, conclusion: "refused", refusal: "log rewritten" } };
}

async function loadLog(cache) {
  const address = place.dataset.entries;
  const index = await (await load(address, { cache: cache === "default" ? "no-cache" : cache })).text();
  const { pieces } = JSON.parse(index);
  let done = 0;
  step("loading log", { done, count: pieces.length });
  const texts = await Promise.all(pieces.map(async ({ piece }) => {
    const text = await (await load(`${address}/${piece}`, { cache })).text();
    done += 1;
    step("loading log", { done, count: pieces.length });
    return text;
  }));
  return { index, pieces: texts };
}

// Judges in a worker, so that the page stays alive, or here if there is none.
function beside(asked) {
  step("deriving");
  return new Promise((resolve, reject) => {
    let worker;
    const here = () => judge(asked).then(resolve, reject);
    try {
      worker = new Worker(new URL("../check_worker.js", import.meta.url), { type: "module" });
    } catch {
      void here();
      return;
    }
    worker.addEventListener("message", ({ data }) => {
      worker.terminate();
      resolve(data);
    });
    worker.addEventListener("error", () => {
      worker.terminate();
      void here();
    });
    worker.postMessage(asked);
  });
}

function refuse(code) {
  place.dataset.conclusion = "refused";
  tell(`refused ${code}`, { bad: true });
}

// The verdict in the words of miai verify; without the entries of the log a proof is at most consistent with itself.
function tellVerdict(about, verdict, answer) {
  const found = answer?.found;
  place.dataset.conclusion = found?.conclusion
    ?? conclusionOf({ refused: false, contradicted: false, log: false, derived: false, kind: verdict.kind });
  if (found?.refusal) refuse(found.refusal);
  else if (found?.conclusion === "refused") tell("refused derived", { reasons: reasonsOf(found.differences, "difference"), bad: true });
  else if (found?.conclusion === "not verified") tellNotVerified(found);
  else if (found) tellDerived(found);
  else tell("not verified", { reasons: said("missing no log", {}), plain: true });
  if (place.dataset.conclusion === "refused") return;
  if (!found || found.conclusion === "not verified") tellProof(about, verdict);
  if (found?.counts) tell("counts", { ...numbers(found.counts), plain: true });
  if (found?.later.terms.length) tell("terms", { tables: found.later.terms.join(", "), plain: true });
  if (about.nearest) tell("nearest", { plain: true });
}

function tellDerived({ conclusion, draw }) {
  if (conclusion === "proven best") {
    tell("proven best", { pairs: number(draw.pairs) });
    return;
  }
  const tables = draw.tables.join(", ");
  let how = draw.extra === "0" ? "alike" : draw.extra.startsWith("-") ? "less" : "more";
  if (draw.kind === "incomplete") how = "incomplete";
  tell(`changed by hand ${how}`, { extra: grouped(draw.extra.replace("-", "")), tables, plain: true });
}

function tellNotVerified({ missing, later }) {
  if (missing.length) tell("not verified", { reasons: reasonsOf(missing, "missing"), plain: true });
  if (later.pairs.length) tell("games changed", { tables: later.pairs.join(", "), bad: true });
}

function reasonsOf(found, kind) {
  return found.map(({ what, why, of }) => {
    const key = what === "fact" ? `${what} ${of}` : (what ?? why);
    const named = why === "system" && entry(`system ${of}`) ? said(`system ${of}`, {}) : of;
    return said(`${kind} ${key}`, { of: named });
  }).join("; ");
}

// What the proof says by itself.
function tellProof(about, { kind, extra, tables, pairs }) {
  const values = { extra: grouped(extra?.replace("-", "") ?? "0"), tables: tables.join(", "), pairs: number(pairs) };
  tell("consistent", { plain: true });
  if (kind === "changed") tell(extra.startsWith("-") ? "changed less" : "changed more", { ...values, plain: true });
  else if (kind === "best" && tables.length) tell("changed alike", { ...values, plain: true });
  else tell(kind, { ...values, plain: true });
  if (kind === "plan" && tables.length) tell("plan changed", { ...values, plain: true });
  if (about.forced?.length) tell("wanted", { count: number(about.forced.length), plain: true });
}

// That nothing was rewritten is only said if the hashes were computed, and one of them was kept before.
function tellLog(answer, known, added) {
  const values = { count: number(added), plain: true };
  if (answer?.unchanged) tell("log ok", { ...values, plain: false, time: timeOf(answer.unchanged) });
  else tell(known ? "log grown" : "log first", values);
}

function timeOf({ at, entries }) {
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return said("entry", { number: entries });
  return moment.toLocaleString(document.documentElement.lang, { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
}

function tell(key, { bad = false, plain = false, ...values } = {}) {
  const line = document.createElement("li");
  line.className = bad ? "note bad" : "note";
  line.dataset.said = key;
  if (!plain) line.append(entry(bad ? "icon bad" : "icon good").firstElementChild.cloneNode(true));
  const sentence = document.createElement("span");
  sentence.textContent = said(key, values);
  line.append(sentence);
  place.querySelector("[data-results]").append(line);
}

const entry = (key) => words.content.querySelector(`[data-key="${CSS.escape(key)}"]`);

function said(key, values) {
  return (entry(key)?.textContent ?? key).replace(/\{([\w ]+)\}/g, (_, name) => values[name] ?? "");
}

const number = (value, digits = 0) => value.toLocaleString(document.documentElement.lang, { maximumFractionDigits: digits });
const numbers = (values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, number(value)]));
const grouped = (text) => BigInt(text).toLocaleString(document.documentElement.lang);

// What this phone has seen of the log; without storage it only looks at what it gets now.
const KEY = `miai-log ${/\/p\/([^/]+)/.exec(location.pathname)?.[1] ?? ""}`;

function remembered() {
  try {
    const seen = JSON.parse(localStorage.getItem(KEY));
    return Number.isInteger(seen?.number) ? seen : null;
  } catch {
    return null;
  }
}

// The heads that public pages of this phone kept before this page was opened; the one on this page shows nothing.
function keptHeads() {
  try {
    const { heads } = JSON.parse(localStorage.getItem(`miai-heads ${place.dataset.event}`));
    const earlier = heads.filter(({ since = 0 }) => since < performance.timeOrigin);
    return earlier.map(({ text }) => readHead(text)).filter(Boolean);
  } catch {
    return [];
  }
}

function remember({ log, first, hashes }) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ log, number: first + hashes.length - 1, hash: hashes.at(-1) }));
  } catch {
    // A private window may keep nothing.
  }
}

// The opponent of somebody without a game.
const NOBODY = -1;

function showTerms(proof) {
  const { about } = proof;
  if (!about.rules) return;
  const [one, other] = [document.getElementById("one"), document.getElementById("other")];
  const { id, name, grade, club } = about.players;
  const order = name.map((each, i) => [each, i]).sort(([a], [b]) => a.localeCompare(b));
  // Namesakes have the club, too.
  const shown = (each, i) => [each, grade[i], name.indexOf(each) === name.lastIndexOf(each) ? "" : club[i]].filter(Boolean).join(" ");
  for (const field of [one, other]) field.replaceChildren(...order.map(([each, i]) => new Option(shown(each, i), i)));
  other.prepend(new Option("–", NOBODY));
  const first = about.boards[0]?.[1] ?? 0;
  const mine = id ? id.indexOf(place.dataset.meId) : name.indexOf(place.dataset.me);
  one.value = mine < 0 ? first : mine;
  other.value = opponentOf(about, Number(one.value)) ?? NOBODY;
  one.addEventListener("change", () => {
    other.value = opponentOf(about, Number(one.value)) ?? NOBODY;
    fillTerms(proof);
  });
  other.addEventListener("change", () => fillTerms(proof));
  document.getElementById("terms").hidden = false;
  fillTerms(proof);
}

function opponentOf(about, player) {
  const board = about.boards.find(([, white, black]) => white === player || black === player);
  return board && (board[1] === player ? board[2] : board[1]);
}

// Why there is no pair to show: the key of its sentence.
function withoutGame(about, player) {
  if (about.byes.includes(player)) return "bye";
  return about.unpaired.includes(player) ? "unpaired" : "same player";
}

function fillTerms(proof) {
  const { about } = proof;
  const [a, b] = ["one", "other"].map((id) => Number(document.getElementById(id).value));
  const rows = document.querySelector("#terms tbody");
  const sentence = document.getElementById("terms-said");
  const paired = b >= 0 && a !== b;
  rows.closest("table").hidden = !paired;
  rows.replaceChildren();
  if (!paired) {
    sentence.textContent = said(withoutGame(about, a), { name: about.players.name[a] });
    return;
  }
  const board = about.boards.find(([, white, black]) => (white === a && black === b) || (white === b && black === a));
  sentence.textContent = board ? said("own game", { table: board[0] }) : said("other game", {});
  const terms = termsOf(proof, a, b);
  const alike = about.players.group[a] === about.players.group[b];
  for (const { key, title, price } of terms) {
    const found = entry(`rule ${key} ${alike ? "alike" : "apart"}`) ?? entry(`rule ${key}`);
    const facts = found ? said(found.dataset.key, factsOf(about, a, b)) : "";
    rows.append(row(found?.dataset.title ?? title, facts, price));
  }
  rows.append(row(said("total", {}), "", `${terms.reduce((sum, { price }) => sum + BigInt(price), 0n)}`));
}

function row(title, facts, price) {
  const line = document.createElement("tr");
  for (const text of [title, facts, grouped(price)]) line.append(cell(text));
  line.lastChild.className = "num";
  return line;
}

function cell(text) {
  const made = document.createElement("td");
  made.textContent = text;
  return made;
}

// The public facts of two players, by the names that the sentences use.
function factsOf(about, a, b) {
  const facts = { seed: about.seed };
  for (const [sign, i] of [["a", a], ["b", b]]) {
    for (const [fact, values] of Object.entries(about.players)) facts[`${fact} ${sign}`] = values[i];
    facts[`score ${sign}`] = number(about.players.score[i] / 4, 2);
    facts[`from ${sign}`] = [about.players.club[i], about.players.country[i]].filter(Boolean).join(", ") || "–";
  }
  return facts;
}

// A round that is unpublished, or published again with another proof: the page shows at once what holds now.
const fixed = document.getElementById("fixed-proof");
const proofShown = fixed?.dataset.hash;
document.addEventListener("miai:refreshed", () => fixed?.dataset.hash !== proofShown && location.reload());

if (place) void check();
