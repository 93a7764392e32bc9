// Compares a proof with the round in the log: nothing of the proof but its duals is taken as given.
import { chargesOf } from "../check_proof.js";
import { Costs } from "./costs.js";
import { handicapLevel } from "./deviations.js";
import { evenEnds } from "./even_ends.js";
import { notCounted, seedOrder } from "./order.js";
import { addedRules } from "./round_in_log.js";
import { categoryOf } from "./settings.js";
import { gradeOf } from "./values.js";

const COMPUTED_SYSTEMS = ["mcmahon", "swiss"];
const CLAIMS = ["best", "changed", "incomplete"];

// { missing, differences, counts, compared, wishes }: what could not be derived, and what the proof has differently; both are
// lists of { what or why, of }.
export function checkRound(proof, known) {
  const { wishes } = known;
  const scope = differentScope(proof.about, known);
  const missing = whyNot(known);
  if (missing.length) return { missing, differences: scope, counts: null, compared: [], wishes };
  if (!CLAIMS.includes(proof.about.claim?.kind)) return { missing: [], differences: [...scope, { what: "claim", of: "" }], counts: null, compared: [], wishes };
  return new Comparison(proof, known).verdict(scope);
}

function differentScope(about, known) {
  const own = {
    event: known.eventName, round: known.number, sides: known.teams ? "teams" : "players",
    system: known.system, preset: known.preset, seed: `${known.seed}`,
  };
  // Systems that weigh no pairs have no preset, and that of a plug-in that is gone is not known.
  const computed = COMPUTED_SYSTEMS.includes(known.system);
  const compared = Object.keys(own).filter((what) => computed || (what !== "system" && what !== "preset"));
  return compared.filter((what) => !same(about[what], own[what])).map((what) => ({ what, of: "" }));
}

// The reasons why the costs of a round cannot be derived.
function whyNot(known) {
  if (!COMPUTED_SYSTEMS.includes(known.system)) return [{ why: "system", of: known.system }];
  const criteria = new Set(notCounted(seedOrder(known.facts.settings, known.number, known.preset)));
  return [
    ...addedRules(known.preset).map((of) => ({ why: "plug-in", of })),
    ...[...criteria].map((of) => ({ why: "criteria", of })),
  ];
}

class Comparison {
  constructor(proof, known) {
    Object.assign(this, { proof, about: proof.about, known });
    this.costs = new Costs(known, proof);
    this.nearest = this.costs.nearest;
    this.knowsVolunteers = known.facts.wishes.volunteers !== null;
  }

  // Everything that differs; without the same field nothing more can be compared.
  verdict(scope) {
    const { costs, known } = this;
    const { wishes } = known;
    const found = { missing: [], differences: scope, counts: null, compared: [], wishes };
    if (costs.busy.size < 2 * costs.forced.length) return { ...found, missing: [{ why: "wishes", of: "" }] };
    const differences = [...scope, ...this.ofPlayers()];
    if (differences.some(({ what }) => what === "players")) return { ...found, differences };
    differences.push(...this.ofDraw(), ...this.ofCosts());
    const hidden = costs.hidden.map((why) => ({ why, of: "" }));
    const missing = differences.length ? [] : [...hidden, ...this.away(), ...this.noChoice()];
    return { missing, differences, counts: this.counts(), compared: ["players", "boards", "wishes", ...this.keys], wishes };
  }

  // The players -----------------------------------------------------------------------------------------

  ofPlayers() {
    const { players } = this.about;
    const { field } = this.costs;
    const ids = field.map(({ player }) => player.id);
    const names = ids.map((id) => this.known.names.get(id));
    if (!same(players.name, names) || (players.id !== undefined && !same(players.id, ids))) return [{ what: "players", of: "" }];
    const facts = Object.entries(this.facts()).filter(([fact, of]) => !same(players[fact], field.map(of)));
    return facts.map(([fact]) => ({ what: "fact", of: fact }));
  }

  facts() {
    const { settings } = this.costs;
    return {
      grade: ({ player }) => gradeOf(player.grade).text,
      club: ({ player }) => player.club,
      country: ({ player }) => player.country,
      score: ({ score }) => score,
      group: ({ group }) => group,
      place: ({ place }) => place + 1,
      of: ({ size }) => size,
      up: ({ ups }) => ups,
      down: ({ downs }) => downs,
      balance: ({ balance }) => balance,
      last: ({ last }) => last,
      level: (each) => handicapLevel(each, settings),
      category: ({ player }) => categoryOf(settings, player) + 1,
      byes: ({ byes }) => byes,
    };
  }

  // The draw --------------------------------------------------------------------------------------------

