"""Facts that the rulebooks state about cards, circles and chart results; they stay when reconstructed cards change."""

from solafide.cards import Card, Effect, builtin

# Names as the English and Dutch, the German and the Hungarian rules print them (spelling mended), or None.
NAMES: dict[str, tuple[str, str | None, str | None]] = {
    "C03": ("Ursulines", "Ursulinen", "Orsolyiták"),
    "C18": ("Edict of Worms", "Reichstag zu Worms", "Wormsi rendelet"),
    "C24": ("Battle of Mühlberg", "Schlacht bei Mühlberg", "Mühlbergi csata"),
    "C38": ("A Man for All Seasons", "Ein Mann zu jeder Jahreszeit", "Egy ember az örökkévalóságnak"),
    "C43": ("The Roman Catechism", "Der römische Katechismus", "Római katekizmus"),
    "C44": ("Conservative Peasantry", "Konservatives Landvolk", "Konzervatív parasztság"),
    "P06": ("Services in the Vernacular", "Gottesdienste in der Vernakularsprache", None),
    "P16": ("Whose Realm, His Religion", "Wessen Gebiet, dessen Religion", "Akié a birodalom, azé a vallás"),
    "P19": ("Local Printing Presses", "Örtliche Druckpressen", "Helyi nyomdák"),
    "P24": ("Two Kingdoms Doctrine", "Zwei-Reiche-Lehre", None),
    "P29": ("University of Wittenberg", "Die Wittenberg-Universität", "Wittenberg Egyeteme"),
    "P40": ("A Mighty Fortress Is Our God", "Eine feste Burg ist unser Gott", "Erős vár a mi Istenünk"),
    "F01": ("Elizabeth’s Third Way", "Elisabeths Dritter Weg", None),
    "F02": ("Closure of the Monasteries", None, None),
    "F03": ("Henry’s Divorce", None, None),
    "F04": ("Foxe’s Book of Martyrs", None, None),
    "F05": ("Edict of Nantes", "Edikt von Nantes", None),
    "F06": ("Henry of Navarre", None, None),
    "F07": ("St. Bartholomew’s Day Massacre", "Die Bartholomäusnacht", "Szent Bertalan-napi mészárlás"),
    "F08": ("Affair of the Placards", None, None),
    "F09": ("The Dutch Reformed Church", "Die Niederländisch-reformierte Kirche", None),
    "F10": ("Council of Troubles", "Blutrat", "Zavargások tanácsa"),
    "F11": ("William I, Prince of Orange", None, None),
    "F12": ("Edict of Blood", None, None),
    "F13": ("John Calvin", "Johann Calvin", None),
    "F14": ("Wars of Kappel", None, None),
    "F15": ("Huldrych Zwingli", None, None),
    "F16": ("Calvin’s Rules of Prayer", None, None),
}

# The Dutch rules give the numbers of these cards.
NUMBERED = ("C03", "C18", "C24", "C38", "C43", "C44", "P16", "P19", "P29", "P40")

CIRCLES = {
    2: ("Lower Saxon Circle", "Niedersächsischer Kreis", "Alsó-szászországi tartomány"),
    3: ("Franconian Circle", "Fränkischer Kreis", "Frankóniai tartomány"),
    4: ("Westphalian Circle", "Westfälischer Kreis", "Vesztfáliai tartomány"),
    5: ("Upper Rhenish Circle", "Oberrheinischer Kreis", "Felső-rajnai tartomány"),
    6: ("Bavarian Circle", "Bayerischer Kreis", "Bajor tartomány"),
    9: ("Swabian Circle", "Schwäbischer Kreis", "Sváb tartomány"),
}

CHART = (
    "Das Osmanische Reich rückt vor",
    "Gräueltaten",
    "Sieg der Schmalkaldischen Liga",
    "Englische Unterstützung",
    "Englische Intervention",
    "Te Deum",
)


def convert(side: str, count: int = 1, circle: str = "chosen") -> Effect:
    return Effect("convert", {"side": side, "count": count, "circle": circle})


def shift(toward: str, spaces: int = 1, circle: str = "chosen") -> Effect:
    return Effect("shift", {"toward": toward, "spaces": spaces, "circle": circle})


def neutralise(side: str) -> Effect:
    return Effect("neutralise", {"side": side, "circle": "chosen"})


def draw(count: int) -> Effect:
    return Effect("draw", {"count": count})


# Cards whose whole effect is printed.
EFFECTS = {
    "C03": (convert("commoners"), draw(1)),
    "P06": (convert("commoners"), draw(1)),
    "P24": (convert("nobility"), draw(1)),
    "P29": (shift("subordinate", 2),),
    "P40": (Effect("convert_neutrals", {"circles": (5, 9)}),),
    "F01": (convert("commoners"),),
    "F02": (convert("dominant"),),
    "F03": (convert("nobility"),),
    "F04": (convert("subordinate"),),
    "F05": (shift("either"),),
    "F06": (shift("subordinate"),),
    "F07": (shift("dominant"),),
    "F08": (shift("nobility"),),
    "F09": (Effect("draw_keep", {"draw": 2, "keep": 1}),),
    "F10": (draw(1),),
    "F11": (Effect("opponent_discards", {"count": 1}),),
    "F12": (Effect("redraw", {}),),
    "F13": (neutralise("commoners"),),
    "F14": (neutralise("subordinate"),),
    "F15": (neutralise("nobility"),),
    "F16": (neutralise("dominant"),),
}


def card(card_id: str) -> Card:
    return builtin().cards[card_id]


def test_card_names() -> None:
    for card_id, (english, german, hungarian) in NAMES.items():
        name = card(card_id).name
        assert name["en"] == english
        assert german in (None, name["de"])
        assert hungarian in (None, name["hu"])


