"""Fetch pip with the standard library alone, for a Python that comes without it: `fetch_pip.py FOLDER`.

Debian has pip and ensurepip in packages that only root can install. The wheel is looked for where pip itself would look
(its configuration files and PIP_* variables: index-url, extra-index-url, find-links, no-index, cert, proxy), and is
accepted only with the SHA-256 that is written here.
"""

import base64
import configparser
import os
import ssl
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin, urlsplit, urlunsplit

VERSION = "26.2.1"
WHEEL = f"pip-{VERSION}-py3-none-any.whl"
SHA256 = "71138adf1f4ca900cdb7d289c21b7494329f2332b6d85f0e1c42108c0384ed3e"
PUBLIC_INDEX = "https://pypi.org/simple"  # pip's own default; a Python without pip has it nowhere
TIMEOUT_S = 60
SECTIONS = ("global", "install")  # of a configuration file; the later one counts
OPTIONS = ("index-url", "extra-index-url", "find-links", "no-index", "cert", "proxy")
TRUE = ("1", "true", "yes", "on", "y", "t")

Configuration = Mapping[str, str]


class PipUnavailable(Exception):
    """pip could not be downloaded; the message lists the places tried."""


def fetch_pip(folder: Path, environ: Mapping[str, str] = os.environ) -> Path:
    """Return the path of pip's wheel in this folder; download it unless it exists."""
    target = folder / WHEEL
    if target.exists() and sha256(target.read_bytes()).hexdigest() == SHA256:
        return target
    settings = configuration(environ)
    print(f"Fetching pip {VERSION}", file=sys.stderr, flush=True)
    failures = []
    for place in places(settings):
        try:
            content = download(place, settings)
        except (OSError, ValueError, PipUnavailable) as error:
            failures.append(f"{without_password(place)}: {error}")
            continue
        if (actual_hash := sha256(content).hexdigest()) == SHA256:
            folder.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            return target
        failures.append(f"{without_password(place)}: the SHA-256 of {WHEEL} is {actual_hash} and not {SHA256}")
    raise PipUnavailable("\n  ".join([f"pip {VERSION} could not be fetched. Is there a network?", *failures]))


# ---------------------------------------------------------------- pip's configuration


def configuration(environ: Mapping[str, str]) -> dict[str, str]:
    """Return pip's download options from its configuration files and environment variables, which come first."""
    options: dict[str, str] = {}
    for file in configuration_files(environ):
        parser = configparser.RawConfigParser()
        try:
            parser.read(file)
        except (OSError, UnicodeError, configparser.Error):
            continue
        for section in filter(parser.has_section, SECTIONS):
            options.update((name.replace("_", "-"), value) for name, value in parser.items(section))
    for option in OPTIONS:
        if value := environ.get(f"PIP_{option.replace('-', '_').upper()}"):
            options[option] = value
    return {option: options[option] for option in OPTIONS if options.get(option)}


def configuration_files(environ: Mapping[str, str]) -> list[Path]:
    """Return pip's configuration files in its order: a later one overrides an earlier one."""
    configured_file = environ.get("PIP_CONFIG_FILE")
    if configured_file == os.devnull:
        return []
    home = Path(environ.get("HOME") or environ.get("USERPROFILE") or Path.home())
    if sys.platform == "win32":
        system = [Path(environ.get("PROGRAMDATA") or "C:/ProgramData", "pip", "pip.ini")]
        user = [home / "pip" / "pip.ini", Path(environ.get("APPDATA") or home, "pip", "pip.ini")]
    else:
        shared = (environ.get("XDG_CONFIG_DIRS") or "/etc/xdg").split(":")
        system = [*(Path(folder, "pip", "pip.conf") for folder in shared if folder), Path("/etc/pip.conf")]
        own = Path(environ.get("XDG_CONFIG_HOME") or home / ".config", "pip", "pip.conf")
        if sys.platform == "darwin":
            system.insert(0, Path("/Library/Application Support/pip/pip.conf"))
            in_library = home / "Library" / "Application Support" / "pip"
            own = in_library / "pip.conf" if in_library.is_dir() else own
        user = [home / ".pip" / "pip.conf", own]
    return [*system, *user, *([Path(configured_file)] if configured_file else [])]


