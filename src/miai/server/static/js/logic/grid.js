// Moving through names in rows of different lengths, and through a list.

// The cell that an arrow leads to; at an edge it stays.
export function neighbour(rows, { row, column }, [down, right]) {
  const cells = rows[within(row + down, rows.length)];
  return cells[within(column + right, cells.length)];
}

// The next place in a list that goes round; from nowhere (-1) down leads to the first.
export function nextInRound(at, by, count) {
  return (at + (by > 0 ? 1 : count - 1)) % count;
}

// The place whose middle is nearest to a height on the screen.
export function nearest(places, y) {
  const distance = ({ middle }) => Math.abs(y - middle);
  return places.reduce((best, each) => (best && distance(best) <= distance(each) ? best : each), undefined);
}

// Whether two boxes on the screen have a point in common.
export function overlap(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

function within(index, count) {
  return Math.min(count - 1, Math.max(0, index));
}
