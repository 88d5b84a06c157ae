"""The game as a Python game of OpenSpiel: import this module, then `pyspiel.load_game("sola_fide")`."""

import json
from collections.abc import Callable
from functools import lru_cache
from operator import itemgetter
from typing import Any

import pyspiel

from solafide.cards import CardSet, builtin
from solafide.game import FAITHS, Options
from solafide.game.decision import acting_faith, front_of, legal_choices
from solafide.game.notation import NATURES_QUESTIONS, QUESTIONS, choice_texts
from solafide.game.options import kernel_tables
from solafide.game.view import build_full_view, build_state_view
from solafide.kernel import codes as k
from solafide.kernel.redeal import redeal
from solafide.kernel.snapshot import dump, load
from solafide.kernel.state import State
from solafide.lab.play_game import set_from, text_of

CHOICES_PER_QUESTION = 64  # choices that one question can have
LAST_QUESTION = max(number for number, name in enumerate(QUESTIONS) if name not in NATURES_QUESTIONS)
MAX_GAME_ACTIONS = 1_000_000  # the rules know no limit, OpenSpiel wants one
# Numbers of a state that everybody knows as they are.
public = itemgetter(
    *("over", "limited", "turn", "turns", "person", "in_play", "owner", "disputation", "front", "supply", "rewards"),
    *("discard", "aside", "seen", "may", "circle", "side", "left", "many", "used", "touched", "unused"),
)
PILES = ("hand", "deck", "triple", "pool")

UNLIMITED = 0  # how a parameter says what is None in our options

PARAMETERS: dict[str, Any] = {
    "mode": "first",
    "claims": "at-once",
    "tokens": 16,
    "turn_limit": UNLIMITED,
    "first": "rolled",
}
PLAYERS = {
    k.CATHOLIC: k.CATHOLIC,
    k.PROTESTANT: k.PROTESTANT,
    k.NATURE: int(pyspiel.PlayerId.CHANCE),
    k.NOBODY: int(pyspiel.PlayerId.TERMINAL),
}

TYPE = pyspiel.GameType(
    short_name="sola_fide",
    long_name="Sola Fide",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=False,
    parameter_specification=PARAMETERS,
)
INFO = pyspiel.GameInfo(
    num_distinct_actions=CHOICES_PER_QUESTION * (LAST_QUESTION + 1),
    max_chance_outcomes=CHOICES_PER_QUESTION,
    num_players=2,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=MAX_GAME_ACTIONS,
)


@lru_cache(maxsize=8)
def game_of(rules: Options, cards: CardSet) -> "SolaFideGame":
    """The game with these options and cards, for states that come from elsewhere."""
    parameters: dict[str, Any] = {**rules.json()}
    return SolaFideGame({name: parameters[name] or UNLIMITED for name in PARAMETERS}, cards)


class CopyableState:
    """A state of the kernel that OpenSpiel can copy (as deeply as it likes) and save."""

    def __init__(self, state: State, rules: Options, cards: CardSet) -> None:
        self.state, self.rules, self.cards = state, rules, cards
        self._information: dict[int, str] = {}  # by seat; searches ask for it several times

    def step(self, code: int) -> None:
        self._information.clear()
        self.state.step(code)

    def information(self, seat: int) -> str:
        """Return the information state of a seat."""
        text = self._information.get(seat)
        if text is None:
            text = self._information[seat] = information_text(self.state, seat)
        return text

    def __deepcopy__(self, memo: dict[int, Any]) -> "CopyableState":
        return CopyableState(self.state.clone(), self.rules, self.cards)

    def __reduce__(self) -> tuple[Callable[..., "CopyableState"], tuple[Any, ...]]:
        return _saved, (dump(self.state), self.rules.json(), text_of(self.cards))


def _saved(numbers: dict[str, Any], rules: dict[str, Any], own: str | None) -> CopyableState:
    cards = set_from(own)
    agreed = Options.from_json(rules)
    state = State(kernel_tables(cards, agreed))
    state.new_game(0)
    load(state, numbers)
    return CopyableState(state, agreed, cards)


class SolaFideGame(pyspiel.Game):
    """The game. Player 0 is Catholic, player 1 Protestant; a win is 1, a draw 0, a loss -1.

    Parameters are those of `Options` but for the faiths, which are agreed; a 0 stands for no limit.

    >>> game = pyspiel.load_game("sola_fide(mode=draft)")
    >>> state = game.new_initial_state()
    >>> state.is_chance_node(), len(state.chance_outcomes())
    (True, 45)
    """

    def __init__(self, params: dict[str, Any] | None = None, cards: CardSet | None = None) -> None:
        parameters = PARAMETERS | (params or {})
        super().__init__(TYPE, INFO, parameters)
        limits = {name: parameters[name] or None for name in ("tokens", "turn_limit")}
        self.rules = Options(faiths="agreed", **parameters | limits)
        self.cards = cards or builtin()
        self.tables = kernel_tables(self.cards, self.rules)

    def new_initial_state(self) -> "SolaFideState":
        state = State(self.tables)
        state.autofill = k.FILL_FORCED
        state.new_game(0)
        return SolaFideState(self, state)

    def at(self, state: State) -> "SolaFideState":
        """A state of the kernel as one of OpenSpiel; it has no history."""
        state.autofill = k.FILL_FORCED
        return SolaFideState(self, state)

    def max_chance_nodes_in_history(self) -> int:
        return MAX_GAME_ACTIONS

    def make_py_observer(self, seeing: Any = None, params: Any = None) -> "SolaFideObserver":
        return SolaFideObserver(seeing)


