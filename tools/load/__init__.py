"""A load generator: plays real games over loopback, starts the servers under test, and measures them."""
