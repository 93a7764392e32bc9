import assert from "node:assert/strict";
import { test } from "node:test";
import { conclusionOf } from "../../src/miai/server/static/js/logic/conclusion.js";
import { cases } from "./cases.js";

for (const { name, conclusion, ...found } of cases("conclusions")) {
  test(`conclusion: ${name}`, () => assert.equal(conclusionOf(found), conclusion));
}
