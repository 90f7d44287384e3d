"""What a merger does, from naming the survivor to taking the vanished chains off the board."""

from collections.abc import Sequence
from dataclasses import dataclass

from acquire_net.errors import IllegalAction
from acquire_net.language import _
from acquire_net.rules.actions import (
    Action,
    ChooseDefunct,
    ChooseSurvivor,
    Dispose,
    dispose,
    survive,
    vanish,
)
from acquire_net.rules.board import BITS
from acquire_net.rules.paying import PayBonuses
from acquire_net.rules.rulebook import Seat
from acquire_net.rules.state import State
from acquire_net.rules.task import Hand, Task, wrong_task


def _largest(state: State, chains: int) -> tuple[int, ...]:
    """The largest of the chains in a mask, in chain order."""
    sizes = state.sizes
    most = max(sizes[chain] for chain in BITS[chains])
    return tuple(chain for chain in BITS[chains] if sizes[chain] == most)


@dataclass(frozen=True, slots=True)
class Survive(Task):
    """Asks the merger maker which of the tied largest chains survives; else knows (RULES 4.2)."""

    seat: Seat
    tile: int
    chains: int

    def asks(self, state: State) -> tuple[Seat, ...]:
        """The merger maker, when the largest are tied."""
        return (self.seat,) if len(_largest(state, self.chains)) > 1 else ()

    def options(self, state: State, seat: Seat, hand: Hand) -> Sequence[Action]:
        """The tied largest chains."""
        return [survive(chain) for chain in _largest(state, self.chains)]

    def check(self, state: State, seat: Seat, action: Action) -> None:
        """Accepts one of the tied largest chains."""
        if not isinstance(action, ChooseSurvivor):
            raise wrong_task()
        _check_tied(state, action.chain, self.chains)

    def run(self, state: State) -> None:
        """Merges into the one largest chain."""
        (survivor,) = _largest(state, self.chains)
        self._merge(state, survivor)

    def resolve(self, state: State, seat: Seat, action: Action) -> None:
        """Merges into the chosen chain."""
        assert isinstance(action, ChooseSurvivor)
        self._merge(state, action.chain)

    def _merge(self, state: State, survivor: int) -> None:
        vanishing = self.chains & ~(1 << survivor)
        state.absorb(self.seat, survivor, vanishing, self.tile)
        state.push(Vanish(self.seat, survivor, vanishing), Settle())
        if state.rulebook.bonus_timing == "all_first":
            by_size = sorted(BITS[vanishing], key=lambda chain: -state.sizes[chain])
            state.push(PayBonuses(tuple(by_size)))


@dataclass(frozen=True, slots=True)
class Vanish(Task):
    """Takes the vanishing chains one at a time, largest first; asks the order of tied ones."""

    seat: Seat
    survivor: int
    chains: int

    def asks(self, state: State) -> tuple[Seat, ...]:
        """The merger maker, when the largest vanishing chains are tied (RULES 4.3)."""
        return (self.seat,) if len(_largest(state, self.chains)) > 1 else ()

    def options(self, state: State, seat: Seat, hand: Hand) -> Sequence[Action]:
        """The tied largest vanishing chains."""
        return [vanish(chain) for chain in _largest(state, self.chains)]

    def check(self, state: State, seat: Seat, action: Action) -> None:
        """Accepts one of the tied largest vanishing chains."""
        if not isinstance(action, ChooseDefunct):
            raise wrong_task()
        _check_tied(state, action.chain, self.chains)

    def run(self, state: State) -> None:
        """Takes the one largest."""
        (chain,) = _largest(state, self.chains)
        self._vanish(state, chain)

    def resolve(self, state: State, seat: Seat, action: Action) -> None:
        """Takes the chosen one."""
        assert isinstance(action, ChooseDefunct)
        self._vanish(state, action.chain)

    def _vanish(self, state: State, chain: int) -> None:
        rest = self.chains & ~(1 << chain)
        if rest:
            state.push(Vanish(self.seat, self.survivor, rest))
        order = [Seat((self.seat + turn) % state.seats) for turn in range(state.seats)]
        state.push(
            *(
                DisposeShares(seat, chain, self.survivor)
                for seat in order
                if state.held(seat, chain)
            )
        )
        if state.rulebook.bonus_timing == "per_chain":
            state.push(PayBonuses((chain,)))


def _check_tied(state: State, chain: int, chains: int) -> None:
    tied = _largest(state, chains)
    if chain not in tied:
        *front, last = (state.rulebook.chains[one].name for one in tied)
        names = _("{front} or {last}").format(front=", ".join(front), last=last)
        wrong = _("Only the largest can be chosen: {chains}.")
        raise IllegalAction("NOT_TIED", wrong.format(chains=names))


@dataclass(frozen=True, slots=True)
class DisposeShares(Task):
    """Asks one holder what becomes of his shares of a vanishing chain (RULES 4.5)."""

    seat: Seat
    chain: int
    survivor: int

    def asks(self, state: State) -> tuple[Seat, ...]:
        """The holder."""
        return (self.seat,)

    def options(self, state: State, seat: Seat, hand: Hand) -> Sequence[Action]:
        """Every split of the shares into sold, traded and kept."""
        held = state.held(seat, self.chain)
        return disposals(held, min(held // 2, state.bank[self.survivor]))

    def check(self, state: State, seat: Seat, action: Action) -> None:
        """Accepts what the seat holds and what the bank can give in trade."""
        if not isinstance(action, Dispose):
            raise wrong_task()
        sell, trade = action.sell, action.trade
        if trade % 2:
            odd = _("Shares are traded two for one: give an even number.")
            raise IllegalAction("TRADE_ODD", odd)
        held = state.held(seat, self.chain)
        if sell < 0 or trade < 0 or sell + trade > held:
            short = _("You hold {count} of these shares.")
            raise IllegalAction("SHARES_SHORT", short.format(count=held))
        left = state.bank[self.survivor]
        if trade > 2 * left:
            short = _("The bank has {count} {chain} left to trade.")
            name = state.rulebook.chains[self.survivor].name
            raise IllegalAction("BANK_SHORT", short.format(count=left, chain=name))

    def resolve(self, state: State, seat: Seat, action: Action) -> None:
        """Carries the split out."""
        assert isinstance(action, Dispose)
        state.dispose(seat, self.chain, self.survivor, action.sell, action.trade)


_DISPOSALS: dict[tuple[int, int], tuple[Dispose, ...]] = {}


def disposals(held: int, pairs: int) -> tuple[Dispose, ...]:
    """Every way to dispose of `held` shares with at most `pairs` trades; a shared table."""
    known = _DISPOSALS.get((held, pairs))
    if known is None:
        known = _DISPOSALS[held, pairs] = tuple(
            dispose(sell, 2 * pair)
            for pair in range(pairs + 1)
            for sell in range(held - 2 * pair + 1)
        )
    return known


@dataclass(frozen=True, slots=True)
class Settle(Task):
    """Ends a merger: the vanished chains leave the board."""

    def run(self, state: State) -> None:
        """Takes them off."""
        state.settle_merger()