  // Boards with colours, stones and komi; byes; the games that the director wants; and the player who sits out.
  ofDraw() {
    const { at, forced } = this.costs;
    const { boards, byes } = this.known.drawn;
    const seated = new Set(boards.flatMap(({ white, black }) => [white, black]));
    const free = new Set(byes.map(({ player }) => player));
    const ascending = (numbers) => numbers.sort((a, b) => a - b);
    const own = {
      boards: [...boards].sort((a, b) => a.table - b.table)
        .map(({ table, white, black, handicap, komi }) => [table, at.get(white), at.get(black), handicap, komi]),
      byes: ascending(byes.filter(({ kind }) => kind === "forced").map(({ player }) => at.get(player))),
      unpaired: ascending([...at].filter(([id]) => !seated.has(id) && !free.has(id)).map(([, place]) => place)),
      forced,
    };
    const found = Object.keys(own).filter((what) => !same(this.about[what], own[what]));
    if (this.knowsVolunteers && !this.byeIsDue()) found.push("bye");
    return found.map((what) => ({ what, of: "" }));
  }

  // The first in the order of the bye without whom all others can be paired sits out.
  byeIsDue() {
    const { bye, pairs } = this.about.best;
    const order = this.costs.byeOrder();
    if (bye === null || !order.includes(bye)) return bye === null && order.length % 2 === 0;
    const earlier = order.slice(0, order.indexOf(bye));
    if (!earlier.length) return true;
    const { forbidden } = this.costs;
    const allowed = (i, j) => i !== j && !forbidden.has(this.costs.pairAt(i, j));
    const instead = evenEnds(bye, order, pairs, allowed);
    return !earlier.some((each) => instead.has(each));
  }

  // The costs -------------------------------------------------------------------------------------------

  ofCosts() {
    const { about, costs } = this;
    const { rules, forbidden } = chargesOf(this.proof);
    const { values, priceOf, byes } = costs.prices();
    this.keys = [...values.keys()];
    const found = [];
    if (this.nearest && !this.breaksARule()) found.push(["nearest"]);
    if (typeof about.nearest !== "boolean") found.push(["nearest"]);
    if (forbidden.some((flag, pair) => (flag === 1) !== costs.forbidden.has(pair))) found.push(["forbidden"]);
    if (!same(rules.map(({ key }) => key), this.keys)) return [...found, ["rules"]].map(([what]) => ({ what, of: "" }));
    for (const { key, prices, places } of rules) {
      if (!samePrices(values.get(key), (value) => priceOf(key, value), prices, places)) found.push(["prices", key]);
    }
    if (this.knowsVolunteers && !same(about.bye_costs.map((cost) => `${BigInt(cost)}`), byes.map(String))) found.push(["bye costs"]);
    return found.map(([what, of = ""]) => ({ what, of }));
  }

  // The nearest draw breaks a rule, or a draw that keeps all of them had to be found.
  breaksARule() {
    const { costs } = this;
    const forced = new Set(costs.forced.map((pair) => costs.pairAt(...pair)));
    return this.best().some((pair) => !forced.has(pair) && costs.bans.all.has(pair));
  }

  best() {
    return this.about.best.pairs.map((pair) => this.costs.pairAt(...pair));
  }

  // What was free ---------------------------------------------------------------------------------------

  counts() {
    const { bans, count, forced, pairs } = this.costs;
    return {
      free: Math.floor(count / 2) - forced.length, wanted: forced.length, pairs, forbidden: bans.all.size,
      rematches: bans.rematches.size, families: bans.families.size, apart: bans.wishes.size,
    };
  }

  // Players who have a game though the log says that they are away.
  away() {
    const { number, drawn, names } = this.known;
    const seated = new Set(drawn.boards.flatMap(({ white, black }) => [white, black]));
    const gone = this.costs.field.filter(({ player }) => seated.has(player.id) && player.absent_rounds.includes(number));
    return gone.map(({ player }) => ({ why: "away", of: names.get(player.id) }));
  }

  // Nothing is proved of a draw if the director's wishes leave no other one.
  noChoice() {
    const { bans, busy, count, forbidden, forced } = this.costs;
    if (!forced.length && !bans.wishes.size) return [];
    const best = new Set(this.best());
    let [open, other] = [false, false];
    for (let i = 0, pair = 0; i < count; i += 1) {
      for (let j = i + 1; j < count; j += 1, pair += 1) {
        if ([i, j].some((each) => each === this.about.best.bye || busy.has(each))) continue;
        open = true;
        other ||= !forbidden.has(pair) && !best.has(pair);
      }
    }
    const byWishes = [...bans.wishes].some((pair) => !bans.rematches.has(pair) && !bans.families.has(pair));
    return !other && count && (byWishes || !open) ? [{ why: "all wanted", of: "" }] : [];
  }
}

// True if every pair has the price of the log. Pairs with the value and the place of an earlier one are not compared again.
function samePrices(values, priceOf, prices, places) {
  const own = new Map();
  const compared = new Array(prices.length);
  for (let pair = 0; pair < values.length; pair += 1) {
    const value = values[pair];
    const place = places[pair];
    if (compared[place] === value) continue;
    compared[place] = value;
    if (!own.has(value)) own.set(value, priceOf(value));
    if (own.get(value) !== prices[place]) return false;
  }
  return true;
}

// If a value of a proof is a value of the log.
function same(said, own) {
  if (!Array.isArray(own)) return said === own;
  return Array.isArray(said) && said.length === own.length && own.every((each, at) => same(said[at], each));
}
