import assert from "node:assert/strict";
import { test } from "node:test";
import { deskText, entriesOfOthers } from "../../src/miai/web/static/js/logic/live_change.js";

test("only what others entered is pointed out, with the row it is about", () => {
  const mine = { who: "Ann", round: 2, table: 3 };
  const result = { who: "Tomás", round: 2, table: 4 };
  const player = { who: "Tomás" };
  assert.deepEqual(entriesOfOthers([mine, result, player], "Ann"), [
    { entry: result, row: "r2-t4" },
    { entry: player, row: "" },
  ]);
});

const words = { you: "you", away: "no connection", director: "director", desk: "result desk", phones: "phones following: {n}" };

for (const [desk, text] of [
  [{ name: "director", role: 2 }, "Director"],
  [{ name: "result desk", role: 1 }, "Result desk"],
  [{ name: "Ann", role: 1 }, "Ann, result desk (you)"],
  [{ name: "Tomás", role: 2 }, "Tomás, director"],
  [{ name: "Tomás", role: 1, away: true }, "Tomás, result desk, no connection"],
  [{ name: "Ann", role: 1, away: true }, "Ann, result desk (you)"],
  [{ name: "", role: 0, count: 12 }, "phones following: 12"],
]) {
  test(`the list of desks says “${text}”`, () => assert.equal(deskText(desk, words, "Ann"), text));
}
