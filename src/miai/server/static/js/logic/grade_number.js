// Grades as numbers: 1k is -1, 1d is 0; tests/cases/grade_numbers.json checks this on both sides.
const WEAKEST = -50;
const STRONGEST = 8;

// The number of a kyu or dan grade as people write it; undefined for anything else.
export function gradeNumber(text) {
  const [, step, kind] = /^(\d{1,2})\s*(kyu|dan|k|d)$/i.exec(text.trim()) ?? [];
  if (!step) return undefined;
  const number = kind[0].toLowerCase() === "k" ? -step : step - 1;
  const exists = Number(step) > 0 && number >= WEAKEST && number <= STRONGEST;
  return exists ? number : undefined;
}

export function gradeText(number) {
  return number < 0 ? `${-number}k` : `${number + 1}d`;
}
