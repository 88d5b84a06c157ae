"""A load generator: real games over loopback, the servers they are played on, and what was measured."""
