// Checks the proof of a published draw, on its own: this file imports nothing, so that whoever doubts a draw can read
// all of it. What a proof holds is described in docs/reference/proofs.md.
//
// A draw is proved to be the best by a number for each player (a dual) and for some odd sets of players (blossoms).
// No allowed pair costs less than its two duals less the blossoms that hold both players. Added up over any draw, that
// is a bound which no draw can go below, and the best draw meets it exactly.
//
// Costs need up to 62 bits. Each is kept as high * 2^32 + low, two numbers that JavaScript adds without rounding. The
// sign of high * 2^32 + low is right even where that sum is rounded.

const HALF = 2 ** 32;
const LIMIT = 2n ** 62n;
const FORMAT = "miai proof 1";
const FACTS = ["name", "grade", "club", "country", "score", "group", "place", "of", "up", "down", "balance", "last",
  "level", "category", "byes"];
const OF_ALL = ["format", "event", "round", "sides", "system", "preset", "seed", "log", "players", "boards", "byes", "unpaired", "claim"];
const OF_PRICES = ["rules", "forbidden", "bye_costs", "forced", "nearest", "best", "duals", "blossoms"];
const OF_RULE = ["key", "title", "form", "bits", "count", "prices"];
// A proof of 5,000 players has some 30 megabytes.
const LARGEST = 2 ** 26;
// All pairs of more players do not fit into the memory of a phone.
const MOST_PLAYERS = 5000;

// Why a proof is refused: a code, for which the page has a sentence.
export class Refused extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

function demand(holds, code) {
  if (!holds) throw new Refused(code);
}

// The content of a proof's file: the facts, and the packed costs of the rules.
export async function openProof(file) {
  let content;
  try {
    content = await unpacked(new Blob([file]).stream().pipeThrough(new DecompressionStream("gzip")).getReader());
  } catch {
    throw new Refused("file");
  }
  return readProof(content);
}

// All bytes of a stream, unless they are more than any proof has: a small file can unpack to gigabytes.
async function unpacked(reader) {
  const parts = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value);
    size += next.value.length;
    if (size > LARGEST) {
      await reader.cancel();
      throw new Refused("file");
    }
  }
  const content = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    content.set(part, at);
    at += part.length;
  }
  return content;
}

export function readProof(content) {
  const end = content.indexOf(10);
  demand(end > 0, "file");
  let [text, about] = ["", null];
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(content.subarray(0, end));
    about = JSON.parse(text);
  } catch {
    throw new Refused("file");
  }
  demand(about?.format === FORMAT, "format");
  demand(namesIn(text) === namesOf(about) && hasItsFields(about), "file");
  demand(about.players.name.length <= MOST_PLAYERS, "file");
  return { about, content, packed: content.subarray(end + 1) };
}

// How many names of fields there are in a text of JSON, and in what was read from it: fewer if a name is there twice.
const namesIn = (text) => (text.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/g) ?? []).length;
function namesOf(value) {
  if (value === null || typeof value !== "object") return 0;
  const inside = Object.values(value);
  return (Array.isArray(value) ? 0 : inside.length) + inside.reduce((sum, each) => sum + namesOf(each), 0);
}

// All objects of a proof have their fields and no others; values are checked where they count.
function hasItsFields(about) {
  try {
    const { claim, players, rules } = about;
    const planned = claim.kind === "plan";
    const names = Object.keys(players).filter((name) => name !== "id");
    return hasOnly(about, planned ? OF_ALL : [...OF_ALL, ...OF_PRICES])
      && hasOnly(claim, planned ? ["kind", "repeated", "tables"] : ["kind", "total", "extra", "tables"])
      && hasOnly(about.log, ["entry", "hash"]) && isSame(names, FACTS)
      && Object.values(players).every(Array.isArray) && (planned || hasPrices(about, rules));
  } catch {
    return false;
  }
}

function hasPrices({ forbidden, best }, rules) {
  const byForm = { pairs: OF_RULE, groups: [...OF_RULE, "outside"], kinds: [...OF_RULE, "kinds"] };
  return rules.every((rule) => hasOnly(rule, byForm[rule.form])) && new Set(rules.map(({ key }) => key)).size === rules.length
    && hasOnly(forbidden, ["bits", "count"]) && hasOnly(best, ["pairs", "bye", "total"]);
}

const hasOnly = (value, names) => isSame(Object.keys(value), names);
const isSame = (one, other) => one.length === other.length && one.every((each) => other.includes(each));

