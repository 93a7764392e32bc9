// The prices that the presets give to deviations: in tiers, by Kaniuk's formula, or the AGA's penalties.
import { NotDerived } from "./values.js";

const MILLION = 1_000_000;
// Costs of one round are at most so far apart, and so large in all.
const [RANGE, TOTAL] = [2n ** 53n, 2n ** 62n];
const COARSEST = 256;
const STRICT = ["broken", "score"];
// The AGA's penalty: 10000 for the square of a point, 1 for the square of a place, other wishes between them.
const AGA = { category: 40_000, score: 2_500, floats: 1_000, geography: 500, colour: 300, grading: 100, handicap: 100 };
export const AGA_RULES = [...Object.keys(AGA), "seeding"];

// Each of these gives { priceOf(key, deviation), byes }: prices are whole numbers (BigInt). `widest` is the largest deviation
// of an allowed pair by each rule, in the order of the rules.

// Each rule outweighs as many boards of the rules below it as there is room for; the score, all.
export function tierPrices(widest, byes, players) {
  const most = new Map(widest);
  most.set("score", Math.max(most.get("score"), 0, ...byes));
  const { step, weights } = weightsOf(most, players + (players % 2));
  const steps = (key, value) => BigInt(Math.ceil(value / (STRICT.includes(key) ? 1 : step)));
  return {
    priceOf: (key, value) => steps(key, value) * weights.get(key),
    byes: byes.map((value) => steps("score", value) * weights.get("score")),
  };
}

// The finest steps for which there are weights, and of these the largest factor.
function weightsOf(widest, players) {
  const boards = Math.max(1, Math.floor(players / 2));
  for (let step = 1; step <= COARSEST; step *= 2) {
    for (let factor = Math.max(2, boards); factor > 1; factor -= 1) {
      const weights = weightsFor(widest, players, boards, { factor, step });
      if (weights) return { step, weights };
    }
  }
  throw new NotDerived("rounding");
}

// The weights from the last rule up: 1, and 1 more than what the boards below can cost together.
function weightsFor(widest, players, boards, { factor, step }) {
  const weights = new Map();
  let below = 0n;
  for (const [key, value] of [...widest].reverse()) {
    const [many, own] = STRICT.includes(key) ? [boards, 1] : [factor, step];
    weights.set(key, BigInt(many) * below + 1n);
    below += BigInt(Math.ceil(value / own)) * weights.get(key);
  }
  return below <= RANGE && below <= TOTAL / BigInt(players) ? weights : null;
}

// A fixed price for each step of a deviation; places count squared.
export function agaPrices(byes) {
  return {
    priceOf: (key, value) => BigInt(value) * BigInt(key === "seeding" ? value : AGA[key]),
    byes: byes.map((bye) => BigInt(AGA.score * bye)),
  };
}

// W · (1 - psi(lambda · D)) in millionths; of squares the distance itself is D.
export function weightedPrices(chosen, byes) {
  return {
    priceOf: (key, value) => forgone(chosen, key, value),
    byes: byes.map((bye) => forgone(chosen, "score", bye)),
  };
}

function forgone({ psi, rules }, key, deviation) {
  const { weight, scale } = rules.find(({ rule }) => rule === key) ?? { weight: 0, scale: 1 };
  const root = Math.sqrt(deviation);
  const x = scale * ({ score: root / 2, seeding: root }[key] ?? deviation);
  const worth = MILLION * weight;
  if (psi === "quadratic") return halfToEven(worth * (1 - Math.max(0, 1 - x * x)));
  const kept = psi === "gaussian" ? Math.exp(-x * x) : 1 / Math.cosh(Math.min(x, 700));
  // Two machines can differ in the last digits of these functions: a price at which that would count is not derived.
  const price = worth * (1 - kept);
  const blur = x === 0 ? 0 : worth * 2e-15;
  if (Math.abs(price - Math.floor(price) - 0.5) < blur) throw new NotDerived("rounding");
  return halfToEven(price);
}

function halfToEven(value) {
  const down = Math.floor(value);
  const rest = value - down;
  return BigInt(rest > 0.5 || (rest === 0.5 && down % 2 !== 0) ? down + 1 : down);
}

// Weights of the presets ------------------------------------------------------------------------------

const USUAL = [
  ["category", 10_000, 1], ["score", 1_000, 3 / 4], ["geography", 100, 1 / 3], ["floats", 60, 1 / 3], ["colour", 30, 1 / 3],
  ["grading", 10, 1 / 3], ["handicap", 10, 1 / 3], ["float_place", 1, 1 / 10], ["seeding", 10, 1 / 20], ["chance", 0.01, 1 / 16],
];
const LIGHTER = 1 / 100;
const SHARED = { category: [100_000, 1], score: [5_000, 0.03], colour: [0.1, 0.6], seeding: [0.02, 0.1] };
const SEARCHED = {
  balanced: { geography: [25, 0.45], floats: [10, 0.65] },
  "equal-scores": { geography: [10, 0.45], floats: [60, 0.65] },
  "near-grades": { geography: [5, 0.45], floats: [0.1, 0.65] },
  "clubs-apart": { geography: [120, 0.45], floats: [10, 0.65] },
};
const FLOAT_PLACE = { balanced: [0.1, 0.65], "equal-scores": [0.1, 0.65], "near-grades": [0.05, 0.65], "clubs-apart": [0.1, 0.65] };
const GRADING = { balanced: [12, 1], "equal-scores": [40, 1], "near-grades": [4, 1], "clubs-apart": [15, 1] };

export const WEIGHED = Object.keys(SEARCHED);

// The weights of a preset under the rules that a director chose, in the edition of the event.
export function weightsOfPreset(preset, pairing) {
  const own = { ...SHARED, ...SEARCHED[preset] };
  if (pairing.edition !== "1") {
    if (pairing.float_down_from !== "middle" || pairing.float_up_from !== "middle") own.float_place = FLOAT_PLACE[preset];
    if (pairing.grading_information) own.grading = GRADING[preset];
  }
  const rules = USUAL.map(([rule, weight, scale]) => {
    const [chosen, by] = own[rule] ?? [weight * LIGHTER, scale];
    return { rule, weight: chosen, scale: by };
  });
  return { psi: "sech", rules };
}
