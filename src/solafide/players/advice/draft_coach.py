"""Reasons for keeping a card in the draft, given the deck so far, and for choosing a faith."""

from collections.abc import Iterator, Mapping, Sequence

from solafide.cards import Card, CardSet, Effect
from solafide.game import View
from solafide.players.advice.deck_profile import (
    ROLES,
    composition,
    conversions,
    cost,
    draws_cards,
    effects_of,
    roles,
    usual_shares,
)
from solafide.players.advice.reasons import Reason, Remark, make_reason

MIN_SHAPED_DECK_CARDS = 4  # with fewer cards a deck has no shape yet
CIRCLES_OPEN_AT_START = 3
ENOUGH_DRAWS = 3
FEW_DRAWS = 1
MIN_COSTLY_CARDS = 2
FEW_SHARE, MANY_SHARE = 0.5, 1.6  # of the usual number
MAX_UNREMARKABLE_CARDS = 4  # so many cards of one role are not too many
OFTEN_KEPT_SHARE, SELDOM_KEPT_SHARE = 0.5, 0.15  # of the times that a card was offered; a third would be chance


def draft_reasons(
    choices: Sequence[str], view: View, cards: CardSet, keep_rates: Mapping[str, float] | None = None
) -> dict[str, list[Reason]]:
    """Reasons for and against keeping each of these cards, the weightiest first.

    keep_rates: how often each card was kept when it was offered, as far as that is known.
    """
    deck = [cards.cards[name] for name in view["own"]["kept"]]
    reasons = {}
    for choice in choices:
        name = choice.partition(":")[2]
        often = (keep_rates or {}).get(name)
        remarks = [*draft_remarks(cards.cards[name], deck, cards), *_keep_rate_remark(often)]
        if often is not None and often <= SELDOM_KEPT_SHARE:  # a gap is no reason to take a card that is worth nothing
            remarks = [remark for remark in remarks if remark[0] != "fills_gap"]
        reasons[choice] = sorted((make_reason(*remark) for remark in remarks), key=lambda each: -each.weight)
    return reasons


def _keep_rate_remark(often: float | None) -> Iterator[Remark]:
    if often is not None and (often >= OFTEN_KEPT_SHARE or often <= SELDOM_KEPT_SHARE):
        yield "often_kept" if often >= OFTEN_KEPT_SHARE else "seldom_kept", {"practice": often}


def deck_summary(view: View, cards: CardSet) -> dict[str, int]:
    """Return how many cards a seat has kept, and how many of them have each role."""
    deck = view["own"]["kept"]
    return {"cards": len(deck)} | composition(deck, cards)


def draft_remarks(card: Card, deck: Sequence[Card], cards: CardSet) -> Iterator[Remark]:
    yield from _remarks_on_card(card, cards)
    yield from _remarks_on_costs(card, deck)
    yield from _remarks_on_deck_shape(card, deck, cards)
    if card.persistent and (other := next((each.id for each in deck if each.persistent), None)):  # R20
        yield "second_lasting", {"card": other}


def _remarks_on_card(card: Card, cards: CardSet) -> Iterator[Remark]:
    """Remarks that hold for every deck."""
    kinds = [effect.kind for effect in card.effects]
    if "draw" in kinds and len(kinds) > 1:
        yield "replaces_itself", {}
    if conversions(card) > 1:
        yield "converts_more", {"n": conversions(card)}
    for effect in card.effects:
        yield from _remarks_on_effect(effect)
    if {"convert", "shift"} <= set(kinds) and any(each.fields.get("circle") == "same" for each in card.effects):
        yield "claims_alone", {}
    if card.military:  # §6.6
        yield "military_roll", {}
    if card.persistent and card.persistent.when == "military_roll":
        yield "needs_military", {"cards": sum(each.military for each in cards.cards.values())}
    for effect in effects_of(card):
        if effect.kind == "convert_neutrals":
            yield from _remarks_on_neutral_converter(effect.fields["circles"], cards)


def _remarks_on_effect(effect: Effect) -> Iterator[Remark]:
    """Remarks on effects that are stronger than most."""
    match effect.kind:
        case "draw" if effect.fields["count"] > 1:
            yield "draws_many", {"n": effect.fields["count"]}
        case "draw_keep" | "draw_play" if effect.fields["draw"] > 1:
            yield "draws_many", {"n": effect.fields["draw"]}
        case "shift" if effect.fields["spaces"] > 1:
            yield "shifts_far", {"n": effect.fields["spaces"]}
        case "convert" if effect.fields["side"] in ("any", "dominant"):
            yield "free_side", {}
        case "opponent_discards":
            yield "attacks_hand", {}


def _remarks_on_neutral_converter(circles: Sequence[int], cards: CardSet) -> Iterator[Remark]:
    """§6.7: a converter of neutral territories works while its circles are in play."""
    early = [c for c in circles if c <= CIRCLES_OPEN_AT_START]
    neutral = sum((cards.circles[c - 1].nobility + cards.circles[c - 1].commoners).count("N") for c in early)
    if neutral:
        yield "early_circles", {"n": neutral}
    elif not early:
        yield "late_circles", {}


def _remarks_on_costs(card: Card, deck: Sequence[Card]) -> Iterator[Remark]:
    """Remarks on cards with a cost, and on cards that draw what pays it."""
    drawing, paid = sum(map(draws_cards, deck)), sum(cost(each) > 0 for each in deck)
    if cost(card) and drawing >= ENOUGH_DRAWS:
        yield "can_pay", {"draws": drawing}
    elif cost(card) and len(deck) >= MIN_SHAPED_DECK_CARDS and drawing <= FEW_DRAWS:
        yield "cannot_pay", {"cards": cost(card)}
    if draws_cards(card) and paid >= MIN_COSTLY_CARDS:
        yield "feeds_costs", {"costs": paid}


def _remarks_on_deck_shape(card: Card, deck: Sequence[Card], cards: CardSet) -> Iterator[Remark]:
    """Whether the deck lacks what this card does, or has too much of it."""
    if len(deck) < MIN_SHAPED_DECK_CARDS:
        return
    have, share = composition([each.id for each in deck], cards), usual_shares(card.faith, cards)
    for role in (role for role in ROLES if role in roles(card)):
        fair = share[role] * len(deck)
        if have[role] < FEW_SHARE * fair:
            yield "fills_gap", {"what": role, "have": have[role], "kept": len(deck)}
        elif have[role] > max(MANY_SHARE * fair, MAX_UNREMARKABLE_CARDS):
            yield "too_many", {"what": role, "have": have[role], "kept": len(deck)}


def faith_reasons(choice: str, cards: CardSet) -> list[Reason]:
    """A reason if this faith lacks fewer territories on the dominant sides of the circles in play at the start."""
    faith = choice.partition(":")[2]
    lacks = dict.fromkeys("CP", 0)
    for circle in cards.circles[:CIRCLES_OPEN_AT_START]:
        side = circle.nobility if circle.start < 2 else circle.commoners
        for name in lacks:
            lacks[name] += len(side) - side.count(name)
    own, other = lacks[faith], lacks["P" if faith == "C" else "C"]
    return [make_reason("starts_ahead", {"own": own, "other": other})] if own < other else []
