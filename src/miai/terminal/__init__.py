"""The kit of the command line: options, output, progress."""
