// Heads of a log: read from text, and compared with what the log has. Imports nothing, like check_proof.js; the rules are
// those of engine/verify/heads.py, and both are tried with tests/cases/heads.json.

const TEXT = /miai-head:([0-9a-f]{16}):([1-9][0-9]{0,8}):([0-9a-f]{64}):([0-9]{8}T[0-9]{6}Z|)(?![0-9A-Za-z])/i;

// The head in a line, alone, in an address or with its witness; null if there is not one whole head.
export function readHead(line) {
  const found = TEXT.exec(line);
  if (!found || line.toLowerCase().split("miai-head:").length !== 2) return null;
  const [, event, entries, hash, at] = found;
  return { event: event.toLowerCase(), entries: Number(entries), hash: hash.toLowerCase(), at: longTime(at.toUpperCase()) };
}

export function headText({ event, entries, hash, at }) {
  return `miai-head:${event}:${entries}:${hash}:${at.replace(/[-:]/g, "")}`;
}

// The relation of a head to a log: { event, entries, hashes }, where hashes has those of the entries asked for by number.
export function judgeHead(head, log) {
  if (head.event !== log.event) return "foreign";
  if (head.entries > log.entries) return "later";
  return log.hashes[head.entries] === head.hash ? "agrees" : "changed";
}

// { judged, changed, unchanged }: the first head that contradicts the log, and the last one below it that agrees.
export function compareHeads(heads, log) {
  const judged = heads.map((head) => [head, judgeHead(head, log)]);
  const those = (verdict) => judged.filter(([, each]) => each === verdict).map(([head]) => head).sort((a, b) => a.entries - b.entries);
  const [changed = null] = those("changed");
  const agree = those("agrees").filter((head) => !changed || head.entries < changed.entries);
  return { judged, changed, unchanged: agree.at(-1) ?? null, later: those("later").at(-1) ?? null, foreign: those("foreign").at(-1) ?? null };
}

function longTime(at) {
  return at.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, "$1-$2-$3T$4:$5:$6Z");
}
