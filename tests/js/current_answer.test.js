import assert from "node:assert/strict";
import { test } from "node:test";
import { isCurrent } from "../../src/miai/server/static/js/logic/current_answer.js";

const page = { version: "10", field: "bar 3d" };

test("an answer for an earlier position is not shown once the page knows a newer one", () => {
  assert.equal(isCurrent({ version: "9", field: "bar 2d" }, page), false);
});

test("an answer is shown when nothing that matters changed meanwhile, or when it knows more than the page", () => {
  assert.equal(isCurrent({ version: "9", field: "bar 3d" }, page), true);
  assert.equal(isCurrent({ version: "10", field: "bar 3d" }, page), true);
  assert.equal(isCurrent({ version: "11", field: "bar 4d" }, page), true);
});
