// Looks for the server that leads when this one is silent or no longer leads.

// A connection may be lost for a moment; then the other servers are asked every two seconds.
const PATIENCE = 4000;
const ASKS_EVERY = 2000;

export class OtherServer {
  #page;
  #time;
  #lost = false;
  #left = false;
  #planned;

  // What the page gives: `others()` are the other servers, { name, address } each; `ask(address)` resolves with
  // { leads, follows, leader }, or rejects where it does not answer; `seen(leader)` keeps who leads; `offer(server)` shows
  // one that has a copy and could take over, null for none; `go(address)` leaves for it.
  constructor(page, { after = (turn, pause) => setTimeout(turn, pause), cancel = (planned) => clearTimeout(planned) } = {}) {
    this.#page = page;
    this.#time = { after, cancel };
  }

  // The connection to this server is lost, or is back.
  lost(lost) {
    if (lost === this.#lost) return;
    this.#lost = lost;
    this.#time.cancel(this.#planned);
    if (lost) this.#planned = this.#time.after(() => this.look(), PATIENCE);
    else this.#page.offer(null);
  }

  // This server says that another one leads: go there if that one says so too.
  async elsewhere(address) {
    const state = await this.#page.ask(address).catch(() => null);
    if (state?.leads) this.#leave({ address, ...state });
  }

  async look() {
    const asked = this.#page.others().map((each) => this.#page.ask(each.address).then((state) => ({ ...each, ...state }), () => null));
    const answers = (await Promise.all(asked)).filter(Boolean);
    if (!this.#lost) return;
    const leading = answers.filter((each) => each.leads).sort((one, other) => epochOf(other.leader) - epochOf(one.leader));
    if (leading.length) {
      this.#leave(leading[0]);
      return;
    }
    this.#page.offer(answers.find((each) => each.follows) ?? null);
    this.#planned = this.#time.after(() => this.look(), ASKS_EVERY);
  }

  #leave({ address, leader }) {
    if (this.#left) return;
    this.#left = true;
    this.#page.seen(leader);
    this.#page.go(address);
  }
}

// The epoch in what a server signed about who leads; 0 where it cannot be read.
export function epochOf(leader) {
  try {
    return JSON.parse(atob(leader.split(".")[0].replaceAll("-", "+").replaceAll("_", "/"))).epoch;
  } catch {
    return 0;
  }
}

// An entry for the person who made it: its page, and what was typed or clicked there.
export function wordsOf({ title, line, label, fields = [] }) {
  const players = line?.white && line?.black ? `${line.white} – ${line.black}` : "";
  const typed = fields.find(([name]) => name === "entry")?.[1] ?? "";
  return [title, players, line?.text || typed || label].filter(Boolean).join(": ");
}

// Entries that came along from another server, added to those that wait here already.
export function mergedEntries(here, brought) {
  const known = new Set(here.map(({ id }) => id));
  return [...here, ...brought.filter(({ id, state }) => state === "waiting" && !known.has(id))];
}
