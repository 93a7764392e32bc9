import assert from "node:assert/strict";
import { test } from "node:test";
import { SendQueue } from "../../src/miai/server/static/js/logic/send_queue.js";

const SAVED = { status: 200, own: true, json: { here: true, version: 7 } };
const REFUSED = { status: 422, own: true, text: "no such table" };
const DENIED = { status: 403, own: true, text: "not allowed" };

// A queue at a server whose answers the test gives in order: an answer, or nothing for one that never comes. Pauses last
// until the test ends them. Once there are no more answers, everything is saved.
function connection({ answers = [], saved = [], signedIn = [], found = () => ({}) } = {}) {
  const site = { posted: [], stored: [], pauses: [], settled: [], ids: 0 };
  const queue = new SendQueue(
    {
      prepare: (entry) => Promise.resolve(found(entry)),
      post: async ({ id, action }) => {
        site.posted.push(`${action} ${id}`);
        await null;
        const answer = answers.length ? answers.shift() : SAVED;
        if (!answer) throw new TypeError("no connection");
        return { ...answer };
      },
      understand: (_entry, { text, json }) => ({ reason: text, version: json?.version }),
      renew: () => Promise.resolve(signedIn.shift()),
      save: (entries) => {
        site.stored = JSON.parse(JSON.stringify(entries));
      },
      changed: () => {},
      settled: ({ action, state }) => site.settled.push(`${action} ${state}`),
      pause: (milliseconds) => new Promise((resolve) => site.pauses.push({ milliseconds, resolve })),
      newId: () => {
        site.ids += 1;
        return `id${site.ids}`;
      },
    },
  );
  queue.restore(saved);
  return { queue, site };
}

const soon = () => new Promise((resolve) => setImmediate(resolve));
const line = (text) => ({ text });
const states = (queue) => queue.entries.map(({ action, state }) => `${action} ${state}`);

// Let the pauses end until everything is answered.
async function patiently(queue, site) {
  for (let turn = 0; queue.waiting.length && turn < 100; turn += 1) {
    await soon();
    for (const { resolve } of site.pauses) resolve();
  }
  await soon();
}

test("entries are sent one after the other, and each gets its own answer", async () => {
  const other = { ...SAVED, json: { here: true, version: 8 } };
  const { queue, site } = connection({ answers: [SAVED, other] });
  const answers = await Promise.all(["a", "b"].map((action) => queue.send({ action })));
  assert.deepEqual(answers.map(({ json }) => json.version), [7, 8]);
  assert.deepEqual(site.posted, ["a id1", "b id2"]);
  assert.deepEqual(queue.entries, []);
  assert.deepEqual(site.stored, []);
});

test("the second entry is not posted before the first is answered", async () => {
  const { queue, site } = connection();
  void queue.send({ action: "a" });
  void queue.send({ action: "b" });
  assert.deepEqual(site.posted, ["a id1"]);
  await soon();
  assert.deepEqual(site.posted, ["a id1", "b id2"]);
});

test("a lost answer is asked for again with the same id, before the next entry", async () => {
  const { queue, site } = connection({ answers: [null, null, SAVED] });
  void queue.send({ action: "a" });
  void queue.send({ action: "b" });
  await soon();
  assert.equal(queue.failing, true);
  await patiently(queue, site);
  assert.deepEqual(site.posted, ["a id1", "a id1", "a id1", "b id2"]);
  assert.equal(queue.failing, false);
});

test("pauses grow from half a second to five seconds, and end when the connection is back", async () => {
  const { queue, site } = connection({ answers: Array(6).fill(null) });
  void queue.send({ action: "a" });
  for (let turn = 0; turn < 6; turn += 1) {
    await soon();
    site.pauses.at(-1).resolve();
  }
  await soon();
  assert.deepEqual(site.pauses.map(({ milliseconds }) => milliseconds), [500, 1000, 2000, 4000, 5000, 5000]);

  const later = connection({ answers: [null] });
  const sent = later.queue.send({ action: "a" });
  await soon();
  await later.queue.pump();
  assert.equal((await sent).status, 200);
});

for (const [name, answer] of [
  ["a gateway's", { status: 502, own: false }],
  ["a hotel's sign-in page", { status: 200, own: false, text: "<html>Welcome" }],
  ["a server that stops", { status: 503, own: true }],
]) {
  test(`${name} answer settles nothing`, async () => {
    const { queue, site } = connection({ answers: [answer] });
    void queue.send({ action: "a", line: line("12b") });
    await soon();
    assert.deepEqual(states(queue), ["a waiting"]);
    await patiently(queue, site);
    assert.deepEqual(states(queue), ["a saved"]);
    assert.deepEqual(site.posted, ["a id1", "a id1"]);
  });
}

test("a fault of the server is tried again, but does not block the next entries for ever", async () => {
  const fault = { status: 500, own: true, text: "a bug" };
  const { queue, site } = connection({ answers: [fault, fault, fault] });
  void queue.send({ action: "a", line: line("12b") });
  void queue.send({ action: "b", line: line("13b") });
  await patiently(queue, site);
  assert.deepEqual(states(queue), ["a refused", "b saved"]);
});

test("refused lines stay, each with its reason, until they are dismissed", async () => {
  const clash = { status: 409, own: true, text: "Tomás entered table 12 first" };
  const { queue, site } = connection({ answers: [REFUSED, clash] });
  for (const action of ["a", "b", "c"]) void queue.send({ action, line: line(action) });
  await patiently(queue, site);
  assert.deepEqual(states(queue), ["a refused", "b refused", "c saved"]);
  assert.deepEqual(queue.entries.map(({ reason }) => reason), ["no such table", "Tomás entered table 12 first", undefined]);
  assert.deepEqual(site.stored.map(({ id }) => id), ["id1", "id2"]);
  queue.dismiss("id1");
  assert.deepEqual(states(queue), ["b refused", "c saved"]);
});

