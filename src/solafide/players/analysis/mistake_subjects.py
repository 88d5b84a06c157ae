"""What a mistake overlooked: its subject, by the weightiest reason against the choice or for the better one."""

from collections.abc import Iterable, Mapping
from typing import Any

from solafide.players.advice.reasons import REASON_KINDS, Reason, make_reason

# The reasons that belong to each subject.
MISTAKE_SUBJECTS: Mapping[str, tuple[str, ...]] = {
    "claim": ("wins_now", "claims_and_reward", "claims_now", "misses_claim", "keeps_card", "loses_card"),
    "approach": ("threatens_claim", "brings_near", "closer_than"),
    "defence": ("loses_now", "gives_claim", "stops_claim", "allows_claim", "pushes_back", "further_for_other"),
    "reply": ("gives_reply",),
    "power": ("takes_power", "turns_power", "holds_power"),
    "disputation": ("disputation_first", "disputation_away"),
    "tokens": ("saves_tokens", "more_tokens_than"),
    "hand": (
        *("lasting_card", "makes_discard", "fills_hand", "keeps_tempo", "spends_cards", "military_risk"),
        *("more_cards_than", "fewer_cards_for_other", "saves_card"),
    ),
    "circles": ("opens_circle", "opens_for_other"),
    "draft": (),  # whatever speaks for another card there
    "other": (),  # no reason was found
}
_SUBJECT = {kind: subject for subject, kinds in MISTAKE_SUBJECTS.items() for kind in kinds}


def mistake_subject(reasons: Iterable[Reason]) -> str:
    """Return the subject of the weightiest of these reasons.

    >>> mistake_subject([make_reason("holds_power", {}), make_reason("claims_now", {"points": 7})])
    'claim'
    >>> mistake_subject([])
    'other'
    """
    weightiest = max(reasons, key=lambda reason: reason.weight, default=None)
    return "other" if weightiest is None else _SUBJECT.get(weightiest.kind, "other")


def stored_mistake_subject(question: str, why: Mapping[str, Any] | None) -> str:
    """Return the subject of a mistake in a stored analysis; why: its reasons there, None if it was not explained.

    >>> stored_mistake_subject("action", {"forgoes": [{"reason": "takes_power", "good": True}], "against": []})
    'power'
    """
    if question == "draft":
        return "draft"
    stored = [*why["forgoes"], *why["against"]] if why else []
    current = [facts for facts in stored if facts["reason"] in REASON_KINDS]  # an older analysis may have others
    return mistake_subject(make_reason(facts["reason"], facts) for facts in current)
