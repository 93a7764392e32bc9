// Colours, stones and komi of the published games, and in team events the games of the line-ups. A game that the rules do not
// give is explained by an entry that changed its table by hand, or by a wish.
import { factsBefore } from "./before_round.js";
import { handicapLevel, handicapRule } from "./deviations.js";
import { effective } from "./history.js";
import { byLot, hashOf } from "./lots.js";
import { roundOf } from "./replay.js";
import { termsOf } from "./settings.js";
import { tableNumbers } from "./table_numbers.js";
import { lineUpsInLog, lineUpsOfTheRule } from "./teams.js";
import { compareText } from "./values.js";

// What nothing explains of the games of a round that is drawn by costs, as a list of { why, of }.
export function gamesNotExplained(known) {
  const { drawn, source, number } = known;
  // Wanted games give colours. If they are not public, the round is not verified anyway.
  if (!known.facts.wishes.games) return [];
  const byHand = tablesByHand(source.before, number);
  const rules = new Terms(known.facts, factsOf(known, known.facts), known);
  if (known.teams) return ofTeams(known, rules, byHand);
  const other = drawn.boards.filter((board) => !fits(board, rules.board(board))).map(({ table }) => table);
  return missing("terms", other.filter((table) => !byHand.has(table)));
}

const factsOf = ({ number, seed, preset, pricing }, event) => factsBefore(event, number, { seed, preset, pricing });

function missing(why, tables) {
  return tables.length ? [{ why, of: [...tables].sort((a, b) => a - b).join(", ") }] : [];
}

// Two players have the game that they should have; an unknown komi is the usual one.
function fits(board, wanted) {
  const same = ["white", "handicap", "colours_known"].every((name) => board[name] === wanted[name]);
  return same && (board.komi === wanted.komi || (board.komi === null && !board.handicap));
}

// The tables that somebody changed since the round was drawn, and those that a new draw left alone.
function tablesByHand(before, number) {
  let found = new Set();
  for (const { event, round, kept, boards, board } of effective(before)) {
    if (event === "RoundDrawn" && round.number === number) found = new Set(kept);
    if (event === "DrawChanged" && round === number) for (const { table } of boards) found.add(table);
    if (event === "BoardChanged" && round === number) found.add(board.table);
  }
  return found;
}

class Terms {
  constructor(event, field, { number, seed }) {
    Object.assign(this, { settings: event.settings, number, seed, field });
    this.facts = new Map(field.map((each) => [each.player.id, each]));
    this.size = handicapRule(event);
    this.wanted = event.wishes.games.filter(({ round }) => round === number);
  }

  // The board of two players as the rules give it.
  board(board) {
    const [white, black] = [board.white, board.black].map((id) => this.facts.get(id));
    if (this.wanted.some((game) => game.white === board.white && game.black === board.black)) {
      const given = this.level(white) < this.level(black) ? 0 : this.size(white, black);
      return this.withSize(board, white, given, true);
    }
    const given = this.size(white, black);
    const nigiri = !given && this.settings.pairing.colours === "nigiri";
    return this.withSize(board, this.isWhite(white, black, given, nigiri) ? white : black, given, !nigiri);
  }

  // The board with its stones and komi, and White for the player who gives a handicap.
  stones(board) {
    const [white, black] = [board.white, board.black].map((id) => this.facts.get(id));
    const given = this.size(white, black);
    const turned = given && this.level(white) < this.level(black);
    return this.withSize(board, turned ? black : white, given, given > 0 || board.colours_known);
  }

  withSize(board, { player }, size, known) {
    const { stones, komi } = termsOf(this.settings, size);
    const black = player.id === board.white ? board.black : board.white;
    return { ...board, white: player.id, black, handicap: stones, komi, colours_known: known };
  }

  level(each) {
    return handicapLevel(each, this.settings);
  }

  // White gives the handicap, has had fewer whites, or had Black last; else a lot decides.
  isWhite(a, b, size, byLotOnly) {
    if (size) return this.level(a) > this.level(b);
    if (!byLotOnly && a.balance !== b.balance) return a.balance < b.balance;
    if (!byLotOnly && a.last !== b.last) return a.last < b.last;
    const [one, other] = this.inOrder(a, b);
    const heads = parseInt(hashOf(`${this.seed}`, `${this.number}`, nameOf(one), nameOf(other)).slice(0, 2), 16) % 2;
    return (heads === 1) === (one === a);
  }

