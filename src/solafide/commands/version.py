"""`solafide --version`: the version, which kernel runs, and why."""

from solafide import __version__
from solafide.text import Catalogue

# The reasons that `kernel.build_mode` gives, with their keys; other reasons come from the build.
REASON_KEYS = {
    "SOLAFIDE_PLAIN is set": "cli.why.asked",
    "running from the source tree": "cli.why.source_tree",
    "compiled for another Python": "cli.why.other_python",
    "built with SOLAFIDE_PLAIN=1": "cli.why.built_plain",
}


def version(texts: Catalogue) -> str:
    """Three lines; the second one is the same in every language."""
    from solafide.kernel.build_mode import MODE, MODE_REASON

    reason = texts.render("cli.why.compiled") if MODE == "compiled" else plain_reason(MODE_REASON, texts)
    return "\n".join(
        [
            texts.render("cli.version", version=__version__),
            texts.render("cli.version_mode", mode=MODE),
            texts.render("cli.version_why", reason=reason),
        ]
    )


def plain_reason(why: str, texts: Catalogue) -> str:
    """Why the kernel runs as plain Python."""
    if why in REASON_KEYS:
        return texts.render(REASON_KEYS[why])
    return texts.render("cli.why.build_failed", detail=why)
