"""Create, import, publish and export a tournament; its settings, clock and history."""
