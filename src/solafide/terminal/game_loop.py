"""Play one game in the terminal: let opponents choose, ask people, hand the screen over between two of them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from solafide.game import FAITHS, Decision, Game, LiveNature, Record, Seat, View, commitment, record
from solafide.players import Player, table_player
from solafide.terminal import choices
from solafide.terminal.answer import matching_options, option_number_range, parse_command
from solafide.terminal.commands import TableCommands
from solafide.terminal.screen import Screen
from solafide.terminal.setup import PERSON
from solafide.terminal.store import GameFile
from solafide.text import card_or_result_name, choice_text, seat_name
from solafide.text.render.event_log import LogSentence, log_sentences

FRAME_LINES = 5  # around the events: a heading, an empty line, the commands, the prompt
MIN_EVENT_LINES = 3  # even if the rest of the table fills the screen


def opponent_seed(game: Game) -> int:
    """A seed that is the same whenever this game is resumed, and unknown before it begins."""
    nature = game.nature
    return int(commitment(nature.seed)[-8:], 16) if isinstance(nature, LiveNature) else 0


class GameLoop:
    """One game with its people and opponents; `players` names who the persons 1 and 2 are."""

    def __init__(self, screen: Screen, game: Game, players: Mapping[str, str], file: GameFile) -> None:
        self.screen, self.game, self.file = screen, game, file
        self.players = dict(players)
        self.decides = ""  # the hash of the drawn game that this one decides
        seed = opponent_seed(game)
        self.opponents: dict[str, Player] = {
            person: table_player(name, seed) for person, name in players.items() if name != PERSON
        }
        self.commands = TableCommands(self)
        self.notices: list[str] = []
        self.seat_at_screen: Seat | None = None
        self.person_at_screen: str | None = None
        self.seen_versions: dict[Seat, int] = {}  # up to which version each seat has seen the events
        self.autosaves = True
        self.saved_version = game.version  # a game without any choice yet is not saved

    def run(self) -> None:
        """Play to the end; EOFError, KeyboardInterrupt and QuitGame are left to the caller."""
        while not self.game.over:
            decision = self.game.decision(self.seat_at_screen) or self.game.decision()
            assert decision is not None  # only a finished game has none
            opponent = self.opponents.get(self.person(decision.who))
            if opponent is not None:
                self.let_opponent_choose(opponent, decision)
            else:
                self.autosave()
                self.ask_person(decision)

    def record(self) -> Record:
        """The record of the game as it is now."""
        return record(self.game, self.players, decides=self.decides)

    def autosave(self) -> None:
        """Write the game to the user's folder if it has changed; after an error, no longer."""
        if not self.autosaves or self.saved_version == self.game.version:
            return
        self.saved_version = self.game.version
        try:
            self.file.save_unfinished(self.record())
        except OSError as error:
            self.autosaves = False
            file = error.filename or self.file.folder
            self.notices.append(self.screen.texts.render("error.file.unwritable", file=file))

    def person(self, who: str) -> str:
        """Return which of the two persons a seat is."""
        if who not in FAITHS:
            return who
        persons = self.game.view()["persons"]
        return "1" if persons and persons["1"] == who else "2"

    # ------------------------------------------------------------ opponents

    def let_opponent_choose(self, opponent: Player, decision: Decision) -> None:
        """Let an opponent choose, from what its own seat can see."""
        if not self.screen.plain and decision.question == "action":
            self.screen.print_text("table.opponent_thinks", player=self.opponent_name())
        choice = opponent.choose(self.game.view(decision.who), decision, self.game.cards)
        self.game.choose(choice, decision.who)

    def opponent_name(self) -> str:
        """The name of the opponent."""
        player_name = next(name for name in self.players.values() if name != PERSON)
        return self.screen.texts.render(f"player.{player_name.partition(':')[0]}")

    # ------------------------------------------------------------ people

    def ask_person(self, decision: Decision) -> None:
        """Ask a person until an answer changes the game."""
        seat, person = decision.who, self.person(decision.who)
        if seat != self.seat_at_screen and seat in FAITHS:
            if not self.opponents and person != self.person_at_screen:
                self.hand_over(seat)
            self.seat_at_screen = seat
        self.person_at_screen = person
        view = self.game.view(seat)
        self.show_decision(decision, view)
        prompt = self.screen.texts.render("table.prompt_number", numbers=option_number_range(decision))
        while True:
            answer = self.screen.ask(prompt)
            command = parse_command(answer, self.screen.lang)
            if command is not None:
                if self.commands.run(*command, decision, view):
                    return
            elif (choice := self.find_option(answer, decision, view)) is not None:
                self.game.choose(choice, seat)
                return

    def find_option(self, answer: str, decision: Decision, view: View) -> str | None:
        """The option that an answer means; if that is not clear, print why."""
        screen, cards = self.screen, self.game.cards
        matches = matching_options(answer, decision, cards, screen.lang, view)
        if len(matches) == 1:
            return decision.options[matches[0]]
        if not answer:
            screen.print_text("table.commands")
        elif matches:
            labels = (choice_text(decision.options[index], decision, cards, screen.lang, view) for index in matches)
            screen.print_text("table.ambiguous", answer=answer, matches="; ".join(labels))
        else:
            screen.print_text("table.not_understood", answer=answer)
        return None

    def hand_over(self, seat: Seat) -> None:
        """Show the player who has just chosen what happened; then clear the screen and pass it to the other player."""
        screen, lang = self.screen, self.screen.lang
        if self.seat_at_screen is not None and (unseen := self.unseen_sentences(self.seat_at_screen)):
            screen.clear()
            self.print_sentences(unseen)
            screen.ask(screen.texts.render("table.press_enter"))
        screen.clear_with_scrollback()
        who = f"{seat_name(seat, lang)} ({seat_name(self.person(seat), lang)})"
        screen.write()
        screen.write(screen.texts.render("handover.title"), "bold")
        screen.print_text("handover.pass_to", who=who)
        screen.print_text("handover.hidden")
        screen.ask(screen.texts.render("handover.ready", who=who))
        screen.clear_with_scrollback()

    # ------------------------------------------------------------ showing

    def unseen_sentences(self, seat: Seat) -> list[LogSentence]:
        """The events that this seat has not seen yet; from now on they count as seen."""
        events = self.game.events(seat, self.seen_versions.get(seat, 0))
        self.seen_versions[seat] = self.game.version_for(seat)
        forced_draws = self.forced_draws(seat) if any(event["event"] == "drew" for event in events) else set()
        return log_sentences(events, self.game.cards, self.screen.lang, self.reader(seat), forced_draws)

    def reader(self, seat: Seat) -> str | None:
        """The seat that the log addresses as "you"; none if two people read it."""
        return seat if self.opponents else None

    def forced_draws(self, seat: Seat) -> set[int]:
        """The versions of draws that were the only option of this seat, which only this seat may know."""
        return {
            next_step.version
            for step, next_step in pairwise(self.game.steps)
            if step.who == seat and step.question == "action" and step.auto and step.choice == "draw"
        }

    def print_sentences(self, sentences: list[LogSentence], max_lines: int | None = None) -> None:
        """Print what happened; if there are too many lines, leave out the earliest unimportant sentences."""
        screen = self.screen
        heights = [len(screen.wrap(sentence.text, hanging="  ")) for sentence in sentences]
        left_out: set[int] = set()
        if max_lines is not None and sum(heights) > max_lines:
            excess = sum(heights) + 1 - max_lines
            for at, sentence in enumerate(sentences):
                if excess > 0 and not sentence.important:
                    left_out.add(at)
                    excess -= heights[at]
        if left_out:
            screen.write(screen.texts.render("table.left_out", n=len(left_out)), "dim")
        for at, sentence in enumerate(sentences):
            if at not in left_out:
                screen.write(sentence.text, hanging="  ")

    def show_decision(self, decision: Decision, view: View) -> None:
        """Print everything that a person needs to answer: the table, what happened, the question, the options."""
        screen, seat = self.screen, decision.who
        first_time = seat not in self.seen_versions
        sentences = self.unseen_sentences(seat)
        max_lines, low, short = None, False, False
        if not screen.plain:
            screen.clear()
            question_lines = choices.question_height(screen, decision, view, self.game.cards) + 2 * len(self.notices)
            low = (
                self.commands.board_height(decision, view) + question_lines + MIN_EVENT_LINES + FRAME_LINES
                > screen.height
            )
            used_lines = self.commands.board(decision, view, low=low) + (2 if low else FRAME_LINES)
            short = used_lines + question_lines + MIN_EVENT_LINES > screen.height
            if short:
                question_lines = len(decision.options) + 1 + 2 * len(self.notices)
            max_lines = max(MIN_EVENT_LINES, screen.height - used_lines - question_lines)
        for notice in self.notices:
            screen.write(notice)
        self.notices.clear()
        if sentences and not first_time and not low and decision.question == "action":
            screen.write(screen.texts.render("handover.events"), "dim")
        self.print_sentences(sentences, max_lines)
        if screen.plain and first_time and seat in FAITHS:
            self.commands.board(decision, view, turn=False)
        if not screen.plain and not low:
            screen.write()
        choices.print_question(screen, decision, view, self.game.cards, short)
        if not low and (first_time or not screen.plain):
            screen.write(screen.texts.render("table.commands"), "dim")

    def card_names(self, cards: list[str]) -> str:
        """The names and ids of cards in one line."""
        lang = self.screen.lang
        names = [f"{card_or_result_name(card, self.game.cards, lang)} ({card})" for card in cards]
        return "; ".join(names) or self.screen.texts.render("board.hand_empty")
