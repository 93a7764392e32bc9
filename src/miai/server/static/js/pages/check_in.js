// The check-in desk of a congress: a name and Enter check in, faster than the answers come.
import "./players_search.js";
