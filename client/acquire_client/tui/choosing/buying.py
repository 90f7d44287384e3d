"""Choosing what to buy, and whether to end the game with it."""

from collections.abc import Sequence

from acquire_client.question import Question, chain_rows
from acquire_client.tui.choosing.asked import Asked
from acquire_client.tui.choosing.intents import Deed, Mode
from acquire_client.tui.choosing.rows import Row
from acquire_client.words.actions import promise
from acquire_client.words.names import Names
from acquire_client.words.numbers import money
from acquire_net.language import _, ngettext
from acquire_net.rules.actions import Buy
from acquire_net.rules.buying import why_no_end


class Buying(Asked):
    """A row for each chain on the board, with how many shares; and a last one for the end.

    Whatever is chosen could be bought: a share that could not is not added, and the summary says
    why.
    """

    mode = Mode.BUY

    def __init__(self, question: Question, names: Names) -> None:
        super().__init__(question, names)
        self.chains = chain_rows(question)
        """The chains as they are numbered."""
        self.counts = dict.fromkeys(self.chains, 0)
        self.end = False

    # -- telling -----------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """How many shares may be bought."""
        state, limit = self.question.state, self.names.rulebook.buy_limit
        cash = state.cash[self.question.seat]
        if not any(state.bank[c] and state.prices[c] <= cash for c in self.chains):
            return _("NOTHING you can buy")
        return ngettext("BUY up to {count} share", "BUY up to {count} shares", limit).format(
            count=limit
        )

    @property
    def rows(self) -> Sequence[Row]:
        """The chains with shares, price and what is left; and the end, or why not yet."""
        return [*map(self._row, self.chains), self._end_row()]

    def _row(self, chain: int) -> Row:
        state, count = self.question.state, self.counts[chain]
        price, bank = state.prices[chain], state.bank[chain]
        note = _("{price} a share; the bank then has {bank}, you hold {held}.").format(
            price=money(price),
            bank=bank - count,
            held=state.held(self.question.seat, chain) + count,
        )
        can = count > 0 or (bank > 0 and price <= self._left())
        return Row(self.names.chain(chain), str(count), note, can)

    def _end_row(self) -> Row:
        state = self.question.state
        if not state.may_end():
            return Row(_("End the game"), _("no"), why_no_end(state), enabled=False)
        note = _("The turn is finished, and the game is counted.")
        return Row(_("End the game"), _("yes") if self.end else _("no"), note)

    def _told(self) -> str:
        action = self._action()
        if action.shares or action.end:
            return promise(action, self.question, self.names)
        return _("Buy nothing. You have {cash}.").format(cash=money(self._left()))

    def _left(self) -> int:
        """The cash that is left, in dollars."""
        prices = self.question.state.prices
        cost = sum(count * prices[chain] for chain, count in self.counts.items())
        return self.question.state.cash[self.question.seat] - cost

    # -- choosing ----------------------------------------------------------------------------

    @property
    def twice(self) -> bool:
        """The end of the game asks once more."""
        return self.end

    def _action(self) -> Buy:
        return self._with(self.counts, end=self.end)

    def _with(self, counts: dict[int, int], *, end: bool) -> Buy:
        return Buy(tuple(sorted(pair for pair in counts.items() if pair[1])), end)

    def _add(self, chain: int, by: int) -> bool:
        """Buys so many shares more or less of a chain, where the rules allow it; else says why."""
        counts = self.counts | {chain: max(0, self.counts.get(chain, 0) + by)}
        if allowed := self._allows(self._with(counts, end=self.end)):
            self.counts = counts
        return allowed

    def _declare(self, *, end: bool) -> None:
        if self._allows(self._with(self.counts, end=end)):
            self.end = end

    def _on_end(self) -> bool:
        return self.cursor == len(self.chains)

    def _change(self, by: int) -> None:
        if self._on_end():
            self._declare(end=by > 0)
        else:
            self._add(self.chains[self.cursor], by)

    def _least(self) -> None:
        if self._on_end():
            self._declare(end=False)
        else:
            self.counts[self.chains[self.cursor]] = 0

    def _most(self) -> None:
        if self._on_end():
            self._declare(end=True)
            return
        while self._add(self.chains[self.cursor], 1):
            pass
        self._said = ""

    def _number(self, number: int) -> None:
        if number:
            super()._number(number)
        else:
            self.counts = dict.fromkeys(self.chains, 0)

    def _click(self, row: int) -> None:
        if row == len(self.chains):
            self.cursor = row
            self._declare(end=not self.end)
        elif 0 <= row < len(self.chains):
            self.cursor = row
            self._change(1)

    def _chain(self, chain: int) -> None:
        if self._add(chain, 1):
            self.cursor = self.chains.index(chain)

    def _do(self, deed: Deed) -> None:
        if deed is Deed.FINISH:
            self._declare(end=not self.end)
        else:
            super()._do(deed)

    def _clear(self) -> None:
        self.counts = dict.fromkeys(self.chains, 0)
        self.end = False
