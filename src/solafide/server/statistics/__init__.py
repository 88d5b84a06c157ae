"""Statistics of a player's finished games: facts of each game, computed once and stored, and sums of them.

It uses matches, and hangs on their after-commit hooks. What is counted is decided in `summary`; what a game tells about
itself, in `game_facts`.
"""
