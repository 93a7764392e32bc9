// Sends values that may change faster than they can be sent: one at a time, and of each name only the latest.
export class LatestSender {
  #wanted = new Map();
  #unsent = new Set();
  #sending = false;
  #send;
  #settled;

  // `send` sends a value under its name and resolves when the page shows the answer; `settled` is called when
  // nothing is left to send, before the page's own values count again.
  constructor({ send, settled }) {
    this.#send = send;
    this.#settled = settled;
  }

  // The value that was chosen and is not settled yet; undefined where the page's own value counts.
  wanted(name) {
    return this.#wanted.get(name);
  }

  // Choose a value; the promise resolves when everything is settled.
  want(name, value) {
    this.#wanted.set(name, value);
    this.#unsent.add(name);
    return this.#sendAll();
  }

  // The values that were not sent yet, which are then no longer sent from here.
  takeUnsent() {
    const left = [...this.#unsent].map((name) => [name, this.#wanted.get(name)]);
    this.#unsent.clear();
    return left;
  }

  async #sendAll() {
    if (this.#sending) return;
    this.#sending = true;
    while (this.#unsent.size) {
      const [name] = this.#unsent;
      this.#unsent.delete(name);
      await quietly(() => this.#send(name, this.#wanted.get(name)));
      if (!this.#unsent.size) await quietly(this.#settled);
    }
    this.#wanted.clear();
    this.#sending = false;
  }
}

// A connection that is lost after the answer must not keep the next value from being sent.
async function quietly(ask) {
  try {
    await ask();
  } catch {
    // The page is refreshed when the connection is back.
  }
}
