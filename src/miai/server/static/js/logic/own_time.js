// A moment by the clocks of the reader, where these show another time than the page does.

// Minutes ahead of Greenwich that an ISO text ends with: "2026-12-01T18:00+01:00" is 60.
function writtenOffset(iso) {
  const found = /([+-])(\d\d):(\d\d)$/.exec(iso);
  if (!found) return 0;
  const minutes = 60 * Number(found[2]) + Number(found[3]);
  return found[1] === "-" ? -minutes : minutes;
}

// The words and the zone, or null where the clocks agree.
export function ownTime(iso, { language, zone, offset }) {
  const moment = new Date(iso);
  if (Number.isNaN(moment.getTime()) || !zone || offset(moment) === writtenOffset(iso)) return null;
  const words = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: zone,
  });
  return { words: words.format(moment), zone };
}
