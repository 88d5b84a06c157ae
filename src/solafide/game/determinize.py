"""Determinize a view: deal a complete state that fits what a seat knows, for search and what-if."""

from solafide.cards import CardSet, builtin
from solafide.game.identity import FAITHS, Faith
from solafide.game.notation import DECKS, ESTATES, bits_of_cards, card_number
from solafide.game.options import Options, kernel_tables
from solafide.game.view import DRAFT_PICKS, EFFECT_TASKS, PREPARATIONS, STAGES, Numbers
from solafide.game.view_types import AgendaRow, EffectRow, View
from solafide.kernel import codes as k
from solafide.kernel.redeal import redeal
from solafide.kernel.snapshot import dump, load
from solafide.kernel.state import State


def determinize(view: View, seed: int, cards: CardSet | None = None) -> State:
    """Return a state that this view could come from: what the seat cannot know is dealt at random.

    The opponent's hidden cards come from all of its cards that were never seen; in the first game, from its fifteen.
    """
    state = State(kernel_tables(cards or builtin(), Options.from_json(view["options"])))
    state.new_game(0)
    numbers = dump(state)
    _restore_circles(numbers, view, state)
    _restore_agenda(numbers, view)
    for name in FAITHS:
        _restore_cards(numbers, view, name, state)
    load(state, numbers)
    redeal(state, FAITHS.index(view["seat"]) if view["seat"] in FAITHS else k.NOBODY, seed)
    return state


def _restore_circles(numbers: Numbers, view: View, state: State) -> None:
    numbers["in_play"] = numbers["claimed"] = 0
    for shown in view["circles"]:
        c = shown["circle"] - 1
        numbers["owner"][c] = k.NONE if shown["owner"] is None else FAITHS.index(shown["owner"])
        numbers["claimed"] += shown["state"] == "claimed"
        if shown["state"] == "in_play":
            numbers["in_play"] |= 1 << c
            numbers["power"][c] = shown["power"]
            for estate, holders in enumerate((shown["nobility"], shown["commoners"])):
                for f, letter in enumerate(FAITHS):
                    territories = sum(1 << t for t in range(len(holders)) if holders[t] == letter)
                    numbers["hold"][20 * f + 2 * c + estate] = territories
    numbers["disputation"] = _zero_based(view["disputation"])
    numbers["over"] = int(view["phase"] == "over")
    numbers["limited"] = int(bool(view["outcome"] and view["outcome"]["limited"]))
    numbers["turn"] = 0 if view["turn"] is None else FAITHS.index(view["turn"])
    numbers["turns"] = max(view["turn_number"] - (not numbers["limited"]), 0)
    numbers["asked_at"] = numbers["turns"]
    numbers["person"] = FAITHS.index(view["persons"]["1"]) if view["persons"] else 0


def _restore_agenda(numbers: Numbers, view: View) -> None:
    agenda = view["agenda"]
    rows = [_row(row) for row in agenda["rows"]]
    numbers["rows"] = [number for row in rows for number in row]
    numbers["depth"] = len(rows)
    numbers["circle"] = _zero_based(agenda["circle"])
    numbers["side"] = k.NONE if agenda["side"] is None else ESTATES.index(agenda["side"])
    numbers["left"] = k.NONE if agenda["left"] is None else agenda["left"]
    numbers["many"] = agenda["discarded"]
    numbers["used"] = sum(1 << (c - 1) for c in agenda["used"])
    numbers["touched"] = int(agenda["touched"])
    numbers["unused"] = int(not agenda["persistent_used"])
    numbers["queue"] = [
        k.FOREIGN_BONUS + FAITHS.index(bonus["by"]) if bonus["card"] is None else card_number(bonus["card"])
        for bonus in agenda["bonuses"]
    ]
    numbers["queue_from"], numbers["queue_to"] = 0, len(numbers["queue"])
    drawn_cards = view["own"]["drawn"] if "own" in view else []
    numbers["drawn"] = bits_of_cards(drawn_cards) if drawn_cards else (1 << agenda["drawn"]) - 1


