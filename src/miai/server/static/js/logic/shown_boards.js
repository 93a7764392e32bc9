// What the page showed when somebody began an entry. A result that arrives after that has not been seen by them, so the
// entry must not overwrite it without a question.
export class ShownBoards {
  #boards = null;

  // Somebody begins an entry: `boards` maps tables to what is shown now. Only the first call of an entry counts.
  begin(boards) {
    this.#boards ??= new Map(boards);
  }

  // The entry is sent or given up.
  end() {
    this.#boards = null;
  }

  get begun() {
    return this.#boards !== null;
  }

  // What was shown of a table at the beginning; undefined where nothing was begun or the table was not there.
  at(table) {
    return this.#boards?.get(table);
  }

  // Whoever enters a result here has seen it.
  entered(table, board) {
    this.#boards?.set(table, board);
  }
}
