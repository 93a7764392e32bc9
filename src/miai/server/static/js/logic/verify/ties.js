// Criteria that compare the games of tied players with each other.
import { pairKey, pointsOf } from "./round_changes.js";
import { compareNumbers } from "./values.js";

// The games of some players with each other.
function gamesOf({ rounds }, group) {
  const inside = new Set(group);
  return rounds.flatMap(({ boards }) => boards.filter(({ white, black }) => inside.has(white) && inside.has(black)));
}

// Wins less losses over the board of each against each.
function netWins(state, group) {
  const net = new Map(group.map((one) => [one, new Map(group.map((other) => [other, 0]))]));
  for (const { white, black, result } of gamesOf(state, group)) {
    if (result !== "white" && result !== "black") continue;
    const won = result === "white" ? 1 : -1;
    net.get(white).set(black, net.get(white).get(black) + won);
    net.get(black).set(white, net.get(black).get(white) - won);
  }
  return net;
}

const pairsOf = (group) => group.flatMap((one, at) => group.slice(at + 1).map((other) => [one, other]));
const nothing = (group) => new Map(group.map((one) => [one, 0]));

// How many of the others are beaten, if nobody is equal with anybody.
function allMet(state, group) {
  const net = netWins(state, group);
  if (pairsOf(group).some(([one, other]) => net.get(one).get(other) === 0)) return nothing(group);
  return new Map(group.map((one) => [one, group.filter((other) => net.get(one).get(other) > 0).length]));
}

// The players from the bottom: those who have to be above nobody who is left, the worst of them first.
function direct(state, group, later) {
  const below = belowEach(state, group);
  const [left, steps] = [new Set(group), []];
  while (left.size) {
    const free = [...left].filter((one) => ![...below.get(one)].some((other) => left.has(other)));
    const worst = free.reduce((a, b) => (compareNumbers(later.get(b), later.get(a)) < 0 ? b : a));
    const step = free.filter((one) => compareNumbers(later.get(one), later.get(worst)) === 0);
    steps.push(step);
    for (const one of step) left.delete(one);
  }
  const found = new Map();
  for (const step of steps) {
    const value = found.size + step.length - steps[0].length;
    for (const one of step) found.set(one, value);
  }
  return found;
}

// Everybody who has to stand below each: those who are beaten, but not inside a circle of players who beat each other.
function belowEach(state, group) {
  const net = netWins(state, group);
  const gotha = state.settings.scoring.rulebook === "gotha";
  const beats = (won) => won === 1 || (won > 1 && !gotha);
  const beaten = new Map(group.map((one) => [one, new Set(group.filter((other) => beats(net.get(one).get(other))))]));
  const reached = new Map(group.map((one) => [one, reachedFrom(beaten, one)]));
  const circle = (one) => new Set([one, ...[...reached.get(one)].filter((other) => reached.get(other).has(one))]);
  const below = new Map(group.map((one) => [one, new Set()]));
  for (const one of group) {
    const own = circle(one);
    for (const loser of beaten.get(one)) {
      if (own.has(loser)) continue;
      for (const winner of own) for (const under of circle(loser)) below.get(winner).add(under);
    }
  }
  return below;
}

// All who are beaten by somebody whom a player beat, however far.
function reachedFrom(beaten, start) {
  const [found, open] = [new Set(), [start]];
  while (open.length) {
    for (const each of beaten.get(open.pop())) {
      if (found.has(each)) continue;
      found.add(each);
      open.push(each);
    }
  }
  return found;
}

// Half points won over the board against the others, if all have met.
function faceToFace(state, group) {
  const games = gamesOf(state, group).filter(({ result }) => result !== "unknown" && !result.endsWith(" by default"));
  const met = new Set(games.map(pairKey));
  if (pairsOf(group).some(([white, black]) => !met.has(pairKey({ white, black })))) return nothing(group);
  const won = nothing(group);
  for (const game of games) for (const id of [game.white, game.black]) won.set(id, won.get(id) + pointsOf(game, id));
  return new Map(group.map((one) => [one, Math.floor(won.get(one) / 2)]));
}

export const TIED = { sdc: allMet, dc: direct, f2f: faceToFace };
