"""Commands that a player can type instead of an answer: look something up, undo, save, quit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solafide.cards import CardSet
from solafide.game import FAITHS, CannotUndo, Decision, Faith, Seat, SolaFideError, View
from solafide.players.advice.hint import hint
from solafide.terminal import choices
from solafide.terminal.answer import COMMANDS, matching_options
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

    from solafide.terminal.game_loop import GameLoop


class QuitGame(Exception):
    """A player quits the game."""


class TableCommands:
    """Runs commands for the seat that looks at the screen, with what that seat may know."""

    def __init__(self, loop: GameLoop) -> None:
        self.loop = loop

    def run(self, name: str, argument: str, decision: Decision, view: View) -> bool:
        """Run a command and return whether the game has changed, so that the question must be asked again."""
        match name:
            case "explain":
                self.explain(argument, decision, view)
            case "hint":
                self.hint(argument, decision, view)
            case "help":
                self.help()
            case "cards":
                self.cards(argument, decision, view)
            case "discards":
                self.discards(decision.who, view)
            case "log":
                self.log(decision.who)
            case "board":
                self.board(decision, view)
                choices.print_question(self.loop.screen, decision, view, self.loop.game.cards)
            case "save":
                self.save(argument)
            case "undo":
                return self.undo(decision.who)
            case "quit":
                raise QuitGame
        return False

    # ------------------------------------------------------------ looking

    def board(self, decision: Decision, view: View, *, low: bool = False, turn: bool = True) -> int:
        """Print the table and the own cards that are not among the options; return the number of lines.

        low: with few lines. turn: whether plain sentences name the player whose turn it is.
        """
        screen, cards = self.loop.screen, self.loop.game.cards
        if screen.plain:
            sentences = table_sentences(view, cards, screen.lang, turn)
            for sentence in sentences:
                screen.write(sentence)
            return len(sentences) + self.own_cards(decision, view)
        lines = self._board_lines(decision, view, low)
        for line in lines:
            screen.draw_line(line)
        return len(lines) + self.own_cards(decision, view)

    def board_height(self, decision: Decision, view: View) -> int:
        """Return how many lines the board takes at its full height."""
        return len(self._board_lines(decision, view, low=False))

    def _board_lines(self, decision: Decision, view: View, low: bool) -> list[Text]:
        from solafide.terminal.board import draw_board

        screen, marks = self.loop.screen, choices.selectable_circles(decision)
        return draw_board(view, self.loop.game.cards, screen.lang, marks, screen.width, low)

    def own_cards(self, decision: Decision, view: View) -> int:
        """Print the own cards that are not among the options; return the number of lines."""
        own, lines = view.get("own"), 0
        if own is None:
            return lines
        offered = {choices.card_in_choice(choice) for choice in decision.options}
        if view["phase"] == "draft":
            lines += self._card_row("board.kept", own["kept"])
        elif not set(own["hand"]) <= offered:
            lines += self._card_row("board.your_hand", own["hand"])
        if known_hand := view["faiths"][_other(decision.who)]["held"]:
            lines += self._card_row("board.held", known_hand)
        return lines

    def _card_row(self, key: str, cards: list[str]) -> int:
        """Print a heading with cards after it; return the number of lines."""
        screen = self.loop.screen
        text = f"{screen.texts.render(key)}: {self.loop.card_names(cards)}"
        screen.write(text, hanging="  ")
        return len(screen.wrap(text, hanging="  "))

    def discards(self, seat: Seat, view: View) -> None:
        """Print the cards of all open piles, and what a seat can conclude from them."""
        screen = self.loop.screen
        for faith in FAITHS:
            shown = view["faiths"][faith]
            screen.write(seat_name(faith, screen.lang), "bold")
            self._card_row("board.discard", shown["discard"])
            self._card_row("board.aside", shown["aside"])
            self._card_row("board.front", [shown["front"]] if shown["front"] else [])
        if seat in FAITHS:
            other = view["faiths"][_other(seat)]
            open_cards = {*other["discard"], *other["aside"], other["front"]}
            self._card_row("board.your_deck", view["own"]["deck"])
            self._card_row("board.seen", [card for card in other["seen"] if card not in open_cards])
            self._card_row("board.held", other["held"])

    def log(self, seat: Seat) -> None:
        """Print all events as sentences."""
        game, screen = self.loop.game, self.loop.screen
        screen.write(screen.texts.render("table.log_title"), "bold")
        reader, forced_draws = self.loop.reader(seat), self.loop.forced_draws(seat)
        sentences = log_sentences(game.events(seat), game.cards, screen.lang, reader, forced_draws)
        screen.print_pages([sentence.text for sentence in sentences])

    def explain(self, answer: str, decision: Decision, view: View) -> None:
        """Explain the question and its options; or a single card, circle or option by number, id or name."""
        screen, cards = self.loop.screen, self.loop.game.cards
        if not answer:
            choices.print_explanation(screen, decision, view, cards)
            return
        offered = matching_options(answer, decision, cards, screen.lang, view)
        if len(offered) != 1:
            self.look_up(answer, view)
            return
        choice = decision.options[offered[0]]
        word, _, rest = choice.partition(":")
        if card := choices.card_in_choice(choice) or (rest if word in ("circle", "claim") else None):
            self.look_up(card, view)
        else:
            screen.write(choice_text(choice, decision, cards, screen.lang, view), "bold")
            screen.write(question_explanation(decision.question, screen.lang))

    def hint(self, answer: str, decision: Decision, view: View) -> None:
        """Print the best choices and why; for an option that is named, also why it is worse."""
        screen, cards = self.loop.screen, self.loop.game.cards
        choice_in_mind = self.loop.find_option(answer, decision, view) if answer else None
        if answer and choice_in_mind is None:
            return
        if not screen.plain:
            screen.print_text("hint.thinking")
        advice = hint(view, decision, cards, seed=decision.version, mind=choice_in_mind)
        for paragraph in hint_text(advice.json(), decision, cards, screen.lang, view):
            indent = "  " * paragraph.level
            screen.write(paragraph.text, "bold" if paragraph.heading else "", indent, "  ")

    def cards(self, answer: str, decision: Decision, view: View) -> None:
        """Print the own cards in full, or the one that is named."""
        screen = self.loop.screen
        if answer:
            self.look_up(answer, view)
            return
        own = view.get("own", {})
        drafting = view["phase"] == "draft"
        shown = [*own.get("triple", ()), *own.get("kept", ())] if drafting else own.get("hand")
        if not shown:
            screen.print_text("board.hand_empty")
        for card in shown or ():
            choices.print_sheet(screen, card, self.loop.game.cards)

    def look_up(self, query: str, view: View) -> None:
        """Print a card, a circle or a line of the Military Chart by number, id or name."""
        screen, cards = self.loop.screen, self.loop.game.cards
        entries = choices.find_entries(query, cards, screen.lang)
        if len(entries) == 1:
            choices.print_sheet(screen, entries[0], cards)
            if entries[0].isdecimal():
                now = circle_sentence(
                    view["circles"][int(entries[0]) - 1], cards.circles[int(entries[0]) - 1], screen.lang
                )
                screen.print_text("table.now", text=now)
        elif entries:
            names = (entry_label(entry, cards, screen.lang) for entry in entries)
            screen.print_text("table.ambiguous", answer=query, matches="; ".join(names))
        else:
            screen.print_text("cli.error.card", card=query)

    def help(self) -> None:
        """Print how to play and all commands."""
        screen = self.loop.screen
        screen.write(screen.texts.render("help.title"), "bold")
        for key in ("help.goal", "help.text", "help.question"):
            screen.print_text(key)
        for name in COMMANDS:
            screen.write(screen.texts.render(f"help.{name}"), indent="  ", hanging="  ")

    # ------------------------------------------------------------ doing

    def undo(self, seat: Seat) -> bool:
        """Undo the last choice; return whether that was possible."""
        loop = self.loop
        try:
            loop.game.undo(seat)
        except CannotUndo as error:
            loop.screen.write(error_text(error, loop.screen.lang))
            return False
        loop.seen_versions[seat] = min(loop.seen_versions.get(seat, 0), loop.game.version_for(seat))
        loop.notices.append(loop.screen.texts.render("table.undone"))
        return True

    def save(self, file: str) -> None:
        """Save a copy of the game to a file."""
        loop, screen = self.loop, self.loop.screen
        try:
            path = loop.file.save_as(loop.record(), file)
        except SolaFideError as error:
            screen.write(error_text(error, screen.lang))
            return
        screen.print_unwrapped("table.saved", file=path)
        screen.print_text("table.save_secret")


def entry_label(entry: str, cards: CardSet, lang: str) -> str:
    """The name of a circle, a card or a line of the Military Chart, with its number or id."""
    if entry.isdecimal():
        return f"{circle_name(cards.circles[int(entry) - 1], lang)} ({entry})"
    return f"{card_or_result_name(entry, cards, lang)} ({entry})"


def _other(seat: Seat) -> Faith:
    return "P" if seat == "C" else "C"
