"""The key under which addresses of guests are hashed."""

import stat
import sys
from pathlib import Path

import pytest

from solafide.server.storage.guest_key import GUEST_KEY_BYTES, GUEST_KEY_FILE, load_guest_key


def test_the_key_stays_and_is_private(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    key = load_guest_key(folder)
    assert len(key) == GUEST_KEY_BYTES
    assert load_guest_key(folder) == key
    assert load_guest_key(tmp_path / "other") != key
    assert [file.name for file in folder.iterdir()] == [GUEST_KEY_FILE]
    if sys.platform != "win32":
        assert stat.S_IMODE((folder / GUEST_KEY_FILE).stat().st_mode) == 0o600


def test_a_key_of_the_settings_needs_no_file(tmp_path: Path) -> None:
    key = load_guest_key(tmp_path, "a secret that all processes have")
    assert key == load_guest_key(tmp_path / "elsewhere", "a secret that all processes have")
    assert len(key) == GUEST_KEY_BYTES
    assert not list(tmp_path.iterdir())


def test_a_damaged_key_is_replaced(tmp_path: Path) -> None:
    (tmp_path / GUEST_KEY_FILE).write_bytes(b"short")
    key = load_guest_key(tmp_path)
    assert len(key) == GUEST_KEY_BYTES
    assert (tmp_path / GUEST_KEY_FILE).read_bytes() == key


def test_without_a_folder_the_key_lasts_as_long_as_the_process(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    key = load_guest_key(tmp_path / "file")
    assert len(key) == GUEST_KEY_BYTES
    assert load_guest_key(tmp_path / "file") != key
    assert "set limits.guest_key" in caplog.text
