"""Help: the commands by topic, with the short forms that this table's chains leave free."""

from collections.abc import Mapping

from acquire_client.words.actions import short_form
from acquire_client.words.numbers import listing, money
from acquire_net.errors import Unreadable
from acquire_net.rules.bonuses import MAJORITY, MINORITY
from acquire_net.rules.rulebook import Rulebook

_TOPICS: Mapping[str, tuple[str, ...]] = {
    "answers": (
        "A question numbers its answers: type a number, or the answer itself.",
        "An empty line repeats the question. Capitals do not matter.",
        "Words may be cut short as long as they are clear and no chain begins like that.",
    ),
    "place": (
        "place: the tile's number in your hand, or its name, 3B or B3.",
        "pass: when no tile of yours can be placed. It shows your tiles to everyone.",
    ),
    "found": ("found: the number or the name of a chain. You get one share free.",),
    "merger": (
        "survivor: which of the largest chains survives, when they are tied.",
        "order: which of the vanishing chains is settled first, when they are tied.",
        "dispose: sell, trade or keep, each with a number, all, or rest.",
        "For example: sell 2 trade 4; keep all; trade 2 sell rest. What you do not name is kept.",
        "Two shares are traded for one; trade all leaves an odd share with you.",
    ),
    "buy": (
        "buy: chains with how many shares, for example {a}2 {b}1, or 2{a} 1{b}, or none.",
        "Add end to end the game, when that is allowed: none end, or {a}1 end.",
    ),
    "exchange": ("exchange: all, none, or the numbers or names of dead tiles.",),
    "show": (
        "board, row A, column 5, at 5C: the board in words.",
        "chains, chain {a}, price {a} 11, price: sizes, prices, bonuses, the price card.",
        "hand, why 3B, unseen, last: tiles, what they would do and why.",
        "players, me, bonuses, standings, turn: people and money.",
        "log 20: the last 20 events. rules: the rules in force.",
    ),
    "table": (
        "since: what happened since your last decision. again: the last lines once more.",
        "say hello, or /hello: a word to the others.",
        "adjourn: stop and save, to go on another day. quit: leave the table.",
        "undo: in practice games, take your last decision back.",
    ),
    "rules": (),
}


def topics() -> tuple[str, ...]:
    """The topics, in the order in which help lists them."""
    return tuple(_TOPICS)


def help_text(topic: str, rulebook: Rulebook) -> list[str]:
    """The lines of a topic; all commands for an empty topic; raises Unreadable for no topic."""
    if not topic:
        told = [line for name in _TOPICS if name != "rules" for line in _TOPICS[name]]
        told.append(f"help and one of {listing(topics())} tells one part only.")
    elif topic == "rules":
        told = _rules(rulebook)
    elif topic in _TOPICS:
        told = list(_TOPICS[topic])
    else:
        raise Unreadable(f"There is help on {listing(topics())}.")
    first, second = (short_form(rulebook, min(i, len(rulebook.chains) - 1)) for i in (0, 1))
    return [line.format(a=first.upper(), b=second.upper()) for line in told]


def _rules(rulebook: Rulebook) -> list[str]:
    r = rulebook
    return [
        "In your turn you place a tile, buy shares, and draw.",
        "Two loose tiles side by side found a chain; the founder gets a share free.",
        "A tile beside a chain makes it grow. A tile beside two chains merges them:",
        "the largest survives; the holders of the other get bonuses, and sell, trade or keep.",
        f"The majority bonus is {MAJORITY} share prices, the minority bonus {MINORITY}. Equal"
        f" holders share what their places earn, each part rounded up to {money(100)}.",
        f"A chain of {r.safe_size} is safe: it is never absorbed. A tile between two safe chains is"
        " dead. A tile that would found a chain too many is blocked until one vanishes.",
        f"You may end the game when all chains are safe, or one has {r.end_size} tiles.",
        "Then all chains pay bonuses, all shares are sold, and the most money wins.",
        "The command rules tells the options of this table.",
    ]