// What is true of the published draw: { kind, total, extra, tables }, or a Refused. `hash` is the one in the log.
export function checkDraw(proof, hash) {
  if (hash !== undefined) demand(sha256(proof.content) === hash, "hash");
  try {
    return checked(proof);
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Refused("file");
  }
}

function checked(proof) {
  const { about } = proof;
  const n = about.players.name.length;
  for (const fact of FACTS) demand(about.players[fact].length === n, "file");
  // Only a proof with namesakes has ids.
  if (about.players.id) demand(about.players.id.length === n && new Set(about.players.id).size === n, "file");
  const seats = about.boards.flatMap(([, white, black]) => [white, black]);
  demandOnce([...seats, ...about.byes, ...about.unpaired], n, "seats");
  demand(new Set(about.boards.map(([table]) => table)).size === about.boards.length, "seats");
  if (about.claim.kind === "plan") {
    return { kind: "plan", repeated: about.claim.repeated === true, tables: about.claim.tables, pairs: 0 };
  }
  const minimised = about.claim.kind !== "weighed";
  demandBest(about, n, minimised);
  const undercut = minimised ? undercutIn(about, n) : () => false;
  const costs = wantedCosts(about, n);
  eachRow(proof, (i, high, low, forbidden) => {
    costs.keep(i, high, low, forbidden);
    demand(!undercut(i, high, low, forbidden), "undercut");
  });
  checkBest(about, costs);
  if (minimised) checkBound(about, costs);
  return checkClaim(about, costs, minimised);
}

// Everybody at most once, and nobody who is not in the field.
function demandOnce(indices, n, code) {
  const seen = new Uint8Array(n);
  for (const i of indices) {
    demand(Number.isInteger(i) && i >= 0 && i < n && !seen[i], code);
    seen[i] = 1;
  }
  return seen;
}

// The place of a pair i < j among all pairs, row by row.
function placeOf(n, i, j) {
  const [low, high] = i < j ? [i, j] : [j, i];
  return low * n - (low * (low + 1)) / 2 + high - low - 1;
}

// A whole number is written as a text.
const isWhole = (text) => typeof text === "string" && /^-?[0-9]{1,19}$/.test(text);

function halves(text) {
  demand(isWhole(text), "file");
  if (text.length < 16) {
    const value = Number(text);
    const high = Math.floor(value / HALF);
    return [high, value - high * HALF];
  }
  const value = BigInt(text);
  demand(value < LIMIT && value > -LIMIT, "file");
  return [Number(value >> 32n), Number(value & 0xffffffffn)];
}

function manyHalves(texts) {
  const high = new Float64Array(texts.length);
  const low = new Float64Array(texts.length);
  texts.forEach((text, k) => {
    [high[k], low[k]] = halves(text);
  });
  // Most rules need the low numbers only.
  return { high, low, wide: high.some((each) => each !== 0) };
}

const whole = (high, low) => BigInt(high) * BigInt(HALF) + BigInt(low);

// Reads packed numbers one after the other, from the first: places in a table of `most` entries.
class Reader {
  constructor(packed, start, { bits, count }, most) {
    demand([1, 2, 4, 8, 16, 32].includes(bits) && Number.isInteger(count) && count >= 0, "file");
    this.end = start + Math.ceil((bits * count) / 8);
    demand(this.end <= packed.length, "file");
    Object.assign(this, { packed, start, bits, count, most });
  }

  // Numbers from `from` to before `to`, into the first places of `out`.
  read(from, to, out) {
    demand(to <= this.count, "file");
    if (this.bits < 8) this.readBits(from, to, out);
    else this.readBytes(from, to, out);
    let largest = 0;
    for (let k = 0; k < to - from; k += 1) if (out[k] > largest) largest = out[k];
    demand(from === to || largest < this.most, "file");
  }

  readBits(from, to, out) {
    const { packed, start, bits } = this;
    const mask = (1 << bits) - 1;
    for (let p = from, bit = from * bits; p < to; p += 1, bit += bits) {
      out[p - from] = (packed[start + (bit >>> 3)] >>> (bit & 7)) & mask;
    }
  }

  readBytes(from, to, out) {
    const { packed, start, bits } = this;
    const bytes = bits >>> 3;
    for (let p = from; p < to; p += 1) {
      let value = packed[start + p * bytes];
      for (let b = 1, scale = 256; b < bytes; b += 1, scale *= 256) value += packed[start + p * bytes + b] * scale;
      out[p - from] = value;
    }
  }
}

