"""Compare what players were really sent with another world, in which the cards they cannot know are others.

The record of the finished game tells everything. The game is played again up to a message, the cards that the seat has
never seen are exchanged, and the server must have sent the same events and the same question in that world too.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any, cast

from attack.honest_play import PERSONS, SPECTATOR, decoded
from attack.report import AttackResult
from attack.secret_search import GameTraffic
from solafide.game import FastNature, Game, Person, Seat, parse
from solafide.lab.secrecy_check import exchanged_history

WORLDS_PER_MESSAGE = 3  # other worlds that are tried: some could not have gone the same way


def compare_worlds(traffic: GameTraffic, result: AttackResult, random: Random, samples: int) -> None:
    """Check some of the messages to each role of a game."""
    record = parse(traffic.record)
    sampled = {role: _sample(traffic.messages[role], random, samples) for role in (*PERSONS, SPECTATOR)}
    game = Game.again(record.options, record.cards, FastNature(0))
    for who, choice in record.steps:
        game.follow(who, choice)
        if game.drafting or game.view(None)["persons"] is None:
            continue
        for role, messages in sampled.items():
            seat = _seat(game, role)
            for message in messages.pop(game.version_for(seat), ()):
                _check(game, seat, message, result, random)


def _sample(messages: list[bytes], random: Random, samples: int) -> dict[int, list[dict[str, Any]]]:
    """Return some messages that tell events, by the step at which they were sent."""
    by_step: dict[int, list[dict[str, Any]]] = {}
    chosen_messages = random.sample(messages, min(samples, len(messages)))
    for document in map(decoded, chosen_messages):
        if document.get("events"):
            by_step.setdefault(document["step"], []).append(document)
    return by_step


def _seat(game: Game, role: str) -> Seat | None:
    persons = game.view(None)["persons"] or {}
    return dict(persons.items()).get(cast(Person, role))


def _check(game: Game, seat: Seat | None, message: dict[str, Any], result: AttackResult, random: Random) -> None:
    sent_part = [message["events"], message["decision"]]
    count = len(message["events"])
    if _as_sent(game, seat, count) != sent_part:
        result.count("message", False, f"sent to {seat} at step {message['step']}, but not what the record has")
        return
    for _ in range(WORLDS_PER_MESSAGE):
        other = exchanged_history(game, seat, random.randrange(2**31))
        if other is None:
            continue
        same = _as_sent(other, seat, count) == sent_part
        result.count("message", same, f"sent to {seat} at step {message['step']}: {json.dumps(sent_part)[:300]}")
        result.leaks += not same
        return


def _as_sent(game: Game, seat: Seat | None, count: int) -> Any:
    decision = game.decision(seat) if seat is not None else None
    parts = [game.events(seat)[-count:], decision.json() if decision else None]
    return json.loads(json.dumps(parts))
