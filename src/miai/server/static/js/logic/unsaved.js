// How many fields of a form differ: both are lists of [name, value], a name may have several values.
export function changedFields(before, now) {
  const [old, fresh] = [byName(before), byName(now)];
  const names = new Set([...old.keys(), ...fresh.keys()]);
  return [...names].filter((name) => old.get(name) !== fresh.get(name)).length;
}

function byName(entries) {
  const found = new Map();
  for (const [name, value] of entries) found.set(name, JSON.stringify([...JSON.parse(found.get(name) ?? "[]"), value]));
  return found;
}
