"""Numbers as a language writes them."""

from __future__ import annotations

from solafide.text.catalogue import catalogue


def number_text(number: float, lang: str, form: str = "g") -> str:
    """A number with the decimal mark of the language.

    >>> number_text(12.5, "en"), number_text(12.5, "de"), number_text(3, "hu", ".2f")
    ('12.5', '12,5', '3,00')
    """
    return f"{number:{form}}".replace(".", catalogue(lang).render("figure.decimal_mark"))


def percent_text(share: float, lang: str) -> str:
    """A share of one in percent.

    >>> percent_text(0.475, "en"), percent_text(0.475, "de")
    ('47.5%', '47,5 %')
    """
    return catalogue(lang).render("figure.percent", number=number_text(100 * share, lang, ".1f"))


def number_word(number: int, lang: str, place: str = "alone") -> str:
    """A small number as a word, "alone" or "before" a noun; a larger one in digits.

    >>> number_word(2, "hu"), number_word(2, "hu", "before"), number_word(12, "en")
    ('kettő', 'két', '12')
    """
    texts, key = catalogue(lang), f"number.{place}.{number}"
    return texts.render(key) if key in texts else str(number)
