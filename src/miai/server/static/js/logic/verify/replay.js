// Builds an event from the entries of its log, as far as a draw depends on it.
import { bandsOf, followsEntries } from "./bands.js";
import { drawChanged, redrawn, withClaim, withResult } from "./round_changes.js";
import { readSettings } from "./settings.js";
import { effective } from "./history.js";
import { demandFields, demandLog, gradeOf, NotDerived, quarters, Unreadable } from "./values.js";

// The family is not public unless there is none; names, numbers, city and time zone can have been erased.
const PLAYER = ["id", "grade", "rating", "aga_rating", "country", "state", "club", "registration", "absent_rounds", "start",
  "correction", "bar_side", "category", "members"];
const ERASABLE = ["surname", "first_name", "city", "family", "time_zone", "egf_pin", "ffg_licence", "aga_id"];
const MEMBER = ["grade", "country", "club"];
const TEAM = ["id", "name", "members", "line_ups", "absent_rounds", "start", "correction"];
const BOARD = ["table", "white", "black", "handicap", "komi", "result", "colours_known"];
const ROUND = ["number", "boards", "byes", "bonuses", "matches", "resting"];
const WISHES = ["apart", "games", "volunteers"];
// What a stage knows of a player by itself: all else is what the event says of them.
const OWN_OF_PLAYER = ["id", "registration", "absent_rounds", "start", "correction", "team", "fee", "paid", "extras"];
// Settings in which a stage follows its event as long as it has set nothing else.
const FOLLOWED = ["komi", "time_zone"];
// A player who leaves is away from all rounds up to this one, whatever the number of rounds.
const FOR_GOOD = 20;
const NO_WISHES = { apart: [], games: [], volunteers: [] };

// Entries that change nothing that a draw depends on; after those marked true a printed table still holds its places.
const NOTHING = {
  StandingsPublished: true, StandingsFinalised: true, StandingsReopened: true, ClockSet: true,
  ScheduleSet: true, ResultContested: true, GameDelayed: true, CongressEventsSet: true, EntriesChanged: true,
  SignUpFormChanged: true, PhoneOptionsChanged: true, LeaderChanged: true, EntrantsKept: true, ReasonGiven: true,
};
const KEEPS_PLACES = ["TablePublished", "WishesChanged", "StageOpened", "StageChanged", "StageRemoved", "InStage",
  "RoundPublished", ...Object.keys(NOTHING)];

const EMPTY = {
  name: "", begin: "", settings: null, players: new Map(), rounds: new Map(), teams: new Map(), wishes: NO_WISHES,
  stages: new Map(), lot: "", places: false, bandsDue: false, around: null,
};

const newEvent = () => ({ ...EMPTY, players: new Map(), rounds: new Map(), teams: new Map(), stages: new Map() });

// The event, or the stage, after all entries of a history that count.
export function eventOf(history) {
  const whole = newEvent();
  for (const entry of effective(history.whole ?? history)) apply(whole, entry);
  settleBands(whole);
  if (!history.whole) return shown(whole);
  const stage = whole.stages.get(history.stage);
  if (!stage) throw new NotDerived("stage", history.stage);
  return stageInView(whole, stage);
}

// Players, teams and rounds as lists, the rounds in order.
function shown(event) {
  const rounds = [...event.rounds.values()].sort((a, b) => a.number - b.number);
  const stages = [...event.stages.values()];
  return { ...event, players: [...event.players.values()], teams: [...event.teams.values()], rounds, stages };
}

export const roundOf = (event, number) => event.rounds.find((each) => each.number === number) ?? emptyRound(number);
const emptyRound = (number) => ({ number, boards: [], byes: [], bonuses: [], matches: [], resting: [], claims: [] });

// One entry ---------------------------------------------------------------------------------------

function apply(event, entry) {
  const change = Object.hasOwn(CHANGES, entry.event) ? CHANGES[entry.event] : null;
  if (!change && !NOTHING[entry.event]) throw new NotDerived("entry", entry.event);
  if (!["TournamentCreated", "InStage"].includes(entry.event)) demandLog(event.settings, "nothing was created");
  change?.(event, entry);
  if (!KEEPS_PLACES.includes(entry.event)) event.places = false;
}

