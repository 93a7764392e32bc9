// The criteria of the standings, counted from the boards. Values are points as numbers; all are exact, since they are whole
// numbers of sixteenths.
import { pointsOf } from "./round_changes.js";
import { categoryOf, zeroGrade } from "./settings.js";
import { startOf } from "./starting_scores.js";
import { gradeOf } from "./values.js";

const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

// Some criteria of every player before a round, by the rule for unplayed rounds of the event.
export function countCriteria(event, after, keys) {
  const book = new Book(event, after);
  const wanted = COUNTED.filter((key) => keys.includes(key));
  return new Map(wanted.map((key) => [key, new Map(event.players.map((player) => [player.id, COUNTS[key](book, player)]))]));
}

// One event after some rounds, with the few scores that everything is summed from.
class Book {
  constructor(event, after) {
    const { scoring } = event.settings;
    Object.assign(this, { event, after, scoring, policy: scoring.unplayed, half: scoring.unplayed_is_half_for_opponents });
    this.gotha = scoring.rulebook === "gotha";
    this.macmahon = this.policy === "macmahon" && scoring.rulebook === "macmahon";
    this.sheet = linesOf(event, after);
    this.start = new Map(event.players.map((player) => [player.id, startOf(player, event.settings) / 4]));
    this.grade = new Map(event.players.map(({ id, grade }) => [id, gradeOf(grade).number]));
    this.known = new Map();
  }

  // The player's own score after some rounds.
  own(id, after, wins) {
    const points = pointsIn(this.sheet.get(id).slice(0, after), this.scoring, wins, this.scoring.absence_for_place);
    return wins ? points : this.start.get(id) + points;
  }

  // What the player counts for in the sums of opponents.
  seen(id, wins) {
    const lines = this.sheet.get(id);
    let points = 0;
    if (this.half) points = sum(lines.map((line) => (line.kind === "game" && line.real ? line.points : 0.5)));
    else points = pointsIn(lines, this.scoring, wins, true) + (this.policy === "aga" ? this.credit(id) : 0);
    return wins ? points : this.start.get(id) + points;
  }

  // AGA: half a point for each round that a player chose not to play, or that both forfeited.
  credit(id) {
    return 0.5 * this.sheet.get(id).filter((line) => line.bothForfeit || line.kind === "absent" || line.kind === "unassigned").length;
  }

  // AGA: an opponent who began where the player did and has won half of the rounds.
  phantom(id, family) {
    return (family === "wins" ? 0 : this.start.get(id)) + 0.5 * this.after;
  }

  // Strasbourg: two points for each of the two last qualifying rounds reached.
  bonus(id) {
    const { rounds } = this.event.settings;
    return 2 * [rounds - 2, rounds - 1].filter((number) => this.qualified(id, number)).length;
  }

  qualified(id, number) {
    if (this.after < number) return false;
    const { bar, bands } = this.scoring;
    if (this.gotha) return (number > 0 ? this.own(id, number, false) : 0) === 30 + bar + number;
    const from = bands.length ? bands[0].score / 4 : bar - zeroGrade(this.scoring);
    const unbeaten = this.sheet.get(id).slice(0, Math.max(0, number)).every((line) => line.points === 1 || line.kind === "bye");
    return number > 0 && this.start.get(id) >= from && unbeaten;
  }

  // For each round the opponent's score, or what stands in for it.
  entries(id, family) {
    const key = `${family}\n${id}`;
    if (!this.known.has(key)) this.known.set(key, this.sheet.get(id).map((line) => this.entry(id, line, family)));
    return this.known.get(key);
  }

  entry(id, line, family) {
    if (line.kind !== "game" || line.opponent === null) return this.standIn(id, line, family);
    if (family === "wins") return this.seen(line.opponent, true);
    if (family === "points") return this.seen(line.opponent, false) + line.stones;
    // OpenGotha never fills in Strasbourg scores if unplayed rounds are half a point.
    const forgotten = this.gotha && this.half;
    return (forgotten ? 0 : this.seen(line.opponent, false) + this.bonus(line.opponent)) + line.stones;
  }

