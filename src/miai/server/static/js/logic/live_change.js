// What a change at another desk means for this page.

// The entries that were made in other browsers than `mine`, and the row of the page that each of them is about, if any.
export function entriesOfOthers(entries, mine) {
  return entries
    .filter(({ browser }) => browser !== mine)
    .map((entry) => ({ entry, row: entry.round && entry.table ? `r${entry.round}-t${entry.table}` : "" }));
}

// The text for one desk; `words` has the names of the roles and the sentence for phones in the reader's language.
export function deskText({ name, role, browser, count, away }, words, mine) {
  if (count) return ending(words.phones.replace("{n}", count));
  const called = role === 2 ? words.director : words.desk;
  const unnamed = name === "director" || name === "result desk";
  return ending(unnamed ? called[0].toUpperCase() + called.slice(1) : `${name}, ${called}`);

  function ending(text) {
    if (browser === mine) return `${text} (${words.you})`;
    return away ? `${text}, ${words.away}` : text;
  }
}
