"""The concepts have the names that the rulebooks of each language give them."""

import pytest

from solafide.text import LANGUAGES, Catalogue

TERMS = {
    "circle": ("Imperial Circle", "Reichskreis", "kreits", "birodalmi tartomány"),
    "territory": ("territory", "Territorium", "gebied", "terület"),
    "side": ("side", "Seite", "kant", "oldal"),
    "dominant": ("dominant side", "vorherrschende Seite", "dominante kant", "domináns oldal"),
    "subordinate": ("subordinate side", "untergeordnete Seite", "ondergeschikte kant", "alárendelt oldal"),
    "neutral": ("neutral", "neutral", "neutraal", "semleges"),
    "convert": ("to convert", "umwandeln", "innemen", "áttérít"),
    "shift": ("to shift", "bewegen", "verplaatsen", "eltol"),
    "claim": ("to claim", "übernehmen", "claimen", "megszerez"),
    "draw": ("to draw", "ziehen", "trekken", "húz"),
    "discard": ("to discard", "abwerfen", "afleggen", "eldob"),
    "influence_token": ("Influence token", "Einflussmarker", "invloedsteen", "befolyásjelölő"),
    "power_token": ("Power token", "Machtmarker", "machtsblok", "hatalomjelölő"),
    "power_track": ("Power track", "Machtskala", "machtsspoor", "hatalmi sáv"),
    "reward_token": ("Reward token", "Belohnungsmarker", "beloningsblokje", "jutalomjelölő"),
    "disputation_token": ("Disputation token", "Disputationsmarker", "dispuutfiguur", "vitajelölő"),
    "foreign_influence": ("Foreign Influence", "Ausländischer Einfluss", "buitenlandse invloed", "idegen befolyás"),
    "military_chart": ("Military Chart", "Militär-Tabelle", "militaire tabel", "katonai táblázat"),
    "military_card": ("military card", "Militärkarte", "militaire kaart", "katonai kártya"),
    "persistent": ("persistent event", "dauerhafte Karte", "doorlopende gebeurtenis", "tartós esemény"),
    "hand": ("hand", "Handkarten", "hand", "kéz"),
    "hand_limit": ("hand limit", "Handkartenlimit", "handlimiet", "kézlimit"),
    "deck": ("deck", "Deck", "trekstapel", "húzópakli"),
    "discard_pile": ("discard pile", "Ablagestapel", "aflegstapel", "dobópakli"),
    "supply": ("supply", "Vorrat", "voorraad", "készlet"),
    "points": ("victory points", "Siegpunkte", "overwinningspunten", "győzelmi pont"),
}
FAITHS = {
    "C": ("Catholic", "katholisch", "katholiek", "katolikus"),
    "P": ("Protestant", "protestantisch", "protestants", "protestáns"),
}
ESTATES = {
    "nobility": ("nobility", "adel", "adel", "nemesség"),
    "commoners": ("commoners", "volk", "plebs", "közemberek"),
}


@pytest.mark.parametrize(("place", "lang"), list(enumerate(LANGUAGES)))
def test_terms(place: int, lang: str) -> None:
    texts = Catalogue(lang)
    assert {key for key in texts if key.startswith("term.")} == {f"term.{name}" for name in TERMS}
    assert all(texts.render(f"term.{name}") == names[place] for name, names in TERMS.items())
    assert all(texts.render(f"faith.{faith}.name") == names[place] for faith, names in FAITHS.items())
    assert all(texts.render(f"estate.{estate}").lower() == names[place] for estate, names in ESTATES.items())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_that_the_rulebooks_do_not_use(lang: str) -> None:
    """Hungarian rules sometimes call the Protestants Reformed; here there is one word."""
    texts = Catalogue(lang)
    for key in texts:
        template = texts.template(key)
        forms = (template,) if isinstance(template, str) else tuple(template.values())
        assert not any("református" in form.lower() for form in forms)
