import assert from "node:assert/strict";
import { test } from "node:test";
import { becomes } from "../../src/miai/server/static/js/logic/settled_line.js";

const refused = { state: "refused", clash: true, version: 20, line: { table: 12, id: "p7", result: "white" } };
const board = (changed) => ({ id: "p7", seen: "black", disputed: "", ...changed });

for (const [what, entry, shown, version, later, expected] of [
  ["the table has the result that was typed", refused, board({ seen: "white" }), 21, [], "gone"],
  ["another desk settled it otherwise", refused, board(), 21, [], "settled"],
  ["it is still to settle", refused, board({ disputed: "yes" }), 21, [], "open"],
  ["the page has not heard of the conflict yet", refused, board({ seen: "white" }), 19, [], "open"],
  ["others sit there", refused, board({ id: "p9", seen: "white" }), 21, [], "open"],
  ["the table is gone", refused, undefined, 21, [], "open"],
  ["a refusal without a conflict stays", { ...refused, clash: false }, board(), 21, [], "open"],
  ["another result was typed here after a refusal", { ...refused, clash: false }, board(), 21, [{ state: "saved" }], "gone"],
  ["a conflict is typed over here", refused, board({ disputed: "yes" }), 21, [{ state: "saved" }], "open"],
  ["an incomplete line was typed again", { line: { table: 12 } }, board(), 21, [{ state: "saved" }], "gone"],
  ["an incomplete line stays, whatever others enter", { line: { table: 12 } }, board(), 21, [{ state: "refused" }], "open"],
]) {
  test(`a refused line when ${what}: ${expected}`, () => assert.equal(becomes(entry, shown, version, later), expected));
}
