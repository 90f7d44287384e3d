"""How the players fared turn by turn: charts, and the same as tables for who cannot see them."""

from collections.abc import Iterator

from acquire_client.report import board, charts
from acquire_client.report.markup import Markup, el
from acquire_client.report.story import Story
from acquire_client.words.names import Names
from acquire_net.language import _


def worth(story: Story, names: Names) -> Iterator[Markup]:
    """Net worth as a chart, its numbers as a table, and what the word means."""
    yield el("div", charts.worth(story, names), class_="chart")
    seats = [seat for seat, tells in enumerate(story.tells) if tells]
    rows = [
        el(
            "tr",
            el("th", str(turn.number), scope="row"),
            *(el("td", board.disclosed(turn.worth[seat])) for seat in seats),
        )
        for turn in story.turns
    ]
    heads = [_("Turn"), *(names.players[seat] for seat in seats)]
    yield _details(_("Net worth in numbers"), board.numbers(_("Net worth"), heads, rows))
    note = _("Net worth is cash, shares at their price, and the bonuses that would be paid now.")
    yield el("p", note, class_="small")


def shares(story: Story, names: Names) -> Iterator[Markup]:
    """Every told player's shares as a chart with its numbers as a table."""
    seats = [seat for seat, tells in enumerate(story.tells) if tells]
    figures = [
        el(
            "figure",
            el("figcaption", el("h3", names.players[seat], class_=f"seat p{seat}")),
            charts.shares(story, seat, names),
            _holdings(story, seat, names),
        )
        for seat in seats
    ]
    yield el("ul", *_legend(story), class_="legend")
    yield el("div", *figures, class_="figures")


def _legend(story: Story) -> Iterator[Markup]:
    for at in range(len(story.rulebook.chains)):
        yield el("li", board.letter_and_name(story.rulebook, at))


def _holdings(story: Story, seat: int, names: Names) -> Markup:
    title = _("{name}, turn by turn").format(name=names.players[seat])
    each = range(len(story.rulebook.chains))
    heads = [_("Turn"), _("Cash"), *(board.letter(story.rulebook, at) for at in each)]
    rows = [
        el(
            "tr",
            el("th", str(turn.number), scope="row"),
            el("td", board.disclosed(turn.table.cash[seat])),
            *(el("td", str(count or "·")) for count in turn.table.shares[seat] or ()),
        )
        for turn in story.turns
    ]
    return _details(title, board.numbers(title, heads, rows))


def _details(title: str, content: Markup) -> Markup:
    return el("details", el("summary", title), content)
