"""The files in deploy/: pinned versions and their audit, the Dockerfile, the compose file, the unit, the settings."""

import re
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement  # pytest needs it too

from needs import needs_systemd, skip_with_old_systemd

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
sys.path.append(str(ROOT / "tools"))

import audit  # noqa: E402
import try_dockerfile  # noqa: E402

from solafide.server.runtime.settings import FIELDS, read_settings, variable_name  # noqa: E402
from solafide.server.storage.postgres import LOCK_TIMEOUT_MS  # noqa: E402
from solafide.server.storage.sqlite import RESTORE_WAIT_S  # noqa: E402

VARIABLES = {variable_name(key) for key in FIELDS}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
NEEDED = PROJECT["project"]["dependencies"] + PROJECT["project"]["optional-dependencies"]["server"]


def text_of(file: str) -> str:
    return (DEPLOY / file).read_text("utf-8")


# ---------------------------------------------------------------- pinned versions


@pytest.mark.parametrize("file", audit.FILES)
def test_every_version_is_pinned_with_hashes(file: str) -> None:
    text = re.sub(r"\\\n\s*", " ", text_of(file))
    entries = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    assert entries
    for entry in entries:
        assert re.fullmatch(r"[a-z0-9._-]+==[^\s;]+( ; [^-]+)?( +--hash=sha256:[0-9a-f]{64})+ *", entry), entry
    assert "://" not in text


@pytest.mark.parametrize(
    ("file", "requirements"),
    [("requirements.txt", NEEDED), ("build.txt", PROJECT["build-system"]["requires"])],
)
def test_requirements_of_the_project_are_pinned(file: str, requirements: list[str]) -> None:
    pinned = {name.lower().replace("_", "-"): version for name, version in audit.PIN.findall(text_of(file))}
    for each in map(Requirement, requirements):
        assert each.specifier.contains(pinned[each.name.lower().replace("_", "-")]), each


# ---------------------------------------------------------------- the audit

PINS = [("good", "1.0"), ("bad", "2.0")]


def osv(vulnerable: set[str], control: bool = True) -> Any:
    def answer(url: str, body: Any) -> Any:
        if url != audit.OSV_URL:
            return None
        affected = vulnerable | ({audit.KNOWN_VULNERABLE[0]} if control else set())
        names = [query["package"]["name"] for query in body["queries"]]
        return {"results": [{"vulns": [{"id": "CVE-1"}]} if name in affected else {} for name in names]}

    return answer


def index(vulnerable: set[str], silent: frozenset[str] = frozenset(), latest: bool = False) -> Any:
    def answer(url: str, body: Any) -> Any:
        match = re.fullmatch(re.escape(audit.index_url()) + r"/([^/]+)(/[^/]+)?/json", url)
        if match is None or match[1] in silent or (latest and match[2]):
            return None
        version = dict([*PINS, audit.KNOWN_VULNERABLE])[match[1]]
        is_affected = match[1] in vulnerable | {audit.KNOWN_VULNERABLE[0]}
        return {"info": {"version": version}, "vulnerabilities": [{"id": "CVE-2"}] if is_affected else []}

    return answer


def test_audit_lists_known_vulnerabilities() -> None:
    for service, name in ((osv(set()), "OSV"), (index(set()), "the index"), (index(set(), latest=True), "the index")):
        assert audit.audit(PINS, service) == (0, [f"2 packages audited by {name}: no known vulnerability"])
    for service, vulnerability in ((osv({"bad"}), "CVE-1"), (index({"bad"}), "CVE-2")):
        code, lines = audit.audit(PINS, service)
        assert code == 1
        assert lines[0] == f"bad 2.0: {vulnerability}"


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
def test_incomplete_audit_claims_nothing(service: Any) -> None:
    code, (line,) = audit.audit(PINS, service)
    assert code == 3
    assert line.startswith("NOT AUDITED")
    assert "no known" not in line


def test_vulnerability_counts_in_an_incomplete_audit() -> None:
    assert audit.audit([*PINS, ("third", "3.0")], index({"bad"}, frozenset({"third"})))[0] == 1


# ---------------------------------------------------------------- the image

STEPS = list(try_dockerfile.instructions(text_of("Dockerfile")))


def test_image_has_pinned_packages_and_an_unprivileged_user() -> None:
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


def test_image_copies_existing_files() -> None:
    for name, rest in STEPS:
        if name == "COPY" and not rest.startswith("--from"):
            *sources, _ = rest.split()
            assert all((ROOT / source).exists() for source in sources)


def test_image_starts_the_server() -> None:
    (start,) = [rest for name, rest in STEPS if name == "ENTRYPOINT"]
    assert start == '["/opt/solafide/bin/solafide", "serve"]'


# ---------------------------------------------------------------- compose, proxy, unit, settings


