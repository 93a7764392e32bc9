// The kiosk: names appear while somebody types, and the start comes back when nobody touches the tablet.
import { paced } from "../logic/paced.js";
import { refresh } from "../swap.js";

const { start, idle } = document.body.dataset;
const field = document.getElementById("q");
let leaving;

function stay() {
  clearTimeout(leaving);
  if (field && !field.value) return;
  leaving = setTimeout(() => location.replace(start), Number(idle) * 1000);
}

const look = paced(() => refresh({ url: `${start}?${new URLSearchParams({ q: field.value })}` }), 0, 200);

field?.addEventListener("input", () => {
  look();
  stay();
});
for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, stay);
stay();
