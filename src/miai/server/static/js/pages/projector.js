// Turns the pages of names, and looks again when the round starts or its main time ends; new rounds come by the stream.
import { refresh } from "../swap.js";

const wall = () => document.getElementById("wall");
let at = 0;
let offset = 0;

function pages() {
  return [...document.querySelectorAll("[data-page]")];
}

function show() {
  const all = pages();
  if (!all.length) return;
  at %= all.length;
  all.forEach((page, index) => {
    page.hidden = index !== at;
  });
  const label = document.querySelector("[data-label]");
  if (!label) return;
  label.firstChild.nodeValue = label.querySelector("i") ? `${all[at].dataset.page}\u2002` : all[at].dataset.page;
  label.querySelectorAll("i").forEach((dot, index) => {
    dot.classList.toggle("on", index === at);
  });
}

function measure() {
  offset = Date.now() - Date.parse(wall().dataset.now);
  show();
}

// The names make way for the clock when its time has come, though nobody has entered anything.
async function look() {
  const until = Date.parse(wall().dataset.until);
  if (!until || Date.now() - offset < until) return;
  wall().dataset.until = "";
  try {
    await refresh({ all: true });
  } catch {
    wall().dataset.until = new Date(until).toISOString();
  }
}

at = Math.max(0, pages().findIndex((page) => !page.hidden));
measure();
setInterval(() => {
  at += 1;
  show();
}, 1000 * Number(wall().dataset.seconds));
setInterval(look, 1000);
document.addEventListener("miai:refreshed", measure);
