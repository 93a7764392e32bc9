// Time zones as people write them: Europe/Paris, UTC+5:30, -5.
import { NotDerived } from "./values.js";

const OFFSET = /^(?:UTC|GMT)?\s*(?:([+\-−]?)(\d{1,2})(?::?([0-5]\d))?)?$/i;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
// For events that do not say when they begin.
const SOME_DAY = "2026-01-01";

// How far the clocks of a zone are ahead of Greenwich on a day, in minutes; null if no zone is named.
export function minutesEast(text, on) {
  const wanted = text.trim();
  if (!wanted) return null;
  const offset = OFFSET.exec(wanted);
  if (offset) return byOffset(offset);
  const day = DAY.test(on) ? on : SOME_DAY;
  const noon = Date.parse(`${day}T12:00:00Z`);
  if (Number.isNaN(noon)) throw new NotDerived("time zone", on);
  const first = clocksAt(wanted, noon);
  return clocksAt(wanted, noon - first * 60_000);
}

function byOffset([, sign, hours = "0", minutes = "0"]) {
  const found = (Number(hours) * 60 + Number(minutes)) * (["-", "−"].includes(sign) ? -1 : 1);
  return found >= -12 * 60 && found <= 14 * 60 ? found : null;
}

function clocksAt(zone, moment) {
  let format;
  try {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone.replaceAll(" ", "_"), hourCycle: "h23",
      year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric",
    });
  } catch {
    throw new NotDerived("time zone", zone);
  }
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  return Math.round((Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute) - moment) / 60_000);
}
