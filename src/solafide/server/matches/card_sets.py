"""Card sets of stored games: the built-in ones, and the players' own ones from the database."""

from __future__ import annotations

from weakref import WeakValueDictionary

from sqlalchemy import Connection, insert, select, update

from solafide.cards import CardSet, find_builtin, from_canonical
from solafide.server.schemas.errors import RequestRefused
from solafide.server.storage.base import Storage
from solafide.server.storage.schema import card_sets

MAX_CACHED_CARD_SETS = 8  # players' own sets, of some megabytes; a loaded match holds its own


class CardSetCache:
    """Finds the card set that a stored game names; the players' own sets are cached, and matches share them."""

    def __init__(self, store: Storage) -> None:
        self._store = store
        self._own_sets: dict[str, CardSet] = {}  # the last used last
        self._in_use: WeakValueDictionary[str, CardSet] = WeakValueDictionary()  # also by loaded matches

    async def load(self, fingerprint: str) -> CardSet:
        """Return a card set: built in, now or earlier, or a player's own."""
        if (card_set := find_builtin(fingerprint)) is not None:
            return card_set
        card_set = self.share(self._in_use.get(fingerprint) or await self._load_own(fingerprint))
        self._own_sets.pop(fingerprint, None)
        self._own_sets[fingerprint] = card_set
        for old in list(self._own_sets)[:-MAX_CACHED_CARD_SETS]:
            del self._own_sets[old]
        return card_set

    def share(self, cards: CardSet) -> CardSet:
        """Return the equal set that is in memory already, else this one: a large set is there once."""
        return cards if cards.builtin else self._in_use.setdefault(cards.hash, cards)

    async def _load_own(self, fingerprint: str) -> CardSet:
        query = select(card_sets.c.canonical).where(card_sets.c.hash == fingerprint)
        canonical: str | None = await self._store.do(lambda connection: connection.execute(query).scalar())
        if canonical is None:
            raise RequestRefused(404, "server.error.no_set")
        return from_canonical(canonical)


def store_card_set(connection: Connection, cards: CardSet) -> None:
    """Store a player's own card set, once; one that is there is not deleted before this transaction is over."""
    if cards.builtin:
        return
    is_used = update(card_sets).where(card_sets.c.hash == cards.hash).values(unused=None)
    if not connection.execute(is_used).rowcount:
        connection.execute(insert(card_sets).values(hash=cards.hash, canonical=cards.canonical()))
