"""A Ray cluster of several nodes on this machine, in a process of its own: run as a script by the tests.

Arguments: how many nodes, and the process id of the tests, without which it ends. It prints its address, then waits for
the end of its input.
"""

import os
import sys
import threading
import time


def main(nodes: int, parent: int) -> None:
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    from ray.cluster_utils import Cluster

    arguments = {"num_cpus": 1, "object_store_memory": 80 * 1024 * 1024, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=arguments)
    for _ in range(nodes - 1):
        cluster.add_node(num_cpus=1, object_store_memory=80 * 1024 * 1024)
    print(cluster.address, flush=True)
    threading.Thread(target=watch, args=(parent,), daemon=True).start()
    sys.stdin.read()
    cluster.shutdown()


def watch(parent: int) -> None:
    """End this process if the tests were killed."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
