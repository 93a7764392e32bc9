// How far a pair is from what each rule wants, one pair at a time, from what is known of the two.
import { kinRules } from "./kin.js";
import { chanceRows, byLot } from "./lots.js";
import { wantedGrades } from "./grades.js";
import { byWins, categoryOf, handicapScale, seedingOf, zeroGrade } from "./settings.js";
import { topScore } from "./starting_scores.js";

const PLACE_STEPS = 4;
const MOST_SEEDING = 4096;
const MOST_GRADES = 9;

// The rules of one round that the settings ask for, in the order of their importance: a function of two players each.
// In `strict` order games that tell about grades come next to the score, in the first edition after colours.
export function rulesOf(event, field, number, { seed, halvesApart, strict }) {
  const { settings } = event;
  const { pairing } = settings;
  const early = strict && pairing.edition !== "1";
  const { method } = seedingOf(settings, number);
  const handicap = handicapRule(event);
  const asked = [
    ["category", settings.category_limits.length && pairing.keep_categories_apart, () => categoryRule(settings)],
    ["score", true, () => scoreApart],
    ["grading", pairing.grading_information && early, () => gradingRule(event, number)],
    ["geography", hasKin(pairing), () => kinRules(event, field, number).geography],
    ["floats", true, () => floatRule(pairing)],
    ["colour", pairing.colours === "balance", () => colourRule(handicap)],
    ["grading", pairing.grading_information && !early, () => gradingRule(event, number)],
    ["handicap", pairing.small_handicaps, () => handicap],
    ["float_place", true, () => floatPlaceRule(pairing)],
    ["seeding", true, () => (a, b) => seedingPrice(a, b, method, halvesApart)],
    ["chance", true, () => chanceRule(field, seed, number)],
  ];
  return new Map(asked.filter(([, wanted]) => wanted).map(([key, , made]) => [key, made()]));
}

const hasKin = (pairing) => pairing.far_time_zones || pairing.same_country || pairing.same_state || pairing.same_city
  || pairing.same_clubs_group || pairing.same_club;

const categoryRule = (settings) => (a, b) => Math.abs(categoryOf(settings, a.player) - categoryOf(settings, b.player));

// The square of the difference in half points.
const scoreApart = (a, b) => Math.floor(Math.abs(a.score - b.score) / 2) ** 2;

// How many grades each of the two is from the opponents that the other one should meet.
function gradingRule(event, number) {
  const wanted = wantedGrades(event, number);
  const off = (grade, { player }) => {
    const range = wanted.get(player.id);
    return range ? Math.min(MOST_GRADES, Math.max(0, range[0] - grade, grade - range[1])) : 0;
  };
  return (a, b) => off(b.grade, a) + off(a.grade, b);
}

// The player of the upper group, then the other one.
const floating = (a, b) => (a.group > b.group ? [a, b] : [b, a]);

// How good a float is: nobody repeats one, and what is made up for counts too.
export function goodOfFloats(down, up, compensate) {
  const good = 2 - (down.downs > 0) - (up.ups > 0);
  if (!good || !compensate) return good;
  return good + (down.ups > down.downs) + (up.downs > up.ups);
}

function floatRule({ compensate_floats: compensate }) {
  return (a, b) => (a.group === b.group ? 0 : (compensate ? 4 : 2) - goodOfFloats(...floating(a, b), compensate));
}

function floatPlaceRule({ float_down_from: downFrom, float_up_from: upFrom }) {
  return (a, b) => {
    if (a.group === b.group) return 0;
    const [down, up] = floating(a, b);
    return offPlace(down, downFrom) + offPlace(up, upFrom);
  };
}

// Up to four steps from the wanted part of the group.
function offPlace({ place, size }, end) {
  const last = size - 1;
  let [off, most] = [end === "top" ? place : last - place, last];
  if (end === "middle") {
    // Twice the distance from the middle; in an even group two players are in the middle.
    const even = 1 - (size % 2);
    [off, most] = [Math.abs(2 * place - last) - even, last - even];
  }
  return Math.ceil((off * PLACE_STEPS) / Math.max(1, most));
}

