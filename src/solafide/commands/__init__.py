"""The commands of `solafide`: one module a command, each with `run(context)`, which returns the exit code.

`definitions` lists the commands with their options, `parser` reads the command line, `context` is what a command gets.
"""
