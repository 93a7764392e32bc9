// The advice on the bar takes a moment: it is asked for when the page is there, and again when the field has been still.
import { isCurrent } from "../logic/current_answer.js";
import { overlap } from "../logic/grid.js";

const STILL = 2500;
let timer = 0;
let took = 0;
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
  const began = Date.now();
  card.setAttribute("aria-busy", "true");
  try {
    const response = await fetch(card.dataset.src, { headers: { "X-Requested-With": "miai" }, credentials: "same-origin" });
    show(response.ok ? await response.text() : "");
  } catch {
    // Without a connection the link stays.
  } finally {
    asking = false;
    // A large field takes longer, and others need the machine meanwhile.
    took = Date.now() - began;
    cardNow()?.removeAttribute("aria-busy");
    keepClear();
    // Somebody waits for this one.
    if (again) ask(STILL);
    again = false;
  }
}

// An answer for an earlier position of the bar is not shown: the newest one is asked for instead.
function show(html) {
  const place = document.createElement("template");
  place.innerHTML = html;
  const answer = place.content.querySelector("#advice");
  const card = cardNow();
  if (!answer || !card) return;
  if (isCurrent(answer.dataset, card.dataset)) card.replaceWith(answer);
  else again = true;
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
