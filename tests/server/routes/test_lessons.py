"""The course over HTTP: whatever a request names, nothing is stored, and what no lesson offers is refused."""

import pytest

from server.remote_client import RemoteClient, UnlimitedServerThread


def test_a_lesson_follows_the_choices_of_a_request(server: UnlimitedServerThread) -> None:
    guest = RemoteClient(server.base)
    first = guest.ask("GET", "lessons", None, None).json()[0]["lesson"]
    start = guest.ask("GET", f"lessons/{first}", None, None).json()
    after = guest.ask("GET", f"lessons/{first}", None, None, choices=start["shown"]).json()
    assert (start["moment"]["version"], after["moment"]["version"]) == (0, 1)
    assert server.call(lambda registry: registry.in_memory) == 0


@pytest.mark.parametrize(
    ("lesson", "choices", "status"),
    [
        ("nowhere", "", 404),
        ("turn", "play:C99", 422),
        ("turn", "resign", 422),
        ("turn", "é", 422),
        ("turn", "' OR 1=1", 422),
        ("turn", "draw," * 300, 422),
    ],
)
def test_what_no_lesson_offers_is_refused(
    server: UnlimitedServerThread, lesson: str, choices: str, status: int
) -> None:
    answer = RemoteClient(server.base).ask("GET", f"lessons/{lesson}", None, None, choices=choices)
    assert answer.status_code == status, answer.text
