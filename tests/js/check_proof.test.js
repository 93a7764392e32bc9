import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { checkDraw, checkLog, differing, openProof, readProof, sha256, termsOf } from "../../src/miai/server/static/js/logic/check_proof.js";

// Four players, all pairs by hand: 0-1 and 2-3 cost 1 each, 0-2 costs 2^60, all others cost 4; nobody may play 1-3.
const PAIRS = ["01", "02", "03", "12", "13", "23"];
const ABOUT = {
  format: "miai proof 1",
  event: "Open",
  round: 2,
  sides: "players",
  system: "swiss",
  preset: "miai",
  seed: "0",
  log: { entry: 7, hash: "a".repeat(64) },
  players: Object.fromEntries(
    ["name", "grade", "club", "country", "score", "group", "place", "of", "up", "down", "balance", "last", "level",
      "category", "byes"].map((fact) => [fact, fact === "name" ? ["Ann", "Ben", "Cleo", "Dan"] : [1, 1, 1, 1]]),
  ),
  boards: [[1, 0, 1, 0, 6.5], [2, 3, 2, 0, 6.5]],
  byes: [],
  unpaired: [],
  rules: [{ key: "score", title: "Equal score", form: "pairs", bits: 2, count: 6, prices: ["1", "4", `${2n ** 60n}`] }],
  forbidden: { bits: 1, count: 6 },
  bye_costs: ["0", "0", "0", "0"],
  forced: [],
  nearest: false,
  best: { pairs: [[0, 1], [2, 3]], bye: null, total: "2" },
  duals: ["1", "1", "1", "1"],
  blossoms: [],
  claim: { kind: "best", total: "2", extra: "0", tables: [] },
};
const PRICES = [0, 2, 1, 1, 1, 0];
const FORBIDDEN = [0, 0, 0, 0, 1, 0];

function proofOf(change = () => {}) {
  const about = structuredClone(ABOUT);
  const prices = [...PRICES];
  change(about, prices);
  const bytes = [0, 0, 0];
  prices.forEach((price, at) => {
    bytes[at >> 2] |= price << (2 * (at & 3));
  });
  FORBIDDEN.forEach((flag, at) => {
    bytes[2] |= flag << at;
  });
  return new Uint8Array([...new TextEncoder().encode(`${JSON.stringify(about)}\n`), ...bytes]);
}

const check = (change, hash) => checkDraw(readProof(proofOf(change)), hash);
const refuses = (code, change) => assert.throws(() => check(change), { code });

test("a good proof is accepted, with its hash or without", () => {
  assert.deepEqual(check(), { kind: "best", total: "2", extra: "0", tables: [], pairs: 6 });
  const content = proofOf();
  assert.equal(checkDraw(readProof(content), createHash("sha256").update(content).digest("hex")).kind, "best");
  assert.throws(() => check(undefined, "0".repeat(64)), { code: "hash" });
});

test("costs beyond 2^53 are compared exactly", () => {
  const large = 2n ** 60n;
  // All duals are 2^60. A pair that costs one less than that is too cheap, and doubles would not notice.
  const priced = (cheapest) => (about, prices) => {
    prices.fill(0);
    prices[1] = 1;
    about.rules[0].prices = [`${large}`, `${cheapest}`, "0"];
    about.duals.fill(`${large}`);
    about.best.total = about.claim.total = `${2n * large}`;
  };
  assert.equal(Number(large), Number(large - 1n));
  assert.equal(check(priced(large)).kind, "best");
  refuses("undercut", priced(large - 1n));
});

test("a draw that was changed by hand says what it costs more", () => {
  const changed = (about) => {
    about.boards = [[1, 0, 3, 0, 6.5], [2, 1, 2, 0, 6.5]];
    about.claim = { kind: "changed", total: "8", extra: "6", tables: [1, 2] };
  };
  assert.deepEqual(check(changed), { kind: "changed", total: "8", extra: "6", tables: [1, 2], pairs: 6 });
  refuses("claim", (about) => {
    changed(about);
    about.claim.extra = "5";
  });
});

test("each kind of fault is refused with its reason", () => {
  refuses("format", (about) => { about.format = "miai proof 2"; });
  refuses("seats", (about) => { about.boards[1][1] = 0; });
  refuses("seats", (about) => { about.boards[1][0] = 1; });
  refuses("claim", (about) => { about.boards = [[1, 0, 2, 0, 6.5], [2, 1, 3, 0, 6.5]]; });
  refuses("best", (about) => { about.best.pairs.pop(); });
  refuses("forbidden", (about) => { about.best = { pairs: [[0, 2], [1, 3]], bye: null, total: "0" }; });
  refuses("total", (about) => { about.best.total = "3"; });
  refuses("duals", (about) => { about.duals[0] = null; });
  refuses("undercut", (about) => { about.duals = ["2", "1", "1", "0"]; });
  refuses("bound", (about) => { about.duals = ["1", "1", "1", "0"]; });
  refuses("blossoms", (about) => { about.blossoms = [["1", [0, 1]]]; });
  refuses("blossoms", (about) => { about.blossoms = [["-1", [0, 1, 2]]]; });
  refuses("blossoms", (about) => { about.blossoms = [["1", [0, 1, 2]], ["1", [1, 2, 3]]]; });
  refuses("file", (about) => { about.rules[0].count = 7; });
  refuses("file", (about) => { about.rules[0].prices.pop(); });
  refuses("file", (about) => { delete about.players.score; });
  refuses("claim", (about) => { about.unpaired = []; about.boards.pop(); });
});

