"""The command `solafide`: reads the command line, calls the command, and puts what went wrong into words."""

import os
import sys
from importlib import import_module

from solafide.commands.arguments import PROGRAM, Misuse, read
from solafide.commands.context import DONE, MISUSE, NEGATIVE, Context
from solafide.commands.tree import TREE
from solafide.text import LANGUAGES, catalogue, known_language, language


def main(words: list[str] | None = None) -> int:
    """The exit code: 0 done, 1 a negative answer, 2 wrong use."""
    words = sys.argv[1:] if words is None else words
    _settle_streams()
    lang = _language(words)
    try:
        return _run(words, lang)
    except Misuse as error:
        return _misused(error, lang)
    except BrokenPipeError:  # whoever read us has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        print(file=sys.stderr)
        print(catalogue(lang).say("table.interrupted"), file=sys.stderr)
        return NEGATIVE
    except ImportError as error:
        # The class cannot be imported: its module is the one that refuses to be.
        if type(error).__name__ != "StaleKernel":
            raise
        return _say_failed(catalogue(lang).say("cli.error.stale_kernel"), NEGATIVE, lang)
    except Exception as error:
        from solafide.commands.error_message import failure

        return _say_failed(*failure(error, lang), lang)


def _run(words: list[str], lang: str) -> int:
    line = read(TREE, words)
    wished = line.values["lang"]
    if wished is not None and not known_language(wished):
        raise Misuse("cli.error.language", line.path, language=wished, languages=", ".join(LANGUAGES))
    if line.values["help"]:
        from solafide.commands.usage import usage

        print(usage(line.command, line.path, catalogue(lang)))
        return DONE
    if line.values.get("version"):
        from solafide.commands.version import version

        print(version(catalogue(lang)))
        return DONE
    if not line.command.home:
        raise Misuse("cli.error.command_missing", commands=", ".join(command.name for command in TREE.commands))
    command = import_module(f"solafide.commands.{line.command.home}")
    code: int = command.run(Context(line.path, line.values, lang))
    sys.stdout.flush()
    return code


def _language(words: list[str]) -> str:
    """The language in which this call is answered, even if the rest of the command line makes no sense."""
    for word, following in zip(words, [*words[1:], ""], strict=False):
        name, equals, value = word.partition("=")
        if name == "--lang" and (known := known_language(value if equals else following)):
            return known
    return language()


def _settle_streams() -> None:
    """No character is worth a crash: what a terminal cannot show is replaced."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _misused(error: Misuse, lang: str) -> int:
    texts = catalogue(lang)
    _say_failed(texts.say(error.key, **error.facts), MISUSE, lang)
    print(texts.say("cli.try_help", command=error.command or PROGRAM), file=sys.stderr)
    return MISUSE


def _say_failed(message: str, code: int, lang: str) -> int:
    print(catalogue(lang).say("cli.failed", message=message), file=sys.stderr)
    return code
