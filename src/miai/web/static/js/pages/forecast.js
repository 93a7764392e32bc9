// The forecast takes seconds: it is asked for when the page is there, and the page says that it is being computed.
const card = document.getElementById("forecast");
const working = card?.querySelector("[data-working]");
if (card?.dataset.src && working) void load();

async function load() {
  working.hidden = false;
  card.setAttribute("aria-busy", "true");
  try {
    const response = await fetch(card.dataset.src, { headers: { "X-Requested-With": "miai" }, credentials: "same-origin" });
    const text = response.ok ? await response.text() : "";
    if (text) card.outerHTML = text;
  } catch {
    // Without a connection the link stays.
  } finally {
    working.hidden = true;
    card.removeAttribute("aria-busy");
  }
}
