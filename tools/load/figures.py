"""The figures as a section of docs/performance.md."""

from load.book import Figures


def section(found: dict[str, Figures]) -> str:
    return ""
