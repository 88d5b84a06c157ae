"""Check that a seat is sent nothing that it may not know.

Two worlds are compared that differ only in what the seat cannot know: it must be sent the same bytes in both.
"""

import copy
import json
import random
from collections.abc import Iterable
from typing import Any, NamedTuple, Self

from solafide.cards import Card, CardSet
from solafide.game import FAITHS, Game, Record, RecordError, Seat, View, determinize, parse, record, redacted
from solafide.game.event import event_from_row
from solafide.game.nature import FastNature
from solafide.game.notation import card_number, cards_of_bits
from solafide.game.step import KernelStep
from solafide.kernel import codes as k
from solafide.kernel.redeal import redeal
from solafide.kernel.snapshot import dump
from solafide.kernel.state import State
from solafide.lab.invariant import InvariantBroken

Viewer = Seat | None  # a faith, a person ("1", "2") before the faiths are settled, or None: a spectator


def viewers(game: Game) -> tuple[Viewer, ...]:
    """Everybody who can be sent a view now."""
    decision = game.decision()
    return ("C", "P", None, "1", "2") if decision and decision.question == "faith" else ("C", "P", None)


def with_state(game: Game, state: State) -> Game:
    """A copy of the game, with the same history, in another state."""
    twin = copy.copy(game)
    twin._state = state
    return twin


def as_sent(data: object) -> str:
    """The text of a view or of events as it is sent."""
    return json.dumps(data)


def check_redealt(game: Game, seat: Viewer, view_text: str, seed: int) -> None:
    """Deal again what the seat cannot know: its view, with the decision in it, stays the same."""
    state = game._state.clone()
    redeal(state, _faith(seat), seed)
    _compare("re-dealing changes a view", seat, view_text, as_sent(with_state(game, state).view(seat)))


def check_dealt(game: Game, seat: Viewer, view: View, view_text: str, seed: int) -> None:
    """A state dealt from a view alone has that view."""
    state = determinize(view, seed, game.cards)
    _compare("a dealt state has another view", seat, view_text, as_sent(with_state(game, state).view(seat)))


def check_events(
    before: State, game: Game, entries: list[KernelStep], seat: Viewer, view_text: str | None, seed: int
) -> bool:
    """Take the same steps from a re-dealt state: the seat must be sent the same events, and then the same view.

    False if the other world could not go the same way: there the opponent does not hold the card that was shown, or
    one of the cards drawn by a card can be played in one world and none in the other (R31).
    """
    real, other = before.clone(), before.clone()
    redeal(other, _faith(seat), seed)
    for entry in entries:
        if entry.question in (k.Q_DRAFT, k.N_TRIPLE):
            real.switch_draft(entry.faith)
            other.switch_draft(entry.faith)
        choice = _same_choice(other, entry, seat)
        if choice is None:
            return False
        drawn_cards = None
        if entry.question == k.N_DRAW and FAITHS[entry.faith] != seat:
            drawn_cards = DrawnCards.after(real, entry.code), DrawnCards.after(other, choice)
        real.step(entry.code)
        other.step(choice)
        asks = _asks_for_drawn(real), _asks_for_drawn(other)
        events, other_events = entry.events, tuple(other.traced_events())
        parted = drawn_cards is not None and _parted_by_rule(asks, drawn_cards, game.cards)
        if parted:  # up to the question that only one of them asks
            length = min(len(events), len(other_events))
            events, other_events = events[:length], other_events[:length]
        _compare("re-dealing changes an event", seat, _events_text(events, seat), _events_text(other_events, seat))
        if parted:
            return False
    if view_text is not None:
        _compare("re-dealing changes a later view", seat, view_text, as_sent(with_state(game, other).view(seat)))
    return True


def check_history(game: Game, seat: Viewer, seed: int) -> bool:
    """Exchange all cards that the seat never saw, from the first deal on: the whole history must read the same.

    False if the other history is not possible: whether a drawn card could be played shows, though the card does not
    (R31).
    """
    other = exchanged_history(game, seat, seed)
    if other is None:
        return False
    _compare("another history has another view", seat, as_sent(game.view(seat)), as_sent(other.view(seat)))
    _compare("another history has other events", seat, as_sent(game.events(seat)), as_sent(other.events(seat)))
    return True


def check_revealed(game: Game, seat: Viewer, seed: int, since: Iterable[int]) -> bool:
    """Exchange cards in the same way: what the seat is sent about facts revealed since some steps must be the same."""
    other = exchanged_history(game, seat, seed)
    if other is None:
        return False
    for step in since:
        exchanged = as_sent(other.revealed(step, seat))
        _compare("another history reveals something else", seat, as_sent(game.revealed(step, seat)), exchanged)
    return True


def exchanged_history(game: Game, seat: Viewer, seed: int) -> Game | None:
    """Replay the game with other cards where the seat never saw them; None if it could not have gone the same way."""
    names = exchanged_cards(game, seat, seed)
    try:
        other = _replay_exchanged(game, names, record(game).steps)
    except RecordError:
        return None
    return None if _history_parted_by_rule(game, other, names) else other


def _replay_exchanged(game: Game, names: dict[str, str], steps: Iterable[tuple[str, str]]) -> Game:
    other = Game.again(game.options, game.cards, FastNature(0))
    for who, choice in steps:
        other.follow(who, ":".join(names.get(part, part) for part in choice.split(":")))
    return other


