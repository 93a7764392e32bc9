// Every cost of a round from the log, by the rules of the presets.
import { chargesOf } from "../check_proof.js";
import { factsBefore } from "./before_round.js";
import { placesApart, rulesOf } from "./deviations.js";
import { gothaPrices } from "./gotha.js";
import { byLot } from "./lots.js";
import { AGA_RULES, agaPrices, tierPrices, WEIGHED, weightedPrices, weightsOfPreset } from "./prices.js";
import { byWins } from "./settings.js";
import { ratingOf } from "./teams.js";
import { compareNumbers, folded, gradeOf, NotDerived, POINT } from "./values.js";

const BROKEN = "broken";

// The field of a round and all its costs; players are named by their places in `field`, and a pair i < j by its place among
// all pairs, row by row. In the `nearest` draw a forbidden pair costs most of all instead of being left out.
export class Costs {
  constructor(known, proof) {
    const { about } = proof;
    Object.assign(this, { known, about, nearest: about.nearest === true, event: known.facts, settings: known.facts.settings });
    this.field = factsBefore(known.facts, known.number, known);
    this.count = this.field.length;
    this.pairs = (this.count * (this.count - 1)) / 2;
    this.at = new Map(this.field.map(({ player }, place) => [player.id, place]));
    this.forced = this.wantedGames();
    this.busy = new Set(this.forced.flat());
    const offers = this.event.wishes.volunteers?.filter(({ round }) => round === known.number) ?? [];
    this.volunteers = new Set(offers.map(({ player }) => player));
    this.hidden = this.whatIsHidden();
    this.bans = this.allBans(this.hidden.length ? proof : null);
  }

  // What is not public, and could forbid pairs or ask for games. Then the proof's word is taken for these, and the draw is not
  // verified; all else still has to be as the log has it.
  whatIsHidden() {
    const { apart, games, volunteers } = this.event.wishes;
    const families = this.settings.pairing.family_apart ? this.field.filter(({ player }) => player.family === undefined) : [];
    const found = [];
    if (!apart || !games || !volunteers) found.push("hidden wishes");
    if (families.length > 1) found.push("hidden families");
    if (found.length && this.nearest) throw new NotDerived(found[0]);
    return found;
  }

  pairAt(one, other) {
    const [i, j] = one < other ? [one, other] : [other, one];
    return i * this.count - (i * (i + 1)) / 2 + j - i - 1;
  }

  // The games that the director wants of players who are there, White first.
  wantedGames() {
    const { at } = this;
    if (!this.event.wishes.games) return this.about.forced;
    const games = this.event.wishes.games.filter(({ round }) => round === this.known.number);
    return games.filter(({ white, black }) => at.has(white) && at.has(black)).map(({ white, black }) => [at.get(white), at.get(black)]);
  }

  // The pairs that may not be drawn, by the reason. The rematches of players who met `elsewhere`, in other stages alone, give
  // way before all others.
  allBans(proof) {
    const rematches = this.rematches(({ met }) => [...met]);
    const elsewhere = this.rematches(({ met, metHere }) => [...met].filter((id) => !metHere.has(id)));
    const [families, wishes] = [this.families(), this.apart()];
    const all = new Set([...rematches, ...families, ...wishes]);
    const flags = proof ? chargesOf(proof).forbidden : [];
    for (let pair = 0; pair < flags.length; pair += 1) if (flags[pair]) all.add(pair);
    return { rematches, elsewhere, families, wishes, all };
  }

  rematches(of) {
    if (this.known.preset === "gotha") return new Set();
    return new Set(this.field.flatMap((each, i) => of(each).map((id) => this.at.get(id) ?? -1).filter((j) => j > i).map((j) => this.pairAt(i, j))));
  }

  families() {
    const found = new Set();
    if (!this.settings.pairing.family_apart) return found;
    const names = this.field.map(({ player }) => folded(player.family ?? ""));
    names.forEach((name, i) => {
      for (let j = i + 1; name && j < this.count; j += 1) if (names[j] === name) found.add(this.pairAt(i, j));
    });
    return found;
  }

  apart() {
    const { at } = this;
    const pairs = (this.event.wishes.apart ?? []).filter(([a, b]) => at.has(a) && at.has(b) && a !== b);
    return new Set(pairs.map(([a, b]) => this.pairAt(at.get(a), at.get(b))));
  }

