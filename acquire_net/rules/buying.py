"""Buying shares, and declaring the end with the purchase."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

from acquire_net.errors import IllegalAction
from acquire_net.language import _, ngettext
from acquire_net.rules.actions import Action, Buy
from acquire_net.rules.board import BITS
from acquire_net.rules.ending import FinalCount
from acquire_net.rules.rulebook import Seat
from acquire_net.rules.state import State
from acquire_net.rules.task import Hand, Task, wrong_task


@dataclass(frozen=True, slots=True)
class BuyShares(Task):
    """Asks what the mover buys and whether he ends the game (RULES 3 and 5)."""

    seat: Seat

    def asks(self, state: State) -> tuple[Seat, ...]:
        """The mover, when he can buy, may end, or must sign for a draw.

        A turn that draws ends with a statement of its own seat, so that nobody else names who
        draws.
        """
        seat = self.seat
        if self.can_buy(state) or state.may_end() or state.rulebook.ask_always:
            return (seat,)
        return (seat,) if state.actor != seat and self._will_draw(state) else ()

    def can_buy(self, state: State) -> bool:
        """Whether the bank has a share that the mover can pay."""
        cash, prices, bank = state.cash[self.seat], state.prices, state.bank
        for chain in BITS[state.active]:  # noqa: SIM110  # any() is half as fast, once a turn
            if prices[chain] <= cash and bank[chain]:
                return True
        return False

    def _will_draw(self, state: State) -> bool:
        short = len(state.hands[self.seat]) < state.rulebook.hand_size
        return short and state.next_position < state.bag_size

    def options(self, state: State, seat: Seat, hand: Hand) -> Sequence[Action]:
        """Every purchase that limit, cash and bank allow, and its twin that ends the game."""
        cash, prices, bank = state.cash[seat], state.prices, state.bank
        limit = state.rulebook.buy_limit
        mask = most = 0
        scarce: tuple[tuple[int, int], ...] = ()
        for chain in BITS[state.active]:
            price, left = prices[chain], bank[chain]
            if left and price <= cash:
                mask |= 1 << chain
                if price > most:
                    most = price
                if left < limit:
                    scarce += ((chain, left),)
        menu = _MENUS.get((mask, scarce, limit)) or _menu(mask, scarce, limit)
        if most * limit <= cash:
            return menu.both if state.may_end() else menu.plain
        within = menu.within(prices, cash)
        return within + [ending(buy) for buy in within] if state.may_end() else within

    def check(self, state: State, seat: Seat, action: Action) -> None:
        """Accepts a purchase within limit, bank and cash; the end only when it is allowed."""
        if not isinstance(action, Buy):
            raise wrong_task()
        total = cost = 0
        before = -1
        for chain, count in action.shares:
            if chain <= before or count < 1 or chain >= len(state.bank):
                malformed = _("Name each chain once, in order, with a count.")
                raise IllegalAction("MALFORMED", malformed)
            if not state.active >> chain & 1:
                absent = _("{chain} is not on the board.")
                name = state.rulebook.chains[chain].name
                raise IllegalAction("CHAIN_NOT_ON_BOARD", absent.format(chain=name))
            if count > state.bank[chain]:
                short = _("The bank has {count} {chain} left.")
                name, left = state.rulebook.chains[chain].name, state.bank[chain]
                raise IllegalAction("BANK_SHORT", short.format(count=left, chain=name))
            before = chain
            total += count
            cost += count * state.prices[chain]
        if total > state.rulebook.buy_limit:
            limit = state.rulebook.buy_limit
            over = ngettext(
                "At most {count} share a turn.", "At most {count} shares a turn.", limit
            )
            raise IllegalAction("PURCHASE_LIMIT", over.format(count=limit))
        if cost > state.cash[seat]:
            dear = _("That costs {cost}; you have {cash}.")
            costs, cash = f"${cost:,}", f"${state.cash[seat]:,}"
            raise IllegalAction("CASH_SHORT", dear.format(cost=costs, cash=cash))
        if action.end and not state.may_end():
            raise IllegalAction("END_NOT_ALLOWED", why_no_end(state))

    def resolve(self, state: State, seat: Seat, action: Action) -> None:
        """Buys; the end drops the rest of the turn and begins the final count."""
        assert isinstance(action, Buy)
        state.buy(seat, action.shares)
        if action.end:
            state.declare_end(seat)
            state.push(FinalCount("declared"))


def why_no_end(state: State) -> str:
    """Why the end may not be declared now, in words."""
    chains, rulebook = state.rulebook.chains, state.rulebook
    unsafe = [f"{chains[c].name} {state.sizes[c]}" for c in BITS[state.active & ~state.safe]]
    if not state.active:
        return _("The game cannot end: no chain is on the board.")
    return _(
        "The game cannot end yet: not safe at {safe}: {chains}; and no chain has {end} tiles."
    ).format(safe=rulebook.safe_size, chains=", ".join(unsafe), end=rulebook.end_size)


@dataclass(frozen=True, slots=True)
class _Menu:
    """The purchases of some chains: without and with the end, and as a tree.

    `tree` has a row per purchase but the empty one, in the order of `plain`: itself, the place in
    `plain` of the one it adds a share to, and the share's chain. So the cost of each is one
    addition. `inner` has the same of those that others add to; they come first.
    """

    plain: tuple[Buy, ...]
    both: tuple[Buy, ...]
    tree: tuple[tuple[Buy, int, int], ...]
    inner: tuple[tuple[int, int], ...]

    def within(self, prices: Sequence[int], cash: int) -> list[Buy]:
        """The purchases that cost at most `cash` dollars."""
        costs = [0]
        for parent, chain in self.inner:
            costs.append(costs[parent] + prices[chain])
        return [
            self.plain[0],
            *[buy for buy, parent, chain in self.tree if costs[parent] + prices[chain] <= cash],
        ]


_MENUS: dict[tuple[int, tuple[tuple[int, int], ...], int], _Menu] = {}
_ENDINGS: dict[Buy, Buy] = {}


def ending(buy: Buy) -> Buy:
    """The same purchase with the end declared."""
    twin = _ENDINGS.get(buy)
    if twin is None:
        twin = _ENDINGS[buy] = Buy(buy.shares, end=True)
    return twin


def _menu(mask: int, scarce: tuple[tuple[int, int], ...], limit: int) -> _Menu:
    """The purchases of the chains in a mask, `scarce` ones as far as their bank goes; kept."""
    stock = dict(scarce)
    rows: list[tuple[int, ...]] = [
        picks
        for total in range(limit + 1)
        for picks in combinations_with_replacement(BITS[mask], total)
        if all(picks.count(chain) <= left for chain, left in stock.items())
    ]
    place = {picks: row for row, picks in enumerate(rows)}
    plain = tuple(
        Buy(tuple((chain, picks.count(chain)) for chain in sorted(set(picks)))) for picks in rows
    )
    both = plain + tuple(ending(buy) for buy in plain)
    tree = tuple(
        (buy, place[picks[:-1]], picks[-1]) for buy, picks in zip(plain[1:], rows[1:], strict=True)
    )
    inner = tuple((place[picks[:-1]], picks[-1]) for picks in rows[1:] if len(picks) < limit)
    menu = _MENUS[mask, scarce, limit] = _Menu(plain, both, tree, inner)
    return menu
