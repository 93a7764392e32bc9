// Checks the draw of a published round on this phone, and shows what the game of a player costs by every rule.
import { checkDraw, checkLog, differing, openProof, Refused, termsOf } from "../logic/check_proof.js";
import { conclusionOf } from "../logic/conclusion.js";

const place = document.getElementById("check");
const words = document.getElementById("check-words");

async function check() {
  const working = place.querySelector("[data-working]");
  working.hidden = false;
  try {
    const seen = remembered();
    const since = seen ? `?since=${seen.number}` : "";
    const [file, log] = await Promise.all([load(place.dataset.file), load(`${place.dataset.log}${since}`)]);
    await judge(new Uint8Array(await file.arrayBuffer()), await log.json(), seen);
  } catch (error) {
    if (error instanceof Refused) {
      tellConclusion({ refused: true, kind: null });
      tell(`refused ${error.code}`, { bad: true });
    }
    else tell("offline", { bad: true });
  }
  working.hidden = true;
}

async function load(address) {
  const answer = await fetch(address, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer;
}

async function judge(file, log, seen) {
  const proof = await openProof(file);
  const started = performance.now();
  const verdict = checkDraw(proof, log.proof);
  const time = Math.max(1, Math.round(performance.now() - started));
  const known = seen && seen.log === log.log ? { first: seen.number, hashes: [seen.hash] } : null;
  const added = checkLog(proof.about, log, known);
  tellConclusion({ refused: false, kind: verdict.kind });
  tellVerdict(proof.about, verdict);
  tell("file ok", { size: number(file.length / 1000, 1), time: number(time) });
  tell(known ? "log ok" : "log first", { count: number(added), plain: !known });
  const other = differing(proof.about, log.boards, log.seats);
  if (other.length) tell("shown", { tables: other.join(", "), bad: true });
  else tell("shown ok");
  remember(log);
  showTerms(proof);
}

// The phone has the proof and the hashes of the log, not its entries: it cannot derive the round from them.
function tellConclusion(found) {
  const conclusion = conclusionOf({ ...found, contradicted: false, log: false, derived: false });
  place.dataset.conclusion = conclusion;
  if (conclusion === "consistent with itself") tell("consistent", { plain: true });
}

function tellVerdict(about, { kind, extra, tables, pairs }) {
  const values = { extra: grouped(extra?.replace("-", "") ?? "0"), tables: tables.join(", "), pairs: number(pairs) };
  if (kind === "changed") tell(extra.startsWith("-") ? "changed less" : "changed more", { ...values, plain: true });
  else if (kind === "best" && tables.length) tell("changed alike", { ...values, plain: true });
  else tell(kind, { ...values, plain: true });
  if (kind === "plan" && tables.length) tell("plan changed", { ...values, plain: true });
  if (about.forced?.length) tell("wanted", { count: number(about.forced.length), plain: true });
  if (about.nearest) tell("nearest", { plain: true });
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
