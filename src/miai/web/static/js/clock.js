// Clocks run by the server's time, whatever this machine's clock says.
import { clockText, secondsLeft } from "./logic/clock.js";

function seconds(text) {
  return text ? Date.parse(text) / 1000 : 0;
}

function tick(clock) {
  clock.offset ??= Date.now() / 1000 - seconds(clock.dataset.now);
  const now = seconds(clock.dataset.paused) || Date.now() / 1000 - clock.offset;
  const left = secondsLeft({ now, starts: seconds(clock.dataset.starts), minutes: Number(clock.dataset.minutes || 0) });
  const text = clockText(left);
  if (clock.textContent !== text) clock.textContent = text;
  clock.dateTime = `PT${Math.floor(left)}S`;
}

function tickAll() {
  document.querySelectorAll("time[data-starts]").forEach(tick);
}

tickAll();
setInterval(tickAll, 500);
document.addEventListener("miai:refreshed", tickAll);
