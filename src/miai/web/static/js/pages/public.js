// Typing a name leaves only the rows that have it; without scripts the server does the same.
function plain(text) {
  return text.toLowerCase().replaceAll("ø", "o").replaceAll("ł", "l").replaceAll("ß", "ss").normalize("NFKD").replace(/\p{M}/gu, "");
}

function filter(field) {
  const words = plain(field.value).split(/\s+/).filter(Boolean);
  for (const row of document.querySelectorAll(`${field.dataset.filter} [data-name]`)) {
    row.hidden = !words.every((word) => row.dataset.name.includes(word));
  }
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
