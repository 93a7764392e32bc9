// What was known of every player before a round. Points are whole quarters.
import { byLot } from "./lots.js";
import { placeKeys, seedOrder } from "./order.js";
import { roundOf, roundsElsewhere } from "./replay.js";
import { pointsOf, roundsBeforeDraw } from "./round_changes.js";
import { basePreset, byWins, sizeOfHandicap } from "./settings.js";
import { startOf } from "./starting_scores.js";
import { compareNumbers, compareText, gradeOf, POINT } from "./values.js";

// Everybody who is to be paired in a round, by group and place, the best first.
export function factsBefore(event, number, { seed, preset, pricing }) {
  const { settings } = event;
  const everybody = new Map(event.players.map((player) => [player.id, newFacts(player, settings)]));
  if (pricing > 1) for (const { drawn } of roundsElsewhere(event, number)) noteElsewhere(everybody, drawn, settings);
  play(everybody, roundsBeforeDraw(event, number), settings);
  const drawn = roundOf(event, number);
  const field = event.players.filter((player) => takesPart(player, drawn)).map(({ id }) => everybody.get(id));
  const keys = placeKeys(event, number, seedOrder(settings, number, preset));
  return placed(field, keys, seed, basePreset(preset) === "gotha");
}

const newFacts = (player, settings) => ({
  player, start: startOf(player, settings), score: 0, points: 0, wins: 0, byes: 0, ups: 0, downs: 0, balance: 0, last: 0,
  met: new Set(), metHere: new Set(), place: 0, size: 0, group: 0, grade: gradeOf(player.grade).number,
});

// Opponents, colours and byes of rounds of other stages that come before this one in the event's order of play.
function noteElsewhere(everybody, drawn, settings) {
  for (const free of restingIn(drawn)) {
    const each = everybody.get(free);
    if (each) each.byes += 1;
  }
  for (const board of drawn.boards) {
    const coloured = hasColours(board, settings);
    for (const [own, other, colour] of seatsOf(board)) {
      const each = everybody.get(own);
      if (!each) continue;
      each.met.add(other);
      if (coloured) noteColour(each, colour);
    }
  }
}

const seatsOf = ({ white, black }) => [[white, black, 1], [black, white, -1]];
// The colours of a game are known and were not those of a handicap.
const hasColours = (board, settings) => board.colours_known && sizeOfHandicap(settings, board) === 0;

function noteColour(each, colour) {
  each.balance += colour;
  each.last = colour;
}

// The field -----------------------------------------------------------------------------------------

// A player who is paired, has the bye, or is here and has no game.
function takesPart(player, { number, boards, byes }) {
  if (boards.some(({ white, black }) => white === player.id || black === player.id)) return true;
  const bye = byes.find((each) => each.player === player.id);
  if (bye) return bye.kind === "forced";
  return !player.absent_rounds.includes(number) && player.registration === "final";
}

// The field in the order of the seeding, then by name or lot, with everybody's place in the group.
function placed(field, keys, seed, byName) {
  const lots = new Map(byLot(field.map(({ player }) => player), seed).map(({ id }, at) => [id, at]));
  const names = ({ player: a }, { player: b }) => compareText(a.surname, b.surname) || compareText(a.first_name, b.first_name);
  const ordered = [...field].sort((a, b) => compareNumbers(keys.get(a.player.id), keys.get(b.player.id))
    || (byName ? names(a, b) : 0) || lots.get(a.player.id) - lots.get(b.player.id));
  const groups = new Map();
  for (const each of ordered) {
    each.group = Math.floor(each.score / POINT);
    if (!groups.has(each.group)) groups.set(each.group, []);
    groups.get(each.group).push(each);
  }
  for (const members of groups.values()) members.forEach((each, place) => {
    Object.assign(each, { place, size: members.length });
  });
  return [...groups.keys()].sort((a, b) => b - a).flatMap((group) => groups.get(group));
}

// Rounds ----------------------------------------------------------------------------------------------

// Goes through the rounds one by one; floats are seen by the scores before each of them.
function play(everybody, rounds, settings) {
  const wins = byWins(settings);
  const tallies = new Map([...everybody].map(([id, { start }]) => [id, { points: start, wins: 0, freePoints: 0, freeWins: 0 }]));
  for (const each of everybody.values()) each.score = each.start;
  for (const drawn of rounds) {
    const before = new Map([...everybody].map(([id, each]) => [id, wins ? each.wins : each.score]));
    noteGames(everybody, drawn, before, settings);
    countGames(tallies, drawn);
    countFreeRounds(tallies, everybody, drawn, settings);
    for (const [id, each] of everybody) total(each, tallies.get(id), settings);
  }
  for (const each of everybody.values()) {
    each.points = each.score;
    if (wins) each.score = each.wins;
  }
}

// The points of byes and absences together are rounded down if the rules say so; bonuses count like games.
function total(each, tally, { scoring }) {
  const whole = (free) => (scoring.round_down ? Math.floor(free / POINT) * POINT : free);
  each.score = tally.points + whole(tally.freePoints);
  each.wins = tally.wins + whole(tally.freeWins);
}

function countGames(tallies, { boards, bonuses }) {
  const gains = bonuses.map(({ player, points }) => [player, points]);
  for (const board of boards) for (const id of [board.white, board.black]) gains.push([id, pointsOf(board, id)]);
  for (const [id, points] of gains) {
    tallies.get(id).points += points;
    tallies.get(id).wins += points;
  }
}

function countFreeRounds(tallies, everybody, drawn, settings) {
  const { scoring } = settings;
  const resting = restingIn(drawn);
  const away = new Set(drawn.byes.map(({ player }) => player));
  const results = new Map(drawn.boards.flatMap(({ white, black, result }) => [[white, result], [black, result]]));
  const macmahon = scoring.rulebook === "macmahon";
  for (const [id, each] of everybody) {
    const tally = tallies.get(id);
    const absent = !results.has(id) && (away.has(id) || each.player.absent_rounds.includes(drawn.number));
    if (resting.has(id)) {
      each.byes += 1;
      tally.freePoints += scoring.bye_points;
      tally.freeWins += scoring.bye_wins;
    } else if (absent) {
      tally.freePoints += scoring.absent_points;
      tally.freeWins += scoring.absent_wins;
    } else if (macmahon && (results.get(id) ?? "unknown") === "unknown") tally.freePoints += scoring.absent_points;
  }
}

const restingIn = ({ byes }) => new Set(byes.filter(({ kind }) => kind === "forced").map(({ player }) => player));

// Opponents, colours, and players drawn up or down by the scores before the round.
function noteGames(everybody, drawn, before, settings) {
  const resting = restingIn(drawn);
  for (const board of drawn.boards) {
    const coloured = hasColours(board, settings);
    for (const [own, other, colour] of seatsOf(board)) {
      const each = everybody.get(own);
      each.met.add(other);
      each.metHere.add(other);
      if (resting.has(own)) continue;
      if (coloured) noteColour(each, colour);
      const [mine, theirs] = [before.get(own), before.get(other)].map((score) => Math.floor(score / POINT));
      if (theirs > mine) each.ups += 1;
      if (theirs < mine) each.downs += 1;
    }
  }
}
