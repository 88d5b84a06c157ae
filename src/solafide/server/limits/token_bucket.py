"""Token buckets, one for each address, in bounded memory: for rate limits of requests and of notifications."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

MAX_TRACKED_ADDRESSES = 50_000  # the address that was not seen for the longest time is forgotten first
REMEMBERED_S = 600.0  # an address whose bucket is full again and that was not seen for so long is forgotten
MINUTE_S, HOUR_S, DAY_S = 60.0, 3600.0, 86_400.0

MonotonicClock = Callable[[], float]  # seconds


class TokenBucket:
    """Allows `rate` units a second, and `capacity` at once; a rate of 0 is no limit."""

    __slots__ = ("_capacity", "_rate", "_tokens", "_updated", "count")

    def __init__(self, rate: float, capacity: float, now: float) -> None:
        self._rate, self._capacity, self._tokens, self._updated = rate, capacity, capacity, now
        self.count = 0  # how often something was asked for, allowed or not

    def resize(self, rate: float, capacity: float) -> None:
        """Allow more or less from now on; what was taken stays taken."""
        self._rate, self._capacity, self._tokens = rate, capacity, min(self._tokens, capacity)

    def wait(self, cost: float, now: float) -> float:
        """Return the seconds until `cost` is there, 0 if it is; more than the capacity counts as the capacity."""
        if not self._rate:
            return 0.0
        cost = min(cost, self._capacity)
        self._tokens = min(self._capacity, self._tokens + (now - self._updated) * self._rate)
        self._updated = now
        return max(0.0, cost - self._tokens) / self._rate

    def take(self, cost: float, now: float) -> float:
        """Take `cost` if it is there; return the seconds to wait otherwise."""
        self.count += 1
        wait = self.wait(cost, now)
        if not wait:
            self._tokens -= min(cost, self._capacity)
        return wait

    def is_forgettable(self, now: float) -> bool:
        """Tell whether a new bucket would do as well: it is full again, and nobody has asked for a while."""
        return now - self._updated > max(REMEMBERED_S, self._capacity / self._rate)


class AddressBuckets:
    """A token bucket for each address."""

    def __init__(self, rate: float, capacity: float, clock: MonotonicClock = time.monotonic) -> None:
        self._rate, self._capacity, self._clock = rate, capacity, clock
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def counts(self) -> dict[str, int]:
        """Return how often each address has asked for something, as long as it is remembered."""
        return {address: bucket.count for address, bucket in self._buckets.items()}

    def __len__(self) -> int:
        return len(self._buckets)

    def resize(self, rate: float, capacity: float) -> None:
        """Allow every address more or less from now on."""
        self._rate, self._capacity = rate, capacity
        for bucket in self._buckets.values():
            bucket.resize(rate, capacity)

    def wait(self, address: str) -> float:
        """Return the seconds after which an address is allowed one more; 0 if it is now."""
        bucket = self._buckets.get(address)
        return bucket.wait(1.0, self._clock()) if bucket is not None else 0.0

    def take(self, address: str, cost: float = 1.0) -> float:
        """Take `cost` from the bucket of an address; return the seconds to wait if it is not there."""
        if not self._rate:
            return 0.0
        now = self._clock()
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = TokenBucket(self._rate, self._capacity, now)
            self._forget_old(now)
        else:
            self._buckets.move_to_end(address)
        return bucket.take(cost, now)

    def _forget_old(self, now: float) -> None:
        """Forget up to two addresses for each new one, so that the table shrinks and no request pays for all of it."""
        for _ in range(2):
            oldest = next(iter(self._buckets.values()))
            if len(self._buckets) > MAX_TRACKED_ADDRESSES or oldest.is_forgettable(now):
                self._buckets.popitem(last=False)
