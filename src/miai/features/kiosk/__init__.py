"""The check-in screen that players use themselves."""
