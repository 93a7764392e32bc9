// Who qualifies for a stage: the places of the stages before it, counted a second time.
import { effective, inStage } from "./history.js";
import { countedAtTheEnd, finalKeys } from "./order.js";
import { eventOf } from "./replay.js";
import { participants, ratingOf } from "./teams.js";
import { compareNumbers } from "./values.js";

const FOR_GOOD = 20;
const COUNTED_SYSTEMS = ["mcmahon", "swiss"];

// The players of a stage who do not qualify by the places at the draw, and others who do, as a list of { why, of }.
export function entrantsNotExplained({ source }) {
  const { stage } = source.before;
  if (!stage) return [];
  const whole = eventOf(source.whole);
  const known = whole.stages.find(({ plan }) => plan.id === stage);
  if (!known?.plan.sources.length) return [];
  const inside = new Set(known.own.players.keys());
  const kept = new Set(keptIn(source.whole, stage));
  const [must, may] = [new Set(), new Set()];
  for (const from of known.plan.sources) {
    const event = sourceOf(source.whole, whole, known, from.stage);
    if (event.rounds.length && !isCounted(event)) return [{ why: "places", of: event.name || whole.name }];
    const gone = [...goneFrom(whole, event), ...kept].filter((id) => !inside.has(id));
    const { taken, shared } = ofPlaces(inPlayOffs(whole, from.stage, places(event)), from, new Set(gone));
    for (const id of taken) must.add(id);
    for (const id of [...taken, ...shared]) may.add(id);
  }
  const names = new Map([...known.own.players.values(), ...whole.players].map((player) => [player.id, nameOf(player)]));
  return [...differing("not qualified", inside, may, kept, names), ...differing("left out", must, inside, kept, names)];
}

// The players of one set who are neither in the other nor kept.
function differing(why, one, other, kept, names) {
  const ids = [...one].filter((id) => !other.has(id) && !kept.has(id)).sort((a, b) => (a < b ? -1 : 1));
  return ids.map((id) => ({ why, of: names.get(id) }));
}

const nameOf = ({ surname, first_name: first }) => `${surname} ${first}`.trim();

// The players about whom the director keeps the field of a stage.
function keptIn(history, stage) {
  const last = effective(history).findLast(({ event, stage: where }) => event === "EntrantsKept" && where === stage);
  return last?.players ?? [];
}

// The event that players come from; a cup beside the main event is filled before round 1 of that.
function sourceOf(history, whole, { plan }, id) {
  const event = id === "" ? whole : eventOf(inStage(history, id));
  return plan.losers === "join main" ? { ...event, rounds: [] } : event;
}

function isCounted({ settings }) {
  return COUNTED_SYSTEMS.includes(settings.system) && settings.criteria.every(countedAtTheEnd);
}

// The players by place, those who share one together; before the first round by rating.
function places(event) {
  const here = participants(event);
  const keys = event.rounds.length ? finalKeys(event) : new Map(here.map((player) => [player.id, [-ratingOf(player)]]));
  const ordered = here.map(({ id }) => id).sort((a, b) => compareNumbers(keys.get(a), keys.get(b)));
  const groups = [];
  for (const id of ordered) {
    const last = groups.at(-1);
    if (last && compareNumbers(keys.get(last[0]), keys.get(id)) === 0) last.push(id);
    else groups.push([id]);
  }
  return groups;
}

// The places that players of a play-off share are one group: any of them may come first.
function inPlayOffs(whole, source, groups) {
  let found = groups;
  for (const { own } of whole.stages.filter((each) => each.plan.play_off_of === source)) {
    const touched = found.filter((group) => group.some((id) => own.players.has(id)));
    if (!touched.length) continue;
    const at = found.indexOf(touched[0]);
    found = found.filter((group) => !touched.includes(group));
    found.splice(at, 0, touched.flat());
  }
  return found;
}

// The players who have withdrawn from the event or the stage before.
function goneFrom(whole, event) {
  return [...whole.players, ...event.players].filter(({ absent_rounds: away }) => away.includes(FOR_GOOD)).map(({ id }) => id);
}

// The players of the places that lead on, and those of whom only some do.
function ofPlaces(groups, { first: from, last: to }, without) {
  const [taken, shared] = [[], []];
  let before = 0;
  for (const group of groups) {
    const left = group.filter((id) => !without.has(id));
    const [first, last] = [before + 1, before + left.length];
    before = last;
    const seats = Math.min(last, to) - Math.max(first, from) + 1;
    if (left.length && seats >= left.length) taken.push(...left);
    else if (seats > 0) shared.push(...left);
  }
  return { taken, shared };
}
