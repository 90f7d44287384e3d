"""The end of the game in the report: who won, the final count line by line, and the verdict."""

from collections.abc import Iterator, Sequence

from acquire_client.report.board import numbers
from acquire_client.report.log import coloured
from acquire_client.report.markup import Markup, el, joined
from acquire_client.report.story import Move, Outcome, Story
from acquire_client.words import bonuses
from acquire_client.words import events as event_words
from acquire_client.words.names import Names
from acquire_client.words.numbers import money, sentence
from acquire_net.audit import Status
from acquire_net.language import _
from acquire_net.rules.events import BonusPaid, GameOver, StockSold
from acquire_net.rules.worth import ranking

_MARKS = {Status.VERIFIED: "✓", Status.BROKEN: "✗", Status.UNVERIFIED: "?"}


def headline(story: Story, names: Names) -> str:
    """The page's title: the result, or how far the game came."""
    if story.count is not None:
        over = next(one for one in story.count.events if isinstance(one, GameOver))
        return event_words.winners(over.winners, over.cash, names)
    if not story.turns:
        return _("No tile was laid")
    turn = max(1, story.turns[-1].number)
    if story.outcome is Outcome.STOPPED:
        return _("Stopped in turn {turn}").format(turn=turn)
    return _("Not over: turn {turn}").format(turn=turn)


def standing(story: Story, names: Names) -> Markup | None:
    """The ranking with a bar for each player's money; nothing where no money may be told."""
    if not story.turns or not any(story.tells):
        return None
    told = {seat: worth for seat, worth in enumerate(story.turns[-1].worth) if worth is not None}
    seats, most = [*told], max(1, *told.values())
    items = []
    for place, at in ranking([*told.values()]):
        seat = seats[at]
        bar = el("rect", width=max(0.0, 100 * told[seat] / most), height=10, class_=f"p{seat}")
        items.append(
            el(
                "li",
                el("span", str(place), class_="place"),
                el("span", names.players[seat], class_="who"),
                el("span", money(told[seat]), class_="money"),
                el(
                    "svg",
                    bar,
                    viewBox="0 0 100 10",
                    preserveAspectRatio="none",
                    aria_hidden="true",
                ),
            )
        )
    return el("ol", *items, class_="standing")


def final_count(count: Move, names: Names) -> list[Markup]:
    """The count as an account, a column for each player, and why each bonus went where it did."""
    paid = [event for event in count.events if isinstance(event, BonusPaid | StockSold)]
    (over,) = (event for event in count.events if isinstance(event, GameOver))
    seats = range(len(names.players))
    before = [over.cash[seat] - sum(event.paid[seat] for event in paid) for seat in seats]
    rows = [_row(_("Cash before the count"), before)]
    rows += [_row(_entry(event, names), event.paid) for event in paid if any(event.paid)]
    rows.append(_row(_("Together"), over.cash, "total"))
    heads = ["", *names.players]
    lines = [_explained(event, names) for event in paid if isinstance(event, BonusPaid)]
    return [
        numbers(_("The account"), heads, rows),
        el("h3", _("Bonuses line by line")),
        el("ul", *lines, class_="lines"),
    ]


def _explained(event: BonusPaid, names: Names) -> Markup:
    first, *rest = (coloured(line, names.rulebook) for line in bonuses.explained(event, names))
    more = [joined(" ", el("span", line, class_="more")) for line in rest]
    return el("li", first, *more)


def _entry(event: BonusPaid | StockSold, names: Names) -> Markup:
    chain, price = names.chain(event.chain), money(event.price)
    text = (
        _("{chain}: bonuses") if isinstance(event, BonusPaid) else _("{chain}: shares at {price}")
    )
    return coloured(text.format(chain=chain, price=price), names.rulebook)


def _row(title: str, amounts: Sequence[int], kind: str | None = None) -> Markup:
    cells = [el("td", money(dollars) if dollars else "-") for dollars in amounts]
    return el("tr", el("th", title, scope="row"), *cells, class_=kind)


def badge(story: Story) -> Markup:
    """The verdict in one line, with a mark that needs no colour."""
    verdict = story.verdict
    kind = verdict.status.name.lower()
    mark = el("span", _MARKS[verdict.status], class_="mark", aria_hidden="true")
    return el("p", mark, verdict.headline, class_=f"badge {kind}")


def check(story: Story) -> Iterator[Markup]:
    """All that the audit found."""
    verdict = story.verdict
    yield badge(story)
    facts = [
        (_("Where"), verdict.where),
        (_("Whose promise, or who is waited for"), verdict.who),
        (_("Entries found true"), str(verdict.entries)),
        (_("Head"), verdict.head),
    ]
    yield el(
        "dl",
        *(part for name, value in facts if value for part in (el("dt", name), el("dd", value))),
    )
    if verdict.notes:
        yield el("ul", *(el("li", sentence(note)) for note in verdict.notes), class_="lines")
    yield el(
        "p",
        _(
            "Two copies of this game's ledger are the same game when their heads are equal."
            " Anybody can check it again: acquire audit FILE."
        ),
        class_="small",
    )
