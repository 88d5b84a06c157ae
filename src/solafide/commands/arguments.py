"""Reading a command line by a description of it; what is wrong is a key and facts, put into words elsewhere."""

from __future__ import annotations

import re
from collections import deque
from typing import Any, NamedTuple

PROGRAM = "solafide"
Values = dict[str, Any]


class Misuse(Exception):
    """A command line that means nothing: `key` names the sentence, `facts` fill it in, `command` is what was meant."""

    def __init__(self, key: str, command: str = "", /, **facts: object) -> None:
        super().__init__(key, facts)
        self.key, self.command, self.facts = key, command, facts


class Option(NamedTuple):
    """An option; without the name of a value it is a flag. `text` is its key under `cli.option`.

    `usual` is what is taken where nothing was given and nobody is asked.
    """

    name: str
    text: str
    value: str = ""
    allowed: tuple[str, ...] = ()
    numbers: tuple[int, int] | None = None
    decimals: tuple[float, float] | None = None
    default: str | int | float | None = None
    usual: str | None = None

    @property
    def field(self) -> str:
        return self.name.lstrip("-").replace("-", "_")

    def read(self, given: str, command: str) -> str | int | float:
        """The value as given, checked."""
        if self.numbers is not None:
            return self._number(given, command)
        if self.decimals is not None:
            return self._decimal(given, command)
        if self.allowed:
            known = {value.casefold(): value for value in self.allowed}
            if given.casefold() not in known:
                raise Misuse(
                    "cli.error.choice", command, option=self.name, value=given, allowed=", ".join(self.allowed)
                )
            return known[given.casefold()]
        return given

    def _number(self, given: str, command: str) -> int:
        low, high = self.numbers or (0, 0)
        if not given.isascii() or not given.removeprefix("-").isdecimal():
            raise Misuse("cli.error.number", command, option=self.name, value=given)
        if len(given) > 18 or not low <= int(given) <= high:
            raise Misuse("cli.error.number_range", command, option=self.name, value=given, low=low, high=high)
        return int(given)

    def _decimal(self, given: str, command: str) -> float:
        low, high = self.decimals or (0.0, 0.0)
        if not re.fullmatch(r"-?\d{1,9}(\.\d{1,9})?", given, re.ASCII):
            raise Misuse("cli.error.number", command, option=self.name, value=given)
        if not low <= float(given) <= high:
            raise Misuse(
                "cli.error.number_range", command, option=self.name, value=given, low=f"{low:g}", high=f"{high:g}"
            )
        return float(given)


class Argument(NamedTuple):
    """What stands in the command line without a name, such as FILE; `many`: any number of them, as a list."""

    name: str
    text: str
    needed: bool = True
    many: bool = False

    @property
    def field(self) -> str:
        return self.name.lower()


class Command(NamedTuple):
    """A command: its key under `cli`, the module that carries it out, and what may follow it."""

    name: str
    text: str
    home: str
    options: tuple[Option, ...] = ()
    arguments: tuple[Argument, ...] = ()
    commands: tuple[Command, ...] = ()

    def option(self, name: str) -> Option | None:
        return next((option for option in self.options if option.name == name), None)

    def command(self, name: str) -> Command | None:
        return next((command for command in self.commands if command.name == name), None)


class Line(NamedTuple):
    """A command line that was understood: the command with the words that lead to it, and every value."""

    command: Command
    path: str
    values: Values


def read(program: Command, words: list[str]) -> Line:
    """Understand a command line, or raise Misuse.

    >>> play = Command("play", "play", "play", (Option("--lang", "lang", "LANG"),))
    >>> read(Command("solafide", "", "", commands=(play,)), ["play", "--lang=hu"]).values
    {'lang': 'hu'}
    """
    command, path = program, program.name
    waiting, given, found = deque(words), list[Option](), Values()
    loose: list[str] = []
    only_loose = False
    while waiting:
        word = waiting.popleft()
        if word == "--" and not only_loose:
            only_loose = True
        elif word.startswith("-") and word != "-" and not only_loose:
            option = _option(command, word, path)
            found[option.field] = _value(option, word, waiting, path)
            given.append(option)
        elif command.commands and not loose and (below := command.command(word)):
            command, path = below, f"{path} {below.name}"
        else:
            loose.append(word)
    _check(command, path, given, loose)
    return Line(command, path, _defaults(command) | found | _arguments(command, path, loose, found))


def _option(command: Command, word: str, path: str) -> Option:
    name = {"-h": "--help", "-V": "--version"}.get(word, word.partition("=")[0])
    option = command.option(name)
    if option is None:
        raise _unknown(command, name, path)
    return option


def _unknown(command: Command, name: str, path: str) -> Misuse:
    return Misuse("cli.error.option", path, option=name, options=", ".join(option.name for option in command.options))


def _value(option: Option, word: str, waiting: deque[str], path: str) -> str | int | float | bool:
    _, equals, value = word.partition("=")
    if not option.value:
        if equals:
            raise Misuse("cli.error.argument_extra", path, value=value)
        return True
    if not equals:
        if not waiting:
            raise Misuse("cli.error.value_missing", path, option=option.name)
        value = waiting.popleft()
    return option.read(value, path)


def _check(command: Command, path: str, given: list[Option], loose: list[str]) -> None:
    """Options that stood before the command's name must be options of it; loose words need a place."""
    for option in given:
        if command.option(option.name) is None:
            raise _unknown(command, option.name, path)
    if len(loose) > len(command.arguments) and not any(argument.many for argument in command.arguments):
        if command.commands:
            names = ", ".join(below.name for below in command.commands)
            raise Misuse("cli.error.command", path, command=loose[0], commands=names)
        raise Misuse("cli.error.argument_extra", path, value=loose[len(command.arguments)])


def _arguments(command: Command, path: str, loose: list[str], found: Values) -> Values:
    values: Values = {argument.field: None for argument in command.arguments}
    if command.arguments and command.arguments[-1].many:
        values[command.arguments[-1].field] = loose[len(values) - 1 :] or None
        loose = loose[: len(values) - 1]
    values.update(zip(values, loose, strict=False))
    for argument in command.arguments:
        if argument.needed and values[argument.field] is None and not found.get("help"):
            raise Misuse("cli.error.argument_missing", path, name=argument.name)
    return values


def _defaults(command: Command) -> Values:
    return {option.field: option.default if option.value else False for option in command.options}
