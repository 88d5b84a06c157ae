"""Start conditions and lost databases: one sentence that says what is wrong, no traceback, and nothing that is lost."""

import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import psycopg
import pytest

import solafide
from server.database import database, postgres  # noqa: F401
from server.online_server import ServeProcess, begin_match, play
from server.waiting import wait_until
from solafide.server.storage.sqlite import DATABASE_FILE, LOCK_FILE, SqliteStorage

NOBODY_UID = 65534
NEWER = """
CREATE TABLE games (id text); CREATE TABLE ledger (seq int);
CREATE TABLE alembic_version (version_num text); INSERT INTO alembic_version VALUES ('9999')
"""
needs_root = pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() != 0, reason="only root can start a server as another user"
)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A data folder that every user can reach."""
    place = Path(tempfile.mkdtemp())
    place.chmod(0o755)
    yield place / "data"
    shutil.rmtree(place)


def serve_as_nobody(data: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a server that must not start, as a user who is not root."""
    package = Path(solafide.__file__).parent.parent
    environ = {"PATH": os.environ["PATH"], "PYTHONPATH": str(package), "HOME": "/", "LANG": "C.UTF-8"}
    command = [sys.executable, "-m", "solafide", "serve", "--port", "0", "--data", str(data), *words]
    try:
        probe = subprocess.run(
            [*command, "--list"], env=environ, user=NOBODY_UID, group=NOBODY_UID, capture_output=True
        )
    except PermissionError:
        pytest.skip("another user cannot start this interpreter")
    if probe.returncode != 0:
        pytest.skip("another user cannot read this installation")
    return subprocess.run(
        command, env=environ, user=NOBODY_UID, group=NOBODY_UID, capture_output=True, text=True, timeout=120
    )


def check_one_sentence(code: int | None, output: str, expected: str) -> None:
    assert code == 2, output
    assert "Traceback" not in output
    lines = [line for line in output.splitlines() if line.strip()]
    assert len(lines) == 1, lines
    assert expected in lines[0]


@needs_root
@pytest.mark.process
@pytest.mark.parametrize("case", ["read-only folder", "read-only file", "file of another user"])
def test_a_start_on_a_database_that_cannot_be_written(folder: Path, case: str) -> None:
    SqliteStorage(folder).close()
    for file in (folder, *folder.iterdir()):
        os.chown(file, NOBODY_UID, NOBODY_UID)
    database_file = folder / DATABASE_FILE
    if case == "read-only folder":
        folder.chmod(0o555)
    elif case == "read-only file":
        database_file.chmod(0o400)
    else:
        os.chown(database_file, 0, 0)
    before = database_file.read_bytes()
    done = serve_as_nobody(folder)
    check_one_sentence(done.returncode, done.stdout + done.stderr, str(folder))
    assert database_file.read_bytes() == before


@needs_root
def test_files_that_root_makes_belong_to_the_user_of_the_folder(folder: Path) -> None:
    """Else a restore by root would leave a database that the server cannot open."""
    folder.mkdir(mode=0o700)
    os.chown(folder, NOBODY_UID, NOBODY_UID)
    SqliteStorage(folder).close()
    assert {(folder / name).stat().st_uid for name in (DATABASE_FILE, LOCK_FILE)} == {NOBODY_UID}


@pytest.mark.process
def test_a_start_without_postgresql_is_one_sentence(tmp_path: Path) -> None:
    server = ServeProcess(tmp_path, SOLAFIDE_DATABASE="postgresql://somebody:hidden@127.0.0.1:1/games")
    code, output, errors = server.ended()
    check_one_sentence(code, output + errors, "Is PostgreSQL running")
    assert "hidden" not in output + errors


@pytest.mark.process
@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("CREATE TABLE games (name text)", "belongs to another program"),
        (NEWER, "newer version"),
    ],
)
def test_a_start_on_an_unusable_postgresql_database(
    tmp_path: Path,
    database: str,  # noqa: F811
    statement: str,
    expected: str,
) -> None:
    with psycopg.connect(database, autocommit=True) as raw:
        raw.execute(statement.encode())
    code, output, errors = ServeProcess(tmp_path, SOLAFIDE_DATABASE=database).ended()
    check_one_sentence(code, output + errors, expected)


@pytest.mark.process
def test_a_lost_postgresql_server_loses_no_choice(tmp_path: Path, postgres: object, database: str) -> None:  # noqa: F811
    """While the database refuses connections every choice is refused; afterwards the same request counts once."""
    server = ServeProcess(tmp_path, SOLAFIDE_DATABASE=database, SOLAFIDE_LIMITS_RATE="0")
    name = database.rpartition("/")[2]
    admin = postgres.address()  # type: ignore[attr-defined]
    try:
        base = server.base()
        people = begin_match(base)
        play(people, 4)
        player = people[0] if people[0].moment()["view"]["decision"] else people[1]
        before = player.moment()
        body = {"version": before["version"], "choice": before["view"]["decision"]["options"][0]}
        body["idempotency_key"] = secrets.token_hex(8)
        with psycopg.connect(admin, autocommit=True) as raw:
            raw.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false".encode())
            raw.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'".encode())
            wait_until(lambda: httpx.get(f"{base}/healthz", trust_env=False).status_code == 503)
            refused = player.ask("POST", f"games/{player.game}/choices", body)
            assert (refused.status_code, refused.json()["error"]["key"]) == (503, "server.error.not_stored")
            raw.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true".encode())
        wait_until(lambda: httpx.get(f"{base}/healthz", trust_env=False).status_code == 200)
        after = player.post(f"games/{player.game}/choices", body)
        assert after["version"] > before["version"]
        assert player.post(f"games/{player.game}/choices", body) == after
        for person in people:
            person.http.close()
        assert server.end()[0] == 0
        assert "Traceback" not in server.errors.read_text("utf-8")
    finally:
        server.stop()
