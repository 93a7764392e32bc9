// OpenGotha's weights of a pair; doubles are cut to whole numbers.
import { clubsGroup } from "./kin.js";
import { goodOfFloats, handicapRule } from "./deviations.js";
import { hashOf } from "./lots.js";
import { byWins, categoryOf, seedingOf } from "./settings.js";
import { scoreOfGrade } from "./starting_scores.js";
import { POINT, timesOver } from "./values.js";

// OpenGotha counts McMahon scores from 30 kyu.
const ZERO = -30;

// What each term charges for all pairs, row by row: what it lacks of the most that any pair has.
export function gothaPrices(event, field, number, { seed, pricing }) {
  const terms = new Terms(event, field, number, { seed, first: pricing === 1 });
  return new Map(Object.entries(terms.all()).map(([key, weight]) => [key, lacking(field, weight)]));
}

function lacking(field, weight) {
  const found = new Float64Array((field.length * (field.length - 1)) / 2);
  // A player beside themselves counts for the most that there is.
  let most = Math.max(0, ...field.map((each) => weight(each, each)));
  let at = 0;
  for (let i = 0; i < field.length; i += 1) {
    for (let j = i + 1; j < field.length; j += 1, at += 1) {
      found[at] = weight(field[i], field[j]);
      if (found[at] > most) most = found[at];
    }
  }
  return found.map((each) => most - each);
}

class Terms {
  constructor(event, field, number, { seed, first }) {
    const { settings } = event;
    Object.assign(this, { settings, number, seed, first, rules: settings.pairing, weights: settings.pairing.weights });
    this.split = settings.category_limits.length > 0 && !first;
    this.handicap = handicapRule(event);
    this.span = this.groupSpan();
    this.places = this.placesIn(field);
    this.exempt = new Map(field.map((each) => [each, this.isExempt(each)]));
    this.lots = new Map();
  }

  all() {
    const { weights, seed } = this;
    return {
      rematch: (a, b) => (a.met.has(b.player.id) ? 0 : weights.duplicate),
      chance: (a, b) => this.lot(a, b, seed + 1, weights.random),
      colour: (a, b) => this.colour(a, b),
      category: (a, b) => this.category(a, b),
      score: (a, b) => this.score(a, b),
      floats: (a, b) => this.floats(a, b),
      seeding: (a, b) => this.seeding(a, b),
      handicap: (a, b) => this.stones(a, b),
      geography: (a, b) => this.geography(a, b),
    };
  }

  // How many groups there can be.
  groupSpan() {
    const { scoring, category_limits: limits } = this.settings;
    const categories = this.split ? limits.length + 1 : 1;
    if (byWins(this.settings)) return categories * this.number;
    return categories * Math.max(1, scoring.bar - scoring.floor + this.number + 3);
  }

  // The cell of each player, category and group, with the place in it and its size; the larger one is the stronger.
  placesIn(field) {
    const sizes = new Map();
    const found = new Map();
    for (const each of [...field].sort((a, b) => a.place - b.place)) {
      const category = this.split ? -categoryOf(this.settings, each.player) : 0;
      const cell = `${category} ${each.group}`;
      found.set(each, { category, group: each.group, cell, at: sizes.get(cell) ?? 0 });
      sizes.set(cell, (sizes.get(cell) ?? 0) + 1);
    }
    for (const place of found.values()) place.size = sizes.get(place.cell);
    return found;
  }

  // Nothing for two of different categories.
  score(a, b) {
    if (this.places.get(a).category !== this.places.get(b).category) return 0;
    return this.nearness(a.group - b.group, this.span, this.weights.score);
  }

  concave(x) {
    return (1 - x) * (1 + this.weights.concavity * x);
  }

  nearness(difference, span, weight) {
    return Math.trunc(weight * this.concave(Math.abs(difference) / span));
  }

  // A number that depends on the two names and the seed alone.
  lot(a, b, seed, below) {
    if (below <= 0) return 0;
    const [x, y] = [a, b].map((each) => this.lotOf(each, seed));
    return (x * 7919 + y * 7919 + ((x ^ y) >>> 0)) % below;
  }

  lotOf({ player }, seed) {
    const key = `${seed}\n${player.id}`;
    if (!this.lots.has(key)) {
      const name = `${player.surname} ${player.first_name}`.trim();
      this.lots.set(key, Number.parseInt(hashOf(`${seed}`, name).slice(0, 8), 16));
    }
    return this.lots.get(key);
  }

  // Full if one has had more whites and the other more blacks, half if one is far off.
  colour(a, b) {
    if (this.handicap(a, b)) return 0;
    const { colour } = this.weights;
    if (a.balance * b.balance < 0) return colour;
    const [less, more] = [Math.abs(a.balance), Math.abs(b.balance)].sort((x, y) => x - y);
    return less === 0 && more > 1 ? Math.floor(colour / 2) : 0;
  }

  category(a, b) {
    const count = this.settings.category_limits.length + 1;
    const [one, other] = [a, b].map(({ player }) => categoryOf(this.settings, player));
    return this.nearness(one - other, count, count > 1 ? this.weights.category : 0);
  }

