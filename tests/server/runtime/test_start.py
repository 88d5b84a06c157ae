"""`python -m solafide play` and `serve`: a new interpreter starts the server, and a signal ends it."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

import solafide


@pytest.mark.parametrize("command", [("play", "--no-browser", "--lang", "en"), ("serve", "--lang", "en")])
def test_the_command_serves_until_a_signal(command: tuple[str, ...], tmp_path: Path) -> None:
    package = {"PYTHONPATH": str(Path(solafide.__file__).parent.parent), "HOME": str(tmp_path)}
    environ = {name: os.environ[name] for name in ("PATH", "SOLAFIDE_PLAIN") if name in os.environ} | package
    words = [sys.executable, "-m", "solafide", *command, "--port", "0", "--data", str(tmp_path / "games")]
    with subprocess.Popen(
        words, env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        try:
            assert process.stdout is not None
            address = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
            assert address is not None
            assert httpx.get(f"{address[0]}/nowhere", trust_env=False).status_code in (401, 404)
            process.send_signal(signal.SIGTERM)
            printed, errors = process.communicate(timeout=300)
        finally:
            process.kill()
    assert process.returncode == 0
    assert "Traceback" not in errors
    assert "games are saved" in printed
