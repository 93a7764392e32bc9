// The advice on the bar takes a moment: it is asked for when the page is there, and again when the field has been still.
import { isCurrent } from "../logic/current_answer.js";
import { overlap } from "../logic/grid.js";
import { growingPause } from "../logic/growing_pause.js";

const STILL = 2500;
// How long to wait before asking how far the advice is; the server takes about a second to answer.
const POLL = 500;
let timer = 0;
// When the present advice was first asked for, and how long the last one took.
let began = 0;
let took = 0;
let failed = 0;
let asking = false;
// The field changed while an answer was on its way.
let again = false;

const cardNow = () => document.getElementById("advice");
const pause = () => Math.max(STILL, 4 * took);

ask(0);
document.addEventListener("miai:refreshed", () => ask(pause()));

function ask(wait) {
  clearTimeout(timer);
  if (cardNow()?.dataset.src) timer = setTimeout(fetchAdvice, wait);
}

async function fetchAdvice() {
  const card = cardNow();
  if (!card?.dataset.src) return;
  if (asking) {
    again = true;
    return;
  }
  asking = true;
  began ||= Date.now();
  card.setAttribute("aria-busy", "true");
  try {
    const response = await fetch(card.dataset.src, { headers: { "X-Requested-With": "miai" }, credentials: "same-origin" });
    const answer = response.ok ? cardIn(await response.text()) : null;
    if (answer) show(answer);
    else fail("failed");
  } catch {
    fail("lost");
  } finally {
    asking = false;
    keepClear();
    // Somebody waits for this one.
    if (again) ask(STILL);
    again = false;
  }
}

function cardIn(html) {
  const place = document.createElement("template");
  place.innerHTML = html;
  return place.content.querySelector("#advice");
}

// An answer for an earlier position of the bar is not shown: the newest one is asked for instead.
function show(answer) {
  failed = 0;
  const card = cardNow();
  if (!card) return;
  if (!isCurrent(answer.dataset, card.dataset)) {
    again = true;
  } else if (answer.dataset.src) {
    showProgress(card, answer);
    ask(POLL);
    return;
  } else {
    card.replaceWith(answer);
  }
  // A large field takes longer, and others need the machine meanwhile.
  took = Date.now() - began;
  began = 0;
  cardNow().removeAttribute("aria-busy");
}

// Only what has changed is replaced: the rest of the card may be in use.
function showProgress(card, answer) {
  const [old, now] = [card, answer].map((each) => each.querySelector("[data-state]"));
  if (old && now) old.replaceWith(now);
  card.querySelector(".lines")?.remove();
}

// Says what happened, and asks again after a pause that grows.
function fail(why) {
  failed += 1;
  const card = cardNow();
  const state = card?.querySelector("[data-state]");
  if (!state) return;
  const said = document.createElement("p");
  said.className = "small";
  said.role = "status";
  said.textContent = card.dataset[why];
  state.replaceChildren(said);
  card.removeAttribute("aria-busy");
  card.querySelector(".lines")?.remove();
  ask(growingPause(failed));
}

// A toast must not cover the advice: it goes to the top of the window where it would.
function keepClear() {
  const toasts = document.getElementById("toasts");
  const advice = document.getElementById("advice");
  toasts.classList.remove("at-top");
  const covered = advice && toasts.childElementCount && overlap(toasts.getBoundingClientRect(), advice.getBoundingClientRect());
  toasts.classList.toggle("at-top", Boolean(covered));
}

new MutationObserver(keepClear).observe(document.getElementById("toasts"), { childList: true });
window.addEventListener("resize", keepClear);
