"""Every reason of a hundred sampled hints is counted again, from full views and events."""

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

from solafide.cards import builtin
from solafide.game import FAITHS, FastNature, Game, Options, card_id, position
from solafide.game.event import event_from_row
from solafide.game.view import build_full_view
from solafide.kernel import codes as k
from solafide.kernel.state import State
from solafide.players.advice.continuation import Continuation
from solafide.players.advice.hint import HintBuilder
from solafide.players.advice.reasons import Reason
from solafide.players.agents.network_file import network_for

HINTS, WORLDS, ITERATIONS = 100, 2, 200
MAX_TRIED_POSITIONS = 6000
Json = dict[str, Any]


def dominant(circle: Json) -> str:
    return "nobility" if circle["power"] < 2 else "commoners"


def missing(circle: Json, faith: str) -> int:
    """How many territories of the dominant side this faith does not hold."""
    letters = circle[dominant(circle)]
    return len(letters) - letters.count(faith)


def can_claim(view: Json, faith: str, number: int, first_card: str | None = None) -> bool | None:
    """Whether a faith to act could claim a circle in one turn, by trying all choices; None: it depends on a draw."""
    piles = {pile: {f: view["faiths"][f][pile] for f in FAITHS} for pile in ("hand", "deck", "discard", "aside")}
    state = position(
        circles={c["circle"]: c for c in view["circles"] if c["state"] == "in_play"},
        claimed={c["circle"]: c["owner"] for c in view["circles"] if c["state"] == "claimed"},
        hands=piles["hand"],
        decks=piles["deck"],
        discards={f: [*piles["discard"][f], *piles["aside"][f]] for f in FAITHS},
        fronts={f: view["faiths"][f]["front"] for f in FAITHS},
        tokens={f: view["faiths"][f]["tokens"] for f in FAITHS},
        disputation=view["disputation"],
        turn=faith,
    )._state
    state.trace_events()
    start = [] if state.over else [code for code in state.options() if code != k.CHOICE_DRAW]
    if first_card is not None:
        start = [code for code in start if code < k.CARDS_PER_FAITH and card_name(faith, code) == first_card]
    waiting, draws = [(state, code) for code in start], 0
    for _ in range(MAX_TRIED_POSITIONS):
        if not waiting:
            return None if draws else False
        before, code = waiting.pop()
        after = before.clone()
        after.step(code)
        if any(row[:3] == (k.E_CLAIMED, FAITHS.index(faith), number - 1) for row in after.traced_events()):
            return True
        by_luck = after.who == k.NATURE and after.question != k.N_DRAW  # a die or a foreign card: nothing to count on
        if not after.over and after.turns == state.turns and not by_luck:
            draws += after.who == k.NATURE
            answers = after.options()[:1] if after.who == k.NATURE else after.options()
            waiting += [(after, answer) for answer in answers]
    return None


def card_name(faith: str, code: int) -> str:
    return card_id(k.CARDS_PER_FAITH * FAITHS.index(faith) + code)


class World:
    """A continuation as full views and events: what a reason is about."""

    def __init__(self, continuation: Continuation) -> None:
        self.me, self.you = FAITHS[continuation.me], FAITHS[continuation.opponent]
        self.before = self._view(continuation.world.state)
        self.after = self._view(continuation.state)
        self.events = [event_from_row(row, 0) for row in continuation.events]
        self.action = continuation.world.state.question == k.Q_ACTION
        self.continuation = continuation

    @staticmethod
    def _view(state: State) -> Json:
        view: Json = build_full_view(state)  # type: ignore[assignment]
        return view

    def named(self, kind: str, **facts: Any) -> list[Json]:
        return [e for e in self.events if e["event"] == kind and all(e.get(f) == v for f, v in facts.items())]  # type: ignore[misc]

    def was(self, number: int) -> Json:
        circle: Json = self.before["circles"][number - 1]
        return circle

    def now(self, number: int) -> Json:
        circle: Json = self.after["circles"][number - 1]
        return circle

    def stays(self, number: int) -> bool:
        return bool(self.was(number)["state"] == self.now(number)["state"] == "in_play")

    def turned(self, number: int) -> bool:
        return dominant(self.was(number)) != dominant(self.now(number))

    @cached_property
    def gained(self) -> int:
        return len(self.after["faiths"][self.me]["hand"]) - len(self.before["faiths"][self.me]["hand"])

    @cached_property
    def reply(self) -> list[Json]:
        reply = self.continuation.reply
        return [event_from_row(row, 0) for row in reply.events] if reply else []  # type: ignore[misc]


