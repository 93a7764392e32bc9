// What a round's clock shows; all times are in seconds.
export function clockText(seconds) {
  const left = Math.abs(Math.round(seconds));
  const hours = Math.floor(left / 3600);
  const minutes = Math.floor((left % 3600) / 60);
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(left % 60)}` : `${two(minutes)}:${two(left % 60)}`;
}

// Before the start it counts down to the start, then to the end of the main time, then it stays at zero.
export function secondsLeft({ now, starts, minutes }) {
  return now < starts ? starts - now : Math.max(0, starts + 60 * minutes - now);
}
