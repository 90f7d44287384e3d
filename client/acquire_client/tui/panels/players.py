"""The players: money and shares as far as the disclosure tells them, who moves, who is away."""

from dataclasses import dataclass

from acquire_client.tui.text import Block, Fragment, Line, block, columns, fit, left, right
from acquire_client.tui.view import Player, View
from acquire_client.words.numbers import money
from acquire_net.language import _

SHARE = 3
"""Columns for each chain's shares."""
CASH = 9
WORTH = 9
NAME = 8
"""The least columns for a name."""
MOST_NAME = 32
"""The most, so that the eye finds from a name to its numbers."""


def least(view: View) -> int:
    """Columns from which shares are shown."""
    return 2 + NAME + CASH + SHARE * len(view.chains)


def draw(view: View, width: int, height: int) -> Block:
    """A line for each player; without shares where there is no room for them."""
    form = _form(view, width)
    lines: list[Line] = []
    for player in view.players:
        text = left(_title(player, form.name), form.name) + right(_dollars(player.cash), CASH)
        if form.shares:
            text += "".join(right(_held(count), SHARE) for count in player.shares)
        if form.worth:
            text += right(_dollars(player.worth), WORTH)
        style = "class:me" if player.me else "class:off" if player.away else ""
        lines.append((_mark(player), (style, text)))
    return block(lines, width, height)


def heads(view: View, width: int) -> Line:
    """The line of heads that belongs above the players."""
    form = _form(view, width)
    text = "  " + left(_("Player"), form.name) + right(_("Cash"), CASH)
    if form.shares:
        text += "".join(right(chain.letter, SHARE) for chain in view.chains)
    if form.worth:
        text += right(_("Worth"), WORTH)
    return fit((("class:head", text),), width)


@dataclass(frozen=True, slots=True)
class _Form:
    """The columns for a name, and what else there is room for."""

    name: int
    shares: bool
    worth: bool


def _form(view: View, width: int) -> _Form:
    shares = width >= least(view)
    worth = width >= least(view) + 4 + WORTH and any(p.worth is not None for p in view.players)
    rest = CASH + (SHARE * len(view.chains) if shares else 0) + (WORTH if worth else 0)
    return _Form(min(MOST_NAME, width - 2 - rest), shares, worth)


def _mark(player: Player) -> Fragment:
    """`>` whose turn it is, `*` who else decides now."""
    if player.deciding and not player.moving:
        return "class:sum", "* "
    return "class:sum", "> " if player.moving else "  "


def _title(player: Player, width: int) -> str:
    if player.away:
        title = _("{name} (away {since})").format(name=player.name, since=player.away)
        short = _("{name} (away)").format(name=player.name)
        return title if columns(title) <= width else short
    if player.bot:
        return _("{name} (bot)").format(name=player.name)
    return player.name if not player.me else _("{name} (you)").format(name=player.name)


def _dollars(dollars: int | None) -> str:
    return _("hidden") if dollars is None else money(dollars)


def _held(count: int | None) -> str:
    return "" if count is None else str(count or ".")
