"""`solafide --version`: the version, which kernel runs, and why."""

from solafide import __version__
from solafide.text import Catalogue

# What the kernel says about itself, and the key of the sentence for it; other reasons come from the build.
REASONS = {
    "SOLAFIDE_PLAIN is set": "cli.why.asked",
    "running from the source tree": "cli.why.source_tree",
    "compiled for another Python": "cli.why.other_python",
    "built with SOLAFIDE_PLAIN=1": "cli.why.built_plain",
}


def version(texts: Catalogue) -> str:
    """Three lines, the second of which is the same in every language."""
    from solafide.kernel.build_mode import MODE, MODE_REASON

    reason = texts.say("cli.why.compiled") if MODE == "compiled" else plain_reason(MODE_REASON, texts)
    return "\n".join(
        [
            texts.say("cli.version", version=__version__),
            texts.say("cli.version_mode", mode=MODE),
            texts.say("cli.version_why", reason=reason),
        ]
    )


def plain_reason(why: str, texts: Catalogue) -> str:
    """Why the kernel runs as plain Python."""
    if why in REASONS:
        return texts.say(REASONS[why])
    return texts.say("cli.why.build_failed", detail=why)
