"""The settings: their sources, their values, and the messages about invalid ones."""

import os
import re
from collections.abc import Callable
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from solafide.cli import main
from solafide.commands.serve import setting_text
from solafide.game import SolaFideError
from solafide.server.runtime.settings import (
    FIELDS,
    OTHER_VARIABLES,
    ServerSettings,
    is_secret,
    read_settings,
    variable_name,
)
from solafide.text import LANGUAGES, catalogue, error_text

OPERATE = Path(__file__).parents[3] / "docs" / "operate.md"

SettingsFile = Callable[[str], Path]


def read(command_line: dict[str, Any], environment: dict[str, str], file: Path | None = None) -> ServerSettings:
    """Read the settings in an environment with these variables and no others."""
    with patch.dict(os.environ, environment, clear=True):
        return read_settings(command_line, file)


@pytest.fixture
def settings_file(tmp_path: Path) -> SettingsFile:
    def write(text: str) -> Path:
        file = tmp_path / "solafide.toml"
        file.write_text(text, encoding="utf-8")
        return file

    return write


def test_defaults_apply_without_settings() -> None:
    assert read({}, {}) == ServerSettings()


def test_command_line_overrides_environment_overrides_file(settings_file: SettingsFile) -> None:
    file = settings_file('port = 1\naddress = "127.0.0.2"\n[limits]\nrate = 7\n')
    settings = read({"port": "3", "address": None}, {"SOLAFIDE_PORT": "2", "SOLAFIDE_LIMITS_BURST": "9"}, file)
    assert (settings.port, settings.address, settings.limits.rate, settings.limits.burst) == (3, "127.0.0.2", 7, 9)


def test_the_environment_can_name_the_file(settings_file: SettingsFile) -> None:
    assert read({}, {"SOLAFIDE_SETTINGS": str(settings_file("port = 5"))}).port == 5


def test_unrelated_variables_are_ignored() -> None:
    """Variables that are read elsewhere in the repository do not make the server fail."""
    root = Path(__file__).parents[3]
    files = [*(root / "tools").rglob("*.py"), *(root / "tests").rglob("*.py"), *(root / "src").rglob("*.py")]
    variable_pattern = re.compile(r'environ(?:\.get\(|\[)\s*"(SOLAFIDE_[A-Z_]+)"')
    variables = {name for file in files for name in variable_pattern.findall(file.read_text("utf-8"))}
    assert "SOLAFIDE_POSTGRES" in variables
    assert read({}, dict.fromkeys(variables - {"SOLAFIDE_SETTINGS"}, "1")) == ServerSettings()


@pytest.mark.parametrize("key", FIELDS)
def test_every_setting_has_a_key_a_variable_a_value_and_a_meaning(key: str, settings_file: SettingsFile) -> None:
    """What a server says that it has can be given to it again, in the file and in the environment."""
    field = FIELDS[key]
    value = setting_text(field.default)
    assert variable_name(key) not in OTHER_VARIABLES
    assert read({}, {variable_name(key): value}) == ServerSettings()
    section, _, name = key.rpartition(".")
    assert section.count(".") == 0
    line = f'{name} = "{value}"'
    assert read({}, {}, settings_file(f"[{section}]\n{line}" if section else line)) == ServerSettings()
    assert all(catalogue(lang).render(f"settings.meaning.{key.replace('.', '_')}") for lang in LANGUAGES)


def test_lists_and_switches(settings_file: SettingsFile) -> None:
    file = settings_file('origins = ["https://a.example", "http://B.example:8080/"]\n[signs]\nhooks = false\n')
    settings = read({}, {"SOLAFIDE_PROXIES": "10.0.0.0/8 ::1"}, file)
    assert settings.origins == ("https://a.example", "http://b.example:8080")
    assert settings.proxies == (ip_network("10.0.0.0/8"), ip_network("::1"))
    assert not settings.signs.hooks
    assert settings.public_origins(9) == {"https://a.example", "http://b.example:8080"}
    assert ServerSettings().public_origins(9) == {"http://127.0.0.1:9", "http://localhost:9"}


