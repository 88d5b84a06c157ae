"""Reasons for and against a choice: facts that differ between the position before it and the one it leads to."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from solafide.game.notation import ESTATES, card_id
from solafide.kernel import codes as k
from solafide.players.advice.continuation import Continuation

NEAR_CLAIM_TERRITORIES = 2  # a faith that lacks no more on the dominant side is near a claim
SCARCE_TOKENS = 3

Facts = Mapping[str, Any]
Remark = tuple[str, Facts]


@dataclass(frozen=True, slots=True)
class ReasonKind:
    """A kind of reason: whether it speaks for a choice, its weight, and in which share of the worlds it must hold.

    weight: roughly in points of the game; a factor where the facts name points.
    """

    good: bool
    weight: float
    min_share: float = 0.75


CHANCE_MIN_SHARE = 0.2
REASON_KINDS: Mapping[str, ReasonKind] = {
    "wins_now": ReasonKind(True, 100, CHANCE_MIN_SHARE),
    "claims_and_reward": ReasonKind(True, 1.2, CHANCE_MIN_SHARE),
    "claims_now": ReasonKind(True, 1.0, CHANCE_MIN_SHARE),
    "stops_claim": ReasonKind(True, 0.9, CHANCE_MIN_SHARE),
    "threatens_claim": ReasonKind(True, 0.5, CHANCE_MIN_SHARE),
    "takes_power": ReasonKind(True, 0.45),
    "turns_power": ReasonKind(True, 0.4),
    "holds_power": ReasonKind(True, 0.15),
    "brings_near": ReasonKind(True, 0.3),
    "pushes_back": ReasonKind(True, 0.35),
    "disputation_first": ReasonKind(True, 1.4),
    "disputation_away": ReasonKind(True, 1.2),
    "opens_circle": ReasonKind(True, 0.15),
    "keeps_card": ReasonKind(True, 0.4, CHANCE_MIN_SHARE),
    "lasting_card": ReasonKind(True, 1.0),
    "makes_discard": ReasonKind(True, 1.1),
    "fills_hand": ReasonKind(True, 0.9),
    "keeps_tempo": ReasonKind(True, 0.8),
    "saves_tokens": ReasonKind(True, 0.7),
    "loses_now": ReasonKind(False, 100, CHANCE_MIN_SHARE),
    "gives_claim": ReasonKind(False, 1.0, CHANCE_MIN_SHARE),
    "misses_claim": ReasonKind(False, 0.85),
    "allows_claim": ReasonKind(False, 0.8, CHANCE_MIN_SHARE),
    "gives_reply": ReasonKind(False, 0.6, CHANCE_MIN_SHARE),
    "loses_card": ReasonKind(False, 0.4, CHANCE_MIN_SHARE),
    "opens_for_other": ReasonKind(False, 0.15),
    "spends_cards": ReasonKind(False, 0.7),
    "military_risk": ReasonKind(False, 0.9),
    "only_choice": ReasonKind(True, 0.0),
    # Smaller differences between two choices, told only where nothing else tells them apart.
    "closer_than": ReasonKind(True, 0.25, 0.5),
    "further_for_other": ReasonKind(True, 0.25, 0.5),
    "more_cards_than": ReasonKind(True, 0.2, 0.5),
    "fewer_cards_for_other": ReasonKind(True, 0.2, 0.5),
    "more_tokens_than": ReasonKind(True, 0.02, 0.5),
    "saves_card": ReasonKind(True, 0.1, 0.5),
    "kept_oftener": ReasonKind(True, 0.2),
    # The draft, and the choice of a faith.
    "fills_gap": ReasonKind(True, 2.0),
    "often_kept": ReasonKind(True, 1.3),
    "draws_many": ReasonKind(True, 0.5),
    "claims_alone": ReasonKind(True, 1.1),
    "shifts_far": ReasonKind(True, 0.4),
    "free_side": ReasonKind(True, 0.7),
    "attacks_hand": ReasonKind(True, 0.6),
    "converts_more": ReasonKind(True, 0.7),
    "early_circles": ReasonKind(True, 0.3),
    "can_pay": ReasonKind(True, 1.0),
    "feeds_costs": ReasonKind(True, 1.2),
    "replaces_itself": ReasonKind(True, 0.9),
    "starts_ahead": ReasonKind(True, 1.0),
    "too_many": ReasonKind(False, 1.5),
    "seldom_kept": ReasonKind(False, 1.25),
    "cannot_pay": ReasonKind(False, 1.8),
    "second_lasting": ReasonKind(False, 1.6),
    "military_roll": ReasonKind(False, 0.8),
    "needs_military": ReasonKind(False, 1.1),
    "late_circles": ReasonKind(False, 1.0),
}
# Two remarks with the same kind and the same of these facts are the same reason.
IDENTITY_FACTS = ("circle", "card", "side", "how", "what")
# A larger number is a difference of its own: drawing three cards is better than drawing two.
COUNTED_KINDS = frozenset({"fills_hand", "makes_discard", "spends_cards"})
# Of two reasons about the same circle only the weightier is shown; those about the Disputation are shown as well.
DISPUTATION_REASONS = frozenset({"disputation_first", "disputation_away"})


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason: its kind, whether it speaks for the choice, its weight, and the facts that its sentence needs.

    facts: circles from 1, cards by id; `share` is the share of the dealt worlds in which it holds.
    """

    kind: str
    good: bool
    weight: float
    facts: Facts

    def json(self) -> dict[str, Any]:
        return {"reason": self.kind, "good": self.good, **self.facts}

    @property
    def identity(self) -> tuple[Any, ...]:
        """Equal for reasons that say the same about two choices."""
        return (self.kind, *(self.facts.get(name) for name in IDENTITY_FACTS))


