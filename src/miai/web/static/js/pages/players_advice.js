// The advice on the bar takes a moment: it is asked for when the page is there, and again when the field has been still.
import { overlap } from "../logic/grid.js";

const STILL = 2500;
let timer = 0;
let took = 0;
let asking = false;

ask(0);
document.addEventListener("miai:refreshed", () => ask(Math.max(STILL, 4 * took)));

function ask(pause) {
  clearTimeout(timer);
  if (document.getElementById("advice")?.dataset.src) timer = setTimeout(fetchAdvice, pause);
}

async function fetchAdvice() {
  const card = document.getElementById("advice");
  if (!card?.dataset.src || asking) return;
  asking = true;
  const began = Date.now();
  card.setAttribute("aria-busy", "true");
  try {
    const response = await fetch(card.dataset.src, { headers: { "X-Requested-With": "miai" }, credentials: "same-origin" });
    const text = response.ok ? await response.text() : "";
    if (text) document.getElementById("advice").outerHTML = text;
  } catch {
    // Without a connection the link stays.
  } finally {
    asking = false;
    // A large field takes longer, and others need the machine meanwhile.
    took = Date.now() - began;
    document.getElementById("advice")?.removeAttribute("aria-busy");
    keepClear();
  }
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