WRONG = [
    ("SOLAFIDE_PORT", "65536", "settings.error.number", ("port", "65536", "SOLAFIDE_PORT", "0", "65535")),
    ("SOLAFIDE_PORT", "tcp://10.0.0.1:80", "settings.error.number", ("tcp://10.0.0.1:80",)),
    ("SOLAFIDE_LIMITS_RATE", "1.5", "settings.error.number", ("limits.rate", "1.5")),
    ("SOLAFIDE_SIGNS_HOOKS", "perhaps", "settings.error.switch", ("signs.hooks", "perhaps")),
    ("SOLAFIDE_LOG_LEVEL", "loud", "settings.error.choice", ("log.level", "loud", "debug, info, warning, error")),
    ("SOLAFIDE_ADDRESS", "localhost", "settings.error.address", ("address", "localhost")),
    ("SOLAFIDE_ORIGINS", "solafide.example", "settings.error.origin", ("origins", "solafide.example")),
    ("SOLAFIDE_ORIGINS", "https://a.example/path", "settings.error.origin", ("https://a.example/path",)),
    ("SOLAFIDE_ORIGINS", "https://a.example:x", "settings.error.origin", ("https://a.example:x",)),
    ("SOLAFIDE_ORIGINS", "https://me@a.example", "settings.error.origin", ("https://me@a.example",)),
    ("SOLAFIDE_PROXIES", "10.0.0.1/8", "settings.error.network", ("proxies", "10.0.0.1/8")),
    ("SOLAFIDE_SMTP_SENDER", "a\nb", "settings.error.text", ("smtp.sender",)),
    ("SOLAFIDE_OPERATOR_PAGE", "club.example", "settings.error.web_page", ("operator.page", "club.example")),
    ("SOLAFIDE_OPERATOR_PAGE", "javascript:alert(1)", "settings.error.web_page", ("javascript:alert(1)",)),
    ("SOLAFIDE_SMTP_HOST", "mail.example", "settings.error.missing", ("smtp.sender",)),
    ("SOLAFIDE_ADDRESS", "0.0.0.0", "settings.error.no_origin", ("origins", "0.0.0.0")),
    ("SOLAFIDE_DATABSE", "x", "settings.error.unknown", ("SOLAFIDE_DATABSE", "SOLAFIDE_DATABASE")),
]


@pytest.mark.parametrize(("name", "value", "key", "expected"), WRONG, ids=[f"{row[0]}={row[1]!r}" for row in WRONG])
def test_an_invalid_setting_is_reported_with_value_and_expectation(
    name: str, value: str, key: str, expected: tuple[str, ...]
) -> None:
    with pytest.raises(SolaFideError) as error:
        read({}, {name: value})
    assert error.value.key == key
    for lang in LANGUAGES:
        text = error_text(error.value, lang)
        assert all(each in text for each in expected), text


@pytest.mark.parametrize("key", [key for key in FIELDS if is_secret(key)])
def test_an_invalid_secret_is_not_printed(key: str) -> None:
    with pytest.raises(SolaFideError) as error:
        read({}, {variable_name(key): "hunter2\nhunter3"})
    assert "hunter" not in error_text(error.value, "en")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("prot = 1", "settings.error.unknown"),
        ("[limits]\nspeed = 1", "settings.error.unknown"),
        ("port = ", "settings.error.toml"),
        ("port = 1.5", "settings.error.number"),
    ],
)
def test_an_invalid_file_is_reported(text: str, key: str, settings_file: SettingsFile) -> None:
    file = settings_file(text)
    with pytest.raises(SolaFideError) as error:
        read({}, {}, file)
    assert error.value.key == key
    assert str(file) in error_text(error.value, "en")


def test_a_missing_or_binary_file_is_reported(tmp_path: Path) -> None:
    for file, key in ((tmp_path / "none.toml", "error.file.missing"), (tmp_path, "settings.error.unreadable")):
        with pytest.raises(SolaFideError) as error:
            read({}, {}, file)
        assert error.value.key == key


def test_the_command_reports_invalid_settings_and_exits(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", "many", "--lang", "en"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "The setting port cannot be “many” (--port)" in captured.err


def test_the_command_lists_settings_without_secrets(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOLAFIDE_SMTP_PASSWORD", "hunter2")
    assert main(["serve", "--list", "--port", "77", "--lang", "en"]) == 0
    output = capsys.readouterr().out
    assert "port | SOLAFIDE_PORT | 77 | the port to listen on" in output
    assert "hunter2" not in output
    assert [line.partition(" | ")[0] for line in output.splitlines()[1:]] == list(FIELDS)


def rows() -> list[tuple[Any, ...]]:
    texts = catalogue("en")
    return [
        (
            key,
            variable_name(key),
            setting_text(field.default) or "–",
            texts.render(f"settings.meaning.{key.replace('.', '_')}"),
        )
        for key, field in FIELDS.items()
    ]


def test_the_documented_settings_are_up_to_date() -> None:
    table_rows = re.findall(
        r"^\| `([^`]+)` \| `(SOLAFIDE_[^`]+)` \| ([^|]*) \| ([^|]*) \|$", OPERATE.read_text("utf-8"), re.M
    )
    assert [tuple(each.strip("` ") for each in row) for row in table_rows] == rows()
