// Chance, from the seed of a draw: the order of the players by lot, and a small number for each pair.
import { sha256 } from "../check_proof.js";
import { compareText, gradeOf, NotDerived } from "./values.js";

const bytes = new TextEncoder();
export const hashOf = (...texts) => sha256(bytes.encode(texts.join("\0")));

// The order by lot: by the hash of the seed, the names and the numbers of the federations.
export function byLot(players, seed) {
  const lots = new Map(players.map((player) => [player, lotOf(player, seed)]));
  return [...players].sort((a, b) => compareText(lots.get(a), lots.get(b)) || compareNamesakes(a, b));
}

function lotOf({ surname, first_name: first, egf_pin: pin, aga_id: aga, ffg_licence: licence }, seed) {
  for (const text of [surname, first, pin, aga, licence]) if (typeof text !== "string") throw new NotDerived("erased");
  return hashOf(String(seed), surname, first, pin, aga, licence);
}

// Namesakes have the same lot. What is known of them decides, as Python writes it, the first that differs.
function compareNamesakes(a, b) {
  for (const name of UP_TO) {
    const [one, other] = [a, b].map((player) => shownValue(name, player[name]));
    if (one !== other) return compareText(`${one},`, `${other},`);
  }
  throw new NotDerived("namesakes", `${a.surname} ${a.first_name}`.trim());
}

const UP_TO = ["grade", "declared_grade", "highest_grade", "rating", "sigma", "rating_date", "rating_origin", "aga_rating",
  "country", "state", "city", "club", "family"];
const KINDS = { k: "KYU: 'k'", d: "DAN: 'd'", p: "PRO: 'p'" };
// A text that Python shows as it is, between single quotes.
const PLAIN = /^[\p{L}\p{N} .,()&/+-]*$/u;

function shownValue(name, value) {
  // What is not public is not there.
  if (value === undefined) throw new NotDerived("namesakes");
  if (value === null) return "None";
  if (name.endsWith("grade")) {
    const { step, kind } = gradeOf(value);
    return `Grade(kind=<Kind.${KINDS[kind]}>, step=${step})`;
  }
  if (typeof value === "number") return Number.isInteger(value) ? `${value}.0` : `${value}`;
  if (name === "rating_date") {
    const [year, month, day] = value.split("-").map(Number);
    return `datetime.date(${year}, ${month}, ${day})`;
  }
  if (!PLAIN.test(value)) throw new NotDerived("namesakes", value);
  return `'${value}'`;
}

// Numbers below 8, row by row, one row for each player: those of numpy's default generator (PCG64) for this seed and round.
export function chanceRows(seed, round, players) {
  const dice = new Generator(words(BigInt.asUintN(64, BigInt(seed))).concat(words(BigInt(round))));
  return Array.from({ length: players }, () => {
    const row = new Uint8Array(players);
    for (let at = 0; at < players; at += 1) row[at] = dice.next32() >>> 29;
    return row;
  });
}

function words(value) {
  const found = [Number(value & 0xffffffffn)];
  for (let rest = value >> 32n; rest; rest >>= 32n) found.push(Number(rest & 0xffffffffn));
  return found;
}

const POOL = 4;

// numpy's SeedSequence: mixes the words of a seed into a pool, and makes as many words of it as are wanted.
function seedWords(entropy, count) {
  let constant = 0x43b0d7e5;
  const hashed = (value) => {
    let mixed = value ^ constant;
    constant = Math.imul(constant, 0x931e8875);
    mixed = Math.imul(mixed, constant);
    return (mixed ^ (mixed >>> 16)) >>> 0;
  };
  const mix = (x, y) => {
    const found = (Math.imul(0xca01f9dd, x) - Math.imul(0x4973f715, y)) | 0;
    return (found ^ (found >>> 16)) >>> 0;
  };
  const pool = Array.from({ length: POOL }, (_, at) => hashed(entropy[at] ?? 0));
  for (let from = 0; from < POOL; from += 1) {
    for (let to = 0; to < POOL; to += 1) if (from !== to) pool[to] = mix(pool[to], hashed(pool[from]));
  }
  for (const word of entropy.slice(POOL)) for (let to = 0; to < POOL; to += 1) pool[to] = mix(pool[to], hashed(word));
  return drawn(pool, count);
}

function drawn(pool, count) {
  let constant = 0x8b51f9dd;
  return Array.from({ length: count }, (_, at) => {
    let value = pool[at % POOL] ^ constant;
    constant = Math.imul(constant, 0x58f38ded);
    value = Math.imul(value, constant);
    return (value ^ (value >>> 16)) >>> 0;
  });
}

// The multiplier of PCG64, in words of 16 bits, the lowest first.
const FACTOR = [0xf645, 0x9fcc, 0xdf64, 0x4385, 0x5da4, 0x1fc6, 0xed05, 0x2360];

// PCG64 with the output XSL-RR; states are eight words of 16 bits, the lowest first.
class Generator {
  constructor(entropy) {
    const seeds = seedWords(entropy, 8);
    const start = limbs([seeds[2], seeds[3], seeds[0], seeds[1]]);
    const stream = limbs([seeds[6], seeds[7], seeds[4], seeds[5]]);
    this.step = stream.map((limb, at) => ((limb << 1) | (at ? stream[at - 1] >>> 15 : 1)) & 0xffff);
    this.state = new Uint16Array(8);
    this.spare = new Uint16Array(8);
    this.kept = null;
    this.advance();
    this.state.set(added([...this.state], start));
    this.advance();
  }

  advance() {
    const { state, step, spare: found } = this;
    let carry = 0;
    for (let at = 0; at < 8; at += 1) {
      // At most eight products of 16 bits, so that the sum stays far below 2^53.
      let sum = carry + step[at];
      for (let k = 0; k <= at; k += 1) sum += state[k] * FACTOR[at - k];
      found[at] = sum % 0x10000;
      carry = Math.floor(sum / 0x10000);
    }
    this.state = found;
    this.spare = state;
  }

  // The lower half of a number of 64 bits, then the upper one.
  next32() {
    if (this.kept !== null) {
      const upper = this.kept;
      this.kept = null;
      return upper;
    }
    this.advance();
    const s = this.state;
    const low = (((s[1] ^ s[5]) << 16) | (s[0] ^ s[4])) >>> 0;
    const high = (((s[3] ^ s[7]) << 16) | (s[2] ^ s[6])) >>> 0;
    const turn = s[7] >>> 10;
    const [a, b] = turn >= 32 ? [high, low] : [low, high];
    const by = turn % 32;
    this.kept = by ? ((b >>> by) | (a << (32 - by))) >>> 0 : b;
    return by ? ((a >>> by) | (b << (32 - by))) >>> 0 : a;
  }
}

// Words of 32 bits, the lowest first, as words of 16 bits.
const limbs = (parts) => parts.flatMap((word) => [word & 0xffff, word >>> 16]);

function added(a, b) {
  let carry = 0;
  return a.map((limb, at) => {
    const sum = limb + b[at] + carry;
    carry = sum >>> 16;
    return sum & 0xffff;
  });
}
