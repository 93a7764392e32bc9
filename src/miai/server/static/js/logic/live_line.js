// Keeps a page in touch with the server: by the stream, or by asking for the version where the stream is refused.

// The server says something every 15 seconds; a stream that is silent for longer than this is dead.
const SILENT = 40_000;
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 10_000;
// How often a page asks that found no room for a stream.
const ASKS_EVERY = 15_000;

export class LiveLine {
  #page;
  #heardAt;
  #state = "closed";
  #lost = false;
  #gone = "";
  #tries = 0;
  #planned;
  #time;

  // What the page gives: `open()` and `close()` the stream; `ask()` resolves with { version, room }, or with { gone }, the
  // reason why there is no tournament any more, or rejects where the server did not answer; `newer(version)` fetches the page
  // where it is older; `show()` shows whether the line is lost or the tournament gone.
  constructor(page, { now = Date.now, after = (turn, pause) => setTimeout(turn, pause), cancel = (planned) => clearTimeout(planned), random = Math.random } = {}) {
    this.#page = page;
    this.#time = { now, after, cancel, random };
    this.#heardAt = now();
  }

  get lost() {
    return this.#lost;
  }

  // Why there is no tournament any more; empty while there is one.
  get gone() {
    return this.#gone;
  }

  // When the page was last known to be up to date.
  get heardAt() {
    return this.#heardAt;
  }

  // Open the stream, or open it again because the page follows something else.
  open() {
    this.#plan(null);
    this.#page.close();
    this.#state = "open";
    this.#page.open();
  }

  // The stream is open, or said something.
  heard() {
    this.#heardAt = this.#time.now();
    this.#tries = 0;
    this.#gone = "";
    this.#tell(false);
  }

  // The stream broke. The browser opens it again by itself, unless it was refused.
  broke({ refused }) {
    if (!refused) this.#tell(true);
    else if (this.#state === "open") this.#askSoon();
  }

  // A dead stream is noticed by its silence; after a phone has slept, at once.
  check() {
    if (this.#state !== "open" || this.#time.now() - this.#heardAt < SILENT) return;
    this.#page.close();
    this.#tell(true);
    this.#askSoon();
  }

  // The network is back: ask now.
  tryNow() {
    if (this.#state === "asking" || this.#lost) this.#plan(() => this.#ask(), 0);
  }

  #askSoon() {
    this.#state = "asking";
    this.#plan(() => this.#ask(), this.#tries ? this.#pause() : 0);
  }

  async #ask() {
    this.#state = "asking";
    this.#page.close();
    const answer = await this.#page.ask().catch(() => null);
    // The page may have opened another stream meanwhile.
    if (this.#state !== "asking") return;
    if (!answer) {
      this.#tell(true);
      this.#plan(() => this.#ask(), this.#pause());
      return;
    }
    this.#heardAt = this.#time.now();
    this.#gone = answer.gone ?? "";
    this.#tell(false);
    if (this.#gone) {
      // It may be restored.
      this.#plan(() => this.#ask(), ASKS_EVERY * (1 + this.#time.random()));
      return;
    }
    this.#page.newer(answer.version);
    if (answer.room) this.#plan(() => this.open(), this.#pause());
    else this.#plan(() => this.#ask(), ASKS_EVERY * (1 + this.#time.random()));
  }

  // Longer each time, and not the same for all pages.
  #pause() {
    const longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#tries);
    this.#tries += 1;
    return longest * (0.5 + this.#time.random() / 2);
  }

  #plan(turn, pause) {
    this.#time.cancel(this.#planned);
    this.#planned = turn ? this.#time.after(turn, pause) : undefined;
  }

  #tell(lost) {
    this.#lost = lost;
    this.#page.show();
  }
}
