import assert from "node:assert/strict";
import { test } from "node:test";
import { explained, filled, typedResult } from "../../src/miai/server/static/js/logic/typed_result.js";
import { cases } from "./cases.js";

for (const { name, tokens, lines } of cases("typed_results")) {
  for (const [line, table, meaning] of lines) {
    test(`${name}: “${line}” means ${meaning ?? "nothing"}`, () => {
      assert.deepEqual(typedResult(line, tokens), meaning === null ? null : { table, meaning });
    });
  }

  test(`${name}: the page has a sentence for everything that can be typed`, () => {
    for (const meaning of Object.values(tokens)) assert.ok(explained(meaning).sentence, meaning);
  });
}

for (const [meaning, winner, complete] of [
  ["white", "white", true],
  ["black by default", "black", true],
  ["jigo", "", true],
  ["both lose by default", "", true],
  ["unknown", "", true],
  ["who", "", false],
  ["who by default", "", false],
]) {
  test(`“${meaning}” ${winner ? `is a win for ${winner}` : "has no winner"} and ${complete ? "can" : "cannot"} be entered`, () => {
    assert.deepEqual([explained(meaning).winner, explained(meaning).complete], [winner, complete]);
  });
}

test("values stand in the places of a sentence, whatever they are", () => {
  assert.deepEqual(filled("{winner} beats {loser}", { winner: "<b>Ann</b>", loser: "{winner}" }), [
    { place: "winner", text: "<b>Ann</b>" },
    { place: "", text: " beats " },
    { place: "loser", text: "{winner}" },
  ]);
});
