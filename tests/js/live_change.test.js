import assert from "node:assert/strict";
import { test } from "node:test";
import { deskText, entriesOfOthers } from "../../src/miai/server/static/js/logic/live_change.js";

test("only what others entered is pointed out, with the row it is about", () => {
  const mine = { browser: "a1", round: 2, table: 3 };
  const result = { browser: "t2", round: 2, table: 4 };
  const player = { browser: "" };
  assert.deepEqual(entriesOfOthers([mine, result, player], "a1"), [
    { entry: result, row: "r2-t4" },
    { entry: player, row: "" },
  ]);
});

const words = { you: "you", away: "no connection", director: "director", desk: "result desk", phones: "phones following: {n}" };

for (const [desk, text] of [
  [{ name: "director", role: 2, browser: "a1" }, "Director (you)"],
  [{ name: "director", role: 2, browser: "b3" }, "Director"],
  [{ name: "result desk", role: 1 }, "Result desk"],
  [{ name: "Ann", role: 1, browser: "a1" }, "Ann, result desk (you)"],
  [{ name: "Tomás", role: 2 }, "Tomás, director"],
  [{ name: "Tomás", role: 1, away: true }, "Tomás, result desk, no connection"],
  [{ name: "Ann", role: 1, browser: "a1", away: true }, "Ann, result desk (you)"],
  [{ name: "", role: 0, count: 12 }, "phones following: 12"],
]) {
  test(`the list of desks says “${text}”`, () => assert.equal(deskText(desk, words, "a1"), text));
}
