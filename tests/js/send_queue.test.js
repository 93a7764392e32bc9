import assert from "node:assert/strict";
import { test } from "node:test";
import { SendQueue } from "../../src/miai/web/static/js/logic/send_queue.js";

// A queue on a server that answers or loses the connection as the test says.
function connection(saved = []) {
  const site = { online: true, posted: [], stored: saved, retries: [], shown: [] };
  const queue = new SendQueue({
    saved,
    post: async ({ action }) => {
      site.posted.push(action);
      await null;
      if (!site.online) throw new TypeError("no connection");
      return `answer to ${action}`;
    },
    save: (entries) => {
      site.stored = JSON.parse(JSON.stringify(entries));
    },
    changed: () => site.shown.push(queue.size),
    retryLater: (retry) => site.retries.push(retry),
  });
  return { queue, site };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("entries are sent one after the other, and each gets its own answer", async () => {
  const { queue, site } = connection();
  const answers = await Promise.all(["a", "b", "c"].map((action) => queue.send({ action })));
  assert.deepEqual(answers, ["answer to a", "answer to b", "answer to c"]);
  assert.deepEqual(site.posted, ["a", "b", "c"]);
  assert.equal(queue.size, 0);
  assert.deepEqual(site.stored, []);
});

test("the second entry is not posted before the first is answered", async () => {
  const { queue, site } = connection();
  void queue.send({ action: "a" });
  void queue.send({ action: "b" });
  assert.deepEqual(site.posted, ["a"]);
  await settled();
  assert.deepEqual(site.posted, ["a", "b"]);
});

test("without a connection entries wait in order, and are sent when it is back", async () => {
  const { queue, site } = connection();
  site.online = false;
  const first = queue.send({ action: "a" });
  const second = queue.send({ action: "b" });
  await settled();
  assert.equal(queue.size, 2);
  assert.deepEqual(site.shown, [2]);
  assert.deepEqual(site.posted, ["a"]);
  assert.equal(site.retries.length, 1);

  site.online = true;
  site.retries[0]();
  assert.deepEqual(await Promise.all([first, second]), ["answer to a", "answer to b"]);
  assert.deepEqual(site.posted, ["a", "a", "b"]);
  assert.deepEqual(site.shown, [2, 1, 0]);
});

test("what waits survives a reload, except files", async () => {
  const { queue, site } = connection();
  site.online = false;
  void queue.send({ action: "a", fields: [["entry", "3 w"]] });
  void queue.send({ action: "b", file: new FormData() });
  await settled();
  assert.deepEqual(site.stored, [{ action: "a", fields: [["entry", "3 w"]] }]);

  const reloaded = connection(site.stored);
  assert.equal(reloaded.queue.size, 1);
  await reloaded.queue.pump();
  assert.deepEqual(reloaded.site.posted, ["a"]);
  assert.deepEqual(reloaded.site.stored, []);
});

test("asking twice to send does not post an entry twice", async () => {
  const { queue, site } = connection([{ action: "a" }]);
  await Promise.all([queue.pump(), queue.pump()]);
  assert.deepEqual(site.posted, ["a"]);
});
