// The picture of the plan follows its answers; without scripts a button shows it.
import { paced } from "../logic/paced.js";
import { refresh } from "../swap.js";

const form = () => document.getElementById("plan-form");
const notSent = ["csrf", "was"];

function address() {
  const fields = [...new FormData(form())].filter(([name]) => !notSent.includes(name));
  return `${form().dataset.preview}?${new URLSearchParams(fields)}`;
}

const ask = paced(() => refresh({ all: true, url: address() }), 150, 50);

document.addEventListener("input", (event) => {
  if (event.target.closest("#plan-form")) ask();
});
