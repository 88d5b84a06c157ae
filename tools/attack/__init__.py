"""The attacks of `tools/siege.py`: on a server that it starts itself, beside honest games, on this machine only.

`site` starts, kills and reads the server; `honest_play` plays beside the attacks; each other module is one attack, or
searches what came out. A new attack is a function that returns an `AttackResult`, and a row in `run.ATTACKS`.
"""
