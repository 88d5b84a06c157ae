"""The rules as the page shows them: sections with their rulings, pictures of real positions, and options."""

from __future__ import annotations

from typing import Any

from solafide.lessons import Picture, RuleExample, rule_examples
from solafide.server.views.moment_text import circle_view
from solafide.server.views.setup_options import setup
from solafide.text import catalogue
from solafide.text.rules import RulebookDifference, rulebook_differences, rules, ruling_sections

Json = dict[str, Any]


def rules_view(lang: str) -> list[Json]:
    """Return the sections, then the rulings, each with the section that it belongs to."""
    return [
        {
            **part,
            "ruling_of": ruling_sections().get(part["section"], ""),
            "example": _example(rule_examples().get(part["section"]), lang),
            "differences": [
                _difference(point, lang) for point in rulebook_differences() if point.section == part["section"]
            ],
        }
        for part in rules(lang)
    ]


def _example(example: RuleExample | None, lang: str) -> Json | None:
    if example is None:
        return None
    return {
        "caption": catalogue(lang).render(f"example.{example.lesson.id}.caption"),
        "play": example.play,
        "pictures": [_picture(example, picture, lang) for picture in example.pictures],
    }


def _picture(example: RuleExample, picture: Picture, lang: str) -> Json:
    """Return what a picture shows of its game, as everybody may see it."""
    game, texts = example.game(picture), catalogue(lang)
    circles = [each for each in game.view()["circles"] if picture.board or each["circle"] in picture.circles]
    return {
        "title": texts.render(f"example_picture.{picture.name}") if picture.name else "",
        "board": picture.board,
        "circles": circles,
        "circle_texts": [circle_view(each, game.cards, lang) for each in circles],
        "cards": list(picture.cards),
        "small": picture.small,
        "rolls": list(picture.rolls),
    }


def _difference(point: RulebookDifference, lang: str) -> Json:
    """Return a point on which the printed rulebooks differ; an option has all of its values."""
    texts = catalogue(lang)
    rulebooks = {reading.name: list(reading.rulebooks) for reading in point.readings}
    if point.option:
        option = next(each for each in setup(lang)["options"] if each["id"] == point.option)
        title = option["name"]
        readings = [
            {"name": value["name"], "text": value["text"], "rulebooks": rulebooks.get(str(value["value"]), [])}
            for value in option["values"]
        ]
    else:
        title = texts.render(f"rulebook.{point.id}.title")
        readings = [
            {"name": "", "text": texts.render(f"rulebook.{point.id}.{name}"), "rulebooks": languages}
            for name, languages in rulebooks.items()
        ]
    return {"id": point.id, "title": title, "option": point.option, "ruling": point.ruling, "readings": readings}
