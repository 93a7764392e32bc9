// People of a congress: find and check in while typing, keys in the rows, several at once.
import "./players_search.js";
import "./players_rows.js";
import "./players_several.js";