const CHANGES = {
  TournamentCreated(event, { name, begin, settings, lot, extras = [] }) {
    demandLog(!event.settings, "created twice");
    demandLog(extras.every((pair) => pair?.length === 2), "extras");
    Object.assign(event, { name, begin, settings: readSettings(settings), lot: lot ?? "" });
    entriesChanged(event);
  },
  DetailsChanged: (event, { name, begin }) => Object.assign(event, { name, begin }),
  SettingsChanged(event, { settings: raw }) {
    const settings = readSettings(raw);
    for (const stage of event.stages.values()) follow(stage.own, event.settings, settings);
    event.settings = settings;
    event.bandsDue = false;
    if (!settings.scoring.bands.length) entriesChanged(event);
  },
  PlayerRegistered(event, { player }) {
    demandLog(!event.players.has(player.id), `registered twice: ${player.id}`);
    event.players.set(player.id, readPlayer(player));
    entriesChanged(event);
  },
  PlayerChanged: (event, { player }) => putPlayers(event, [player]),
  PlayersChanged: (event, { players }) => putPlayers(event, players),
  PlayerRemoved(event, { player }) {
    demandKnown(event.players, player);
    for (const drawn of event.rounds.values()) demandLog(!isIn(drawn, player), "a drawn player is removed");
    event.players.delete(player);
    forget(event, player);
    entriesChanged(event);
  },
  PlayerWithdrew(event, { player: id, from_round: first }) {
    const player = demandKnown(event.players, id);
    const last = Math.max(FOR_GOOD, event.settings.rounds);
    const away = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
    putPlayers(event, [{ ...player, absent_rounds: [...new Set([...player.absent_rounds, ...away])] }]);
  },
  TeamEntered(event, { team }) {
    demandLog(!event.teams.has(team.id), "a team twice");
    event.teams.set(team.id, readTeam(team));
  },
  TeamsChanged(event, { teams }) {
    for (const team of teams) {
      demandKnown(event.teams, team.id);
      event.teams.set(team.id, readTeam(team));
    }
  },
  TeamRemoved(event, { team }) {
    demandKnown(event.teams, team);
    event.teams.delete(team);
    event.wishes = wishesWithout(event.wishes, team);
  },
  RoundDrawn(event, { round, again, kept }) {
    const drawn = readRound(round);
    demandLog(kept.every((table) => table >= 1), "tables that were kept");
    const old = event.rounds.get(drawn.number);
    demandLog(!old || again, "a round is drawn twice");
    putRound(event, old ? redrawn(old, drawn) : drawn);
  },
  RoundDeleted(event, { round }) {
    demandKnown(event.rounds, round);
    event.rounds.delete(round);
  },
  DrawChanged: (event, entry) => {
    entry.boards.forEach(readBoard);
    putRound(event, drawChanged(demandKnown(event.rounds, entry.round), entry));
  },
  BoardChanged(event, { round, board }) {
    const drawn = demandKnown(event.rounds, round);
    demandLog(drawn.boards.some(({ table }) => table === board.table), "no such table");
    putRound(event, { ...drawn, boards: drawn.boards.map((old) => (old.table === board.table ? readBoard(board) : old)) });
  },
  ByesChanged: (event, { round, byes }) => putRound(event, { ...demandKnown(event.rounds, round), byes }),
  // A list that is not public is null.
  WishesChanged(event, { wishes }) {
    event.wishes = Object.fromEntries(WISHES.map((name) => [name, wishes[name] ?? null]));
  },
  ResultEntered: (event, entry) => event.rounds.set(entry.round, withResult(demandKnown(event.rounds, entry.round), entry)),
  ResultClaimed: (event, entry) => event.rounds.set(entry.round, withClaim(demandKnown(event.rounds, entry.round), entry)),
  BonusGiven(event, { round, bonus }) {
    const drawn = demandKnown(event.rounds, round);
    putRound(event, { ...drawn, bonuses: [...drawn.bonuses, { ...bonus, points: quarters(bonus.points) }] });
  },
  RoundPublished: (event, { round }) => demandKnown(event.rounds, round),
  TablePublished(event) {
    event.places = true;
  },
  StageOpened(event, { plan }) {
    demandLog(!event.stages.has(plan.id), "a stage twice");
    event.stages.set(plan.id, { plan, own: newEvent() });
  },
  StageChanged(event, { plan }) {
    demandKnown(event.stages, plan.id).plan = plan;
  },
  StageRemoved(event, { stage }) {
    demandKnown(event.stages, stage);
    event.stages.delete(stage);
  },
  InStage: (event, { stage, change }) => apply(demandKnown(event.stages, stage).own, change),
};