def near(number: int) -> bool:
    return number <= 2


def _claims(w: World, f: Json, rewarded: bool) -> bool:
    claimed = w.named("claimed", by=w.me, circle=f["circle"], points=f["points"])
    return bool(claimed) and bool(w.named("reward", by=w.me, circle=f["circle"])) == rewarded


def _points(w: World, f: Json) -> bool:
    points = {faith: w.after["faiths"][faith]["points"] for faith in FAITHS}
    return w.after["phase"] == "over" and points[w.me] == f["own"] and points[w.you] == f["other"]


def _stops(w: World, f: Json) -> bool:
    return (
        w.now(f["circle"])["state"] == "in_play"
        and can_claim(w.before, w.you, f["circle"]) is not False
        and can_claim(w.after, w.you, f["circle"]) is not True
    )


def _discards_claimer(w: World, f: Json) -> bool:
    return (
        bool(w.named("discarded", by=w.me, card=f["card"]))
        and can_claim(w.before, w.me, f["circle"], f["card"]) is not False
    )


def _gives_reply(w: World, f: Json) -> bool:
    reply = w.continuation.reply
    if reply is None or not reply.choices[0].endswith(f":{f['card']}"):
        return False
    if f["how"] == "claims":
        return any(e["event"] == "claimed" and e["by"] == w.you and e["circle"] == f["circle"] for e in w.reply)
    later, now = reply.after, w.now(f["circle"])
    c = f["circle"] - 1
    return near(missing(now, w.me)) and c in later.in_play and later.lacks(w.continuation.me, c) > missing(now, w.me)


# For each kind: whether it holds in one world.
RECOUNTS: dict[str, Callable[[World, Json], bool]] = {
    "wins_now": lambda w, f: _points(w, f) and f["own"] > f["other"],
    "loses_now": lambda w, f: _points(w, f) and f["own"] < f["other"],
    "claims_now": lambda w, f: _claims(w, f, False),
    "claims_and_reward": lambda w, f: _claims(w, f, True),
    "gives_claim": lambda w, f: bool(w.named("claimed", by=w.you, circle=f["circle"], points=f["points"])),
    "misses_claim": lambda w, f: (
        not w.named("claimed", by=w.me) and can_claim(w.before, w.me, f["circle"]) is not False
    ),
    "stops_claim": _stops,
    "allows_claim": lambda w, f: can_claim(w.after, w.you, f["circle"]) is not False,
    "threatens_claim": lambda w, f: can_claim(w.after, w.me, f["circle"]) is not False,
    "takes_power": lambda w, f: (
        w.stays(f["circle"])
        and w.turned(f["circle"])
        and dominant(w.was(f["circle"])) == f["side"]
        and near(missing(w.was(f["circle"]), w.you))
        and missing(w.now(f["circle"]), w.you) > missing(w.was(f["circle"]), w.you)
    ),
    "turns_power": lambda w, f: (
        w.stays(f["circle"])
        and w.turned(f["circle"])
        and dominant(w.now(f["circle"])) == f["side"]
        and near(missing(w.now(f["circle"]), w.me))
        and missing(w.now(f["circle"]), w.me) < missing(w.was(f["circle"]), w.me)
    ),
    "holds_power": lambda w, f: (
        w.stays(f["circle"])
        and not w.turned(f["circle"])
        and dominant(w.now(f["circle"])) == f["side"]
        and w.now(f["circle"])["power"] in (0, 3)
        and w.was(f["circle"])["power"] in (1, 2)
        and near(missing(w.now(f["circle"]), w.me))
        and missing(w.now(f["circle"]), w.me) <= missing(w.now(f["circle"]), w.you)
    ),
    "brings_near": lambda w, f: (
        w.stays(f["circle"])
        and not w.turned(f["circle"])
        and near(missing(w.now(f["circle"]), w.me))
        and missing(w.now(f["circle"]), w.me) < missing(w.was(f["circle"]), w.me)
    ),
    "pushes_back": lambda w, f: (
        w.stays(f["circle"])
        and not w.turned(f["circle"])
        and near(missing(w.was(f["circle"]), w.you))
        and missing(w.now(f["circle"]), w.you) > missing(w.was(f["circle"]), w.you)
    ),
    "disputation_first": lambda w, f: (
        bool(w.named("disputation", by=w.me))
        and w.after["disputation"] == f["circle"] != w.before["disputation"]
        and near(missing(w.now(f["circle"]), w.me))
        and missing(w.now(f["circle"]), w.me) <= missing(w.now(f["circle"]), w.you)
    ),
    "disputation_away": lambda w, f: (
        bool(w.named("disputation", by=w.me))
        and w.before["disputation"] == f["circle"] != w.after["disputation"]
        and w.stays(f["circle"])
        and near(missing(w.was(f["circle"]), w.you))
        and missing(w.was(f["circle"]), w.you) <= missing(w.was(f["circle"]), w.me)
    ),
    "opens_circle": lambda w, f: (
        bool(w.named("revealed", circle=f["circle"]))
        and w.now(f["circle"])["state"] == "in_play"
        and missing(w.now(f["circle"]), w.me) < missing(w.now(f["circle"]), w.you)
    ),
    "opens_for_other": lambda w, f: (
        bool(w.named("revealed", circle=f["circle"]))
        and w.now(f["circle"])["state"] == "in_play"
        and missing(w.now(f["circle"]), w.me) > missing(w.now(f["circle"]), w.you)
    ),
    "loses_card": _discards_claimer,
    "keeps_card": lambda w, f: (
        f["card"] in w.after["faiths"][w.me]["hand"] and can_claim(w.after, w.me, f["circle"], f["card"]) is not False
    ),
    "lasting_card": lambda w, f: bool(w.named("front", by=w.me, card=f["card"])),
    "makes_discard": lambda w, f: bool(w.named("discarded", by=w.you, why="forced")),
    "fills_hand": lambda w, f: w.gained >= 1,
    "keeps_tempo": lambda w, f: (
        w.gained == 0
        and bool(w.named("played", by=w.me))
        and bool(w.named("drew", by=w.me))
        and any(w.named(kind, by=w.me) for kind in ("converted", "shifted", "neutralised"))
    ),
    "spends_cards": lambda w, f: w.gained <= -2 and bool(w.named("discarded", by=w.me, why="cost")),
    "saves_tokens": lambda w, f: (
        bool(w.named("converted", by=w.me))
        and w.before["faiths"][w.me]["tokens"] <= 3
        and w.after["faiths"][w.me]["tokens"] >= w.before["faiths"][w.me]["tokens"]
    ),
    "military_risk": lambda w, f: w.me == "C" and bool(w.named("chart")),
    "gives_reply": _gives_reply,
}


