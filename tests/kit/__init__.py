"""Helpers of the tests: builders, halls, servers and files."""