  // The entry of a round without an opponent.
  standIn(id, line, family) {
    const own = this.own(id, this.after, family === "wins");
    const start = family === "wins" ? 0 : this.start.get(id);
    switch (this.policy) {
      case "start": return start;
      case "own": return own;
      case "aga": return this.phantom(id, family);
      case "epm": return line.kind === "bye" ? own : 0;
      case "macmahon":
        if (line.kind === "bye") return own - 1;
        return this.countsAsUnpaired(line) ? own : start;
      default: return 0;
    }
  }

  // MacMahon, in its own events: a round of a player whom it did not pair.
  countsAsUnpaired(line) {
    return this.macmahon && line.kind === "unassigned";
  }

  // The sum of opponents of the player without points whom everybody with a bye has met.
  metByByes(family) {
    const free = [...this.sheet].flatMap(([id, lines]) => lines.filter(({ kind }) => kind === "bye").map(() => id));
    return sum(free.map((id) => this.seen(id, family === "wins")));
  }
}

// Every player's rounds, one by one.
function linesOf({ players, rounds }, after) {
  const numbers = Array.from({ length: after }, (_, at) => at + 1);
  const byNumber = new Map(rounds.map((drawn) => [drawn.number, drawn]));
  const sheet = new Map(players.map(({ id }) => [id, []]));
  for (const number of numbers) {
    const drawn = byNumber.get(number) ?? { number, boards: [], byes: [], bonuses: [] };
    // Of two boards the last counts.
    const boards = new Map(drawn.boards.flatMap((board) => [[board.white, board], [board.black, board]]));
    for (const player of players) sheet.get(player.id).push(lineOf(player, drawn, boards.get(player.id)));
  }
  return sheet;
}

const NO_GAME = { opponent: null, stones: 0, points: 0, real: false, undecided: false, nobodyLost: false, bothForfeit: false };

function lineOf(player, drawn, board) {
  const byes = drawn.byes.filter((each) => each.player === player.id);
  const bonus = sum(drawn.bonuses.filter((each) => each.player === player.id).map(({ points }) => points / 4));
  const forced = byes.some(({ kind }) => kind === "forced");
  if (board) return gameOf(player, board, bonus, forced ? "bye" : "game");
  if (forced) return { ...NO_GAME, kind: "bye", bonus };
  const away = byes.length > 0 || player.absent_rounds.includes(drawn.number);
  return { ...NO_GAME, kind: away ? "absent" : "unassigned", bonus };
}

function gameOf({ id }, board, bonus, kind) {
  const white = board.white === id;
  const { result } = board;
  return {
    kind,
    bonus,
    opponent: white ? board.black : board.white,
    stones: white ? board.handicap : -board.handicap,
    points: pointsOf(board, id) / 4,
    real: result !== "unknown" && !result.endsWith(" by default"),
    undecided: result === "unknown",
    nobodyLost: result.replace(/ by default$/, "") === "both win",
    bothForfeit: result === "both lose by default",
  };
}

// Points of games, bonuses, byes and, if they count, absences; the free ones rounded down together.
function pointsIn(lines, scoring, wins, absences) {
  const bye = (wins ? scoring.bye_wins : scoring.bye_points) / 4;
  const absent = (wins ? scoring.absent_wins : scoring.absent_points) / 4;
  let [total, free] = [0, 0];
  for (const line of lines) {
    total += line.points + line.bonus;
    if (line.kind === "bye") free += bye;
    if (absences && isAbsence(line, scoring, wins)) free += absent;
  }
  return total + (scoring.round_down ? Math.floor(free) : free);
}

// MacMahon also gives the points of an absence for a round without a pairing or without a result.
function isAbsence(line, { rulebook }, wins) {
  if (line.kind === "absent") return true;
  const missed = line.kind === "unassigned" || (line.kind === "game" && line.undecided);
  return missed && rulebook === "macmahon" && !wins;
}

// Criteria --------------------------------------------------------------------------------------------

function cumulated(book, { id }, wins) {
  let total = 0;
  for (let number = 1; number <= book.after; number += 1) total += book.own(id, number, wins);
  return total;
}

