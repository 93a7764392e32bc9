// Verifies rounds as the page of a phone does: of a file of cases, one in each line, each verdict in one line.
import { readFileSync } from "node:fs";
import { openProof, Refused } from "../../src/miai/server/static/js/logic/check_proof.js";
import { readIndex, readPieces } from "../../src/miai/server/static/js/logic/verify/chain.js";
import { verifyRound } from "../../src/miai/server/static/js/logic/verify/verify.js";

const REFUSED = { conclusion: "refused", differences: [], missing: [], draw: null, counts: null, compared: [], wishes: [], later: [[], []], seed: null };

// The same by the public log, which is given as one document: its verdict, and the reasons why it is not verified.
function ofPublicLog(text, asked) {
  const { begins, event, history } = JSON.parse(text);
  const { number, hash } = history.at(-1);
  const format = '"format": "miai public log 1"';
  const index = `{${format}, "begins": "${begins}", "event": "${event}", "entries": ${number}, "hash": "${hash}",
    "pieces": [{"piece": 1, "first": 1, "last": ${number}, "hash": "${hash}"}]}`;
  // Numbers stay as they are written.
  const piece = `{${format}, "event": "${event}", "entries": ${text.slice(text.indexOf('"history":') + 10)}`;
  const found = verifyRound({ log: readPieces(readIndex(index), [piece]), ...asked });
  return [found.conclusion, found.missing.map(({ why }) => why), found.differences];
}

async function verdict({ document, proof: file, round, stage, public: whole }) {
  let entries;
  try {
    entries = JSON.parse(document).history;
  } catch {
    return { ...REFUSED, refusal: "log" };
  }
  const log = { entries, hashes: entries.map(({ hash }) => hash) };
  let proof;
  try {
    proof = await openProof(Buffer.from(file, "base64"));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { ...REFUSED, refusal: error.code };
  }
  const found = verifyRound({ log, proof, round, stage });
  return {
    ...(whole && { public: ofPublicLog(whole, { proof, round, stage }) }),
    conclusion: found.conclusion,
    refusal: found.refusal,
    differences: found.differences.map(({ what, of }) => [what, of]),
    missing: found.missing.map(({ why, of }) => [why, of]),
    draw: found.draw && [found.draw.kind, found.draw.total ?? "0", found.draw.extra ?? "0", found.draw.tables],
    counts: found.counts,
    compared: found.compared,
    wishes: found.wishes.map(({ kind, players, entry }) => [kind, players, entry]),
    later: [found.later.pairs, found.later.terms],
    seed: found.seed && [found.seed.origin, found.seed.draws, found.seed.others],
  };
}

for (const line of readFileSync(process.argv[2], "utf8").split("\n")) {
  if (line) console.log(JSON.stringify(await verdict(JSON.parse(line))));
}