// A function that adds what a rule charges for the pairs (i, j > i) to a row; rows are asked for in order.
function ruleRows(rule, reader, groups) {
  const prices = manyHalves(rule.prices);
  if (rule.form === "kinds") return kindRows(rule, reader, prices, groups.length);
  if (rule.form === "groups") return groupRows(rule, reader, prices, groups);
  demand(rule.form === "pairs", "file");
  return pairRows(reader, prices, groups.length);
}

function pairRows(reader, prices, n) {
  demand(reader.count === (n * (n - 1)) / 2, "file");
  const places = new Uint32Array(n);
  let next = 0;
  return (i, high, low) => {
    reader.read(next, next + n - i - 1, places);
    next += n - i - 1;
    if (prices.wide) for (let j = i + 1; j < n; j += 1) high[j] += prices.high[places[j - i - 1]];
    for (let j = i + 1; j < n; j += 1) low[j] += prices.low[places[j - i - 1]];
  };
}

function groupRows(rule, reader, prices, groups) {
  const n = groups.length;
  demand(Number.isInteger(rule.outside) && rule.outside >= 0 && rule.outside < rule.prices.length, "file");
  const behind = countsBehind(groups);
  demand(reader.count === behind.reduce((a, b) => a + b, 0), "file");
  const places = new Uint32Array(n);
  let next = 0;
  return (i, high, low) => {
    reader.read(next, next + behind[i], places);
    next += behind[i];
    for (let j = i + 1, k = 0; j < n; j += 1) {
      const place = groups[j] === groups[i] ? places[k++] : rule.outside;
      high[j] += prices.high[place];
      low[j] += prices.low[place];
    }
  };
}

// How many of the group of each player come after them.
function countsBehind(groups) {
  const seen = new Map();
  const behind = new Uint32Array(groups.length);
  for (let i = groups.length - 1; i >= 0; i -= 1) {
    behind[i] = seen.get(groups[i]) ?? 0;
    seen.set(groups[i], behind[i] + 1);
  }
  return behind;
}

function kindRows(rule, reader, prices, n) {
  const kinds = Uint32Array.from(rule.kinds);
  const most = kinds.reduce((a, b) => Math.max(a, b), -1) + 1;
  demand(kinds.length === n && most <= n && reader.count === (most * (most + 1)) / 2, "file");
  const ofHigh = new Float64Array(most * most);
  const ofLow = new Float64Array(most * most);
  const places = new Uint32Array(most);
  for (let k = 0, p = 0; k < most; p += most - k, k += 1) {
    reader.read(p, p + most - k, places);
    for (let l = k; l < most; l += 1) {
      ofHigh[k * most + l] = ofHigh[l * most + k] = prices.high[places[l - k]];
      ofLow[k * most + l] = ofLow[l * most + k] = prices.low[places[l - k]];
    }
  }
  return (i, high, low) => {
    const row = kinds[i] * most;
    if (prices.wide) for (let j = i + 1; j < n; j += 1) high[j] += ofHigh[row + kinds[j]];
    for (let j = i + 1; j < n; j += 1) low[j] += ofLow[row + kinds[j]];
  };
}

// Goes through the costs of all pairs row by row: `visit(i, high, low, forbidden)` gets those of (i, j > i).
function eachRow({ about, packed }, visit) {
  const groups = Int32Array.from(about.players.group);
  const n = groups.length;
  let start = 0;
  const rows = [];
  for (const rule of about.rules) {
    const reader = new Reader(packed, start, rule, rule.prices.length);
    start = reader.end;
    if (rule.prices.some((price) => price !== "0")) rows.push(ruleRows(rule, reader, groups));
  }
  const bans = new Reader(packed, start, about.forbidden, 2);
  demand(bans.count === (n * (n - 1)) / 2 && bans.end === packed.length, "file");
  const high = new Float64Array(n);
  const low = new Float64Array(n);
  const forbidden = new Uint32Array(n);
  for (let i = 0, p = 0; i < n; p += n - i - 1, i += 1) {
    high.fill(0);
    low.fill(0);
    for (const add of rows) add(i, high, low);
    bans.read(p, p + n - i - 1, forbidden.subarray(i + 1));
    visit(i, high, low, forbidden);
  }
}

