"""Errors as messages for users."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from solafide.cards import CardSetError, Problem
from solafide.game import SolaFideError
from solafide.text.catalogue import catalogue
from solafide.text.render.names import estate_name, faith_name, seat_name


def error_text(error: SolaFideError | CardSetError, lang: str) -> str:
    """An error as one message; the problems of a card set follow, one on each line.

    >>> error_text(SolaFideError("error.file.missing", file="game.txt"), "en")
    'There is no such file: game.txt.'
    """
    texts = catalogue(lang)
    if isinstance(error, CardSetError):
        heading = texts.render(error.heading, n=len(error.problems) + error.more)
        more = [texts.render("cards_error_more", n=error.more)] if error.more else []
        return "\n".join([heading, *(problem_text(problem, lang) for problem in error.problems), *more])
    return texts.render(error.key, **{name: _fact_text(name, fact, lang) for name, fact in error.facts.items()})


def problem_text(problem: Problem, lang: str) -> str:
    """A problem of a card set as one line: where it is, and what was expected."""
    texts = catalogue(lang)
    message = problem_message(problem.key, problem.args, lang)
    form = "file" if problem.line is None else "line" if problem.column is None else "column"
    return texts.render(
        f"problem_line.{form}",
        file=problem.file,
        line=problem.line,
        column=problem.column,
        where=entry_name(problem.where, lang),
        message=message,
    )


def problem_message(key: str, args: Mapping[str, Any], lang: str) -> str:
    """What is wrong with an entry of a card set, without its place."""
    return catalogue(lang).render(key, **{name: _fact_text(name, fact, lang) for name, fact in args.items()})


def entry_name(where: str, lang: str) -> str:
    """The name of an entry of a card set.

    >>> entry_name("card C03", "en"), entry_name("set", "en")
    ('card C03', 'the set')
    """
    kind, _, entry = where.partition(" ")
    return catalogue(lang).render(f"entry.{kind}", id=entry)


def _fact_text(name: str, fact: object, lang: str) -> object:
    """A fact for a blank: ids become names, lists get commas, everything else stays."""
    match name, fact:
        case "who", str():
            return ", ".join(seat_name(seat, lang) for seat in fact.split(", ") if seat)
        case "faith", "C" | "P":
            return faith_name(str(fact), lang)
        case "side", "nobility" | "commoners":
            return estate_name(str(fact), lang)
        case "entry" | "other", str():
            return entry_name(fact, lang)
        case _, list() | tuple():
            return ", ".join(str(item) for item in fact)
    return fact
