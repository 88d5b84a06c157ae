"""What is in deploy/: pinned versions and their audit, the image's steps, the compose file, the unit, the settings."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
sys.path.append(str(ROOT / "tools"))

import audit  # noqa: E402
import image  # noqa: E402

from solafide.server.runtime.settings import TABLE, read, variable  # noqa: E402
from solafide.server.storage.schema import GAME_COLUMNS  # noqa: E402

VARIABLES = {variable(key) for key in TABLE}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
NEEDED = PROJECT["project"]["dependencies"] + PROJECT["project"]["optional-dependencies"]["server"]


def lines(file: str) -> str:
    return (DEPLOY / file).read_text("utf-8")


# ---------------------------------------------------------------- pinned versions


@pytest.mark.parametrize("file", audit.FILES)
def test_every_version_is_pinned_with_hashes_and_from_nowhere_special(file: str) -> None:
    text = re.sub(r"\\\n\s*", " ", lines(file))
    entries = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    assert entries
    for entry in entries:
        assert re.fullmatch(r"[a-z0-9._-]+==[^\s;]+( ; [^-]+)?( +--hash=sha256:[0-9a-f]{64})+ *", entry), entry
    assert "://" not in text


@pytest.mark.parametrize(
    ("file", "wanted"),
    [("requirements.txt", NEEDED), ("build.txt", PROJECT["build-system"]["requires"])],
)
def test_what_the_project_asks_for_is_pinned(file: str, wanted: list[str]) -> None:
    packaging = pytest.importorskip("packaging.requirements")
    pinned = {name.lower().replace("_", "-"): version for name, version in audit.PINNED.findall(lines(file))}
    for each in map(packaging.Requirement, wanted):
        assert each.specifier.contains(pinned[each.name.lower().replace("_", "-")]), each


# ---------------------------------------------------------------- the audit

PINS = [("good", "1.0"), ("bad", "2.0")]


@pytest.fixture(autouse=True)
def known_index(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not every environment has a pip that could be asked."""
    monkeypatch.setattr(audit, "index", lambda: "https://index.example")


def osv(vulnerable: set[str], control: bool = True) -> Any:
    def answer(url: str, body: Any) -> Any:
        if url != audit.OSV:
            return None
        known = vulnerable | ({audit.CONTROL[0]} if control else set())
        names = [query["package"]["name"] for query in body["queries"]]
        return {"results": [{"vulns": [{"id": "CVE-1"}]} if name in known else {} for name in names]}

    return answer


def index(vulnerable: set[str], silent: frozenset[str] = frozenset(), latest: bool = False) -> Any:
    def answer(url: str, body: Any) -> Any:
        found = re.fullmatch(re.escape(audit.index()) + r"/([^/]+)(/[^/]+)?/json", url)
        if found is None or found[1] in silent or (latest and found[2]):
            return None
        version = dict([*PINS, audit.CONTROL])[found[1]]
        known = found[1] in vulnerable | {audit.CONTROL[0]}
        return {"info": {"version": version}, "vulnerabilities": [{"id": "CVE-2"}] if known else []}

    return answer


def test_an_audit_says_what_is_known() -> None:
    for service, name in ((osv(set()), "OSV"), (index(set()), "the index"), (index(set(), latest=True), "the index")):
        assert audit.audit(PINS, service) == (0, [f"2 packages audited by {name}: no known vulnerability"])
    for service, known in ((osv({"bad"}), "CVE-1"), (index({"bad"}), "CVE-2")):
        code, said = audit.audit(PINS, service)
        assert code == 1
        assert said[0] == f"bad 2.0: {known}"


@pytest.mark.parametrize(
    "service",
    [
        lambda url, body: None,
        lambda url, body: {},
        lambda url, body: {"results": []},
        osv(set(), control=False),
        index(set(), frozenset({"bad"})),
        index(set(), frozenset({"pycrypto"})),
    ],
)
def test_an_audit_that_could_not_be_made_claims_nothing(service: Any) -> None:
    code, (said,) = audit.audit(PINS, service)
    assert code == 3
    assert said.startswith("NOT AUDITED")
    assert "no known" not in said


def test_a_vulnerability_counts_even_if_others_are_not_known() -> None:
    assert audit.audit([*PINS, ("third", "3.0")], index({"bad"}, frozenset({"third"})))[0] == 1


# ---------------------------------------------------------------- the image

STEPS = list(image.instructions(lines("Dockerfile")))


