// Clocks run by the server's time, whatever this machine's clock says.
function seconds(text) {
  return text ? Date.parse(text) / 1000 : 0;
}

function shown(total) {
  const left = Math.abs(Math.round(total));
  const hours = Math.floor(left / 3600);
  const minutes = Math.floor((left % 3600) / 60);
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(left % 60)}` : `${two(minutes)}:${two(left % 60)}`;
}

// Before the start it counts down to it; then to the end of the main time; then nothing is left.
function tick(clock) {
  clock.offset ??= Date.now() / 1000 - seconds(clock.dataset.now);
  const now = seconds(clock.dataset.paused) || Date.now() / 1000 - clock.offset;
  const starts = seconds(clock.dataset.starts);
  const ends = starts + 60 * Number(clock.dataset.minutes || 0);
  const left = now < starts ? starts - now : Math.max(0, ends - now);
  const text = shown(left);
  if (clock.textContent !== text) clock.textContent = text;
  clock.dateTime = `PT${Math.floor(left)}S`;
}

function all() {
  document.querySelectorAll("time[data-starts]").forEach(tick);
}

all();
setInterval(all, 500);
document.addEventListener("miai:refreshed", all);
