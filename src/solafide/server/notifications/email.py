"""E-mails to confirmed addresses; they hold nothing of the game but a link to it."""

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
from functools import cached_property
from typing import NamedTuple

from solafide.server.notifications.delivery import DeliveryError
from solafide.server.runtime.settings import SmtpSettings
from solafide.text import catalogue

SMTP_TIMEOUT_S = 20.0  # for each step of a delivery
# Plain addresses only: what quoting and comments allow is more than any mail server needs.
ADDRESS_PATTERN = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?=.{4,190}$)([A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}"
)


def is_address(text: str) -> bool:
    """Whether e-mail may be sent to this address.

    >>> [is_address(each) for each in ("a@example.org", "a@b", "a@example.org\\nBcc: b@example.org")]
    [True, False, False]
    """
    return ADDRESS_PATTERN.fullmatch(text) is not None


class EmailLinks(NamedTuple):
    """The links in an e-mail: to what it is about, and to unsubscribe."""

    action: str
    unsubscribe: str


def compose(kind: str, sender: str, recipient: str, lang: str, links: EmailLinks) -> EmailMessage:
    """Write an e-mail in the recipient's language; kind: `confirm`, `turn` or `expiry`."""
    texts = catalogue(lang)
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"] = sender, recipient
    message["Subject"] = texts.render(f"letter.{kind}.subject")
    message["Date"] = format_datetime(datetime.now(UTC))
    message["Message-ID"] = make_msgid(domain=parseaddr(sender)[1].rpartition("@")[2] or "localhost")
    message["Auto-Submitted"] = "auto-generated"
    message["List-Unsubscribe"] = f"<{links.unsubscribe}>"
    text = texts.render(f"letter.{kind}.text", link=links.action)
    footer = texts.render(f"letter.{kind}.leave", link=links.unsubscribe)
    message.set_content(f"{text}\n\n{footer}\n", cte="quoted-printable")  # filters distrust plain text in base64
    return message


class MailSender:
    """Sends e-mails through the mail server one after the other, in a thread."""

    def __init__(self, settings: SmtpSettings, context: ssl.SSLContext | None = None) -> None:
        self._settings, self._given_context = settings, context
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="smtp")
        self.lock = asyncio.Lock()  # held while an e-mail is claimed and sent, so that no claimed one has to wait

    @cached_property
    def _context(self) -> ssl.SSLContext:
        return self._given_context or ssl.create_default_context()  # loads all certificates: only when it is needed

    @property
    def is_configured(self) -> bool:
        return self._settings.is_configured

    async def send(self, message: EmailMessage) -> None:
        """Send an e-mail; `DeliveryError` if the mail server does not take it."""
        try:
            await asyncio.get_running_loop().run_in_executor(self._pool, self._deliver, message)
        except smtplib.SMTPRecipientsRefused:
            raise DeliveryError("sign.error.refused") from None
        except (smtplib.SMTPException, OSError):
            raise DeliveryError("sign.error.mail_server") from None

    def _deliver(self, message: EmailMessage) -> None:
        settings = self._settings
        host_and_port = (settings.host, settings.port)
        if settings.security == "tls":
            server: smtplib.SMTP = smtplib.SMTP_SSL(*host_and_port, timeout=SMTP_TIMEOUT_S, context=self._context)
        else:
            server = smtplib.SMTP(*host_and_port, timeout=SMTP_TIMEOUT_S)
        with server:
            if settings.security == "starttls":
                server.starttls(context=self._context)
            if settings.user:
                server.login(settings.user, settings.password.get_secret_value())
            server.send_message(message)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
