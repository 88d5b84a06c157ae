"""Say why something on the table cannot be chosen now, from what a seat can see."""

from collections.abc import Iterator

from solafide.cards import CardSet, Persistent, builtin
from solafide.game.identity import FAITHS, Faith, is_faith, opponent
from solafide.game.notation import DECKS
from solafide.game.view_types import DecisionJson, View
from solafide.game.why_not.obstacles import ObstacleFinder, Why, other_question

Reasons = Iterator[tuple[str, Why]]
NOT_DRAWN = ("keep", "play_drawn")
NOT_OFFERED = Why("why.not_offered", "4")  # a fallback: no known position needs it


def why_not(view: View, cards: CardSet | None = None) -> dict[str, Why]:
    """Return a reason for everything that is not offered now.

    The keys are circle:N; side:N:ESTATE and territory:N:ESTATE:T if the question is about one; card:ID for cards in the
    own hand, those kept in the draft and both persistent cards; draw; pass; option:N; deck:NAME of Foreign Influence;
    discard:FAITH and aside:FAITH for these piles; hand:FAITH and pile:FAITH for the opponent's hand and deck.

    >>> from solafide.game import position
    >>> game = position(hands={"C": ["C03", "C06"]}, decks={"C": ["C05"]})
    >>> why_not(game.view("C"))["circle:4"].key
    'why.face_down'
    """
    card_set = cards or builtin()
    decision = view["decision"]
    if decision is None or view["phase"] == "over":
        blocked = _blocked(view)
        return dict(_circles(view, None, blocked)) | dict(_all_cards(view, blocked))
    finder = ObstacleFinder(view, decision, card_set)
    return dict(_circles(view, finder, NOT_OFFERED)) | dict(_cards(view, decision, card_set, finder))


def _blocked(view: View) -> Why:
    """Say why this seat can choose nothing at all."""
    if view["phase"] == "over":
        return Why("why.over", "10")
    if view["seat"] is None:
        return Why("why.watching", "4")
    if view["phase"] == "draft":
        return Why("why.drafted", "3")
    facts = {"who": ", ".join(view["waiting_for"])}
    if view["phase"] == "setup":
        return Why("why.waiting", "3", facts)
    return Why("why.waiting" if view["turn"] == view["seat"] else "why.not_your_turn", "4", facts)


def _circles(view: View, finder: ObstacleFinder | None, blocked: Why) -> Reasons:
    offered = set(finder.decision["options"]) if finder else set()
    for shown in view["circles"]:
        number = shown["circle"]
        if shown["state"] == "claimed":
            yield f"circle:{number}", Why(f"why.claimed.{shown['owner']}", "7")
        elif shown["state"] == "face_down":
            yield f"circle:{number}", Why("why.face_down", "8")
        elif finder is None:
            yield f"circle:{number}", blocked
        elif not offered & _choices_of(number):
            yield f"circle:{number}", finder.circle(number)
    if finder:
        yield from finder.sides().items()
        yield from finder.territories().items()


def _choices_of(number: int) -> set[str]:
    """Return the choices that name a circle."""
    sides = {f"place:{number}:nobility", f"place:{number}:commoners"}
    return {f"circle:{number}", f"claim:{number}"} | sides


def _all_cards(view: View, blocked: Why) -> Reasons:
    seat = view["seat"]
    if "own" in view:
        for card in (*view["own"]["hand"], *view["own"]["kept"]):
            yield f"card:{card}", blocked
        yield "draw", blocked
    for faith in FAITHS:
        if front := view["faiths"][faith]["front"]:
            yield f"card:{front}", blocked
        yield f"discard:{faith}", blocked
        yield f"aside:{faith}", blocked
        if faith != seat:
            yield f"hand:{faith}", blocked
            yield f"pile:{faith}", blocked
    for deck in DECKS:
        yield f"deck:{deck}", blocked


