"""The settings of an online server, from the command line, the environment and a TOML file: each goes before the next.

A new setting is a field here, with a sentence about its meaning in each language and a row in docs/operate.md.
"""

from __future__ import annotations

import difflib
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from ipaddress import IPv4Network, IPv6Network, ip_address
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin
from urllib.parse import urlsplit

from annotated_types import Ge, Le
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, SecretStr, ValidationError
from pydantic.fields import FieldInfo
from pydantic.networks import IPvAnyNetwork
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from solafide.game import SolaFideError

PREFIX = "SOLAFIDE_"
FILE_VARIABLE = "SOLAFIDE_SETTINGS"
DEFAULT_BACKUP_FOLDER = "backups"
FILE_ARGUMENT = "settings_file"  # of `ServerSettings`: no setting, but where to read settings from
# Variables that mean something to other parts: how the kernel is chosen and how the tests run.
OTHER_VARIABLES = frozenset(
    PREFIX + name
    for name in (
        *("BROWSER", "COMMAND", "COVERAGE_DATA", "COVERAGE_PACKAGES", "COVERAGE_SOURCE", "PLAIN", "POSTGRES"),
        *("REQUIRE_COMPILED", "SETTINGS", "SHOTS", "WALKS"),
    )
)
REDACTED = "…"
MAX_INTEGER = 1_000_000_000
MIN_EXPIRE_DAYS, MAX_EXPIRE_DAYS = 30, 366  # longer than a holiday, and no longer than outages are known

Network = IPv4Network | IPv6Network


# ---------------------------------------------------------------- values


class Expectation(NamedTuple):
    """The key of the sentence that says what was expected of a value."""

    key: str


def _check_text(text: str) -> str:
    if any(ord(character) < 32 for character in text):
        raise ValueError
    return text


def _check_secret(secret: SecretStr) -> SecretStr:
    _check_text(secret.get_secret_value())
    return secret


def _check_database(secret: SecretStr) -> SecretStr:
    text = secret.get_secret_value()
    if text and not re.match(r"postgresql(\+psycopg)?://\S+$", text):
        raise ValueError
    return secret


def _normalise_address(text: str) -> str:
    return str(ip_address(text))


