"""The systems that draw one round at a time, each the frozen dataclass of its own settings."""
