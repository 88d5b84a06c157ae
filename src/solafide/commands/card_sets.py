"""The card set that a command line names: a file, or the number of a built-in version."""

from solafide.cards import CardSet, builtin_versions, load
from solafide.commands.context import Context
from solafide.commands.paths import existing_file


def named_card_set(context: Context, option: str = "cards") -> CardSet | None:
    """The card set of an option; None if the option was not given. A file whose name is a number is `./1`."""
    name = context.values[option]
    if not name:
        return None
    if not (name.isdecimal() and name.isascii()):
        return load(existing_file(name))
    versions = builtin_versions()
    if not 1 <= int(name) <= len(versions):
        allowed = ", ".join((*(str(number) for number in range(1, len(versions) + 1)), "FILE"))
        raise context.usage_error("cli.error.choice", option=f"--{option}", value=name, allowed=allowed)
    return versions[int(name) - 1]