function demandKnown(values, id) {
  demandLog(values.has(id), `not known: ${id}`);
  return values.get(id);
}

// Bands that follow the entries are built again after each change of the entries, until a round is drawn. As nothing looks at
// them between, they are built when the next round is drawn.
function entriesChanged(event) {
  event.bandsDue ||= followsEntries(event);
}

function settleBands(event) {
  for (const { own } of event.stages.values()) settleBands(own);
  if (!event.bandsDue) return;
  const { settings } = event;
  event.settings = { ...settings, scoring: { ...settings.scoring, bands: bandsOf(event) } };
  event.bandsDue = false;
}

function putPlayers(event, players) {
  for (const player of players) {
    demandKnown(event.players, player.id);
    event.players.set(player.id, readPlayer(player));
  }
  entriesChanged(event);
}

function putRound(event, drawn) {
  settleBands(event);
  demandSeats(drawn, event.players);
  event.rounds.set(drawn.number, drawn);
}

// Nobody is paired or free twice, and no table is used twice.
function demandSeats(drawn, players) {
  const seats = drawn.boards.flatMap(({ white, black }) => [white, black]);
  const tables = drawn.boards.map(({ table }) => table);
  const free = drawn.byes.map(({ player }) => player);
  for (const list of [seats, tables, free]) demandLog(new Set(list).size === list.length, `round ${drawn.number}: twice`);
  for (const id of [...seats, ...free]) demandLog(players.has(id), `round ${drawn.number}: unknown ${id}`);
}

const isIn = ({ boards, byes }, id) => boards.some(({ white, black }) => white === id || black === id)
  || byes.some(({ player }) => player === id);

// Everything that names a player or a team is taken out when they are removed.
function forget(event, gone) {
  event.wishes = wishesWithout(event.wishes, gone);
  if (!event.settings) return;
  const { settings } = event;
  const bands = settings.scoring.bands.map((band) => ({ ...band, members: band.members.filter((id) => id !== gone) }));
  event.settings = { ...settings, scoring: { ...settings.scoring, bands } };
  for (const drawn of event.rounds.values()) {
    event.rounds.set(drawn.number, { ...drawn, bonuses: drawn.bonuses.filter(({ player }) => player !== gone) });
  }
  for (const { own } of event.stages.values()) forget(own, gone);
}

function wishesWithout({ apart, games, volunteers }, gone) {
  return {
    apart: apart?.filter((pair) => !pair.includes(gone)) ?? null,
    games: games?.filter(({ white, black }) => white !== gone && black !== gone) ?? null,
    volunteers: volunteers?.filter(({ player }) => player !== gone) ?? null,
  };
}

// Reading -----------------------------------------------------------------------------------------

function readPlayer(raw) {
  demandFields(raw, PLAYER, "player");
  gradeOf(raw.grade);
  for (const name of ["country", "state", "club"]) demandLog(typeof raw[name] === "string", name);
  for (const name of ERASABLE) demandLog(["string", "undefined"].includes(typeof raw[name]), name);
  for (const member of raw.members) demandFields(member, MEMBER, "member");
  return raw;
}

function readTeam(raw) {
  demandFields(raw, TEAM, "team");
  return raw;
}

