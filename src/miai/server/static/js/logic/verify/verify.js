// The verdict about a published round by the entries of its log: what `miai verify` says of the document of the event. Written
// from docs/reference/proofs.md; it uses nothing of the pairing. What cannot be derived is never proven.
import { checkDraw, Refused } from "../check_proof.js";
import { conclusionOf } from "../conclusion.js";
import { contradictionsIn } from "./contradictions.js";
import { entrantsNotExplained } from "./entering.js";
import { demandOrder, historyOf, inStage, publicationOf, until } from "./history.js";
import { eventOf, roundOf } from "./replay.js";
import { checkRound } from "./round_check.js";
import { roundsInLog } from "./round_in_log.js";
import { pairKey } from "./round_changes.js";
import { seedOf } from "./seeds.js";
import { roundBetweenTeams } from "./teams.js";
import { gamesNotExplained } from "./terms.js";
import { NotDerived, Unreadable } from "./values.js";

const NOTHING = {
  refusal: "", missing: [], differences: [], draw: null, counts: null, compared: [], wishes: [], later: { pairs: [], terms: [], byes: false },
  seed: null, names: new Map(), added: null,
};

// `log`: { entries, hashes, unsealed } of a chain that was checked, from the first entry to the last. `proof`: as openProof reads it.
// `round` and `stage`: the round that is verified; the stage is empty for the rounds of the event itself.
export function verifyRound({ log, proof, round, stage = "" }) {
  let found;
  try {
    found = derived(log, proof, round, stage);
  } catch (error) {
    found = { ...NOTHING, ...withoutVerdict(error) };
  }
  return { ...found, conclusion: conclusionIn(found) };
}

// A round that is refused before anything can be derived, with the code of the reason.
export const refusedFor = (refusal) => ({ ...NOTHING, refusal, conclusion: "refused" });

function withoutVerdict(error) {
  if (error instanceof Refused) return { refusal: error.code };
  if (error instanceof NotDerived) return { missing: [{ why: error.why, of: error.of }] };
  if (error instanceof Unreadable) return { refusal: "log" };
  // What this code does not understand may be a forgery, or its own fault.
  return { missing: [{ why: "not understood", of: "" }] };
}

function conclusionIn({ refusal, missing, differences, later, draw }) {
  const derivedAll = !missing.length && !later.pairs.length && !later.byes && draw !== null;
  const contradicted = differences.length > 0;
  return conclusionOf({ refused: refusal !== "", contradicted, log: true, derived: derivedAll, kind: draw?.kind });
}

function derived({ entries, hashes, unsealed = 0 }, proof, round, stage) {
  demandOrder(entries);
  const whole = historyOf(entries);
  const published = publicationOf(entries, round, stage);
  const draw = checkDraw(proof, published.proof);
  checkLog(proof.about.log, published, hashes);
  const earlier = until(whole, published.entry - 1);
  const before = stage ? inStage(earlier, stage) : earlier;
  const { known, verdict } = byTheLog(proof, before, round);
  return {
    ...NOTHING, ...verdict, draw,
    missing: unsealed ? [{ why: "old entries", of: "" }, ...verdict.missing] : verdict.missing,
    names: known.names,
    later: laterGames(stage ? inStage(whole, stage) : whole, round, known),
    seed: seedOf(before, round),
    added: entries.length - published.entry,
  };
}

// The log before the publication is the one that the proof names.
function checkLog({ entry, hash }, { least, before }, hashes) {
  if (!Number.isInteger(entry) || entry < 1 || entry >= hashes.length) throw new Refused("log shorter");
  if (hashes[entry - 1] !== hash || entry < least || entry > before) throw new Refused("log before");
}

// The round by the facts of its draw, or by those of the publication, as older versions made proofs.
function byTheLog(proof, before, round) {
  let first = null;
  for (const known of roundsInLog(before, round)) {
    const found = { known, verdict: checkRound(proof, known) };
    first ??= found;
    if (!found.verdict.differences.length) return withAllExplained(found, first.known);
  }
  return first;
}

// A verdict with what neither the rules nor the log explain of the games, the field of a stage, and the log itself.
function withAllExplained({ known, verdict }, atDraw) {
  const games = verdict.compared.length ? gamesNotExplained(atDraw) : [];
  const missing = [...verdict.missing, ...games, ...entrantsNotExplained(atDraw), ...contradictionsIn(atDraw)];
  return { known, verdict: { ...verdict, missing } };
}

// The tables whose games in the log are not those that were published: other pairs, or other terms; and if others have the bye.
function laterGames(history, round, { drawn, teams }) {
  let event = null;
  try {
    event = eventOf(history);
  } catch (error) {
    // A stage can be gone by now, and its games with it.
    if (!(error instanceof NotDerived && error.why === "stage")) throw error;
  }
  const played = event ? roundOf(event, round) : { number: round, boards: [], byes: [], matches: [], resting: [] };
  const now = teams ? roundBetweenTeams(played) : played;
  const [games, later] = [drawn, now].map(({ boards }) => new Map(boards.map((board) => [pairKey(board), board])));
  const gone = [...games].filter(([pair]) => !later.has(pair));
  const fresh = [...later].filter(([pair]) => !games.has(pair));
  const other = [...games].filter(([pair, board]) => later.has(pair) && termsOf(board) !== termsOf(later.get(pair)));
  const pairs = tablesOf([...gone, ...fresh]);
  return { pairs, terms: tablesOf(other), byes: !pairs.length && freeIn(drawn) !== freeIn(now) };
}

// The players who have the bye, as one text.
function freeIn({ byes }) {
  return JSON.stringify(byes.filter(({ kind }) => kind === "forced").map(({ player }) => player).sort());
}

const termsOf = ({ table, white, handicap, komi }) => JSON.stringify([table, white, handicap, komi]);
const tablesOf = (games) => [...new Set(games.map(([, { table }]) => table))].sort((a, b) => a - b);
