"""Events of several stages: groups, finals, and a cup beside the main event."""
