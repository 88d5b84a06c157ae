"""Start conditions and lost databases: one sentence that says what is wrong, no traceback, and nothing that is lost."""

import ctypes
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import psycopg
import pytest

import solafide
from needs import needs_root
from server.database import database, postgres  # noqa: F401
from server.http_client import TIMEOUT_S
from server.online_server import ServeProcess, begin_match, play
from server.waiting import wait_until
from solafide.game import SolaFideError
from solafide.server.storage.postgres import PostgresStorage
from solafide.server.storage.sqlite import DATABASE_FILE, LOCK_FILE, SqliteStorage

NOBODY_UID = 65534
NEWER = """
CREATE TABLE games (id text); CREATE TABLE ledger (seq int);
CREATE TABLE alembic_version (version_num text); INSERT INTO alembic_version VALUES ('9999')
"""
PR_CAPBSET_DROP, CAP_DAC_OVERRIDE = 24, 1


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    data = tmp_path / "data"
    yield data
    if data.exists():
        data.chmod(0o700)  # so that it can be deleted


def serve_with_few_rights(data: Path) -> subprocess.CompletedProcess[str]:
    """Run a server that must not start, without root's right to write to every file."""
    package = Path(solafide.__file__).parent.parent
    environ = {"PATH": os.environ["PATH"], "PYTHONPATH": str(package), "HOME": "/", "LANG": "C.UTF-8"}
    command = [sys.executable, "-m", "solafide", "serve", "--port", "0", "--data", str(data)]
    before = drop_right_to_write if os.geteuid() == 0 else None
    return subprocess.run(command, env=environ, preexec_fn=before, capture_output=True, text=True, timeout=TIMEOUT_S)


def drop_right_to_write() -> None:
    """Let no program that this process starts pass over the permissions of files."""
    if libc.prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "the capability cannot be dropped")


libc = ctypes.CDLL(None, use_errno=True)


def check_one_sentence(code: int | None, output: str, expected: str) -> None:
    assert code == 2, output
    assert "Traceback" not in output
    lines = [line for line in output.splitlines() if line.strip()]
    assert len(lines) == 1, lines
    assert expected in lines[0]


@pytest.mark.process
@pytest.mark.parametrize(
    "case", ["read-only folder", "read-only file", pytest.param("file of another user", marks=needs_root)]
)
def test_a_start_on_a_database_that_cannot_be_written(folder: Path, case: str) -> None:
    SqliteStorage(folder).close()
    database_file = folder / DATABASE_FILE
    if case == "read-only folder":
        folder.chmod(0o555)
    elif case == "read-only file":
        database_file.chmod(0o400)
    else:
        os.chown(database_file, NOBODY_UID, NOBODY_UID)
    before = database_file.read_bytes()
    done = serve_with_few_rights(folder)
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


READ_ONLY = "ALTER DATABASE {name} SET default_transaction_read_only = on"
FULL_DISK = """
CREATE FUNCTION report_full_disk() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
CREATE TRIGGER full_disk BEFORE INSERT ON uptime EXECUTE FUNCTION report_full_disk()
"""


@pytest.mark.process
@pytest.mark.parametrize(
    ("has_games", "statement", "expected"),
    [
        (False, READ_ONLY, "server.error.database_read_only"),
        (True, READ_ONLY, "server.error.database_read_only"),
        (True, FULL_DISK, "server.error.database_full"),
    ],
)
def test_a_start_on_a_postgresql_database_that_cannot_be_written(
    database: str,  # noqa: F811
    has_games: bool,
    statement: str,
    expected: str,
) -> None:
    """The start writes, and does not wait until somebody makes a choice."""
    name = database.rpartition("/")[2]
    if has_games:
        PostgresStorage(database).close()
    with psycopg.connect(database, autocommit=True) as raw:
        raw.execute(statement.format(name=name).encode())
    with pytest.raises(SolaFideError) as refused:
        PostgresStorage(database)
    assert refused.value.key == expected
    assert name in str(refused.value)


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