test("what waits cannot be dismissed", async () => {
  const { queue } = connection({ answers: [null] });
  void queue.send({ action: "a", line: line("12b") });
  await soon();
  queue.dismiss("id1");
  assert.deepEqual(states(queue), ["a waiting"]);
});

test("a line that is not understood is shown as refused and never sent", async () => {
  const { queue, site } = connection();
  queue.refuse({ line: line("77w"), reason: "There is no table 77" });
  await queue.pump();
  assert.deepEqual(site.posted, []);
  assert.equal(site.stored[0].reason, "There is no table 77");
});

test("an answer that only leads to another page has saved nothing", async () => {
  const { queue, site } = connection({ answers: [{ status: 200, own: true, json: { here: false, version: null } }] });
  void queue.send({ action: "a", line: line("3b") });
  await patiently(queue, site);
  assert.deepEqual(states(queue), ["a refused"]);
});

test("a reload goes on with the same ids, and refused lines are still there; files are not kept", async () => {
  const { queue, site } = connection({ answers: [REFUSED, null] });
  void queue.send({ action: "a", line: line("77w") });
  void queue.send({ action: "b", line: line("12b"), fields: [["entry", "12 black"]] });
  void queue.send({ action: "c", file: new FormData() });
  await soon();
  await soon();
  assert.deepEqual(site.posted, ["a id1", "b id2"]);

  const reloaded = connection({ saved: site.stored });
  assert.deepEqual(states(reloaded.queue), ["a refused", "b waiting"]);
  await soon();
  assert.deepEqual(reloaded.site.posted, ["b id2"]);
  assert.deepEqual(states(reloaded.queue), ["a refused", "b saved"]);
});

test("a form that is refused after a reload is shown, though nobody waits for its answer", async () => {
  const { queue, site } = connection({ answers: [REFUSED], saved: [{ id: "x", action: "a", state: "waiting" }] });
  await soon();
  assert.deepEqual(states(queue), ["a refused"]);
  assert.equal(site.stored.length, 1);
});

test("what was left by another page is sent once, in order, and stays to be read", async () => {
  const { queue, site } = connection();
  const left = [{ id: "x", action: "a", state: "waiting", at: 2 }, { id: "y", action: "b", state: "waiting", at: 1 }];
  queue.restore(left);
  queue.restore(left);
  await soon();
  assert.deepEqual(site.posted, ["b y", "a x"]);
  assert.deepEqual(states(queue), ["b saved", "a saved"]);
  assert.equal(queue.entries.every(({ restored }) => restored), true);
  assert.deepEqual(site.stored, []);
  queue.dismiss("x");
  assert.deepEqual(states(queue), ["b saved"]);
});

test("a line is taken back until it has been posted", async () => {
  const { queue, site } = connection({ answers: [null] });
  void queue.send({ action: "a", line: line("12b") });
  void queue.send({ action: "b", line: line("13b") });
  await soon();
  assert.equal(queue.takeBack("id2"), true);
  assert.equal(queue.takeBack("id1"), false);
  await patiently(queue, site);
  assert.deepEqual(site.posted, ["a id1", "a id1"]);
  assert.deepEqual(states(queue), ["a saved", "b taken back"]);
});

test("signed out, entries wait; with a new sign-in and its token they are sent", async () => {
  const { queue, site } = connection({ answers: [DENIED, DENIED], signedIn: [false, true] });
  void queue.send({ action: "a", line: line("12b") });
  await soon();
  assert.equal(queue.signedOut, true);
  assert.deepEqual(states(queue), ["a waiting"]);
  await patiently(queue, site);
  assert.equal(queue.signedOut, false);
  assert.deepEqual(states(queue), ["a saved"]);
});

test("what is not allowed with a new token either is refused", async () => {
  const { queue, site } = connection({ answers: [DENIED, DENIED], signedIn: [true, true] });
  void queue.send({ action: "a", line: line("12b") });
  await patiently(queue, site);
  assert.deepEqual(states(queue), ["a refused"]);
});

test("a line that must be looked up is decided in its turn, and once", async () => {
  const looked = [];
  const found = ({ line: { text } }) => {
    looked.push(text);
    return { action: `take ${text}` };
  };
  const { queue, site } = connection({ answers: [null], found });
  void queue.send({ find: {}, line: line("Adler") });
  void queue.send({ find: {}, line: line("Bakker") });
  await soon();
  assert.deepEqual(looked, ["Adler"]);
  await patiently(queue, site);
  assert.deepEqual(looked, ["Adler", "Bakker"]);
  assert.deepEqual(site.posted, ["take Adler id1", "take Adler id1", "take Bakker id2"]);
});

test("a question stays on its line and does not hold up the next", async () => {
  const found = ({ line: { text } }) => (text === "Will" ? { status: 300, own: true, question: "which" } : { action: text });
  const { queue, site } = connection({ found });
  void queue.send({ find: {}, line: line("Will") });
  void queue.send({ find: {}, line: line("Bakker") });
  await patiently(queue, site);
  assert.deepEqual(queue.entries.map(({ state }) => state), ["refused", "saved"]);
  assert.deepEqual(site.posted, ["Bakker id2"]);
});

test("asking twice to send does not post an entry twice", async () => {
  const { queue, site } = connection({ saved: [{ id: "x", action: "a", state: "waiting" }] });
  await Promise.all([queue.pump(), queue.pump()]);
  assert.deepEqual(site.posted, ["a x"]);
});
