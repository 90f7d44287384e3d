"""What happened in each move, as the report says it."""

import re

from acquire_client.report.markup import Markup, el, joined
from acquire_client.report.story import Move, Story
from acquire_client.words import events as event_words
from acquire_client.words.names import Names
from acquire_net.language import _
from acquire_net.ledger import bodies
from acquire_net.rules.rulebook import Rulebook


def lines(move: Move, names: Names) -> list[str]:
    """A move in words, a line for each event; for a change at the table, what that was.

    The final count is told in short here: it has a section of its own.
    """
    if move.counts:
        return [event_words.sentence(event, names) for event in move.events]
    told = [line for event in move.events for line in event_words.lines(event, names)]
    return told or [_news(move, names)]


def _news(move: Move, names: Names) -> str:
    match move.said:
        case bodies.Complaint():
            return _("{name} complained: a tile could not be read.").format(
                name=names.players[move.author]
            )
        case bodies.Answer():
            return _("The dealer answered the complaint: the tile was shown to everybody.")
        case bodies.Substitute(seat=seat):
            return _("A bot took the seat of {name}.").format(name=names.players[seat])
        case bodies.Return():
            return _("{name} came back.").format(name=names.players[move.author])
        case bodies.Stop(author=author) if author is not None:
            who = names.players[author] if author < len(names.players) else _("the host")
            return _("The game was stuck, waiting for {name}, and was stopped.").format(name=who)
        case _:
            return _("The game was stopped.")


def turn_title(number: int, mover: int, names: Names) -> str:
    """What a turn is called: `Turn 12: Sky`."""
    if number == 0:
        return _("The start")
    return _("Turn {number}: {name}").format(number=number, name=names.players[mover])


def log(story: Story, names: Names) -> Markup:
    """Every move by turns, each a link that shows it on the board."""
    turns: dict[tuple[int, int], list[Markup]] = {}
    for at, move in enumerate(story.moves):
        turns.setdefault((move.turn, move.mover), []).append(_move(at, move, names))
    groups = [
        el(
            "li",
            el("h3", turn_title(number, mover, names), class_=f"seat p{mover}"),
            el("ol", *moves),
        )
        for (number, mover), moves in turns.items()
    ]
    return el("ol", *groups, class_="turns")


def _move(at: int, move: Move, names: Names) -> Markup:
    first, *rest = (coloured(line, names.rulebook) for line in lines(move, names))
    more = [joined(" ", el("span", line, class_="more")) for line in rest]
    return el("li", el("a", first, *more, href=f"#move-{at + 1}"))


def coloured(line: str, rulebook: Rulebook) -> Markup:
    """A line with the chains in it underlined in their colours."""
    places = {chain.name: at for at, chain in enumerate(rulebook.chains)}
    longest_first = sorted(places, key=len, reverse=True)
    # no \b: in Korean a particle follows the name without a space
    named = f"(?<![A-Za-z0-9])({'|'.join(map(re.escape, longest_first))})(?![A-Za-z0-9])"
    parts = re.split(named, line)
    return joined(
        *(
            el("b", part, class_=f"in c{places[part]}") if odd else part
            for odd, part in zip((at % 2 for at in range(len(parts))), parts, strict=True)
        )
    )
