"""What an operator does while the server runs: the admin socket, its commands, the health page.

The command line reaches it with `client`, which needs no package of the server. A new command is an operation in
`service`; what it reports of games and guests is public, without hands, secrets or chat. Only a player who reports a
game can consent to more: `report_facts`.
"""
