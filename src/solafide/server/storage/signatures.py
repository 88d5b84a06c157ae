"""Ed25519 signatures: the only module that uses the package `cryptography`."""

from __future__ import annotations

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey


def new_private_key() -> bytes:
    """Draw a private key of 32 bytes."""
    return Ed25519PrivateKey.generate().private_bytes_raw()


def public_key_of(private_key: bytes) -> bytes:
    """Return the public key of a private key: 32 bytes."""
    return Ed25519PrivateKey.from_private_bytes(private_key).public_key().public_bytes_raw()


def sign(private_key: bytes, message: bytes) -> bytes:
    """Sign a message: 64 bytes, the same each time."""
    return Ed25519PrivateKey.from_private_bytes(private_key).sign(message)


def is_signed(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the owner of a key has signed a message."""
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True
