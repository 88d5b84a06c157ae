"""The settings of an online server: one table, read from a file, the environment and the command line."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import Field, dataclass, field, fields
from functools import partial
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from solafide.game import SolaFideError

PREFIX = "SOLAFIDE_"
FILE = "SOLAFIDE_SETTINGS"
# Variables that mean something to other parts: how the kernel is chosen and how the tests run.
OTHER_VARIABLES = frozenset(
    PREFIX + name
    for name in ("BROWSER", "COMMAND", "PLAIN", "POSTGRES", "REQUIRE_COMPILED", "SETTINGS", "SHOTS", "WALKS")
)
SECTIONS = ("limits", "thinking", "signs", "smtp", "metrics", "log")
REDACTED = "…"
MAX_INTEGER = 1_000_000_000

Network = IPv4Network | IPv6Network
Read = Callable[[str], Any]


class InvalidSetting(ValueError):
    """A value that a setting cannot have: `key` names the sentence that says what was expected."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key)
        self.key, self.facts = key, facts


def _number(low: int, high: int, text: str) -> int:
    if not re.fullmatch(r"-?\d{1,12}", text, re.ASCII) or not low <= int(text) <= high:
        raise InvalidSetting("settings.error.number", low=low, high=high)
    return int(text)


def _switch(text: str) -> bool:
    known = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
    if text.lower() not in known:
        raise InvalidSetting("settings.error.switch")
    return known[text.lower()]


def _word(allowed: tuple[str, ...], text: str) -> str:
    if text.lower() not in allowed:
        raise InvalidSetting("settings.error.choice", allowed=", ".join(allowed))
    return text.lower()


def _plain(text: str) -> str:
    if any(ord(sign) < 32 for sign in text):
        raise InvalidSetting("settings.error.text")
    return text


def _address(text: str) -> str:
    try:
        return str(ip_address(text))
    except ValueError:
        raise InvalidSetting("settings.error.address") from None


def _database(text: str) -> str:
    if text and not re.match(r"postgresql(\+psycopg)?://\S+$", text):
        raise InvalidSetting("settings.error.database")
    return text


def _origins(text: str) -> tuple[str, ...]:
    return tuple(_origin(each) for each in _listed(text))


