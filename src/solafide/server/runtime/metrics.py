"""Metrics for Prometheus, on a port of their own that the internet does not reach."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter as Counts
from collections.abc import Callable, Iterator, Sequence

from prometheus_client import CollectorRegistry, Counter, Gauge, start_http_server
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from solafide.game import SolaFideError

SECONDS_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
SIZE_BUCKETS = (1, 2, 4, 8, 16, 32, 64, 128, 256)
CHOICES_ROUTE = "/api/games/{game}/choices"


class PlainHistogram:
    """Counts how often a value was how large, without the cost of prometheus_client's own histogram."""

    __slots__ = ("_bounds", "_counts", "_sum")

    def __init__(self, bounds: Sequence[float]) -> None:
        self._bounds, self._counts, self._sum = bounds, [0] * (len(bounds) + 1), 0.0

    def add(self, value: float) -> None:
        self._counts[bisect_left(self._bounds, value)] += 1
        self._sum += value

    def to_metric(self, name: str, description: str) -> Metric:
        buckets, below = [], 0
        for bound, count in zip([*self._bounds, float("inf")], self._counts, strict=True):
            below += count
            buckets.append(("+Inf" if bound == float("inf") else str(float(bound)), float(below)))
        return HistogramMetricFamily(name, description, buckets=buckets, sum_value=self._sum)


class Metrics(Collector):
    """The metrics of one server process.

    What every request touches are plain numbers; they become metrics when Prometheus asks for them.
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests: Counts[tuple[str, str, int]] = Counts()
        self._choices, self.commits = 0, 0
        self._request_seconds, self._group_sizes, self._commit_seconds = (
            PlainHistogram(SECONDS_BUCKETS),
            PlainHistogram(SIZE_BUCKETS),
            PlainHistogram(SECONDS_BUCKETS),
        )
        self.notifications = Counter(
            "solafide_notifications", "Your-turn notifications", ["kind", "outcome"], registry=self.registry
        )
        self.registry.register(self)

    def count_request(self, method: str, route: str, status: int, seconds: float, stream: bool) -> None:
        """Count a request; stream: its duration says nothing."""
        self._requests[method, route, status] += 1
        if not stream:
            self._request_seconds.add(seconds)
        if route == CHOICES_ROUTE and status == 200:
            self._choices += 1

    def count_commit(self, jobs: int, seconds: float) -> None:
        self.commits += 1
        self._group_sizes.add(jobs)
        self._commit_seconds.add(seconds)

    def requests_by_status(self) -> dict[str, int]:
        """Return how many requests were answered with each class of status, such as `4xx`."""
        classes: Counts[str] = Counts()
        for (_, _, status), count in list(self._requests.items()):
            classes[f"{status // 100}xx"] += count
        return dict(sorted(classes.items()))

    def add_gauge(self, name: str, description: str, read: Callable[[], float]) -> None:
        """Add a metric that is read when Prometheus asks for it."""
        Gauge(f"solafide_{name}", description, registry=self.registry).set_function(read)

    def collect(self) -> Iterator[Metric]:
        """Called by prometheus_client, in a thread of its own."""
        requests = CounterMetricFamily("solafide_requests", "Requests answered", labels=["method", "route", "status"])
        for (method, route, status), count in list(self._requests.items()):
            requests.add_metric([method, route, str(status)], count)
        yield requests
        yield self._request_seconds.to_metric("solafide_request_seconds", "Time to the end of an answer")
        yield CounterMetricFamily("solafide_choices", "Choices of people that counted", value=self._choices)
        yield self._group_sizes.to_metric("solafide_commit_group", "Jobs in one commit")
        yield self._commit_seconds.to_metric("solafide_commit_seconds", "Time of one commit")

    def serve(self, address: str, port: int) -> Callable[[], None]:
        """Answer at /metrics until the returned function is called."""
        try:
            server, thread = start_http_server(port, address, self.registry)
        except OSError:
            raise SolaFideError("server.error.port", port=port) from None

        def stop() -> None:
            server.shutdown()
            server.server_close()
            thread.join()

        return stop
