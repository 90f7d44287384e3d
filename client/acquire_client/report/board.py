"""The board and the table beside it at one move; the page's script shows the others in its place."""

from collections.abc import Mapping, Sequence

from acquire_client.report.markup import Markup, el, joined
from acquire_client.report.story import Story, Table
from acquire_client.words.marks import letters
from acquire_client.words.names import Names
from acquire_client.words.numbers import money
from acquire_net.language import _
from acquire_net.rules.board import BITS, CHAINS, EMPTY, LOOSE
from acquire_net.rules.bonuses import MAJORITY, MINORITY
from acquire_net.rules.rulebook import Rulebook

EMPTY_MARK = "."
LOOSE_MARK = "+"


def marks(board: Sequence[int]) -> str:
    """A board as one character per tile: a chain's number, `+` for a loose tile, `.` for none."""
    return "".join(map(_mark, board))


def _mark(cell: int) -> str:
    if cell == EMPTY:
        return EMPTY_MARK
    return LOOSE_MARK if cell == LOOSE else str(BITS[cell & CHAINS][0])


def board(rulebook: Rulebook, table: Table) -> Markup:
    """The board as a table whose squares also say in words what lies on them."""
    columns = range(rulebook.columns)
    head = el("tr", el("td"), *(el("th", str(column + 1), scope="col") for column in columns))
    drawn = marks(table.board)
    rows = [
        el(
            "tr",
            el("th", chr(ord("A") + row), scope="row"),
            *(
                _square(rulebook, tile, drawn[tile], last=tile == table.last_tile)
                for tile in (row * rulebook.columns + column for column in columns)
            ),
        )
        for row in range(rulebook.rows)
    ]
    caption = el("caption", _("The board"), class_="unseen")
    return el("table", caption, el("thead", head), el("tbody", *rows), class_="board")


def _square(rulebook: Rulebook, tile: int, mark: str, *, last: bool) -> Markup:
    name = rulebook.grid.name(tile)
    shown, kind, words = name, "empty", ""
    if mark == LOOSE_MARK:
        shown, kind, words = "•", "loose", _("loose")
    elif mark != EMPTY_MARK:
        at = int(mark)
        shown, kind, words = letters(rulebook)[at], f"c{at}", rulebook.chains[at].name
    if last:
        kind, words = f"{kind} last", f"{words}, {_('placed last')}"
    said = el("span", words, class_="unseen")
    return el("td", el("span", shown, aria_hidden=bool(words) and "true"), said, class_=kind)


Texts = Mapping[str, str]
"""What stands in the cells that change from move to move, by their keys."""


def texts(story: Story, table: Table, names: Names) -> dict[str, str]:
    """Every text of a moment's tables, in the same order for every moment of a story."""
    rulebook = story.rulebook
    told: dict[str, str] = {}
    for at in range(len(rulebook.chains)):
        price = table.prices[at]
        told[f"size-{at}"] = _size(table.sizes[at], rulebook)
        told[f"price-{at}"] = _amount(price)
        told[f"first-{at}"] = _amount(MAJORITY * price)
        told[f"second-{at}"] = _amount(MINORITY * price)
        told[f"bank-{at}"] = str(table.bank[at])
    for seat, shares in enumerate(table.shares):
        told[f"cash-{seat}"] = disclosed(table.cash[seat])
        for at in range(len(rulebook.chains)):
            told[f"held-{seat}-{at}"] = "?" if shares is None else str(shares[at] or "·")
        told[f"worth-{seat}"] = disclosed(table.worth[seat])
        told[f"hand-{seat}"] = " ".join(map(names.tile, table.hands[seat])) or "-"
    return told


def _size(tiles: int, rulebook: Rulebook) -> str:
    if not tiles:
        return "-"
    return f"{tiles} ✓" if tiles >= rulebook.safe_size else str(tiles)


def _amount(dollars: int) -> str:
    return money(dollars) if dollars else "-"


def disclosed(dollars: int | None) -> str:
    """Dollars, or that they are hidden."""
    return _("hidden") if dollars is None else money(dollars)


def chains(rulebook: Rulebook, told: Texts) -> Markup:
    """The price card of the moment."""
    heads = [_("Chain"), _("Size"), _("Price"), _("1st bonus"), _("2nd bonus"), _("Bank")]
    kinds = ("size", "price", "first", "second", "bank")
    rows = [
        el(
            "tr",
            el("th", letter_and_name(rulebook, at), scope="row"),
            *(_cell(f"{kind}-{at}", told) for kind in kinds),
        )
        for at in range(len(rulebook.chains))
    ]
    return numbers(_("The chains (✓ is safe)"), heads, rows)


def letter_and_name(rulebook: Rulebook, chain: int) -> Markup:
    """A chain's letter on its colour, and its name beside it."""
    mark = el("span", letters(rulebook)[chain], class_=f"letter c{chain}", aria_hidden="true")
    return joined(mark, " ", rulebook.chains[chain].name)


def players(story: Story, told: Texts, names: Names) -> Markup:
    """What every player has at the moment, as far as it may be told."""
    each = range(len(story.rulebook.chains))
    heads = [
        _("Player"),
        _("Cash"),
        *(letter(story.rulebook, at) for at in each),
        _("Net worth"),
    ]
    rows = [
        el(
            "tr",
            seat_head(seat, names),
            _cell(f"cash-{seat}", told),
            *(_cell(f"held-{seat}-{at}", told) for at in each),
            _cell(f"worth-{seat}", told),
            data_seat=seat,
        )
        for seat in range(len(names.players))
    ]
    return numbers(_("The players"), heads, rows)


def hands(story: Story, told: Texts, names: Names) -> Markup | None:
    """Every player's tiles at the moment; nothing where they were never opened."""
    if not any(any(move.table.hands) for move in story.moves):
        return None
    rows = [
        el("tr", seat_head(seat, names), _cell(f"hand-{seat}", told, "words"))
        for seat in range(len(names.players))
    ]
    heads = [_("Player"), el("span", _("Tiles"), class_="words")]
    return numbers(_("The tiles in hand"), heads, rows)


def letter(rulebook: Rulebook, chain: int) -> Markup:
    """A chain's letter on its colour, with its name for who cannot see it."""
    name = rulebook.chains[chain].name
    mark = el("span", letters(rulebook)[chain], aria_hidden="true")
    return el(
        "span", mark, el("span", name, class_="unseen"), class_=f"letter c{chain}", title=name
    )


def seat_head(seat: int, names: Names) -> Markup:
    """A player at the head of a row, with the mark of his colour."""
    return el("th", names.players[seat], class_=f"seat p{seat}", scope="row")


def numbers(title: str, heads: Sequence[str], rows: Sequence[Markup]) -> Markup:
    """A table of numbers with a caption, which scrolls sideways where it is too wide."""
    head = el("tr", *(el("th", one, scope="col") for one in heads))
    table = el("table", el("caption", title), el("thead", head), el("tbody", *rows))
    return el("div", table, class_="numbers")


def _cell(key: str, told: Texts, kind: str | None = None) -> Markup:
    return el("td", told[key], data_k=key, class_=kind)
