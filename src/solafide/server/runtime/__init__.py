"""Start and stop a server process: settings, logs, metrics, garbage collection, and the local and the online server.

`solafide.commands` imports the two servers. Settings, logs, metrics, the clock and `background_loop` import nothing
else of the server, and every layer may use them. A new setting goes into `settings`, a new figure for operators into
`metrics`.
"""
