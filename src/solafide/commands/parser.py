"""The argument parser of the command line: argparse with values that are checked and sentences in four languages."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple, NoReturn

from solafide.commands.parser_texts import translate_argparse
from solafide.text import LANGUAGES, Catalogue, supported_language

PROGRAM = "solafide"
HELP_WIDTH_COLUMNS = 100
HELP_COLUMN = 26
MAX_NUMBER_DIGITS = 18

Values = dict[str, Any]


class UsageError(Exception):
    """A command line that cannot be carried out. `command` is the command that was meant, such as `solafide play`."""

    def __init__(self, message: str, command: str) -> None:
        super().__init__(message)
        self.message, self.command = message, command


class CommandDefinition(NamedTuple):
    """A command: its name, its key under `cli` in the catalogues, the module that runs it, and its options.

    `define` adds the options when they are needed: a call builds only the parser of the command that it names.
    A command with subcommands and a module of its own also runs without any of them.
    """

    name: str
    text: str
    module: str
    define: Callable[[CommandParser], None]
    subcommands: tuple[CommandDefinition, ...] = ()


class ParsedCommand(NamedTuple):
    """A command line that was understood: the parser of the command that it names, and the values of all options."""

    parser: CommandParser
    values: Values


class CommandParser(argparse.ArgumentParser):
    """The parser of one command."""

    def __init__(self, definition: CommandDefinition, texts: Catalogue, prog: str) -> None:
        translate_argparse(texts)
        key = f"cli.{definition.text}.description" if definition.text else "cli.description"
        super().__init__(
            prog=prog,
            description=texts.render(key),
            formatter_class=partial(argparse.HelpFormatter, max_help_position=HELP_COLUMN, width=HELP_WIDTH_COLUMNS),
            allow_abbrev=False,
        )
        self.definition, self.texts = definition, texts
        self.options: list[argparse.Action] = []
        self.value_defaults: Values = {}
        self._required: list[argparse.Action] = []
        self._many = ""
        self._defined = self._listed = False

    # ------------------------------------------------------------ definition

    def add_flag(self, *names: str, text: str, action: type[argparse.Action] | str = "store_true") -> None:
        """Add an option without a value; `text` is its key under `cli.option`."""
        self._add(self.add_argument(*names, action=action, default=argparse.SUPPRESS, help=self._help(text)), False)

    def add_value(
        self,
        name: str,
        metavar: str,
        *,
        text: str,
        default: str | float | None = None,
        shown_default: str | None = None,
        read: Callable[[str], object] = str,
        **blanks: str,
    ) -> None:
        """Add an option with a value. `shown_default` is for the help alone: the command itself fills it in."""
        help_text = self._help(text, shown_default if default is None else default, **blanks)
        option = self.add_argument(name, metavar=metavar, type=read, default=argparse.SUPPRESS, help=help_text)
        self._add(option, default)

    def add_choice(self, name: str, allowed: Sequence[str], **more: Any) -> None:
        """Add an option with one of a few values; upper and lower case are the same."""

        def read(argument: str) -> str:
            for value in allowed:
                if value.casefold() == argument.casefold():
                    return value
            raise self.usage_error("cli.error.choice", option=name, value=argument, allowed=", ".join(allowed))

        self.add_value(name, "|".join(allowed), read=read, **more)

    def add_number(self, name: str, metavar: str, low: int, high: int, **more: Any) -> None:
        """Add an option whose value is a whole number."""

        def read(argument: str) -> int:
            if not argument.isascii() or not argument.removeprefix("-").isdecimal():
                raise self.usage_error("cli.error.number", option=name, value=argument)
            if len(argument) > MAX_NUMBER_DIGITS or not low <= int(argument) <= high:
                raise self.usage_error("cli.error.number_range", option=name, value=argument, low=low, high=high)
            return int(argument)

        self.add_value(name, metavar, read=read, **more)

    def add_decimal(self, name: str, metavar: str, low: float, high: float, **more: Any) -> None:
        """Add an option whose value is a number with or without decimals."""

        def read(argument: str) -> float:
            if not re.fullmatch(r"-?\d{1,9}(\.\d{1,9})?", argument, re.ASCII):
                raise self.usage_error("cli.error.number", option=name, value=argument)
            if not low <= float(argument) <= high:
                ends = {"low": f"{low:g}", "high": f"{high:g}"}
                raise self.usage_error("cli.error.number_range", option=name, value=argument, **ends)
            return float(argument)

        self.add_value(name, metavar, read=read, **more)

    def add_language(self) -> None:
        """Add `--lang`, which every command has."""

        def read(argument: str) -> str:
            if supported_language(argument) is None:
                raise self.usage_error("cli.error.language", language=argument, languages=", ".join(LANGUAGES))
            return argument

        self.add_value("--lang", "LANG", text="lang", read=read, languages=", ".join(LANGUAGES))

    def add_positional(self, metavar: str, *, text: str, required: bool = True, many: bool = False) -> None:
        """Add a value without an option's name, such as FILE; with `many`, any number of them as a list."""
        nargs = ("+" if required else "*") if many else (None if required else "?")
        field, help_text = metavar.lower(), self._help(text)
        action = self.add_argument(field, metavar=metavar, nargs=nargs, default=argparse.SUPPRESS, help=help_text)
        action.required = False  # `parse` asks for it, after unknown options: those are more often the mistake
        self.value_defaults[field] = None
        if required:
            self._required.append(action)
        if many:
            self._many = field

    def _add(self, option: argparse.Action, default: object) -> None:
        self.options.append(option)
        self.value_defaults[option.dest] = default

    def _help(self, text: str, default: object = None, **blanks: str) -> str:
        shown = self.texts.render(f"cli.option.{text}", **blanks)
        if default is not None:
            shown = self.texts.render("cli.default", text=shown, default=default)
        return shown.replace("%", "%%")

    def _define(self) -> None:
        if not self._defined:
            self._defined = True
            self.definition.define(self)

    # ------------------------------------------------------------ use

    def parse(self, words: Sequence[str], before: argparse.Namespace | None = None) -> ParsedCommand:
        """Read a command line; `before` holds the options that stood before the name of this command.

        Raise UsageError if it is wrong, SystemExit after `--help` and `--version`.
        """
        self._define()
        at = self._command_index(words)
        subcommand = None if at is None else self._subcommand(words[at])
        ends_here = subcommand is None and self.definition.module != ""
        namespace, extra = self.parse_known_args(words if ends_here else words[:at], before)
        self._check_extra(extra, namespace)
        if subcommand is not None and at is not None:
            return subcommand.parse(words[at + 1 :], namespace)
        if not ends_here:
            raise self._no_command(None if at is None else words[at])
        values = vars(namespace)
        self._check_options(values)
        return ParsedCommand(self, self.value_defaults | values)

    def _command_index(self, words: Sequence[str]) -> int | None:
        """Return the index of the first word that is neither an option nor the value of one."""
        takes_value = {name: option.nargs != 0 for option in self.options for name in option.option_strings}
        is_value = False
        for index, word in enumerate(words):
            if not is_value and (word == "-" or not word.startswith("-")):
                return index
            is_value = not is_value and takes_value.get(word, False)
        return None

    def _subcommand(self, name: str) -> CommandParser | None:
        for each in self.definition.subcommands:
            if each.name == name:
                return CommandParser(each, self.texts, f"{self.prog} {name}")
        return None

    def _check_extra(self, extra: list[str], namespace: argparse.Namespace) -> None:
        """Refuse what argparse could not place; but further values may follow after an option."""
        for word in extra:
            if word.startswith("-") and word != "-":
                raise self._no_option(word.partition("=")[0])
        if self._many and extra:
            vars(namespace).setdefault(self._many, []).extend(extra)
        elif extra:
            raise self.usage_error("cli.error.argument_extra", value=extra[0])

    def _check_options(self, values: Values) -> None:
        """An option before a subcommand must be one of its own options, too; and nothing may be missing."""
        for field in values:
            if field not in self.value_defaults:
                raise self._no_option(f"--{field.replace('_', '-')}")
        for action in self._required:
            if action.dest not in values:
                raise self.usage_error("cli.error.argument_missing", name=action.metavar)

    def _no_option(self, name: str) -> UsageError:
        options = ", ".join(option.option_strings[-1] for option in self.options)
        return self.usage_error("cli.error.option", option=name, options=f"{options}, --help")

    def _no_command(self, name: str | None) -> UsageError:
        commands = ", ".join(each.name for each in self.definition.subcommands)
        if name is None:
            return self.usage_error("cli.error.command_missing", commands=commands)
        return self.usage_error("cli.error.command", command=name, commands=commands)

    def format_help(self) -> str:
        self._define()
        self._list_subcommands()
        return super().format_help()

    def _list_subcommands(self) -> None:
        """Add the subcommands for the help alone: argparse could not tell `cards P29` from `cards list`."""
        if self._listed or not self.definition.subcommands:
            return
        self._listed = True
        title = self.texts.render("cli.commands")
        commands = self.add_subparsers(title=title, metavar="COMMAND", parser_class=argparse.ArgumentParser)
        for each in self.definition.subcommands:
            commands.add_parser(each.name, help=self.texts.render(f"cli.{each.text}.help").replace("%", "%%"))

    def usage_error(self, key: str, /, **facts: object) -> UsageError:
        """Wrong use of this command, as a text of the catalogue."""
        return UsageError(self.texts.render(key, **facts), self.prog)

    def error(self, message: str) -> NoReturn:
        """Raise a mistake that argparse has found as a `UsageError`."""
        raise UsageError(message, self.prog)
