"""The errors by which a damaged database shows itself, whichever layer meets the damage first."""

import sqlite3

from sqlalchemy.exc import SQLAlchemyError

# SQLite's complaint may quote a damaged name, which is not text (UnicodeError). A value may be of another
# type or size than its column (ValueError, TypeError, OverflowError), a table may have other columns
# (LookupError).
UNREADABLE = (sqlite3.Error, SQLAlchemyError, UnicodeError, ValueError, TypeError, OverflowError, LookupError)
