// While a member is typed, the list below the field has those entered and those of the rating lists; choosing one fills in
// the grade and the PIN.
const PAUSE = 120;
let timer = 0;
let running = null;

const list = () => document.getElementById("team-people");

document.addEventListener("input", ({ target }) => {
  if (target.name !== "member") return;
  const chosen = [...list().options].find(({ value }) => value === target.value);
  if (chosen) return fill(target.closest("tr"), chosen.dataset);
  clearTimeout(timer);
  if (target.value.trim().length > 1) timer = setTimeout(() => void look(target), PAUSE);
});

function fill(row, { grade, pin }) {
  if (grade) row.querySelector('[name="grade"]').value = grade;
  if (pin) row.querySelector('[name="egf_pin"]').value = pin;
}

async function look(field) {
  running?.abort();
  running = new AbortController();
  const { find } = field.closest("table").dataset;
  try {
    const response = await fetch(`${find}?q=${encodeURIComponent(field.value)}`, {
      signal: running.signal,
      headers: { "X-Requested-With": "miai" },
      credentials: "same-origin",
    });
    if (response.ok && response.headers.has("X-Miai")) list().innerHTML = await response.text();
  } catch {
    // Without a connection the names can still be typed.
  }
}
