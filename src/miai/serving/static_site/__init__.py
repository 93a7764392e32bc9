"""The public pages as files for any web host."""