// What the better choice of colours leaves to be desired; a player who gives a handicap has White anyway.
function colourRule(handicap) {
  return (a, b) => (handicap(a, b) ? 0 : Math.min(unwanted(a, 1) + unwanted(b, -1), unwanted(a, -1) + unwanted(b, 1)));
}

// How much a colour is unwanted: 1 or 2 for a step further from balance, 1 for the same colour again.
function unwanted({ balance, last }, colour) {
  if (balance === 0) return Number(last === colour);
  return Math.min(2, Math.max(0, balance * colour));
}

// The grade that handicaps are counted from: of the score if the rules say so, and never of a band.
export function handicapLevel(each, settings) {
  const { handicapping, scoring } = settings;
  if (handicapping.by_score && !byWins(settings) && !scoring.bands.length) return each.group + zeroGrade(scoring);
  return each.grade;
}

// The size of the handicap in grades.
export function handicapRule({ settings, players }) {
  const { handicapping } = settings;
  const { correction, least, most } = handicapScale(handicapping);
  const top = handicapping.none_above_bar && !byWins(settings) ? topScore(settings, players) : Infinity;
  const level = (each) => Math.min(handicapLevel(each, settings), handicapping.none_from);
  return (a, b) => {
    if (Math.max(a.start, b.start) >= top) return 0;
    const size = Math.abs(level(a) - level(b)) - correction;
    return size < least ? 0 : Math.max(0, Math.min(most, size));
  };
}

// A number below 8 for every pair, by the order by lot.
function chanceRule(field, seed, number) {
  const order = byLot(field.map(({ player }) => player), seed);
  const at = new Map(order.map(({ id }, place) => [id, place]));
  const places = new Map(field.map((each) => [each, at.get(each.player.id)]));
  const rows = chanceRows(seed, number, order.length);
  return (a, b) => {
    const [one, other] = [places.get(a), places.get(b)];
    return one < other ? rows[one][other] : rows[other][one];
  };
}

// Seeding ---------------------------------------------------------------------------------------------

// How far a pair of one group is from the one that the method wants; groups do not seed each other.
function seedingPrice(a, b, method, halvesApart) {
  if (a.group !== b.group) return 0;
  const [low, high] = a.place < b.place ? [a.place, b.place] : [b.place, a.place];
  const { size } = a;
  const off = PLACES_OFF[method](low, high, size);
  if (method === "split and random") return off;
  let price = off * off;
  if (size > 20) {
    // Each place further costs one more than the place before it, until all cost alike.
    const rising = Math.max(3, Math.floor(240 / size));
    const steps = Math.min(off, rising);
    price = (steps * (steps + 1)) / 2 + Math.max(0, off - rising) * rising;
  }
  if (halvesApart && (method === "fold" || method === "slip")) price += 100 * Math.min(2, insideHalf(low, high, size));
  return Math.min(MOST_SEEDING, price);
}

const PLACES_OFF = {
  random: () => 0,
  fold: (low, high, size) => Math.abs(low + high + 1 - size),
  slip: (low, high, size) => Math.floor(Math.abs(2 * (high - low) - size) / 2),
  adjacent: (low, high) => high - low - 1,
  "split and random": insideHalf,
  "double fold": doubleFold,
};

// 0 for two of different halves, else how far the nearer one is from the middle, rounded up.
function insideHalf(low, high, size) {
  const middle = size - 1;
  if (2 * low <= middle && middle <= 2 * high) return 0;
  return Math.ceil(Math.min(Math.abs(2 * low - middle), Math.abs(2 * high - middle)) / 2);
}

function doubleFold(low, high, size) {
  const half = Math.floor(size / 2);
  const quarters = half - (half % 2);
  if (half % 2 && quarters <= low && high < size - quarters) return 0;
  if (2 * high < size) return Math.abs(low + high + 1 - quarters);
  if (2 * low >= size - 1) return Math.abs(low + high + 1 + quarters - 2 * size);
  return half + high - low - 1;
}

// AGA: the places from the ideal opponent: by split and shift, or the nearest of the next group.
export function placesApart(a, b) {
  if (a.group === b.group) return Math.floor(Math.abs(2 * Math.abs(a.place - b.place) - a.size) / 2);
  const [upper, lower] = floating(a, b);
  return upper.size - 1 - upper.place + lower.place;
}
