// Teams as players: each team is a player, each match a board, each rest a bye.
import { pairKey, pointsOf } from "./round_changes.js";
import { byTeams } from "./settings.js";
import { demandLog, folded, gradeOf, gradeOfNumber, HALF, POINT, sumOf } from "./values.js";

const WEAKEST_EGF = -30;

// The event as it is paired in a round: in a team event with the teams as its players.
export function entrants(event, number) {
  if (!byTeams(event.settings)) return event;
  const book = new TeamBook(event, number);
  const { settings } = event;
  const rest = Math.floor(settings.teams.bye_points / 2);
  return {
    ...event,
    name: "",
    begin: "",
    settings: {
      ...settings,
      scoring: { ...settings.scoring, bye_wins: rest, bye_points: rest },
      handicapping: { ...settings.handicapping, ceiling: 0, komi_per_grade: 0, table: [] },
      teams: { ...settings.teams, size: 0 },
    },
    players: event.teams.map((team) => book.entrant(team)),
    rounds: event.rounds.map((drawn) => book.round(drawn)),
    wishes: wishesAboutTeams(event),
    teams: [],
    stages: [],
    around: null,
  };
}

// The players at the boards of each team in a round that is drawn.
export function lineUpsInLog(event, number) {
  const book = new TeamBook(event, number);
  return new Map(event.teams.map((team) => [team.id, book.atTheBoards(team, number)]));
}

// The players that the rule of the event seats for each team in a round, if no captain states others.
export function lineUpsOfTheRule(event, number) {
  const book = new TeamBook(event, number);
  return new Map(event.teams.map((team) => [team.id, book.byRule(team, number)]));
}

// The matches of a round as its boards, by their order, and the teams that rest as byes.
export function roundBetweenTeams({ number, matches, resting }) {
  const boards = matches.map(({ white, black }, at) => ({
    table: at + 1, white, black, handicap: 0, komi: null, result: "unknown", colours_known: true,
  }));
  return { number, boards, byes: resting.map((player) => ({ player, kind: "forced" })), bonuses: [], matches: [], resting: [] };
}

// Those who are checked in, and those who have a game, a bye or points in any round; everybody if there is none.
export function participants({ players, rounds, settings, places }) {
  if (places || settings.scoring.rulebook === "gotha") return players;
  const drawn = new Set(rounds.flatMap(({ boards, byes, bonuses }) => [
    ...boards.flatMap(({ white, black }) => [white, black]),
    ...[...byes, ...bonuses].map(({ player }) => player),
  ]));
  const found = players.filter(({ id, registration }) => registration === "final" || drawn.has(id));
  return found.length ? found : players;
}

// The one number that orders players by strength: the EGF's rating, else the AGA's on the same scale, else the grade's.
export function ratingOf(player, american = false) {
  const other = fromAga(player.aga_rating ?? null);
  const own = player.rating ?? null;
  const found = american ? (other ?? own) : (own ?? other);
  return found ?? gradeOf(player.grade).rating;
}

function fromAga(rating) {
  return rating === null ? null : 2050 + 100 * (rating > 0 ? rating - 1 : rating + 1);
}

const attends = ({ absent_rounds: away }, number) => !away.includes(number);
const plays = ({ id }, { matches }) => matches.some(({ white, black }) => white === id || black === id);

// The teams of an event and who sits at their boards, as far as a round needs it.
class TeamBook {
  constructor(event, number) {
    Object.assign(this, { event, number, size: event.settings.teams.size });
    this.people = new Map(event.players.map((player) => [player.id, player]));
    this.here = new Map(participants(event).map((player) => [player.id, player]));
    this.drawn = new Set(event.rounds.map((drawn) => drawn.number));
  }

  // The line-up of a team in a round: the stated one, else that of the rule.
  seats(team, number) {
    const stated = team.line_ups.find(({ round }) => round === number);
    if (stated && (this.drawn.has(number) || !stated.drawn)) return this.filled(stated.players);
    return this.byRule(team, number);
  }

  // The first members who come, in the order of the captain or the highest rated first.
  byRule(team, number) {
    if (!attends(team, number)) return this.filled([]);
    const coming = team.members.map((id) => this.here.get(id)).filter((player) => player && attends(player, number));
    if (this.event.settings.teams.order === "rating") coming.sort((a, b) => ratingOf(b) - ratingOf(a));
    return this.filled(coming.slice(0, this.size).map(({ id }) => id));
  }

  filled(seats) {
    return [...seats, ...Array.from({ length: Math.max(0, this.size - seats.length) }, () => null)];
  }

  // The seats of players who are there, in the round that is paired.
  atTheBoards(team, number) {
    const seats = this.seats(team, number);
    if (number !== this.number) return seats;
    const isThere = (id) => this.here.has(id) && attends(this.here.get(id), number);
    return seats.slice(0, this.size).map((seat) => (isThere(seat) ? seat : null));
  }

