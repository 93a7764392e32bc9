const DAY = 24 * 3600;

// What a round's clock shows; all times are in seconds. A start that is days away is given in days and hours.
export function clockText({ phase, seconds }, language = "en") {
  const shown = Math.round(seconds);
  const text = shown < DAY ? timeText(shown) : daysText(shown, language);
  return phase === "overtime" ? `+${text}` : text;
}

function timeText(seconds) {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${two(minutes)}:${two(seconds % 60)}`;
}

function daysText(seconds, language) {
  const amount = (unit, count) => new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count);
  const hours = Math.floor((seconds % DAY) / 3600);
  const days = amount("day", Math.floor(seconds / DAY));
  return hours ? `${days}, ${amount("hour", hours)}` : days;
}

// Before the start it counts down to the start, then to the end of the main time, then up in overtime.
export function clockReading({ now, starts, minutes }) {
  const ends = starts + 60 * minutes;
  if (now < starts) return { phase: "waiting", seconds: starts - now };
  return now < ends ? { phase: "running", seconds: ends - now } : { phase: "overtime", seconds: now - ends };
}
