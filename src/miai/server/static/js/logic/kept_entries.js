// What waits to be sent, kept where it survives the death of its tab: each tab has a list of its own, and a list whose tab
// is gone is taken by one other tab of the same person. Nobody else's list is looked at.
//
// What the browser gives: `storage` for all tabs, `session` for this one, `alive` (which tabs are open), and `newId()`.
// `place` names the site and the person, so that another person who signs in here sends nothing of it.
const TAB = "miai-tab";
// What an older version of Miai, or the page of another server, left for this tab.
const BROUGHT = "miai-outbox";

export class KeptEntries {
  #browser;
  #place;
  #tab = "";
  #unsaved = null;

  constructor(browser, place) {
    this.#browser = browser;
    this.#place = `${BROUGHT}:${place}:`;
  }

  // Begin with what this tab kept before it was loaded again, and what came along from another server.
  async open() {
    const { session, alive, newId } = this.#browser;
    const known = session.getItem(TAB);
    // A tab that was duplicated has the id of a tab that is still open.
    const own = known && (await alive.hold(this.#place + known)) ? known : newId();
    if (own !== known) await alive.hold(this.#place + own);
    session.setItem(TAB, own);
    this.#tab = own;
    const brought = read(session, BROUGHT);
    const entries = [...this.#own(), ...brought];
    if (this.#unsaved) this.save(this.#unsaved);
    return entries;
  }

  // Keep the entries of this tab; before `open` has answered they wait.
  save(entries) {
    const { session, storage } = this.#browser;
    this.#unsaved = entries;
    if (!this.#tab) return;
    const key = this.#place + this.#tab;
    if (entries.length) storage.setItem(key, JSON.stringify(entries));
    else storage.removeItem(key);
    session.removeItem(BROUGHT);
  }

  // Everything that waits goes along to another server: it stays with this tab alone.
  handOver() {
    const entries = this.#own();
    this.#browser.session.setItem(BROUGHT, JSON.stringify(entries));
    this.#browser.storage.removeItem(this.#place + this.#tab);
    return entries;
  }

  // Give `take` the entries of tabs that are gone; they are removed there once they are kept here.
  async takeLeft(take) {
    const { storage, alive } = this.#browser;
    for (const key of keysOf(storage)) {
      if (!key.startsWith(this.#place) || key === this.#place + this.#tab) continue;
      await alive.ifGone(key, () => {
        const left = read(storage, key);
        if (left.length) take(left);
        storage.removeItem(key);
      });
    }
  }

  // The number of entries that wait for other people of this site, whose lists have names below `site`.
  countOfOthers(site) {
    const { storage } = this.#browser;
    const others = keysOf(storage).filter((key) => key.startsWith(`${BROUGHT}:${site}:`) && !key.startsWith(this.#place));
    return others.flatMap((key) => read(storage, key)).filter(({ state }) => state === "waiting").length;
  }

  #own() {
    return read(this.#browser.storage, this.#place + this.#tab);
  }
}

const keysOf = (storage) => Array.from({ length: storage.length }, (_, at) => storage.key(at));

function read(storage, key) {
  try {
    const found = JSON.parse(storage.getItem(key) || "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}
