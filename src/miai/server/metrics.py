"""Measurements for Prometheus: requests, streams, connections, entries, draws and faults of the store.

They need the package prometheus-client (`pip install 'miai[metrics]'`); without it nothing is measured. Where
several workers serve, each writes its numbers to the folder that PROMETHEUS_MULTIPROC_DIR names, and
the worker that is asked adds them up.
"""

import os

from miai.desk.live_state import Measure
from miai.version import __version__

try:
    import prometheus_client as prometheus
    from prometheus_client import multiprocess
except ModuleNotFoundError:  # pragma: no cover - without the extra
    prometheus = None  # type: ignore[assignment] # each use asks for it first

SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
# Upper limits in seconds: a click should take 0.2, a page of a large event may take 1.
_ANSWERS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1.0, 2.5, 5.0, 10.0)
_DRAWS = (0.01, 0.05, 0.1, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Metrics:
    """The numbers of one application."""

    def __init__(self) -> None:
        self.available = prometheus is not None
        if not self.available:
            return
        self._registry = registry = prometheus.CollectorRegistry()
        self._requests = prometheus.Counter(
            "miai_requests", "Requests by route and status.", ["method", "route", "status"], registry=registry
        )
        self._seconds = prometheus.Histogram(
            "miai_request_seconds", "Seconds until an answer begins, by route.", ["method", "route"],
            buckets=_ANSWERS, registry=registry,
        )  # fmt: skip
        self._entries = prometheus.Counter(
            "miai_entries_written", "Entries written to the logs of tournaments.", registry=registry
        )
        self._draws = prometheus.Histogram(
            "miai_draw_seconds", "Seconds that working out a draw took.", buckets=_DRAWS, registry=registry
        )
        self._faults = prometheus.Counter(
            "miai_store_errors",
            "Requests that failed because the database could not be used.",
            registry=registry,
        )
        self._refused = prometheus.Counter(
            "miai_refused", "Requests refused because one address sent too many.", registry=registry
        )
        self._streams = self._gauge("miai_open_streams", "Open live streams.")
        self._connections = self._gauge("miai_connections", "Open connections.")
        version = prometheus.Gauge(
            "miai_version", "The version of Miai.", ["version"], registry=registry, multiprocess_mode="max"
        )
        version.labels(__version__).set(1)

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request; `route` is the pattern of the address, so that there are only few."""
        if self.available:
            self._requests.labels(method, route, str(status)).inc()
            self._seconds.labels(method, route).observe(seconds)

    def observe(self, measure: Measure, value: float) -> None:
        """Note what a desk measured."""
        if not self.available:
            return
        match measure:
            case Measure.ENTRIES_WRITTEN:
                self._entries.inc(value)
            case Measure.DRAW_SECONDS:
                self._draws.observe(value)

    def store_failed(self) -> None:
        """Count a request that failed because of the database."""
        if self.available:
            self._faults.inc()

    def refused(self) -> None:
        """Count a request that was refused because its address sent too many."""
        if self.available:
            self._refused.inc()

    def set_open(self, *, streams: int, connections: int | None = None) -> None:
        """Note how many streams and connections are open in this process."""
        if not self.available:
            return
        self._streams.set(streams)
        if connections is not None:
            self._connections.set(connections)

    @staticmethod
    def forget_process(number: int) -> None:
        """Count what a worker that ended had open no longer."""
        if prometheus is not None:
            multiprocess.mark_process_dead(number)  # type: ignore[no-untyped-call] # has no types

    def text(self) -> bytes:
        """All numbers, of all workers, in the format that Prometheus reads."""
        if not os.environ.get(SHARED_FOLDER):
            return prometheus.generate_latest(self._registry)
        together = prometheus.CollectorRegistry()
        multiprocess.MultiProcessCollector(together)  # type: ignore[no-untyped-call] # has no types
        return prometheus.generate_latest(together)

    def _gauge(self, name: str, what: str) -> "prometheus.Gauge":
        return prometheus.Gauge(name, what, registry=self._registry, multiprocess_mode="livesum")
