// Results at the speed of typing: the box says what it understood before Enter, every line is queued, and the row of its
// table shows what became of it; other desks' entries say whose they are.
import "../here.js";
import "./results_authors.js";
import "./results_box.js";
import "./results_rows.js";
import { games, rowOf } from "./results_entries.js";

const body = document.body;

// The page stays with its round, though the next one becomes the current one with the last result.
const address = new URL(location.href);
if (games() && !address.searchParams.has("round")) {
  address.searchParams.set("round", games().dataset.round);
  history.replaceState(history.state, "", address);
}

// “Still out” means out at this moment: rows come by the stream before the rest of the page.
document.addEventListener(
  "click",
  (event) => {
    const chip = event.target.closest?.("a[data-since]");
    if (!chip) return;
    const url = new URL(chip.href);
    url.searchParams.set("since", body.dataset.version);
    chip.href = url.href;
  },
  true,
);

// After an undo the focus is where the result was --------------------------------------

let touched = 0;

document.addEventListener("miai:entered", ({ detail: { table } }) => {
  touched = table;
});

document.addEventListener("submit", (event) => {
  if (event.target.closest(".toast")) document.addEventListener("miai:refreshed", back, { once: true });
});

function back() {
  const lost = !document.activeElement || document.activeElement === body;
  if (lost && touched) rowOf(touched)?.querySelector(".who")?.focus();
}
