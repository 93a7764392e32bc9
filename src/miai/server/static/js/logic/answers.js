// What an answer to an entry means: { status, own, json } where `own` says that Miai itself answered.

// Miai's own fault may be gone in a moment; an entry that fails so often is refused, so that the next can be sent.
const MOST_FAULTS = 3;

// "again": it has not arrived, as far as we know. "denied": the sign-in may have expired. "settled": this is the answer.
// A proxy without a server, or the sign-in page of a hotel's network, answers in Miai's place.
export function verdict({ status, own }, faults = 0) {
  if (!own) return "again";
  if (status === 403) return "denied";
  if (status < 500 && status !== 429) return "settled";
  return status === 500 && faults + 1 >= MOST_FAULTS ? "settled" : "again";
}

// Whether an answer says that something was saved, or that there was nothing to do. An answer that only leads to another
// page has saved nothing.
export function isSaved({ status, json }) {
  return status < 300 && Boolean(json) && (json.here || json.version !== null);
}
