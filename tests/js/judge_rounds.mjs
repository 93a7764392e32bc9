// Judges rounds by the public log, as the page of a phone does: of a file of cases, one in each line, each answer in one line.
// A case without a proof is a whole log: what the entries lead to is printed instead.
import { readFileSync } from "node:fs";
import { readHead } from "../../src/miai/server/static/js/logic/heads.js";
import { historyOf } from "../../src/miai/server/static/js/logic/verify/history.js";
import { judge } from "../../src/miai/server/static/js/logic/verify/judge.js";
import { eventOf } from "../../src/miai/server/static/js/logic/verify/replay.js";

async function answerOf({ proof, index, pieces, heads, round, stage }) {
  const asked = { file: Buffer.from(proof, "base64"), index, pieces, heads: heads.map(readHead), round, stage };
  const { found, unchanged, unsealed, otherPiece } = await judge(asked);
  const { conclusion, refusal, missing, differences } = found;
  return {
    conclusion, refusal, unsealed, unchanged: unchanged?.entries ?? null, otherPiece: otherPiece ?? null,
    missing: missing.map(({ why }) => why), differences: differences.map(({ what }) => what),
  };
}

const board = ({ table, white, black, handicap, komi, result }) => [table, white, black, handicap, komi, result];

function partOf({ name, settings, players, teams, rounds }) {
  return {
    name, system: settings.system,
    players: players.map(({ id, grade, absent_rounds: away }) => [id, grade, [...away].sort((a, b) => a - b)]),
    teams: teams.map(({ id }) => id),
    rounds: rounds.map((drawn) => [
      drawn.number, drawn.boards.map(board), drawn.byes.map(({ player, kind }) => [player, kind]),
      drawn.bonuses.map(({ player, points }) => [player, points]), drawn.claims.map(({ player, result }) => [player, result]),
    ]),
  };
}

function leadsTo({ entries }) {
  const history = historyOf(entries);
  const event = eventOf(history);
  const stages = event.stages.map(({ plan }) => eventOf({ ...history, whole: history, stage: plan.id }));
  return [event, ...stages].map(partOf);
}

for (const line of readFileSync(process.argv[2], "utf8").split("\n").filter(Boolean)) {
  const asked = JSON.parse(line);
  console.log(JSON.stringify(asked.proof ? await answerOf(asked) : leadsTo(asked)));
}