function readRound(raw) {
  demandFields(raw, ROUND, "round");
  for (const match of raw.matches) demandFields(match, ["white", "black"], "match");
  for (const list of [raw.byes, raw.bonuses]) for (const each of list) demandFields(each, ["player"], "bye or bonus");
  demandLog(raw.resting.every((team) => typeof team === "string"), "resting");
  return { ...emptyRound(raw.number), ...raw, boards: raw.boards.map(readBoard), bonuses: raw.bonuses.map((bonus) => ({ ...bonus, points: quarters(bonus.points) })) };
}

const RESULTS = ["unknown", "white", "black", "jigo", "both lose", "both win"];

function readBoard(raw) {
  demandFields(raw, BOARD, "board");
  demandLog(RESULTS.includes(raw.result.replace(/ by default$/, "")), `result ${raw.result}`);
  return raw;
}

// Stages ------------------------------------------------------------------------------------------

function follow(own, before, after) {
  if (!own.settings) return;
  const names = FOLLOWED.filter((name) => own.settings[name] === before[name]);
  own.settings = { ...own.settings, ...Object.fromEntries(names.map((name) => [name, after[name]])) };
}

// The order in which rounds of a stage are played: 0 as those of the event itself if it is beside it.
function phaseOf({ plan }) {
  if (plan.losers === "join main") return 0;
  const playOff = plan.play_off_of !== null && plan.play_off_of !== undefined;
  return playOff && plan.play_off_of === "" ? 1 : 2 * plan.phase + (playOff ? 1 : 0);
}

function stageInView(whole, stage) {
  const { own } = stage;
  if (!own.settings) throw new Unreadable("a stage without a beginning");
  const rounds = (event) => [...event.rounds.values()];
  const parts = [
    { stage: "", phase: 0, rounds: rounds(whole) },
    ...[...whole.stages.values()].map((each) => ({ stage: each.plan.id, phase: phaseOf(each), rounds: rounds(each.own) })),
  ];
  const players = [...own.players.values()].map((each) => seen(each, whole.players.get(each.id), own));
  const lot = whole.lot ? `${whole.lot} ${stage.plan.id}` : "";
  return {
    ...shown(own), players, begin: whole.begin, lot, stages: [],
    around: { stage: stage.plan.id, phase: phaseOf(stage), parts },
  };
}

// The rounds of other parts of the event, in the order in which they are played, before a round of this part.
export function roundsElsewhere(event, number) {
  const { around } = event;
  const others = around
    ? around.parts.filter(({ stage }) => stage !== around.stage)
    : event.stages.map((stage) => ({ phase: phaseOf(stage), rounds: [...stage.own.rounds.values()] }));
  const here = around ? around.phase : 0;
  return others
    .flatMap(({ phase, rounds }, at) => rounds.map((drawn) => ({ phase, at, drawn })))
    .filter(({ phase, drawn }) => phase < here || (phase === here && drawn.number < number))
    .sort((a, b) => a.phase - b.phase || a.drawn.number - b.drawn.number || a.at - b.at);
}

// A player of a stage with what the event says of them.
function seen(inside, known, own) {
  if (!known) return inside;
  const kept = Object.fromEntries(OWN_OF_PLAYER.filter((name) => name in inside).map((name) => [name, inside[name]]));
  const player = { ...known, ...kept };
  if (!known.absent_rounds.includes(FOR_GOOD)) return player;
  const played = [...own.rounds.values()].filter((drawn) => hasPlayed(inside.id, drawn)).map(({ number }) => number);
  const away = new Set(inside.absent_rounds);
  for (let at = Math.max(0, ...played) + 1; at <= Math.max(FOR_GOOD, own.settings.rounds); at += 1) away.add(at);
  return { ...player, absent_rounds: [...away] };
}

function hasPlayed(id, { boards, byes }) {
  const board = boards.find(({ white, black }) => white === id || black === id);
  if (board) return board.result !== "unknown";
  const free = byes.some(({ player, kind }) => player === id && kind === "forced");
  return free && boards.some(({ result }) => result !== "unknown");
}
