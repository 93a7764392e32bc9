"""What players do on their phones: report results, check in, withdraw."""