def _normalise_origin(text: str) -> str:
    """A public name of the server, as browsers write it.

    >>> _normalise_origin("https://Solafide.Example:443/")
    'https://solafide.example'
    """
    parts = urlsplit(text)
    port, host = parts.port, parts.hostname or ""
    valid_host = re.fullmatch(r"[a-z0-9.-]+|[0-9a-f:.]+", host)
    has_more = parts.path.strip("/") or parts.query or parts.username
    if parts.scheme not in ("http", "https") or not valid_host or has_more:
        raise ValueError
    name = f"[{host}]" if ":" in host else host
    usual_port = {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{name}" + ("" if port in (None, usual_port) else f":{port}")


def _split_list(value: object) -> list[str]:
    """A list may also be one text, with commas or spaces between its parts."""
    if isinstance(value, list | tuple):
        return [str(part) for part in value]
    return [part for part in re.split(r"[\s,]+", str(value)) if part]


def _check_web_page(text: str) -> str:
    parts = urlsplit(_check_text(text))
    if text and (parts.scheme not in ("http", "https") or not parts.hostname or " " in text):
        raise ValueError
    return text


def _check_expiry(days: int) -> int:
    if days and not MIN_EXPIRE_DAYS <= days <= MAX_EXPIRE_DAYS:
        raise ValueError
    return days


def _lower(value: object) -> str:
    return str(value).lower()


Text = Annotated[str, AfterValidator(_check_text), Expectation("settings.error.text")]
SecretText = Annotated[SecretStr, AfterValidator(_check_secret), Expectation("settings.error.text")]
DatabaseAddress = Annotated[SecretStr, AfterValidator(_check_database), Expectation("settings.error.database")]
IpAddress = Annotated[str, AfterValidator(_normalise_address), Expectation("settings.error.address")]
Origins = Annotated[
    tuple[Annotated[str, AfterValidator(_normalise_origin)], ...],
    BeforeValidator(_split_list),
    Expectation("settings.error.origin"),
]
WebPage = Annotated[str, AfterValidator(_check_web_page), Expectation("settings.error.web_page")]
Networks = Annotated[tuple[IPvAnyNetwork, ...], BeforeValidator(_split_list), Expectation("settings.error.network")]
ExpireDays = Annotated[int, AfterValidator(_check_expiry), Expectation("settings.error.expire_days")]
Port = Annotated[int, Field(ge=0, le=65535)]
Limit = Annotated[int, Field(ge=0, le=MAX_INTEGER)]  # 0: none
Count = Annotated[int, Field(ge=1, le=MAX_INTEGER)]
BodyBytes = Annotated[int, Field(ge=1024, le=MAX_INTEGER)]
SmtpSecurity = Annotated[Literal["starttls", "tls", "none"], BeforeValidator(_lower)]
LogLevel = Annotated[Literal["debug", "info", "warning", "error"], BeforeValidator(_lower)]


# ---------------------------------------------------------------- the settings


class SettingsSection(BaseModel):
    """Settings under one heading of the file."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", str_strip_whitespace=True, coerce_numbers_to_str=True, hide_input_in_errors=True
    )


class RequestLimitSettings(SettingsSection):
    """How much a client may ask for, and what the server holds."""

    body: BodyBytes = 64 * 1024
    long: BodyBytes = 2 * 1024 * 1024
    rate: Limit = 20
    burst: Count = 200
    rate_all: Limit = 5000
    burst_all: Count = 10_000
    wrong: Limit = 60
    tables: Limit = 60
    chat: Limit = 20
    deal_seats: Limit = 6
    reports: Limit = 10
    games: Limit = 20_000
    guest_games: Limit = 200
    guest_sets: Limit = 20
    guest_stored: Limit = 250
    guest_key: SecretText = SecretStr("")
    network: Limit = 10
    streams: Limit = 64
    streams_all: Limit = 5000
    memory: Count = 1000


class ExpirySettings(SettingsSection):
    """After how many days without an action a game is closed, and how many days before its players are warned."""

    expire_days: ExpireDays = 90
    warn_days: Annotated[int, Field(ge=3, le=MIN_EXPIRE_DAYS - 1)] = 14


class OpponentSettings(SettingsSection):
    """How many computer opponents search at the same time."""

    threads: Annotated[int, Field(ge=1, le=64)] = 2
    game: Annotated[int, Field(ge=1, le=2)] = 1
    queue: Annotated[int, Field(ge=1, le=100_000)] = 100


class NotificationSettings(SettingsSection):
    """Your-turn notifications."""

    delay: Annotated[int, Field(ge=0, le=86_400)] = 30
    hooks: bool = True
    reach: Networks = ()


class SmtpSettings(SettingsSection):
    """The mail server."""

    host: Text = ""
    port: Annotated[int, Field(ge=1, le=65535)] = 587
    security: SmtpSecurity = "starttls"
    user: Text = ""
    password: SecretText = SecretStr("")
    sender: Text = ""

    @property
    def is_configured(self) -> bool:
        """Whether the server sends e-mail."""
        return bool(self.host)


class MetricsSettings(SettingsSection):
    """Where Prometheus reads figures."""

    address: IpAddress = "127.0.0.1"
    port: Port = 0


class LogSettings(SettingsSection):
    """The log, on standard error or in a file."""

    level: LogLevel = "info"
    file: Text = ""


class BackupSettings(SettingsSection):
    """Where scheduled backups go, and how many stay."""

    folder: Text = ""
    daily: Annotated[int, Field(ge=1, le=10_000)] = 7
    weekly: Annotated[int, Field(ge=0, le=10_000)] = 8


class ReportSettings(SettingsSection):
    """Games that players report to the operator."""

    days: Annotated[int, Field(ge=1, le=3650)] = 90


class OperatorSettings(SettingsSection):
    """Who is responsible for the server, as the privacy notice names them."""

    name: Text = ""
    contact: Text = ""
    page: WebPage = ""


class AdminSettings(SettingsSection):
    """Where `solafide admin` reaches the server."""

    socket: Text = ""


class ServerSettings(BaseSettings):
    """Every setting with its default."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_nested_delimiter="_",
        env_nested_max_split=1,  # SOLAFIDE_LIMITS_RATE_ALL is limits.rate_all
        enable_decoding=False,  # values are texts, not JSON
        frozen=True,
        extra="forbid",
        str_strip_whitespace=True,
        coerce_numbers_to_str=True,
        hide_input_in_errors=True,
    )

    address: IpAddress = "127.0.0.1"
    port: Port = 1517
    origins: Origins = ()
    data: Text = ""
    database: DatabaseAddress = SecretStr("")
    proxies: Networks = ()

    limits: RequestLimitSettings = RequestLimitSettings()
    games: ExpirySettings = ExpirySettings()
    thinking: OpponentSettings = OpponentSettings()
    signs: NotificationSettings = NotificationSettings()
    smtp: SmtpSettings = SmtpSettings()
    metrics: MetricsSettings = MetricsSettings()
    log: LogSettings = LogSettings()
    backup: BackupSettings = BackupSettings()
    reports: ReportSettings = ReportSettings()
    operator: OperatorSettings = OperatorSettings()
    admin: AdminSettings = AdminSettings()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        assert isinstance(init_settings, InitSettingsSource)
        file = init_settings.init_kwargs.pop(FILE_ARGUMENT, None)
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls, file)

    def public_origins(self, port: int) -> frozenset[str]:
        """The origins by which browsers may call the server; without any it serves its own machine alone."""
        return frozenset(self.origins or (f"http://{name}:{port}" for name in ("127.0.0.1", "localhost")))

    def backup_folder(self, data_folder: Path) -> Path:
        """The folder for scheduled backups; by default one in the data folder."""
        return Path(self.backup.folder) if self.backup.folder else data_folder / DEFAULT_BACKUP_FOLDER

    def value_of(self, key: str) -> Any:
        """The value of a setting by its key.

        >>> ServerSettings(limits=RequestLimitSettings(rate=7)).value_of("limits.rate")
        7
        """
        value: Any = self
        for name in key.split("."):
            value = getattr(value, name)
        return value