def _origin(text: str) -> str:
    """A public name of the server, as browsers say it.

    >>> _origin("https://Solafide.Example:443/")
    'https://solafide.example'
    """
    parts = urlsplit(text)
    try:
        port = parts.port
    except ValueError:
        raise InvalidSetting("settings.error.origin") from None
    host = parts.hostname or ""
    good = re.fullmatch(r"[a-z0-9.-]+|[0-9a-f:.]+", host)
    if parts.scheme not in ("http", "https") or not good or parts.path.strip("/") or parts.query or parts.username:
        raise InvalidSetting("settings.error.origin")
    name = f"[{host}]" if ":" in host else host
    usual = {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{name}" + ("" if port in (None, usual) else f":{port}")


def _networks(text: str) -> tuple[Network, ...]:
    try:
        return tuple(ip_network(each) for each in _listed(text))
    except ValueError:
        raise InvalidSetting("settings.error.network") from None


def _listed(text: str) -> list[str]:
    return [each for each in re.split(r"[\s,]+", text) if each]


def _set(read: Read, default: Any, secret: bool = False) -> Any:
    return field(default=default, metadata={"read": read, "secret": secret})


def _count(default: int, low: int = 1, high: int = MAX_INTEGER) -> Any:
    return _set(partial(_number, low, high), default)


@dataclass(frozen=True)
class Settings:
    """Every setting with its usual value; 0 as a limit means none."""

    address: str = _set(_address, "127.0.0.1")
    port: int = _count(1517, 0, 65535)
    origins: tuple[str, ...] = _set(_origins, ())
    data: str = _set(_plain, "")
    database: str = _set(_database, "", secret=True)
    proxies: tuple[Network, ...] = _set(_networks, ())

    limits_body: int = _count(64 * 1024, 1024)
    limits_long: int = _count(2 * 1024 * 1024, 1024)
    limits_rate: int = _count(20, 0)
    limits_burst: int = _count(200)
    limits_rate_all: int = _count(5000, 0)
    limits_burst_all: int = _count(10_000)
    limits_wrong: int = _count(60, 0)
    limits_tables: int = _count(60, 0)
    limits_games: int = _count(20_000, 0)
    limits_streams: int = _count(64, 0)
    limits_streams_all: int = _count(5000, 0)
    limits_memory: int = _count(1000)

    thinking_threads: int = _count(2, 1, 64)
    thinking_game: int = _count(1, 1, 2)
    thinking_queue: int = _count(100, 1, 100_000)

    signs_delay: int = _count(30, 0, 86_400)
    signs_hooks: bool = _set(_switch, True)
    signs_reach: tuple[Network, ...] = _set(_networks, ())

    smtp_host: str = _set(_plain, "")
    smtp_port: int = _count(587, 1, 65535)
    smtp_security: str = _set(partial(_word, ("starttls", "tls", "none")), "starttls")
    smtp_user: str = _set(_plain, "")
    smtp_password: str = _set(_plain, "", secret=True)
    smtp_sender: str = _set(_plain, "")

    metrics_address: str = _set(_address, "127.0.0.1")
    metrics_port: int = _count(0, 0, 65535)

    log_level: str = _set(partial(_word, ("debug", "info", "warning", "error")), "info")

    def names(self, port: int) -> frozenset[str]:
        """The public origins; a server that has none is there for its own machine."""
        own = (f"http://{name}:{port}" for name in ("127.0.0.1", "localhost"))
        return frozenset(self.origins or own)


def _key(name: str) -> str:
    """The name of a setting in the file.

    >>> _key("limits_rate_all"), _key("port")
    ('limits.rate_all', 'port')
    """
    section, _, rest = name.partition("_")
    return f"{section}.{rest}" if section in SECTIONS else name


TABLE: dict[str, Field[Any]] = {_key(each.name): each for each in fields(Settings)}


def variable(key: str) -> str:
    """The environment's name of a setting.

    >>> variable("limits.rate_all")
    'SOLAFIDE_LIMITS_RATE_ALL'
    """
    return PREFIX + key.upper().replace(".", "_")


def read(given: Mapping[str, object], environ: Mapping[str, str], file: Path | None = None) -> Settings:
    """The settings: what the command line gives goes before the environment, that before the file."""
    named = environ.get(FILE)
    if file is None and named:
        file = Path(named)
    found: dict[str, Any] = {}
    for key, value, source in (*_in_file(file), *_in_environment(environ), *_given(given)):
        found[TABLE[key].name] = _value(key, value, source)
    settings = Settings(**found)
    if not settings.origins and not ip_address(settings.address).is_loopback:
        raise SolaFideError("settings.error.no_origin", setting="origins", address=settings.address)
    if bool(settings.smtp_host) != bool(settings.smtp_sender):
        missing = "smtp.sender" if settings.smtp_host else "smtp.host"
        raise SolaFideError("settings.error.missing", setting=missing)
    return settings


def _value(key: str, value: str, source: str) -> Any:
    meant = TABLE[key].metadata
    try:
        return meant["read"](value.strip())
    except InvalidSetting as wrong:
        shown = REDACTED if meant["secret"] else value
        raise SolaFideError(wrong.key, setting=key, value=shown, source=source, **wrong.facts) from None


Found = Iterator[tuple[str, str, str]]


def _given(given: Mapping[str, object]) -> Found:
    for key, value in given.items():
        if value is not None:
            yield key, str(value), f"--{key.replace('.', '-')}"


def _in_environment(environ: Mapping[str, str]) -> Found:
    keys = {variable(key): key for key in TABLE}
    for name in sorted(environ):
        if name.startswith(PREFIX) and name not in OTHER_VARIABLES:
            if name not in keys:
                raise _unknown(name, name, list(keys))
            yield keys[name], environ[name], name


def _in_file(file: Path | None) -> Found:
    if file is None:
        return
    try:
        text = file.read_text(encoding="utf-8")
        written = tomllib.loads(text)
    except FileNotFoundError:
        raise SolaFideError("error.file.missing", file=str(file)) from None
    except (OSError, UnicodeDecodeError):
        raise SolaFideError("settings.error.unreadable", file=str(file)) from None
    except tomllib.TOMLDecodeError as error:
        raise SolaFideError("settings.error.toml", file=str(file), why=str(error)) from None
    for key, value in _flat(written):
        if key not in TABLE:
            raise _unknown(key, str(file), list(TABLE))
        yield key, value, str(file)


def _flat(written: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for name, value in written.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{name}.")
        else:
            yield prefix + name, ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _unknown(name: str, source: str, known: list[str]) -> SolaFideError:
    near = difflib.get_close_matches(name, known, 3, 0.7)
    return SolaFideError("settings.error.unknown", setting=name, source=source, known=", ".join(near or known))
