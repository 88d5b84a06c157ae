"""pip is fetched from where pip itself would look, and only with its pinned hash."""

import base64
import os
import threading
from collections.abc import Iterator
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import fetch_pip
import pytest
from fetch_pip import WHEEL, PipUnavailable, configuration, configuration_files, places

CONTENT = b"not really a wheel"
AUTHORIZATION = f"Basic {base64.b64encode(b'reader:secret').decode()}"


@pytest.fixture(autouse=True)
def known_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetch_pip, "SHA256", sha256(CONTENT).hexdigest())


@pytest.fixture
def no_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which pip has no configuration files."""
    monkeypatch.setattr(fetch_pip, "configuration_files", lambda environ: [])


class Index(ThreadingHTTPServer):
    """A package index with one package; with a password it answers nobody else."""

    def __init__(self, content: bytes = CONTENT, password: bool = False) -> None:
        self.content, self.password = content, password
        super().__init__(("127.0.0.1", 0), IndexHandler)
        self.host = f"127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, daemon=True).start()


class IndexHandler(BaseHTTPRequestHandler):
    server: Index

    def do_GET(self) -> None:
        pages = {
            "/simple/pip/": f'<a href="/other.whl">x</a><A HREF="../../files/{WHEEL}#sha256=0">{WHEEL}</A>'.encode(),
            f"/files/{WHEEL}": self.server.content,
            "/empty/pip/": b"<p>nothing</p>",
        }
        allowed = not self.server.password or self.headers["Authorization"] == AUTHORIZATION
        answer = pages.get(self.path) if allowed else None
        self.send_response(200 if answer is not None else 404 if allowed else 401)
        self.end_headers()
        self.wfile.write(answer or b"")

    def log_message(self, *_: object) -> None:
        return


@pytest.fixture
def index() -> Iterator[Index]:
    with Index() as server:
        yield server
        server.shutdown()


# ---------------------------------------------------------------- where it comes from


@pytest.mark.usefixtures("no_files")
def test_from_the_configured_index(index: Index, tmp_path: Path) -> None:
    wheel = fetch_pip.fetch_pip(tmp_path, {"PIP_INDEX_URL": f"http://{index.host}/simple"})
    assert (wheel.name, wheel.read_bytes()) == (WHEEL, CONTENT)


@pytest.mark.usefixtures("no_files")
def test_from_an_extra_index(index: Index, tmp_path: Path) -> None:
    both = {"PIP_INDEX_URL": f"http://{index.host}/empty", "PIP_EXTRA_INDEX_URL": f"http://{index.host}/simple/"}
    assert fetch_pip.fetch_pip(tmp_path, both).read_bytes() == CONTENT


@pytest.mark.usefixtures("no_files")
@pytest.mark.parametrize("as_address", [True, False])
def test_from_a_folder_without_any_index(tmp_path: Path, as_address: bool) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / WHEEL).write_bytes(CONTENT)
    place = folder.as_uri() if as_address else str(folder)
    wheel = fetch_pip.fetch_pip(tmp_path / "target", {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": place})
    assert wheel.read_bytes() == CONTENT


@pytest.mark.usefixtures("no_files")
def test_from_an_index_of_files(tmp_path: Path) -> None:
    page = tmp_path / "simple" / "pip" / "index.html"
    page.parent.mkdir(parents=True)
    page.write_text(f'<a href="../../files/{WHEEL}">pip</a>')
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / WHEEL).write_bytes(CONTENT)
    wheel = fetch_pip.fetch_pip(tmp_path / "target", {"PIP_INDEX_URL": (tmp_path / "simple").as_uri()})
    assert wheel.read_bytes() == CONTENT


@pytest.mark.usefixtures("no_files")
def test_from_an_index_with_a_password(tmp_path: Path) -> None:
    with Index(password=True) as index:
        good, bad = (f"http://reader:{word}@{index.host}/simple" for word in ("secret", "guess"))
        assert fetch_pip.fetch_pip(tmp_path / "good", {"PIP_INDEX_URL": good}).read_bytes() == CONTENT
        with pytest.raises(PipUnavailable) as error:
            fetch_pip.fetch_pip(tmp_path / "bad", {"PIP_INDEX_URL": bad})
        index.shutdown()
    assert "401" in str(error.value)
    assert "guess" not in str(error.value)


@pytest.mark.usefixtures("no_files")
def test_pip_is_fetched_once(index: Index, tmp_path: Path) -> None:
    environ = {"PIP_INDEX_URL": f"http://{index.host}/simple"}
    wheel = fetch_pip.fetch_pip(tmp_path, environ)
    assert fetch_pip.fetch_pip(tmp_path, {"PIP_NO_INDEX": "1"}) == wheel
    wheel.write_bytes(b"damaged")
    assert fetch_pip.fetch_pip(tmp_path, environ).read_bytes() == CONTENT


@pytest.mark.usefixtures("no_files")
def test_another_hash_is_refused(tmp_path: Path) -> None:
    with Index(b"something else") as index:
        with pytest.raises(PipUnavailable, match="SHA-256"):
            fetch_pip.fetch_pip(tmp_path, {"PIP_INDEX_URL": f"http://{index.host}/simple"})
        index.shutdown()
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("no_files")
def test_an_unavailable_pip_is_one_clear_message(index: Index, tmp_path: Path) -> None:
    with pytest.raises(PipUnavailable, match=f"(?s)Is there a network.*{index.host}/empty/pip/: no link to {WHEEL}"):
        fetch_pip.fetch_pip(tmp_path, {"PIP_INDEX_URL": f"http://{index.host}/empty"})


# ---------------------------------------------------------------- pip's configuration


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def test_configuration_has_the_same_precedence_as_in_pip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    home, config_file = tmp_path / "home", tmp_path / "named.conf"
    system = tmp_path / "xdg" / "pip" / "pip.conf"
    environ = {"HOME": str(home), "XDG_CONFIG_DIRS": str(tmp_path / "xdg"), "PIP_CONFIG_FILE": str(config_file)}
    files = configuration_files(environ)
    assert files == [
        system,
        Path("/etc/pip.conf"),
        home / ".pip" / "pip.conf",
        home / ".config" / "pip" / "pip.conf",
        config_file,
    ]
    monkeypatch.setattr(fetch_pip, "configuration_files", lambda _: [each for each in files if each.parts[1] != "etc"])
    urls = []
    for file, text in (
        (
            system,
            "[global]\nindex_url = https://system.example\nextra-index-url =\n    https://a.example\n    file:///b\n",
        ),
        (files[2], "[global]\nindex-url = https://old.example\n"),
        (files[3], "[install]\nindex-url = https://user.example\n[global]\nindex-url = https://no.example\n"),
        (config_file, "[global]\nindex-url = https://named.example\n"),
    ):
        write(file, text)
        urls.append(configuration(environ)["index-url"])
    assert urls == ["https://system.example", "https://old.example", "https://user.example", "https://named.example"]
    settings = configuration(environ | {"PIP_INDEX_URL": "https://variable.example/"})
    assert places(settings) == ["https://variable.example/pip/", "https://a.example/pip/", "file:///b/pip/"]


def test_a_variable_disables_configuration_files(tmp_path: Path) -> None:
    assert configuration_files({"HOME": str(tmp_path), "PIP_CONFIG_FILE": os.devnull}) == []


def test_configuration_files_of_other_systems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    environ = {"HOME": str(tmp_path), "APPDATA": str(tmp_path / "roaming"), "PROGRAMDATA": str(tmp_path / "all")}
    monkeypatch.setattr("sys.platform", "win32")
    expected = [tmp_path / "all" / "pip", tmp_path / "pip", tmp_path / "roaming" / "pip"]
    assert configuration_files(environ) == [folder / "pip.ini" for folder in expected]
    monkeypatch.setattr("sys.platform", "darwin")
    assert configuration_files(environ)[-1] == tmp_path / ".config" / "pip" / "pip.conf"
    (tmp_path / "Library" / "Application Support" / "pip").mkdir(parents=True)
    assert configuration_files(environ)[-1] == tmp_path / "Library" / "Application Support" / "pip" / "pip.conf"


@pytest.mark.usefixtures("no_files")
def test_without_configuration_the_public_index() -> None:
    assert places(configuration({})) == [f"{fetch_pip.PUBLIC_INDEX}/pip/"]
