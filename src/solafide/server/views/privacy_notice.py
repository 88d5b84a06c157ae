"""The privacy notice of an online server: what it stores, what for and how long, from its settings and constants.

The sentences stand in the catalogues; here is which of them the notice has, and from where the numbers in them come.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from solafide.server.matches.lobby import LOBBY_TTL
from solafide.server.matches.outages import UPTIME_RETENTION
from solafide.server.matches.quotas import STORED_COUNTS_FOR
from solafide.server.matches.retention import CONFIRMATION_TTL
from solafide.server.matches.unused_card_sets import UNUSED_FOR
from solafide.server.runtime.settings import OperatorSettings, ServerSettings
from solafide.server.storage.idempotency import ANSWER_TTL
from solafide.text import Catalogue, catalogue

EMAIL_PATTERN = re.compile(r"[^\s@]+@[^\s@]+")
WEB_PAGE_PATTERN = re.compile(r"https?://\S+")


class Sentence(NamedTuple):
    """A sentence of the notice; number: the blank `n` in it, see `numbers`; feature: only where it is on."""

    key: str
    number: str = ""
    feature: str = ""


class Entry(NamedTuple):
    """A kind of data; periods: how long it is stored. Its name, text and purpose have keys with its id."""

    id: str
    periods: tuple[Sentence, ...]
    feature: str = ""


class Section(NamedTuple):
    """A part of the notice under one title."""

    id: str
    sentences: tuple[Sentence, ...] = ()
    entries: tuple[Entry, ...] = ()


UNTIL_OWN_DELETION = Sentence("privacy.until.own_deletion")
UNTIL_REMOVED = Sentence("privacy.until.removed")  # or the own deletion
EARLIER_BY_OWN_DELETION = Sentence("privacy.until.earlier")

SECTIONS = (
    Section(
        "summary",
        (
            Sentence("privacy.summary.account"),
            Sentence("privacy.summary.stored"),
            Sentence("privacy.summary.no_tracking"),
            Sentence("privacy.summary.settings"),
        ),
    ),
    Section(
        "operator",
        (
            Sentence("privacy.operator.named", feature="operator_name"),
            Sentence("privacy.operator.unnamed", feature="no_operator_name"),
            Sentence("privacy.operator.contact", feature="plain_contact"),
            Sentence("privacy.operator.no_contact", feature="no_operator_contact"),
        ),
    ),
    Section(
        "games",
        (),
        (
            Entry(
                "games",
                (
                    Sentence("privacy.until.expired", "expire_days", "expiry"),
                    Sentence("privacy.until.warned", "warn_days", "expiry"),
                    Sentence("privacy.until.no_expiry", feature="no_expiry"),
                    Sentence("privacy.until.lobby", "lobby_days"),
                    Sentence("privacy.until.finished"),
                ),
            ),
            Entry("seat", (Sentence("privacy.until.seat"), Sentence("privacy.until.deal"))),
            Entry("fairness", (Sentence("privacy.until.game"),)),
            Entry("answers", (Sentence("privacy.until.answers", "answer_days"), EARLIER_BY_OWN_DELETION)),
            Entry("card_sets", (Sentence("privacy.until.card_sets", "unused_days"),)),
        ),
    ),
    Section(
        "writing",
        (),
        (
            Entry("notes", (UNTIL_REMOVED,)),
            Entry("chat", (UNTIL_OWN_DELETION,)),
            Entry(
                "reports",
                (
                    Sentence("privacy.until.report", "report_days"),
                    Sentence("privacy.until.open_report"),
                    EARLIER_BY_OWN_DELETION,
                ),
            ),
            Entry("blocks", (Sentence("privacy.until.blocks"),)),
        ),
    ),
    Section(
        "notifications",
        (Sentence("privacy.notifications.off"), Sentence("privacy.notifications.browser")),
        (
            Entry(
                "email",
                (
                    UNTIL_REMOVED,
                    Sentence("privacy.until.email"),
                    Sentence("privacy.until.unconfirmed", "confirmation_days"),
                ),
                "email",
            ),
            Entry("webhook", (UNTIL_REMOVED, Sentence("privacy.until.webhook")), "webhook"),
        ),
    ),
    Section(
        "addresses",
        (Sentence("privacy.addresses.sent"),),
        (
            Entry("memory", (Sentence("privacy.until.restart"),)),
            Entry("guests", (Sentence("privacy.until.creator"), Sentence("privacy.until.guest_days", "guest_days"))),
            Entry("bans", (Sentence("privacy.until.ban"),)),
        ),
    ),
    Section(
        "logs",
        (
            Sentence("privacy.logs.metrics", feature="metrics"),
            Sentence("privacy.logs.proxy", feature="proxy"),
        ),
        (
            Entry("log", (Sentence("privacy.until.log"),)),
            Entry(
                "backups",
                (
                    Sentence("privacy.until.backup_days", "backup_days"),
                    Sentence("privacy.until.backup_weeks", "backup_weeks", "weekly_backups"),
                    Sentence("privacy.until.backup_deleted"),
                ),
            ),
            Entry("server", (Sentence("privacy.until.uptime", "uptime_days"), Sentence("privacy.until.keys"))),
        ),
    ),
    Section(
        "browser",
        (
            Sentence("privacy.browser.no_cookies"),
            Sentence("privacy.browser.own_files"),
            Sentence("privacy.browser.worker"),
        ),
        (
            Entry("browser_keys", (Sentence("privacy.until.browser_deletion"),)),
            Entry("browser_progress", (Sentence("privacy.until.browser_deletion"),)),
            Entry("browser_box", (Sentence("privacy.until.box_deletion"),)),
            Entry("browser_settings", (Sentence("privacy.until.site_deletion"),)),
            Entry("browser_files", (Sentence("privacy.until.replaced"), Sentence("privacy.until.site_deletion"))),
            Entry("browser_tab", (Sentence("privacy.until.tab"),)),
        ),
    ),
    Section(
        "others",
        (
            Sentence("privacy.others.players"),
            Sentence("privacy.others.open"),
            Sentence("privacy.others.operator"),
            Sentence("privacy.others.email", feature="email"),
            Sentence("privacy.others.webhook", feature="webhook"),
            Sentence("privacy.others.nobody"),
            Sentence("privacy.others.automatic"),
        ),
    ),
    Section(
        "rights",
        (
            Sentence("privacy.rights.access"),
            Sentence("privacy.rights.correction"),
            Sentence("privacy.rights.deletion"),
            Sentence("privacy.rights.key"),
            Sentence("privacy.rights.objection"),
            Sentence("privacy.rights.complaint"),
        ),
    ),
    Section(
        "law",
        (
            Sentence("privacy.law.service"),
            Sentence("privacy.law.interest"),
            Sentence("privacy.law.consent", feature="sent_notifications"),
            Sentence("privacy.law.browser"),
            Sentence("privacy.law.voluntary"),
        ),
    ),
)


def privacy_notice(settings: ServerSettings, lang: str) -> dict[str, Any]:
    """Return the notice of a server with these settings, section by section."""
    texts, features = catalogue(lang), enabled_features(settings)
    blanks = {"name": settings.operator.name, "contact": settings.operator.contact}
    values = numbers(settings)

    def write(sentences: tuple[Sentence, ...]) -> list[str]:
        shown = (each for each in sentences if not each.feature or each.feature in features)
        return [texts.render(each.key, **blanks, n=values.get(each.number, 0)) for each in shown]

    def write_entry(entry: Entry) -> dict[str, Any]:
        return {
            "id": entry.id,
            "name": texts.render(f"privacy.stored.{entry.id}.name"),
            "text": texts.render(f"privacy.stored.{entry.id}.text"),
            "purpose": texts.render(f"privacy.stored.{entry.id}.purpose"),
            "periods": write(entry.periods),
        }

    links = {
        "operator": _operator_links(settings.operator, texts),
        "rights": [{"text": texts.render("online.mine.data"), "address": "/data"}],
    }
    return {
        "sections": [
            {
                "id": section.id,
                "title": texts.render(f"privacy.title.{section.id}"),
                "text": write(section.sentences),
                "entries": [
                    write_entry(entry) for entry in section.entries if not entry.feature or entry.feature in features
                ],
                "links": links.get(section.id, []),
            }
            for section in SECTIONS
        ]
    }


def enabled_features(settings: ServerSettings) -> frozenset[str]:
    """Return what is on, by the names that sentences and entries ask for."""
    operator, email, webhook = settings.operator, settings.smtp.is_configured, settings.signs.hooks
    states = {
        "operator_name": bool(operator.name),
        "no_operator_name": not operator.name,
        "plain_contact": bool(operator.contact) and not contact_address(operator.contact),
        "no_operator_contact": not operator.contact,
        "expiry": settings.games.expire_days > 0,
        "no_expiry": settings.games.expire_days == 0,
        "email": email,
        "webhook": webhook,
        "sent_notifications": email or webhook,
        "metrics": settings.metrics.port > 0,
        "proxy": bool(settings.proxies),
        "weekly_backups": settings.backup.weekly > 0,
    }
    return frozenset(name for name, is_on in states.items() if is_on)


def numbers(settings: ServerSettings) -> dict[str, int]:
    """Return the numbers in the notice: from the settings, and from the constants of the parts that delete."""
    return {
        "expire_days": settings.games.expire_days,
        "warn_days": settings.games.warn_days,
        "lobby_days": LOBBY_TTL.days,
        "answer_days": ANSWER_TTL.days,
        "confirmation_days": CONFIRMATION_TTL.days,
        "unused_days": UNUSED_FOR.days,
        "report_days": settings.reports.days,
        "guest_days": STORED_COUNTS_FOR.days,
        "backup_days": settings.backup.daily,
        "backup_weeks": settings.backup.weekly,
        "uptime_days": UPTIME_RETENTION.days,
    }


def _operator_links(operator: OperatorSettings, texts: Catalogue) -> list[dict[str, str]]:
    """Return links to write to the operator, and to pages of the operator's own."""
    links = []
    if address := contact_address(operator.contact):
        links.append({"text": texts.render("privacy.operator.contact", contact=operator.contact), "address": address})
    if operator.page:
        links.append({"text": texts.render("privacy.operator.page"), "address": operator.page})
    return links


def contact_address(contact: str) -> str:
    """Return the address of a link to a contact; "" if it is neither an e-mail address nor a page.

    >>> contact_address("anna@club.example"), contact_address("Main Street 1, Wittenberg")
    ('mailto:anna@club.example', '')
    """
    if EMAIL_PATTERN.fullmatch(contact):
        return f"mailto:{contact}"
    return contact if WEB_PAGE_PATTERN.fullmatch(contact) else ""
