// Which tabs are open: each holds a name, which the browser frees when the tab is gone, however it ended.

// With locks, which browsers have on https and on this machine.
export class LockedTabs {
  #locks;

  constructor(locks) {
    this.#locks = locks;
  }

  // Hold a name until the page is left; false if another tab holds it. A page that is loaded again comes a moment before
  // the browser has freed the name of the page before.
  async hold(name, { tries = 5, pause = () => new Promise((resolve) => setTimeout(resolve, 60)) } = {}) {
    for (let turn = 0; turn < tries; turn += 1) {
      if (turn) await pause();
      if (await this.#request(name)) return true;
    }
    return false;
  }

  // Do something while nobody holds a name.
  async ifGone(name, act) {
    await this.#locks.request(name, { ifAvailable: true }, (lock) => lock && act());
  }

  #request(name) {
    return new Promise((held) => {
      void this.#locks.request(name, { ifAvailable: true }, (lock) => {
        held(Boolean(lock));
        return lock && new Promise(() => {});
      });
    });
  }
}

// Without locks, on plain http: ask, and take silence for an answer. If two tabs take the same list, both send entries
// with the same ids, which the server carries out once.
export class AskedTabs {
  #channel;
  #held = new Set();
  #answered = new Set();
  #wait;

  constructor(channel, wait = () => new Promise((resolve) => setTimeout(resolve, 400))) {
    this.#channel = channel;
    this.#wait = wait;
    channel.onmessage = ({ data }) => {
      if (data.held) this.#answered.add(data.held);
      else if (this.#held.has(data.ask)) channel.postMessage({ held: data.ask });
    };
  }

  async hold(name) {
    if (await this.#isHeld(name)) return false;
    this.#held.add(name);
    return true;
  }

  async ifGone(name, act) {
    if (!(await this.#isHeld(name))) act();
  }

  async #isHeld(name) {
    this.#answered.delete(name);
    this.#channel.postMessage({ ask: name });
    await this.#wait();
    return this.#answered.has(name);
  }
}
