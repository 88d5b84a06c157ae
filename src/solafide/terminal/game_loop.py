"""A game at the table: who looks at the screen, who chooses, and when it is handed over."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from solafide.game import FAITHS, Decision, Game, LiveNature, Record, View, commitment, record
from solafide.players import Player, table_player
from solafide.terminal import choices
from solafide.terminal.answer import chosen, command, number_range
from solafide.terminal.commands import Desk
from solafide.terminal.screen import Screen
from solafide.terminal.setup import PERSON
from solafide.terminal.store import Store
from solafide.text import card_or_result_name, choice_text, seat_name
from solafide.text.render.event_log import LogSentence, log_sentences

FRAME = 5  # lines around the events: a heading, an empty one, the commands, the prompt
FEWEST = 3  # events that are told, even if the rest of the table fills the screen


def opponent_seed(game: Game) -> int:
    """The same in each sitting of a game, and known to nobody before it begins."""
    nature = game.nature
    return int(commitment(nature.seed)[-8:], 16) if isinstance(nature, LiveNature) else 0


class Table:
    """People and opponents around one game; `players` says who the persons 1 and 2 are."""

    def __init__(self, screen: Screen, game: Game, players: Mapping[str, str], store: Store) -> None:
        self.screen, self.game, self.store = screen, game, store
        self.players = dict(players)
        self.decides = ""  # the hash of the drawn game that this one decides
        seed = opponent_seed(game)
        self.machines: dict[str, Player] = {
            person: table_player(name, seed) for person, name in players.items() if name != PERSON
        }
        self.desk = Desk(self)
        self.notices: list[str] = []
        self.looker: str | None = None
        self.sitting: str | None = None  # which person has the screen
        self.shown: dict[str, int] = {}  # up to which version each seat was told what happened
        self.keeps = True
        self.kept = game.version  # what is in the store; a game in which nobody has chosen yet need not be

    def run(self) -> None:
        """Play to the end; EOFError, KeyboardInterrupt and Left go through."""
        while not self.game.over:
            asked = self.game.decision(self.looker) or self.game.decision()
            assert asked is not None  # a game always goes on
            machine = self.machines.get(self.person(asked.who))
            if machine is not None:
                self.let(machine, asked)
            else:
                self.keep()
                self.consult(asked)

    def record(self) -> Record:
        return record(self.game, self.players, decides=self.decides)

    def keep(self) -> None:
        """Write the game to the user's folder, if somebody has chosen something since."""
        if not self.keeps or self.kept == self.game.version:
            return
        self.kept = self.game.version
        try:
            self.store.keep(self.record())
        except OSError as error:
            self.keeps = False
            self.notices.append(
                self.screen.texts.render("error.file.unwritable", file=error.filename or self.store.folder)
            )

    def person(self, who: str) -> str:
        """Which of the two persons a seat is."""
        if who not in FAITHS:
            return who
        persons = self.game.view()["persons"]
        return "1" if persons["1"] == who else "2"

    # ------------------------------------------------------------ opponents

    def let(self, machine: Player, asked: Decision) -> None:
        """An opponent chooses, seeing no more than its own seat."""
        if not self.screen.plain and asked.question == "action":
            self.screen.print_text("table.opponent_thinks", player=self.opponent_name())
        choice = machine.choose(self.game.view(asked.who), asked, self.game.cards)
        self.game.choose(choice, asked.who)

    def opponent_name(self) -> str:
        described = next(name for name in self.players.values() if name != PERSON)
        return self.screen.texts.render(f"player.{described.partition(':')[0]}")

    # ------------------------------------------------------------ people

    def consult(self, asked: Decision) -> None:
        """Ask a person until there is an answer that changes something."""
        seat, person = asked.who, self.person(asked.who)
        if seat != self.looker and seat in FAITHS:
            if not self.machines and person != self.sitting:
                self.hand_over(seat)
            self.looker = seat
        self.sitting = person
        view = self.game.view(seat)
        self.present(asked, view)
        prompt = self.screen.texts.render("table.prompt_number", numbers=number_range(asked))
        while True:
            answer = self.screen.ask(prompt)
            typed = command(answer, self.screen.lang)
            if typed is not None:
                if self.desk.obey(*typed, asked, view):
                    return
            elif (choice := self.understand(answer, asked, view)) is not None:
                self.game.choose(choice, seat)
                return

    def understand(self, answer: str, asked: Decision, view: View) -> str | None:
        """The option that is meant; if it is not clear, one line says so."""
        screen, cards = self.screen, self.game.cards
        found = chosen(answer, asked, cards, screen.lang, view)
        if len(found) == 1:
            return asked.options[found[0]]
        if not answer:
            screen.print_text("table.commands")
        elif found:
            named = (choice_text(asked.options[index], asked, cards, screen.lang, view) for index in found)
            matches = "; ".join(named)
            screen.print_text("table.ambiguous", answer=answer, matches=matches)
        else:
            screen.print_text("table.not_understood", answer=answer)
        return None

    def hand_over(self, seat: str) -> None:
        """Whoever has just chosen sees what came of it; then the screen is emptied for the other one."""
        screen, lang = self.screen, self.screen.lang
        if self.looker is not None and (news := self.news(self.looker)):
            screen.clear()
            self.tell(news)
            screen.ask(screen.texts.render("table.press_enter"))
        screen.hide()
        who = f"{seat_name(seat, lang)} ({seat_name(self.person(seat), lang)})"
        screen.write()
        screen.write(screen.texts.render("handover.title"), "bold")
        screen.print_text("handover.pass_to", who=who)
        screen.print_text("handover.hidden")
        screen.ask(screen.texts.render("handover.ready", who=who))
        screen.hide()

    # ------------------------------------------------------------ showing

    def news(self, seat: str) -> list[LogSentence]:
        """What this seat has not been told yet."""
        events = self.game.events(seat, self.shown.get(seat, 0))
        self.shown[seat] = self.game.version_for(seat)
        forced = self.forced(seat) if any(event["event"] == "drew" for event in events) else set()
        return log_sentences(events, self.game.cards, self.screen.lang, self.reader(seat), forced)

    def reader(self, seat: str) -> str | None:
        """Whom the log speaks to: nobody where two read it."""
        return seat if self.machines else None

    def forced(self, seat: str) -> set[int]:
        """The versions of the draws that were all this seat could do; others must not know how little it could."""
        return {
            drawn.version
            for step, drawn in pairwise(self.game.steps)
            if step.who == seat and step.question == "action" and step.auto and step.choice == "draw"
        }

    def tell(self, news: list[LogSentence], room: int | None = None) -> None:
        """What happened; if there is no room for all of it, the earliest that matters least is left to the log."""
        screen = self.screen
        heights = [len(screen.wrapped(sentence.text, hanging="  ")) for sentence in news]
        left_out: set[int] = set()
        if room is not None and sum(heights) > room:
            over = sum(heights) + 1 - room
            for at, sentence in enumerate(news):
                if over > 0 and not sentence.matters:
                    left_out.add(at)
                    over -= heights[at]
        if left_out:
            screen.write(screen.texts.render("table.left_out", n=len(left_out)), "dim")
        for at, sentence in enumerate(news):
            if at not in left_out:
                screen.write(sentence.text, hanging="  ")

    def present(self, asked: Decision, view: View) -> None:
        """Everything that a person needs to answer."""
        screen, seat = self.screen, asked.who
        first_time = seat not in self.shown
        news = self.news(seat)
        room, low, short = None, False, False
        if not screen.plain:
            screen.clear()
            asking = choices.height(screen, asked, view, self.game.cards) + 2 * len(self.notices)
            low = self.desk.board_height(asked, view) + asking + FEWEST + FRAME > screen.height
            used = self.desk.board(asked, view, low=low) + (2 if low else FRAME)
            short = used + asking + FEWEST > screen.height
            if short:
                asking = len(asked.options) + 1 + 2 * len(self.notices)
            room = max(FEWEST, screen.height - used - asking)
        for notice in self.notices:
            screen.write(notice)
        self.notices.clear()
        if news and not first_time and not low and asked.question == "action":
            screen.write(screen.texts.render("handover.events"), "dim")
        self.tell(news, room)
        if screen.plain and first_time and seat in FAITHS:
            self.desk.board(asked, view, turn=False)
        if not screen.plain and not low:
            screen.write()
        choices.ask(screen, asked, view, self.game.cards, short)
        if not low and (first_time or not screen.plain):
            screen.write(screen.texts.render("table.commands"), "dim")

    def names(self, cards: list[str]) -> str:
        """Cards in a row."""
        lang = self.screen.lang
        named = [f"{card_or_result_name(card, self.game.cards, lang)} ({card})" for card in cards]
        return "; ".join(named) or self.screen.texts.render("board.hand_empty")