def find_reasons(continuations: Sequence[Continuation], others: Sequence[Sequence[Continuation]] = ()) -> list[Reason]:
    """Return all reasons for and against a choice, the weightiest first.

    continuations: those of the choice in several worlds; others: those of other choices in the same worlds.
    """
    return _often_enough(
        [
            list(remarks(continuation, [other[number] for other in others]))
            for number, continuation in enumerate(continuations)
        ]
    )


def find_differences(better: Sequence[Continuation], worse: Sequence[Continuation]) -> list[Reason]:
    """Return the smaller differences that speak for the better of two choices, the weightiest first."""
    return _often_enough([list(_differences(*pair)) for pair in zip(better, worse, strict=True)])


def _often_enough(remarks_by_world: Sequence[Sequence[Remark]]) -> list[Reason]:
    """Make reasons of the remarks that hold in enough worlds."""
    counts = Counter[tuple[Any, ...]]()
    first_facts: dict[tuple[Any, ...], Facts] = {}
    for remarks_in_world in remarks_by_world:
        for kind, facts in remarks_in_world:
            key = (kind, *(facts.get(name) for name in IDENTITY_FACTS))
            counts[key] += 1
            first_facts.setdefault(key, facts)
    weighed = [
        make_reason(key[0], {**first_facts[key], "share": times / len(remarks_by_world)})
        for key, times in counts.items()
    ]
    often_enough = [each for each in weighed if each.facts["share"] >= REASON_KINDS[each.kind].min_share]
    return sorted(often_enough, key=lambda each: -each.weight)


def make_reason(kind: str, facts: Facts) -> Reason:
    """Make a reason of this kind, with its weight."""
    about = REASON_KINDS[kind]
    much = facts.get("points", 1) * facts.get("n", 1) * facts.get("share", 1)
    return Reason(kind, about.good, about.weight * much / max(facts.get("lacks", 1), 1), facts)


def stands_out(each: Reason, others: Iterable[Reason]) -> bool:
    """Whether a reason is missing among others, or much weaker there, or about a smaller number."""
    return all(
        other.identity != each.identity
        or other.weight < each.weight / 2
        or (each.kind in COUNTED_KINDS and other.facts["n"] < each.facts["n"])
        for other in others
    )


