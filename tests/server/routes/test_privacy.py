"""The privacy notice over HTTP: as JSON, as a page for browsers without scripts, and on an online server only."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.local_client import LocalClient
from server.online_server import OnlineServerThread
from solafide.server.views.privacy_notice import privacy_notice
from solafide.text import LANGUAGES, catalogue

OPERATOR = {"operator_name": "Anna Example", "operator_contact": "anna@club.example"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OnlineServerThread]:
    with OnlineServerThread(tmp_path_factory.mktemp("server"), **OPERATOR, games_expire_days=77) as thread:
        yield thread


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_notice_needs_no_secret(server: OnlineServerThread, lang: str) -> None:
    with server.http() as http:
        answer = http.get(f"/api/privacy?lang={lang}")
        assert answer.json() == privacy_notice(server.online.settings, lang)
        assert "77" in answer.text
        unchanged = http.get(f"/api/privacy?lang={lang}", headers={"if-none-match": answer.headers["etag"]})
    assert unchanged.status_code == 304


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_browser_without_scripts_gets_the_notice_in_its_language(server: OnlineServerThread, lang: str) -> None:
    with server.http(**{"accept-language": lang}) as http:
        answer = http.get("/privacy")
    _, _, after = answer.text.partition("<noscript>")
    without_scripts, _, _ = after.partition("</noscript>")
    assert catalogue(lang).render("privacy.until.expired", n=77) in without_scripts
    assert "Anna Example" in without_scripts
    assert "set-cookie" not in answer.headers


def test_other_pages_do_not_carry_the_notice(server: OnlineServerThread) -> None:
    with server.http() as http:
        assert "Anna Example" not in http.get("/").text


def test_a_local_server_has_no_notice(client: LocalClient) -> None:
    for path in ("/api/privacy", "/privacy"):
        assert client.http.get(path).status_code == 404


@pytest.mark.parametrize(
    ("settings", "warnings"),
    [
        ({}, 0),
        ({"origins": "https://solafide.example"}, 1),
        ({"origins": "https://solafide.example", "operator_name": "Anna"}, 1),
        ({"origins": "https://solafide.example", **OPERATOR}, 0),
    ],
)
def test_a_public_server_asks_for_its_operator(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, settings: dict[str, str], warnings: int
) -> None:
    with caplog.at_level(logging.WARNING, logger="solafide"), OnlineServerThread(tmp_path, **settings):
        pass
    assert sum("operator.name" in record.getMessage() for record in caplog.records) == warnings
