// What a round's clock shows; all times are in seconds.
export function clockText({ phase, seconds }) {
  const shown = Math.round(seconds);
  const hours = Math.floor(shown / 3600);
  const minutes = Math.floor((shown % 3600) / 60);
  const two = (number) => String(number).padStart(2, "0");
  const text = hours ? `${hours}:${two(minutes)}:${two(shown % 60)}` : `${two(minutes)}:${two(shown % 60)}`;
  return phase === "overtime" ? `+${text}` : text;
}

// Before the start it counts down to the start, then to the end of the main time, then up in overtime.
export function clockReading({ now, starts, minutes }) {
  const ends = starts + 60 * minutes;
  if (now < starts) return { phase: "waiting", seconds: starts - now };
  return now < ends ? { phase: "running", seconds: ends - now } : { phase: "overtime", seconds: now - ends };
}
