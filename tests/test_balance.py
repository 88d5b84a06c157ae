"""The steps that balance a card set: screens, measurements, the proof, and the results that they have published."""

import json
import tomllib
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from needs import skip_without_experiments
from solafide.cards import load
from solafide.lab.experiment import Row

ROOT = Path(__file__).parent.parent
BALANCE = ROOT / "docs" / "balance"
NAMES = ("balance", "balance_levers", "balance_measure", "balance_screen")
PUBLISHED = {"name", "day", "version", "command", "seconds", "machine", "network_sha256", "seed"}


@pytest.fixture(scope="module")
def tools() -> dict[str, ModuleType]:
    """The modules of tools/, which find each other as they do when they are called."""
    skip_without_experiments()
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "tools"))
        return {name: import_module(name) for name in NAMES}


@pytest.fixture
def balance(tools: dict[str, ModuleType], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """The commands, with folders of their own."""
    tool = tools["balance"]
    for name in ("CANDIDATES", "RESULTS", "JOURNALS"):
        monkeypatch.setattr(tool, name, tmp_path / name.lower())
    monkeypatch.setattr(tool, "PROOF", tmp_path / "proof.toml")
    return tool


# ------------------------------------------------------------ screens


def test_each_mode_screens_its_own_levers(tools: dict[str, ModuleType]) -> None:
    screen = tools["balance_screen"].Screen
    first, draft = screen("first", 20, "s").entries(), screen("random", 20, "s").entries()
    assert "oval C" in first
    assert "oval C" not in draft
    assert "P43" in draft
    assert "P43" not in first
    assert "C13" in first
    assert "C13" in draft
    assert "C13a" not in screen("first", 20, "s", ("C13a",)).entries()["C13"], "what is present is no change"


def test_a_block_depends_on_screen_and_number_alone(tools: dict[str, ModuleType]) -> None:
    module = tools["balance_screen"]
    screen = module.Screen("random", 40, "s", ("C34a",))
    assert module.play_block(screen, 2) == module.play_block(screen, 2) != module.play_block(screen, 1)
    game = module.play_block(screen, 1)[0]
    assert {faith: sum(card[0] == faith for card in game.cards) for faith in "CP"} == {"C": 15, "P": 15}


def test_a_screen_finds_what_decides_the_games(tools: dict[str, ModuleType]) -> None:
    """Games that C13a always loses and that C01 in the deck wins three times in four."""
    module = tools["balance_screen"]
    cards = frozenset(f"{faith}{number:02}" for faith in "CP" for number in range(1, 16))
    defeats = [module.Game(("C13a",), 0.0, 80, cards)] * 100
    even = [module.Game((), score, 80, cards) for score in (0.0, 1.0) for _ in range(100)]
    (effect,) = module.effects(module.Screen("first", 300, "s"), defeats + even)
    assert (effect["name"], effect["games"], effect["points"]) == ("C13a", 100, -50.0)


# ------------------------------------------------------------ measurements


def row(winner: str | None, turns: int = 80, decks: dict[str, list[str]] | None = None) -> Row:
    return {"winner": winner, "first": "C", "turns": turns, "decks": decks or {"C": ["C01"], "P": ["P01"]}}


def test_equivalence_needs_both_tests(tools: dict[str, ModuleType]) -> None:
    figures = tools["balance_measure"].share_figures
    assert figures([1.0, 0.0] * 3500)["equivalent"]
    assert not figures([1.0, 0.0] * 500)["equivalent"], "too few games"
    above = figures([1.0] * 3650 + [0.0] * 3350)
    assert above["share"] == 0.5214
    assert not above["equivalent"]
    assert not figures([1.0] * 3350 + [0.0] * 3650)["equivalent"]


def test_the_figures_of_a_part(tools: dict[str, ModuleType]) -> None:
    module = tools["balance_measure"]
    part = module.Part("draft", "network", "draft", 4, points=5.0)
    figures = module.part_figures(part, [row("C"), row("P", 151), row(None, 150), row("C", decks={"C": [], "P": []})])
    assert figures["catholic"]["share"] == 0.625
    assert figures["over_150_turns"] == 0.25
    assert figures["draws"] == 0.25
    assert (figures["kept"]["C01"], figures["kept"]["C02"]) == (0.75, 0.0)
    assert not figures["kept_holds"]
    assert not figures["holds"], "62.5 % is not 50 ± 5 %"
    goals = module.goals_met([figures], ["C01"] * 20)
    assert goals == {"shares": False, "kept": False, "long games": False, "entries": True}
    assert not module.goals_met([], ["C01"] * 21)["entries"]


# ------------------------------------------------------------ steps


def test_a_candidate_is_written_measured_and_proved_once(balance: Any, tmp_path: Path) -> None:
    balance.main(["candidate", "mine", "C34a", "C25-C29"])
    card_file = tmp_path / "candidates" / "mine.toml"
    assert load(card_file).cards["C34"].cost == 2
    with pytest.raises(SystemExit, match="stays as it was"):
        balance.main(["candidate", "mine", "C34b"])
    balance.main(["measure", "mine", "--games", "10", "--iterations", "2", "--parts", "first", "--jobs", "1"])
    published = json.loads((tmp_path / "results" / "measure-mine.json").read_text("utf-8"))
    assert set(published) >= PUBLISHED | {"card_set", "changed"}
    assert published["changed"] == ["C25", "C29", "C34"]
    write_proof(balance, card_file)
    balance.main(["prove", "--jobs", "1"])
    assert (tmp_path / "results" / "proof-mine.json").exists()
    with pytest.raises(SystemExit, match="once"):
        balance.main(["prove", "--jobs", "1"])


def test_the_proof_refuses_other_files(balance: Any, tmp_path: Path) -> None:
    balance.main(["candidate", "mine", "C34a"])
    card_file = tmp_path / "candidates" / "mine.toml"
    write_proof(balance, card_file)
    card_file.write_text(card_file.read_text("utf-8") + "# changed\n", "utf-8")
    with pytest.raises(SystemExit, match="not the file"):
        balance.main(["prove"])


def write_proof(balance: Any, card_file: Path) -> None:
    weights = card_file.with_suffix(".solafide-network")
    weights.write_bytes(balance.SHIPPED_NETWORK_PATH.read_bytes())
    hashes = f'card_set_sha256 = "{balance.file_hash(card_file)}"\nnetwork_sha256 = "{balance.file_hash(weights)}"\n'
    part = '[[part]]\nname = "first"\nplayer = "search:iterations=2"\nmode = "first"\ngames = 10\nequivalence = true\n'
    balance.PROOF.write_text(f'candidate = "mine"\nseed = "test"\n{hashes}{part}', "utf-8")


# ------------------------------------------------------------ what is published


@pytest.mark.parametrize("file", sorted((BALANCE / "results").glob("*.json")), ids=lambda file: file.stem)
def test_a_result_says_how_it_was_made(file: Path) -> None:
    published = json.loads(file.read_text("utf-8"))
    assert set(published) >= PUBLISHED
    assert published["name"] == file.stem


def test_the_page_shows_all_tries(tools: dict[str, ModuleType]) -> None:
    text = (BALANCE / "README.md").read_text("utf-8")
    assert tools["balance"].page_with_tries(text) == text


@pytest.mark.parametrize("file", sorted((BALANCE / "candidates").glob("*.toml")), ids=lambda file: file.stem)
def test_a_candidate_is_made_of_levers(file: Path, tools: dict[str, ModuleType]) -> None:
    text = file.read_text("utf-8")
    variants = text.partition("\n")[0].removeprefix("# ").split()
    assert text.partition("\n")[2] == tools["balance_levers"].set_text(variants, file.stem)
    assert len(tools["balance_levers"].changed_entries(load(file))) <= 20


def test_the_proof_is_prepared(tools: dict[str, ModuleType]) -> None:
    """With a candidate and a network that are there, and all that must be shown."""
    proof = tomllib.loads((BALANCE / "proof.toml").read_text("utf-8"))
    candidate = BALANCE / "candidates" / f"{proof['candidate']}.toml"
    parts = {part["name"]: tools["balance_measure"].Part(**part) for part in proof["part"]}
    assert candidate.exists()
    assert proof["seed"]
    for mode in ("first", "draft"):
        assert parts[mode].equivalence
        assert parts[mode].games >= 7000
        assert parts[mode].player == "search:iterations=1000"
        for level in ("scholar", "magister", "licentiate", "doctor"):
            assert parts[f"{level}-{mode}"].points == 4.0
        assert f"rector-{mode}" in parts
    assert (parts["random-decks"].deck, parts["random-decks"].points) == ("random", 5.0)
