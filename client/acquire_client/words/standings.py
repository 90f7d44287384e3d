"""How the players stand, as far as the disclosure of the rulebook lets one tell (RULES 2)."""

from acquire_client.words import bonuses
from acquire_client.words.events import final_ranking
from acquire_client.words.names import Names
from acquire_client.words.numbers import count, listing, money, sentence
from acquire_net.rules.board import BITS
from acquire_net.rules.buying import BuyShares
from acquire_net.rules.drawing import Exchange
from acquire_net.rules.founding import Found
from acquire_net.rules.merging import DisposeShares, Survive, Vanish
from acquire_net.rules.placing import Place
from acquire_net.rules.state import State
from acquire_net.rules.task import Lay, Task, Toss
from acquire_net.rules.worth import net_worth, ranking


def players(state: State, names: Names) -> list[str]:
    """A line for each seat: cash and shares where they may be told, and tiles held."""
    return [_player(state, seat, names) for seat in range(state.seats)]


def _player(state: State, seat: int, names: Names) -> str:
    turn = ", to move" if seat == state.mover and not state.over else ""
    tiles = count(len(state.hands[seat]), "tile")
    if not names.tells(seat):
        return f"{names.title(seat)}{turn}: cash and shares hidden; {tiles}."
    return f"{names.title(seat)}{turn}: {money(state.cash[seat])}; {_shares(state, seat, names)}; {tiles}."


def _shares(state: State, seat: int, names: Names) -> str:
    chains = range(len(state.bank))
    held = names.portfolio([(chain, state.holdings(chain)[seat]) for chain in chains])
    return held or "no shares"


def me(state: State, names: Names) -> list[str]:
    """The reader's own money and shares; a spectator is told that he has none."""
    seat = names.me
    if seat is None:
        return ["You watch: you have no seat at this table."]
    told = [f"You have {money(state.cash[seat])}."]
    for chain in range(len(state.bank)):
        held = state.holdings(chain)[seat]
        if held:
            told.append(f"{held} {names.chain(chain)}, {_worth(state, chain, held)}.")
    if len(told) == 1:
        told.append("You hold no shares.")
    told.append(f"Cash and shares together: {money(_without_bonuses(state, seat))}.")
    return told


def _worth(state: State, chain: int, held: int) -> str:
    if not state.prices[chain]:
        return "worth nothing while it is not on the board"
    return f"{money(state.prices[chain])} each, {money(held * state.prices[chain])}"


def _without_bonuses(state: State, seat: int) -> int:
    prices = enumerate(state.prices)
    return state.cash[seat] + sum(state.holdings(chain)[seat] * price for chain, price in prices)


def all_bonuses(state: State, names: Names) -> list[str]:
    """What each chain on the board would pay if it were counted now."""
    chains = BITS[state.active]
    if not chains:
        return ["No chain is on the board."]
    return [sentence(bonuses.stakes(state, chain, names, shown=False)) for chain in chains]


def standings(state: State, names: Names) -> list[str]:
    """The ranking if the game were counted now, or what of it may be told."""
    if state.over:
        return ["Final ranking:", *final_ranking(state.cash, names)]
    if names.tells_all:
        worth = net_worth(state)
        told = ["If the game were counted now, bonuses included:"]
        told += [
            f"Place {place}: {names.title(seat)}, {money(worth[seat])}."
            for place, seat in ranking(worth)
        ]
        if bonuses.draws_for_bank(state):
            told.append("The bank's own holdings are drawn at the count and not in these numbers.")
        return told
    if names.me is None:
        return ["Cash and shares are hidden in this game."]
    mine = money(_without_bonuses(state, names.me))
    return [f"Your cash and shares: {mine}, bonuses not counted.", "Others' money is hidden."]


def turn(state: State, names: Names) -> list[str]:
    """Whose turn it is, what is decided now, and how many tiles are left."""
    left = state.bag_size - state.next_position
    bag = f"{count(left, 'tile')} left in the bag."
    if state.over:
        return ["The game is over.", bag]
    if not state.turn:
        return ["The game has not begun: the start tiles are being laid.", bag]
    told = [f"Turn {state.turn}, {_mover(state, names)}.", _pending(state, names), bag]
    return [line for line in told if line]


def _mover(state: State, names: Names) -> str:
    return "your turn" if state.mover == names.me else f"{names.players[state.mover]}'s turn"


def _pending(state: State, names: Names) -> str:
    match state.waits():
        case Toss():
            return "The coin is being tossed for the bank's holding."
        case Lay():
            return "Tiles are being laid."
        case None:
            pass
    if not state.asking or state.task is None:
        return ""
    who = sentence(listing([names.who(seat) for seat in state.asking]))[:-1]
    one = names.verb(state.asking[0], "decide", "decides") if len(state.asking) == 1 else "decide"
    return f"{who} {one} {decision(state.task, names)}."


def decision(task: Task, names: Names) -> str:
    """What a task decides, to follow `Sky decides`: `which tile to place`."""
    match task:
        case Place():
            return "which tile to place"
        case Found():
            return "which chain to found"
        case Survive():
            return "which chain survives"
        case Vanish():
            return "which vanishing chain is settled first"
        case DisposeShares():
            return f"whether to sell, trade or keep {names.chain(task.chain)}"
        case BuyShares():
            return "what to buy"
        case Exchange():
            return "which dead tiles to lay out"
        case _:
            return "what to do"


def waiting(state: State, names: Names) -> str:
    """Who is to decide what now, as one sentence; empty when nobody is asked."""
    return _pending(state, names) if not state.over else ""
