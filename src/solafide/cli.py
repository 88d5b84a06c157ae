"""The command `solafide`: read the command line, run the command, print errors in the reader's language."""

import os
import sys
from importlib import import_module

from solafide.commands.context import DONE, MISUSE, NEGATIVE, Context
from solafide.commands.definitions import command_parser
from solafide.commands.parser import UsageError
from solafide.text import catalogue, preferred_language, supported_language


def main(words: list[str] | None = None) -> int:
    """Run a command line and return the exit code: 0 done, 1 a negative answer, 2 wrong use."""
    words = sys.argv[1:] if words is None else words
    _replace_unprintable()
    lang = _language(words)
    try:
        return _run(words, lang)
    except UsageError as error:
        _print_error(error.message, lang)
        print(catalogue(lang).render("cli.try_help", command=error.command), file=sys.stderr)
        return MISUSE
    except BrokenPipeError:  # the reader of our output has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        print(file=sys.stderr)
        print(catalogue(lang).render("table.interrupted"), file=sys.stderr)
        return NEGATIVE
    except ImportError as error:
        # The class cannot be imported: its module is the one that refuses to be.
        if type(error).__name__ != "StaleKernel":
            raise
        _print_error(catalogue(lang).render("cli.error.stale_kernel"), lang)
        return NEGATIVE
    except Exception as error:
        from solafide.commands.error_message import error_message

        message, code = error_message(error, lang)
        _print_error(message, lang)
        return code


def _run(words: list[str], lang: str) -> int:
    try:
        parser, values = command_parser(catalogue(lang)).parse(words)
    except SystemExit:  # --help and --version end here
        return DONE
    command = import_module(f"solafide.commands.{parser.definition.module}")
    code: int = command.run(Context(parser, values, lang))
    sys.stdout.flush()
    return code


def _language(words: list[str]) -> str:
    """The language in which this call is answered, even if the rest of the command line makes no sense."""
    for word, following in zip(words, [*words[1:], ""], strict=False):
        name, equals, value = word.partition("=")
        if name == "--lang" and (language := supported_language(value if equals else following)):
            return language
    return preferred_language()


def _replace_unprintable() -> None:
    """Replace characters that a terminal cannot show, instead of failing."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _print_error(message: str, lang: str) -> None:
    print(catalogue(lang).render("cli.failed", message=message), file=sys.stderr)
