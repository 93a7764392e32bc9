// A published round as the log alone knows it: its rules, its players, the wishes for it, and its boards.
import { effective, until } from "./history.js";
import { eventOf, roundOf } from "./replay.js";
import { byTeams, isNamedPreset } from "./settings.js";
import { entrants, roundBetweenTeams } from "./teams.js";
import { demandLog } from "./values.js";

const PRICING = 2;

// The ways to know a round: by the facts of its draw; then by those of its publication, as older versions made proofs.
// `before` ends with the entry before the publication; of a round of a stage it is the history of the stage.
export function* roundsInLog(before, number) {
  const now = eventOf(before);
  const draw = lastDraw(before, number);
  const then = draw ? until(before, draw.number) : before;
  yield roundIn({ before, atDraw: then, people: draw ? atDraw(eventOf(then), now, number) : now, published: now }, draw, number);
  if (draw) yield roundIn({ before, atDraw: before, people: now, published: now }, draw, number);
}

export const lastDraw = (history, number) => effective(history)
  .findLast(({ event, round }) => event === "RoundDrawn" && round.number === number);

// `source`: the log to the publication and to the draw, the people by these facts, and the event as it was published.
function roundIn(source, draw, number) {
  const { people: facts, published: now } = source;
  const { settings } = facts;
  const system = draw?.system || settings.system;
  const drawnBy = draw?.preset ?? "";
  const seen = roundOf(now, number);
  const paired = entrants({ ...facts, settings: { ...settings, system } }, number);
  const teams = byTeams(now.settings);
  const pricing = draw?.pricing ?? PRICING;
  demandLog(Number.isInteger(pricing) && pricing >= 1, "pricing");
  return {
    eventName: now.name, number, teams, system, pricing,
    preset: isNamedPreset(drawnBy) ? drawnBy : settings.preset,
    seed: draw?.seed ?? settings.draw_seed,
    facts: paired,
    drawn: teams ? roundBetweenTeams(seen) : seen,
    names: new Map(teams ? now.teams.map(({ id, name }) => [id, name]) : now.players.map((each) => [each.id, nameOf(each)])),
    wishes: entered(source.atDraw, paired.wishes, number),
    source: { ...source, whole: until(source.before.whole ?? source.before, source.atDraw.entries.at(-1)?.number ?? 0) },
  };
}

export const nameOf = ({ surname, first_name: first }) => `${surname} ${first}`.trim();

// The event at the draw; the round itself and the players who come to it are as they were published. So are players and teams
// who came later.
function atDraw(then, now, number) {
  if (byTeams(then.settings) !== byTeams(now.settings)) return now;
  const people = new Map(then.players.map((player) => [player.id, player]));
  const teams = new Map(then.teams.map((team) => [team.id, team]));
  const known = (player) => {
    const old = people.get(player.id) ?? player;
    const away = old.absent_rounds.filter((each) => each !== number);
    if (player.absent_rounds.includes(number)) away.push(number);
    return { ...old, registration: player.registration, absent_rounds: away };
  };
  const earlier = then.rounds.filter((drawn) => drawn.number < number);
  return {
    ...then,
    players: now.players.map(known),
    teams: now.teams.map((team) => teams.get(team.id) ?? team),
    rounds: [...earlier, ...now.rounds.filter((drawn) => drawn.number >= number)],
  };
}

// The wishes about pairs and byes of a round, each with the entry since which it counts.
function entered(history, { apart, games, volunteers }, number) {
  const changes = effective(history).filter(({ event }) => event === "WishesChanged");
  const wish = (kind, players, list, wanted) => {
    const key = JSON.stringify(wanted);
    let since = null;
    for (const entry of changes) {
      const there = entry.wishes[list]?.some((each) => JSON.stringify(each) === key);
      since = there ? (since ?? entry) : null;
    }
    return { kind, players, entry: since?.number ?? 0 };
  };
  return [
    ...(apart ?? []).map((pair) => wish("apart", pair, "apart", pair)),
    ...(games ?? []).filter(({ round }) => round === number).map((game) => wish("game", [game.white, game.black], "games", game)),
    ...(volunteers ?? []).filter(({ round }) => round === number).map((offer) => wish("volunteer", [offer.player], "volunteers", offer)),
  ];
}

// The preset without the rules of plug-ins, and these.
export const addedRules = (preset) => preset.split("+").slice(1);
