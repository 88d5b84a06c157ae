"""The key under which addresses of guests are hashed: a file next to the database, and in no backup of it."""

from __future__ import annotations

import hashlib
import logging
import os
import secrets
from contextlib import suppress
from pathlib import Path

GUEST_KEY_FILE = "guests.key"
GUEST_KEY_BYTES = 32
log = logging.getLogger(__name__)


def load_guest_key(folder: Path, secret: str = "") -> bytes:
    """Return the key of the settings, or that of the data folder, which is made if there is none.

    secret: the setting, which several processes on different machines need in common. Without it, and in a folder that
    cannot be written, the key lasts as long as the process: what guests have created before is not counted then.
    """
    if secret:
        return hashlib.sha256(secret.encode()).digest()
    file = folder / GUEST_KEY_FILE
    try:
        with suppress(FileNotFoundError):
            if len(key := file.read_bytes()) == GUEST_KEY_BYTES:
                return key
            file.unlink()  # damaged: what it counted is forgotten
        return _create_key(file)
    except OSError:
        log.warning("%s cannot be written: set limits.guest_key, so that quotas of guests last", file)
        return secrets.token_bytes(GUEST_KEY_BYTES)


def _create_key(file: Path) -> bytes:
    """Write a new key that only its owner can read; of two processes at once the first wins."""
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    unfinished = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    try:
        with open(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as new_file:
            new_file.write(secrets.token_bytes(GUEST_KEY_BYTES))
        with suppress(FileExistsError):
            os.link(unfinished, file)
    finally:
        unfinished.unlink(missing_ok=True)
    return file.read_bytes()