  // How many reasons forbid a pair; a rematch from elsewhere weighs less than one other reason.
  brokenBy(pair) {
    const { rematches, elsewhere, families, wishes } = this.bans;
    const reasons = rematches.has(pair) + families.has(pair) + wishes.has(pair);
    if (!elsewhere.size) return reasons;
    const yielding = Number(elsewhere.has(pair));
    return yielding + (Math.floor(this.count / 2) + 1) * (reasons - yielding);
  }

  // The pairs that are left out.
  get forbidden() {
    return this.nearest ? new Set() : this.bans.all;
  }

  // { values, priceOf(key, value), byes }: by each rule a number for each pair, from which its price follows.
  prices() {
    const { known, nearest } = this;
    if (known.preset === "gotha" && !nearest) {
      const values = gothaPrices(this.event, this.field, known.number, known);
      return { values, priceOf: (_, value) => BigInt(value), byes: this.field.map(() => 0n) };
    }
    const values = this.deviations();
    const byes = this.byeDeviations();
    if (nearest) {
      const broken = Float64Array.from({ length: this.pairs }, (_, pair) => this.brokenBy(pair));
      return this.tiers(new Map([[BROKEN, broken], ...values]), byes, null);
    }
    if (known.preset === "aga") return { values, ...agaPrices(byes) };
    if (known.preset === "kaniuk") return { values, ...weightedPrices(this.settings.pairing.kaniuk, byes) };
    if (WEIGHED.includes(known.preset)) return { values, ...weightedPrices(weightsOfPreset(known.preset, this.settings.pairing), byes) };
    return this.tiers(values, byes, this.bans.all);
  }

  tiers(values, byes, forbidden) {
    const widest = new Map([...values].map(([key, list]) => [key, largest(list, forbidden)]));
    return { values, ...tierPrices(widest, byes, this.count) };
  }

  // How far each pair is from what each rule wants.
  deviations() {
    const { field } = this;
    return new Map([...this.rules()].map(([key, rule]) => {
      const found = new Int32Array(this.pairs);
      for (let i = 0, at = 0; i < field.length; i += 1) {
        for (let j = i + 1; j < field.length; j += 1, at += 1) found[at] = rule(field[i], field[j]);
      }
      return [key, found];
    }));
  }

  // The rules that the preset and the settings ask for.
  rules() {
    const { known, nearest } = this;
    const strict = known.preset === "miai";
    const halvesApart = nearest || strict || WEIGHED.includes(known.preset);
    const rules = rulesOf(this.event, this.field, known.number, { seed: known.seed, halvesApart, strict });
    if (known.preset !== "aga" || nearest) return rules;
    const kept = [...rules].filter(([key]) => AGA_RULES.includes(key));
    return new Map(kept.map(([key, rule]) => [key, key === "seeding" ? placesApart : rule]));
  }

  // Who sits out ------------------------------------------------------------------------------------------

  // The square of the half points above the lowest score that may sit out. Volunteers may, else those with the fewest byes;
  // nobody who is in a game that the director wants.
  byeDeviations() {
    let may = this.field.filter((_, place) => !this.busy.has(place));
    const offered = may.filter(({ player }) => this.volunteers.has(player.id));
    if (offered.length) may = offered;
    const fewest = Math.min(...may.map(({ byes }) => byes));
    const lowest = may.length ? Math.min(...may.filter(({ byes }) => byes === fewest).map(({ score }) => score)) : Infinity;
    return this.field.map(({ score }) => Math.floor(Math.max(0, score - lowest) / 2) ** 2);
  }

  // The players who are free to be paired, the first to sit out first.
  byeOrder() {
    const order = byLot(this.field.map(({ player }) => player), this.known.seed);
    const lots = new Map(order.map(({ id }, lot) => [id, lot]));
    const key = this.known.preset === "gotha" ? (each) => this.gothaKey(each) : ({ byes, score, player }) => [byes, score, ratingOf(player)];
    const keys = this.field.map((each) => [Number(!this.volunteers.has(each.player.id)), ...key(each), lots.get(each.player.id)]);
    const free = this.field.map((_, place) => place).filter((place) => !this.busy.has(place));
    return free.sort((a, b) => compareNumbers(keys[a], keys[b]));
  }

  gothaKey({ player, wins, score, byes, place }) {
    const worth = byWins(this.settings) ? gradeOf(player.grade).number + 40 * Math.floor(wins / POINT) : Math.floor(score / 2);
    return [worth + 1_000 * byes, -place];
  }
}

function largest(values, forbidden) {
  let found = 0;
  for (let pair = 0; pair < values.length; pair += 1) if (values[pair] > found && !forbidden?.has(pair)) found = values[pair];
  return found;
}
