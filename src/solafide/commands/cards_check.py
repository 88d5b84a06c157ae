"""`solafide cards check FILE`: check a card set file."""

from typing import Any

from solafide.cards import CardSet, CardSetError, builtin, load
from solafide.commands.context import DONE, NEGATIVE, Context, print_json
from solafide.commands.paths import existing_file
from solafide.text import error_text, problem_text


def run(context: Context) -> int:
    file = existing_file(context.values["file"])
    try:
        cards = load(file)
    except CardSetError as error:
        return _print_problems(context, file, error)
    changed_entries = _changed_entries(cards)
    if context.values["json"]:
        print_json(
            {
                "ok": True,
                "file": file,
                "name": cards.name,
                "hash": cards.hash,
                "changed": changed_entries,
                "problems": [],
                "more_problems": 0,
            }
        )
        return DONE
    context.print_text("check.ok", name=cards.name)
    context.print_text("check.overrides", n=len(changed_entries))
    return DONE


def _changed_entries(cards: CardSet) -> list[str]:
    """The entries that differ from the built-in ones."""
    original = builtin()
    return [
        *(name for name, card in cards.cards.items() if card != original.cards[name]),
        *(
            f"circle {entry.number}"
            for entry, other in zip(cards.circles, original.circles, strict=True)
            if entry != other
        ),
        *(entry.id for entry, other in zip(cards.results, original.results, strict=True) if entry != other),
    ]


def _print_problems(context: Context, file: str, error: CardSetError) -> int:
    if context.values["json"]:
        problems = [_problem(problem, context.lang) for problem in error.problems]
        answer = {"ok": False, "file": file, "name": None, "hash": None, "changed": [], "problems": problems}
        print_json(answer | {"more_problems": error.more})
    else:
        print(error_text(error, context.lang))
    return NEGATIVE


def _problem(problem: Any, lang: str) -> dict[str, Any]:
    return {
        "line": problem.line,
        "column": problem.column,
        "where": problem.where,
        "key": problem.key,
        "args": {name: list(fact) if isinstance(fact, tuple) else fact for name, fact in problem.args.items()},
        "message": problem_text(problem, lang),
    }
