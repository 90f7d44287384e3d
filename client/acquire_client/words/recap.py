"""What happened while the reader was not asked, told shortly: a line or so for each turn."""

from collections.abc import Mapping, Sequence

from acquire_client.words.events import NO_TILES, Deed, clause, deed, lines, sentence
from acquire_client.words.names import Names
from acquire_net.language import _
from acquire_net.rules import events as e


def since(events: Sequence[e.Event], names: Names, hand: Mapping[int, int] = NO_TILES) -> list[str]:
    """The account of these events that opens the reader's question; empty when none is news.

    What the reader did himself is left out.
    """
    news = [event for event in events if not (isinstance(event, Deed) and event.seat == names.me)]
    told = condensed(news, names, hand)
    first = any(isinstance(event, e.StartTileLaid) for event in events)
    return [_("So far:") if first else _("Since your turn:"), *told] if told else []


def condensed(
    events: Sequence[e.Event], names: Names, hand: Mapping[int, int] = NO_TILES
) -> list[str]:
    """A short account: one player's deeds in a row share a line, draws are left out."""
    told: list[str] = []
    seat, deeds = -1, list[str]()

    def close() -> None:
        if deeds:
            told.append(clause(seat, "; ".join(deeds), names))
            deeds.clear()

    for event in events:
        if isinstance(event, Deed):
            if event.seat != seat:
                close()
                seat = event.seat
            deeds.append(deed(event, names))
        elif isinstance(event, e.ChainSafe) and deeds:
            deeds[-1] = _("{deed} and safe").format(deed=deeds[-1])
        elif not isinstance(event, e.PositionsGiven | e.ChainsVanished):
            close()
            if not isinstance(event, e.TurnBegan):
                told.extend(_told(event, names, hand))
    close()
    return told


def _told(event: e.Event, names: Names, hand: Mapping[int, int]) -> list[str]:
    result = isinstance(event, e.GameOver)
    return lines(event, names) if result else [sentence(event, names, hand)]


def last(events: Sequence[e.Event], names: Names, hand: Mapping[int, int] = NO_TILES) -> list[str]:
    """The last tile placed or hand shown, and all that came of it."""
    start = len(events)
    for index in range(len(events) - 1, -1, -1):
        if isinstance(events[index], e.TilePlaced | e.HandShown):
            start = index
            break
    told = [
        line
        for event in events[start:]
        if not isinstance(event, e.PositionsGiven | e.TurnBegan)
        for line in lines(event, names, hand)
    ]
    return told or [_("No tile has been placed yet.")]


def log(
    events: Sequence[e.Event], count: int, names: Names, hand: Mapping[int, int] = NO_TILES
) -> list[str]:
    """The last `count` events, a sentence each, oldest first."""
    told = [sentence(event, names, hand) for event in events[max(0, len(events) - count) :]]
    return told or [_("Nothing has happened yet.")]
