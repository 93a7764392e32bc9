"""The timetable, the clock, deadlines and postponed games."""
