"""An answer said back before it is given, and the short forms in which answers may be typed."""

from typing import assert_never

from acquire_client.languages.commands import english
from acquire_client.question import Question
from acquire_client.words.effects import effect
from acquire_client.words.names import Names
from acquire_client.words.numbers import listing, money, sentence
from acquire_net.language import _
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
        case other:
            assert_never(other)


def promise(action: Action, question: Question, names: Names) -> str:
    """What the answer will do, as an order: `Buy 2 Luxor for $400. You keep $5,600`."""
    match action:
        case PlaceTile(tile=tile):
            does = effect(question.state, tile, names)
            return _("Place {tile}: {effect}.").format(tile=names.tile(tile), effect=does)
        case PassPlacing():
            return _("Show your tiles to everyone and place nothing.")
        case FoundChain(chain=chain):
            return _("Found {chain}.").format(chain=names.chain(chain))
        case ChooseSurvivor(chain=chain):
            return _("{chain} survives.").format(chain=names.chain(chain))
        case ChooseDefunct(chain=chain):
            return _("Settle {chain} first.").format(chain=names.chain(chain))
        case Dispose():
            return _disposal(action, question, names)
        case Buy():
            return _purchase(action, question, names)
        case ExchangeDead(shown=shown):
            tiles = names.tiles(tile for position, tile in shown)
            return _("Lay out {tiles}.").format(tiles=tiles) if shown else _("Lay out nothing.")
        case other:
            assert_never(other)


def _disposal(action: Dispose, question: Question, names: Names) -> str:
    task, state = question.task, question.state
    if not isinstance(task, DisposeShares):
        told = _("Sell {sold}, trade {traded}.")
        return told.format(sold=action.sell, traded=action.trade)
    price, worth = state.prices[task.chain], state.prices[task.survivor]
    parts = []
    if action.sell:
        sold, dollars = names.stock(action.sell, task.chain), money(action.sell * price)
        parts.append(_("sell {shares} for {money}").format(shares=sold, money=dollars))
    if action.trade:
        gain = action.trade // 2
        parts.append(
            _("trade {shares} for {gain} (worth {money})").format(
                shares=names.stock(action.trade, task.chain),
                gain=names.stock(gain, task.survivor),
                money=money(gain * worth),
            )
        )
    kept = state.held(question.seat, task.chain) - action.sell - action.trade
    if kept > 0:
        parts.append(_("keep {shares}").format(shares=names.stock(kept, task.chain)))
    return sentence(listing(parts))


def _purchase(action: Buy, question: Question, names: Names) -> str:
    state = question.state
    if not action.shares:
        return _("Buy nothing and end the game.") if action.end else _("Buy nothing.")
    cost = sum(count * state.prices[chain] for chain, count in action.shares)
    end = _("Buy {shares} for {money} and end the game.")
    told = [
        (end if action.end else _("Buy {shares} for {money}.")).format(
            shares=names.portfolio(action.shares), money=money(cost)
        )
    ]
    left = state.cash[question.seat] - cost
    if left >= 0:
        told.append(_("You keep {money}.").format(money=money(left)))
    return " ".join(told)


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
    """Whether a word stands for an English command word.

    It does as the whole of it, as a start that no chain has, or as the same word of the language
    spoken.
    """
    lower = word.lower()
    if whole in (lower, english(lower)):
        return True
    return bool(lower) and whole.startswith(lower) and not chains_of(rulebook, lower)
