// The rows between the one ticked last and this one, both included, in the order of the list.
export function tickedRange(rows, from, to) {
  const ends = [rows.indexOf(from), rows.indexOf(to)];
  if (ends.includes(-1)) return [to];
  return rows.slice(Math.min(...ends), Math.max(...ends) + 1);
}
