// The public log: entries without what is private, whose hashes can be computed all the same, because each covers commitments to
// what is left out. Described in docs/reference/proofs.md.
import { sha256 } from "../check_proof.js";
import { parseExact, plainValue, Written, writtenText } from "./exact_json.js";
import { demandLog, Unreadable } from "./values.js";

const FORMAT = "miai public log 1";
const FRAME = ["number", "version", "at", "event", "sealed", "hash"];
const HASH = /^[0-9a-f]{64}$/;
const bytes = new TextEncoder();
const hashOf = (value) => sha256(bytes.encode(writtenText(value)));

// The index of a log: how far it goes, and the pieces in which it is served.
export function readIndex(text) {
  const index = plainValue(parseExact(text));
  demandLog(index.format === FORMAT && HASH.test(index.begins) && index.begins.startsWith(index.event), "index");
  let last = 0;
  index.pieces.forEach((piece, at) => {
    demandLog(piece.piece === at + 1 && piece.first === last + 1 && piece.last >= piece.first && HASH.test(piece.hash), "pieces");
    ({ last } = piece);
  });
  demandLog(last === index.entries && index.hash === (index.pieces.at(-1)?.hash ?? ""), "the last piece");
  return index;
}

// { entries, hashes, times, unsealed }: the whole log of an index from the texts of its pieces, in order, each hash computed
// again. `unsealed` is the number of entries that older versions wrote: their hashes are taken as they are.
export function readPieces(index, texts) {
  const log = { entries: [], hashes: [], times: [], unsealed: 0 };
  index.pieces.forEach((about, at) => {
    const piece = parseExact(texts[at]);
    demandLog(piece.format === FORMAT && piece.event === index.event, "piece");
    // A piece that was kept can be longer than the log is now: a draw that is not shown any more ends it.
    for (const entry of piece.entries.slice(0, about.last - log.hashes.length)) addEntry(log, entry, index.begins);
    if (log.hashes.length !== about.last || log.hashes.at(-1) !== about.hash) throw new OtherPiece(about.piece);
  });
  return log;
}

// A piece that does not end as the index says: one that was kept from an earlier history, or a damaged one.
export class OtherPiece extends Unreadable {
  constructor(piece) {
    super(`piece ${piece}`);
    this.piece = piece;
  }
}

function addEntry(log, entry, begins) {
  const before = log.hashes.at(-1) ?? begins;
  const hash = entry.sealed ? sealedHash(entry, before) : entry.hash;
  demandLog(hash === entry.hash && HASH.test(hash), "rewritten");
  if (!entry.sealed) log.unsealed += 1;
  log.entries.push(plainValue(entry));
  log.hashes.push(hash);
  log.times.push(entry.at);
}

// The hash of an entry from its public part, the salts of what can be erased, and the commitments to all that is left out.
function sealedHash(entry, before) {
  const { salts, erased = {}, hidden } = entry.sealed;
  demandLog([salts, erased].every(isObject), "a seal");
  const shown = { ...erased };
  for (const [path, salt] of Object.entries(salts)) {
    demandLog(!(path in shown), "a value and its commitment");
    shown[path] = hashOf([salt, valueAt(entry, path.split("."))]);
  }
  const about = Object.fromEntries(Object.keys(entry).filter((name) => !FRAME.includes(name)).map((name) => [name, entry[name]]));
  const open = Object.keys(salts).length ? without(about, "", salts) : about;
  const { version, number, at, event } = entry;
  return hashOf([before, version, number, at, event, writtenText(open), writtenText(shown), hidden]);
}

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value) && !(value instanceof Written);

function valueAt(value, [step, ...rest]) {
  demandLog(value !== null && typeof value === "object" && Object.hasOwn(value, step), "a salt of nothing");
  return rest.length ? valueAt(value[step], rest) : value[step];
}

// A copy without the values that have salts; numbers stay as they are.
function without(value, before, salts) {
  if (Array.isArray(value)) return value.map((each, at) => without(each, `${before}${at}.`, salts));
  if (value === null || typeof value !== "object" || value instanceof Written) return value;
  const kept = Object.keys(value).filter((name) => !Object.hasOwn(salts, before + name));
  return Object.fromEntries(kept.map((name) => [name, without(value[name], `${before}${name}.`, salts)]));
}
