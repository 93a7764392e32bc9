// Derives the seed of a round from the log, and counts how often the round was drawn.
import { undoneIn, until } from "./history.js";
import { hashOf } from "./lots.js";
import { eventOf } from "./replay.js";

// { origin, draws, others }: `others` are the draws before the last that had other games, also those that were undone.
export function seedOf(before, number) {
  const made = before.entries.filter(({ event, round }) => event === "RoundDrawn" && round.number === number);
  const undone = undoneIn(before);
  const last = made.findLast((each) => !undone.has(each.number));
  if (!last) return { origin: "is not recorded", draws: made.length, others: 0 };
  const games = gamesOf(last);
  const others = made.filter((each) => each.number < last.number && gamesOf(each) !== games).length;
  return { origin: originOf(before, last, number), draws: made.length, others };
}

function originOf(before, last, number) {
  if (last.seed === null) return "is not recorded";
  const rules = eventOf(until(before, last.number - 1)).settings?.draw_seed ?? 0;
  const { lot } = (before.whole ?? before).entries[0];
  if (!lot) return last.seed === rules ? "is that of the rules" : "was typed";
  const stage = before.stage ? ` ${before.stage}` : "";
  const digest = BigInt(`0x${hashOf("miai draw", lot + stage, `${number}`, `${rules}`).slice(0, 16)}`);
  if (BigInt(last.seed) !== digest % 1_000_000_000n) return "was typed";
  return rules ? "follows from the log and a seed in the rules" : "follows from the log";
}

function gamesOf({ round }) {
  const games = round.boards.map(({ white, black }) => `${white}\n${black}`).sort();
  const free = round.byes.filter(({ kind }) => kind === "forced").map(({ player }) => player).sort();
  return JSON.stringify([games, free]);
}