def _cards(view: View, decision: DecisionJson, cards: CardSet, finder: ObstacleFinder) -> Reasons:
    """Say why cards and piles are not offered to the player who chooses."""
    own = view["seat"]
    if is_faith(own):
        yield from _own_cards(view, decision, own, cards)
        yield from _opponents_cards(view, opponent(own))
    if decision["question"] == "option":
        yield from _options(decision, finder)
    if "deck:shift" not in decision["options"]:
        for deck in DECKS:
            yield f"deck:{deck}", Why("why.card.no_claim", "9")


def _own_cards(view: View, decision: DecisionJson, own: Faith, cards: CardSet) -> Reasons:
    question, offered = decision["question"], decision["options"]
    offered_cards = {option.rpartition(":")[2] for option in offered}
    for card in view["own"]["hand"]:
        if card not in offered_cards:
            yield f"card:{card}", _hand_card(view, question, card, cards)
    for card in view["own"]["kept"]:
        yield f"card:{card}", Why("why.card.kept", "3")
    front = view["faiths"][own]["front"]
    if front and front not in offered_cards:
        yield f"card:{front}", _front(view, question, front, cards)
    if "draw" not in offered:
        yield "draw", _draw(view, question, own)
    if question == "action" and "pass" not in offered:
        yield "pass", Why("why.card.can_act", "4")  # R9
    if question != "recover":
        yield f"discard:{own}", Why("why.card.discarded", "4")
    yield f"aside:{own}", Why("why.card.aside", "4")  # R10, R43


def _hand_card(view: View, question: str, card: str, cards: CardSet) -> Why:
    if question in NOT_DRAWN and card not in view["own"]["drawn"]:  # R31, R38
        return Why("why.card.not_drawn", "6")
    if question in ("action", "play_drawn"):
        cost = cards.cards[card].cost
        if isinstance(cost, int) and cost >= len(view["own"]["hand"]):  # R18: with other cards of the hand
            return Why("why.card.cost", "6.4", {"n": cost})
        return NOT_OFFERED
    return Why("why.card.acted", "4") if question == "after" else other_question(question)


def _front(view: View, question: str, front: str, cards: CardSet) -> Why:
    """Say why the own persistent card cannot be used now."""
    persistent = cards.cards[front].persistent
    if persistent is None or persistent.when != "own_turn":
        return Why(f"why.by_itself.{persistent.when}", "6.5") if persistent else NOT_OFFERED
    if question not in ("action", "after"):
        return other_question(question)
    return _cannot_use(view, persistent)


def _cannot_use(view: View, persistent: Persistent) -> Why:
    """A card is used once a turn, if the cost can be paid (R41)."""
    if view["agenda"]["persistent_used"]:
        return Why("why.card.used", "6.5")
    return Why("why.card.cost_of_use", "6.5", {"n": persistent.cost})


def _draw(view: View, question: str, own: Faith) -> Why:
    public = view["faiths"][own]
    if question == "action" and not public["deck"] and not public["discard"]:  # R9
        return Why("why.card.nothing_to_draw", "4")
    return Why("why.card.acted", "4") if question == "after" else other_question(question)


def _opponents_cards(view: View, faith: Faith) -> Reasons:
    if front := view["faiths"][faith]["front"]:
        yield f"card:{front}", Why("why.card.their_front", "6.5")
    yield f"hand:{faith}", Why("why.card.their_hand", "4")
    yield f"pile:{faith}", Why("why.card.their_deck", "4")
    yield f"discard:{faith}", Why("why.card.their_discard", "4")
    yield f"aside:{faith}", Why("why.card.aside", "4")


def _options(decision: DecisionJson, finder: ObstacleFinder) -> Reasons:
    """Say which options would change nothing (R43)."""
    effect = finder.effect
    for number in range(1, len(effect.fields["options"]) + 1 if effect else 1):
        if f"option:{number}" not in decision["options"]:
            yield f"option:{number}", Why("why.card.nothing_changes", "6")
