"""Tags: words under which a player files games. Nobody else sees them."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sqlalchemy import Connection, delete, insert, select

from solafide.server.storage.schema import game_tags

LOCAL_PERSON = ""  # whose tags they are on a local server


def load_tags(connection: Connection, person: str, games: Collection[str] | None = None) -> dict[str, list[str]]:
    """Load the tags of a person by game, in alphabetical order; games: only of these."""
    query = select(game_tags.c.game, game_tags.c.tag).where(game_tags.c.person == person)
    if games is not None:
        query = query.where(game_tags.c.game.in_(games))
    tags: dict[str, list[str]] = {}
    for game, tag in connection.execute(query.order_by(game_tags.c.game, game_tags.c.tag)):
        tags.setdefault(game, []).append(tag)
    return tags


def replace_tags(connection: Connection, game: str, person: str, tags: Iterable[str]) -> None:
    """Replace the tags that a person has given to a game."""
    connection.execute(delete(game_tags).where(game_tags.c.game == game, game_tags.c.person == person))
    rows = [{"game": game, "person": person, "tag": tag} for tag in sorted(set(tags))]
    if rows:
        connection.execute(insert(game_tags), rows)
