"""Streams to open pages, presence, and replication between processes that share one database."""
