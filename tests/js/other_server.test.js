import assert from "node:assert/strict";
import { test } from "node:test";
import { epochOf, mergedEntries, OtherServer, wordsOf } from "../../src/miai/server/static/js/logic/other_server.js";

const signed = (epoch) => `${btoa(JSON.stringify({ epoch }))}.proof`;

// A page whose other servers answer as the test says; time passes only when it says so.
function scene(states) {
  const page = { states, planned: null, went: [], offered: [], seen: [] };
  const server = new OtherServer(
    {
      others: () => Object.keys(page.states).map((address) => ({ address, name: address })),
      ask: async (address) => page.states[address] ?? Promise.reject(new TypeError("no answer")),
      seen: (leader) => page.seen.push(leader),
      offer: (other) => page.offered.push(other?.address ?? null),
      go: (address) => page.went.push(address),
    },
    { after: (turn) => { page.planned = turn; return turn; }, cancel: () => { page.planned = null; } },
  );
  return { page, server };
}

test("a page that lost its server goes to the one that leads, with the highest epoch", async () => {
  const states = { b: { leads: true, leader: signed(1) }, c: { leads: true, leader: signed(2) }, d: null };
  const { page, server } = scene(states);
  server.lost(true);
  await page.planned();
  assert.deepEqual(page.went, ["c"]);
  assert.deepEqual(page.seen, [signed(2)]);
});

test("a copy that does not lead is offered, and asked again until it leads", async () => {
  const { page, server } = scene({ b: { leads: false, follows: true, leader: signed(0) } });
  server.lost(true);
  await page.planned();
  assert.deepEqual([page.offered, page.went], [["b"], []]);
  page.states.b = { leads: true, leader: signed(1) };
  await page.planned();
  assert.deepEqual(page.went, ["b"]);
});

test("nothing is asked when the connection comes back", () => {
  const { page, server } = scene({ b: { leads: true, leader: signed(1) } });
  server.lost(true);
  server.lost(false);
  assert.equal(page.planned, null);
  assert.deepEqual(page.offered, [null]);
});

test("a server that names another leader is believed when that one says so too", async () => {
  const { page, server } = scene({ b: { leads: false, leader: signed(1) } });
  await server.elsewhere("b");
  assert.deepEqual(page.went, []);
  page.states.b.leads = true;
  await server.elsewhere("b");
  await server.elsewhere("b");
  assert.deepEqual(page.went, ["b"]);
});

test("entries that come along are added once, and only those that wait", () => {
  const brought = [{ id: "1", state: "waiting" }, { id: "2", state: "waiting" }, { id: "3", state: "refused" }];
  assert.deepEqual(mergedEntries([{ id: "1", state: "waiting" }], brought).map(({ id }) => id), ["1", "2"]);
});

test("an entry that may not come along is named as it was made", () => {
  const line = { text: "4 w", white: "Jansen", black: "Weber" };
  assert.equal(wordsOf({ title: "Results of round 2", line }), "Results of round 2: Jansen – Weber: 4 w");
  const clicked = { title: "Results of round 2", line: { ...line, text: "" }, fields: [["round", "2"], ["entry", "4 white"]] };
  assert.equal(wordsOf(clicked), "Results of round 2: Jansen – Weber: 4 white");
  assert.equal(wordsOf({ title: "Publish", label: "Unpublish" }), "Publish: Unpublish");
});

test("an epoch that cannot be read counts as none", () => {
  assert.deepEqual([epochOf(signed(7)), epochOf("x"), epochOf(undefined)], [7, 0, 0]);
});
