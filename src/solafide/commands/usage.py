"""What `--help` says."""

import textwrap
from collections.abc import Iterable

from solafide.commands.arguments import Argument, Command, Option
from solafide.text import Catalogue

WIDTH = 100
COLUMN = 26


def usage(command: Command, path: str, texts: Catalogue) -> str:
    """The help of a command: how it is called, what it does, and everything that may follow it."""
    about = "cli.description" if not command.text else f"cli.{command.text}.description"
    parts = [_call(command, path, texts), "\n".join(textwrap.wrap(texts.say(about), WIDTH))]
    if command.commands:
        below = ((each.name, texts.say(f"cli.{each.text}.help")) for each in command.commands)
        parts.append(_table(texts.say("cli.commands"), below))
    if command.arguments:
        named = ((each.name, texts.say(f"cli.option.{each.text}")) for each in command.arguments)
        parts.append(_table(texts.say("cli.arguments"), named))
    parts.append(_table(texts.say("cli.options"), (_explained(option, texts) for option in command.options)))
    return "\n\n".join(parts)


def _call(command: Command, path: str, texts: Catalogue) -> str:
    words = [f"[{_shape(option)}]" for option in command.options]
    words += [_placed(argument) for argument in command.arguments]
    if command.commands:
        words.append("{" + "|".join(below.name for below in command.commands) + "}")
    start = texts.say("cli.usage") + path + " "
    # Options do not break inside their brackets.
    joined = textwrap.wrap(" ".join(word.replace(" ", "\0") for word in words), WIDTH - len(start))
    return ("\n" + " " * len(start)).join([start + joined[0], *joined[1:]]).replace("\0", " ")


def _placed(argument: Argument) -> str:
    name = f"{argument.name}..." if argument.many else argument.name
    return name if argument.needed else f"[{name}]"


def _shape(option: Option) -> str:
    if not option.value:
        return option.name
    return f"{option.name} {'|'.join(option.allowed) or option.value}"


def _explained(option: Option, texts: Catalogue) -> tuple[str, str]:
    text = texts.say(f"cli.option.{option.text}")
    default = option.usual if option.default is None else option.default
    if default is not None:
        text = texts.say("cli.default", text=text, default=default)
    return f"{option.name} {option.value}".strip(), text


def _table(title: str, rows: Iterable[tuple[str, str]]) -> str:
    lines = [f"{title}:"]
    for name, text in rows:
        first, *rest = textwrap.wrap(text, WIDTH - COLUMN) or [""]
        lines.append(f"  {name:<{COLUMN - 2}}{first}")
        lines += [" " * COLUMN + line for line in rest]
    return "\n".join(lines)
