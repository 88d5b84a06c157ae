"""The types of the protocol, read from where the page declares them, and whether a value has one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import solafide.server

TYPES = Path(solafide.server.__file__).parent / "static" / "core" / "types.d.ts"
PLAIN: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}
TOKEN = re.compile(r'\s*("[^"]*"|\d+|\w+|[{}()\[\]<>:;,?|&=])')

# The names that the page has for the models.
PAGE_NAMES = {
    "AnalysisResponse": "AnalysisSaid",
    "CardProgressView": "Resolving",
    "CardSetFaces": "Faces",
    "ChatMessage": "ChatLine",
    "CircleText": "CircleSaid",
    "ClockView": "ClockSide",
    "DealBoardView": "BoardSaid",
    "DealPlayer": "DealSeat",
    "DealView": "DealSaid",
    "ErrorResponse": "Problem",
    "EventView": "Happening",
    "FairnessReceipt": "Receipt",
    "GameSummary": "GameLine",
    "HintResponse": "HintSaid",
    "LobbyPlayer": "Guest",
    "LobbyView": "Arrival",
    "MomentText": "Said",
    "NewDealRequest": "NewDeal",
    "NewGameRequest": "NewGame",
    "NewLobbyRequest": "NewTable",
    "NotificationChannel": "Way",
    "NotificationsView": "SignsSaid",
    "OfferView": "Offer",
    "OnlineView": "Company",
    "OpenLobby": "OpenTable",
    "OptionView": "Option",
    "OrderAim": "Aim",
    "PlayerView": "Player",
    "SeatView": "View",
    "SetupView": "Setup",
    "StandingOrders": "Orders",
    "StandingOrdersView": "OrdersSaid",
    "TerritoryRef": "Place",
    "TextWithSection": "Told",
    "TimeControl": "Pace",
}

Type = tuple[Any, ...]


class Reader:
    """Reads declarations: what the file needs of TypeScript, and no more."""

    def __init__(self, text: str) -> None:
        plain = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.DOTALL)
        self.tokens = TOKEN.findall(plain)
        self.at = 0
        self.found: dict[str, Type] = {}

    def next(self, wanted: str = "") -> str:
        token = self.tokens[self.at]
        assert not wanted or token == wanted, f"{token} instead of {wanted}"
        self.at += 1
        return str(token)

    def has(self, token: str) -> bool:
        if self.at < len(self.tokens) and self.tokens[self.at] == token:
            self.at += 1
            return True
        return False

    def declarations(self) -> dict[str, Type]:
        while self.at < len(self.tokens):
            self.next("export")
            kind, name = self.next(), self.next()
            if kind == "interface":
                self.next("{")
                self.found[name] = self.fields()
            else:
                self.next("=")
                self.found[name] = self.union()
                self.next(";")
        return self.found

    def fields(self) -> Type:
        fields: dict[str, tuple[bool, Type]] = {}
        others: Type | None = None
        while not self.has("}"):
            if self.has("["):
                while not self.has("]"):
                    self.next()
                self.next(":")
                others = self.union()
            else:
                name, optional = self.next().strip('"'), self.has("?")
                self.next(":")
                fields[name] = (optional, self.union())
            self.has(";") or self.has(",")
        return "object", fields, others

    def union(self) -> Type:
        self.has("|")
        members = [self.both()]
        while self.has("|"):
            members.append(self.both())
        return members[0] if len(members) == 1 else ("union", members)

    def both(self) -> Type:
        parts = [self.postfix()]
        while self.has("&"):
            parts.append(self.postfix())
        return parts[0] if len(parts) == 1 else ("both", parts)

    def postfix(self) -> Type:
        found = self.primary()
        while self.has("["):
            if self.has("]"):
                found = ("list", found)
            else:
                found = ("field", found, self.next().strip('"'))
                self.next("]")
        return found

    def primary(self) -> Type:
        if self.has("("):
            found = self.union()
            self.next(")")
            return found
        if self.has("{"):
            return self.fields()
        token = self.next()
        if token.startswith('"') or token.isdecimal():
            return "literal", token.strip('"') if token.startswith('"') else int(token)
        if self.has("<"):
            arguments = [self.union()]
            while self.has(","):
                arguments.append(self.union())
            self.next(">")
            return "record", arguments[-1]
        return "name", token


@cache
def declared() -> dict[str, Type]:
    return Reader(TYPES.read_text("utf-8")).declarations()


def problems(value: object, name: str) -> list[str]:
    """What a value lacks or has too much to be of a declared type."""
    return list(_problems(value, ("name", name), name))


def _problems(value: Any, wanted: Type, where: str) -> Iterator[str]:
    match wanted:
        case ("name", "unknown"):
            return
        case ("name", name) if name in PLAIN:
            if not isinstance(value, PLAIN[name]) or (name == "number" and isinstance(value, bool)):
                yield f"{where}: {value!r} is no {name}"
        case ("name", name):
            yield from _problems(value, declared()[name], where)
        case ("field", whole, field):
            yield from _problems(value, _fields(whole)[field][1], where)
        case ("literal", text):
            if value != text:
                yield f"{where}: {value!r} is not {text!r}"
        case ("union", members):
            if all(any(True for _ in _problems(value, member, where)) for member in members):
                yield f"{where}: {value!r} is none of these"
        case ("list", inner):
            if not isinstance(value, list):
                yield f"{where}: {value!r} is no list"
            else:
                for at, item in enumerate(value):
                    yield from _problems(item, inner, f"{where}[{at}]")
        case ("record", inner):
            for key, item in value.items():
                yield from _problems(item, inner, f"{where}.{key}")
        case ("both", _) | ("object", _, _):
            yield from _object_problems(value, wanted, where)


def _fields(wanted: Type) -> dict[str, tuple[bool, Type]]:
    match wanted:
        case ("name", name):
            return _fields(declared()[name])
        case ("both", parts):
            return {field: found for part in parts for field, found in _fields(part).items()}
    return dict(wanted[1])


def _object_problems(value: Any, wanted: Type, where: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{where}: {value!r} is no object"
        return
    fields = _fields(wanted)
    more = wanted[2] if wanted[0] == "object" else None
    for field, (optional, inner) in fields.items():
        if field in value:
            yield from _problems(value[field], inner, f"{where}.{field}")
        elif not optional:
            yield f"{where}.{field} is missing"
    if more is None:
        yield from (f"{where}.{field} is not declared" for field in value if field not in fields)
