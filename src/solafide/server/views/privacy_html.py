"""The privacy notice as HTML, for browsers that run no scripts."""

from __future__ import annotations

from html import escape
from typing import Any

from solafide.text import LANGUAGES, Catalogue, catalogue


def privacy_html(notice: dict[str, Any], lang: str) -> str:
    """Return the notice as the main part of a page, with links to the other languages."""
    texts = catalogue(lang)
    sections = "".join(_section(section, texts) for section in notice["sections"])
    return (
        f'<main class="sheet sheet--narrow" lang="{lang}"><nav class="langs">{_languages(lang)}</nav>'
        f'<div class="sheet__title"><h1>{escape(texts.render("online.privacy.title"))}</h1></div>'
        f'<div class="privacy">{sections}</div></main>'
    )


def _languages(lang: str) -> str:
    others = (each for each in LANGUAGES if each != lang)
    return " ".join(
        f'<a href="/privacy?lang={each}" lang="{each}">{escape(catalogue(each).render(f"language.{each}"))}</a>'
        for each in others
    )


def _section(section: dict[str, Any], texts: Catalogue) -> str:
    paragraphs = "".join(f"<p>{escape(sentence)}</p>" for sentence in section["text"])
    entries = "".join(_entry(entry, texts) for entry in section["entries"])
    links = "".join(
        f'<p><a href="{escape(link["address"])}">{escape(link["text"])}</a></p>' for link in section["links"]
    )
    title = escape(section["title"])
    return f'<section id="{section["id"]}"><h2>{title}</h2>{paragraphs}{links}{entries}</section>'


def _entry(entry: dict[str, Any], texts: Catalogue) -> str:
    facts = _fact(texts.render("online.privacy.purpose"), [entry["purpose"]])
    facts += _fact(texts.render("online.privacy.period"), entry["periods"])
    name, text = escape(entry["name"]), escape(entry["text"])
    return f'<div class="privacy__entry"><h3>{name}</h3><p>{text}</p><dl>{facts}</dl></div>'


def _fact(label: str, sentences: list[str]) -> str:
    lines = "".join(f"<dd>{escape(sentence)}</dd>" for sentence in sentences)
    return f"<div><dt>{escape(label)}</dt>{lines}</div>"
