"""Enter, report and correct results; standings and prizes."""
