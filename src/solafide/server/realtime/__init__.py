"""Streams to open pages, presence, and replication between processes that share one database.

It knows matches only by the protocols in its modules; `matches` and `routes` import it. Another message to pages goes
into `local_stream` or `online_stream`, what processes tell each other into `presence_broadcast` or `replication`.
"""
