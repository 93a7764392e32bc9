// Clocks run by the server's time, whatever this machine's clock says.
import { clockReading, clockText } from "./logic/clock.js";

function seconds(text) {
  return text ? Date.parse(text) / 1000 : 0;
}

function tick(clock) {
  clock.offset ??= Date.now() / 1000 - seconds(clock.dataset.now);
  const now = seconds(clock.dataset.paused) || Date.now() / 1000 - clock.offset;
  const reading = clockReading({ now, starts: seconds(clock.dataset.starts), minutes: Number(clock.dataset.minutes || 0) });
  const text = clockText(reading, document.documentElement.lang);
  if (clock.textContent !== text) clock.textContent = text;
  clock.dateTime = `PT${Math.floor(reading.seconds)}S`;
  const line = clock.closest("[data-phase]");
  if (line && line.dataset.phase !== reading.phase) show(line, reading.phase);
}

// The word beside the clock follows what it counts.
function show(line, phase) {
  line.dataset.phase = phase;
  for (const label of line.querySelectorAll("[data-when]")) label.hidden = label.dataset.when !== phase;
}

function tickAll() {
  document.querySelectorAll("time[data-starts]").forEach(tick);
}

tickAll();
setInterval(tickAll, 500);
document.addEventListener("miai:refreshed", tickAll);
