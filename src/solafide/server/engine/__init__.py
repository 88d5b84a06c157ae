"""Searches that run in threads of the server: computer opponents, hints, analyses of finished games."""
