// The id of an entry: the server carries out what comes with the same id only once.

// Pages that come by plain http have no crypto.randomUUID.
export function entryId(crypto) {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
