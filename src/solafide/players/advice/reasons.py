"""Why a choice is good or bad: facts that differ between the table before it and the table it leads to."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from solafide.game.notation import ESTATES, card_id
from solafide.kernel import codes as k
from solafide.players.advice.continuation import Course

NEAR = 2  # a faith that lacks no more on the dominant side is near a claim
SCARCE = 3  # tokens

Facts = Mapping[str, Any]
Remark = tuple[str, Facts]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of reason: whether it speaks for a choice, how much, and in how many of the worlds it must hold.

    weight: in points of the game, roughly; where the facts name points, it is their multiple.
    """

    good: bool
    weight: float
    least: float = 0.75


CHANCY = 0.2
KINDS: Mapping[str, Kind] = {
    "wins_now": Kind(True, 100, CHANCY),
    "claims_and_reward": Kind(True, 1.2, CHANCY),
    "claims_now": Kind(True, 1.0, CHANCY),
    "stops_claim": Kind(True, 0.9, CHANCY),
    "threatens_claim": Kind(True, 0.5, CHANCY),
    "takes_power": Kind(True, 0.45),
    "turns_power": Kind(True, 0.4),
    "holds_power": Kind(True, 0.15),
    "brings_near": Kind(True, 0.3),
    "pushes_back": Kind(True, 0.35),
    "disputation_first": Kind(True, 1.4),
    "disputation_away": Kind(True, 1.2),
    "opens_circle": Kind(True, 0.15),
    "keeps_card": Kind(True, 0.4, CHANCY),
    "lasting_card": Kind(True, 1.0),
    "makes_discard": Kind(True, 1.1),
    "fills_hand": Kind(True, 0.9),
    "keeps_tempo": Kind(True, 0.8),
    "saves_tokens": Kind(True, 0.7),
    "loses_now": Kind(False, 100, CHANCY),
    "gives_claim": Kind(False, 1.0, CHANCY),
    "misses_claim": Kind(False, 0.85),
    "allows_claim": Kind(False, 0.8, CHANCY),
    "gives_reply": Kind(False, 0.6, CHANCY),
    "loses_card": Kind(False, 0.4, CHANCY),
    "opens_for_other": Kind(False, 0.15),
    "spends_cards": Kind(False, 0.7),
    "military_risk": Kind(False, 0.9),
    "only_choice": Kind(True, 0.0),
    # The draft, and the choice of a faith.
    "fills_gap": Kind(True, 2.0),
    "often_kept": Kind(True, 1.3),
    "draws_many": Kind(True, 0.5),
    "claims_alone": Kind(True, 1.1),
    "shifts_far": Kind(True, 0.4),
    "free_side": Kind(True, 0.7),
    "attacks_hand": Kind(True, 0.6),
    "converts_more": Kind(True, 0.7),
    "early_circles": Kind(True, 0.3),
    "can_pay": Kind(True, 1.0),
    "feeds_costs": Kind(True, 1.2),
    "replaces_itself": Kind(True, 0.9),
    "starts_ahead": Kind(True, 1.0),
    "too_many": Kind(False, 1.5),
    "seldom_kept": Kind(False, 1.25),
    "cannot_pay": Kind(False, 1.8),
    "second_lasting": Kind(False, 1.6),
    "military_roll": Kind(False, 0.8),
    "needs_military": Kind(False, 1.1),
    "late_circles": Kind(False, 1.0),
}
# What makes two remarks the same, whatever else they say.
IDENTITY = ("circle", "card", "side", "how", "what")
# Of two reasons about the same circle the weightier is enough; the Disputation is another matter.
APART = frozenset({"disputation_first", "disputation_away"})


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason: its kind, whether it speaks for the choice, its weight, and the facts that a sentence needs.

    facts: circles from 1, cards by id; `share` is the part of the dealt worlds in which it holds.
    """

    kind: str
    good: bool
    weight: float
    facts: Facts

    def json(self) -> dict[str, Any]:
        return {"reason": self.kind, "good": self.good, **self.facts}

    @property
    def same(self) -> tuple[Any, ...]:
        """Equal for reasons that say the same of two choices."""
        return (self.kind, *(self.facts.get(name) for name in IDENTITY))


def reasons(courses: Sequence[Course], others: Sequence[Sequence[Course]] = ()) -> list[Reason]:
    """All reasons for and against a choice, the weightiest first.

    courses: the choice, played in several worlds; others: other choices, in the same worlds each.
    """
    found = Counter[tuple[Any, ...]]()
    told: dict[tuple[Any, ...], Facts] = {}
    for number, course in enumerate(courses):
        for kind, facts in remarks(course, [other[number] for other in others]):
            key = (kind, *(facts.get(name) for name in IDENTITY))
            found[key] += 1
            told.setdefault(key, facts)
    weighed = [reason(key[0], {**told[key], "share": times / len(courses)}) for key, times in found.items()]
    kept = [each for each in weighed if each.facts["share"] >= KINDS[each.kind].least]
    return sorted(kept, key=lambda each: -each.weight)


def reason(kind: str, facts: Facts) -> Reason:
    """A reason of this kind with its weight."""
    about = KINDS[kind]
    much = facts.get("points", 1) * facts.get("n", 1) * facts.get("share", 1)
    return Reason(kind, about.good, about.weight * much / max(facts.get("lacks", 1), 1), facts)


def stands_out(each: Reason, others: Iterable[Reason]) -> bool:
    """Whether a reason is missing among others, or much weaker there."""
    return all(other.same != each.same or other.weight < each.weight / 2 for other in others)


def chosen(own: Sequence[Reason], others: Sequence[Sequence[Reason]], many: int) -> list[Reason]:
    """The few that are worth telling: what some other choice does not have as well.

    Of a circle one thing for and one against the choice is said.
    """
    told: dict[tuple[object, ...], Reason] = {}
    for number, each in enumerate(own):
        if not others or any(stands_out(each, other) for other in others):
            circle = each.facts.get("circle")
            told.setdefault((each.good, circle) if circle and each.kind not in APART else (number,), each)
    return list(told.values())[:many]


def remarks(course: Course, siblings: Sequence[Course]) -> Iterator[Remark]:
    """Whatever can be said of a choice in one world."""
    yield from _end(course)
    yield from _claims(course)
    yield from _threats(course)
    yield from _power(course)
    yield from _territories(course)
    yield from _disputation(course)
    yield from _new_circles(course)
    yield from _hands(course)
    yield from _cards(course, siblings)
    yield from _reply(course)


# ---------------------------------------------------------------- claims (§7) and the end (§10)


def _end(course: Course) -> Iterator[Remark]:
    if course.after.over:
        own, other = (course.after.points[faith] for faith in (course.me, course.you))
        if own != other:
            yield "wins_now" if own > other else "loses_now", {"own": own, "other": other}


def _claims(course: Course) -> Iterator[Remark]:
    rewarded = {(by, circle) for kind, by, circle, *_ in course.events if kind == k.E_REWARD}
    own = False
    for _, by, circle, points, _ in _happened(course, k.E_CLAIMED):
        facts = {"circle": circle + 1, "points": points}
        if by == course.you:
            yield "gives_claim", facts
        else:
            own = True
            yield "claims_and_reward" if (by, circle) in rewarded else "claims_now", facts
    if not own and course.standing.world.question == k.Q_ACTION:
        for circle in course.standing.prospects:
            yield "misses_claim", _worth(course, circle)


def _threats(course: Course) -> Iterator[Remark]:
    """What the opponent, and what oneself, could claim in the turn after this one."""
    standing, after = course.standing, course.after
    for circle in standing.dangers:
        if circle not in course.dangers and circle in after.in_play:
            yield "stops_claim", _worth(course, circle)
    for circle in course.dangers:
        yield "allows_claim", _worth(course, circle)
    for circle in course.prospects:
        if circle not in standing.prospects:
            yield "threatens_claim", _worth(course, circle)


# ---------------------------------------------------------------- power (§6.2) and territories (§6.1)


def _power(course: Course) -> Iterator[Remark]:
    before, after, me, you = course.before, course.after, course.me, course.you
    for c in _stayed(course):
        was, now = before.dominant(c), after.dominant(c)
        if was != now:
            if before.lacks(you, c) <= NEAR and after.lacks(you, c) > before.lacks(you, c):
                yield "takes_power", _worth(course, c) | {"side": ESTATES[was], "lacks": before.lacks(you, c)}
            if after.lacks(me, c) <= NEAR and after.lacks(me, c) < before.lacks(me, c):
                yield "turns_power", _worth(course, c) | {"side": ESTATES[now], "lacks": after.lacks(me, c)}
        elif after.outer(c) and not before.outer(c) and after.lacks(me, c) <= min(NEAR, after.lacks(you, c)):
            yield "holds_power", _worth(course, c) | {"side": ESTATES[now]}


def _territories(course: Course) -> Iterator[Remark]:
    before, after, me, you = course.before, course.after, course.me, course.you
    for c in _stayed(course):
        if before.dominant(c) == after.dominant(c):
            if after.lacks(me, c) < before.lacks(me, c) and after.lacks(me, c) <= NEAR:
                yield "brings_near", _worth(course, c) | {"lacks": after.lacks(me, c)}
            if after.lacks(you, c) > before.lacks(you, c) and before.lacks(you, c) <= NEAR:
                yield "pushes_back", _worth(course, c) | {"lacks": after.lacks(you, c)}
    converted = any(by == me for _, by, *_ in _happened(course, k.E_CONVERTED))
    claimed = any(True for _ in _happened(course, k.E_CLAIMED))
    if converted and not claimed and before.tokens(me) <= SCARCE and after.tokens(me) >= before.tokens(me):  # R5
        yield "saves_tokens", {"tokens": after.tokens(me)}


def _disputation(course: Course) -> Iterator[Remark]:
    before, after, me, you = course.before, course.after, course.me, course.you
    was, now = before.disputation, after.disputation
    if not any(by == me for _, by, *_ in _happened(course, k.E_DISPUTATION)) or was == now:
        return
    if now is not None and after.lacks(me, now) <= min(NEAR, after.lacks(you, now)):
        yield "disputation_first", {"circle": now + 1, "lacks": after.lacks(me, now)}
    if was is not None and was in after.in_play and before.lacks(you, was) <= min(NEAR, before.lacks(me, was)):
        yield "disputation_away", {"circle": was + 1}


def _new_circles(course: Course) -> Iterator[Remark]:
    """§8: whom the circles that come into play favour."""
    after = course.after
    for _, circle, *_ in _happened(course, k.E_REVEALED):
        if circle in after.in_play:
            lead = after.lacks(course.you, circle) - after.lacks(course.me, circle)
            if lead:
                yield "opens_circle" if lead > 0 else "opens_for_other", _worth(course, circle)


# ---------------------------------------------------------------- cards


def _hands(course: Course) -> Iterator[Remark]:
    before, after, me, you = course.before, course.after, course.me, course.you
    gained = after.hand_size(me) - before.hand_size(me)
    acts = {kind for kind, by, *_ in course.events if by == me}
    on_the_table = acts & {k.E_CONVERTED, k.E_SHIFTED, k.E_NEUTRALISED}
    if gained >= 1:
        yield "fills_hand", {"n": gained}
    elif gained == 0 and on_the_table and acts >= {k.E_PLAYED, k.E_DREW}:
        yield "keeps_tempo", {}
    paid = sum(by == me and why == k.BY_COST for _, by, _, why, _ in _happened(course, k.E_DISCARDED))
    if paid and gained <= -2:
        yield "spends_cards", {"n": paid}
    forced = sum(by == you and why == k.BY_FORCE for _, by, _, why, _ in _happened(course, k.E_DISCARDED))
    if forced:
        yield "makes_discard", {"n": forced}
    if me == k.CATHOLIC and any(True for _ in _happened(course, k.E_CHART)):  # §6.6
        yield "military_risk", {}


def _cards(course: Course, siblings: Sequence[Course]) -> Iterator[Remark]:
    """Single cards of the own hand: laid in front, thrown away, or kept where another choice throws them away."""
    for _, by, card, *_ in _happened(course, k.E_FRONT):
        if by == course.me:
            yield "lasting_card", {"card": _named(course, card)}
    for card, circle in _wasted(course):
        yield "loses_card", _worth(course, circle) | {"card": _named(course, card)}
    lost_elsewhere = {pair for sibling in siblings for pair in _wasted(sibling)}
    for card, circle in sorted(lost_elsewhere):
        if course.after.hand(course.me) >> card & 1 and card in course.prospects.get(circle, ()):
            yield "keeps_card", _worth(course, circle) | {"card": _named(course, card)}


def _wasted(course: Course) -> list[tuple[int, int]]:
    """Cards that are discarded though they could claim a circle, each with that circle."""
    thrown = [card for _, by, card, *_ in _happened(course, k.E_DISCARDED) if by == course.me]
    prospects = course.standing.prospects
    return [(card, c) for card in thrown for c in prospects if card in prospects[c] and c in course.after.in_play]


# ---------------------------------------------------------------- the answer


def _reply(course: Course) -> Iterator[Remark]:
    reply = course.reply
    card = reply.choices[0].partition(":")[2] if reply else ""
    if reply is None or not card:
        return
    for kind, by, circle, points, _ in reply.events:
        if kind == k.E_CLAIMED and by == course.you:
            yield "gives_reply", {"how": "claims", "card": card, "circle": circle + 1, "points": points}
    after, later = course.after, reply.after
    for c in set(after.in_play) & set(later.in_play):
        if after.lacks(course.me, c) <= NEAR and later.lacks(course.me, c) > after.lacks(course.me, c):
            yield "gives_reply", {"how": "undoes", "card": card, "circle": c + 1, "n": 1}


# ---------------------------------------------------------------- small things


def _happened(course: Course, kind: int) -> Iterable[tuple[int, ...]]:
    return (event for event in course.events if event[0] == kind)


def _stayed(course: Course) -> list[int]:
    """The circles in play before and after."""
    return [c for c in course.before.in_play if c in course.after.in_play]


def _worth(course: Course, circle: int) -> dict[str, Any]:
    return {"circle": circle + 1, "points": course.standing.points[circle]}


def _named(course: Course, card: int) -> str:
    return card_id(k.CARDS_PER_FAITH * course.me + card)
