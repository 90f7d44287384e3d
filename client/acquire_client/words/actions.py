"""An answer said back before it is given, and the short forms in which answers may be typed."""

from typing import assert_never

from acquire_client.question import Question
from acquire_client.words.effects import effect
from acquire_client.words.names import Names
from acquire_client.words.numbers import listing, money, sentence
from acquire_net.rules.actions import (
    Action,
    Buy,
    ChooseDefunct,
    ChooseSurvivor,
    Dispose,
    ExchangeDead,
    FoundChain,
    PassPlacing,
    PlaceTile,
)
from acquire_net.rules.board import Fate
from acquire_net.rules.merging import DisposeShares
from acquire_net.rules.rulebook import Rulebook


def weighty(action: Action, question: Question) -> bool:
    """Whether a terminal asks for a second Enter: merger, founding, disposal, purchase, end."""
    match action:
        case PlaceTile(tile=tile):
            return question.state.fate(tile) is Fate.MERGE
        case Buy(shares=shares, end=end):
            return bool(shares) or end
        case FoundChain() | ChooseSurvivor() | ChooseDefunct() | Dispose():
            return True
        case PassPlacing():
            return False
        case ExchangeDead(shown=shown):
            return bool(shown)
        case _:
            assert_never(action)


def promise(action: Action, question: Question, names: Names) -> str:
    """What the answer will do, as an order: `Buy 2 Luxor for $400. You keep $5,600`."""
    match action:
        case PlaceTile(tile=tile):
            return f"Place {names.tile(tile)}: {effect(question.state, tile, names)}."
        case PassPlacing():
            return "Show your tiles to everyone and place nothing."
        case FoundChain(chain=chain):
            return f"Found {names.chain(chain)}."
        case ChooseSurvivor(chain=chain):
            return f"{names.chain(chain)} survives."
        case ChooseDefunct(chain=chain):
            return f"Settle {names.chain(chain)} first."
        case Dispose():
            return _disposal(action, question, names)
        case Buy():
            return _purchase(action, question, names)
        case ExchangeDead(shown=shown):
            tiles = names.tiles(tile for _, tile in shown)
            return f"Lay out {tiles}." if shown else "Lay out nothing."
        case _:
            assert_never(action)


def _disposal(action: Dispose, question: Question, names: Names) -> str:
    task, state = question.task, question.state
    if not isinstance(task, DisposeShares):
        return f"Sell {action.sell}, trade {action.trade}."
    price, worth = state.prices[task.chain], state.prices[task.survivor]
    chain, survivor = names.chain(task.chain), names.chain(task.survivor)
    parts = []
    if action.sell:
        parts.append(f"sell {action.sell} {chain} for {money(action.sell * price)}")
    if action.trade:
        gain = action.trade // 2
        parts.append(
            f"trade {action.trade} {chain} for {gain} {survivor} (worth {money(gain * worth)})"
        )
    kept = state.held(question.seat, task.chain) - action.sell - action.trade
    if kept > 0:
        parts.append(f"keep {kept} {chain}")
    return sentence(listing(parts))


def _purchase(action: Buy, question: Question, names: Names) -> str:
    state = question.state
    cost = sum(count * state.prices[chain] for chain, count in action.shares)
    end = " and end the game" if action.end else ""
    if not action.shares:
        return f"Buy nothing{end}."
    left = state.cash[question.seat] - cost
    rest = f" You keep {money(left)}." if left >= 0 else ""
    return f"Buy {names.portfolio(action.shares)} for {money(cost)}{end}.{rest}"


def short_form(rulebook: Rulebook, chain: int) -> str:
    """The shortest start of a chain's name that names no other chain; in the name's own case."""
    name = rulebook.chains[chain].name
    for length in range(1, len(name)):
        if chains_of(rulebook, name[:length]) == (chain,):
            return name[:length]
    return name


def chains_of(rulebook: Rulebook, word: str) -> tuple[int, ...]:
    """The chains that a word may mean: the one of exactly that name, or all it begins."""
    lower = word.lower()
    names = [chain.name.lower() for chain in rulebook.chains]
    if lower in names:
        return (names.index(lower),)
    return tuple(index for index, name in enumerate(names) if lower and name.startswith(lower))


def abbreviates(rulebook: Rulebook, word: str, whole: str) -> bool:
    """Whether a word stands for a command word: the whole of it, or a start that no chain has."""
    lower = word.lower()
    if lower == whole:
        return True
    return bool(lower) and whole.startswith(lower) and not chains_of(rulebook, lower)
