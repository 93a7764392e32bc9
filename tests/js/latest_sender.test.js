import assert from "node:assert/strict";
import { test } from "node:test";
import { LatestSender } from "../../src/miai/server/static/js/logic/latest_sender.js";

// A server that answers only when the test says so.
function slow() {
  const server = { sent: [], answers: [], settled: 0 };
  server.sender = new LatestSender({
    send: (name, value) => {
      server.sent.push(`${name} ${value}`);
      return new Promise((settle, fail) => server.answers.push({ settle, fail }));
    },
    settled: () => {
      server.settled += 1;
      return Promise.resolve();
    },
  });
  server.answer = async () => {
    server.answers.shift().settle();
    await new Promise(setImmediate);
  };
  return server;
}

test("the first value leaves at once, and of those chosen meanwhile only the last", async () => {
  const server = slow();
  for (const value of [1, 2, 3, 4]) void server.sender.want("bar", value);
  assert.deepEqual(server.sent, ["bar 1"]);
  assert.equal(server.sender.wanted("bar"), 4);
  await server.answer();
  assert.deepEqual(server.sent, ["bar 1", "bar 4"]);
  assert.equal(server.sender.wanted("bar"), 4);
  await server.answer();
  assert.equal(server.sender.wanted("bar"), undefined);
  assert.equal(server.settled, 1);
});

test("an answer to an older value does not settle the newer one", async () => {
  const server = slow();
  void server.sender.want("bar", 1);
  void server.sender.want("bar", 2);
  await server.answer();
  assert.equal(server.sender.wanted("bar"), 2);
  assert.equal(server.settled, 0);
});

test("two names are sent one after the other, in the order in which they were chosen", async () => {
  const server = slow();
  void server.sender.want("bar", 1);
  void server.sender.want("floor", 5);
  void server.sender.want("bar", 2);
  await server.answer();
  await server.answer();
  await server.answer();
  assert.deepEqual(server.sent, ["bar 1", "floor 5", "bar 2"]);
  assert.equal(server.sender.wanted("floor"), undefined);
});

test("a failure does not keep the next value from being sent", async () => {
  const server = slow();
  void server.sender.want("bar", 1);
  void server.sender.want("bar", 2);
  server.answers.shift().fail(new Error("no connection"));
  await new Promise(setImmediate);
  assert.deepEqual(server.sent, ["bar 1", "bar 2"]);
});

test("what is left when the page goes is handed over once", async () => {
  const server = slow();
  void server.sender.want("bar", 1);
  void server.sender.want("bar", 2);
  assert.deepEqual(server.sender.takeUnsent(), [["bar", 2]]);
  await server.answer();
  assert.deepEqual(server.sent, ["bar 1"]);
});
