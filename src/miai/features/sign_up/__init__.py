"""Sign-up forms and those who wait for an answer."""
