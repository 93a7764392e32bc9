import assert from "node:assert/strict";
import { test } from "node:test";
import { undoStep } from "../../src/miai/server/static/js/logic/undo_step.js";

const result = (attempted = false) => ({ line: { kind: "result" }, attempted });
const undo = (attempted = false) => ({ line: { kind: "undo" }, attempted });

test("nothing waits: the button of the page is pressed", () => {
  assert.equal(undoStep([]), "press");
});

test("a result that was not sent is taken back", () => {
  assert.equal(undoStep([result(true), result()]), "take back");
});

test("a result that may have been sent is undone after it", () => {
  assert.equal(undoStep([result(true)]), "send");
});

test("an undo that waits is not taken back: one more follows it", () => {
  assert.equal(undoStep([result(true), undo()]), "send");
  assert.equal(undoStep([undo(true)]), "send");
  assert.equal(undoStep([undo(true), undo()]), "send");
});

test("a result that was typed after an undo is taken back first", () => {
  assert.equal(undoStep([undo(true), result()]), "take back");
});
