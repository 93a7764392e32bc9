"""Reading, writing and converting event files; what they hold."""