class SolaFideState(pyspiel.State):
    """A moment of a game at which somebody has a choice, or nature has.

    A player's action is CODES * question + choice, so that no two different answers have the same number; nature's is
    the choice alone. What has one answer is not asked.
    """

    def __init__(self, game: SolaFideGame, state: State) -> None:
        super().__init__(game)
        self.world = CopyableState(state, game.rules, game.cards)

    def current_player(self) -> int:
        return PLAYERS[self.world.state.who]

    def is_terminal(self) -> bool:
        return bool(self.world.state.over)

    def returns(self) -> list[float]:
        return returns(self.world.state)

    def _legal_actions(self, player: int) -> list[int]:
        first = CHOICES_PER_QUESTION * self.world.state.question
        return [first + code for code in self.world.state.options()]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        codes = self.world.state.options()
        return [(code, 1 / len(codes)) for code in codes]

    def _apply_action(self, action: int) -> None:
        self.world.step(action % CHOICES_PER_QUESTION)

    def _action_to_string(self, player: int, action: int) -> str:
        state = self.world.state
        question, code = divmod(action, CHOICES_PER_QUESTION)
        faith = player
        if player == pyspiel.PlayerId.CHANCE:
            question, faith = state.question, acting_faith(state)
        return choice_texts(question, faith, front_of(state, faith))[code]

    def choice(self, action: int) -> str:
        """Return an action as the text that the front ends use, such as `play:C03`."""
        return self._action_to_string(self.current_player(), action)

    def information_state_string(self, player: int | None = None) -> str:
        """Return what a player knows in a short form; see `information_text`."""
        return self.world.information(self.current_player() if player is None else player)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SolaFideState":
        """A state in which everything that the player cannot know is dealt again; it has no history."""
        return self.with_redealt_cards(player, int(sampler() * (1 << 53)))

    def with_redealt_cards(self, player: int, seed: int) -> "SolaFideState":
        state = self.world.state.clone()
        state.autofill = 0  # what is asked stays asked, even where the new cards leave one answer
        redeal(state, player, seed)
        game: SolaFideGame = self.get_game()
        return game.at(state)

    def __str__(self) -> str:
        state = self.world.state
        decision = None if state.over else {"question": QUESTIONS[state.question], "options": legal_choices(state)}
        return json.dumps(build_full_view(state) | {"asked": decision})


class SolaFideObserver:
    """An observer in the sense of OpenSpiel.

    A player's view, or a spectator's where nothing private is asked for; for perfect recall the `information_text`.
    """

    tensor = None

    def __init__(self, seeing: Any = None) -> None:
        private = getattr(seeing, "private_info", pyspiel.PrivateInfoType.SINGLE_PLAYER)
        if private == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("there is no view that shows the cards of both players")
        self.spectator = private == pyspiel.PrivateInfoType.NONE
        self.brief = bool(getattr(seeing, "perfect_recall", False))
        self.dict: dict[str, Any] = {}

    def set_from(self, state: SolaFideState, player: int) -> None:
        """There are no tensors."""

    def string_from(self, state: SolaFideState, player: int) -> str:
        if self.brief:
            return information_text(state.world.state, k.NOBODY if self.spectator else player)
        return json.dumps(build_state_view(state.world.state, None if self.spectator else FAITHS[player]))


def information_text(state: State, seat: int) -> str:
    """Return what a faith can see (another number: a spectator) as text; it is equal if and only if the views are.

    A view holds all that still matters of what its seat has seen, every known card too, but not the way that led there.
    """
    numbers = dump(state)
    rows, drafting = numbers["rows"], state.question in (k.Q_DRAFT, k.N_TRIPLE)
    top = k.ROW_WIDTH * (numbers["depth"] - 1)
    if rows[top] == k.FOREIGN and rows[top + 1] != seat:  # R42
        rows[top + 3 : top + 5] = [drawn_cards != k.NONE for drawn_cards in rows[top + 3 : top + 5]]
    if drafting:  # whose draft the kernel looks at says nothing
        rows[1] = k.NOBODY
    drawn_cards = numbers["drawn"]
    facts = [
        seat,
        *public(numbers),
        *((k.NOBODY, k.Q_DRAFT) if drafting else (state.who, state.question)),
        rows,
        numbers["queue"][numbers["queue_from"] :],
        drawn_cards if rows[top + 1] == seat else drawn_cards.bit_count(),
    ]
    for c in range(10):
        if numbers["in_play"] >> c & 1:
            facts += (numbers["power"][c], numbers["hold"][2 * c : 2 * c + 2], numbers["hold"][20 + 2 * c : 22 + 2 * c])
    for f in range(2):
        if f == seat:
            facts += (numbers[pile][f] for pile in PILES)
        else:
            # In the draft nobody learns how many cards another player has kept (R36).
            facts += (numbers["hand"][f].bit_count(), 0 if drafting else numbers["deck"][f].bit_count())
    return str(facts)


def returns(state: State) -> list[float]:
    """Return the result of a game for both players; 0 before the end."""
    lead = state.score(k.CATHOLIC) - state.score(k.PROTESTANT) if state.over else 0
    sign = float((lead > 0) - (lead < 0))
    return [sign, -sign]


pyspiel.register_game(TYPE, SolaFideGame)
