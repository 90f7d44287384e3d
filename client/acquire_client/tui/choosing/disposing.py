"""Choosing what becomes of the shares of a vanishing chain: sold, traded two for one, kept."""

from collections.abc import Sequence

from acquire_client.question import Question
from acquire_client.tui.choosing.asked import Asked
from acquire_client.tui.choosing.intents import Mode
from acquire_client.tui.choosing.rows import Row
from acquire_client.words.actions import promise
from acquire_client.words.names import Names
from acquire_client.words.numbers import money
from acquire_net.language import _, ngettext
from acquire_net.rules.actions import Action, Dispose
from acquire_net.rules.merging import DisposeShares


class Disposing(Asked):
    """A split that always has all the shares: what is neither sold nor traded is kept.

    Selling and trading take from what is kept; `all` of one row takes from the others too.
    """

    mode = Mode.DISPOSE

    def __init__(self, question: Question, names: Names, task: DisposeShares) -> None:
        super().__init__(question, names)
        self.chain, self.survivor = task.chain, task.survivor
        self.held = question.state.held(question.seat, task.chain)
        self.bank = question.state.bank[task.survivor]
        """Shares that can be had for trades."""
        self.split = Dispose(0, 0)

    @property
    def title(self) -> str:
        """What is to be disposed of, and why."""
        return ngettext(
            "SELL, TRADE or KEEP {count} {chain}, which vanishes into {survivor}",
            "SELL, TRADE or KEEP {count} {chain}, which vanish into {survivor}",
            self.held,
        ).format(
            count=self.held,
            chain=self.names.chain(self.chain),
            survivor=self.names.chain(self.survivor),
        )

    @property
    def rows(self) -> Sequence[Row]:
        """Sell, trade and keep, with the value of each."""
        state, sell, trade = self.question.state, self.split.sell, self.split.trade
        price = state.prices[self.chain]
        sold = _("At {price} each they bring {total}.")
        kept = _("They count only if {chain} is founded again.")
        return (
            Row(_("Sell"), str(sell), sold.format(price=money(price), total=money(sell * price))),
            Row(_("Trade"), str(trade), self._trade(), self._most_traded() > 0),
            Row(
                _("Keep"),
                str(self.held - sell - trade),
                kept.format(chain=self.names.chain(self.chain)),
            ),
        )

    def _trade(self) -> str:
        survivor, gain = self.names.chain(self.survivor), self.split.trade // 2
        if self.held < 2:
            return _("One share alone cannot be traded.")
        if not self.bank:
            return _("The bank has no {chain} left to trade for.").format(chain=survivor)
        worth = gain * self.question.state.prices[self.survivor]
        return _(
            "Two give one {chain}: you get {gain}, worth {worth}; the bank then has {bank}."
        ).format(chain=survivor, gain=gain, worth=money(worth), bank=self.bank - gain)

    def _told(self) -> str:
        state = self.question.state
        gain = self.split.trade // 2 * state.prices[self.survivor]
        total = _("Together that is {total}.").format(
            total=money(self.split.sell * state.prices[self.chain] + gain)
        )
        return f"{promise(self.split, self.question, self.names)} {total}"

    @property
    def twice(self) -> bool:
        """A disposal asks once more."""
        return True

    def _action(self) -> Action:
        return self.split

    def _most_traded(self) -> int:
        return 2 * min(self.held // 2, self.bank)

    def _try(self, sell: int, trade: int) -> None:
        """The split with so many sold and traded, where the rules allow it; else why not."""
        split = Dispose(max(0, sell), max(0, trade))
        if self._allows(split):
            self.split = split

    def _change(self, by: int) -> None:
        sell, trade = self.split.sell, self.split.trade
        match self.cursor:
            case 0:
                self._try(sell + by, trade)
            case 1:
                self._try(sell, trade + 2 * by)
            case _ if by < 0 or sell:
                self._try(sell - by, trade)
            case _:
                self._try(sell, trade - 2)

    def _least(self) -> None:
        match self.cursor:
            case 0:
                self._try(0, self.split.trade)
            case 1:
                self._try(self.split.sell, 0)
            case _:
                self._try(self.held - self.split.trade, self.split.trade)

    def _most(self) -> None:
        match self.cursor:
            case 0:
                self._try(self.held, 0)
            case 1:
                trade = self._most_traded()
                self._try(min(self.split.sell, self.held - trade), trade)
            case _:
                self._try(0, 0)

    def _number(self, number: int) -> None:
        if number:
            super()._number(number)
        else:
            self._least()

    def _click(self, row: int) -> None:
        if 0 <= row < 3:
            self.cursor = row
            self._change(1)

    def _clear(self) -> None:
        self.split = Dispose(0, 0)
