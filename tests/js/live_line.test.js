import assert from "node:assert/strict";
import { test } from "node:test";
import { LiveLine } from "../../src/miai/server/static/js/logic/live_line.js";

// A page whose streams and answers the test decides about, and time that passes only when the test says so.
function scene() {
  const page = { now: 0, opened: 0, closed: 0, asked: 0, planned: null, seen: [], answer: async () => ({ version: 7, room: true }) };
  const line = new LiveLine(
    {
      open: () => { page.opened += 1; },
      close: () => { page.closed += 1; },
      ask: () => { page.asked += 1; return page.answer(); },
      newer: (version) => page.seen.push(version),
      show: () => {},
    },
    {
      now: () => page.now,
      after: (turn, pause) => { page.planned = { turn, pause }; return page.planned; },
      cancel: () => { page.planned = null; },
      random: () => 1,
    },
  );
  page.next = async () => {
    const { turn, pause } = page.planned;
    page.planned = null;
    page.now += pause;
    await turn();
  };
  line.open();
  return { page, line };
}

const refused = { refused: true };
const broken = { refused: false };

test("a stream that was refused is opened again by itself", async () => {
  const { page, line } = scene();
  line.broke(refused);
  await page.next();
  assert.deepEqual([page.asked, line.lost, page.seen], [1, false, [7]]);
  await page.next();
  assert.equal(page.opened, 2);
});

test("without room for a stream the page asks for the version and is not lost", async () => {
  const { page, line } = scene();
  page.answer = async () => ({ version: 8, room: false });
  line.broke(refused);
  for (let time = 0; time < 3; time += 1) await page.next();
  assert.deepEqual([page.opened, page.asked, line.lost, page.seen], [1, 3, false, [8, 8, 8]]);
  assert.ok(page.planned.pause >= 15_000);
  page.answer = async () => ({ version: 9, room: true });
  await page.next();
  await page.next();
  assert.equal(page.opened, 2);
});

test("a server that does not answer is asked again and again, and the page says since when", async () => {
  const { page, line } = scene();
  page.now = 5000;
  line.heard();
  page.answer = () => Promise.reject(new TypeError("no connection"));
  line.broke(refused);
  const pauses = [];
  for (let time = 0; time < 8; time += 1) {
    await page.next();
    pauses.push(page.planned.pause);
  }
  assert.equal(line.lost, true);
  assert.equal(line.heardAt, 5000);
  assert.ok(pauses.every((pause, at) => pause <= 10_000 && pause >= (pauses[at - 1] ?? 0)));
  page.answer = async () => ({ version: 7, room: true });
  await page.next();
  assert.equal(line.lost, false);
});

test("a proxy that refuses every stream is not asked without a pause", async () => {
  const { page, line } = scene();
  let waited = 0;
  for (let time = 0; time < 10; time += 1) {
    line.broke(refused);
    for (let step = 0; step < 2; step += 1) {
      waited += page.planned.pause;
      await page.next();
    }
  }
  assert.ok(waited > 60_000);
});

test("a line that breaks is lost at once, and back with the next word", () => {
  const { page, line } = scene();
  line.broke(broken);
  assert.deepEqual([line.lost, page.planned], [true, null]);
  line.heard();
  assert.equal(line.lost, false);
});

test("a stream that is silent for long is dead", async () => {
  const { page, line } = scene();
  line.heard();
  page.now += 30_000;
  line.check();
  assert.equal(line.lost, false);
  page.now += 30_000;
  line.check();
  assert.equal(line.lost, true);
  await page.next();
  assert.equal(page.asked, 1);
});

test("an answer that comes after the page opened another stream changes nothing", async () => {
  const { page, line } = scene();
  let answer;
  page.answer = () => new Promise((resolve) => { answer = resolve; });
  line.broke(refused);
  const asking = page.next();
  line.open();
  answer({ version: 9, room: false });
  await asking;
  assert.deepEqual([page.seen, page.planned], [[], null]);
});

test("a tournament that was deleted is not a lost connection, and may come back", async () => {
  const { page, line } = scene();
  page.answer = async () => ({ gone: "This tournament was deleted." });
  line.broke(refused);
  await page.next();
  assert.deepEqual([line.lost, line.gone, page.seen], [false, "This tournament was deleted.", []]);
  assert.ok(page.planned.pause >= 15_000);
  page.answer = async () => ({ version: 9, room: true });
  await page.next();
  assert.deepEqual([line.gone, page.seen], ["", [9]]);
});
