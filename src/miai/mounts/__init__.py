"""The lists that mount pages, operations and commands."""
