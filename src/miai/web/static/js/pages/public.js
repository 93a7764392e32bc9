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

document.addEventListener("miai:refreshed", () => {
  for (const field of document.querySelectorAll("[data-filter]")) filter(field);
});
