import assert from "node:assert/strict";
import { test } from "node:test";
import { KeptEntries } from "../../src/miai/server/static/js/logic/kept_entries.js";
import { AskedTabs, LockedTabs } from "../../src/miai/server/static/js/logic/open_tabs.js";

class Storage {
  #items = new Map();

  get length() {
    return this.#items.size;
  }

  key(at) {
    return [...this.#items.keys()][at] ?? null;
  }

  getItem(key) {
    return this.#items.get(key) ?? null;
  }

  setItem(key, value) {
    this.#items.set(key, String(value));
  }

  removeItem(key) {
    this.#items.delete(key);
  }
}

// The locks of a browser; a tab that is killed frees those that it holds.
class Browser {
  storage = new Storage();
  #held = new Map();
  #ids = 0;

  tab({ session = new Storage(), owner = "ana" } = {}) {
    const tab = {};
    const locks = {
      request: (name, _options, act) => {
        if (this.#held.has(name)) return Promise.resolve(act(null));
        this.#held.set(name, tab);
        const done = act({ name });
        if (done instanceof Promise) return done;
        this.#held.delete(name);
        return Promise.resolve(done);
      },
    };
    const hold = new LockedTabs(locks);
    const alive = { hold: (name) => hold.hold(name, { tries: 2, pause: () => Promise.resolve() }), ifGone: (name, act) => hold.ifGone(name, act) };
    const kept = new KeptEntries({ storage: this.storage, session, alive, newId: () => `tab${++this.#ids}` }, `:${owner}`);
    const die = () => {
      for (const [name, holder] of this.#held) if (holder === tab) this.#held.delete(name);
    };
    return { kept, session, die };
  }
}

const entry = (id) => ({ id, action: "a", state: "waiting" });

async function left(kept) {
  const found = [];
  await kept.takeLeft((entries) => found.push(...entries));
  return found.map(({ id }) => id);
}

test("what waited in a tab that was killed is taken by one other tab, once", async () => {
  const browser = new Browser();
  const [killed, one, two] = [browser.tab(), browser.tab(), browser.tab()];
  for (const { kept } of [killed, one, two]) await kept.open();
  killed.kept.save([entry("x"), entry("y")]);
  assert.deepEqual(await left(one.kept), []);
  killed.die();
  const taken = [await left(one.kept), await left(two.kept)];
  assert.deepEqual(taken, [["x", "y"], []]);
});

test("a tab that is loaded again begins with what it kept", async () => {
  const browser = new Browser();
  const before = browser.tab();
  assert.deepEqual(await before.kept.open(), []);
  before.kept.save([entry("x")]);
  before.die();
  const after = browser.tab({ session: before.session });
  assert.deepEqual((await after.kept.open()).map(({ id }) => id), ["x"]);
  after.kept.save([]);
  assert.deepEqual(await left(after.kept), []);
});

test("a tab that was duplicated leaves the list to the one it is a copy of", async () => {
  const browser = new Browser();
  const first = browser.tab();
  await first.kept.open();
  first.kept.save([entry("x")]);
  const copy = new Storage();
  copy.setItem("miai-tab", first.session.getItem("miai-tab"));
  const second = browser.tab({ session: copy });
  assert.deepEqual(await second.kept.open(), []);
  second.kept.save([entry("y")]);
  assert.deepEqual(await left(second.kept), []);
  first.die();
  assert.deepEqual(await left(second.kept), ["x"]);
});

test("another person takes nothing", async () => {
  const browser = new Browser();
  const ana = browser.tab({ owner: "ana" });
  await ana.kept.open();
  ana.kept.save([entry("x")]);
  ana.die();
  const ben = browser.tab({ session: ana.session, owner: "ben" });
  assert.deepEqual(await ben.kept.open(), []);
  assert.deepEqual(await left(ben.kept), []);
  assert.equal(ben.kept.countOfOthers(""), 1);
  ben.die();
  const again = browser.tab({ session: ana.session, owner: "ana" });
  assert.deepEqual((await again.kept.open()).map(({ id }) => id), ["x"]);
});

test("what came along from another server is kept, and what goes to one stays with the tab alone", async () => {
  const browser = new Browser();
  const session = new Storage();
  session.setItem("miai-outbox", JSON.stringify([entry("x")]));
  const tab = browser.tab({ session });
  const brought = await tab.kept.open();
  tab.kept.save([...brought, entry("y")]);
  assert.equal(session.getItem("miai-outbox"), null);
  assert.deepEqual(tab.kept.handOver().map(({ id }) => id), ["x", "y"]);
  assert.equal(browser.storage.length, 0);
});

test("an entry that is made before the tab knows its place is kept as soon as it does", async () => {
  const browser = new Browser();
  const tab = browser.tab();
  const opening = tab.kept.open();
  tab.kept.save([entry("x")]);
  await opening;
  tab.die();
  const other = browser.tab();
  await other.kept.open();
  assert.deepEqual(await left(other.kept), ["x"]);
});

test("a list that cannot be read holds nothing", async () => {
  const browser = new Browser();
  browser.storage.setItem("miai-outbox::ana:old", "{odd");
  const tab = browser.tab();
  await tab.kept.open();
  assert.deepEqual(await left(tab.kept), []);
});

test("without locks a tab that answers is open", async () => {
  const channels = [];
  const channel = () => {
    const made = { postMessage: (data) => channels.filter((each) => each !== made).map((each) => each.onmessage({ data })) };
    channels.push(made);
    return made;
  };
  const soon = () => Promise.resolve();
  const [one, two] = [new AskedTabs(channel(), soon), new AskedTabs(channel(), soon)];
  assert.equal(await one.hold("a"), true);
  assert.equal(await two.hold("a"), false);
  const done = [];
  await two.ifGone("a", () => done.push("a"));
  await two.ifGone("b", () => done.push("b"));
  assert.deepEqual(done, ["b"]);
});