def select_reasons(own: Sequence[Reason], others: Sequence[Sequence[Reason]], many: int) -> list[Reason]:
    """Select the few reasons to show: those that some other choice does not have as well.

    About one circle at most one reason for the choice and one against it is shown.
    """
    selected: dict[tuple[object, ...], Reason] = {}
    for number, each in enumerate(own):
        if not others or any(stands_out(each, other) for other in others):
            circle = each.facts.get("circle")
            selected.setdefault(
                (each.good, circle) if circle and each.kind not in DISPUTATION_REASONS else (number,), each
            )
    return list(selected.values())[:many]


def remarks(continuation: Continuation, siblings: Sequence[Continuation]) -> Iterator[Remark]:
    """All remarks on a choice in one world."""
    yield from _remarks_on_end(continuation)
    yield from _remarks_on_claims(continuation)
    yield from _remarks_on_threats(continuation)
    yield from _remarks_on_power(continuation)
    yield from _remarks_on_territories(continuation)
    yield from _remarks_on_disputation(continuation)
    yield from _remarks_on_new_circles(continuation)
    yield from _remarks_on_hands(continuation)
    yield from _remarks_on_cards(continuation, siblings)
    yield from _remarks_on_reply(continuation)


# ---------------------------------------------------------------- claims (§7) and the end (§10)


def _remarks_on_end(continuation: Continuation) -> Iterator[Remark]:
    if continuation.after.over:
        own, other = (continuation.after.points[faith] for faith in (continuation.me, continuation.opponent))
        if own != other:
            yield "wins_now" if own > other else "loses_now", {"own": own, "other": other}


def _remarks_on_claims(continuation: Continuation) -> Iterator[Remark]:
    rewarded = {(by, circle) for kind, by, circle, *_ in continuation.events if kind == k.E_REWARD}
    own = False
    for _, by, circle, points, _ in _events_of(continuation, k.E_CLAIMED):
        facts = {"circle": circle + 1, "points": points}
        if by == continuation.opponent:
            yield "gives_claim", facts
        else:
            own = True
            yield "claims_and_reward" if (by, circle) in rewarded else "claims_now", facts
    if not own and continuation.world.state.question == k.Q_ACTION:
        for circle in continuation.world.own_threats:
            yield "misses_claim", _circle_facts(continuation, circle)


def _remarks_on_threats(continuation: Continuation) -> Iterator[Remark]:
    """What both players could claim in the turn after this one."""
    world, after = continuation.world, continuation.after
    for circle in world.opponent_threats:
        if circle not in continuation.opponent_threats and circle in after.in_play:
            yield "stops_claim", _circle_facts(continuation, circle)
    for circle in continuation.opponent_threats:
        yield "allows_claim", _circle_facts(continuation, circle)
    for circle in continuation.own_threats:
        if circle not in world.own_threats:
            yield "threatens_claim", _circle_facts(continuation, circle)


# ---------------------------------------------------------------- power (§6.2) and territories (§6.1)


def _remarks_on_power(continuation: Continuation) -> Iterator[Remark]:
    before, after, me, opponent = continuation.before, continuation.after, continuation.me, continuation.opponent
    for c in _circles_still_in_play(continuation):
        was, now = before.dominant(c), after.dominant(c)
        if was != now:
            if before.lacks(opponent, c) <= NEAR_CLAIM_TERRITORIES and after.lacks(opponent, c) > before.lacks(
                opponent, c
            ):
                yield (
                    "takes_power",
                    _circle_facts(continuation, c) | {"side": ESTATES[was], "lacks": before.lacks(opponent, c)},
                )
            if after.lacks(me, c) <= NEAR_CLAIM_TERRITORIES and after.lacks(me, c) < before.lacks(me, c):
                yield (
                    "turns_power",
                    _circle_facts(continuation, c) | {"side": ESTATES[now], "lacks": after.lacks(me, c)},
                )
        elif (
            after.outer(c)
            and not before.outer(c)
            and after.lacks(me, c) <= min(NEAR_CLAIM_TERRITORIES, after.lacks(opponent, c))
        ):
            yield "holds_power", _circle_facts(continuation, c) | {"side": ESTATES[now]}


