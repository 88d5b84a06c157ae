"""Servers that receive notifications: one for e-mail and one for webhooks. They keep what they are sent."""

import base64
import http.server
import socketserver
import threading
from collections.abc import Callable
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any, Self, cast

from server.http_client import TIMEOUT_S
from server.waiting import join


class SmtpSession(socketserver.StreamRequestHandler):
    """One SMTP session."""

    def handle(self) -> None:
        server = cast("MailServer", self.server)
        server.calls.append(self.client_address)
        assert server.answering.wait(TIMEOUT_S)
        self._say(220, "ready")
        to: list[str] = []
        while line := self.rfile.readline():
            verb, _, rest = line.decode("ascii").strip().partition(" ")
            match verb.upper():
                case "EHLO":
                    self.wfile.write(b"250-hello\r\n250 AUTH PLAIN\r\n")
                case "AUTH":
                    server.logged_in.append(base64.b64decode(rest.partition(" ")[2]).decode().split("\0")[1:])
                    self._say(235, "welcome")
                case "RCPT":
                    to.append(rest.partition(":")[2].strip(" <>"))
                    self._say(550 if to[-1] in server.refused_addresses else 250, "heard")
                case "DATA":
                    self._say(354, "go on")
                    server.take(to, self._data())
                    self._say(250, "taken")
                case "QUIT":
                    self._say(221, "farewell")
                    return
                case _:
                    self._say(250, "heard")

    def _say(self, code: int, text: str) -> None:
        self.wfile.write(f"{code} {text}\r\n".encode())

    def _data(self) -> bytes:
        lines = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line.removeprefix(b"."))
        return b"".join(lines)


class ServerInThread(socketserver.BaseServer):
    """A server that runs in a thread inside a `with` block."""

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=self.serve_forever, args=(0.02,))
        self._thread.start()
        return self

    def __exit__(self, *_: Any) -> None:
        self.shutdown()
        self.server_close()
        join(self._thread)


class MailServer(ServerInThread, socketserver.ThreadingTCPServer):
    """A mail server whose messages a test can wait for."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), SmtpSession)
        self.port: int = self.server_address[1]
        self.refused_addresses: set[str] = set()
        self.logged_in: list[list[str]] = []
        self.calls: list[Any] = []
        self.answering = threading.Event()
        self.answering.set()
        self._letters: list[tuple[list[str], EmailMessage]] = []
        self._arrived = threading.Condition()

    def take(self, to: list[str], data: bytes) -> None:
        letter = message_from_bytes(data, policy=policy.default)
        with self._arrived:
            self._letters.append((to, letter))
            self._arrived.notify_all()

    def letter(self, number: int) -> EmailMessage:
        """Wait for the message with this number, from 1 on, and return it."""
        with self._arrived:
            assert self._arrived.wait_for(lambda: len(self._letters) >= number, 60)
            to, letter = self._letters[number - 1]
        assert [letter["To"]] == to
        return letter

    def __len__(self) -> int:
        return len(self._letters)


class WebhookHandler(http.server.BaseHTTPRequestHandler):
    """Keep each request, and answer as the test says."""

    def do_POST(self) -> None:
        server = cast("WebhookServer", self.server)
        length = int(self.headers["Content-Length"])
        server.calls.append((self.path, dict(self.headers), self.rfile.read(length)))
        server.answer(self)

    def log_message(self, *_: Any) -> None:
        pass


class WebhookServer(ServerInThread, http.server.ThreadingHTTPServer):
    """A receiver of webhooks; a test sets `answer`."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), WebhookHandler)
        self.calls: list[tuple[str, dict[str, str], bytes]] = []
        self.answer: Callable[[Any], None] = lambda request: status(request, 204)
        self.port: int = self.server_address[1]


def status(request: Any, code: int, **headers: str) -> None:
    request.send_response(code)
    for name, value in headers.items():
        request.send_header(name, value)
    request.send_header("Content-Length", "0")
    request.end_headers()
