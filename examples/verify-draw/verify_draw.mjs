// Verifies a published draw with nothing but Node 22 or newer: node verify_draw.mjs PROOF [LOG]
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { readLog } from "./check_log.mjs";
const sha256 = (data) => createHash("sha256").update(data);
const demand = (holds, why) => { if (!holds) throw new Error(why); };
const isWhole = (text) => typeof text === "string" && /^-?\d{1,19}$/.test(text);
const whole = (text) => (demand(isWhole(text), "a cost is not a whole number"), BigInt(text));
const key = (a, b) => (a < b ? `${a} ${b}` : `${b} ${a}`);
// The file: one line of JSON, then packed numbers.
function openProof(file) {
  const content = file[0] === 0x1f ? gunzipSync(file, { maxOutputLength: 1 << 28 }) : file;
  const end = content.indexOf(10);
  const about = JSON.parse(content.subarray(0, end).toString());
  demand(end > 0 && about.format === "miai proof 1", "this is not a proof, or one of another version");
  return { about, packed: content.subarray(end + 1), hash: sha256(content).digest("hex") };
}
// Takes `count` packed numbers from the front, all of them below a limit.
function take(rest, { bits, count }, below) {
  demand([1, 2, 4, 8, 16, 32].includes(bits) && Number.isInteger(count) && count >= 0, "bad numbers");
  const data = rest.bytes.subarray(0, Math.ceil((bits * count) / 8));
  rest.bytes = rest.bytes.subarray(data.length);
  demand(data.length * 8 >= bits * count, "numbers are missing");
  const small = (i) => (data[Math.floor((i * bits) / 8)] >> ((i * bits) % 8)) & ((1 << bits) - 1);
  const large = (i) => data.readUIntLE((i * bits) / 8, bits / 8);
  const found = Array.from({ length: count }, (_, i) => (bits < 8 ? small(i) : large(i)));
  demand(found.every((number) => number < below), "a number is too large");
  return found;
}
// What each pair costs by all rules together, and the pairs that may not be drawn.
function costsOf({ about, packed }) {
  const players = about.players.name.length;
  const pairs = [...Array(players).keys()].flatMap((i, _, all) => all.slice(i + 1).map((j) => [i, j]));
  const costs = pairs.map(() => 0n);
  const rest = { bytes: packed };
  for (const rule of about.rules) {
    const table = rule.prices.map(whole);
    const places = take(rest, rule, table.length || 1);
    const [kinds, used] = [rule.kinds ?? [], new Map()];
    const most = Math.max(-1, ...kinds);
    let at = 0;
    for (let k = 0; k <= most; k++) for (let l = k; l <= most; l++) used.set(key(k, l), places[at++]);
    const { group } = about.players;
    pairs.forEach(([i, j], n) => {
      if (rule.form === "kinds") costs[n] += table[used.get(key(kinds[i], kinds[j]))];
      else if (rule.form === "pairs" || group[i] === group[j]) costs[n] += table[places[at++]];
      else costs[n] += table[rule.outside];
    });
    demand(at === places.length, "a rule has too many numbers");
  }
  const flags = take(rest, about.forbidden, 2);
  demand(flags.length === pairs.length && !rest.bytes.length, "the flags of forbidden pairs do not fit");
  const forbidden = new Set(pairs.filter((_, n) => flags[n]).map(([i, j]) => key(i, j)));
  return { pairs, costs: new Map(pairs.map(([i, j], n) => [key(i, j), costs[n]])), forbidden, players };
}
function once(list, players, why) {
  demand(list.every((i) => Number.isInteger(i) && i >= 0 && i < players), why);
  demand(new Set(list).size === list.length, why);
}
// A dual for each player and for some odd sets: together they are a lower bound for every draw.
function checkDuals(about, { pairs, costs, forbidden, players }, free, sum) {
  const taken = new Set([...about.forced.flat(), ...free]);
  const fits = about.duals.every((dual, i) => (dual === null) === taken.has(i));
  demand(about.duals.length === players && fits, "a dual is missing or too many");
  const duals = about.duals.map((dual) => (dual === null ? 0n : whole(dual)));
  const together = new Map();
  let bound = duals.reduce((total, dual) => total + dual, 0n);
  for (const [text, members] of about.blossoms) {
    const dual = whole(text);
    const odd = members.length >= 3 && members.length % 2 === 1;
    demand(dual > 0n && odd && !members.some((i) => taken.has(i)), "a blossom is not as it must be");
    once(members, players, "a blossom has somebody twice");
    const inside = members.flatMap((i) => members.filter((j) => i < j).map((j) => key(i, j)));
    for (const pair of inside) together.set(pair, (together.get(pair) ?? 0n) + dual);
    bound -= BigInt((members.length - 1) / 2) * dual;
  }
  for (const [i, j] of pairs) {
    if (taken.has(i) || taken.has(j) || forbidden.has(key(i, j))) continue;
    const least = duals[i] + duals[j] - (together.get(key(i, j)) ?? 0n);
    demand(2n * costs.get(key(i, j)) >= least, "a pair costs less than the proof allows");
  }
  const total = sum(about.best.pairs.filter(([i]) => !taken.has(i)), []);
  demand(2n * total === bound, "the proof does not reach the cost of the best draw");
}
function checkDraw(proof) {
  const { about } = proof;
  const { best, forced, claim } = about;
  const facts = Object.values(about.players);
  demand(facts.every((fact) => fact.length === about.players.name.length), "a player lacks a fact");
  const seats = about.boards.flatMap(([, white, black]) => [white, black]);
  once([...seats, ...about.byes, ...about.unpaired], about.players.name.length, "somebody sits twice");
  once(about.boards.map(([table]) => table), Infinity, "there are two games at one table");
  if (claim.kind === "plan") return "plan: drawn without costs, so there is nothing to compare";
  const known = costsOf(proof);
  const free = best.bye === null ? [] : [best.bye];
  const sum = (games, byes) =>
    games.reduce((total, [i, j]) => total + known.costs.get(key(i, j)), 0n) +
    byes.reduce((total, i) => total + whole(about.bye_costs[i]), 0n);
  const minimised = claim.kind !== "weighed";
  once([...best.pairs.flat(), ...free], known.players, "the best draw is not a draw");
  const playing = best.pairs.length * 2 + free.length;
  demand(!minimised || playing === known.players, "the best draw leaves somebody out");
  const wanted = new Set(forced.map(([i, j]) => key(i, j)));
  const drawn = new Set(best.pairs.map(([i, j]) => key(i, j)));
  demand([...wanted].every((game) => drawn.has(game)), "a wanted game is not in the best draw");
  const bad = (game) => known.forbidden.has(game) && !wanted.has(game);
  demand(![...drawn].some(bad), "the best draw has a forbidden pair");
  demand(sum(best.pairs, free) === whole(best.total), "the costs do not add up");
  if (minimised) checkDuals(about, known, free, sum);
  const total = sum(about.boards.map(([, i, j]) => [i, j]), about.byes);
  const extra = total - whole(best.total);
  const tables = about.boards.filter(([, i, j]) => !drawn.has(key(i, j))).map(([table]) => table);
  const everybody = !about.unpaired.length && about.byes.length === free.length;
  const kind = !minimised ? "weighed" : !everybody ? "incomplete" : extra === 0n ? "best" : "changed";
  const said = [claim.kind, whole(claim.total), whole(claim.extra), claim.tables];
  demand(String(said) === String([kind, total, extra, tables]), "the claim is not what the costs say");
  return kind === "best" ? "best: no draw costs less" : `${kind}: costs ${extra} more than the best draw`;
}
// The log: each hash covers the one before.
function checkLog(proof, document) {
  const { entries, hashes } = readLog(document);
  const named = entries.findLastIndex((entry) => (entry.change ?? entry).proof === proof.hash);
  const { entry, hash } = proof.about.log;
  demand(named >= 0, "the log names another proof");
  demand(entry > 0 && entry <= named && hashes[entry - 1] === hash, "the log before is another one");
  return `the log names this proof; entries: ${hashes.length}, hash of the last one: ${hashes.at(-1)}`;
}
try {
  const [file, document] = process.argv.slice(2);
  const proof = openProof(readFileSync(file));
  const { event, round, seed } = proof.about;
  const said = `${event}, round ${round}, seed ${seed}: ${checkDraw(proof)}\nSHA-256: ${proof.hash}`;
  console.log(`${said}\n${document ? checkLog(proof, readFileSync(document, "utf8")) : "no log was given"}`);
} catch (error) {
  console.log(`refused: ${error.message}`);
  process.exitCode = 1;
}
