// Each file is checked when the page is there, one after the other, with a sign at the one that is being checked.
const places = [...document.querySelectorAll("[data-src]")];

function sign(place) {
  place.setAttribute("aria-busy", "true");
  place.innerHTML = `<p class="small quiet"></p><p class="wait"></p>`;
  place.firstChild.textContent = place.dataset.checking;
}

async function check(place) {
  try {
    const response = await fetch(place.dataset.src, { headers: { "X-Requested-With": "miai" }, credentials: "same-origin" });
    if (!response.ok) throw new Error(response.statusText);
    place.innerHTML = await response.text();
  } catch {
    place.textContent = place.dataset.failed;
  }
  place.removeAttribute("aria-busy");
  place.removeAttribute("data-src");
}

places.forEach(sign);
for (const place of places) await check(place);