def test_the_image_is_made_from_pinned_things_by_nobody_special() -> None:
    bases = [rest.split()[0] for name, rest in STEPS if name == "FROM"]
    assert all(re.fullmatch(r"python:3\.\d+-slim-[a-z]+", base) for base in bases)
    installs = [rest for name, rest in STEPS if name == "RUN" and "pip install" in rest]
    for install in installs:
        for part in install.split("&&"):
            if "pip install" in part:
                assert "--require-hashes" in part or "--no-index" in part, part
    assert ("USER", "1517") in STEPS
    assert not [rest for name, rest in STEPS if name == "ADD"]
    environ = " ".join(rest for name, rest in STEPS if name == "ENV")
    assert set(re.findall(r"SOLAFIDE_\w+", environ)) <= VARIABLES


def test_the_image_copies_what_is_there() -> None:
    for name, rest in STEPS:
        if name == "COPY" and not rest.startswith("--from"):
            *sources, _ = rest.split()
            assert all((ROOT / source).exists() for source in sources)


def test_the_image_starts_what_is_there() -> None:
    (start,) = [rest for name, rest in STEPS if name == "ENTRYPOINT"]
    assert start == '["/opt/solafide/bin/solafide", "serve"]'


# ---------------------------------------------------------------- compose, proxy, unit, settings


def test_the_compose_file_describes_a_whole_house() -> None:
    yaml = pytest.importorskip("yaml")
    found = yaml.safe_load(lines("compose.yaml"))
    services = found["services"]
    assert set(services) == {"database", "table-1", "table-2", "proxy"}
    for name, service in services.items():
        assert service["networks"] == ["house"]
        if name.startswith("table"):
            assert set(service["environment"]) <= VARIABLES
            assert service["read_only"]
            assert service["cap_drop"] == ["ALL"]
            assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).exists()
        else:
            assert re.fullmatch(r"[a-z]+:\d+[.\w-]*", service["image"])
        assert set(service.get("depends_on", ())) <= set(services)
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    (network,) = found["networks"]["house"]["ipam"]["config"]
    assert network["subnet"] == services["table-1"]["environment"]["SOLAFIDE_PROXIES"]
    volumes = [volume.split(":")[0] for service in services.values() for volume in service.get("volumes", ())]
    assert {volume for volume in volumes if not volume.startswith(".")} == set(found["volumes"])
    assert all((DEPLOY / volume).exists() for volume in volumes if volume.startswith("."))


def test_the_proxies_know_the_servers() -> None:
    assert "reverse_proxy table-1:1517 table-2:1517 {" in lines("Caddyfile")
    for file in ("Caddyfile", "nginx.conf"):
        assert lines(file).count("{") == lines(file).count("}")
    assert "proxy_buffering off;" in lines("nginx.conf")


def test_the_settings_that_are_given_as_an_example_are_understood() -> None:
    found = read({}, {}, DEPLOY / "solafide.toml")
    assert found.origins == ("https://solafide.example",)


def test_what_the_operator_deletes_is_all_of_a_game() -> None:
    text = (ROOT / "docs" / "operate.md").read_text("utf-8")
    (loop,) = re.findall(r"^for t in ([a-z ]+); do sqlite3", text, re.MULTILINE)
    others = re.findall(r"DELETE FROM (\w+) WHERE id = 'ID'", text)
    deleted = {(name, "game") for name in loop.split()} | {(name, "id") for name in others}
    assert deleted == {(column.table.name, column.name) for column in GAME_COLUMNS}


def test_the_unit_starts_what_is_there_and_allows_little() -> None:
    unit = lines("solafide.service")
    assert "ExecStart=/opt/solafide/bin/solafide serve --settings ${CREDENTIALS_DIRECTORY}/settings\n" in unit
    assert set(re.findall(r"SOLAFIDE_\w+", unit)) <= VARIABLES
    for line in (
        "NoNewPrivileges=yes",
        "ProtectSystem=strict",
        "DynamicUser=yes",
        "CapabilityBoundingSet=",
        "UMask=0077",
    ):
        assert f"{line}\n" in unit
    if shutil.which("systemd-analyze"):
        done = subprocess.run(
            ["systemd-analyze", "verify", str(DEPLOY / "solafide.service")], capture_output=True, text=True
        )
        said = [line for line in done.stderr.splitlines() if "solafide.service" in line]
        assert all("is not executable" in line for line in said), done.stderr
