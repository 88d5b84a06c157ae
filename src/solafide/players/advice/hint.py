"""Advice for a decision, from what its seat knows: the best choices, how good they are, and why."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from solafide.cards import CardSet
from solafide.game import FAITHS, Decision, SolaFideError, View, determinize
from solafide.game.decision import acting_faith, front_of
from solafide.game.notation import card_id, choice_codes, choice_texts
from solafide.kernel import MODE
from solafide.kernel.network import Network, win_probability
from solafide.kernel.state import State
from solafide.players.advice.continuation import Course, Judge, Standing
from solafide.players.advice.draft_coach import deck_so_far, draft_reasons, faith_reasons
from solafide.players.advice.reasons import Reason, chosen, reason, reasons, stands_out
from solafide.players.agents import network_file
from solafide.players.agents.greedy import judgement
from solafide.players.agents.search_session import SearchLine, SearchSession

# Less than a second on a usual machine.
ITERATIONS = 60_000 if MODE == "compiled" else 300
WORLDS = 10
CHOICES = 3  # that are shown
AGAIN = 5  # a choice with less than this part of the search is looked at again
MOST_KEPT = 255  # as the network counts it
TOLD, BESIDE = 3, 2  # how many reasons are told of a choice, and for and against the one that somebody had in mind


@dataclass(frozen=True, slots=True)
class Advice:
    """A choice: the chance of winning with it, how much of the search went there, why, and the likely answer.

    chance and share are those of the one who decides; chance is None if the search has not tried it. reasons: all that
    were found, the weightiest first; told: the few that are worth telling. reply: the opponent's choices in the turn
    after, if one is known, possible in the part `possible` of the dealt worlds.
    """

    choice: str
    chance: float | None
    share: float
    visits: int
    reasons: tuple[Reason, ...]
    reply: tuple[str, ...] = ()
    possible: float = 0.0
    told: tuple[Reason, ...] = ()

    def json(self) -> dict[str, Any]:
        return {
            "choice": self.choice,
            "chance": self.chance,
            "share": self.share,
            "visits": self.visits,
            "reasons": [each.json() for each in self.reasons],
            "told": [each.json() for each in self.told],
            "reply": list(self.reply),
            "possible": self.possible,
        }


@dataclass(frozen=True, slots=True)
class Comparison:
    """A choice that somebody had in mind beside the best one.

    lost: how much less likely it is to win, None if the search has not tried it; forgoes: reasons for the best choice
    that it does not have; against: reasons against it that the best choice does not have.
    """

    advice: Advice
    lost: float | None
    forgoes: tuple[Reason, ...]
    against: tuple[Reason, ...]

    def json(self) -> dict[str, Any]:
        return {
            **self.advice.json(),
            "lost": self.lost,
            "forgoes": [each.json() for each in self.forgoes],
            "against": [each.json() for each in self.against],
        }


@dataclass(frozen=True, slots=True)
class Hint:
    """What a teacher says about a decision: some choices, the best first, and the one that the pupil had in mind.

    deck: in the draft, how many cards were kept and how many of them are good for what.
    """

    who: str
    question: str
    version: int
    iterations: int
    choices: tuple[Advice, ...]
    mind: Comparison | None = None
    deck: dict[str, int] | None = None

    @property
    def best(self) -> Advice:
        return self.choices[0]

    def json(self) -> dict[str, Any]:
        return {
            "who": self.who,
            "question": self.question,
            "version": self.version,
            "iterations": self.iterations,
            "choices": [each.json() for each in self.choices],
            "mind": None if self.mind is None else self.mind.json(),
            "deck": self.deck,
        }


def hint(
    view: View,
    decision: Decision,
    cards: CardSet,
    *,
    iterations: int = ITERATIONS,
    seed: int = 0,
    mind: str | None = None,
    network: Network | None = None,
    playouts: bool = False,
    threads: int = 1,
    worlds: int = WORLDS,
    cancelled: Callable[[], bool] | None = None,
) -> Hint:
    """Advice from the view of the seat that decides, and from nothing else.

    mind: the choice that somebody had in mind. network: what chances come from; None: the one that comes
    with the game. playouts: they come from random play to the end instead. threads: as in `SearchSession`.
    worlds: in how many dealt worlds reasons are looked for.

    >>> from solafide.cards import builtin
    >>> from solafide.game import position
    >>> nearly = {2: {"nobility": "PCCCC", "power": 1}}
    >>> game = position(circles=nearly, hands={"C": ["C01", "C03"], "P": ["P01"]}, decks={"C": ["C05"], "P": ["P04"]})
    >>> given = hint(game.view("C"), game.decision(), builtin(), iterations=200, worlds=2)
    >>> given.best.choice, given.best.reasons[0].kind, given.best.reasons[0].facts["circle"]
    ('play:C01', 'claims_now', 2)
    """
    if mind is not None and mind not in decision.options:
        raise SolaFideError("error.illegal_choice", choice=mind, options=", ".join(decision.options))
    judges = None if playouts else network or network_file.network(cards)
    lesson = Lesson(view, decision, cards, seed, judges, worlds)
    lines = lesson.think(iterations, threads, cancelled)
    best = list(lines)[:CHOICES]
    wanted = best if mind is None or mind in best else [*best, mind]
    known = {choice: lesson.look_again(choice, lines[choice]) for choice in wanted}
    advice = {each.choice: each for each in lesson.advice(known)}
    beside = None if mind is None else _compare(advice[best[0]], advice[mind])
    choices = tuple(advice[choice] for choice in best)
    told = decision.who, decision.question, decision.version, lesson.iterations
    return Hint(*told, choices, beside, deck_so_far(view, cards) if decision.question == "draft" else None)


def compare(
    view: View,
    decision: Decision,
    cards: CardSet,
    better: str,
    other: str,
    *,
    iterations: int = ITERATIONS,
    network: Network | None = None,
    worlds: int = WORLDS,
    cancelled: Callable[[], bool] | None = None,
) -> Comparison:
    """What speaks for one of two options and against the other, from the view of the seat that decides.

    >>> from solafide.cards import builtin
    >>> from solafide.game import position
    >>> nearly = {2: {"nobility": "PCCCC", "power": 1}}
    >>> game = position(circles=nearly, hands={"C": ["C01", "C03"], "P": ["P01"]}, decks={"C": ["C05"], "P": ["P04"]})
    >>> found = compare(game.view("C"), game.decision(), builtin(), "play:C01", "draw", iterations=200, worlds=2)
    >>> found.forgoes[0].kind, found.forgoes[0].facts["circle"]
    ('claims_now', 2)
    """
    lesson = Lesson(view, decision, cards, 0, network or network_file.network(cards), worlds)
    lines = lesson.think(iterations, 1, cancelled)
    known = {choice: lesson.look_again(choice, lines[choice]) for choice in (better, other)}
    return _compare(*lesson.advice(known))


def _compare(best: Advice, other: Advice) -> Comparison:
    lost = None if best.chance is None or other.chance is None else max(best.chance - other.chance, 0.0)
    forgoes = [each for each in best.reasons if each.good and stands_out(each, other.reasons)]
    named = {each.facts.get("circle") for each in forgoes}
    against = [each for each in other.reasons if not each.good and stands_out(each, best.reasons)]
    against = [each for each in against if each.kind != "misses_claim" or each.facts["circle"] not in named]
    return Comparison(other, lost, *(tuple(chosen(found, [], BESIDE)) for found in (forgoes, against)))


class Lesson:
    """One decision under the teacher's eyes; without a network random play tells the chances."""

    def __init__(
        self, view: View, decision: Decision, cards: CardSet, seed: int, network: Network | None, worlds: int
    ) -> None:
        self.view, self.decision, self.cards, self.network = view, decision, cards, network
        self.seed = (seed * 1_000_003 + decision.version * 8_191) & 0xFFFFFFFFFFFFFF
        self.many = worlds
        self.iterations = 0
        self.state = determinize(view, 0, cards)

    # ------------------------------------------------------------ chances

    def think(
        self, iterations: int, threads: int, cancelled: Callable[[], bool] | None = None
    ) -> dict[str, SearchLine | None]:
        """The options in the order of their worth, each with what the search found."""
        untried: dict[str, SearchLine | None] = dict.fromkeys(self.decision.options)
        if self.decision.question == "faith":
            return self._faiths()
        if len(untried) == 1:
            return untried
        faith = acting_faith(self.state)
        thinking = self._thought(self.state, iterations, threads, cancelled)
        self.iterations = thinking.iterations
        said = choice_texts(self.state.question, faith, front_of(self.state, faith))
        tried: dict[str, SearchLine | None] = {said[line.choice]: line for line in thinking.lines()}
        return tried | {choice: None for choice in untried if choice not in tried}

    def _thought(
        self, state: State, iterations: int, threads: int = 1, cancelled: Callable[[], bool] | None = None
    ) -> SearchSession:
        seat, playouts = FAITHS.index(self.decision.who), self.network is None
        thinking = SearchSession(state, seat, seed=self.seed, threads=threads, network=self.network, playouts=playouts)
        thinking.run(iterations=iterations, cancelled=cancelled)
        return thinking

    def look_again(self, choice: str, line: SearchLine | None) -> SearchLine | None:
        """What a choice is worth that the search has hardly tried: it is made, and thought about for itself."""
        enough = self.iterations // AGAIN
        if not self.iterations or self.decision.question == "draft" or (line is not None and line.visits >= enough):
            return line
        me, taken = FAITHS.index(self.decision.who), self.state.clone()
        made = (me, taken.question, self._code(taken, choice))
        taken.step(made[2])
        visits, share = (line.visits, line.share) if line else (0, 0.0)
        if taken.over:
            lead = taken.score(me) - taken.score(1 - me)
            return SearchLine(made[2], visits, share, 0.5 + 0.5 * ((lead > 0) - (lead < 0)), (made,))
        thinking = self._thought(taken, max(enough, 1))
        lines = thinking.lines() if taken.who == me and len(taken.options()) > 1 else []
        if not lines:
            return SearchLine(made[2], visits, share, thinking.chance(me), (made,))
        # The mean of the tree holds the choices that were only tried: the best line says what the position is worth.
        return SearchLine(made[2], visits, share, lines[0].value, (made, *lines[0].moves))

    def _code(self, state: State, choice: str) -> int:
        faith = acting_faith(state)
        return choice_codes(state.question, faith, front_of(state, faith))[choice]

    def _faiths(self) -> dict[str, SearchLine | None]:
        """Both faiths before anything is dealt, by the network's opinion, if there is one."""
        if self.network is None:
            return dict.fromkeys(
                sorted(self.decision.options, key=lambda choice: not faith_reasons(choice, self.cards))
            )
        found: list[tuple[str, SearchLine]] = []
        for choice in self.decision.options:
            faith = FAITHS.index(choice.partition(":")[2])
            taken = self.state.clone()
            taken.step(faith)
            chance = win_probability(self.network.win_chance(taken, faith))
            found.append((choice, SearchLine(faith, 0, 0.0, chance, ())))
        found.sort(key=lambda pair: -pair[1].value)
        return dict(found)

    # ------------------------------------------------------------ reasons

    def advice(self, lines: dict[str, SearchLine | None]) -> list[Advice]:
        """What can be said of these choices, beside each other."""
        if len(self.decision.options) == 1:
            given = [_found(self.decision.options[0], None, [reason("only_choice", {})])]
        elif self.decision.question == "faith":
            given = [_found(choice, line, faith_reasons(choice, self.cards)) for choice, line in lines.items()]
        elif self.decision.question == "draft":
            about = draft_reasons(list(lines), self.view, self.cards, self._practice())
            given = [_found(choice, line, about[choice]) for choice, line in lines.items()]
        else:
            given = self._played(lines)
        return [replace(each, told=self._told(each, given)) for each in given]

    def _practice(self) -> dict[str, float]:
        """How often each card was kept when it was offered, in the games from which the network has learned."""
        keeps = [] if self.network is None else self.network.draft_keep_rates()
        return {card_id(number): often / MOST_KEPT for number, often in enumerate(keeps)}

    def _told(self, each: Advice, given: list[Advice]) -> tuple[Reason, ...]:
        """What speaks for the best choice comes first; if nothing but it has a reason of its own, what it shares."""
        told = chosen(each.reasons, [other.reasons for other in given if other is not each], TOLD)
        if each is given[0]:
            told = sorted(told or chosen(each.reasons, [], TOLD), key=lambda reason: not reason.good)
        return tuple(told)

    def _played(self, lines: dict[str, SearchLine | None]) -> list[Advice]:
        courses = {choice: self.courses(choice, line) for choice, line in lines.items()}
        return [
            _found(
                choice,
                line,
                reasons(courses[choice], [other for name, other in courses.items() if name != choice]),
                *expected(courses[choice]),
            )
            for choice, line in lines.items()
        ]

    def courses(self, choice: str, line: SearchLine | None) -> list[Course]:
        """A choice, played to the end of the turn in several worlds."""
        moves = line.moves[1:] if line else ()
        return [Course(each, self._code(each.world, choice), moves, self.judge) for each in self.standings]

    @cached_property
    def standings(self) -> list[Standing]:
        """The worlds in which reasons are looked for."""
        points = [circle.points for circle in self.cards.circles]
        me = FAITHS.index(self.decision.who)
        dealt = (determinize(self.view, self.seed + number, self.cards) for number in range(self.many))
        return [Standing(world, me, points) for world in dealt]

    @property
    def judge(self) -> Judge:
        """Who fills in what the search has not looked at."""
        if self.network is None:
            return judgement(self.cards).of
        return self.network.win_chance


def expected(courses: Sequence[Course]) -> tuple[tuple[str, ...], float]:
    """The opponent's answer, as it goes in the first world that has it, and the part of the worlds that have it."""
    known = [course.reply.choices for course in courses if course.reply]
    return (known[0], len(known) / len(courses)) if known else ((), 0.0)


def _found(
    choice: str, line: SearchLine | None, found: Sequence[Reason], reply: tuple[str, ...] = (), possible: float = 0.0
) -> Advice:
    if line is None:
        return Advice(choice, None, 0.0, 0, tuple(found), reply, possible)
    return Advice(choice, line.value, line.share, line.visits, tuple(found), reply, possible)
