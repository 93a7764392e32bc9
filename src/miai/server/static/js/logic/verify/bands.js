// Starting bands that follow the entries, by the AGA's protocol.
import { gradeOf, POINT } from "./values.js";

const FACTOR = 0.75;

export function followsEntries({ settings, rounds }) {
  return settings.scoring.bands_from_entries && [...rounds.values()].every(({ boards }) => !boards.length);
}

// The top band from the bar up, then grade by grade, each joined with the next until it is large enough.
export function bandsOf({ settings, players }) {
  const { scoring, rounds } = settings;
  const levels = [...players.values()].map((player) => levelOf(player, scoring.bar));
  const top = levels.filter((level) => level >= scoring.bar).length;
  const groups = joined(levels, { bar: scoring.bar, top, least: rounds });
  let score = 0;
  return groups.map(([weakest, size], at) => {
    if (at) score -= Math.max(1, Math.min(Math.ceil(rounds / 3), Math.floor((FACTOR * size) / rounds)));
    return { weakest, score: POINT * score, members: [] };
  });
}

function joined(levels, { bar, top, least }) {
  const filled = top && top >= least;
  const groups = filled ? [[bar, top]] : [];
  let count = filled ? 0 : top;
  for (const level of [...new Set(levels.filter((each) => each < bar))].sort((a, b) => b - a)) {
    count += levels.filter((each) => each === level).length;
    if (count >= least) {
      groups.push([level, count]);
      count = 0;
    }
  }
  if (!count) return groups;
  const weakest = Math.min(...levels);
  // Too few for a band of their own: they join the one above, but never the top.
  if (groups.length > 1 && count < least) groups[groups.length - 1] = [weakest, groups.at(-1)[1] + count];
  else groups.push([weakest, count]);
  return groups;
}

function levelOf({ grade, bar_side: side }, bar) {
  if (side === "above") return bar;
  return Math.min(gradeOf(grade).number, side === "below" ? bar - 1 : bar);
}
