// Keys in the rows: arrows choose one, space says here or not, a digit says whether that round is played.
import { postFields, submit } from "../forms.js";

const rows = () => [...document.querySelectorAll("#players tr[data-player]")];
let place = null;

document.addEventListener("keydown", (event) => {
  const row = event.target.closest?.("#players tr[data-player]");
  if (!row || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    move(row, event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === " ") {
    if (event.target.closest(".check")) return;
    event.preventDefault();
    row.querySelector(".check").click();
  } else if (/^[1-9]$/.test(event.key) && document.body.dataset.keys === "on") {
    event.preventDefault();
    void attend(row, Number(event.key));
  }
});

function move(row, by) {
  const all = rows();
  const next = all[all.indexOf(row) + by];
  if (next) next.querySelector(".check").focus();
  else if (by < 0) document.getElementById("q")?.focus();
}

async function attend(row, round) {
  const dot = row.querySelectorAll(".att i")[round - 1];
  if (!dot) return;
  const action = document.getElementById("search").dataset.attendance;
  const sent = postFields(action, { round, [dot.classList.contains("no") ? "plays" : "misses"]: row.dataset.player });
  dot.classList.toggle("no");
  if (!(await sent)) dot.classList.toggle("no");
}

// A switch turns at once; a thousand rows take a moment to come back.
const OPPOSITE = { here: "away", away: "here", plays: "misses", misses: "plays" };

document.addEventListener("submit", async (event) => {
  const button = event.submitter;
  if (!button?.matches("#players .check")) return;
  event.preventDefault();
  const sent = submit(event.target, button);
  turn(button);
  if (!(await sent) && "turned" in button.dataset) turn(button);
}, true);

function turn(button) {
  button.setAttribute("aria-checked", String(button.getAttribute("aria-checked") !== "true"));
  button.name = OPPOSITE[button.name];
  button.toggleAttribute("data-turned");
}

// A row that leaves the list, such as "Not here", gives its focus to the one after it.
document.addEventListener("focusin", (event) => {
  const row = event.target.closest?.("#players tr[data-player]");
  place = row ? { id: row.id, index: rows().indexOf(row) } : null;
});

document.addEventListener("miai:refreshed", () => {
  if (!place || document.activeElement !== document.body) return;
  const all = rows();
  const row = document.getElementById(place.id) ?? all[Math.min(place.index, all.length - 1)];
  row?.querySelector(".check").focus({ preventScroll: true });
});