  // The two by name; namesakes in the order by lot.
  inOrder(a, b) {
    const order = compareText(nameOf(a), nameOf(b));
    if (order) return order < 0 ? [a, b] : [b, a];
    const lots = byLot(this.field.map(({ player }) => player), this.seed);
    return lots.indexOf(a.player) < lots.indexOf(b.player) ? [a, b] : [b, a];
  }
}

const nameOf = ({ player }) => `${player.surname} ${player.first_name}`.trim();

// Teams -----------------------------------------------------------------------------------------------

// The matches with their colours, the line-ups of the draw, and the boards that follow from them.
function ofTeams(known, rules, byHand) {
  const { drawn, number, source } = known;
  const exchanged = matchesByHand(source.before, number);
  const turned = drawn.boards.filter((board) => rules.board(board).white !== board.white).map(({ table }) => table);
  const wanted = boardsOfLineUps(known);
  const here = new Map(roundOf(source.published, number).boards.map((board) => [board.table, board]));
  const tables = [...new Set([...wanted.keys(), ...here.keys()])];
  const other = tables.filter((table) => !byHand.has(table) && !isBoard(here.get(table), wanted.get(table)));
  return [
    ...missing("matches", turned.filter((table) => !exchanged.has(table))),
    ...missing("boards", other),
    ...otherLineUps(source.people, number).map((of) => ({ why: "line-up", of })),
  ];
}

const isBoard = (board, wanted) => board !== undefined && wanted !== undefined && board.black === wanted.black && fits(board, wanted);

// The places of the matches that a new draw has and the draw before it had not: teams were exchanged.
function matchesByHand(before, number) {
  const draws = effective(before).filter(({ event, round }) => event === "RoundDrawn" && round.number === number);
  const last = draws.at(-1);
  if (draws.length < 2 || !last.again) return new Set();
  const earlier = draws.at(-2).round.matches.map(({ white, black }) => `${white}\n${black}`);
  const places = last.round.matches.map(({ white, black }, at) => (earlier.includes(`${white}\n${black}`) ? 0 : at + 1));
  return new Set(places.filter(Boolean));
}

// The names of teams with a line-up that the draw stated, and that the rule does not give.
function otherLineUps(event, number) {
  const rule = lineUpsOfTheRule(event, number);
  return event.teams.filter(({ id, line_ups: stated }) => {
    const found = stated.find(({ round }) => round === number);
    return found?.drawn && JSON.stringify(found.players) !== JSON.stringify(rule.get(id));
  }).map(({ name }) => name);
}

// The boards of all matches, table by table: colours alternate, White of the match first.
function boardsOfLineUps(known) {
  const { number, source } = known;
  const { people } = source;
  const lineUps = lineUpsInLog(source.published, number);
  const nigiri = people.settings.pairing.colours === "nigiri";
  const tables = tableNumbers(people.settings.tables);
  const boards = [];
  for (const match of roundOf(source.published, number).matches) {
    const [ours, theirs] = [match.white, match.black].map((id) => lineUps.get(id));
    for (let at = 0; at < Math.max(ours.length, theirs.length); at += 1) {
      const seats = [ours[at] ?? null, theirs[at] ?? null];
      if (seats.includes(null)) continue;
      const [white, black] = at % 2 ? seats.reverse() : seats;
      boards.push({ table: tables.next().value ?? 0, white, black, result: "unknown", colours_known: !nigiri });
    }
  }
  const wanted = people.settings.teams.handicaps ? withStones(known, boards) : boards.map((board) => even(board, people.settings));
  return new Map(wanted.map((board) => [board.table, board]));
}

const even = (board, settings) => ({ ...board, handicap: termsOf(settings, 0).stones, komi: termsOf(settings, 0).komi });

// The terms for the people who sit at the boards, in the event as it was at the draw.
function withStones(known, boards) {
  const event = { ...known.source.people, stages: [], around: null };
  const seats = new Set(boards.flatMap(({ white, black }) => [white, black]));
  const field = factsOf(known, event).filter(({ player }) => seats.has(player.id));
  const rules = new Terms(event, field, known);
  return boards.map((board) => rules.stones(board));
}
