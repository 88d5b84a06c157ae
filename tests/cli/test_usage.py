"""Wrong use, help and languages of the command line."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import solafide
from solafide.commands.definitions import COMMANDS, command_parser
from solafide.commands.parser import CommandDefinition, UsageError
from solafide.text import LANGUAGES, catalogue


def paths(definitions: tuple[CommandDefinition, ...], before: str = "") -> list[str]:
    """`play`, `cards`, `cards list` and so on: the names of all commands."""
    return [
        path for each in definitions for path in (before + each.name, *paths(each.subcommands, f"{before}{each.name} "))
    ]


WRONG = [
    ([], "Which command? Commands: play,"),
    (["plya"], "There is no command “plya”. Commands: play,"),
    (["--json"], "There is no option “--json” here. Options: --version, --lang, --help."),
    (["verify"], "An argument is missing: FILE."),
    (["verify", "a", "b"], "Unexpected argument: b."),
    (["verify", "--jsn"], "There is no option “--jsn” here. Options: --receipt, --server-key, --json, --lang, --help."),
    (["verify", "--js", "a"], "There is no option “--js” here."),
    (["verify", "a", "--seat", "C"], "There is no option “--seat” here."),
    (["replay", "a", "--seat"], "--seat: a value is missing."),
    (["replay", "a", "--seat", "X"], "--seat can’t be “X”. Allowed: C, P, spectator, all."),
    (["replay", "a", "--json=yes"], "--json: this option takes no value, but got “yes”."),
    (["verify", "nothing"], "There is no such file: nothing."),
    (["verify", "."], "This is a folder, not a file: ."),
    (["play", "--mode", "last"], "--mode can’t be “last”. Allowed: first, draft."),
    (
        ["play", "--terminal", "--opponent", "deep"],
        "--opponent can’t be “deep”. Allowed: none, random, greedy, network, search, scholar, ",
    ),
    (["play", "--terminal", "--opponent", "greedy:worlds=0"], "greedy:worlds can’t be “0”. Allowed: 1-64."),
    (["play", "--terminal", "--seed", "12"], "--seed needs 64 hexadecimal digits, not “12”."),
    (["play", "--terminal", "--load", "x", "--first", "C"], "--load and --first can’t be used together."),
    (["play", "--terminal", "--cards", "nothing.toml"], "There is no such file: nothing.toml."),
    (["cards", "lst"], "There is no command “lst”. Commands: list, check, export."),
    (["cards", "P77"], "There is no card “P77”."),
    (["cards", "--kind", "nice"], "--kind can’t be “nice”. Allowed: card, circle, result,"),
    (
        ["cards", "--deck", "shift", "check", "a"],
        "There is no option “--deck” here. Options: --json, --lang, --help.",
    ),
    (["cards", "check"], "An argument is missing: FILE."),
    (["cards", "check", "nothing.toml"], "There is no such file: nothing.toml."),
    (["cards", "export", "--json"], "There is no option “--json” here."),
    (["simulate", "--games", "many"], "--games needs a number, not “many”."),
    (["simulate", "--games", "0"], "--games must be between 1 and 1000000000, not 0."),
    (
        ["simulate", "--catholic", "pope"],
        "There is no player “pope”. Known: random, greedy, network, search, scholar, ",
    ),
    (["--lang", "fr", "cards"], "There is no language “fr”. Known: en, de, nl, hu."),
]


@pytest.mark.parametrize(
    ("words", "message"), WRONG, ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
def test_wrong_use(words: list[str], message: str, call: Callable) -> None:
    code, out, err = call(*words)
    assert (code, out) == (2, "")
    assert err.startswith(f"error: {message}")
    assert err.count("\n") <= 2


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_wrong_use_in_every_language(lang: str, call: Callable) -> None:
    """No message is in English: each differs from the English one."""
    for words, _ in WRONG:
        if "--lang" in words:
            continue
        code, _, err = call(*words, "--lang", lang)
        english = call(*words, "--lang", "en").err
        assert code == 2
        assert err.split()[0] == catalogue(lang).render("cli.failed", message="").split()[0]
        assert not set(err.split("\n")) & set(english.split("\n")) - {""}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("path", ["", *paths(COMMANDS)])
def test_help(path: str, lang: str, call: Callable) -> None:
    code, out, err = call(*path.split(), "--help", "--lang", lang)
    texts = catalogue(lang)
    assert (code, err) == (0, "")
    assert out.startswith(f"{texts.render('cli.usage')}solafide {path}".rstrip())
    assert texts.render("cli.options") in out
    assert max(map(len, out.split("\n"))) <= 100


def test_help_lists_the_commands(call: Callable) -> None:
    out = call("--help").out
    assert list(re.findall(r"^ {4}([\w-]+) ", out, re.MULTILINE)) == [each.name for each in COMMANDS]
    assert "    export  " in call("cards", "--help").out


def test_help_names_the_defaults(call: Callable) -> None:
    help_text = call("play", "--help").out
    assert "(default: first)" in help_text
    assert "(default: at-once)" in help_text
    assert "default: all" in call("replay", "--help").out


def test_options_before_a_subcommand(call: Callable) -> None:
    """Upper and lower case of a choice are the same."""
    assert call("cards", "--faith", "f", "--json", "list") == call("cards", "list", "--json", "--faith=F")
    assert call("cards", "--json", "P29") == call("cards", "P29", "--json")


def test_language_before_and_after_the_command(call: Callable) -> None:
    outputs = {
        call(*words).out for words in (["--lang", "nl", "cards"], ["cards", "--lang", "nl"], ["cards", "--lang=nl"])
    }
    assert len(outputs) == 1
    assert catalogue("nl").render("listing.circles") in outputs.pop()


@pytest.mark.parametrize(("variable", "lang"), [("de_AT.UTF-8", "de"), ("hu", "hu"), ("fr_FR", "en"), ("C", "en")])
def test_language_of_the_environment(variable: str, lang: str, call: Callable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", variable)
    assert call("--help").out.startswith(catalogue(lang).render("cli.usage"))


def test_version(process: Callable) -> None:
    for environ in ({}, {"SOLAFIDE_PLAIN": "1"}):
        done = process("--version", **environ)
        assert (done.returncode, done.stderr) == (0, "")
        first, mode, why = done.stdout.splitlines()
        assert first == f"Sola Fide {solafide.__version__}"
        assert mode in ("mode: compiled", "mode: plain")
        assert re.fullmatch(r"reason: .+", why)
    assert mode == "mode: plain"


def test_version_loads_neither_cards_nor_rules(process: Callable) -> None:
    loaded = process("--version", PYTHONVERBOSE="1").stderr
    assert "import 'solafide.commands.version'" in loaded
    assert not re.search(r"import 'solafide\.(cards|game|players|terminal|lab|server|text\.render)", loaded)
    assert "import 'rich" not in loaded


def test_a_command_loads_no_other_command(process: Callable) -> None:
    loaded = process("cards", "P29", PYTHONVERBOSE="1").stderr
    assert "import 'solafide.commands.cards_list'" in loaded
    assert not re.search(r"import 'solafide\.(commands\.(play|arena|serve)|players|terminal|lab|server)", loaded)


def test_a_stale_kernel_is_reported_in_one_line(process: Callable, tmp_path: Path) -> None:
    import shutil
    from importlib.machinery import EXTENSION_SUFFIXES

    home = Path(solafide.__file__).parent
    shutil.copytree(home, tmp_path / "solafide", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    (tmp_path / "solafide" / "kernel" / f"state{EXTENSION_SUFFIXES[0]}").touch()
    done = process("--version", PYTHONPATH=str(tmp_path))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"error: {catalogue('en').render('cli.error.stale_kernel')}\n"


def test_a_closed_pipe_is_not_an_error(process: Callable, tmp_path: Path) -> None:
    import subprocess
    import sys

    environ = {"PYTHONPATH": str(Path(solafide.__file__).parent.parent), "PATH": ""}
    reader = subprocess.Popen(
        [sys.executable, "-m", "solafide", "cards"], env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert reader.stdout is not None
    assert reader.stderr is not None
    reader.stdout.readline()
    reader.stdout.close()
    assert reader.stderr.read() == b""
    reader.stderr.close()
    assert reader.wait() == 0


def test_output_works_on_terminals_without_unicode(process: Callable) -> None:
    done = process("cards", "--lang", "hu", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()


def test_arguments_after_two_dashes_are_not_options() -> None:
    parser = command_parser(catalogue("en"))
    assert parser.parse(["verify", "--", "--odd-name"]).values["file"] == "--odd-name"
    with pytest.raises(UsageError):
        parser.parse(["verify", "--odd-name"])
