"""Prepare .venv/play and start the game in it: what ./play and play.cmd call with their arguments."""

import os
import signal
import subprocess
import sys

import environment


def main(arguments: list[str]) -> int:
    start_folder = os.getcwd()
    environment.main("play")
    home = environment.ROOT / environment.VENV / "play"
    os.chdir(start_folder)  # files that the arguments name are relative to it
    program = [str(environment.script_of(home, "solafide")), "play", *arguments]
    if os.name != "nt":
        # Started through its Python: the first line of a script is wrong after the folder was moved.
        python = str(environment.python_of(home))
        os.execv(python, [python, *program])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C ends the game, and this process with it
    return subprocess.call(program)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