def _remarks_on_territories(continuation: Continuation) -> Iterator[Remark]:
    before, after, me, opponent = continuation.before, continuation.after, continuation.me, continuation.opponent
    for c in _circles_still_in_play(continuation):
        if before.dominant(c) == after.dominant(c):
            if after.lacks(me, c) < before.lacks(me, c) and after.lacks(me, c) <= NEAR_CLAIM_TERRITORIES:
                yield "brings_near", _circle_facts(continuation, c) | {"lacks": after.lacks(me, c)}
            if (
                after.lacks(opponent, c) > before.lacks(opponent, c)
                and before.lacks(opponent, c) <= NEAR_CLAIM_TERRITORIES
            ):
                yield "pushes_back", _circle_facts(continuation, c) | {"lacks": after.lacks(opponent, c)}
    converted = any(by == me for _, by, *_ in _events_of(continuation, k.E_CONVERTED))
    claimed = any(True for _ in _events_of(continuation, k.E_CLAIMED))
    if converted and not claimed and before.tokens(me) <= SCARCE_TOKENS and after.tokens(me) >= before.tokens(me):  # R5
        yield "saves_tokens", {"tokens": after.tokens(me)}


def _remarks_on_disputation(continuation: Continuation) -> Iterator[Remark]:
    before, after, me, opponent = continuation.before, continuation.after, continuation.me, continuation.opponent
    was, now = before.disputation, after.disputation
    if not any(by == me for _, by, *_ in _events_of(continuation, k.E_DISPUTATION)) or was == now:
        return
    if now is not None and after.lacks(me, now) <= min(NEAR_CLAIM_TERRITORIES, after.lacks(opponent, now)):
        yield "disputation_first", {"circle": now + 1, "lacks": after.lacks(me, now)}
    if (
        was is not None
        and was in after.in_play
        and before.lacks(opponent, was) <= min(NEAR_CLAIM_TERRITORIES, before.lacks(me, was))
    ):
        yield "disputation_away", {"circle": was + 1}


def _remarks_on_new_circles(continuation: Continuation) -> Iterator[Remark]:
    """§8: which faith is ahead in circles that come into play."""
    after = continuation.after
    for _, circle, *_ in _events_of(continuation, k.E_REVEALED):
        if circle in after.in_play:
            lead = after.lacks(continuation.opponent, circle) - after.lacks(continuation.me, circle)
            if lead:
                yield "opens_circle" if lead > 0 else "opens_for_other", _circle_facts(continuation, circle)


# ---------------------------------------------------------------- cards


def _remarks_on_hands(continuation: Continuation) -> Iterator[Remark]:
    before, after, me, opponent = continuation.before, continuation.after, continuation.me, continuation.opponent
    gained = after.hand_size(me) - before.hand_size(me)
    acts = {kind for kind, by, *_ in continuation.events if by == me}
    on_the_table = acts & {k.E_CONVERTED, k.E_SHIFTED, k.E_NEUTRALISED}
    if gained >= 1:
        yield "fills_hand", {"n": gained}
    elif gained == 0 and on_the_table and acts >= {k.E_PLAYED, k.E_DREW}:
        yield "keeps_tempo", {}
    paid = sum(by == me and why == k.BY_COST for _, by, _, why, _ in _events_of(continuation, k.E_DISCARDED))
    if paid and gained <= -2:
        yield "spends_cards", {"n": paid}
    forced = sum(by == opponent and why == k.BY_FORCE for _, by, _, why, _ in _events_of(continuation, k.E_DISCARDED))
    if forced:
        yield "makes_discard", {"n": forced}
    if me == k.CATHOLIC and any(True for _ in _events_of(continuation, k.E_CHART)):  # §6.6
        yield "military_risk", {}