function sumWithout(book, { id }, family, dropped) {
  if (book.after <= dropped) return 0;
  // OpenGotha forgets SOS-1 of McMahon points after round 2.
  if (book.gotha && family === "points" && dropped === 1 && book.after === 2) return 0;
  return sum([...book.entries(id, family)].sort((a, b) => a - b).slice(dropped));
}

function defeated(book, { id }, family) {
  const entries = book.entries(id, family);
  return sum(book.sheet.get(id).map((line, at) => {
    if (line.kind === "game") return book.macmahon && line.nobodyLost ? 0 : entries[at] * line.points;
    return line.kind === "bye" && ["aga", "macmahon"].includes(book.policy) ? entries[at] : 0;
  }));
}

function sumOfSums(book, { id }, family) {
  return sum(book.sheet.get(id).map((line) => {
    const game = line.kind === "game" && line.opponent !== null;
    return game ? sum(book.entries(line.opponent, family)) : sumInstead(book, id, line, family);
  }));
}

// The sum that stands in for that of an opponent in a round without a game.
function sumInstead(book, id, line, family) {
  const own = sum(book.entries(id, family));
  const start = family === "wins" ? 0 : book.start.get(id) * book.after;
  switch (book.policy) {
    case "start": return start;
    case "own": return own;
    case "aga": return book.phantom(id, family) * book.after;
    case "dummy": return line.kind === "bye" ? book.metByByes(family) : 0;
    case "macmahon": return line.kind === "bye" || book.countsAsUnpaired(line) ? own : start;
    default: return 0;
  }
}

// Rounds of a cup that were won or free before the first loss.
function survived(book, { id }) {
  const lines = book.sheet.get(id);
  const lost = lines.findIndex((line) => line.points === 0 && line.kind !== "bye");
  return lost < 0 ? lines.length : lost;
}

// The AGA's sum of opponents, or of those who were defeated: a bye defeats the phantom.
function agaSum(book, { id }, ofDefeated) {
  return sum(book.sheet.get(id).map((line) => {
    const game = line.kind === "game" && line.opponent !== null;
    const entry = game ? book.own(line.opponent, book.after, false) + book.credit(line.opponent) : book.phantom(id, "points");
    const share = line.kind === "game" ? line.points : Number(line.kind === "bye");
    return entry * (ofDefeated ? share : 1);
  }));
}

function exploits(book, { id }, winsOnly) {
  return sum(book.sheet.get(id).map((line) => {
    if (line.kind !== "game" || line.opponent === null || (winsOnly && line.points !== 1)) return 0;
    const surplus = line.stones - (book.grade.get(id) - book.grade.get(line.opponent));
    return Math.min(3, surplus < 0 ? 0 : surplus + 1) * book.own(line.opponent, book.after, true);
  }));
}

const COUNTS = {
  cat: (book, player) => -categoryOf(book.event.settings, player),
  nbw: (book, { id }) => book.own(id, book.after, true),
  mms: (book, { id }) => book.own(id, book.after, false),
  sts: (book, { id }) => book.own(id, book.after, false) + book.bonus(id),
  sosw: (book, { id }) => sum(book.entries(id, "wins")),
  "sosw-1": (book, player) => sumWithout(book, player, "wins", 1),
  "sosw-2": (book, player) => sumWithout(book, player, "wins", 2),
  sodosw: (book, player) => defeated(book, player, "wins"),
  sososw: (book, player) => sumOfSums(book, player, "wins"),
  cussw: (book, player) => cumulated(book, player, true),
  sosm: (book, { id }) => sum(book.entries(id, "points")),
  "sosm-1": (book, player) => sumWithout(book, player, "points", 1),
  "sosm-2": (book, player) => sumWithout(book, player, "points", 2),
  sodosm: (book, player) => defeated(book, player, "points"),
  sososm: (book, player) => sumOfSums(book, player, "points"),
  cussm: (book, player) => cumulated(book, player, false),
  sosts: (book, { id }) => sum(book.entries(id, "strasbourg")),
  ext: (book, player) => exploits(book, player, false),
  exr: (book, player) => exploits(book, player, true),
  cps: survived,
  soms: (book, player) => agaSum(book, player, false),
  sodoms: (book, player) => agaSum(book, player, true),
};

export const COUNTED = Object.keys(COUNTS);
