"""Letters by e-mail: to addresses that asked for them, with nothing of the game in them."""

from __future__ import annotations

import asyncio
import re
import smtplib
import ssl
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid, parseaddr
from typing import NamedTuple

from solafide.server.notifications.webhook import WebhookError
from solafide.server.runtime.settings import Settings
from solafide.text import catalogue

SMTP_TIMEOUT_S = 20.0  # for each step of a delivery
# Plain addresses only: what quoting and comments allow is more than any mail server needs.
ADDRESS_PATTERN = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?=.{4,190}$)([A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}"
)


def is_address(text: str) -> bool:
    """Whether a letter may be sent there.

    >>> [is_address(each) for each in ("a@example.org", "a@b", "a@example.org\\nBcc: b@example.org")]
    [True, False, False]
    """
    return ADDRESS_PATTERN.fullmatch(text) is not None


class EmailLinks(NamedTuple):
    """Where a letter leads: what it is about, and how one ends such letters."""

    aim: str
    leave: str


def letter(kind: str, sender: str, to: str, lang: str, links: EmailLinks) -> EmailMessage:
    """A letter in the reader's language; kind: `confirm` or `turn`."""
    texts = catalogue(lang)
    made = EmailMessage(policy=SMTP)
    made["From"], made["To"] = sender, to
    made["Subject"] = texts.render(f"letter.{kind}.subject")
    made["Date"] = format_datetime(datetime.now(UTC))
    made["Message-ID"] = make_msgid(domain=parseaddr(sender)[1].rpartition("@")[2] or "localhost")
    made["Auto-Submitted"] = "auto-generated"
    made["List-Unsubscribe"] = f"<{links.leave}>"
    parts = (
        texts.render(f"letter.{kind}.text", link=links.aim),
        texts.render(f"letter.{kind}.leave", link=links.leave),
    )
    made.set_content("\n\n".join(parts) + "\n")
    return made


class MailSender:
    """The way to the mail server, one letter after the other, beside the event loop."""

    def __init__(self, settings: Settings, context: ssl.SSLContext | None = None) -> None:
        self._settings, self._context = settings, context or ssl.create_default_context()
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="post")
        self.turn = asyncio.Lock()  # of whoever has a letter: none waits that was not taken up, nor is taken up to wait

    @property
    def open(self) -> bool:
        return bool(self._settings.smtp_host)

    async def send(self, made: EmailMessage) -> None:
        """Undelivered if the mail server does not take it."""
        try:
            await asyncio.get_running_loop().run_in_executor(self._pool, self._deliver, made)
        except smtplib.SMTPRecipientsRefused:
            raise WebhookError("sign.error.refused") from None
        except (smtplib.SMTPException, OSError):
            raise WebhookError("sign.error.mail_server") from None

    def _deliver(self, made: EmailMessage) -> None:
        settings = self._settings
        where = (settings.smtp_host, settings.smtp_port)
        if settings.smtp_security == "tls":
            server: smtplib.SMTP = smtplib.SMTP_SSL(*where, timeout=SMTP_TIMEOUT_S, context=self._context)
        else:
            server = smtplib.SMTP(*where, timeout=SMTP_TIMEOUT_S)
        with server:
            if settings.smtp_security == "starttls":
                server.starttls(context=self._context)
            if settings.smtp_user:
                server.login(settings.smtp_user, settings.smtp_password)
            server.send_message(made)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
