// Typing a name leaves only the rows that have it; without scripts the server does the same.
import { nameFilter } from "../logic/name_filter.js";

function filter(field) {
  const wanted = nameFilter(field.value);
  for (const row of document.querySelectorAll(`${field.dataset.filter} [data-name]`)) row.hidden = !wanted(row.dataset.name);
}

document.addEventListener("input", (event) => {
  if (event.target.dataset.filter) filter(event.target);
});

// Enter would ask the server for the same list once more; it only puts the phone's keyboard away.
document.addEventListener("submit", (event) => {
  if (event.target.getAttribute("role") !== "search") return;
  event.preventDefault();
  event.target.elements.find.blur();
});

// A page that was fetched again is the same for everybody: the reader's own row is marked here, and stays when others are
// filtered out.
function markMine() {
  const { me } = document.body.dataset;
  if (!me) return;
  for (const link of document.querySelectorAll(`#list a[href$="/player/${CSS.escape(me)}"]`)) {
    const row = link.closest("tr");
    row.setAttribute("aria-current", "true");
    row.classList.add("on");
    if (!row.dataset.row.startsWith("seat-")) continue;
    row.classList.add("mine");
    row.removeAttribute("data-name");
    const words = row.querySelector("[data-opponent]");
    if (words) words.textContent = row.closest("table").dataset.mine.replace("{name}", words.dataset.opponent).replace("{grade}", words.dataset.grade);
  }
}

document.addEventListener("miai:refreshed", () => {
  markMine();
  for (const field of document.querySelectorAll("[data-filter]")) filter(field);
});
