// Orders the players of a group as the seeding wants it.
import { hashOf } from "./lots.js";
import { countCriteria, COUNTED } from "./recount.js";
import { roundsBeforeDraw } from "./round_changes.js";
import { basePreset, byWins, seedingOf } from "./settings.js";
import { TIED } from "./ties.js";
import { compareNumbers, compareText, gradeOf } from "./values.js";

// OpenGotha keeps ratings between these, and has the lower one for a player without a rating.
const [LOWEST, HIGHEST] = [-900, 2949];

// The order of a group: `criteria`, `next` others that compare no tied players, then names or the lot.
export function seedOrder(settings, number, preset) {
  const choice = seedingOf(settings, number);
  const gotha = basePreset(preset) === "gotha";
  const score = [byWins(settings) ? "nbw" : "mms"];
  const usual = choice.by_standings || gotha ? settings.criteria : score;
  const criteria = choice.criteria.length ? choice.criteria : usual;
  if (gotha) return { criteria, next: choice.by ? [choice.by] : [] };
  return { criteria, next: [choice.by || "rating", "rating"] };
}

// The criteria of an order that are not counted here, such as those of plug-ins.
export function notCounted({ criteria, next }) {
  const counted = (key) => COUNTED.includes(key) || Object.hasOwn(OF_PLAYERS, key);
  return [...criteria.filter((key) => !counted(key) && !Object.hasOwn(TIED, key)), ...next.filter((key) => !counted(key))];
}

// The keys that order the players before a round, the lowest first.
export function placeKeys(event, number, order) {
  const { settings } = event;
  const scoring = { ...settings.scoring, absence_for_place: true };
  const state = { ...event, rounds: roundsBeforeDraw(event, number), settings: { ...settings, scoring } };
  return keysOf(state, number - 1, order);
}

// True for a criterion of the standings that is counted here.
export const countedAtTheEnd = (key) => !notCounted({ criteria: [key], next: [] }).length;

// The keys that order the players by the standings, the first place lowest.
export function finalKeys(event) {
  const played = event.rounds.filter(({ boards }) => boards.length).map(({ number }) => number);
  return keysOf(event, Math.max(0, ...played), { criteria: event.settings.criteria, next: [] });
}

function keysOf(state, after, { criteria, next }) {
  const all = [...criteria, ...next];
  const values = countCriteria(state, after, all);
  for (const key of all) if (Object.hasOwn(OF_PLAYERS, key)) values.set(key, OF_PLAYERS[key](state));
  criteria.forEach((key, at) => {
    if (!Object.hasOwn(TIED, key) || values.has(key)) return;
    // These two are counted together, from the tie before the first of them.
    for (const each of ["sdc", "dc"].includes(key) ? ["sdc", "dc"] : [key]) {
      values.set(each, amongTied(state, each, criteria, at, values));
    }
  });
  return new Map(state.players.map(({ id }) => [id, all.map((key) => -values.get(key).get(id))]));
}

// Criteria that players have by themselves -----------------------------------------------------------

const OF_PLAYERS = {
  rank: ({ players }) => new Map(players.map(({ id, grade }) => [id, gradeOf(grade).number])),
  rating: ({ players, settings }) => {
    const gotha = settings.scoring.rulebook === "gotha";
    return new Map(players.map((player) => [player.id, gotha ? gothaRating(player) : (player.rating ?? gradeOf(player.grade).rating)]));
  },
  draw: ({ players, settings }) => {
    const lots = players.map((each) => hashOf(`${settings.draw_seed}`, each.surname, each.first_name, each.egf_pin, each.aga_id));
    const order = players.map((_, at) => at).sort((a, b) => compareText(lots[a], lots[b]) || a - b);
    return new Map(order.map((at, place) => [players[at].id, place]));
  },
};

function gothaRating({ rating }) {
  return rating === null ? LOWEST : Math.min(HIGHEST, Math.max(LOWEST, rating));
}

// The values of a criterion for the players who are equal by all criteria before the place `at`.
function amongTied(state, key, order, at, values) {
  const before = order.slice(0, at);
  const rest = order.includes(key) ? order.slice(order.indexOf(key) + 1) : [];
  const known = rest.filter((each) => values.has(each));
  const tie = (id) => before.map((each) => values.get(each).get(id));
  const found = new Map(state.players.map(({ id }) => [id, 0]));
  const ordered = [...found.keys()].map((id) => [tie(id), id]).sort(([a], [b]) => compareNumbers(a, b));
  for (let from = 0; from < ordered.length;) {
    let to = from + 1;
    while (to < ordered.length && compareNumbers(ordered[from][0], ordered[to][0]) === 0) to += 1;
    const group = ordered.slice(from, to).map(([, id]) => id);
    if (group.length > 1) {
      const later = new Map(group.map((id) => [id, known.map((each) => values.get(each).get(id))]));
      for (const [id, value] of TIED[key](state, group, later)) found.set(id, value);
    }
    from = to;
  }
  return found;
}
