"""Return the command line that resumes an interrupted run."""

import shlex

from solafide.commands.parser import CommandParser, Values


def resume_command(parser: CommandParser, arguments: list[str], values: Values) -> str:
    """The command line that means these values; options with their default are left out."""
    words = [*parser.prog.split(), *arguments]
    for option in parser.options:
        name, value = option.option_strings[0], values[option.dest]
        if option.nargs == 0 and value:
            words.append(name)
        elif option.nargs != 0 and value is not None and value != parser.value_defaults[option.dest]:
            words += [name, f"{value:g}" if isinstance(value, float) else str(value)]
    return shlex.join(words)
