"""A match is one game on the server with its seats: find it, authorise a player, apply a choice, commit it.

Lobbies, clocks, standing orders and offers between the two players are here too.
"""
