"""Writes a fault that happens again and again once a minute, with how often it happened."""

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass

PAUSE = 60.0
# The faults that are told apart at a time.
_MOST_FAULTS = 200
_LOGGERS = ("miai.web", "uvicorn.error", "asyncio")
_SUMMARY = "happened_again"


@dataclass(slots=True, kw_only=True)
class _Written:
    """A fault that was written: until when it is only counted, and how often it was."""

    record: logging.LogRecord
    until: float
    again: int = 0


class CountRepeats(logging.Filter):
    """Lets a fault pass once in a while and counts it meanwhile."""

    def __init__(self, *, pause: float = PAUSE, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._pause, self._now = pause, now
        self._lock = threading.Lock()
        self._written: OrderedDict[Hashable, _Written] = OrderedDict()

    def install(self) -> None:
        """Count in all logs of the server."""
        for name in _LOGGERS:
            logging.getLogger(name).addFilter(self)

    def remove(self) -> None:
        """Write what is counted, and count no longer."""
        self.write_counts(everything=True)
        for name in _LOGGERS:
            logging.getLogger(name).removeFilter(self)

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is written now."""
        if hasattr(record, _SUMMARY):
            return True
        self.write_counts()
        key = _fault(record)
        with self._lock:
            known = self._written.get(key)
            if known is not None:
                known.again += 1
                return False
            self._written[key] = _Written(record=_small(record), until=self._now() + self._pause)
            while len(self._written) > _MOST_FAULTS:
                self._written.popitem(last=False)
        return True

    def write_counts(self, *, everything: bool = False) -> None:
        """Write how often faults happened again, of those whose pause is over."""
        with self._lock:
            over = [key for key, known in self._written.items() if everything or known.until <= self._now()]
            counted = [self._written.pop(key) for key in over]
        for known in counted:
            if known.again:
                logging.getLogger(known.record.name).log(
                    known.record.levelno,
                    "%s: %s more times within %s seconds",
                    known.record.getMessage().partition("\n")[0],
                    known.again,
                    round(self._pause),
                    extra={_SUMMARY: True},
                )


def _fault(record: logging.LogRecord) -> Hashable:
    """What records of the same fault have in common: where it was raised, else the text without values."""
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        return record.name, record.levelno, record.msg
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    where = (place.tb_frame.f_code.co_filename, place.tb_lineno) if place else None
    return record.name, record.levelno, type(error), where


def _small(record: logging.LogRecord) -> logging.LogRecord:
    """The record without its traceback, which would keep whole pages in memory."""
    return logging.makeLogRecord(
        {"name": record.name, "levelno": record.levelno, "msg": record.getMessage(), "args": None}
    )
