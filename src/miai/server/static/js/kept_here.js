// The entries of this page's person, kept in this browser.
import { entryId } from "./logic/entry_id.js";
import { KeptEntries } from "./logic/kept_entries.js";
import { AskedTabs, LockedTabs } from "./logic/open_tabs.js";

const { base = "" } = document.documentElement.dataset;

// Who sends from this page; empty on pages for players.
export const owner = document.body.dataset.owner ?? "";

export const countOfOthers = () => kept.countOfOthers(base);

export const kept = new KeptEntries(
  {
    storage: localStorage,
    session: sessionStorage,
    alive: navigator.locks ? new LockedTabs(navigator.locks) : new AskedTabs(new BroadcastChannel("miai-tabs")),
    newId: () => entryId(crypto),
  },
  `${base}:${owner}`,
);