def test_compose_file_has_database_servers_and_proxy() -> None:
    yaml: Any = import_module("yaml")  # PyYAML, which schemathesis needs too
    compose = yaml.safe_load(text_of("compose.yaml"))
    services = compose["services"]
    assert set(services) == {"database", "server-1", "server-2", "proxy"}
    for name, service in services.items():
        assert service["networks"] == ["internal"]
        if name.startswith("server"):
            assert set(service["environment"]) <= VARIABLES
            assert service["read_only"]
            assert service["cap_drop"] == ["ALL"]
            assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).exists()
        else:
            assert re.fullmatch(r"[a-z]+:\d+[.\w-]*", service["image"])
        assert set(service.get("depends_on", ())) <= set(services)
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    (network,) = compose["networks"]["internal"]["ipam"]["config"]
    assert network["subnet"] == services["server-1"]["environment"]["SOLAFIDE_PROXIES"]
    volumes = [volume.split(":")[0] for service in services.values() for volume in service.get("volumes", ())]
    assert {volume for volume in volumes if not volume.startswith(".")} == set(compose["volumes"])
    assert all((DEPLOY / volume).exists() for volume in volumes if volume.startswith("."))


def test_proxies_name_the_servers() -> None:
    assert "reverse_proxy server-1:1517 server-2:1517 {" in text_of("Caddyfile")
    for file in ("Caddyfile", "nginx.conf"):
        assert text_of(file).count("{") == text_of(file).count("}")
    assert "proxy_buffering off;" in text_of("nginx.conf")


def test_example_settings_are_valid() -> None:
    settings = read_settings({}, DEPLOY / "solafide.toml")
    assert settings.origins == ("https://solafide.example",)


OPERATE = (ROOT / "docs" / "operate.md").read_text("utf-8")
UNITS = {
    "solafide.service": "serve --settings ${CREDENTIALS_DIRECTORY}/settings",
    "solafide-backup.service": "backup --scheduled --settings ${CREDENTIALS_DIRECTORY}/settings",
}


@pytest.mark.parametrize("name", UNITS)
def test_units_start_a_command_with_few_rights(name: str) -> None:
    unit = text_of(name)
    assert f"ExecStart=/opt/solafide/bin/solafide {UNITS[name]}\n" in unit
    assert set(re.findall(r"SOLAFIDE_\w+", unit)) <= VARIABLES
    for line in (
        "NoNewPrivileges=yes",
        "ProtectSystem=strict",
        "User=solafide",
        "DynamicUser=yes",
        "CapabilityBoundingSet=",
        "UMask=0077",
    ):
        assert f"{line}\n" in unit
    assert unit.partition("NoNewPrivileges")[2].partition("\n[")[0].split() == (
        text_of("solafide.service").partition("NoNewPrivileges")[2].partition("\n[")[0].split()
    )


def test_the_server_is_watched_by_systemd() -> None:
    unit = text_of("solafide.service").partition("[Service]")[2]
    settings = dict(re.findall(r"^(\w+)=(.*)$", unit, re.MULTILINE))
    assert (settings["Type"], settings["NotifyAccess"], settings["Restart"]) == ("notify", "main", "on-failure")
    assert settings["TimeoutStartSec"] == "infinity"  # a migration must not be interrupted
    limit_s = int(settings["WatchdogSec"])
    assert f"for {limit_s} seconds" in OPERATE
    assert (
        limit_s > 4 * RESTORE_WAIT_S
    )  # a commit that waits for a restore holds up the event loop, with its repetition
    assert limit_s > 2 * LOCK_TIMEOUT_MS / 1000


@needs_systemd
@pytest.mark.parametrize("name", UNITS)
def test_the_documented_exposure_of_a_unit_is_up_to_date(name: str) -> None:
    command = f"systemd-analyze security --offline=true deploy/{name}"
    assert command in OPERATE
    (documented,) = re.findall(rf"^\| `{re.escape(name)}` \| (\d+\.\d) \|", OPERATE, re.MULTILINE)
    done = subprocess.run([*command.split(), "--no-pager"], cwd=ROOT, capture_output=True, text=True)
    measured = re.findall(rf"exposure level for {re.escape(name)}: (\d+\.\d)", done.stdout)
    if not measured:  # older than systemd 250
        skip_with_old_systemd()
    assert float(measured[0]) <= float(documented)


@needs_systemd
def test_systemd_finds_no_mistake_in_the_units() -> None:
    files = [str(DEPLOY / name) for name in (*UNITS, "solafide-backup.timer")]
    done = subprocess.run(["systemd-analyze", "verify", *files], capture_output=True, text=True)
    warnings = [line for line in done.stderr.splitlines() if "solafide" in line]
    assert all("is not executable" in line for line in warnings), done.stderr
