"""A question as it is put to its player: the line that names it, the facts, the answers.

Every kind of task has one function here; the numbers are those of `question`.
"""

from acquire_client.question import Question, chain_rows, choices, tile_rows
from acquire_client.words import bonuses
from acquire_client.words.actions import promise, short_form
from acquire_client.words.board import hand_lines, tile_line
from acquire_client.words.effects import named
from acquire_client.words.names import Names
from acquire_client.words.numbers import count, either, money, sentence
from acquire_net.rules.actions import Dispose
from acquire_net.rules.buying import BuyShares, why_no_end
from acquire_net.rules.drawing import Exchange
from acquire_net.rules.founding import Found
from acquire_net.rules.merging import DisposeShares, Survive, Vanish
from acquire_net.rules.placing import Place


def asked(question: Question, names: Names) -> list[str]:
    """The whole question: `YOUR TURN` or `YOUR DECISION` first, then facts and answers."""
    match question.task:
        case Place():
            return _pass(question, names) if question.passes else _place(question, names)
        case Found(tile=tile):
            return _found(question, tile, names)
        case Survive() as task:
            return _survive(question, task, names)
        case Vanish() as task:
            return _vanish(question, task, names)
        case DisposeShares() as task:
            return _dispose(question, task, names)
        case BuyShares():
            return _buy(question, names)
        case Exchange():
            return _exchange(question, names)
        case other:
            raise TypeError(f"no words for {other}")


def _place(question: Question, names: Names) -> list[str]:
    return [
        "YOUR TURN: place a tile.",
        *hand_lines(question.state, question.hand, names),
        f"Type its number or its name, for example {names.tile(question.hand[0][1])}.",
    ]


def _pass(question: Question, names: Names) -> list[str]:
    if not question.hand:
        return ["YOUR TURN: you hold no tiles.", "1. pass: place nothing. You may still buy."]
    return [
        "YOUR TURN: none of your tiles can be placed.",
        *(tile_line(question.state, tile, names) for _, tile in question.hand),
        "1. pass: this shows your tiles to everyone. You keep them and may still buy.",
    ]


def _found(question: Question, tile: int, names: Names) -> list[str]:
    state = question.state
    size = len(state.loose_cluster(tile))
    told = [
        f"YOUR DECISION: found a chain of {size} with {names.tile(tile)}.",
        "You get one share of it free.",
    ]
    for number, chain in enumerate(chain_rows(question), 1):
        held, bank = state.held(question.seat, chain), state.bank[chain]
        stock = f"the bank has {bank}" if bank else "no free share, for the bank has none"
        mine = f", you hold {held}" if held else ""
        price = money(names.rulebook.price[chain][size])
        told.append(f"{number}. {names.chain(chain)}: {price} a share, {stock}{mine}.")
    return [*told, _by_number_or_name(question, names)]


def _by_number_or_name(question: Question, names: Names) -> str:
    first = chain_rows(question)[0]
    return f"Type a number or a name, for example {short_form(names.rulebook, first)}."


def _survive(question: Question, task: Survive, names: Names) -> list[str]:
    state, seat = question.state, question.seat
    rows = chain_rows(question)
    among = [chain for chain in range(len(state.bank)) if task.chains >> chain & 1]
    size = sum(state.sizes[chain] for chain in among) + len(state.loose_cluster(task.tile))
    told = [
        f"YOUR DECISION: which chain survives, {either([names.chain(chain) for chain in rows])}?",
        f"Both have {state.sizes[rows[0]]} tiles; the survivor will have {size}."
        if len(rows) == 2
        else f"Each has {state.sizes[rows[0]]} tiles; the survivor will have {size}.",
    ]
    for number, chain in enumerate(rows, 1):
        price = money(names.rulebook.price[chain][size])
        vanishing = sorted((c for c in among if c != chain), key=lambda c: -state.sizes[c])
        effects = [
            f"{bonuses.stakes(state, gone, names, shown=False)};"
            f" it sells at {money(state.prices[gone])}"
            for gone in vanishing
        ]
        told.append(
            f"{number}. {names.chain(chain)} survives at {price} a share,"
            f" you hold {state.held(seat, chain)}. {names.chains(vanishing)}"
            f" {'vanishes' if len(vanishing) == 1 else 'vanish'}: {'; '.join(effects)}."
        )
    return [*told, _by_number_or_name(question, names)]


def _vanish(question: Question, task: Vanish, names: Names) -> list[str]:
    state, rows = question.state, chain_rows(question)
    told = [
        f"YOUR DECISION: which chain is settled first, {either([names.chain(c) for c in rows])}?",
        f"All of them vanish into {names.chain(task.survivor)};"
        f" the bank has {state.bank[task.survivor]} {names.chain(task.survivor)} to trade.",
    ]
    paid = names.rulebook.bonus_timing == "all_first"
    for number, chain in enumerate(rows, 1):
        stakes = "" if paid else f" {sentence(bonuses.stakes(state, chain, names, shown=True))}"
        told.append(
            f"{number}. {names.chain(chain)} first. You hold {state.held(question.seat, chain)},"
            f" it sells at {money(state.prices[chain])}.{stakes}"
        )
    return [*told, _by_number_or_name(question, names)]


