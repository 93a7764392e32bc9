// The entries of a page: each is sent until Miai has answered it, one at a time, in the order in which they were made.
//
// An entry has an id, the same each time it is sent, and a state: "waiting", "saved", "refused" or "taken back". One with
// a `line` is shown in the list of lines, where it stays when it is answered; the others leave the queue with their answer.
import { isSaved, verdict } from "./answers.js";

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 5000;
const MOST_ANSWERED = 100;

export class SendQueue {
  #entries = [];
  #callers = new Map();
  #sending = false;
  #tries = 0;
  #failing = false;
  #renewedFor = "";
  #wake = () => {};
  #page;

  signedOut = false;

  // What the page gives:
  // `prepare(entry)` resolves with what an entry with `find` sends, or with an answer, such as a question;
  // `post(entry)` resolves with its answer, or rejects where none came; `understand(entry, answer)` gives the reason and
  // the choices of an answer; `renew(entry)` says whether the visitor may still see its page, and gets a new token for the forms;
  // `save(entries)` keeps what must survive a reload; `changed()` and `settled(entry, answer)` say what happened;
  // `pause(milliseconds)` resolves later; `newId()` makes an id.
  constructor(page) {
    this.#page = page;
  }

  // Send what waited when its page was left, in the order in which it was made. It stays in the list when it is answered.
  restore(entries) {
    const known = new Set(this.#entries.map(({ id }) => id));
    const restored = entries.filter(({ id }) => !known.has(id)).map((entry) => ({ ...entry, restored: true }));
    if (!restored.length) return;
    this.#entries = [...restored, ...this.#entries].sort((one, other) => (one.at ?? 0) - (other.at ?? 0));
    this.#keep();
    void this.pump();
  }

  get entries() {
    return this.#entries;
  }

  get waiting() {
    return this.#entries.filter(({ state }) => state === "waiting");
  }

  // Whether the last attempt did not arrive.
  get failing() {
    return this.#failing;
  }

  // The answer to this entry, when it comes.
  send(entry) {
    const added = { ...entry, id: this.#page.newId(), state: "waiting", attempted: false };
    return new Promise((answer) => {
      this.#callers.set(added.id, answer);
      this.#entries.push(added);
      this.#keep();
      void this.#sendAll();
    });
  }

  // Show a line that is not sent, because it cannot be understood.
  refuse(entry) {
    this.#entries.push({ ...entry, id: this.#page.newId(), state: "refused" });
    this.#keep();
  }

  // Take back a waiting entry; false where it may have been carried out already.
  takeBack(id) {
    const entry = this.#entries.find((each) => each.id === id);
    if (entry?.state !== "waiting" || entry.attempted) return false;
    entry.state = "taken back";
    this.#callers.delete(id);
    this.#keep();
    return true;
  }

  dismiss(id) {
    this.#entries = this.#entries.filter((each) => each.id !== id || each.state === "waiting");
    this.#keep();
  }

  // Change what is known about an entry, such as that nobody has to choose any more.
  change(id, changed) {
    const entry = this.#entries.find((each) => each.id === id);
    if (!entry) return;
    Object.assign(entry, changed);
    this.#keep();
  }

  // Try again now, without waiting for the end of a pause.
  async pump() {
    this.#tries = 0;
    this.#wake();
    await this.#sendAll();
  }

  async #sendAll() {
    if (this.#sending) return;
    this.#sending = true;
    try {
      for (let entry = this.waiting[0]; entry; entry = this.waiting[0]) await this.#attempt(entry);
    } finally {
      this.#sending = false;
    }
  }

  async #attempt(entry) {
    const answer = await this.#ask(entry).catch(() => null);
    if (entry.state !== "waiting") return;
    const result = answer ? verdict(answer, entry.faults) : "again";
    if (result === "settled" || (result === "denied" && this.#renewedFor === entry.id)) return this.#settle(entry, answer);
    if (result === "denied" && (await this.#renew(entry))) return;
    if (answer?.own && answer.status === 500) entry.faults = (entry.faults ?? 0) + 1;
    await this.#rest();
  }

  async #ask(entry) {
    if (entry.find) {
      const found = await this.#page.prepare(entry);
      if (found.status || entry.state !== "waiting") return found;
      Object.assign(entry, found, { find: undefined });
    }
    entry.attempted = true;
    this.#keep();
    return this.#page.post(entry);
  }

  // The token of the forms is old after signing in again. Denied with a new one too, an entry is refused.
  async #renew(entry) {
    const signedIn = await this.#page.renew(entry).catch(() => null);
    if (signedIn !== null) this.signedOut = !signedIn;
    if (signedIn) this.#renewedFor = entry.id;
    return signedIn;
  }

  #settle(entry, answer) {
    this.#tries = 0;
    this.#failing = this.signedOut = false;
    this.#renewedFor = "";
    entry.state = isSaved(answer) ? "saved" : "refused";
    Object.assign(entry, this.#page.understand(entry, answer));
    const caller = this.#callers.get(entry.id);
    this.#callers.delete(entry.id);
    // Without a caller the page has been left since: the person is told what became of it.
    const stays = entry.line || !caller;
    if (!stays) this.#entries = this.#entries.filter((each) => each !== entry);
    this.#keep();
    caller?.(answer);
    this.#page.settled(entry, answer);
  }

  async #rest() {
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#tries);
    this.#tries += 1;
    this.#failing = true;
    this.#renewedFor = "";
    this.#page.changed();
    const woken = new Promise((resolve) => {
      this.#wake = resolve;
    });
    await Promise.race([this.#page.pause(pause), woken]);
  }

  #keep() {
    const answered = this.#entries.filter((each) => !isOpen(each));
    const old = new Set(answered.slice(0, -MOST_ANSWERED));
    this.#entries = this.#entries.filter((each) => !old.has(each));
    // A file cannot be stored, so it does not survive a reload.
    this.#page.save(this.#entries.filter((each) => isOpen(each) && !each.file));
    this.#page.changed();
  }
}

// Whether somebody still has to do or to know something about an entry.
export function isOpen({ state, choices }) {
  return state === "waiting" || state === "refused" || Boolean(choices?.length);
}
