"""The profile of a deck: how many of its cards have which role."""

from collections.abc import Iterable, Iterator, Mapping

from solafide.cards import Card, CardSet, Effect

ROLES = ("nobility", "commoners", "shift", "disputation", "draw")
# The estates that a conversion can be used for.
_SIDES: Mapping[str, tuple[str, ...]] = {"nobility": ("nobility",), "commoners": ("commoners",)}
_BOTH = ("nobility", "commoners")
_DRAWS = frozenset({"draw", "draw_keep", "draw_play", "recover"})


def effects_of(card: Card) -> Iterator[Effect]:
    """Every effect that a card can have, including those of its options."""
    listed = (*card.effects, *([card.each] if card.each else []), *(card.persistent.effects if card.persistent else ()))
    for effect in listed:
        if effect.kind == "choose":
            yield from (part for option in effect.fields["options"] for part in option)
        else:
            yield effect


def roles(card: Card) -> frozenset[str]:
    """The roles of a card.

    >>> from solafide.cards import builtin
    >>> sorted(roles(builtin().cards["C01"])), sorted(roles(builtin().cards["C37"]))
    (['draw', 'nobility'], ['commoners', 'disputation', 'nobility'])
    """
    card_roles = set[str]()
    for effect in effects_of(card):
        if effect.kind == "convert":
            card_roles.update(_SIDES.get(effect.fields["side"], _BOTH))
        elif effect.kind == "convert_neutrals":
            card_roles.update(_BOTH)
        elif effect.kind in _DRAWS:
            card_roles.add("draw")
        elif effect.kind in ROLES:
            card_roles.add(effect.kind)
    return frozenset(card_roles)


def composition(deck: Iterable[str], cards: CardSet) -> dict[str, int]:
    """Return how many cards of a deck have each role.

    >>> from solafide.cards import builtin
    >>> composition(["C01", "C03", "C13"], builtin())
    {'nobility': 1, 'commoners': 1, 'shift': 0, 'disputation': 0, 'draw': 3}
    """
    roles_by_card = [roles(cards.cards[name]) for name in deck]
    return {role: sum(role in each for each in roles_by_card) for role in ROLES}


def usual_shares(faith: str, cards: CardSet) -> dict[str, float]:
    """The share of all cards of a faith that have each role."""
    own = [card.id for card in cards.cards.values() if card.faith == faith]
    return {role: count / len(own) for role, count in composition(own, cards).items()}


def conversions(card: Card) -> int:
    """Return how many territories a card converts when it is played once, without those for its cost."""
    return sum(effect.fields["count"] for effect in card.effects if effect.kind == "convert")


def draws_cards(card: Card) -> bool:
    return "draw" in roles(card)


def cost(card: Card) -> int:
    """Return how many other cards must be discarded; "any number" needs one to do anything."""
    return 1 if card.cost == "any" else card.cost
