"""The encoding of request bodies: JSON is UTF-8 (RFC 8259), and a body in any other encoding is refused."""

from __future__ import annotations

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def is_utf8_json(body: bytes) -> bool:
    """Whether a body can be JSON in UTF-8; Python's reader would also take UTF-16, UTF-32 and a byte order mark.

    >>> is_utf8_json("{}".encode()), is_utf8_json(b"")
    (True, True)
    >>> [is_utf8_json("{}".encode(name)) for name in ("utf-16", "utf-16-le", "utf-32-be", "utf-8-sig")]
    [False, False, False, False]
    """
    if b"\0" in body or body.startswith(BYTE_ORDER_MARK):  # JSON never contains a zero byte
        return False
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return True