def _row(row: AgendaRow) -> list[int]:
    """Return a row of the agenda as the kernel's numbers."""
    by = FAITHS.index(row["by"])
    match row["task"]:
        case "card" | "run" | "option":
            return _effect_row(row, by)
        case "turn":
            return [k.TURN, by, STAGES.index(row["stage"]), 0, k.NONE]
        case "foreign":
            numbers = [card_number(card) - k.FIRST_FOREIGN_LIST for card in row.get("cards", [])]
            cards = numbers or list(range(row["drawn"]))
            return [k.FOREIGN, by, k.NONE if row["deck"] is None else DECKS.index(row["deck"]), *_padded(cards, k.NONE)]
        case "roll":
            return [k.ROLL, by, *_padded(row["dice"], 0), row["chosen"] or 0]
        case "setup":
            return [k.SETUP, by, PREPARATIONS.index(row["stage"]), *_padded(row["dice"], 0)]


def _effect_row(row: EffectRow, by: int) -> list[int]:
    position = k.COST_POSITION if row["effect"] is None else row["effect"]
    return [EFFECT_TASKS.index(row["task"]), by, row["list"], position, _zero_based(row["circle"])]


def _padded(numbers: list[int], filler: int) -> list[int]:
    return [*numbers, filler, filler][:2]


def _restore_cards(numbers: Numbers, view: View, name: Faith, state: State) -> None:
    f = FAITHS.index(name)
    public, draft = view["faiths"][name], view["options"]["mode"] == "draft"
    universe = k.ALL_CARDS if draft else int(state.tables.first_game[f])
    numbers["discard"][f] = bits_of_cards(public["discard"])
    numbers["aside"][f] = bits_of_cards(public["aside"])
    numbers["front"][f] = k.NONE if public["front"] is None else card_number(public["front"]) % k.CARDS_PER_FAITH
    numbers["rewards"][f] = public["rewards"]
    if public["tokens"] is not None:
        numbers["supply"][f] = public["tokens"]
    else:
        numbers["supply"][f] = state.tables.supply - _tokens_on_circles(numbers, state, f)
    seen_cards = numbers["seen"][f] = bits_of_cards(public["seen"])
    numbers["may"][f] = bits_of_cards(public["shuffled"]) | (universe & ~seen_cards if public["unseen_in_deck"] else 0)
    if view["seat"] == name:
        own = view["own"]
        numbers["hand"][f] = bits_of_cards(own["hand"])
        numbers["deck"][f] = bits_of_cards(own["deck"]) | bits_of_cards(own["kept"])
        numbers["triple"][f] = bits_of_cards(own["triple"])
        numbers["pool"][f] = bits_of_cards(own["pool"])
    else:  # any cards, in the right number: `redeal` deals them
        picks = _assumed_picks(view, name) if _before_play(view) else None
        triple = 3 if view["phase"] == "draft" and picks is not None and picks < DRAFT_PICKS else 0
        numbers["hand"][f] = _any_cards(public["hand"])
        numbers["deck"][f] = _any_cards(public["deck"] if picks is None else picks)
        numbers["triple"][f] = _any_cards(triple)
        numbers["pool"][f] = _any_cards(0 if picks is None else 45 - 3 * picks - triple)


def _before_play(view: View) -> bool:
    """Whether the draft is still to come or going on."""
    row = view["agenda"]["rows"][0]
    return row["task"] == "setup" and row["stage"] in ("faiths", "draft")


def _assumed_picks(view: View, name: Faith) -> int | None:
    """Return how many cards another player has kept; in the draft nobody knows, so take the seat's own number."""
    if view["phase"] != "draft":
        return view["faiths"][name]["picks"]
    own = max(public["picks"] or 0 for public in view["faiths"].values())
    return min(own, DRAFT_PICKS - 1)


def _any_cards(n: int) -> int:
    """Return n cards, no matter which."""
    return (1 << n) - 1


def _tokens_on_circles(numbers: Numbers, state: State, f: int) -> int:
    """Count the tokens of a faith on circles in play."""
    return sum(
        (numbers["hold"][20 * f + side] & ~state.tables.side_print(f, side)).bit_count()
        for side in range(20)
        if numbers["in_play"] >> (side // 2) & 1
    )


def _zero_based(number: int | None) -> int:
    return k.NONE if number is None else number - 1