const sumOf = (numbers) => numbers.reduce((a, b) => a + b, 0n);

// The costs of the pairs that are drawn or would be best, kept while all costs are gone through.
function wantedCosts(about, n) {
  const wanted = Array.from({ length: n }, () => []);
  for (const [i, j] of [...about.best.pairs, ...about.boards.map(([, white, black]) => [white, black])]) {
    wanted[Math.min(i, j)].push(Math.max(i, j));
  }
  const known = new Map();
  return {
    n,
    keep(i, high, low, forbidden) {
      for (const j of wanted[i]) known.set(i * n + j, { cost: whole(high[j], low[j]), forbidden: forbidden[j] === 1 });
    },
    of: (i, j) => known.get(Math.min(i, j) * n + Math.max(i, j)),
  };
}

// The best draw has everybody once, and the director's games.
function demandBest(about, n, minimised) {
  const { best, forced } = about;
  const bye = best.bye === null ? [] : [best.bye];
  for (const pair of [...best.pairs, ...forced]) demand(pair.length === 2, "best");
  const seen = demandOnce([...best.pairs.flat(), ...bye], n, "best");
  demandOnce(forced.flat(), n, "best");
  demand(about.bye_costs.length === n && [...about.bye_costs, best.total].every(isWhole), "file");
  if (minimised) demand(seen.every(Boolean), "best");
  const mates = new Map(best.pairs.flatMap(([i, j]) => [[i, j], [j, i]]));
  for (const [i, j] of forced) demand(mates.get(i) === j, "best");
}

// No pair of it is forbidden but those that the director wants, and the total is what it is said to be.
function checkBest(about, costs) {
  const { best } = about;
  const wanted = new Set(about.forced.flat());
  for (const [i, j] of best.pairs) demand(wanted.has(i) || !costs.of(i, j).forbidden, "forbidden");
  const bye = best.bye === null ? 0n : BigInt(about.bye_costs[best.bye]);
  demand(sumOf(best.pairs.map(([i, j]) => costs.of(i, j).cost)) + bye === BigInt(best.total), "total");
}

// Those whose games were not open: in the director's games, or with the bye.
const takenIn = (about) => new Set([...about.forced.flat(), about.best.bye]);

// A function that says whether an allowed pair of a row costs less than its duals.
function undercutIn(about, n) {
  const taken = takenIn(about);
  demand(about.duals.length === n, "file");
  for (let i = 0; i < n; i += 1) demand((about.duals[i] === null) === taken.has(i), "duals");
  const duals = manyHalves(about.duals.map((dual) => dual ?? "0"));
  const { innermost, high: sharedHigh, low: sharedLow, count } = sharedOf(about.blossoms, taken, n);
  const closed = Uint8Array.from({ length: n }, (_, i) => (taken.has(i) ? 1 : 0));
  return (i, costHigh, costLow, forbidden) => {
    if (closed[i]) return false;
    const row = innermost[i] * count;
    for (let j = i + 1; j < n; j += 1) {
      const both = row + innermost[j];
      const high = 2 * costHigh[j] - duals.high[i] - duals.high[j] + sharedHigh[both];
      const low = 2 * costLow[j] - duals.low[i] - duals.low[j] + sharedLow[both];
      if (high * HALF + low < 0 && !forbidden[j] && !closed[j]) return true;
    }
    return false;
  };
}

// The best draw meets the bound of the duals, below which no draw can cost.
function checkBound(about, costs) {
  const taken = takenIn(about);
  const free = about.best.pairs.filter(([i]) => !taken.has(i));
  const inside = about.blossoms.map(([dual, members]) => BigInt(dual) * BigInt((members.length - 1) / 2));
  const bound = sumOf(about.duals.map((dual) => BigInt(dual ?? 0))) - sumOf(inside);
  demand(2n * sumOf(free.map(([i, j]) => costs.of(i, j).cost)) === bound, "bound");
}

