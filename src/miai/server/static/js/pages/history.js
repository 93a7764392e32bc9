// Looking back: the slider names the entry it stands at, and the page shows that entry when it is released.
import { refresh } from "../swap.js";

document.addEventListener("input", (event) => {
  if (event.target.id !== "at") return;
  const { now, then } = event.target.form.dataset;
  const { value, max } = event.target;
  document.getElementById("at-says").textContent = value === max ? now : then.replace("{n}", value);
});

document.addEventListener("change", (event) => {
  if (event.target.id !== "at") return;
  const url = new URL(location.href);
  for (const name of ["entry", "before", "make"]) url.searchParams.delete(name);
  if (event.target.value === event.target.max) url.searchParams.delete("at");
  else url.searchParams.set("at", event.target.value);
  void refresh({ all: true, url: url.href });
});