test("a system without costs can only be looked at", () => {
  const plan = check((about) => {
    for (const name of ["rules", "forbidden", "bye_costs", "forced", "nearest", "best", "duals", "blossoms"]) delete about[name];
    about.claim = { kind: "plan", repeated: true, tables: [] };
  });
  assert.deepEqual(plan, { kind: "plan", repeated: true, tables: [], pairs: 0 });
});

test("a proof has its fields, each once, and no others", () => {
  const text = (change) => new TextEncoder().encode(`${change(JSON.stringify(ABOUT))}\n`);
  const refusesText = (change) => assert.throws(() => readProof(text(change)), { code: "file" });
  refusesText((line) => line.replace('"event"', '"boards":[],"event"'));
  refusesText((line) => line.replace('"players":{', '"players":{"rating":[1,1,1,1],'));
  refusesText((line) => line.replace('"round":2', '"round":2,"note":"checked"'));
  refusesText((line) => line.replace('"round":2,', ""));
  refuses("file", (about) => { delete about.rules; });
  assert.equal(readProof(text((line) => line.replace('"Ann"', '"A\\"b\\": n"'))).about.players.name[0], 'A"b": n');
});

test("the terms of a pair are the prices of the rules", () => {
  const proof = readProof(proofOf());
  assert.deepEqual(termsOf(proof, 2, 0), [{ key: "score", title: "Equal score", price: `${2n ** 60n}` }]);
  PAIRS.forEach(([i, j], at) => {
    assert.equal(termsOf(proof, Number(i), Number(j))[0].price, ABOUT.rules[0].prices[PRICES[at]]);
  });
});

test("a log that only grew is accepted, any other is refused", () => {
  const hashes = ["a", "b", "c", "d"].map((digit) => digit.repeat(64));
  assert.equal(checkLog(ABOUT, { first: 7, hashes }), 2);
  assert.equal(checkLog(ABOUT, { first: 6, hashes: ["f".repeat(64), ...hashes] }), 2);
  assert.equal(checkLog(ABOUT, { first: 7, hashes }, { first: 8, hashes: hashes.slice(1, 3) }), 2);
  const code = (log, seen) => {
    try {
      return checkLog(ABOUT, log, seen);
    } catch (error) {
      return error.code;
    }
  };
  assert.equal(code({ first: 7, hashes: ["e".repeat(64), ...hashes.slice(1)] }), "log before");
  assert.equal(code({ first: 8, hashes }), "log before");
  assert.equal(code({ first: 7, hashes: hashes.slice(0, 1) }), "log shorter");
  assert.equal(code({ first: 7, hashes: hashes.slice(0, 3) }, { first: 10, hashes: [hashes[3]] }), "log shorter");
  assert.equal(code({ first: 7, hashes }, { first: 9, hashes: ["0".repeat(64)] }), "log rewritten");
  assert.equal(code({ first: 7, hashes: ["x"] }), "log");
});

test("tables at which the page shows other players are named", () => {
  assert.deepEqual(differing(ABOUT, [[1, "Ann", "Ben"], [2, "Dan", "Cleo"]]), []);
  assert.deepEqual(differing(ABOUT, [[1, "Ben", "Ann"], [3, "Dan", "Cleo"]]), [1, 3, 2]);
});

test("namesakes at the wrong tables are noticed by their ids", () => {
  const players = { ...ABOUT.players, name: ["Ann", "Ann", "Cleo", "Dan"], id: ["p1", "p2", "p3", "p4"] };
  const boards = ABOUT.boards.map(([table, white, black]) => [table, players.name[white], players.name[black]]);
  const seats = ABOUT.boards.map(([table, white, black]) => [table, players.id[white], players.id[black]]);
  assert.deepEqual(differing({ ...ABOUT, players }, boards, seats), []);
  const swapped = seats.map((seat) => seat.map((id) => ({ p1: "p2", p2: "p1" })[id] ?? id));
  assert.notDeepEqual(differing({ ...ABOUT, players }, boards, swapped), []);
});

test("the hash is that of everybody else", () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 37) % 256);
    assert.equal(sha256(bytes), createHash("sha256").update(bytes).digest("hex"));
  }
});

test("a file that is not compressed is refused", async () => {
  await assert.rejects(openProof(proofOf()), { code: "file" });
});

test("a file that unpacks to more than any proof has is refused before it is all there", async () => {
  await assert.rejects(openProof(gzipSync(Buffer.alloc(2 ** 26 + 1))), { code: "file" });
  assert.equal((await openProof(gzipSync(proofOf()))).about.format, ABOUT.format);
});
