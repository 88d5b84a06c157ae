"""`solafide cards export [FILE]`: write a card set file to start from."""

from pathlib import Path

from solafide.cards import builtin, export
from solafide.commands.card_sets import named_card_set
from solafide.commands.context import DONE, Context
from solafide.game import SolaFideError


def run(context: Context) -> int:
    file = context.values["file"]
    text = export(named_card_set(context, "set") or builtin())
    if file is None:
        print(text, end="")
        return DONE
    if Path(file).exists() and not context.values["force"]:
        raise SolaFideError("error.file.exists", file=file)
    try:
        Path(file).write_text(text, encoding="utf-8", newline="\n")
    except OSError:
        raise SolaFideError("error.file.unwritable", file=file) from None
    context.print_text("check.written", file=file)
    return DONE