  // A fifth for each thing that is right about a float, and up to a tenth for each of both places.
  floats(a, b) {
    const [one, other] = [this.places.get(a), this.places.get(b)];
    if (one.cell === other.cell) return 0;
    const isUpper = one.category === other.category ? one.group > other.group : one.category > other.category;
    const [down, up] = isUpper ? [a, b] : [b, a];
    const fifth = Math.floor(this.weights.floats / 5);
    const part = (each, end) => {
      const { at, size } = this.places.get(each);
      return timesOver(Math.floor(fifth / 2), fits(at, size, end), size);
    };
    const places = part(down, this.rules.float_down_from) + part(up, this.rules.float_up_from);
    let weight = places + fifth * goodOfFloats(down, up, this.rules.compensate_floats);
    for (let time = 0; time < 4; time += 1) weight = Math.floor(weight / (1 + Math.abs(one.category - other.category)));
    return weight;
  }

  // Whole numbers, cut after each division.
  seeding(a, b) {
    const [one, other] = [this.places.get(a), this.places.get(b)];
    if (a === b || one.cell !== other.cell) return 0;
    const { seeding: weight } = this.weights;
    const { at: mine, size } = one;
    const theirs = other.at;
    const { method } = seedingOf(this.settings, this.number);
    const twice = (off, span) => weight - timesOver(timesOver(weight, off, span), off, span);
    if (method === "slip") return twice(Math.abs(2 * Math.abs(mine - theirs) - size), size);
    if (method === "fold") return twice(Math.abs(mine + theirs - size + 1), Math.max(1, size - 1));
    const opposite = 2 * mine < size !== 2 * theirs < size;
    return opposite ? weight - this.lot(a, b, this.seed, Math.floor(weight / 5)) : 0;
  }

  stones(a, b) {
    const { handicap: weight } = this.weights;
    if (this.first) return Math.trunc(weight * (1 - (a === b ? 0 : this.handicap(a, b)) / Math.max(1, this.span)));
    const { scoring } = this.settings;
    const span = byWins(this.settings) ? Math.max(1, scoring.bar - scoring.floor + this.number + 2) : this.span;
    const apart = Math.abs(this.level(a) - this.level(b));
    return this.nearness(Math.min(apart, span), span, weight);
  }

  // The McMahon score in whole points; past a threshold it is that of a winner above the bar.
  level(each) {
    if (!this.exempt.get(each)) return Math.floor(each.points / POINT);
    return Math.floor(this.barScore() / POINT) + 1 + this.number;
  }

  barScore() {
    const { scoring } = this.settings;
    return scoring.bands.length ? scoring.bands[0].score : scoreOfGrade(scoring.bar, this.settings);
  }

  // How far the two come from each other, against what a difference in score is worth.
  geography(a, b) {
    const { weights } = this;
    const exempt = this.exempt.get(a) + this.exempt.get(b);
    if (exempt === 2) return weights.geography;
    const found = Math.min(weights.score - Math.trunc(weights.geography * this.concave(this.kinship(a, b))), weights.geography);
    return exempt === 1 ? Math.floor((found + weights.geography) / 2) : found;
  }

  kinship(a, b) {
    const { rules, span } = this;
    const otherCountry = a.player.country.toUpperCase() !== b.player.country.toUpperCase();
    const country = otherCountry ? Math.min(1, rules.same_country / span) : 0;
    let club = 0;
    if (shortClub(a) !== shortClub(b)) {
      const worth = rules.same_club - (this.oneClubsGroup(a, b) ? rules.same_clubs_group : 0);
      club = Math.min(1, (Math.max(0, worth) * 1.2) / span);
    }
    const ratio = Math.max(country, club) + Math.min(country, club) / 2;
    return ratio > 0 ? ratio + 0.5 / span : ratio;
  }

  oneClubsGroup(a, b) {
    const [mine, theirs] = [a, b].map(({ player }) => clubsGroup(player.club, this.settings));
    return mine !== "" && mine === theirs;
  }

  // A player who may meet compatriots: at the bar, above a grade, with half of the wins or all.
  isExempt(each) {
    const { settings, rules } = this;
    const rounds = Math.max(settings.rounds, this.number);
    if (each.wins >= (rules.exempt_half_won ? Math.floor((POINT * rounds) / 2) : POINT * rounds)) return true;
    if (this.first) return this.wasExempt(each);
    const limit = rules.exempt_from === null ? Infinity : POINT * rules.exempt_from;
    return POINT * each.grade + each.wins >= limit || (rules.exempt_at_bar && each.start >= this.barScore());
  }

  // By the arithmetic of the first version.
  wasExempt(each) {
    const { settings, rules } = this;
    if (byWins(settings)) return false;
    const { bands, bar } = settings.scoring;
    const scoreOf = (grade) => (bands.length ? scoreOfGrade(grade, settings) : POINT * (grade - ZERO));
    const top = bands.length ? bands[0].score : scoreOf(bar);
    if (rules.exempt_at_bar && each.start >= top) return true;
    return rules.exempt_from !== null && each.score >= scoreOf(rules.exempt_from);
  }
}

const shortClub = ({ player }) => Array.from(player.club).slice(0, 4).join("").toUpperCase();

// How well a place in the group fits the part that floaters are taken from.
function fits(place, size, end) {
  const last = size - 1;
  if (end === "top") return last - place;
  return end === "bottom" ? place : last - Math.abs(2 * place - last);
}
