"""A match is one game on the server with its seats: find it, authorise a player, apply a choice, commit it.

Lobbies, clocks, standing orders and offers between the two players are here too. It imports `engine`, `realtime`,
`storage` and `schemas`; what follows a commit elsewhere (`duplicate`, `notifications`) is added as a hook.
"""