def _dispose(question: Question, task: DisposeShares, names: Names) -> list[str]:
    state = question.state
    chain, survivor = names.chain(task.chain), names.chain(task.survivor)
    held = state.held(question.seat, task.chain)
    told = [
        f"YOUR DECISION: sell, trade or keep {held} {chain}.",
        f"{chain} vanishes into {survivor}. A sale brings {money(state.prices[task.chain])} each."
        f" {_trade(question, task, names)}",
    ]
    after = _asked_later(question, task, names)
    if after:
        told.append(f"After you: {after}.")
    for number, action in enumerate(choices(question), 1):
        kept = isinstance(action, Dispose) and action.sell + action.trade < held
        note = f" What is kept counts only if {chain} is founded again." if kept else ""
        told.append(f"{number}. {promise(action, question, names)}{note if number == 1 else ''}")
    if held == 1:
        return [*told, "Type a number, or sell 1."]
    trades = held > 2 and state.bank[task.survivor]
    mix = f"trade 2 keep {held - 2}" if trades else f"sell 1 keep {held - 1}"
    return [*told, f"Type a number, or a mix, for example {mix}."]


def _trade(question: Question, task: DisposeShares, names: Names) -> str:
    state = question.state
    chain, survivor = names.chain(task.chain), names.chain(task.survivor)
    bank = state.bank[task.survivor]
    if state.held(question.seat, task.chain) < 2:
        return "One share alone cannot be traded."
    if not bank:
        return f"The bank has no {survivor} left to trade for."
    worth = money(state.prices[task.survivor])
    return (
        f"A trade gives 1 {survivor}, worth {worth}, for 2 {chain}; the bank has {bank} {survivor}."
    )


def _asked_later(question: Question, task: DisposeShares, names: Names) -> str:
    """Who else will dispose of the same chain; those shares are public (RULES 2)."""
    state = question.state
    return ", ".join(
        f"{names.who(later.seat)} with {state.held(later.seat, later.chain)}"
        for later in reversed(state.agenda[:-1])
        if isinstance(later, DisposeShares) and later.chain == task.chain
    )


def _buy(question: Question, names: Names) -> list[str]:
    state, seat = question.state, question.seat
    cash, limit, rows = state.cash[seat], names.rulebook.buy_limit, chain_rows(question)
    buyable = [c for c in rows if state.bank[c] and state.prices[c] <= cash]
    told = [_buying_head(question, limit, names, can_buy=bool(buyable))]
    told.append(f"You have {money(cash)}.")
    for number, chain in enumerate(rows, 1):
        price, bank = state.prices[chain], state.bank[chain]
        dear = "" if price <= cash else ", more than you have"
        safe = ", safe" if state.safe >> chain & 1 else ""
        told.append(
            f"{number}. {named(state, chain, names)}{safe}: {money(price)} a share{dear},"
            f" the bank has {bank or 'none left'}, you hold {state.held(seat, chain)}."
        )
    if state.may_end():
        told.append("You may end the game: add the word end, for example none end.")
    else:
        told.append(why_no_end(state))
    return [*told, _buying_example(question, names, buyable)]


def _buying_head(question: Question, limit: int, names: Names, *, can_buy: bool) -> str:
    if can_buy:
        return f"YOUR DECISION: buy up to {count(limit, 'share')}."
    end = ", but you may end the game" if question.state.may_end() else ""
    return f"YOUR DECISION: there is nothing you can buy{end}."


def _buying_example(question: Question, names: Names, buyable: list[int]) -> str:
    if not buyable:
        end = ", or none end" if question.state.may_end() else ""
        return f"Type none to go on{end}."
    limit = names.rulebook.buy_limit
    short = [short_form(names.rulebook, chain).upper() for chain in buyable]
    counts = f"{short[0]}{min(limit, 2)}"
    if len(short) > 1 and limit > 2:
        counts += f" {short[1]}1"
    return f"Type what to buy, for example {counts}, or none."


def _exchange(question: Question, names: Names) -> list[str]:
    state = question.state
    left = state.bag_size - state.next_position
    replaced = f"{count(left, 'tile')} left in the bag." if left else "The bag is empty."
    told = ["YOUR DECISION: lay out dead tiles, to draw others, or keep them."]
    if not left:
        told = ["YOUR DECISION: lay out dead tiles, or keep them. Nothing replaces them."]
    for number, (_, tile) in enumerate(tile_rows(question), 1):
        told.append(f"{number}. {tile_line(state, tile, names)}")
    return [*told, replaced, "Type all, none, or the numbers or names of tiles."]
