"""Searches that run in threads of the server: computer opponents, hints, analyses of finished games.

`matches` starts them and `routes` ask for hints and analyses. How many run at once is in `search_pool`, how a search
works in `solafide.players`.
"""
