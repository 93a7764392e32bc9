// Entries that wait to be sent: one at a time, in the order in which they were made, each tried until it arrives.
export class SendQueue {
  #waiting;
  #sending = false;
  #post;
  #save;
  #changed;
  #retryLater;

  // `post` sends an entry and rejects without a connection; `save` keeps the entries that survive a reload;
  // `changed` is called when the number of waiting entries may have changed; `retryLater` calls back after a pause.
  constructor({ saved = [], post, save, changed, retryLater }) {
    this.#waiting = saved.map((entry) => ({ entry, settle: () => {} }));
    this.#post = post;
    this.#save = save;
    this.#changed = changed;
    this.#retryLater = retryLater;
  }

  get size() {
    return this.#waiting.length;
  }

  // The answer to this entry, when it has been sent.
  send(entry) {
    return new Promise((settle) => {
      this.#waiting.push({ entry, settle });
      this.#saveWaiting();
      void this.pump();
    });
  }

  async pump() {
    if (this.#sending) return;
    this.#sending = true;
    while (this.#waiting.length) {
      const { entry, settle } = this.#waiting[0];
      let response;
      try {
        response = await this.#post(entry);
      } catch {
        this.#changed();
        this.#retryLater(() => void this.pump());
        break;
      }
      this.#waiting.shift();
      this.#saveWaiting();
      this.#changed();
      settle(response);
    }
    this.#sending = false;
  }

  // A file cannot be stored, so it does not survive a reload.
  #saveWaiting() {
    this.#save(this.#waiting.map(({ entry }) => entry).filter(({ file }) => !file));
  }
}
