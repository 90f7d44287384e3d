"""How the players stand, as far as the disclosure of the rulebook lets one tell (RULES 2)."""

from collections.abc import Sequence

from acquire_client.words import bonuses
from acquire_client.words.board import in_bag
from acquire_client.words.events import final_ranking
from acquire_client.words.names import Names
from acquire_client.words.numbers import listing, money, sentence, tiles
from acquire_net.language import _, pgettext
from acquire_net.rules.board import BITS
from acquire_net.rules.buying import BuyShares
from acquire_net.rules.drawing import Exchange
from acquire_net.rules.founding import Found
from acquire_net.rules.merging import DisposeShares, Survive, Vanish
from acquire_net.rules.placing import Place
from acquire_net.rules.rulebook import Seat
from acquire_net.rules.state import State
from acquire_net.rules.task import Lay, Task, Toss
from acquire_net.rules.worth import net_worth, ranking


def players(state: State, names: Names) -> list[str]:
    """A line for each seat: cash and shares where they may be told, and tiles held."""
    return [_player(state, seat, names) for seat in range(state.seats)]


def _player(state: State, seat: int, names: Names) -> str:
    title = names.title(seat)
    if seat == state.mover and not state.over:
        title = _("{player}, to move").format(player=title)
    held = tiles(len(state.hands[seat]))
    if not names.tells(seat):
        return _("{player}: cash and shares hidden; {tiles}.").format(player=title, tiles=held)
    return f"{title}: {money(state.cash[seat])}; {_shares(state, seat, names)}; {held}."


def _shares(state: State, seat: int, names: Names) -> str:
    chains = range(len(state.bank))
    held = names.portfolio([(chain, state.holdings(chain)[seat]) for chain in chains])
    return held or _("no shares")


def me(state: State, names: Names) -> list[str]:
    """The reader's own money and shares; a spectator is told that he has none."""
    seat = names.me
    if seat is None:
        return [_("You watch: you have no seat at this table.")]
    told = [_("You have {money}.").format(money=money(state.cash[seat]))]
    for chain in range(len(state.bank)):
        held = state.holdings(chain)[seat]
        if held:
            told.append(f"{names.stock(held, chain)}, {_worth(state, chain, held)}.")
    if len(told) == 1:
        told.append(_("You hold no shares."))
    whole = _("Cash and shares together: {money}.")
    told.append(whole.format(money=money(_without_bonuses(state, seat))))
    return told


def _worth(state: State, chain: int, held: int) -> str:
    price = state.prices[chain]
    if not price:
        return _("worth nothing while it is not on the board")
    return _("{price} each, {money}").format(price=money(price), money=money(held * price))


def _without_bonuses(state: State, seat: int) -> int:
    prices = enumerate(state.prices)
    return state.cash[seat] + sum(state.holdings(chain)[seat] * price for chain, price in prices)


def all_bonuses(state: State, names: Names) -> list[str]:
    """What each chain on the board would pay if it were counted now."""
    chains = BITS[state.active]
    if not chains:
        return [_("No chain is on the board.")]
    return [sentence(bonuses.stakes(state, chain, names, shown=False)) for chain in chains]


def standings(state: State, names: Names) -> list[str]:
    """The ranking if the game were counted now, or what of it may be told."""
    if state.over:
        return [_("Final ranking:"), *final_ranking(state.cash, names)]
    if names.tells_all:
        worth = net_worth(state)
        told = [_("If the game were counted now, bonuses included:")]
        line = _("Place {place}: {player}, {money}.")
        told += [
            line.format(place=place, player=names.title(seat), money=money(worth[seat]))
            for place, seat in ranking(worth)
        ]
        if bonuses.draws_for_bank(state):
            told.append(
                _("The bank's own holdings are drawn at the count and not in these numbers.")
            )
        return told
    if names.me is None:
        return [_("Cash and shares are hidden in this game.")]
    mine = money(_without_bonuses(state, names.me))
    return [
        _("Your cash and shares: {money}, bonuses not counted.").format(money=mine),
        _("Others' money is hidden."),
    ]


def turn(state: State, names: Names) -> list[str]:
    """Whose turn it is, what is decided now, and how many tiles are left."""
    bag = in_bag(state.bag_size - state.next_position)
    if state.over:
        return [_("The game is over."), bag]
    if not state.turn:
        return [_("The game has not begun: the start tiles are being laid."), bag]
    told = [_whose_turn(state, names), _pending(state, names), bag]
    return [line for line in told if line]


def _whose_turn(state: State, names: Names) -> str:
    if state.mover == names.me:
        return _("Turn {turn}, your turn.").format(turn=state.turn)
    told = _("Turn {turn}, {player}'s turn.")
    return told.format(turn=state.turn, player=names.players[state.mover])


def _pending(state: State, names: Names) -> str:
    match state.waits():
        case Toss():
            return _("The coin is being tossed for the bank's holding.")
        case Lay():
            return _("Tiles are being laid.")
        case None:
            pass
    if not state.asking or state.task is None:
        return ""
    return _deciding(state.asking, decision(state.task, names), names)


def _deciding(seats: Sequence[Seat], what: str, names: Names) -> str:
    first, *others = seats
    if others:
        players = listing([names.subject(first), *(names.who(seat) for seat in others)])
        return _("{players} decide {what}.").format(players=players, what=what)
    if first == names.me:
        return _("You decide {what}.").format(what=what)
    return _("{player} decides {what}.").format(player=names.players[first], what=what)


def decision(task: Task, names: Names) -> str:
    """What a task decides, to follow `Sky decides`: `which tile to place`."""
    match task:
        case Place():
            return pgettext("decides", "which tile to place")
        case Found():
            return pgettext("decides", "which chain to found")
        case Survive():
            return pgettext("decides", "which chain survives")
        case Vanish():
            return pgettext("decides", "which vanishing chain is settled first")
        case DisposeShares():
            told = pgettext("decides", "whether to sell, trade or keep {chain}")
            return told.format(chain=names.chain(task.chain))
        case BuyShares():
            return pgettext("decides", "what to buy")
        case Exchange():
            return pgettext("decides", "which dead tiles to lay out")
        case _:
            return pgettext("decides", "what to do")


def waiting(state: State, names: Names) -> str:
    """Who is to decide what now, as one sentence; empty when nobody is asked."""
    return _pending(state, names) if not state.over else ""
