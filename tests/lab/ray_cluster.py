"""A Ray cluster of several nodes on this machine, in a process of its own: run as a script by the tests.

Arguments: how many nodes, and the process id of the tests, without which it ends. It prints its address, then waits for
the end of its input.
"""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

START_ATTEMPTS = 5  # Ray gives a node 30 seconds to start, which a busy machine may not keep
OBJECT_STORE_BYTES = 80 * 1024 * 1024


def main(nodes: int, parent: int) -> None:
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    from ray.cluster_utils import Cluster

    threading.Thread(target=watch, args=(parent,), daemon=True).start()
    settings = {"num_cpus": 1, "object_store_memory": OBJECT_STORE_BYTES}
    # A busy machine misses heartbeats; a node that does is not dead.
    patient = {
        "health_check_period_ms": 10_000,
        "health_check_timeout_ms": 60_000,
        "health_check_failure_threshold": 30,
    }
    head = settings | {"include_dashboard": False, "_system_config": patient}
    cluster = persistently(lambda: Cluster(initialize_head=True, head_node_args=head))
    for _ in range(nodes - 1):
        persistently(lambda: cluster.add_node(**settings))
    print(cluster.address, flush=True)
    sys.stdin.read()
    cluster.shutdown()


def persistently(start: Callable[[], Any]) -> Any:
    """Start something, again if it takes too long."""
    for _ in range(START_ATTEMPTS - 1):
        try:
            return start()
        except Exception as error:  # Ray raises no other class
            print(error, file=sys.stderr)
    return start()


def watch(parent: int) -> None:
    """End this process if the tests were killed."""
    while os.getppid() == parent:
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)  # Ray then ends the nodes


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
