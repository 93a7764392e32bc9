"""The running server: all pages and operations in one application."""
