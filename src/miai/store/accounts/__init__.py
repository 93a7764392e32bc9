"""Accounts, sign-ins, tokens and the audit."""
