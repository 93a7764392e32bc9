// The advice on the bar takes a moment: it is asked for when the page is there, and again when the field has been still.
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
  }
}
