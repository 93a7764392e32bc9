"""Running the server: serve, check, restore, backups, health."""
