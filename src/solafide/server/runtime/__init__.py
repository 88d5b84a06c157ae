"""Start and stop a server process: settings, logs, metrics, garbage collection, and the local and the online server.

Only `solafide.commands` imports it. A new setting goes into `settings`, a new figure for operators into `metrics`.
"""
