"""What a change moves in rounds that were played and tables that were published, shown before it is saved."""
