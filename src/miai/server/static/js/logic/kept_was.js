// The values that a form was filled with, after a newer version of its page came: fields that a person is changing keep
// those that were on the screen, so that a change elsewhere of the same field is shown before it is overwritten.
// `edited` are these fields: { name, value }.
export function keptWas(old, fresh, edited) {
  const names = new Set(edited.map(({ name }) => name));
  if (!names.size) return fresh;
  const [before, now] = [JSON.parse(old), JSON.parse(fresh)];
  const isEdited = ([key, pairs]) => pairs.some(([name]) => names.has(name)) || edited.some(({ name, value }) => key === name || key === `${name}=${value}`);
  const kept = Object.entries(before.units).filter(isEdited);
  // Without the mark the server compares each field, and does not trust the log alone.
  return JSON.stringify({ ...now, version: before.version, own: before.own, mark: "", units: { ...now.units, ...Object.fromEntries(kept) } });
}
