import assert from "node:assert/strict";
import { test } from "node:test";
import { inOrder, MOST_DONE } from "../../src/miai/server/static/js/logic/line_order.js";

const entry = (id, state) => ({ id, state, line: {} });
const needsSomebody = ({ state }) => state === "refused";
const order = (...entries) => inOrder(entries, needsSomebody).map(({ id }) => id);

test("the last line is on top, then what needs somebody, what waits and what is done, the newest first", () => {
  const typed = [entry(1, "saved"), entry(2, "refused"), entry(3, "saved"), entry(4, "refused"), entry(5, "waiting"), entry(6, "waiting")];
  assert.deepEqual(order(...typed), [6, 4, 2, 5, 3, 1]);
  assert.deepEqual(order(...typed, entry(7, "saved")), [7, 4, 2, 6, 5, 3, 1]);
});

test("of what is done only the latest stay, of the rest everything", () => {
  const refused = Array.from({ length: 30 }, (_, at) => entry(at, "refused"));
  const saved = Array.from({ length: 30 }, (_, at) => entry(100 + at, "saved"));
  assert.equal(order(...saved, ...refused).length, 30 + MOST_DONE);
});

test("without lines there is no order to keep", () => assert.deepEqual(order(), []));