// The innermost blossom of each player, and for every two blossoms the duals of all that hold both; 0 is outside of all.
function sharedOf(blossoms, taken, n) {
  const order = [...blossoms].sort((a, b) => b[1].length - a[1].length);
  // Sets that are not the same and lie beside or inside each other are fewer than players.
  demand(order.length <= n, "blossoms");
  const count = order.length + 1;
  const innermost = new Uint32Array(n);
  const high = new Float64Array(count * count);
  const low = new Float64Array(count * count);
  order.forEach(([dual, members], place) => {
    const k = place + 1;
    demand(BigInt(dual) > 0n, "blossoms");
    demand(members.length >= 3 && members.length % 2 === 1, "blossoms");
    demandOnce(members, n, "blossoms");
    const parent = innermost[members[0]];
    demand(parent === 0 || members.length < order[parent - 1][1].length, "blossoms");
    for (const i of members) {
      demand(innermost[i] === parent && !taken.has(i), "blossoms");
      innermost[i] = k;
    }
    for (let other = 0; other < k; other += 1) {
      // What holds an earlier blossom and this one also holds this one's parent.
      high[k * count + other] = high[other * count + k] = high[parent * count + other];
      low[k * count + other] = low[other * count + k] = low[parent * count + other];
    }
    const [ofHigh, ofLow] = halves(dual);
    high[k * count + k] = high[parent * count + parent] + ofHigh;
    low[k * count + k] = low[parent * count + parent] + ofLow;
  });
  return { innermost, high, low, count };
}

// What is said of the published draw is what the costs say.
function checkClaim(about, costs, minimised) {
  const pairs = about.boards.map(([, white, black]) => [white, black]);
  const byes = sumOf(about.byes.map((i) => BigInt(about.bye_costs[i])));
  const total = sumOf(pairs.map(([i, j]) => costs.of(i, j).cost)) + byes;
  const extra = total - BigInt(about.best.total);
  const own = new Set(about.best.pairs.map(([i, j]) => placeOf(costs.n, i, j)));
  const tables = about.boards.filter(([, i, j]) => !own.has(placeOf(costs.n, i, j))).map(([table]) => table);
  const wholly = about.unpaired.length === 0 && about.byes.length === (about.best.bye === null ? 0 : 1);
  let kind = "weighed";
  if (minimised) kind = !wholly ? "incomplete" : extra === 0n ? "best" : "changed";
  const { claim } = about;
  demand(claim.kind === kind && claim.total === `${total}` && claim.extra === `${extra}`, "claim");
  demand(`${claim.tables}` === `${tables}`, "claim");
  return { kind, total: `${total}`, extra: `${extra}`, tables, pairs: (costs.n * (costs.n - 1)) / 2 };
}

// What each rule charges, for a verifier that has prices of its own: the key, the prices, and of all pairs, row by row, the
// places in them; and a flag for each pair that may not be drawn.
export function chargesOf({ about, packed }) {
  const groups = about.players.group;
  const n = groups.length;
  let start = 0;
  const rules = about.rules.map((rule) => {
    const reader = new Reader(packed, start, rule, rule.prices.length);
    start = reader.end;
    return { key: rule.key, prices: rule.prices.map((price) => whole(...halves(price))), places: placesOf(rule, reader, groups) };
  });
  const forbidden = new Uint32Array((n * (n - 1)) / 2);
  const reader = new Reader(packed, start, about.forbidden, 2);
  demand(reader.count === forbidden.length, "file");
  reader.read(0, forbidden.length, forbidden);
  return { rules, forbidden };
}

function placesOf(rule, reader, groups) {
  const n = groups.length;
  // One player alone has no pairs, and the rules no prices.
  if (n < 2) return new Uint32Array(0);
  const read = new Uint32Array(reader.count);
  reader.read(0, reader.count, read);
  const found = new Uint32Array((n * (n - 1)) / 2);
  const kinds = rule.form === "kinds" ? rule.kinds : [];
  const most = kinds.reduce((a, b) => Math.max(a, b), -1) + 1;
  let [at, next] = [0, 0];
  for (let i = 0; i < n; i += 1) {
    for (let j = i + 1; j < n; j += 1, at += 1) {
      if (rule.form === "kinds") found[at] = read[placeOf(most, kinds[i], kinds[j]) + Math.min(kinds[i], kinds[j]) + 1];
      else if (rule.form === "pairs" || groups[i] === groups[j]) found[at] = read[next++];
      else found[at] = rule.outside;
    }
  }
  return found;
}

// What each rule charges for a pair: its key, its English title and the price as text.
export function termsOf({ about, packed }, i, j) {
  let start = 0;
  return (about.rules ?? []).map((rule) => {
    const reader = new Reader(packed, start, rule, rule.prices.length);
    start = reader.end;
    const [low, high] = i < j ? [i, j] : [j, i];
    return { key: rule.key, title: rule.title, price: rule.prices[placeIn(rule, reader, about.players.group, low, high)] };
  });
}

