"""Hints: the best choices of a decision, how good they are, and why, from what its seat knows."""

from collections import Counter
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
from solafide.players.advice.continuation import Continuation, DealtWorld, StateEvaluator
from solafide.players.advice.draft_coach import deck_summary, draft_reasons, faith_reasons
from solafide.players.advice.reasons import (
    Reason,
    find_differences,
    find_reasons,
    make_reason,
    select_reasons,
    stands_out,
)
from solafide.players.agents import network_file
from solafide.players.agents.greedy import heuristic_for
from solafide.players.agents.search_session import SearchLine, SearchSession

HINT_ITERATIONS = 60_000 if MODE == "compiled" else 300  # less than a second on a usual machine
REASON_WORLDS = 10  # dealt worlds in which reasons are looked for
SHOWN_CHOICES = 3
SHOWN_REASONS = 3  # of each choice
EVEN_KEEP_RATES = 0.05  # a smaller difference says nothing
SHOWN_COMPARED_REASONS = 2  # for the best choice, and against the one that somebody had in mind
MIN_LIKELY_SHARE = 1 / 3  # a reply that is less likely is not named
LOOK_AGAIN_PARTS = 5  # a choice with less than a fifth of the visits gets a search of its own
MAX_KEEP_RATE_255THS = 255  # as the network counts it


@dataclass(frozen=True, slots=True)
class ChoiceAdvice:
    """A choice: the chance of winning with it, its share of the search, the reasons, and the likely reply.

    chance: of the player who decides, None if the search has not tried the choice. reasons: all that were found, the
    weightiest first; shown: the few to show. reply: the opponent's likely action in the next turn and the circles
    chosen for it, if there is a likely one; it is the reply in the share `possible` of the dealt worlds.
    """

    choice: str
    chance: float | None
    share: float
    visits: int
    reasons: tuple[Reason, ...]
    reply: tuple[str, ...] = ()
    possible: float = 0.0
    shown: tuple[Reason, ...] = ()

    def json(self) -> dict[str, Any]:
        return {
            "choice": self.choice,
            "chance": self.chance,
            "share": self.share,
            "visits": self.visits,
            "reasons": [each.json() for each in self.reasons],
            "told": [each.json() for each in self.shown],
            "reply": list(self.reply),
            "possible": self.possible,
        }


@dataclass(frozen=True, slots=True)
class ChoiceComparison:
    """A choice that somebody had in mind, compared with the best one.

    loss: how much less likely it is to win, None if the search has not tried it. forgoes: reasons for the best choice
    that it does not have. against: reasons against it that the best choice does not have.
    """

    advice: ChoiceAdvice
    loss: float | None
    forgoes: tuple[Reason, ...]
    against: tuple[Reason, ...]

    def json(self) -> dict[str, Any]:
        return {
            **self.advice.json(),
            "lost": self.loss,
            "forgoes": [each.json() for each in self.forgoes],
            "against": [each.json() for each in self.against],
        }


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint for a decision: some choices, the best first, and the one that the player had in mind.

    deck: in the draft, how many cards were kept and how many of them have each role.
    """

    who: str
    question: str
    version: int
    iterations: int
    choices: tuple[ChoiceAdvice, ...]
    mind: ChoiceComparison | None = None
    deck: dict[str, int] | None = None

    @property
    def best(self) -> ChoiceAdvice:
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
    iterations: int = HINT_ITERATIONS,
    seed: int = 0,
    mind: str | None = None,
    network: Network | None = None,
    playouts: bool = False,
    threads: int = 1,
    worlds: int = REASON_WORLDS,
    cancelled: Callable[[], bool] | None = None,
) -> Hint:
    """Make a hint from the view of the seat that decides, and from nothing else.

    The number of iterations decides, never the time: equal questions get equal hints on every machine. mind: the choice
    that somebody had in mind. network: where chances come from; None: the network that comes with the game. playouts:
    they come from random play to the end instead. threads: as in `SearchSession`. worlds: in how many dealt worlds
    reasons are looked for.

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
    values = None if playouts else network or network_file.network_for(cards)
    builder = HintBuilder(view, decision, cards, seed, values, worlds)
    lines = builder.search(iterations, threads, cancelled)
    best = list(lines)[:SHOWN_CHOICES]
    searched_choices = best if mind is None or mind in best else [*best, mind]
    searched = {choice: builder.search_again(choice, lines[choice]) for choice in searched_choices}
    advice = {each.choice: each for each in builder.advice(searched)}
    comparison = None if mind is None else builder.compare(advice[best[0]], advice[mind])
    choices = tuple(advice[choice] for choice in best)
    deck = deck_summary(view, cards) if decision.question == "draft" else None
    return Hint(decision.who, decision.question, decision.version, builder.iterations, choices, comparison, deck)


