// Players of one country, state, city, club or group of clubs, and of time zones far apart.
import { byWins } from "./settings.js";
import { scoreOfGrade } from "./starting_scores.js";
import { folded, NotDerived, POINT } from "./values.js";
import { minutesEast } from "./zones.js";

const DAY = 24 * 60;

// The people of a side, or the player who plays alone.
const peopleOf = (player) => (player.members.length ? player.members : [player]);

export function kinRules(event, field, number) {
  const { settings } = event;
  const { pairing } = settings;
  const prices = [pairing.same_country, pairing.same_state, pairing.same_city, pairing.same_clubs_group, pairing.same_club];
  const large = pairing.relief_for_large_clubs ? tooLarge(field) : new Set();
  const origins = new Map(field.map((each) => [each, originOf(each, number, settings, large)]));
  const far = pairing.far_time_zones ? farRule(event, field) : () => false;
  const shares = (ours, theirs) => ours.some((text) => theirs.includes(text));
  return {
    // The price of time zones too far apart, or of the dearest thing in common; the exempt may share.
    geography(a, b) {
      let price = far(a, b) ? pairing.far_time_zones : 0;
      const [mine, theirs] = [origins.get(a), origins.get(b)];
      if (mine.exempt && theirs.exempt) return price;
      for (let kind = 0; kind < prices.length; kind += 1) {
        if (prices[kind] > price && shares(mine.texts[kind], theirs.texts[kind])) price = prices[kind];
      }
      return price;
    },
  };
}

// All that a player or people of a side can have in common with others, in the order of prices.
function originOf(each, number, settings, large) {
  const { player } = each;
  const people = peopleOf(player);
  if (player.city === undefined) throw new NotDerived("erased");
  const [country, state, city] = [player.country, player.state, player.city].map(folded);
  const club = (name) => (large.has(folded(name)) ? "" : folded(name));
  const kinds = [
    people.map((person) => folded(person.country)),
    [state && `${country}\n${state}`],
    [city && `${country}\n${state}\n${city}`],
    people.map((person) => clubsGroup(person.club, settings)),
    people.map((person) => club(person.club)),
  ];
  return { exempt: isExempt(each, number, settings), texts: kinds.map((texts) => texts.filter(Boolean)) };
}

// The first group of clubs that holds a club; empty without one.
export function clubsGroup(club, { clubs_groups: groups }) {
  return (club && groups.find(({ clubs }) => clubs.includes(club))?.name) || "";
}

// Clubs that hold more than 40 % of the field.
function tooLarge(field) {
  const sides = field.map(({ player }) => peopleOf(player));
  const clubs = sides.flatMap((side) => side.map((person) => folded(person.club)));
  const places = sides.length * Math.max(1, ...sides.map((side) => side.length));
  const counts = new Map();
  for (const club of clubs) counts.set(club, (counts.get(club) ?? 0) + 1);
  return new Set([...counts].filter(([club, count]) => club && 5 * count > 2 * places).map(([club]) => club));
}

function isExempt(each, number, settings) {
  const { pairing, scoring } = settings;
  const rounds = Math.max(settings.rounds, number);
  if (pairing.exempt_last_half && 2 * number > rounds) return true;
  if (pairing.exempt_half_won && each.wins >= Math.floor((POINT * rounds) / 2)) return true;
  if (byWins(settings)) return false;
  const bar = scoring.bands.length ? scoring.bands[0].score : scoreOfGrade(scoring.bar, settings);
  if (pairing.exempt_at_bar && each.start >= bar) return true;
  return pairing.exempt_from !== null && each.score >= scoreOfGrade(pairing.exempt_from, settings);
}

// True for clocks that are too far apart, the shorter way around; by a player's own zone, else by that of the event.
function farRule({ begin, settings }, field) {
  const usual = minutesEast(settings.time_zone, begin);
  if (field.some(({ player }) => player.time_zone === undefined)) throw new NotDerived("erased");
  const east = new Map(field.map((each) => [each, minutesEast(each.player.time_zone, begin) ?? usual]));
  return (a, b) => {
    const [mine, theirs] = [east.get(a), east.get(b)];
    if (mine === null || theirs === null) return false;
    const minutes = Math.abs(mine - theirs) % DAY;
    return Math.min(minutes, DAY - minutes) / 60 > settings.pairing.hours_in_reach;
  };
}
