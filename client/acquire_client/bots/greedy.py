"""A sensible opponent: it tries every answer on a copy and takes what leaves it furthest ahead.

It looks no further than its own decision and what that decision makes the others do at once; it
follows the usual advice by the way `valuing` weighs things, not by rules of thumb.
"""

from collections.abc import Sequence
from random import Random

from acquire_client.bots import valuing
from acquire_net.rules.actions import Action, Buy, Dispose, ExchangeDead
from acquire_net.rules.board import BITS
from acquire_net.rules.buying import BuyShares
from acquire_net.rules.drawing import Exchange
from acquire_net.rules.founding import Found
from acquire_net.rules.merging import DisposeShares, Survive, Vanish
from acquire_net.rules.rulebook import Seat
from acquire_net.rules.state import State
from acquire_net.rules.task import Hand, Toss
from acquire_net.rules.worth import net_worth


def choose(state: State, seat: Seat, hand: Hand, chance: Random) -> Action:
    """The option that leaves the seat best off; chance decides among equals."""
    options = state.options(seat, hand)
    if len(options) == 1:
        return options[0]
    match state.task:
        case BuyShares():
            return _purchase(state, seat, options, chance)
        case DisposeShares() as task:
            return _disposal(state, task, options)
        case Exchange():
            return max(options, key=_laid_out)
        case _:
            return _tried(state, seat, options, chance)


def _laid_out(action: Action) -> int:
    return len(action.shown) if isinstance(action, ExchangeDead) else 0


def _tried(state: State, seat: Seat, options: Sequence[Action], chance: Random) -> Action:
    scores = [(_after(state, seat, option), chance.random(), option) for option in options]
    return max(scores, key=lambda score: score[:2])[2]


def _after(state: State, seat: Seat, action: Action) -> float:
    """How far ahead the seat is once the action and what it causes at once is settled."""
    trial = state.copy()
    trial.carry_out(seat, action)
    while not trial.over:
        wanted = trial.waits()
        if isinstance(wanted, Toss):
            # The middle of the pool: a bank's holding as likely too low as too high.
            trial.deliver([wanted.pool[len(wanted.pool) // 2]] * wanted.count)
            continue
        match trial.task:
            case Found() | Survive() | Vanish():
                mine = trial.options(seat, {})
                return max(_after(trial, seat, option) for option in mine)
            case DisposeShares() as task:
                options = trial.options(task.seat, {})
                trial.carry_out(task.seat, _disposal(trial, task, options))
            case _:
                break
    return valuing.standing(trial, seat)


def _disposal(state: State, task: DisposeShares, options: Sequence[Action]) -> Action:
    """The split of shares that brings its holder most: by what it sells for, wins or may become."""
    seat, left = task.seat, valuing.remaining(state)
    held = state.held(seat, task.chain)
    price = state.prices[task.chain]
    kept = valuing.share_value(state, task.chain, left)
    holdings = state.holdings(task.survivor)
    each = valuing.share_value(state, task.survivor, left)
    gains = []
    for pairs in range(min(held // 2, state.bank[task.survivor]) + 1):
        holdings[seat] += pairs
        worth = valuing.bonus_values(state, task.survivor, holdings, left)
        gains.append(pairs * each + valuing.lead(worth, seat))
        holdings[seat] -= pairs

    def score(action: Action) -> float:
        assert isinstance(action, Dispose)
        rest = held - action.sell - action.trade
        cash = valuing.ready(state.cash[seat] + action.sell * price, left)
        return cash + rest * kept + gains[action.trade // 2]

    return max(options, key=score)


def _purchase(state: State, seat: Seat, options: Sequence[Action], chance: Random) -> Action:
    left = valuing.remaining(state)
    purchases = [option for option in options if isinstance(option, Buy)]
    plain = [buy for buy in purchases if not buy.end]
    if len(plain) < len(purchases):
        ending = [buy for buy in purchases if buy.end]
        gains = _gains(state, seat, 0.0)
        last = max(ending, key=lambda buy: _score(state, seat, buy, gains, 0.0))
        if _wins(state, seat, last):
            return last
    gains = _gains(state, seat, left)
    scores = [(_score(state, seat, buy, gains, left), chance.random(), buy) for buy in plain]
    return max(scores, key=lambda score: score[:2])[2]


def _gains(state: State, seat: Seat, left: float) -> dict[tuple[int, int], float]:
    """What holding some more shares of a chain would bring the seat, by (chain, count)."""
    gains = {}
    for chain in BITS[state.active]:
        holdings = state.holdings(chain)
        each = valuing.share_value(state, chain, left)
        now = valuing.lead(valuing.bonus_values(state, chain, holdings, left), seat)
        for count in range(1, min(state.rulebook.buy_limit, state.bank[chain]) + 1):
            holdings[seat] += 1
            then = valuing.lead(valuing.bonus_values(state, chain, holdings, left), seat)
            gains[chain, count] = count * each + then - now
    return gains


def _score(
    state: State, seat: Seat, buy: Buy, gains: dict[tuple[int, int], float], left: float
) -> float:
    cost = sum(count * state.prices[chain] for chain, count in buy.shares)
    won = sum(gains[share] for share in buy.shares)
    return won + valuing.ready(state.cash[seat] - cost, left)


def _wins(state: State, seat: Seat, last: Buy) -> bool:
    """Whether the seat has the most money when it buys this and the game is counted."""
    trial = state.copy()
    trial.buy(seat, last.shares)
    worth = net_worth(trial)
    return worth[seat] == max(worth)
