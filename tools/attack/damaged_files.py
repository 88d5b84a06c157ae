"""Feed damaged files to everything that reads files: a clear error or a result, never another exception or a hang."""

from __future__ import annotations

import gzip
import hashlib
import shutil
import signal
import tempfile
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import FrameType

from attack.hostile_card_sets import hostile_card_set
from attack.mutate import mutated, mutated_text
from attack.report import AttackResult
from solafide.cards import CardSetError, builtin, export, from_canonical, loads
from solafide.commands.backup import problem_lines
from solafide.game import Game, LiveNature, Options, SolaFideError, record, verify
from solafide.game.record.format import STEP_HASH_DIGITS
from solafide.server.matches.backup_check import DamagedBackup, check_backup
from solafide.server.runtime.settings import read_settings
from solafide.server.storage.backup import restore
from solafide.text import catalogue, error_text

ROOT = Path(__file__).resolve().parents[2]
MAX_READ_CPU_S = 30.0  # for one file; one that computes for longer counts as a hang
SHARES = {"record": 40, "forged record": 30, "card set": 12, "card set in a record": 8, "settings": 9, "backup": 1}
STORED_DATABASES = "tests/stored/schema-*/*.sqlite3.gz"


class TooSlow(BaseException):
    """A reader computed for so long that it counts as hung; no reader may catch it as an error of the file."""


@contextmanager
def deadline() -> Iterator[None]:
    def on_alarm(number: int, frame: FrameType | None) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGVTALRM, on_alarm)
    signal.setitimer(signal.ITIMER_VIRTUAL, MAX_READ_CPU_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


class DamagedFiles:
    """The readers with a good file for each, which is damaged in a new way each time."""

    def __init__(self, random: Random, folder: Path) -> None:
        self.random, self.folder = random, folder
        self.records = [_record(Random(number)) for number in range(6)]
        self.card_set = export(builtin())
        self.canonical = builtin().canonical()
        self.settings = (ROOT / "deploy" / "solafide.toml").read_bytes()
        self.backups = [gzip.decompress(file.read_bytes()) for file in sorted(ROOT.glob(STORED_DATABASES))]

    def read(self, kind: str) -> bytes:
        """Damage a file and read it; return the damaged file. Raises what the reader raises, except clear errors."""
        data = self.damaged(kind)
        readers: dict[str, Callable[[bytes], object]] = {
            "record": lambda data: verify(data.decode("utf-8", "replace")),
            "forged record": lambda data: verify(data.decode("utf-8", "replace")),
            "card set": lambda data: loads(data.decode("utf-8", "replace"), "damaged.toml"),
            "card set in a record": lambda data: from_canonical(data.decode("utf-8", "replace")),
            "settings": self._read_settings,
            "backup": self._restore,
        }
        try:
            with deadline():
                readers[kind](data)
        except CardSetError as error:
            if not error.problems:
                raise
        except DamagedBackup as error:
            if not problem_lines(catalogue("en"), error, self.folder / "backup.sqlite3"):
                raise
        except SolaFideError as error:
            if not error_text(error, "en"):
                raise
        return data

    # ------------------------------------------------------------ damage

    def damaged(self, kind: str) -> bytes:
        """Return a damaged file of a kind."""
        data: bytes = getattr(self, f"damaged_{kind.replace(' ', '_')}")()
        return data

    def damaged_record(self) -> bytes:
        return mutated(self.random.choice(self.records).encode(), self.random)

    def damaged_forged_record(self) -> bytes:
        """A record with other lines whose hash chain was made again: only the rules can find what is wrong."""
        lines = self.random.choice(self.records).split("\n")
        first = next(index for index, line in enumerate(lines) if line.startswith("1 "))
        last = next(index for index, line in enumerate(lines) if line.startswith("end "))
        steps = [line.rpartition(" ")[0] for line in lines[first:last]]
        for _ in range(self.random.choice((1, 1, 2, 10))):
            at = self.random.randrange(len(steps))
            steps[at] = self._forged_step(steps[at], steps)
        return chained(lines[:first], steps, lines[last:-2]).encode()

    def _forged_step(self, step: str, steps: list[str]) -> str:
        number, who, choice = step.split(" ", 2)
        kind = self.random.randrange(4)
        if kind == 0:
            choice = self.random.choice(steps).split(" ", 2)[2]
        elif kind == 1:
            who = self.random.choice("CPN12")
        elif kind == 2:
            choice = self.random.choice(
                ("back:0", "back:99999", "circle:0", "card:C99", "draw", "stop", "die:7", "x:" * 50)
            )
        else:
            number = str(self.random.randrange(10**6))
        return f"{number} {who} {choice}"

    def damaged_card_set(self) -> bytes:
        if self.random.random() < 0.5:
            return hostile_card_set(self.random)[1].encode("utf-8", "replace")
        return mutated_text(self.card_set, self.random).encode()

    def damaged_card_set_in_a_record(self) -> bytes:
        return mutated(self.canonical.encode(), self.random)

    def damaged_settings(self) -> bytes:
        return mutated(self.settings, self.random)

    def damaged_backup(self) -> bytes:
        return mutated(self.random.choice(self.backups), self.random)

    # ------------------------------------------------------------ readers of files on the disk

    def _read_settings(self, data: bytes) -> None:
        file = self.folder / "settings.toml"
        file.write_bytes(data)
        read_settings({}, file)

    def _restore(self, data: bytes) -> None:
        file, target = self.folder / "backup.sqlite3", self.folder / "restored"
        file.write_bytes(data)
        shutil.rmtree(target, ignore_errors=True)
        restore(file, None, target, check_backup)


def chained(header: list[str], steps: list[str], end: list[str]) -> str:
    """Return the text of a record with a hash chain that fits its lines."""
    chain = hashlib.sha256("\n".join(header).encode()).digest()
    lines = list(header)
    for step in steps:
        chain = hashlib.sha256(chain + step.encode()).digest()
        lines.append(f"{step} {chain.hex()[:STEP_HASH_DIGITS]}")
    chain = hashlib.sha256(chain + "\n".join(end).encode()).digest()
    return "\n".join([*lines, *end, f"hash {chain.hex()}", ""])


def _record(random: Random) -> str:
    options = Options("draft" if random.random() < 0.5 else "first", turn_limit=random.randrange(3, 12))
    game = Game(options, None, LiveNature(random.randbytes(32)))
    while (decision := game.decision()) is not None:
        game.choose(random.choice(decision.options), decision.who)
    return record(game).text()


def attack_readers(random: Random, count: int, result: AttackResult) -> None:
    """Read `count` damaged files; those of a failure are written to the folder of temporary files."""
    kinds = [kind for kind, share in SHARES.items() for _ in range(share)]
    with tempfile.TemporaryDirectory() as folder:
        files = DamagedFiles(random, Path(folder))
        for number in range(count):
            kind = kinds[number % len(kinds)] if count < len(kinds) * 10 else random.choice(kinds)
            state = random.getstate()
            try:
                files.read(kind)
                result.count(kind, True)
            except (Exception, TooSlow) as error:
                last = traceback.extract_tb(error.__traceback__)[-1]
                place = f"{Path(last.filename).name}:{last.lineno}"
                random.setstate(state)
                data = files.damaged(kind)
                with tempfile.NamedTemporaryFile(prefix="siege-", suffix=".damaged", delete=False) as stored_file:
                    stored_file.write(data)
                result.count(kind, False, f"{error!r:.300} at {place}; the file is {stored_file.name}")
