"""The end of a game: the ranking, every bonus with its reason, the verdict, and the ledger."""

from collections.abc import Sequence

from acquire_client.tui.pages.sheet import Paragraph, Sheet, heading
from acquire_client.tui.text import Line, columns, left, right
from acquire_client.words import events as words
from acquire_client.words.names import Names
from acquire_client.words.numbers import money
from acquire_net.language import _
from acquire_net.rules import events as e
from acquire_net.rules.worth import ranking


def over(events: Sequence[e.Event], names: Names, verdict: Sequence[str]) -> Sheet:
    """How the game ended, who has what, why, and whether it was checked."""
    count = _count(events)
    body: list[Paragraph] = [""]
    if count and isinstance(count[-1], e.GameOver):
        body += [*_ranking(count[-1], names), ""]
    if verdict:
        body += [heading(_("Verdict")), *verdict, ""]
    body.append(heading(_("The final count")))
    for event in count[1:-1]:
        body += words.lines(event, names)
    return Sheet(_("The game is over"), body)


def _count(events: Sequence[e.Event]) -> Sequence[e.Event]:
    for at in range(len(events) - 1, -1, -1):
        if isinstance(events[at], e.CountBegan):
            return events[at:]
    return ()


def _ranking(result: e.GameOver, names: Names) -> list[Line]:
    room = max(columns(names.title(seat)) for seat in range(len(names.players)))
    return [
        (
            ("class:sum" if seat in result.winners else "", f"{place}.  "),
            ("class:me" if seat == names.me else "", left(names.title(seat), room)),
            ("", right(money(result.cash[seat]), 12)),
            ("class:good", "   " + _("wins") if seat in result.winners else ""),
        )
        for place, seat in ranking(result.cash)
    ]