function placeIn(rule, reader, groups, i, j) {
  const at = (place) => {
    const out = new Uint32Array(1);
    reader.read(place, place + 1, out);
    return out[0];
  };
  if (rule.form === "pairs") return at(placeOf(groups.length, i, j));
  if (rule.form === "kinds") {
    const most = rule.kinds.reduce((a, b) => Math.max(a, b), -1) + 1;
    const [k, l] = [rule.kinds[i], rule.kinds[j]].sort((a, b) => a - b);
    return at(k * most - (k * (k - 1)) / 2 + l - k);
  }
  if (groups[i] !== groups[j]) return rule.outside;
  let inside = 0;
  for (let a = 0; a <= i; a += 1) {
    for (let b = a + 1; b < (a < i ? groups.length : j); b += 1) if (groups[a] === groups[b]) inside += 1;
  }
  return at(inside);
}

// The log has only grown: the entry before the publication is the one that the proof names, and all that this phone
// has seen of the log before is still there. Returns how many entries there are since the publication.
export function checkLog(about, log, seen = null) {
  const { first, hashes } = log;
  demand(Number.isInteger(first) && Array.isArray(hashes) && hashes.every((each) => /^[0-9a-f]{64}$/.test(each)), "log");
  const before = about.log.entry - first;
  demand(before >= 0 && hashes[before] === about.log.hash, "log before");
  demand(hashes.length > before + 1, "log shorter");
  if (seen) {
    demand(seen.first + seen.hashes.length <= first + hashes.length, "log shorter");
    seen.hashes.forEach((hash, k) => {
      const at = seen.first + k - first;
      if (at >= 0) demand(hashes[at] === hash, "log rewritten");
    });
  }
  return hashes.length - before - 2;
}

// The tables at which the page shows other players than the proof; [table, White, Black] by name, and by id for namesakes.
export function differing(about, boards, seats = []) {
  const { id, name } = about.players;
  const [known, shown] = id ? [id, seats] : [name, boards];
  const proved = new Map(about.boards.map(([table, white, black]) => [table, `${known[white]}\n${known[black]}`]));
  const tables = shown.filter(([table, white, black]) => proved.get(table) !== `${white}\n${black}`).map(([table]) => table);
  const there = new Set(shown.map(([table]) => table));
  return [...tables, ...[...proved.keys()].filter((table) => !there.has(table))];
}

const PRIMES = primes(64);
const ROUNDS = Uint32Array.from(PRIMES, (prime) => Math.floor((Math.cbrt(prime) % 1) * HALF));
const STARTS = Uint32Array.from(PRIMES.slice(0, 8), (prime) => Math.floor((Math.sqrt(prime) % 1) * HALF));

function primes(count) {
  const found = [];
  for (let each = 2; found.length < count; each += 1) if (found.every((prime) => each % prime)) found.push(each);
  return found;
}

// SHA-256; browsers have their own only on pages that come by https, which a hall's laptop often cannot offer.
export function sha256(bytes) {
  const state = Uint32Array.from(STARTS);
  const rest = bytes.length % 64;
  const tail = new Uint8Array(rest < 56 ? 64 : 128);
  tail.set(bytes.subarray(bytes.length - rest));
  tail[rest] = 0x80;
  const view = new DataView(tail.buffer);
  view.setUint32(tail.length - 8, Math.floor((bytes.length * 8) / HALF));
  view.setUint32(tail.length - 4, (bytes.length * 8) % HALF);
  const words = new Int32Array(64);
  for (let at = 0; at + 64 <= bytes.length; at += 64) mixIn(state, words, bytes, at);
  for (let at = 0; at < tail.length; at += 64) mixIn(state, words, tail, at);
  return Array.from(state, (word) => word.toString(16).padStart(8, "0")).join("");
}

function mixIn(state, words, bytes, at) {
  for (let k = 0, b = at; k < 16; k += 1, b += 4) {
    words[k] = (bytes[b] << 24) | (bytes[b + 1] << 16) | (bytes[b + 2] << 8) | bytes[b + 3];
  }
  for (let k = 16; k < 64; k += 1) {
    const x = words[k - 15];
    const y = words[k - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    words[k] = (words[k - 16] + s0 + words[k - 7] + s1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let k = 0; k < 64; k += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const one = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[k] + words[k]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((value, k) => {
    state[k] += value;
  });
}
