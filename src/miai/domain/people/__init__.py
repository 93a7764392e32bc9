"""Players, pairs, teams, their names, grades and strengths."""