def card_effects(card: str) -> list[Any]:
    """Every effect that is printed on a card."""
    printed = builtin().cards[card]
    effects = [*printed.effects, *([printed.each] if printed.each else [])]
    effects += printed.persistent.effects if printed.persistent else []
    for effect in list(effects):
        if effect.kind == "choose":
            effects += [part for option in effect.fields["options"] for part in option]
    return effects


def has_role(card: str, role: str) -> bool:
    for effect in card_effects(card):
        if role in ("nobility", "commoners"):
            if effect.kind == "convert" and effect.fields["side"] in (role, "any", "either", "dominant", "subordinate"):
                return True
            if effect.kind == "convert_neutrals":
                return True
        elif (role == "draw" and effect.kind in ("draw", "draw_keep", "draw_play", "recover")) or effect.kind == role:
            return True
    return False


def first_effects(card: str, kind: str) -> list[Any]:
    return [effect for effect in builtin().cards[card].effects if effect.kind == kind]


def pays(card: str) -> bool:
    return builtin().cards[card].cost not in (0, None)


def draft_reason_holds(reason: Reason, card: str, deck: list[str], rate: float) -> bool:
    f, printed = reason.facts, builtin().cards[card]
    match reason.kind:
        case "often_kept" | "seldom_kept" | "kept_oftener":
            return bool(f["practice"] == rate)
        case "fills_gap" | "too_many":
            have = sum(has_role(each, f["what"]) for each in deck)
            worth = reason.kind == "too_many" or rate > 0.15
            return (f["have"], f["kept"]) == (have, len(deck)) and has_role(card, f["what"]) and worth
        case "draws_many":
            drawn = [e.fields.get("count", e.fields.get("draw")) for e in printed.effects if has_role(card, "draw")]
            return f["n"] > 1 and f["n"] in drawn
        case "replaces_itself":
            return bool(first_effects(card, "draw")) and len(printed.effects) > 1
        case "converts_more":
            return bool(f["n"] == sum(effect.fields["count"] for effect in first_effects(card, "convert")) > 1)
        case "shifts_far":
            return any(effect.fields["spaces"] == f["n"] > 1 for effect in first_effects(card, "shift"))
        case "free_side":
            return any(effect.fields["side"] in ("any", "dominant") for effect in first_effects(card, "convert"))
        case "attacks_hand":
            return bool(first_effects(card, "opponent_discards"))
        case "claims_alone":
            return bool(first_effects(card, "convert") and first_effects(card, "shift"))
        case "military_roll":
            return bool(printed.military)
        case "needs_military":
            return printed.persistent is not None and printed.persistent.when == "military_roll"
        case "early_circles" | "late_circles":
            circles = [c for effect in card_effects(card) for c in effect.fields.get("circles", ())]
            return bool(circles) and (min(circles) <= 3) == (reason.kind == "early_circles")
        case "can_pay":
            return pays(card) and f["draws"] == sum(has_role(each, "draw") for each in deck) >= 3
        case "cannot_pay":
            return pays(card) and sum(has_role(each, "draw") for each in deck) <= 1
        case "feeds_costs":
            return has_role(card, "draw") and f["costs"] == sum(map(pays, deck)) >= 2
        case "second_lasting":
            return printed.persistent is not None and f["card"] in deck
    return False


