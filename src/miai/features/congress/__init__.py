"""A congress: many events with one list of people, one check-in and one timetable."""
