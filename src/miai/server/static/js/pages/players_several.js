// Ticking rows: with Shift a whole stretch; the country, club and grade are chosen without a button.
import { submit } from "../forms.js";
import { tickedRange } from "../logic/ticked_range.js";

const boxes = () => [...document.querySelectorAll('#players input[name="who"]')];
let last = null;

document.addEventListener("click", (event) => {
  const box = event.target;
  if (!box.matches?.('#players input[name="who"]')) return;
  const all = boxes();
  const from = event.shiftKey ? all.find(({ value }) => value === last) : null;
  for (const each of tickedRange(all, from, box)) each.checked = box.checked;
  last = box.value;
  count();
});

function count() {
  const place = document.getElementById("ticked");
  if (place) place.textContent = boxes().filter((box) => box.checked).length || "";
}

document.addEventListener("miai:refreshed", count);

document.addEventListener("change", (event) => event.target.form?.matches("[data-narrow]") && event.target.form.requestSubmit());

document.addEventListener("submit", async (event) => {
  const button = event.submitter;
  if (!button?.matches("#several button")) return;
  event.preventDefault();
  await submit(event.target, button);
  if (document.querySelector("#notices .note")) return;
  for (const box of boxes()) box.checked = false;
  count();
}, true);