  // A team as a player, as strong as its first line-up on the mean.
  entrant(team) {
    const { rounds, settings } = this.event;
    const numbers = [...new Set([...Array.from({ length: settings.rounds }, (_, at) => at + 1), ...this.drawn, this.number])].sort((a, b) => a - b);
    const empty = numbers.filter((each) => !this.atTheBoards(team, each).some(Boolean));
    const met = rounds.filter((drawn) => plays(team, drawn)).map(({ number }) => number);
    const rested = rounds.filter(({ resting }) => resting.includes(team.id)).map(({ number }) => number);
    const busy = [...met, ...rested].filter((each) => each < this.number);
    const players = this.firstLineUp(team, met, numbers).filter(Boolean).map((id) => this.people.get(id));
    demandLog(players.every(Boolean), "a seat of nobody");
    const american = settings.system === "aga";
    return {
      id: team.id, surname: team.name, first_name: "",
      grade: players.length ? meanGrade(players.map(({ grade }) => gradeOf(grade)), settings.sides.rounding).text : gradeOfNumber(WEAKEST_EGF).text,
      rating: players.length ? sumOf(players.map((player) => ratingOf(player, american))) / players.length : null,
      aga_rating: null, country: common(players.map(({ country }) => country)), state: "", city: "",
      club: common(players.map(({ club }) => club)), family: "", time_zone: "", egf_pin: "", ffg_licence: "", aga_id: "",
      registration: "final", absent_rounds: [...new Set([...empty, ...team.absent_rounds])].filter((each) => !busy.includes(each)),
      start: team.start, correction: team.correction, bar_side: null, category: null, members: [],
    };
  }

  firstLineUp(team, met, numbers) {
    const first = met.filter((each) => each < this.number).sort((a, b) => a - b);
    for (const each of [...first, this.number, ...numbers]) {
      const seats = this.atTheBoards(team, each);
      if (seats.some(Boolean)) return seats;
    }
    return team.members.slice(0, this.size);
  }

  // A round of teams with the results of their matches.
  round(drawn) {
    if (drawn.boards.length && !drawn.matches.length && !drawn.resting.length) {
      const byes = this.event.teams.map(({ id }) => ({ player: id, kind: "voluntary" }));
      return { ...roundBetweenTeams({ number: drawn.number, matches: [], resting: [] }), byes };
    }
    const lineUps = new Map(this.event.teams.map((team) => [team.id, this.seats(team, drawn.number)]));
    const games = new Map(drawn.boards.flatMap((board) => [[board.white, board], [board.black, board]]));
    const paired = roundBetweenTeams(drawn);
    const busy = new Set();
    const boards = paired.boards.filter(({ white, black }) => {
      if (busy.has(white) || busy.has(black)) return false;
      busy.add(white).add(black);
      return true;
    });
    return { ...paired, boards: boards.map((board) => ({ ...board, ...this.result(board, lineUps, games) })) };
  }

  // How a match ended, and if the colours of all its games are known.
  result(match, lineUps, games) {
    const { settings } = this.event;
    const [ours, theirs] = [match.white, match.black].map((id) => lineUps.get(id));
    demandLog(ours && theirs, "a match of no team");
    const tally = { white: 0, black: 0, counted: [] };
    for (let at = 0; at < Math.max(ours.length, theirs.length); at += 1) {
      this.countBoard(tally, ours[at] ?? null, theirs[at] ?? null, games);
    }
    const { counted } = tally;
    const open = counted.filter((game) => game.result === "unknown").length;
    const result = resultByPoints(settings.teams, tally, open);
    const played = counted.some((game) => !game.result.endsWith(" by default"));
    return {
      result: played || result === "unknown" ? result : `${result} by default`,
      colours_known: counted.every((game) => game.colours_known),
    };
  }

  countBoard(tally, one, other, games) {
    const { settings } = this.event;
    if (one === null || other === null) {
      const forfeit = settings.teams.empty_seat_loses ? POINT : 0;
      if (one !== null) tally.white += forfeit;
      if (other !== null) tally.black += forfeit;
      return;
    }
    const game = games.get(one);
    const met = game !== undefined && pairKey(game) === pairKey({ white: one, black: other });
    if (game === undefined || (!met && settings.scoring.rulebook !== "gotha")) return;
    tally.counted.push(game);
    tally.white += pointsOf(game, one);
    if (met) tally.black += pointsOf(game, other);
  }
}

// 2 team points for a win, 1 for a draw; open as long as it is not known who has more.
function resultByPoints(rules, { white, black }, open) {
  const [ours, theirs] = teamPoints(rules, white, black, open);
  if (open && ours !== 2 && theirs !== 2) return "unknown";
  if (ours !== theirs) return ours > theirs ? "white" : "black";
  return ours ? "jigo" : "both lose";
}

function teamPoints(rules, white, black, open) {
  if (rules.half_of_all_boards) {
    const half = rules.size * HALF;
    return [worth(white, Math.max(half, black)), worth(black, Math.max(half, white))];
  }
  if (Math.abs(white - black) > open * POINT) return white > black ? [2, 0] : [0, 2];
  return white && !open ? [1, 1] : [0, 0];
}

function worth(own, bar) {
  if (own > bar) return 2;
  return own === bar ? 1 : 0;
}

export function meanGrade(grades, rounding) {
  if (grades.every(({ text }) => text === grades[0].text)) return grades[0];
  const sum = grades.reduce((all, { number }) => all + number, 0);
  const count = grades.length;
  if (rounding === "stronger") return gradeOfNumber(Math.ceil(sum / count));
  if (rounding === "weaker") return gradeOfNumber(Math.floor(sum / count));
  return gradeOfNumber(Math.ceil((2 * sum - count) / (2 * count)));
}

function common(texts) {
  return new Set(texts.map(folded)).size === 1 ? texts[0] : "";
}

function wishesAboutTeams({ teams, wishes }) {
  const ids = new Set(teams.map(({ id }) => id));
  return {
    apart: wishes.apart?.filter((pair) => pair.every((id) => ids.has(id))) ?? null,
    games: wishes.games?.filter(({ white, black }) => ids.has(white) && ids.has(black)) ?? null,
    volunteers: wishes.volunteers?.filter(({ player }) => ids.has(player)) ?? null,
  };
}