def compare(
    view: View,
    decision: Decision,
    cards: CardSet,
    better: str,
    other: str,
    *,
    iterations: int = HINT_ITERATIONS,
    network: Network | None = None,
    worlds: int = REASON_WORLDS,
    cancelled: Callable[[], bool] | None = None,
) -> ChoiceComparison:
    """Compare two options from the view of the seat that decides: reasons for the better and against the other.

    >>> from solafide.cards import builtin
    >>> from solafide.game import position
    >>> nearly = {2: {"nobility": "PCCCC", "power": 1}}
    >>> game = position(circles=nearly, hands={"C": ["C01", "C03"], "P": ["P01"]}, decks={"C": ["C05"], "P": ["P04"]})
    >>> found = compare(game.view("C"), game.decision(), builtin(), "play:C01", "draw", iterations=200, worlds=2)
    >>> found.forgoes[0].kind, found.forgoes[0].facts["circle"]
    ('claims_now', 2)
    """
    builder = HintBuilder(view, decision, cards, 0, network or network_file.network_for(cards), worlds)
    lines = builder.search(iterations, 1, cancelled)
    searched = {choice: builder.search_again(choice, lines[choice]) for choice in (better, other)}
    return builder.compare(*builder.advice(searched))


def _compare(best: ChoiceAdvice, other: ChoiceAdvice) -> ChoiceComparison:
    loss = None if best.chance is None or other.chance is None else max(best.chance - other.chance, 0.0)
    forgoes = [each for each in best.reasons if each.good and stands_out(each, other.reasons)]
    claimed_circles = {each.facts.get("circle") for each in forgoes}
    against = [each for each in other.reasons if not each.good and stands_out(each, best.reasons)]
    against = [each for each in against if each.kind != "misses_claim" or each.facts["circle"] not in claimed_circles]
    return ChoiceComparison(
        other, loss, *(tuple(select_reasons(reasons, [], SHOWN_COMPARED_REASONS)) for reasons in (forgoes, against))
    )


def _compare_keep_rates(better: float, worse: float) -> list[Reason]:
    """How much more often the better card was kept in practice, if it was."""
    if better < worse + EVEN_KEEP_RATES:
        return []
    return [make_reason("kept_oftener", {"practice": better, "than": worse})]


