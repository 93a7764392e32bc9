// All that a phone can say of a published round: from the proof, the pieces of the public log, and the heads that it kept.
import { openProof, Refused } from "../check_proof.js";
import { compareHeads } from "../heads.js";
import { readIndex, readPieces } from "./chain.js";
import { Unreadable } from "./values.js";
import { refusedFor, verifyRound } from "./verify.js";

// `asked`: { file, index, pieces, heads, round, stage }, with texts of the index and its pieces, and the kept heads. The answer
// is plain: { found, time, unchanged, unsealed }, where `unchanged` is the last kept head that the log still has.
export async function judge(asked) {
  const started = performance.now();
  const answer = { found: null, unchanged: null, unsealed: 0 };
  try {
    const proof = await openProof(asked.file);
    const index = readIndex(asked.index);
    const log = readPieces(index, asked.pieces);
    const { changed, unchanged } = compareHeads(known(asked.heads, log), headsIn(index, log));
    answer.found = changed ? refusedFor("log rewritten") : verifyRound({ log, proof, round: asked.round, stage: asked.stage });
    // Only computed hashes show that nothing was rewritten.
    Object.assign(answer, { unsealed: log.unsealed, unchanged: log.unsealed ? null : unchanged });
  } catch (error) {
    answer.found = refusedFor(refusalOf(error));
    answer.otherPiece = error.piece ?? null;
  }
  return { ...answer, time: performance.now() - started };
}

function refusalOf(error) {
  if (error instanceof Refused) return error.code;
  if (error instanceof Unreadable || error instanceof TypeError) return "log broken";
  throw error;
}

// The public log can end before the last entry that a head names.
const known = (heads, { hashes }) => heads.filter(({ entries }) => entries <= hashes.length);

function headsIn(index, { hashes }) {
  return { event: index.event, entries: hashes.length, hashes: Object.fromEntries(hashes.map((hash, at) => [at + 1, hash])) };
}
