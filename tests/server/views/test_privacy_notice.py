"""The privacy notice: complete as to what is stored, and true to the settings, in every language."""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import solafide.server
from server.online_server import settings_of
from solafide.server.matches.lobby import LOBBY_TTL
from solafide.server.matches.own_data import PLAYER_TABLES
from solafide.server.matches.quotas import STORED_COUNTS_FOR
from solafide.server.matches.unused_card_sets import UNUSED_FOR
from solafide.server.runtime.settings import ServerSettings
from solafide.server.storage.idempotency import ANSWER_TTL
from solafide.server.storage.schema import metadata
from solafide.server.views.privacy_html import privacy_html
from solafide.server.views.privacy_notice import (
    EARLIER_BY_OWN_DELETION,
    SECTIONS,
    UNTIL_OWN_DELETION,
    UNTIL_REMOVED,
    Sentence,
    enabled_features,
    numbers,
    privacy_notice,
)
from solafide.server.views.stored_data import BROWSER_VALUES, CACHES, LOCAL_TABLES, STORED_COLUMNS, TAB_VALUES
from solafide.text import LANGUAGES, catalogue

STATIC = Path(solafide.server.__file__).parent / "static"
EVERYTHING = {
    "operator_name": "Anna Example",
    "operator_contact": "Main Street 1, Wittenberg",
    "smtp_host": "localhost",
    "smtp_sender": "sola-fide@solafide.example",
    "metrics_port": 9000,
    "proxies": "10.0.0.1",
}
NOT_IN_THE_DATABASE = {"memory", "log", "backups"}
ENTRIES = {entry.id: entry for section in SECTIONS for entry in section.entries}
SENTENCES = [sentence for section in SECTIONS for sentence in section.sentences]
SENTENCES += [sentence for entry in ENTRIES.values() for sentence in entry.periods]


def notice(lang: str, **settings: Any) -> dict[str, Any]:
    return privacy_notice(settings_of(**settings), lang)


def texts_of(shown: dict[str, Any]) -> str:
    """Return everything that a reader sees, line by line."""
    lines: list[str] = []
    for section in shown["sections"]:
        lines += [section["title"], *section["text"], *(link["text"] for link in section["links"])]
        for entry in section["entries"]:
            lines += [entry["name"], entry["text"], entry["purpose"], *entry["periods"]]
    return "\n".join(lines)


def entry_ids(shown: dict[str, Any]) -> set[str]:
    return {entry["id"] for section in shown["sections"] for entry in section["entries"]}


def links(shown: dict[str, Any]) -> list[str]:
    return [link["address"] for section in shown["sections"] for link in section["links"]]


# ---------------------------------------------------------------- complete


def test_every_column_of_the_database_has_its_entry() -> None:
    """A new column fails here: say in `stored_data` which entry tells of it, or write an entry."""
    stored = {
        table: {name for columns in by_entry.values() for name in columns.split()}
        for table, by_entry in STORED_COLUMNS.items()
    }
    assert stored == {
        table.name: {column.name for column in table.columns}
        for table in metadata.sorted_tables
        if table.name not in LOCAL_TABLES
    }
    assert set(metadata.tables) >= LOCAL_TABLES


def test_every_value_in_the_browser_has_its_entry() -> None:
    [names] = re.findall(r"STORED = .*?\(\{(.*?)\}\)", (STATIC / "core/storage.js").read_text("utf-8"), re.S)
    assert set(re.findall(r': "(\w+)"', names)) == set(BROWSER_VALUES)
    keys = re.findall(r'_KEY = "solafide\.(\w+)"', (STATIC / "core/router.js").read_text("utf-8"))
    assert set(keys) == set(TAB_VALUES)
    caches = re.findall(r"CACHE_PREFIX\}(\w+)`", (STATIC / "service-worker.js").read_text("utf-8"))
    assert set(caches) == set(CACHES)


def test_the_page_stores_values_in_no_other_way_and_loads_nothing_from_elsewhere() -> None:
    scripts = [path for path in STATIC.rglob("*.js") if "vendor" not in path.parts]
    for pattern, users in (
        (r"\blocalStorage\.", {"storage.js"}),
        (r"\bsessionStorage\.", {"router.js"}),
        (r"\bcaches\.", {"service-worker.js"}),
        (r"document\.cookie|indexedDB|storageAccess|PushManager|pushManager", set()),
        (r"https?://(?!www\.w3\.org/2000/svg\b)", set()),  # the name of a format, from which nothing is loaded
    ):
        code = {path: re.sub(r"^\s*(//|/?\*).*$", "", path.read_text("utf-8"), flags=re.M) for path in scripts}
        assert {path.name for path in scripts if re.search(pattern, code[path])} == users, pattern


def test_every_entry_is_shown_where_everything_is_on() -> None:
    needed = {entry for by_entry in STORED_COLUMNS.values() for entry in by_entry}
    needed |= NOT_IN_THE_DATABASE | {*BROWSER_VALUES.values(), *TAB_VALUES.values(), *CACHES.values()}
    assert set(ENTRIES) == needed
    assert entry_ids(notice("en", **EVERYTHING)) == needed


def test_what_a_player_can_delete_is_said_to_be_deleted() -> None:
    deleting = {UNTIL_OWN_DELETION, UNTIL_REMOVED, EARLIER_BY_OWN_DELETION}
    for table in PLAYER_TABLES:
        for entry in STORED_COLUMNS[table.name]:
            assert deleting & set(ENTRIES[entry].periods), entry