class HintBuilder:
    """Searches one decision and finds reasons for its choices; without a network chances come from random play."""

    def __init__(
        self, view: View, decision: Decision, cards: CardSet, seed: int, network: Network | None, worlds: int
    ) -> None:
        self.view, self.decision, self.cards, self.network = view, decision, cards, network
        self.seed = (seed * 1_000_003 + decision.version * 8_191) & 0xFFFFFFFFFFFFFF
        self.world_count = worlds
        self.iterations = 0
        self.state = determinize(view, 0, cards)
        self._continuations: dict[str, list[Continuation]] = {}  # of the choices that were compared

    # ------------------------------------------------------------ chances

    def search(
        self, iterations: int, threads: int, cancelled: Callable[[], bool] | None = None
    ) -> dict[str, SearchLine | None]:
        """The options in the order of their value, each with its line of the search."""
        untried: dict[str, SearchLine | None] = dict.fromkeys(self.decision.options)
        if self.decision.question == "faith":
            return self._faith_lines()
        if len(untried) == 1:
            return untried
        faith = acting_faith(self.state)
        session = self._run_session(self.state, iterations, threads, cancelled)
        self.iterations = session.iterations
        texts = choice_texts(self.state.question, faith, front_of(self.state, faith))
        lines: dict[str, SearchLine | None] = {texts[line.choice]: line for line in session.lines()}
        return lines | {choice: None for choice in untried if choice not in lines}

    def _run_session(
        self, state: State, iterations: int, threads: int = 1, cancelled: Callable[[], bool] | None = None
    ) -> SearchSession:
        seat, playouts = FAITHS.index(self.decision.who), self.network is None
        settings: dict[str, Any] = {"seed": self.seed, "network": self.network, "playouts": playouts}
        session = SearchSession(state, seat, threads=threads, complete_draft=True, **settings)
        session.run(iterations=iterations, cancelled=cancelled)
        return session

    def search_again(self, choice: str, line: SearchLine | None) -> SearchLine | None:
        """Search the position after a choice that the first search has hardly visited."""
        enough = self.iterations // LOOK_AGAIN_PARTS
        if not self.iterations or self.decision.question == "draft" or (line is not None and line.visits >= enough):
            return line
        me, after = FAITHS.index(self.decision.who), self.state.clone()
        move = (me, after.question, self._code(after, choice))
        after.step(move[2])
        visits, share = (line.visits, line.share) if line else (0, 0.0)
        if after.over:
            lead = after.score(me) - after.score(1 - me)
            return SearchLine(move[2], visits, share, 0.5 + 0.5 * ((lead > 0) - (lead < 0)), (move,))
        session = self._run_session(after, max(enough, 1))
        lines = session.lines() if after.who == me and len(after.options()) > 1 else []
        if not lines:
            return SearchLine(move[2], visits, share, session.chance(me), (move,))
        # The mean of the tree includes choices that were only explored: the best line is the value of the position.
        return SearchLine(move[2], visits, share, lines[0].value, (move, *lines[0].moves))

    def _code(self, state: State, choice: str) -> int:
        faith = acting_faith(state)
        return choice_codes(state.question, faith, front_of(state, faith))[choice]

    def _faith_lines(self) -> dict[str, SearchLine | None]:
        """Both faiths before anything is dealt, with the network's chances if there is a network."""
        if self.network is None:
            return dict.fromkeys(
                sorted(self.decision.options, key=lambda choice: not faith_reasons(choice, self.cards))
            )
        ranking: list[tuple[str, SearchLine]] = []
        for choice in self.decision.options:
            faith = FAITHS.index(choice.partition(":")[2])
            after = self.state.clone()
            after.step(faith)
            chance = win_probability(self.network.win_chance(after, faith))
            ranking.append((choice, SearchLine(faith, 0, 0.0, chance, ())))
        ranking.sort(key=lambda pair: -pair[1].value)
        return dict(ranking)

    # ------------------------------------------------------------ reasons

    def advice(self, lines: dict[str, SearchLine | None]) -> list[ChoiceAdvice]:
        """Advice for these choices, compared with each other."""
        if len(self.decision.options) == 1:
            advice = [_choice_advice(self.decision.options[0], None, [make_reason("only_choice", {})])]
        elif self.decision.question == "faith":
            advice = [_choice_advice(choice, line, faith_reasons(choice, self.cards)) for choice, line in lines.items()]
        elif self.decision.question == "draft":
            reasons = draft_reasons(list(lines), self.view, self.cards, self._keep_rates())
            advice = [_choice_advice(choice, line, reasons[choice]) for choice, line in lines.items()]
        else:
            advice = self._play_advice(lines)
        shown = [replace(each, shown=self._shown_reasons(each, advice)) for each in advice]
        if len(shown) > 1 and not shown[0].shown:
            differences = select_reasons(self._differences(shown[0], shown[1]), [], SHOWN_COMPARED_REASONS)
            best = shown[0]
            shown[0] = replace(best, reasons=(*best.reasons, *differences), shown=tuple(differences))
        return shown

    def compare(self, best: ChoiceAdvice, other: ChoiceAdvice) -> ChoiceComparison:
        """Compare two choices that `advice` was given about."""
        comparison = _compare(best, other)
        if comparison.forgoes or comparison.against:
            return comparison
        differences = select_reasons(self._differences(best, other), [], SHOWN_COMPARED_REASONS)
        return replace(comparison, forgoes=tuple(differences))

    def _differences(self, best: ChoiceAdvice, other: ChoiceAdvice) -> list[Reason]:
        """The smaller differences that speak for the best choice."""
        if best.choice == other.choice:
            return []
        if self.decision.question == "draft":
            rates = self._keep_rates()
            cards = [each.choice.partition(":")[2] for each in (best, other)]
            return _compare_keep_rates(*(rates[card] for card in cards)) if rates else []
        pair = [self._continuations.get(each.choice) for each in (best, other)]
        return find_differences(pair[0], pair[1]) if pair[0] and pair[1] else []

    def _keep_rates(self) -> dict[str, float]:
        """Return how often each card was kept when it was offered, in the games that the network learned from."""
        rates = [] if self.network is None else self.network.draft_keep_rates()
        return {card_id(number): rate / MAX_KEEP_RATE_255THS for number, rate in enumerate(rates)}

    def _shown_reasons(self, each: ChoiceAdvice, advice: list[ChoiceAdvice]) -> tuple[Reason, ...]:
        """The reasons to show. The best choice shows those for it first, and shared ones if it has none of its own."""
        shown = select_reasons(each.reasons, [other.reasons for other in advice if other is not each], SHOWN_REASONS)
        if each is advice[0]:
            shown = sorted(shown or select_reasons(each.reasons, [], SHOWN_REASONS), key=lambda reason: not reason.good)
        return tuple(shown)

    def _play_advice(self, lines: dict[str, SearchLine | None]) -> list[ChoiceAdvice]:
        continuations = {choice: self.continuations(choice, line) for choice, line in lines.items()}
        self._continuations = continuations
        return [
            _choice_advice(
                choice,
                line,
                find_reasons(continuations[choice], [other for name, other in continuations.items() if name != choice]),
                *expected_reply(continuations[choice]),
            )
            for choice, line in lines.items()
        ]

    def continuations(self, choice: str, line: SearchLine | None) -> list[Continuation]:
        """A choice played to the end of the turn in several worlds."""
        moves = line.moves[1:] if line else ()
        return [Continuation(world, self._code(world.state, choice), moves, self.evaluate) for world in self.worlds]

    @cached_property
    def worlds(self) -> list[DealtWorld]:
        """The worlds in which reasons are looked for."""
        points = [circle.points for circle in self.cards.circles]
        me = FAITHS.index(self.decision.who)
        dealt = (determinize(self.view, self.seed + number, self.cards) for number in range(self.world_count))
        return [DealtWorld(state, me, points) for state in dealt]

    @property
    def evaluate(self) -> StateEvaluator:
        """Evaluates positions for choices that the search has not looked at."""
        if self.network is None:
            return heuristic_for(self.cards).evaluate
        return self.network.win_chance


def expected_reply(continuations: Sequence[Continuation]) -> tuple[tuple[str, ...], float]:
    """The opponent's most frequent reply in the dealt worlds and its share of them; nothing if it is not likely.

    A reply is an action with the circles chosen for it; where no such reply is likely, the action alone may be.
    """
    replies = [each.likely_reply.choices for each in continuations if each.likely_reply]
    for candidates in (replies, [choices[:1] for choices in replies]):
        if candidates:
            reply, times = Counter(candidates).most_common(1)[0]
            if times / len(continuations) >= MIN_LIKELY_SHARE:
                return reply, times / len(continuations)
    return (), 0.0


def _choice_advice(
    choice: str, line: SearchLine | None, reasons: Sequence[Reason], reply: tuple[str, ...] = (), possible: float = 0.0
) -> ChoiceAdvice:
    if line is None:
        return ChoiceAdvice(choice, None, 0.0, 0, tuple(reasons), reply, possible)
    return ChoiceAdvice(choice, line.value, line.share, line.visits, tuple(reasons), reply, possible)
