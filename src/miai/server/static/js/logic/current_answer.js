// Whether an answer that was computed may be shown on the page as it is now. Both say for which `field` they are and
// which `version` of the tournament they know: an older answer counts only while nothing that matters has changed.
export function isCurrent(answer, page) {
  return Number(answer.version) >= Number(page.version) || answer.field === page.field;
}
