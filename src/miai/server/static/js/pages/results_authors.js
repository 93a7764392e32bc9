// Somebody else's entry: whose it is and how long ago, for eight seconds.
import { keepStill, moves } from "../still.js";
import { games, rowOf } from "./results_entries.js";

const STAYS = 8000;
const fresh = new Map();

document.addEventListener("miai:change", ({ detail: { entries } }) => {
  for (const { kind, round, table, browser, author } of entries) {
    const isResult = kind === "results" || kind === "undo";
    const isHere = table && String(round) === games()?.dataset.round;
    if (isResult && isHere && browser !== document.body.dataset.browser) fresh.set(table, { author, at: Date.now() });
  }
});

// The line makes its row higher, so it comes and goes only while no row under the pointer would move.
function showAuthors() {
  for (const [table, news] of fresh) {
    const age = Date.now() - news.at;
    const row = rowOf(table);
    const line = row?.querySelector(".by.from");
    if (!row || (age > STAYS && (!news.shown || !moves(row)))) {
      line?.remove();
      fresh.delete(table);
    } else if (news.shown || !moves(row)) {
      news.shown = true;
      write(line ?? row.appendChild(document.createElement("p")), news.author, Math.round(age / 1000));
    }
  }
  keepStill();
}

function write(line, author, seconds) {
  const { entered, now, seconds: some } = games().dataset;
  line.className = "by from";
  line.textContent = entered.replace("{who}", author).replace("{age}", seconds < 2 ? now : some.replace("{n}", seconds));
}

document.addEventListener("miai:refreshed", showAuthors);
setInterval(() => fresh.size && showAuthors(), 1000);
