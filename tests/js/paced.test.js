import assert from "node:assert/strict";
import { test } from "node:test";
import { paced } from "../../src/miai/server/static/js/logic/paced.js";

// Time that passes only when the test says so.
function clock() {
  const time = { now: 0, planned: [] };
  const options = {
    now: () => time.now,
    after: (turn, pause) => time.planned.push({ turn, at: time.now + pause }),
    random: () => 0.5,
  };
  time.next = () => {
    const { turn, at } = time.planned.shift();
    time.now = at;
    return turn();
  };
  return { time, options };
}

test("a part of what the function says is waited, as it is at that moment", async () => {
  const { time, options } = clock();
  let spread = 200;
  const look = paced(() => {}, 0, () => spread, options);
  look();
  await time.next();
  spread = 4000;
  look();
  assert.deepEqual(time.planned.map(({ at }) => at), [2100]);
});

test("many changes at once lead to one request, spread by chance", async () => {
  const { time, options } = clock();
  let asked = 0;
  const look = paced(() => { asked += 1; }, 1000, 200, options);
  look();
  look();
  look();
  assert.deepEqual(time.planned.map(({ at }) => at), [100]);
  await time.next();
  assert.equal(asked, 1);
  assert.equal(time.planned.length, 0);
});

test("the next request waits for the pause, and for as long as the last answer took", async () => {
  const { time, options } = clock();
  const look = paced(() => { time.now += 300; }, 1000, 0, options);
  look();
  await time.next();
  assert.equal(time.now, 300);
  look();
  assert.deepEqual(time.planned.map(({ at }) => at), [300 + 1000 + 300]);
});

test("a change during a request is asked for afterwards, never at the same time", async () => {
  const { time, options } = clock();
  let answer;
  const look = paced(() => new Promise((resolve) => { answer = resolve; }), 1000, 0, options);
  look();
  const running = time.next();
  look();
  assert.equal(time.planned.length, 0);
  answer();
  await running;
  assert.equal(time.planned.length, 1);
});

test("a request that fails is made again", async () => {
  const { time, options } = clock();
  const answers = [Promise.reject(new TypeError("no connection")), Promise.resolve()];
  answers[0].catch(() => {});
  const look = paced(() => answers.shift(), 1000, 0, options);
  look();
  await time.next();
  assert.equal(time.planned.length, 1);
  await time.next();
  assert.deepEqual([answers.length, time.planned.length], [0, 0]);
});
