// The scores that players start with.
import { zeroGrade } from "./settings.js";
import { gradeOf, POINT, quarters } from "./values.js";

// The McMahon score before the first round.
export function startOf(player, { scoring }) {
  const correction = quarters(player.correction);
  if (player.start !== null) return quarters(player.start) + correction;
  if (scoring.bands.length) return bandScore(player, scoring.bands) + correction;
  let number = Math.min(scoring.bar, Math.max(scoring.floor, gradeOf(player.grade).number));
  if (player.bar_side === "above") number = scoring.bar;
  if (player.bar_side === "below") number = Math.min(number, scoring.bar - 1);
  return POINT * (number - zeroGrade(scoring)) + correction;
}

function bandScore(player, bands) {
  const chosen = bands.find(({ members }) => members.includes(player.id));
  if (chosen) return chosen.score;
  if (player.bar_side === "above") return bands[0].score;
  const lower = player.bar_side === "below" && bands.length > 1 ? bands.slice(1) : bands;
  const reached = lower.find(({ weakest }) => gradeOf(player.grade).number >= weakest);
  return reached ? reached.score : bands.at(-1).score - POINT;
}

// The score that a grade stands for; of bands that of the band.
export function scoreOfGrade(number, { scoring }) {
  if (!scoring.bands.length) return POINT * (number - zeroGrade(scoring));
  const reached = scoring.bands.find(({ weakest }) => number >= weakest);
  return reached ? reached.score : scoring.bands.at(-1).score - POINT;
}

// The start of the top band or of the bar, or the highest set by hand if nobody is at the bar.
export function topScore(settings, players) {
  const { scoring } = settings;
  if (scoring.bands.length) return scoring.bands[0].score;
  const bar = POINT * (scoring.bar - zeroGrade(scoring));
  const byHand = players.filter(({ start }) => start !== null).map((each) => startOf(each, settings));
  const reached = players.some((each) => each.start === null && startOf(each, settings) >= bar);
  return byHand.length && !reached ? Math.max(...byHand) : bar;
}
