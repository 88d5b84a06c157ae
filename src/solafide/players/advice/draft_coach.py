"""What a teacher says about a card of the draft, beside the deck so far, and about the two faiths."""

from collections.abc import Iterator, Mapping, Sequence

from solafide.cards import Card, CardSet, Effect
from solafide.game import View
from solafide.players.advice.deck_profile import ROLES, composition, conversions, cost, draws, effects_of, roles, usual
from solafide.players.advice.reasons import Reason, Remark, reason

EARLY = 4  # with fewer cards kept a deck has no shape yet
OPEN_AT_FIRST = 3  # circles
ENOUGH_DRAWS = 3
FEW_DRAWS = 1
SOME_COSTS = 2
FEW, MANY = 0.5, 1.6  # of what is usual
MOST = 4  # cards of one sort are not many yet
OFTEN, SELDOM = 0.5, 0.15  # of the times that a card was offered; by chance it would be a third


def draft_reasons(
    choices: Sequence[str], view: View, cards: CardSet, practice: Mapping[str, float] | None = None
) -> dict[str, list[Reason]]:
    """Reasons for and against keeping each of these cards, the weightiest first.

    practice: how often each card was kept when it was offered, as far as that is known.
    """
    kept = [cards.cards[name] for name in view["own"]["kept"]]
    found = {}
    for choice in choices:
        name = choice.partition(":")[2]
        told = [*draft_remarks(cards.cards[name], kept, cards), *_habit((practice or {}).get(name))]
        found[choice] = sorted((reason(*remark) for remark in told), key=lambda each: -each.weight)
    return found


def _habit(often: float | None) -> Iterator[Remark]:
    if often is not None and (often >= OFTEN or often <= SELDOM):
        yield "often_kept" if often >= OFTEN else "seldom_kept", {"practice": often}


def deck_so_far(view: View, cards: CardSet) -> dict[str, int]:
    """How many cards a seat has kept, and how many of them are good for what."""
    kept = view["own"]["kept"]
    return {"cards": len(kept)} | composition(kept, cards)


def draft_remarks(card: Card, kept: Sequence[Card], cards: CardSet) -> Iterator[Remark]:
    yield from _by_itself(card, cards)
    yield from _beside_costs(card, kept)
    yield from _shape(card, kept, cards)
    if card.persistent and (other := next((each.id for each in kept if each.persistent), None)):  # R20
        yield "second_lasting", {"card": other}


def _by_itself(card: Card, cards: CardSet) -> Iterator[Remark]:
    """What holds whatever else is in the deck."""
    kinds = [effect.kind for effect in card.effects]
    if "draw" in kinds and len(kinds) > 1:
        yield "replaces_itself", {}
    if conversions(card) > 1:
        yield "converts_more", {"n": conversions(card)}
    for effect in card.effects:
        yield from _effect(effect)
    if {"convert", "shift"} <= set(kinds) and any(each.fields.get("circle") == "same" for each in card.effects):
        yield "claims_alone", {}
    if card.military:  # §6.6
        yield "military_roll", {}
    if card.persistent and card.persistent.when == "military_roll":
        yield "needs_military", {"cards": sum(each.military for each in cards.cards.values())}
    for effect in effects_of(card):
        if effect.kind == "convert_neutrals":
            yield from _neutrals(effect.fields["circles"], cards)


def _effect(effect: Effect) -> Iterator[Remark]:
    """Effects that are stronger than most."""
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


def _neutrals(circles: Sequence[int], cards: CardSet) -> Iterator[Remark]:
    """§6.7: a converter of neutral territories works while its circles are in play."""
    early = [c for c in circles if c <= OPEN_AT_FIRST]
    neutral = sum((cards.circles[c - 1].nobility + cards.circles[c - 1].commoners).count("N") for c in early)
    if neutral:
        yield "early_circles", {"n": neutral}
    elif not early:
        yield "late_circles", {}


def _beside_costs(card: Card, kept: Sequence[Card]) -> Iterator[Remark]:
    """Cards that are paid with cards, and cards that bring them."""
    drawing, paid = sum(map(draws, kept)), sum(cost(each) > 0 for each in kept)
    if cost(card) and drawing >= ENOUGH_DRAWS:
        yield "can_pay", {"draws": drawing}
    elif cost(card) and len(kept) >= EARLY and drawing <= FEW_DRAWS:
        yield "cannot_pay", {"cards": cost(card)}
    if draws(card) and paid >= SOME_COSTS:
        yield "feeds_costs", {"costs": paid}


def _shape(card: Card, kept: Sequence[Card], cards: CardSet) -> Iterator[Remark]:
    """Whether the deck lacks, or is full of, what this card does."""
    if len(kept) < EARLY:
        return
    have, share = composition([each.id for each in kept], cards), usual(card.faith, cards)
    for role in (role for role in ROLES if role in roles(card)):
        fair = share[role] * len(kept)
        if have[role] < FEW * fair:
            yield "fills_gap", {"what": role, "have": have[role], "kept": len(kept)}
        elif have[role] > max(MANY * fair, MOST):
            yield "too_many", {"what": role, "have": have[role], "kept": len(kept)}


def faith_reasons(choice: str, cards: CardSet) -> list[Reason]:
    """Which faith lacks less on the dominant sides of the circles that are in play at first."""
    faith = choice.partition(":")[2]
    lacks = dict.fromkeys("CP", 0)
    for circle in cards.circles[:OPEN_AT_FIRST]:
        side = circle.nobility if circle.start < 2 else circle.commoners
        for name in lacks:
            lacks[name] += len(side) - side.count(name)
    own, other = lacks[faith], lacks["P" if faith == "C" else "C"]
    return [reason("starts_ahead", {"own": own, "other": other})] if own < other else []