def _remarks_on_cards(continuation: Continuation, siblings: Sequence[Continuation]) -> Iterator[Remark]:
    """Single cards of the own hand: laid in front, discarded, or kept where another choice discards them."""
    for _, by, card, *_ in _events_of(continuation, k.E_FRONT):
        if by == continuation.me:
            yield "lasting_card", {"card": _own_card_id(continuation, card)}
    for card, circle in _wasted_claim_cards(continuation):
        yield "loses_card", _circle_facts(continuation, circle) | {"card": _own_card_id(continuation, card)}
    lost_elsewhere = {pair for sibling in siblings for pair in _wasted_claim_cards(sibling)}
    for card, circle in sorted(lost_elsewhere):
        if continuation.after.hand(continuation.me) >> card & 1 and card in continuation.own_threats.get(circle, ()):
            yield "keeps_card", _circle_facts(continuation, circle) | {"card": _own_card_id(continuation, card)}


def _wasted_claim_cards(continuation: Continuation) -> list[tuple[int, int]]:
    """Cards that are discarded although they could claim a circle, each with that circle."""
    discarded = [card for _, by, card, *_ in _events_of(continuation, k.E_DISCARDED) if by == continuation.me]
    claimable = continuation.world.own_threats
    return [
        (card, c) for card in discarded for c in claimable if card in claimable[c] and c in continuation.after.in_play
    ]


# ---------------------------------------------------------------- the opponent's reply


def _remarks_on_reply(continuation: Continuation) -> Iterator[Remark]:
    reply = continuation.reply
    card = reply.choices[0].partition(":")[2] if reply else ""
    if reply is None or not card:
        return
    for kind, by, circle, points, _ in reply.events:
        if kind == k.E_CLAIMED and by == continuation.opponent:
            yield "gives_reply", {"how": "claims", "card": card, "circle": circle + 1, "points": points}
    after, later = continuation.after, reply.after
    for c in set(after.in_play) & set(later.in_play):
        if after.lacks(continuation.me, c) <= NEAR_CLAIM_TERRITORIES and later.lacks(continuation.me, c) > after.lacks(
            continuation.me, c
        ):
            yield "gives_reply", {"how": "undoes", "card": card, "circle": c + 1, "n": 1}


# ---------------------------------------------------------------- smaller differences between two choices


def _differences(better: Continuation, worse: Continuation) -> Iterator[Remark]:
    """What one choice leaves better than another in the same world, however little it is."""
    me, opponent, one, two = better.me, better.opponent, better.after, worse.after
    for c in (c for c in one.in_play if c in two.in_play):
        facts = _circle_facts(better, c)
        if one.lacks(me, c) < two.lacks(me, c):
            yield "closer_than", facts | {"lacks": one.lacks(me, c), "than": two.lacks(me, c)}
        if one.lacks(opponent, c) > two.lacks(opponent, c):
            yield "further_for_other", facts | {"lacks": one.lacks(opponent, c), "than": two.lacks(opponent, c)}
    if one.hand_size(me) > two.hand_size(me):
        yield "more_cards_than", {"n": one.hand_size(me), "than": two.hand_size(me)}
    if one.hand_size(opponent) < two.hand_size(opponent):
        yield "fewer_cards_for_other", {"n": one.hand_size(opponent), "than": two.hand_size(opponent)}
    if one.tokens(me) > two.tokens(me):
        yield "more_tokens_than", {"n": one.tokens(me), "than": two.tokens(me)}
    had = better.before.hand(me)
    for card in range(k.CARDS_PER_FAITH):
        if had >> card & 1 and one.hand(me) >> card & 1 and not two.hand(me) >> card & 1:
            yield "saves_card", {"card": _own_card_id(better, card)}


# ---------------------------------------------------------------- lookups


def _events_of(continuation: Continuation, kind: int) -> Iterable[tuple[int, ...]]:
    return (event for event in continuation.events if event[0] == kind)


def _circles_still_in_play(continuation: Continuation) -> list[int]:
    """The circles that are in play before and after."""
    return [c for c in continuation.before.in_play if c in continuation.after.in_play]


def _circle_facts(continuation: Continuation, circle: int) -> dict[str, Any]:
    return {"circle": circle + 1, "points": continuation.world.points[circle]}


def _own_card_id(continuation: Continuation, card: int) -> str:
    return card_id(k.CARDS_PER_FAITH * continuation.me + card)
