"""What a player names when agreeing to a rulebook, so that no other can be slipped in."""

import json

from acquire_net.errors import Unreadable
from acquire_net.fairness.hashing import tagged_hash
from acquire_net.language import _
from acquire_net.rules.editions import canonical, from_values
from acquire_net.rules.rulebook import Rulebook


def rulebook_hash(rulebook: Rulebook) -> bytes:
    """The hash of a rulebook's canonical JSON."""
    return tagged_hash("rulebook", canonical(rulebook))


def rulebook_of(text: str) -> Rulebook:
    """The rulebook of a canonical JSON text; raises Unreadable."""
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict):
        raise Unreadable(_("A rulebook is a JSON object."))
    return from_values(values)
