"""Figures for Prometheus, on a port of their own that strangers do not reach."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server

from solafide.game import SolaFideError

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256)
CHOICES = "/api/games/{game}/choices"


class Metrics:
    """What one server process has counted; `now` gives figures that are looked up when somebody asks."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "solafide_requests", "Requests answered", ["method", "route", "status"], registry=self.registry
        )
        self._seconds = Histogram(
            "solafide_request_seconds", "Time to the end of an answer", buckets=SECONDS, registry=self.registry
        )
        self._choices = Counter("solafide_choices", "Choices of people that counted", registry=self.registry)
        self._groups = Histogram("solafide_commit_group", "Jobs in one commit", buckets=SIZES, registry=self.registry)
        self._commits = Histogram(
            "solafide_commit_seconds", "Time of one commit", buckets=SECONDS, registry=self.registry
        )
        self.signs = Counter("solafide_signs", "Your-turn signs", ["kind", "outcome"], registry=self.registry)

    def request(self, method: str, route: str, status: int, seconds: float, stream: bool) -> None:
        self._requests.labels(method, route, str(status)).inc()
        if not stream:
            self._seconds.observe(seconds)
        if route == CHOICES and status == 200:
            self._choices.inc()

    def commit(self, jobs: int, seconds: float) -> None:
        self._groups.observe(jobs)
        self._commits.observe(seconds)

    def now(self, name: str, meaning: str, look: Callable[[], float]) -> None:
        Gauge(f"solafide_{name}", meaning, registry=self.registry).set_function(look)

    def serve(self, address: str, port: int) -> Callable[[], None]:
        """Answer at /metrics until the returned function is called."""
        try:
            server, thread = start_http_server(port, address, self.registry)
        except OSError:
            raise SolaFideError("server.error.port", port=port) from None

        def end() -> None:
            server.shutdown()
            server.server_close()
            thread.join()

        return end