@pytest.mark.parametrize("lang", LANGUAGES)
def test_plurals_have_their_numbers(lang: str) -> None:
    values, texts = numbers(ServerSettings()), catalogue(lang)
    for sentence in SENTENCES:
        assert isinstance(texts.template(sentence.key), str) == (not sentence.number), sentence
        assert not sentence.number or sentence.number in values, sentence
    assert {sentence.number for sentence in SENTENCES} - {""} == set(values)


# ---------------------------------------------------------------- true to the settings


@pytest.mark.parametrize("lang", LANGUAGES)
def test_periods_are_those_of_the_settings_and_constants(lang: str) -> None:
    changed = {
        "games_expire_days": 101,
        "games_warn_days": 23,
        "reports_days": 103,
        "backup_daily": 104,
        "backup_weekly": 105,
    }
    before, after = (re.findall(r"\d+", texts_of(notice(lang, **values))) for values in ({}, changed))
    usual = ServerSettings()
    for key, value in changed.items():
        assert before.count(str(usual.value_of(key.replace("_", ".", 1)))) >= 1, key
        assert after.count(str(value)) == 1, key
    for constant in (LOBBY_TTL, UNUSED_FOR, ANSWER_TTL, STORED_COUNTS_FOR):
        assert str(constant.days) in after


@pytest.mark.parametrize("lang", LANGUAGES)
def test_one_day_is_singular(lang: str) -> None:
    texts = catalogue(lang)
    shown = texts_of(notice(lang, reports_days=1))
    assert texts.render("privacy.until.report", n=1) in shown


OFF: list[tuple[str, dict[str, Any], str, set[str]]] = [
    ("email", {"smtp_host": "", "smtp_sender": ""}, r"mail", {"email"}),
    ("webhook", {"signs_hooks": False}, r"webhook", {"webhook"}),
    ("proxy", {"proxies": ()}, r"proxy", set()),
    ("metrics", {"metrics_port": 0}, r"$^", set()),
    ("expiry", {"games_expire_days": 0}, r"$^", set()),
    ("weekly_backups", {"backup_weekly": 0}, r"$^", set()),
]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("feature", "settings", "word", "entries"), OFF, ids=[case[0] for case in OFF])
def test_what_is_off_is_not_mentioned(
    lang: str, feature: str, settings: dict[str, Any], word: str, entries: set[str]
) -> None:
    on, off = notice(lang, **EVERYTHING), notice(lang, **EVERYTHING | settings)
    values, texts = numbers(settings_of(**EVERYTHING)), catalogue(lang)
    sentences = [
        texts.render(sentence.key, n=values.get(sentence.number, 0))
        for sentence in SENTENCES
        if sentence.feature == feature
    ]
    assert all(sentence in texts_of(on) and sentence not in texts_of(off) for sentence in sentences)
    assert entry_ids(on) - entry_ids(off) == entries
    assert sentences or entries
    assert not re.search(word, texts_of(off), re.IGNORECASE)


def test_consent_is_mentioned_only_where_something_is_sent() -> None:
    consent = catalogue("en").render("privacy.law.consent")
    assert consent in texts_of(notice("en"))  # webhooks are on
    assert consent not in texts_of(notice("en", signs_hooks=False))


def test_every_feature_is_known() -> None:
    used = {sentence.feature for sentence in SENTENCES} | {entry.feature for entry in ENTRIES.values()}
    states = [settings_of(**EVERYTHING), ServerSettings(), settings_of(games_expire_days=0)]
    assert used - {""} == frozenset().union(*map(enabled_features, states))


# ---------------------------------------------------------------- the operator


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_operator_without_a_name_is_said_to_have_none(lang: str) -> None:
    texts = catalogue(lang)
    unnamed = {texts.render(f"privacy.operator.{key}") for key in ("unnamed", "no_contact")}
    assert unnamed <= set(texts_of(notice(lang)).splitlines())
    named = set(texts_of(notice(lang, **EVERYTHING)).splitlines())
    assert not unnamed & named
    assert texts.render("privacy.operator.named", name="Anna Example") in named
    assert texts.render("privacy.operator.contact", contact="Main Street 1, Wittenberg") in named


@pytest.mark.parametrize(
    ("contact", "address"),
    [
        ("anna@club.example", "mailto:anna@club.example"),
        ("https://club.example/contact", "https://club.example/contact"),
        ("javascript:alert(1)", None),
        ("Main Street 1, Wittenberg", None),
    ],
)
def test_only_an_email_address_or_a_page_becomes_a_link(contact: str, address: str | None) -> None:
    shown = notice("en", operator_contact=contact, operator_page="https://club.example/imprint")
    assert links(shown) == [*([address] if address else []), "https://club.example/imprint", "/data"]
    assert texts_of(shown).count(f"Contact: {contact}") == 1


# ---------------------------------------------------------------- as HTML


class Reader(HTMLParser):
    """Collects the texts, links and open elements of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.text, self.links, self.open = "", list[str](), list[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.links += [value or "" for name, value in attrs if name == "href"]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data + "\n"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_html_has_every_text_and_every_link(lang: str) -> None:
    shown = notice(lang, **EVERYTHING | {"operator_name": '<b>Anna</b> & "Béla"', "operator_contact": "a@b.example"})
    reader = Reader()
    reader.feed(privacy_html(shown, lang))
    assert not reader.open
    assert set(texts_of(shown).splitlines()) <= set(reader.text.splitlines())
    assert set(links(shown)) < set(reader.links)
    assert {f"/privacy?lang={other}" for other in LANGUAGES if other != lang} < set(reader.links)


def test_sentences_are_distinct() -> None:
    assert len({sentence.key for sentence in SENTENCES}) == len({Sentence(*sentence) for sentence in SENTENCES})
