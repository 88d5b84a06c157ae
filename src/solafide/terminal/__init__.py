"""The table in the terminal: `session` starts and ends games, `game_loop` asks each player in turn.

`screen` prints and reads lines, `board` draws the table, `choices` lists the options, `answer` reads what was typed,
`commands` carries out words such as `hint` and `undo`, `store` keeps the files of games. No rules are here.
"""
