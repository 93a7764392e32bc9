"""Who plays whom, on what terms, and why."""
