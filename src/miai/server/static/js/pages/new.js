// The rounds and the last day follow what is chosen, until somebody types them.
const form = document.querySelector(".new-form");
const { rounds, rounds_of: roundsOf, begin, end } = form.elements;

for (const field of [rounds, end]) field.addEventListener("input", () => field.toggleAttribute("data-typed", true));

form.addEventListener("change", ({ target }) => {
  if (target.name === "system" && !("typed" in rounds.dataset)) {
    rounds.value = target.dataset.rounds;
    roundsOf.value = target.value;
  }
  if (target === begin && (!("typed" in end.dataset) || end.value < begin.value)) end.value = begin.value;
});
