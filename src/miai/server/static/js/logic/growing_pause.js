const FIRST = 2000;
const LONGEST = 60_000;

// How long to wait before the next try, in milliseconds, after so many tries in a row have failed.
export function growingPause(failed) {
  return Math.min(LONGEST, FIRST * 2 ** Math.max(0, failed - 1));
}