def _flat_fields() -> Iterator[tuple[str, FieldInfo]]:
    for name, field in ServerSettings.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, SettingsSection):
            yield from ((f"{name}.{inner}", info) for inner, info in field.annotation.model_fields.items())
        else:
            yield name, field


FIELDS: dict[str, FieldInfo] = dict(_flat_fields())  # by the key in the file


def is_secret(key: str) -> bool:
    """Whether a value must not be shown."""
    return FIELDS[key].annotation is SecretStr


def variable_name(key: str) -> str:
    """The environment variable of a setting.

    >>> variable_name("limits.rate_all")
    'SOLAFIDE_LIMITS_RATE_ALL'
    """
    return PREFIX + key.upper().replace(".", "_")


# ---------------------------------------------------------------- reading


def read_settings(command_line: Mapping[str, object], file: Path | None = None) -> ServerSettings:
    """Read the settings; a wrong one raises an error that names it, its value, its source and what was expected."""
    if file is None and (file_name := os.environ.get(FILE_VARIABLE)):
        file = Path(file_name)
    _check_file(file)
    _check_variables()
    options: dict[str, Any] = {key: value for key, value in command_line.items() if value is not None}
    try:
        settings = ServerSettings(**{FILE_ARGUMENT: file, **options})
    except tomllib.TOMLDecodeError as error:
        raise SolaFideError("settings.error.toml", file=str(file), why=str(error)) from None
    except (OSError, UnicodeDecodeError):
        raise SolaFideError("settings.error.unreadable", file=str(file)) from None
    except ValidationError as error:
        raise _explain(error, options, file) from None
    if not settings.origins and not ip_address(settings.address).is_loopback:
        raise SolaFideError("settings.error.no_origin", setting="origins", address=settings.address)
    if bool(settings.smtp.host) != bool(settings.smtp.sender):
        missing = "smtp.sender" if settings.smtp.host else "smtp.host"
        raise SolaFideError("settings.error.missing", setting=missing)
    return settings


def _check_file(file: Path | None) -> None:
    """pydantic-settings skips a file that does not exist."""
    if file is not None and not file.exists():
        raise SolaFideError("error.file.missing", file=str(file))
    if file is not None and not file.is_file():
        raise SolaFideError("settings.error.unreadable", file=str(file))


def _check_variables() -> None:
    """pydantic-settings ignores variables that it does not know; a misspelt one should be found."""
    variables = [variable_name(key) for key in FIELDS]
    for name in sorted(os.environ):
        if name.startswith(PREFIX) and name not in OTHER_VARIABLES and name not in variables:
            raise _unknown_setting(name, name, variables)


def _explain(error: ValidationError, options: Mapping[str, object], file: Path | None) -> SolaFideError:
    """Turn pydantic's first complaint into a sentence of the catalogues."""
    first = error.errors(include_url=False)[0]
    names = [name for name in first["loc"] if isinstance(name, str)]
    key = next((each for each in (".".join(names[:2]), names[0]) if each in FIELDS), "")
    if not key:
        return _unknown_setting(".".join(names[:2]), str(file), list(FIELDS))
    source = f"--{key}" if key in options else _variable_or_file(key, file)
    value = REDACTED if is_secret(key) else str(first["input"])
    expected, facts = _expectation(FIELDS[key])
    return SolaFideError(expected, setting=key, value=value, source=source, **facts)


def _variable_or_file(key: str, file: Path | None) -> str:
    name = variable_name(key)
    return name if name in os.environ else str(file)


def _expectation(field: FieldInfo) -> tuple[str, dict[str, object]]:
    """The sentence about what a field expects, with its blanks."""
    for detail in field.metadata:
        if isinstance(detail, Expectation):
            return detail.key, {}
    if field.annotation is bool:
        return "settings.error.switch", {}
    if get_origin(field.annotation) is Literal:
        return "settings.error.choice", {"allowed": ", ".join(get_args(field.annotation))}
    low = next(detail.ge for detail in field.metadata if isinstance(detail, Ge))
    high = next(detail.le for detail in field.metadata if isinstance(detail, Le))
    return "settings.error.number", {"low": low, "high": high}


def _unknown_setting(name: str, source: str, names: list[str]) -> SolaFideError:
    similar = difflib.get_close_matches(name, names, 3, 0.7)
    return SolaFideError("settings.error.unknown", setting=name, source=source, known=", ".join(similar or names))
