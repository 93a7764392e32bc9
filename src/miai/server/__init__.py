"""The web server: application state, middleware, permissions, sessions and request context."""
