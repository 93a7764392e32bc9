"""Tables of players as CSV, text and workbooks."""