def places(settings: Configuration) -> list[str]:
    """Return the places that may have the wheel: folders and pages with links."""
    links = settings.get("find-links", "").split()
    if settings.get("no-index", "").lower() in TRUE:
        return links
    indexes = [settings.get("index-url", PUBLIC_INDEX), *settings.get("extra-index-url", "").split()]
    return [*links, *(f"{index.rstrip('/')}/pip/" for index in indexes)]


# ---------------------------------------------------------------- downloads


def download(place: str, settings: Configuration) -> bytes:
    """Return the content of the wheel that this place has or links to."""
    page = as_url(place)
    if page.startswith("file:"):
        path = Path(urllib.request.url2pathname(urlsplit(page).path))
        if (path / WHEEL).is_file():
            return (path / WHEEL).read_bytes()
        page = f"{page.rstrip('/')}/index.html" if path.is_dir() else page
    address, content = get(page, settings)
    for link in links_in(content.decode("utf-8", "replace")):
        target = urldefrag(urljoin(address, link)).url
        if unquote(urlsplit(target).path).endswith(f"/{WHEEL}"):
            return get(with_password_of(page, target), settings)[1]
    raise PipUnavailable(f"no link to {WHEEL}")


def as_url(place: str) -> str:
    """Return an address unchanged, and a path as a file URL."""
    return place if "://" in place or place.startswith("file:") else Path(place).expanduser().absolute().as_uri()


def get(url: str, settings: Configuration) -> tuple[str, bytes]:
    """Return the content of an address, and the address after redirections."""
    bare, headers = split_password(url)
    request = urllib.request.Request(bare, headers={"Accept": "text/html, */*;q=0.1"})
    for name, value in headers.items():
        request.add_unredirected_header(name, value)  # not for another host
    context = ssl.create_default_context(cafile=settings.get("cert"))
    try:
        return read(request, settings, context)
    except urllib.error.URLError as error:
        if not isinstance(error.reason, ssl.SSLCertVerificationError) or headers:
            raise
    # A small system has no certificates at all. The hash alone decides whether the file is accepted, and no password
    # is sent here; pip brings its own certificates for everything that comes after it.
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return read(request, settings, context)


def read(request: urllib.request.Request, settings: Configuration, context: ssl.SSLContext) -> tuple[str, bytes]:
    proxy = settings.get("proxy")
    proxies = {"http": proxy, "https": proxy} if proxy else None  # None: as the environment says
    handlers = [urllib.request.ProxyHandler(proxies), urllib.request.HTTPSHandler(context=context)]
    with urllib.request.build_opener(*handlers).open(request, timeout=TIMEOUT_S) as answer:
        return answer.url, answer.read()


def links_in(page: str) -> Iterator[str]:
    """Return the addresses that a page links to."""
    links: list[str] = []

    class Links(HTMLParser):
        def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
            links.extend(value for name, value in attributes if tag == "a" and name == "href" and value)

    Links().feed(page)
    yield from links


# ---------------------------------------------------------------- passwords in addresses


def split_password(url: str) -> tuple[str, dict[str, str]]:
    """An address without user and password, and the header that carries them.

    >>> split_password("https://user:pass%21@index.example/simple")
    ('https://index.example/simple', {'Authorization': 'Basic dXNlcjpwYXNzIQ=='})
    """
    parts = urlsplit(url)
    credentials, at, host = parts.netloc.rpartition("@")
    if not at:
        return url, {}
    encoded = base64.b64encode(unquote(credentials if ":" in credentials else f"{credentials}:").encode()).decode()
    return urlunsplit(parts._replace(netloc=host)), {"Authorization": f"Basic {encoded}"}


def without_password(url: str) -> str:
    """Return an address without its password, for messages."""
    return split_password(url)[0]


def with_password_of(page: str, target: str) -> str:
    """Return a link with the password of its page, if it leads to the same host."""
    page_url, target_url = urlsplit(page), urlsplit(target)
    credentials, at, host = page_url.netloc.rpartition("@")
    same = at and (page_url.scheme, host) == (target_url.scheme, target_url.netloc)
    return urlunsplit(target_url._replace(netloc=f"{credentials}@{host}")) if same else target


if __name__ == "__main__":
    print(fetch_pip(Path(sys.argv[1])))