def test_card_numbers() -> None:
    for card_id in NUMBERED:
        assert card(card_id).number == int(card_id[1:])


def test_whole_effects() -> None:
    for card_id, effects in EFFECTS.items():
        entry = card(card_id)
        assert entry.effects == effects
        assert (entry.cost, entry.each, entry.persistent, entry.military) == (0, None, None, False)


def test_whose_realm() -> None:
    """§6.4: any number of cards, and as many Power tokens one space toward the Nobility, in different circles."""
    entry = card("P16")
    assert (entry.cost, entry.each, entry.effects) == ("any", shift("nobility"), ())


def test_edict_of_worms() -> None:
    """§6.1: one conversion, then a card is drawn."""
    first, second = card("C18").effects
    assert (first.kind, first.fields["count"]) == ("convert", 1)
    assert second == draw(1)


def test_local_printing_presses() -> None:
    """§6.1: a conversion among the Commoners."""
    assert convert("commoners") in card("P19").effects


def test_battle_of_muehlberg() -> None:
    """§6.6: a military card."""
    assert card("C24").military


def test_a_man_for_all_seasons() -> None:
    """§6.3: the Disputation token moves to a circle of the player's choice."""
    assert Effect("disputation", {"circle": "chosen"}) in card("C38").effects


def test_persistent_cards() -> None:
    """§6.5: the Roman Catechism and the Conservative Peasantry."""
    assert card("C43").persistent
    assert card("C44").persistent


def test_special_protestant_cards() -> None:
    """§6.7: 33 to 42 convert the neutral territories of two circles, and do nothing else."""
    for number in range(33, 43):
        entry = card(f"P{number}")
        (effect,) = entry.effects
        assert effect.kind == "convert_neutrals"
        assert len(set(effect.fields["circles"])) == 2
        assert (entry.cost, entry.persistent) == (0, None)


def test_military_cards_are_catholic_and_few() -> None:
    """§2.2, §6.6."""
    military = [entry for entry in builtin().cards.values() if entry.military]
    assert {entry.faith for entry in military} == {"C"}
    assert 2 <= len(military) <= 10


def test_first_game_decks() -> None:
    """§3: 15 of the 45 cards of each faith."""
    for faith in "CP":
        cards = [entry for entry in builtin().cards.values() if entry.faith == faith]
        assert len(cards) == 45
        assert sum(entry.first_game for entry in cards) == 15


def test_foreign_influence_decks() -> None:
    """§2.3, §9: four decks of four; the red one is white in the German rules."""
    foreign = [entry for entry in builtin().cards.values() if entry.faith == "F"]
    decks: dict[str, set[str | None]] = {"shift": set(), "convert": set(), "cards": set(), "neutralise": set()}
    for entry in foreign:
        assert entry.deck
        decks[entry.deck].add(entry.colour)
    assert decks == {"shift": {"blue"}, "convert": {"red"}, "cards": {"orange"}, "neutralise": {"green"}}
    assert [entry.deck for entry in foreign] == ["convert"] * 4 + ["shift"] * 4 + ["cards"] * 4 + ["neutralise"] * 4


def test_military_chart() -> None:
    """§2.4 and the tables of the German and Dutch rules."""
    results = builtin().results
    assert tuple(result.name["de"] for result in results) == CHART
    assert [result.effects for result in results] == [
        (convert("any"),),
        (shift("either"),),
        (Effect("opponent_discards", {"count": 1}),),
        (draw(1),),
        (draw(2),),
        (),
    ]


def test_circles() -> None:
    """§2.1, §8, and the scoring example of §10."""
    circles = builtin().circles
    for number, (english, german, hungarian) in CIRCLES.items():
        name = circles[number - 1].name
        assert (name["en"], name["de"], name["hu"]) == (english, german, hungarian)
    assert [circle.number for circle in circles] == list(range(1, 11))
    assert sorted(circle.points for circle in circles) == [5] * 4 + [7] * 6
    assert {len(circle.nobility) for circle in circles} | {len(circle.commoners) for circle in circles} == {4, 5}
    assert all(len(circle.nobility) == len(circle.commoners) for circle in circles)
    assert circles[1].below == (4, 5)
    assert circles[2].below == (5, 6)


def test_prints_of_the_rulebook_examples() -> None:
    """§6.1: Lower Saxon prints; §6.7: neutrals of the Upper Rhenish and all three of the Swabian Circle."""
    lower_saxon, upper_rhenish, swabian = (builtin().circles[number - 1] for number in (2, 5, 9))
    assert "P" in lower_saxon.commoners
    assert "C" in lower_saxon.nobility + lower_saxon.commoners
    assert "N" in lower_saxon.nobility  # the Edict of Worms replaces a token there
    assert "N" in upper_rhenish.nobility + upper_rhenish.commoners
    assert (swabian.nobility + swabian.commoners).count("N") == 3


def test_attested_sources_match_this_file() -> None:
    """Exactly the facts listed above are marked as attested."""
    by_source: dict[str, set[str]] = {"rulebook": set(), "partial": set(), "reconstructed": set()}
    for entry in builtin().cards.values():
        by_source[entry.source].add(entry.id)
    assert by_source["rulebook"] == set(EFFECTS) | {"P16"}
    converters = {f"P{number}" for number in range(33, 43)} - {"P40"}
    assert by_source["partial"] == {"C18", "C24", "C38", "C43", "C44", "P19"} | converters
    assert set(NAMES) == by_source["rulebook"] | by_source["partial"] - converters
    assert {circle.source for circle in builtin().circles} == {"partial"}
    assert {result.source for result in builtin().results} == {"rulebook"}
    assert len(by_source["reconstructed"]) == 106 - 22 - 15