def difference_holds(reason: Reason, one: World, two: World) -> bool:
    """Whether a smaller difference between two choices holds in a world."""
    f, me, you = reason.facts, one.me, one.you
    hands = [{faith: len(w.after["faiths"][faith]["hand"]) for faith in FAITHS} for w in (one, two)]
    match reason.kind:
        case "closer_than":
            return missing(one.now(f["circle"]), me) < missing(two.now(f["circle"]), me)
        case "further_for_other":
            return missing(one.now(f["circle"]), you) > missing(two.now(f["circle"]), you)
        case "more_cards_than":
            return hands[0][me] > hands[1][me]
        case "fewer_cards_for_other":
            return hands[0][you] < hands[1][you]
        case "more_tokens_than":
            return bool(one.after["faiths"][me]["tokens"] > two.after["faiths"][me]["tokens"])
        case "saves_card":
            return f["card"] in one.after["faiths"][me]["hand"] and f["card"] not in two.after["faiths"][me]["hand"]
    return False


THREAT_KINDS = {
    *("misses_claim", "stops_claim", "allows_claim", "threatens_claim", "keeps_card", "loses_card"),
}
DIFFERENCES = {
    *("closer_than", "further_for_other", "more_cards_than", "fewer_cards_for_other", "more_tokens_than", "saves_card")
}


def decisions() -> Iterator[Game]:
    """Yield a hundred decisions of random games, each as a game that stands there."""
    count = seed = 0
    while True:
        game, picks = (
            Game(Options(mode=("first", "draft")[seed % 2], faiths="agreed"), nature=FastNature(seed)),
            FastNature(seed),
        )
        while (decision := game.decision()) is not None:
            if len(decision.options) > 1 and picks.pick("", ["x"] * 9) == 0:
                yield game
                count += 1
                if count == HINTS:
                    return
            game.choose(decision.options[picks.pick("", decision.options)], decision.who)
        seed += 1


def test_every_reason_of_a_hundred_hints_is_true() -> None:
    counts: dict[str, int] = {}
    for game in decisions():
        decision = game.decision()
        assert decision is not None
        view = game.view(decision.who)
        builder = HintBuilder(view, decision, game.cards, 0, network_for(game.cards), WORLDS)
        lines = builder.search(ITERATIONS, 1)
        best_choices = list(lines)[:3]
        advice = builder.advice({choice: builder.search_again(choice, lines[choice]) for choice in best_choices})
        rates = builder._keep_rates()
        worlds = {choice: [World(each) for each in listed] for choice, listed in builder._continuations.items()}
        for each in advice:
            for reason in each.reasons:
                counts[reason.kind] = counts.get(reason.kind, 0) + 1
                where = f"{decision.question} {each.choice}: {reason}"
                if decision.question == "draft":
                    card = each.choice.partition(":")[2]
                    assert draft_reason_holds(reason, card, view["own"]["kept"], rates[card]), where  # type: ignore[typeddict-item]
                    continue
                if reason.kind in DIFFERENCES:
                    pairs = zip(worlds[each.choice], worlds[best_choices[1]], strict=True)
                    holds = [difference_holds(reason, *pair) for pair in pairs]
                else:
                    holds = [RECOUNTS[reason.kind](world, dict(reason.facts)) for world in worlds[each.choice]]
                share = sum(holds) / WORLDS
                # What can be claimed is found there by trying some choices only: perhaps too seldom.
                is_true = (
                    reason.facts["share"] <= share if reason.kind in THREAT_KINDS else reason.facts["share"] == share
                )
                assert is_true, where
    assert len(counts) > 20