def _history_parted_by_rule(game: Game, other: Game, names: dict[str, str]) -> bool:
    """Whether only one of two histories ends with the question which of the drawn cards is played (R31)."""
    asks = _asks_for_drawn(game._state), _asks_for_drawn(other._state)
    if asks[0] == asks[1]:
        return False
    *earlier, (_, choice) = record(game).steps
    kind, _, card = choice.partition(":")
    if kind != "card":
        return False
    real = DrawnCards.after(_replay_exchanged(game, {}, earlier)._state, card_number(card))
    exchanged = DrawnCards.after(_replay_exchanged(game, names, earlier)._state, card_number(names.get(card, card)))
    return _parted_by_rule(asks, (real, exchanged), game.cards)


class DrawnCards(NamedTuple):
    """The cards that an effect has drawn, and how many cards are in the hand with them."""

    names: tuple[str, ...]
    hand_size: int

    @classmethod
    def after(cls, state: State, card: int) -> Self:
        """Return the cards drawn so far, with the card that is drawn next."""
        numbers, faith = dump(state), state.actor()
        drawn_bits = numbers["drawn"] | 1 << card % k.CARDS_PER_FAITH
        return cls(tuple(cards_of_bits(faith, drawn_bits)), numbers["hand"][faith].bit_count() + 1)

    def can_play_one(self, cards: CardSet) -> bool:
        """R18, R31: whether the hand can pay for one of them. Read from the card set, not from the kernel's tables."""
        return any(_can_be_played(cards.cards[name], self.hand_size) for name in self.names)


def _can_be_played(card: Card, hand_size: int) -> bool:
    return card.persistent is not None or card.cost == "any" or card.cost < hand_size


def _asks_for_drawn(state: State) -> bool:
    return not state.over and state.question == k.Q_PLAY_DRAWN


def _parted_by_rule(asks: tuple[bool, bool], drawn_cards: tuple[DrawnCards, DrawnCards], cards: CardSet) -> bool:
    """Whether everybody may see that two worlds differ after a draw.

    R31: one of the drawn cards must be played if any of them can be. So it shows whether one could: the question
    comes, or it does not. Nothing else about the drawn cards may show.
    """
    return asks[0] != asks[1] and asks == (drawn_cards[0].can_play_one(cards), drawn_cards[1].can_play_one(cards))


def check_saved(game: Game) -> Record:
    """The text of a record of the game so far must give the same game."""
    text = record(game).text()
    again = parse(text)
    if again.text() != text:
        raise InvariantBroken("a record does not read as it was written")
    loaded = again.game()
    if loaded.steps != game.steps or comparable_state(loaded) != comparable_state(game):
        raise InvariantBroken("a loaded game differs", version=game.version)
    if loaded.all_events() != game.all_events():
        raise InvariantBroken("a loaded game has other events", version=game.version)
    return again


def comparable_state(game: Game) -> dict[str, Any]:
    """The numbers of the state, without what may differ: the generator, and whose draft the kernel looks at."""
    game.decision()
    return {name: value for name, value in dump(game._state).items() if name != "rng"}


def _faith(seat: Viewer) -> int:
    return FAITHS.index(seat) if seat in FAITHS else k.NOBODY


def _events_text(rows: Iterable[tuple[int, ...]], seat: Viewer) -> str:
    return repr([redacted(event_from_row(row, 0), seat) for row in rows])


def _same_choice(other: State, entry: KernelStep, seat: Viewer) -> int | None:
    """A choice that the seat cannot tell from the one made; None if there is none."""
    hidden = FAITHS[entry.faith] != seat
    if (other.who, other.question) != (entry.who, entry.question):
        if not hidden:
            raise InvariantBroken(
                "re-dealing changes a question", seat=seat, question=entry.question, instead=other.question
            )
        return None
    secret = entry.question in (k.N_DRAW, k.N_TRIPLE, k.Q_DRAFT) or (
        entry.question == k.N_FOREIGN and any(row[0] == k.E_FOREIGN_SEEN for row in entry.events)
    )
    if hidden and secret:
        return int(other.options()[other.random_below(len(other.options()))])
    if other.opts >> entry.code & 1:
        return entry.code
    if not hidden:
        raise InvariantBroken("re-dealing changes the options", seat=seat, question=entry.question, choice=entry.code)
    return None


def exchanged_cards(game: Game, seat: Viewer, seed: int) -> dict[str, str]:
    """Exchange the cards that this seat has never seen with each other: new names by old ones."""
    numbers = dump(game._state)
    chance = random.Random(seed)
    names: dict[str, str] = {}
    for f, faith in enumerate(FAITHS):
        if faith != seat:
            every = k.ALL_CARDS if game.options.mode == "draft" else int(game._state.tables.first_game[f])
            unseen = cards_of_bits(f, every & ~numbers["seen"][f])
            names |= dict(zip(unseen, chance.sample(unseen, len(unseen)), strict=True))
    return names


def _compare(invariant: str, seat: Viewer, one: str, two: str) -> None:
    if one != two:
        at = next((i for i, pair in enumerate(zip(one, two, strict=False)) if pair[0] != pair[1]), 0)
        begin = max(0, at - 40)
        raise InvariantBroken(invariant, seat=seat, expected=one[begin : at + 40], found=two[begin : at + 40])
