"""The sentences of a moment for one seat, in the reader's language, from what that seat may know alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from solafide.cards import CardSet
from solafide.game import FAITHS, Consequence, Decision, Event, Game, View, consequences, why_not
from solafide.text import catalogue, deck_text, event_section, event_text, question_explanation, reason_text
from solafide.text.render.card_progress import card_progress
from solafide.text.render.consequence import consequence_text
from solafide.text.render.event_log import IMPORTANT_EVENTS, UNLOGGED_EVENTS, log_lines
from solafide.text.render.hint import choice_in_mind_text, reply_text, whole_percent
from solafide.text.render.names import Names
from solafide.text.render.question import label_text
from solafide.text.render.question_sentence import question_section, question_sentence
from solafide.text.render.table import circle_sentence, open_pile_sentences, table_sentences
from solafide.text.render.waiting import ending_text, waiting_text
from solafide.text.render.why_not import why_not_text

__all__ = ["circle_view", "event_views", "game_line", "hint_view", "text_view"]

Json = dict[str, Any]
CARD_WORDS = ("play", "use", "keep", "discard", "recover", "resolve")


def text_view(game: Game, view: View, seat: str | None, lang: str, names: Names | None = None) -> Json:
    """Return all sentences of a moment; view: of the seat, now or in the past.

    names: of the persons, who have no faith yet when the dice are thrown for it.
    """
    cards = game.cards
    decision = Decision.from_json(view["decision"]) if view["decision"] else None
    certain = consequences(view, cards)
    return {
        "question": _question(decision, view, cards, lang, names),
        "explanation": _explain(decision, cards, lang),
        "options": [_option(choice, consequence, cards, lang, view) for choice, consequence in certain.items()],
        "resolving": _resolving(view, cards, lang),
        "why_not": _why(view, cards, lang),
        "table": [*table_sentences(view, cards, lang), *open_pile_sentences(view, cards, lang)],
        "circles": [circle_view(shown, cards, lang) for shown in view["circles"]],
    }


def _why(view: View, cards: CardSet, lang: str) -> Json:
    reasons = why_not(view, cards)
    return {option: {"text": why_not_text(why, cards, lang), "section": why.section} for option, why in reasons.items()}


def _question(decision: Decision | None, view: View, cards: CardSet, lang: str, names: Names | None) -> str:
    if view["outcome"]:
        return ending_text(view, cards, lang)
    return question_sentence(decision, cards, lang, view, names) if decision else waiting_text(view, lang, names)


def _explain(decision: Decision | None, cards: CardSet, lang: str) -> Json:
    if decision is None:
        return {"text": "", "section": ""}
    return {
        "text": question_explanation(decision.question, lang),
        "section": question_section(decision, cards).removeprefix("§"),
    }


def _option(choice: str, consequence: Consequence, cards: CardSet, lang: str, view: View) -> Json:
    assert view["decision"] is not None
    decision = Decision.from_json(view["decision"])
    word, _, rest = choice.partition(":")
    place = rest.partition(":")
    *_, power = (None, *consequence.power)
    return {
        "choice": choice,
        "verb": word,
        "label": label_text(choice, decision, cards, lang, view),
        "consequence": consequence_text(choice, consequence, view, cards, lang),
        "card": rest if word in CARD_WORDS else None,
        "circle": int(place[0]) if word in ("circle", "claim", "place") else decision.context.get("circle"),
        "side": rest if word in ("side", "toward") else place[2] if word == "place" else decision.context.get("side"),
        "changes": [{"circle": number, "side": side, "territory": at} for number, side, at in consequence.changes],
        "power": {"circle": power[0], "to": power[2]} if power else None,
        "circles": list(consequence.circles),
        "final": consequence.final,
    }


def _resolving(view: View, cards: CardSet, lang: str) -> Json | None:
    progress = card_progress(view, cards, lang)
    if progress is None:
        return None
    return {"card": progress.card, "by": progress.by, "steps": [line._asdict() for line in progress.lines]}


def circle_view(shown: Mapping[str, Any], cards: CardSet, lang: str) -> Json:
    """Return a circle in words, with its dominant side and what either faith still needs there."""
    circle = cards.circles[shown["circle"] - 1]
    text = circle_sentence(shown, circle, lang)
    result: Json = {"circle": circle.number, "text": text, "dominant": None, "needs": None}
    if shown["state"] == "in_play":
        result["dominant"] = "nobility" if shown["power"] < 2 else "commoners"
        holders = shown[result["dominant"]]
        result["needs"] = {faith: sum(holder != faith for holder in holders) for faith in FAITHS}
    return result


# ---------------------------------------------------------------- what happened


def event_views(
    events: Iterable[Event], cards: CardSet, lang: str, reader: str | None = None, names: Names | None = None
) -> list[Json]:
    """Return events as their reader may know them, each with its sentence and the section of the rules behind it.

    Where one sentence tells several events, the first has it, and the text of the others is empty. reader: the faith
    that is spoken to, if one is: not if two share the screen. names: of the persons.
    """
    listed = list(events)
    return [
        {
            **event,
            "text": text,
            "standalone_text": ""
            if event["event"] in UNLOGGED_EVENTS
            else event_text(event, cards, lang, reader, names),
            "section": event_section(event).removeprefix("§"),
            "important": bool(text) and event["event"] in IMPORTANT_EVENTS,
        }
        for event, text in zip(listed, log_lines(listed, cards, lang, reader, names), strict=True)
    ]


# ---------------------------------------------------------------- advice


def hint_view(hint: Mapping[str, Any], decision: Decision, cards: CardSet, lang: str, view: View) -> Json:
    """Return a hint (its JSON) with its sentences; view: of the seat that decides."""
    deck, mind = hint["deck"], hint["mind"]
    choices = [_advice(advice, decision, cards, lang, view) for advice in hint["choices"]]
    if not choices[0]["reasons"]:
        choices[0]["reasons"] = [{"text": catalogue(lang).render("hint.no_reason"), "good": True}]
    return {
        "version": hint["version"],
        "deck": deck_text(deck, lang) if deck and deck["cards"] else "",
        "choices": choices,
        "comparison": mind
        and {"text": choice_in_mind_text(hint, decision, cards, lang, view), "reasons": _mind(hint, cards, lang)},
    }


def _advice(advice: Mapping[str, Any], decision: Decision, cards: CardSet, lang: str, view: View) -> Json:
    texts, chance = catalogue(lang), advice["chance"]
    return {
        "choice": advice["choice"],
        "label": label_text(advice["choice"], decision, cards, lang, view),
        "chance": chance,
        "share": advice["share"],
        "chance_text": texts.render("advice.untried") if chance is None else whole_percent(chance, lang),
        "reasons": _reasons(advice["told"], cards, lang),
        "reply": reply_text(advice, cards, lang),
    }


def _mind(hint: Mapping[str, Any], cards: CardSet, lang: str) -> list[Json]:
    """Return what speaks against a choice that is not the best: what it lacks, and what is wrong with it."""
    mind = hint["mind"]
    if mind["choice"] == hint["choices"][0]["choice"]:
        return _reasons(mind["told"], cards, lang)
    lacking = (reason_text(reason, cards, lang) for reason in mind["forgoes"])
    forgone = [{"text": catalogue(lang).render("advice.forgoes", reason=reason), "good": False} for reason in lacking]
    return forgone + _reasons(mind["against"], cards, lang)


def _reasons(reasons: Iterable[Mapping[str, Any]], cards: CardSet, lang: str) -> list[Json]:
    return [{"text": reason_text(reason, cards, lang), "good": reason["good"]} for reason in reasons]


# ---------------------------------------------------------------- a game in a list


def game_line(
    view: View,
    players: Mapping[str, Mapping[str, Any]],
    lang: str,
    readers: Sequence[str] | None = None,
    named: bool = False,
) -> str:
    """Return a game in one line: who plays, and how it stands; view: a spectator's, players: as in a moment.

    readers: the persons who read it, where not all who play do; named: the people at one screen have names.
    """
    texts = catalogue(lang)
    people = readers if readers is not None else [one for one in ("1", "2") if players[one]["kind"] == "person"]
    names = {person: player["name"] for person, player in players.items()}
    if len(people) == 2 and not named:
        sentences = [texts.render("line.together")]
    elif len(people) != 1:
        sentences = [texts.render("line.watched", first=names["1"], second=names["2"])]
    else:
        (own,) = people
        sentences = [texts.render("line.against", player=names["2" if own == "1" else "1"])]
        if players[own]["faith"]:
            sentences.append(texts.render(f"line.own.{players[own]['faith']}"))
    points = {"catholic": view["faiths"]["C"]["points"], "protestant": view["faiths"]["P"]["points"]}
    if view["outcome"]:
        winner, reason = view["outcome"]["winner"], view["outcome"].get("reason", "points")
        plain = f"line.won_{winner}" if winner else "line.draw"
        sentences.append(texts.render(plain if reason == "points" else f"line.{reason}.{winner or 'draw'}", **points))
    elif view["phase"] == "play":
        sentences.append(texts.render("line.play", turn=view["turn_number"], **points))
    else:
        sentences.append(texts.render(f"line.{view['phase']}"))
    return " ".join(sentences)
