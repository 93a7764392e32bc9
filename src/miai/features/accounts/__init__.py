"""Accounts of a server that hosts many tournaments: their roles, invitations and the audit."""
