// Players: find and check in while typing, keys in the rows, the bar that can be dragged, the advice that comes later.
import "./players_search.js";
import "./players_rows.js";
import "./players_several.js";
import "./players_bar.js";
import "./players_advice.js";
