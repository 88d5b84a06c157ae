"""What one may type besides an answer: look something up, take back, save, leave."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solafide.cards import CardSet
from solafide.game import FAITHS, CannotUndo, Decision, SolaFideError, View
from solafide.players.advice.hint import hint
from solafide.terminal import choices
from solafide.terminal.answer import COMMANDS, chosen
from solafide.text import (
    card_or_result_name,
    choice_text,
    circle_name,
    error_text,
    hint_text,
    question_explanation,
    seat_name,
)
from solafide.text.render.event_log import log_sentences
from solafide.text.render.table import circle_sentence, table_sentences

if TYPE_CHECKING:
    from rich.text import Text

    from solafide.terminal.game_loop import Table


class Left(Exception):
    """Somebody has left the table."""


class Desk:
    """Carries out commands for whoever looks at the screen: with the eyes of that seat, never more."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def obey(self, name: str, rest: str, asked: Decision, view: View) -> bool:
        """Whether the table has changed, so that the question must be put anew."""
        match name:
            case "explain":
                self.explain(rest, asked, view)
            case "hint":
                self.hint(rest, asked, view)
            case "help":
                self.help()
            case "cards":
                self.cards(rest, asked, view)
            case "discards":
                self.discards(asked.who, view)
            case "log":
                self.log(asked.who)
            case "board":
                self.board(asked, view)
                choices.ask(self.table.screen, asked, view, self.table.game.cards)
            case "save":
                self.save(rest)
            case "undo":
                return self.undo(asked.who)
            case "quit":
                raise Left
        return False

    # ------------------------------------------------------------ looking

    def board(self, asked: Decision, view: View, *, low: bool = False, turn: bool = True) -> int:
        """The table, and the own cards that are not among the options anyway; how many lines that were.

        low: with few lines. turn: whether the sentences say whose turn it is.
        """
        screen, cards = self.table.screen, self.table.game.cards
        if screen.plain:
            told = table_sentences(view, cards, screen.lang, turn)
            for sentence in told:
                screen.write(sentence)
            return len(told) + self.own_cards(asked, view)
        lines = self._picture(asked, view, low)
        for line in lines:
            screen.draw(line)
        return len(lines) + self.own_cards(asked, view)

    def board_height(self, asked: Decision, view: View) -> int:
        """How many lines the picture takes if they are not counted."""
        return len(self._picture(asked, view, low=False))

    def _picture(self, asked: Decision, view: View, low: bool) -> list[Text]:
        from solafide.terminal.board import draw

        screen, marks = self.table.screen, choices.circle_marks(asked)
        return draw(view, self.table.game.cards, screen.lang, marks, screen.width, low)

    def own_cards(self, asked: Decision, view: View) -> int:
        own, used = view.get("own"), 0
        if own is None:
            return used
        offered = {choices.card_of(choice) for choice in asked.options}
        if view["phase"] == "draft":
            used += self._row("board.kept", own["kept"])
        elif not set(own["hand"]) <= offered:
            used += self._row("board.your_hand", own["hand"])
        if held := view["faiths"][_other(asked.who)]["held"]:
            used += self._row("board.held", held)
        return used

    def _row(self, key: str, cards: list[str]) -> int:
        """A heading with cards behind it; how many lines that were."""
        screen = self.table.screen
        text = f"{screen.texts.render(key)}: {self.table.names(cards)}"
        screen.write(text, hanging="  ")
        return len(screen.wrapped(text, hanging="  "))

    def discards(self, seat: str, view: View) -> None:
        """All cards that lie open, and what follows from them."""
        screen = self.table.screen
        for faith in FAITHS:
            shown = view["faiths"][faith]
            screen.write(seat_name(faith, screen.lang), "bold")
            self._row("board.discard", shown["discard"])
            self._row("board.aside", shown["aside"])
            self._row("board.front", [shown["front"]] if shown["front"] else [])
        if seat in FAITHS:
            other = view["faiths"][_other(seat)]
            open_now = {*other["discard"], *other["aside"], other["front"]}
            self._row("board.your_deck", view["own"]["deck"])
            self._row("board.seen", [card for card in other["seen"] if card not in open_now])
            self._row("board.held", other["held"])

    def log(self, seat: str) -> None:
        game, screen = self.table.game, self.table.screen
        screen.write(screen.texts.render("table.log_title"), "bold")
        told = log_sentences(
            game.events(seat), game.cards, screen.lang, self.table.reader(seat), self.table.forced(seat)
        )
        screen.page([sentence.text for sentence in told])

    def explain(self, wanted: str, asked: Decision, view: View) -> None:
        """What is asked and what the options mean; or a single thing, by number, id or name."""
        screen, cards = self.table.screen, self.table.game.cards
        if not wanted:
            choices.explain(screen, asked, view, cards)
            return
        offered = chosen(wanted, asked, cards, screen.lang, view)
        if len(offered) != 1:
            self.look_up(wanted, view)
            return
        choice = asked.options[offered[0]]
        word, _, rest = choice.partition(":")
        if card := choices.card_of(choice) or (rest if word in ("circle", "claim") else None):
            self.look_up(card, view)
        else:
            screen.write(choice_text(choice, asked, cards, screen.lang, view), "bold")
            screen.write(question_explanation(asked.question, screen.lang))

    def hint(self, wanted: str, asked: Decision, view: View) -> None:
        """The best choices and why; with one that is named, also why that one is worse."""
        screen, cards = self.table.screen, self.table.game.cards
        mind = self.table.understand(wanted, asked, view) if wanted else None
        if wanted and mind is None:
            return
        if not screen.plain:
            screen.print_text("hint.thinking")
        given = hint(view, asked, cards, seed=asked.version, mind=mind)
        for said in hint_text(given.json(), asked, cards, screen.lang, view):
            indent = "  " * said.level
            screen.write(said.text, "bold" if said.heading else "", indent, "  ")

    def cards(self, wanted: str, asked: Decision, view: View) -> None:
        """The own cards in full, or the one that is named."""
        screen = self.table.screen
        if wanted:
            self.look_up(wanted, view)
            return
        own = view.get("own", {})
        drafting = view["phase"] == "draft"
        shown = [*own.get("triple", ()), *own.get("kept", ())] if drafting else own.get("hand")
        if not shown:
            screen.print_text("board.hand_empty")
        for card in shown or ():
            choices.sheet(screen, card, self.table.game.cards)

    def look_up(self, wanted: str, view: View) -> None:
        screen, cards = self.table.screen, self.table.game.cards
        found = choices.things(wanted, cards, screen.lang)
        if len(found) == 1:
            choices.sheet(screen, found[0], cards)
            if found[0].isdecimal():
                now = circle_sentence(view["circles"][int(found[0]) - 1], cards.circles[int(found[0]) - 1], screen.lang)
                screen.print_text("table.now", text=now)
        elif found:
            names = (circle_or_card(thing, cards, screen.lang) for thing in found)
            screen.print_text("table.ambiguous", answer=wanted, matches="; ".join(names))
        else:
            screen.print_text("cli.error.card", card=wanted)

    def help(self) -> None:
        screen = self.table.screen
        screen.write(screen.texts.render("help.title"), "bold")
        for key in ("help.goal", "help.text", "help.question"):
            screen.print_text(key)
        for name in COMMANDS:
            screen.write(screen.texts.render(f"help.{name}"), indent="  ", hanging="  ")

    # ------------------------------------------------------------ doing

    def undo(self, seat: str) -> bool:
        table = self.table
        try:
            table.game.undo(seat)
        except CannotUndo as error:
            table.screen.write(error_text(error, table.screen.lang))
            return False
        table.shown[seat] = min(table.shown.get(seat, 0), table.game.version_for(seat))
        table.notices.append(table.screen.texts.render("table.undone"))
        return True

    def save(self, file: str) -> None:
        table, screen = self.table, self.table.screen
        try:
            path = table.store.save_as(table.record(), file)
        except SolaFideError as error:
            screen.write(error_text(error, screen.lang))
            return
        screen.whole("table.saved", file=path)
        screen.print_text("table.save_secret")


def circle_or_card(thing: str, cards: CardSet, lang: str) -> str:
    """A name with its number or id."""
    if thing.isdecimal():
        return f"{circle_name(cards.circles[int(thing) - 1], lang)} ({thing})"
    return f"{card_or_result_name(thing, cards, lang)} ({thing})"


def _other(faith: str) -> str:
    return "P" if faith == "C" else "C"
