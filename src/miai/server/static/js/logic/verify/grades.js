// The grades that each player should meet next, so that games tell something about grades.
import { pointsOf, roundsBeforeDraw } from "./round_changes.js";
import { gradeOf, gradeOfNumber, HALF, NotDerived, POINT } from "./values.js";

const GAME = 1_000_000;
// Logarithms of two machines differ by less than this part of a million games.
const BLUR = 1e-6;

// The lowest and the highest wanted grade of each player before a round; null if nobody is wanted.
export function wantedGrades(event, number) {
  const grades = new Map(event.players.map(({ id, grade }) => [id, gradeOf(grade).number]));
  const known = new Map([...grades.keys()].map((id) => [id, { surplus: 0, beaten: null, lostTo: null }]));
  for (const game of gamesBefore(event, number)) {
    for (const [own, other] of [[game.white, game.black], [game.black, game.white]]) {
      note(known.get(own), pointsOf(game, own), grades.get(own), grades.get(other));
    }
  }
  return new Map([...known].map(([id, each]) => [id, wanted(each)]));
}

// The games over the board before a round; with a bye in the same round it is not one.
function gamesBefore(event, number) {
  return roundsBeforeDraw(event, number).flatMap(({ boards, byes }) => {
    const free = new Set(byes.filter(({ kind }) => kind === "forced").map(({ player }) => player));
    return boards.filter(({ white, black, result }) => result !== "unknown" && !result.endsWith(" by default")
      && !free.has(white) && !free.has(black));
  });
}

function note(each, points, own, other) {
  each.surplus += points * (GAME / POINT) - expected(own, other);
  if (points === POINT) each.beaten = Math.max(other, each.beaten ?? other);
  if (points < HALF) each.lostTo = Math.min(other, each.lostTo ?? other);
}

function wanted({ surplus, beaten, lostTo }) {
  if (surplus >= GAME && beaten !== null) return [beaten + 1, beaten + 3];
  if (surplus <= -GAME && lostTo !== null) return [lostTo - 3, lostTo - 1];
  return null;
}

// Of a million games the share that a grade wins against another by the EGF's formula of 2021.
function expected(own, other) {
  const beta = (grade) => -7 * Math.log(3300 - Math.min(gradeOfNumber(grade).rating, 3299));
  const found = GAME / (1 + Math.exp(Math.min(700, beta(other) - beta(own))));
  if (own !== other && Math.abs(found - Math.floor(found) - 0.5) < BLUR) throw new NotDerived("rounding");
  return Math.round(found);
}
