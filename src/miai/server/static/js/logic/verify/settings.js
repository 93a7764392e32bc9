// The rules of an event as the log has them: points in quarters, grades as numbers.
import { demandFields, demandLog, gradeOf, quarters } from "./values.js";

const BY_WINS = ["swiss", "round_robin", "split_and_cycle", "knockout", "double_elimination"];
const FIELDS = ["system", "preset", "rounds", "criteria", "scoring", "handicapping", "pairing", "komi", "category_limits",
  "clubs_groups", "draw_seed", "sides", "teams", "unfinished", "time_zone"];
const PAIRING = ["first_seeding", "later_seeding", "first_seeding_rounds", "float_down_from", "float_up_from",
  "compensate_floats", "same_country", "same_state", "same_city", "same_clubs_group", "same_club", "exempt_at_bar",
  "exempt_half_won", "exempt_from", "exempt_last_half", "relief_for_large_clubs", "far_time_zones", "hours_in_reach",
  "family_apart", "colours", "keep_categories_apart", "small_handicaps", "grading_information", "weights", "kaniuk", "edition"];
const SCORING = ["bar", "floor", "zero", "bands", "bands_from_entries", "bye_wins", "bye_points", "absent_wins",
  "absent_points", "round_down", "absence_for_place", "unplayed_is_half_for_opponents", "unplayed", "rulebook"];
const HANDICAPS = ["by_score", "correction", "ceiling", "none_from", "none_above_bar", "komi_per_grade", "table"];
const PRESETS = ["balanced", "equal-scores", "near-grades", "clubs-apart", "miai", "gotha", "kaniuk", "aga"];

export function readSettings(raw) {
  demandFields(raw, FIELDS, "settings");
  demandFields(raw.pairing, PAIRING, "pairing");
  demandFields(raw.handicapping, HANDICAPS, "handicapping");
  const exempt = raw.pairing.exempt_from;
  return {
    ...raw,
    scoring: readScoring(raw.scoring),
    handicapping: { ...raw.handicapping, none_from: gradeOf(raw.handicapping.none_from).number },
    pairing: { ...raw.pairing, exempt_from: exempt === null ? null : gradeOf(exempt).number },
    category_limits: raw.category_limits.map((limit) => gradeOf(limit).number),
    teams: { ...raw.teams, bye_points: quarters(raw.teams.bye_points) },
  };
}

function readScoring(raw) {
  demandFields(raw, SCORING, "scoring");
  const points = ["bye_wins", "bye_points", "absent_wins", "absent_points"].map((name) => [name, quarters(raw[name])]);
  return {
    ...raw,
    ...Object.fromEntries(points),
    bar: gradeOf(raw.bar).number,
    floor: gradeOf(raw.floor).number,
    zero: gradeOf(raw.zero).number,
    bands: raw.bands.map(({ weakest, score, members }) => ({ weakest: gradeOf(weakest).number, score: quarters(score), members })),
  };
}

export const byWins = (settings) => BY_WINS.includes(settings.system);
export const byTeams = (settings) => settings.teams.size > 0 && settings.teams.paired;
export const basePreset = (preset) => preset.split("+")[0];
export const isNamedPreset = (preset) => PRESETS.includes(basePreset(preset));

// How a round is seeded.
export function seedingOf(settings, number) {
  const { pairing } = settings;
  const chosen = number <= pairing.first_seeding_rounds ? pairing.first_seeding : pairing.later_seeding;
  demandLog(chosen && Array.isArray(chosen.criteria), "seeding");
  return chosen;
}

// The category of a player: the one entered, else by grade; 0 is the strongest.
export function categoryOf(settings, player) {
  if (player.category !== null) return player.category;
  const found = settings.category_limits.findIndex((limit) => gradeOf(player.grade).number >= limit);
  return found < 0 ? settings.category_limits.length : found;
}

// The grade whose McMahon score is nothing: OpenGotha's is 30 kyu, MacMahon's 35 kyu unless another one is set.
export function zeroGrade(scoring) {
  if (scoring.rulebook === "macmahon" && scoring.zero <= -50) return -35;
  return scoring.rulebook === "gotha" ? -30 : scoring.zero;
}

// Handicaps ----------------------------------------------------------------------------------

// How a difference in grades becomes the size of a handicap: 0 below `least`, at most `most`.
export function handicapScale({ table, correction, ceiling }) {
  if (!table.length) return { correction, least: 1, most: ceiling };
  return { correction: 0, least: table[0].difference, most: table.at(-1).difference };
}

// The size of the handicap of a game, that of the nearest terms if no size has the very same.
export function sizeOfHandicap(settings, board) {
  if (!hasHandicap(settings, board)) return 0;
  const { least, most } = handicapScale(settings.handicapping);
  if (!byKomi(settings) || most < least) return board.handicap;
  const komi = board.komi === null ? usualKomi(settings, board.handicap) : board.komi;
  let [best, nearest] = [least, Infinity];
  for (let size = least; size <= most; size += 1) {
    const terms = termsOf(settings, size);
    const off = Math.abs(terms.stones - board.handicap) * 13 + Math.abs(terms.komi - komi);
    if (off < nearest) [best, nearest] = [size, off];
  }
  return best;
}

function hasHandicap(settings, { handicap, komi }) {
  return handicap !== 0 || (byKomi(settings) && komi !== null && komi < settings.komi);
}

const byKomi = ({ handicapping }) => handicapping.table.length > 0 || handicapping.komi_per_grade > 0;
const usualKomi = (settings, stones) => (stones ? 0.5 : settings.komi);

// The stones and the komi of a game whose handicap has that size; 0 is an even game.
export function termsOf(settings, size) {
  const { table, komi_per_grade: perGrade } = settings.handicapping;
  const step = table.findLast(({ difference }) => difference <= size);
  if (step) return step;
  if (perGrade && !table.length) return { stones: 0, komi: settings.komi - perGrade * size };
  const stones = table.length ? 0 : size;
  return { stones, komi: usualKomi(settings, stones) };
}
