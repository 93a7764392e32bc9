// The forecast takes seconds: it is asked for when the page is there, and the page says that it is being computed. Of a
// large field a first look comes early, which then asks for the better figures itself.
const place = () => document.getElementById("forecast");

void load();

async function load() {
  const card = place();
  if (!card?.dataset.src) return;
  const working = card.querySelector("[data-working]");
  working.hidden = false;
  card.setAttribute("aria-busy", "true");
  const text = await answer(card.dataset.src);
  if (text) {
    card.outerHTML = text;
    await load();
    return;
  }
  // Without a connection the link or the first look stays.
  working.hidden = true;
  card.removeAttribute("aria-busy");
}

async function answer(address) {
  try {
    const response = await fetch(address, { headers: { "X-Requested-With": "miai" }, credentials: "same-origin" });
    return response.ok ? await response.text() : "";
  } catch {
    return "";
  }
}
