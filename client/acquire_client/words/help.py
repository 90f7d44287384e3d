"""Help: the commands by topic, with the short forms that this table's chains leave free."""

from collections.abc import Mapping

from acquire_client.languages.commands import word
from acquire_client.words.actions import short_form
from acquire_client.words.numbers import listing, money
from acquire_net.errors import Unreadable
from acquire_net.language import _
from acquire_net.rules.bonuses import MAJORITY, MINORITY
from acquire_net.rules.rulebook import Rulebook


def _topics() -> Mapping[str, tuple[str, ...]]:
    """The lines of each topic; `{a}` and `{b}` are the short forms of two chains."""
    return {
        "answers": (
            _("A question numbers its answers: type a number, or the answer itself."),
            _("An empty line repeats the question. Capitals do not matter."),
            _("Words may be cut short as long as they are clear and no chain begins like that."),
        ),
        "place": (
            _("place: the tile's number in your hand, or its name, 3B or B3."),
            _("pass: when no tile of yours can be placed. It shows your tiles to everyone."),
        ),
        "found": (_("found: the number or the name of a chain. You get one share free."),),
        "merger": (
            _("survivor: which of the largest chains survives, when they are tied."),
            _("order: which of the vanishing chains is settled first, when they are tied."),
            _("dispose: sell, trade or keep, each with a number, all, or rest."),
            _(
                "For example: sell 2 trade 4; keep all; trade 2 sell rest."
                " What you do not name is kept."
            ),
            _("Two shares are traded for one; trade all leaves an odd share with you."),
        ),
        "buy": (
            _("buy: chains with how many shares, for example {a}2 {b}1, or 2{a} 1{b}, or none."),
            _("Add end to end the game, when that is allowed: none end, or {a}1 end."),
        ),
        "exchange": (_("exchange: all, none, or the numbers or names of dead tiles."),),
        "show": (
            _("board, row A, column 5, at 5C: the board in words."),
            _("chains, chain {a}, price {a} 11, price: sizes, prices, bonuses, the price card."),
            _("hand, why 3B, unseen, last: tiles, what they would do and why."),
            _("players, me, bonuses, standings, turn: people and money."),
            _("log 20: the last 20 events. rules: the rules in force."),
        ),
        "table": (
            _("since: what happened since your last decision. again: the last lines once more."),
            _("say hello, or /hello: a word to the others."),
            _("nudge Bo: rings for Bo. confirm: you compared the table check with the others."),
            _("consent Bo: you say that Bo has left. substitute Bo: the host asks all to say so."),
            _(
                "abandon: end the game as it stands, when all agree. continue: you do not after all."
            ),
            _("adjourn: stop and save, to go on another day. quit: leave the table."),
            _("rematch: after the game, another one with the same people."),
            _("undo: in practice games, take your last decision back."),
        ),
        "rules": (),
    }


def topics() -> tuple[str, ...]:
    """The topics in English, in the order in which help lists them."""
    return tuple(_topics())


def help_text(topic: str, rulebook: Rulebook) -> list[str]:
    """The lines of a topic; all commands for an empty topic; raises Unreadable for no topic."""
    known = _topics()
    listed = listing([word(name) for name in known])
    if not topic:
        told = [line for name in known for line in known[name]]
        one_part = _("help and one of {topics} tells one part only.")
        told.append(one_part.replace("{topics}", listed))  # {a} and {b} are filled below
    elif topic == "rules":
        told = _rules(rulebook)
    elif topic in known:
        told = list(known[topic])
    else:
        raise Unreadable(_("There is help on {topics}.").format(topics=listed))
    first, second = (short_form(rulebook, min(i, len(rulebook.chains) - 1)) for i in (0, 1))
    return [line.format(a=first.upper(), b=second.upper()) for line in told]


def _rules(rulebook: Rulebook) -> list[str]:
    r = rulebook
    return [
        _("In your turn you place a tile, buy shares, and draw."),
        _("Two loose tiles side by side found a chain; the founder gets a share free."),
        _("A tile beside a chain makes it grow. A tile beside two chains merges them:"),
        _("the largest survives; the holders of the other get bonuses, and sell, trade or keep."),
        _(
            "The majority bonus is {majority} share prices, the minority bonus {minority}."
            " Equal holders share what their places earn, each part rounded up to {money}."
        ).format(majority=MAJORITY, minority=MINORITY, money=money(100)),
        _(
            "A chain of {size} is safe: it is never absorbed. A tile between two safe chains is"
            " dead. A tile that would found a chain too many is blocked until one vanishes."
        ).format(size=r.safe_size),
        _("You may end the game when all chains are safe, or one has {size} tiles.").format(
            size=r.end_size
        ),
        _("Then all chains pay bonuses, all shares are sold, and the most money wins."),
        _("The command rules tells the options of this table."),
    ]
