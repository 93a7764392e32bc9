import assert from "node:assert/strict";
import { test } from "node:test";
import { compareHeads, headText, readHead } from "../../src/miai/server/static/js/logic/heads.js";
import { cases } from "./cases.js";

const shared = cases("heads");
const log = { event: shared.event, entries: shared.hashes.length, hashes: Object.fromEntries(shared.hashes.map((hash, k) => [k + 1, hash])) };

for (const { name, heads, judged, changed, unchanged } of shared.cases) {
  test(`heads beside a log: ${name}`, () => {
    const found = compareHeads(heads.map(readHead), log);
    assert.deepEqual(found.judged.map(([, verdict]) => verdict), judged);
    assert.equal(found.changed?.entries ?? null, changed);
    assert.equal(found.unchanged?.entries ?? null, unchanged);
  });
}

for (const line of shared.broken) {
  test(`not a whole head: ${line.slice(0, 40)}`, () => assert.equal(readHead(line), null));
}

test("a head is written as it was read", () => {
  for (const { line } of shared.witnesses) assert.equal(headText(readHead(line)), line.split(" ")[0]);
});
