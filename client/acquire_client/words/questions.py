"""A question as it is put to its player: the line that names it, the facts, the answers.

Every kind of task has one function here; the numbers are those of `question`.
"""

from acquire_client.question import Question, chain_rows, choices, tile_rows
from acquire_client.words import bonuses
from acquire_client.words.actions import promise, short_form
from acquire_client.words.board import hand_lines, in_bag, tile_line
from acquire_client.words.effects import named
from acquire_client.words.names import Names
from acquire_client.words.numbers import either, money, sentence
from acquire_net.language import _, ngettext
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
    example = _("Type its number or its name, for example {tile}.")
    return [
        _("YOUR TURN: place a tile."),
        *hand_lines(question.state, question.hand, names),
        example.format(tile=names.tile(question.hand[0][1])),
    ]


def _pass(question: Question, names: Names) -> list[str]:
    if not question.hand:
        return [
            _("YOUR TURN: you hold no tiles."),
            _("1. pass: place nothing. You may still buy."),
        ]
    return [
        _("YOUR TURN: none of your tiles can be placed."),
        *(tile_line(question.state, tile, names) for position, tile in question.hand),
        _("1. pass: this shows your tiles to everyone. You keep them and may still buy."),
    ]


def _found(question: Question, tile: int, names: Names) -> list[str]:
    state = question.state
    size = len(state.loose_cluster(tile))
    head = _("YOUR DECISION: found a chain of {size} with {tile}.")
    told = [
        head.format(size=size, tile=names.tile(tile)),
        _("You get one share of it free."),
    ]
    for number, chain in enumerate(chain_rows(question), 1):
        held, bank = state.held(question.seat, chain), state.bank[chain]
        facts = [
            _("{price} a share").format(price=money(names.rulebook.price[chain][size])),
            _("the bank has {count}").format(count=bank)
            if bank
            else _("no free share, for the bank has none"),
        ]
        if held:
            facts.append(bonuses.you_hold(held))
        told.append(f"{number}. {names.chain(chain)}: {', '.join(facts)}.")
    return [*told, _by_number_or_name(question, names)]


def _by_number_or_name(question: Question, names: Names) -> str:
    first = short_form(names.rulebook, chain_rows(question)[0])
    return _("Type a number or a name, for example {chain}.").format(chain=first)


def _survive(question: Question, task: Survive, names: Names) -> list[str]:
    state = question.state
    rows = chain_rows(question)
    among = [chain for chain in range(len(state.bank)) if task.chains >> chain & 1]
    size = sum(state.sizes[chain] for chain in among) + len(state.loose_cluster(task.tile))
    head = _("YOUR DECISION: which chain survives, {chains}?")
    sizes = (
        _("Both have {count} tiles; the survivor will have {size}.")
        if len(rows) == 2
        else _("Each has {count} tiles; the survivor will have {size}.")
    )
    told = [
        head.format(chains=either([names.chain(chain) for chain in rows])),
        sizes.format(count=state.sizes[rows[0]], size=size),
    ]
    for number, chain in enumerate(rows, 1):
        vanishing = sorted((c for c in among if c != chain), key=lambda c: -state.sizes[c])
        survives = _("{chain} survives at {price} a share, you hold {count}.").format(
            chain=names.chain(chain),
            price=money(names.rulebook.price[chain][size]),
            count=state.held(question.seat, chain),
        )
        vanish = ngettext(
            "{chains} vanishes: {effects}.", "{chains} vanish: {effects}.", len(vanishing)
        ).format(
            chains=names.chains(vanishing),
            effects="; ".join(_loss(question, gone, names) for gone in vanishing),
        )
        told.append(f"{number}. {survives} {vanish}")
    return [*told, _by_number_or_name(question, names)]


def _loss(question: Question, gone: int, names: Names) -> str:
    """What a vanishing chain pays, and what its shares bring."""
    state = question.state
    return _("{stakes}; it sells at {price}").format(
        stakes=bonuses.stakes(state, gone, names, shown=False), price=money(state.prices[gone])
    )


def _vanish(question: Question, task: Vanish, names: Names) -> list[str]:
    state, rows = question.state, chain_rows(question)
    head = _("YOUR DECISION: which chain is settled first, {chains}?")
    into = _("All of them vanish into {survivor}; the bank has {count} {survivor} to trade.")
    told = [
        head.format(chains=either([names.chain(chain) for chain in rows])),
        into.format(survivor=names.chain(task.survivor), count=state.bank[task.survivor]),
    ]
    paid = names.rulebook.bonus_timing == "all_first"
    row = _("{number}. {chain} first. You hold {count}, it sells at {price}.")
    for number, chain in enumerate(rows, 1):
        line = row.format(
            number=number,
            chain=names.chain(chain),
            count=state.held(question.seat, chain),
            price=money(state.prices[chain]),
        )
        stakes = [] if paid else [sentence(bonuses.stakes(state, chain, names, shown=True))]
        told.append(" ".join([line, *stakes]))
    return [*told, _by_number_or_name(question, names)]


def _dispose(question: Question, task: DisposeShares, names: Names) -> list[str]:
    state = question.state
    chain, survivor = names.chain(task.chain), names.chain(task.survivor)
    held = state.held(question.seat, task.chain)
    head = _("YOUR DECISION: sell, trade or keep {shares}.")
    into = _("{chain} vanishes into {survivor}. A sale brings {price} each.").format(
        chain=chain, survivor=survivor, price=money(state.prices[task.chain])
    )
    told = [
        head.format(shares=names.stock(held, task.chain)),
        f"{into} {_trade(question, task, names)}",
    ]
    after = _asked_later(question, task, names)
    if after:
        told.append(_("After you: {players}.").format(players=after))
    for number, action in enumerate(choices(question), 1):
        line = f"{number}. {promise(action, question, names)}"
        if number == 1 and isinstance(action, Dispose) and action.sell + action.trade < held:
            note = _("What is kept counts only if {chain} is founded again.")
            line = f"{line} {note.format(chain=chain)}"
        told.append(line)
    return [*told, _disposing_example(held, bool(state.bank[task.survivor]))]


def _disposing_example(held: int, in_bank: bool) -> str:
    if held == 1:
        return _("Type a number, or sell 1.")
    if held > 2 and in_bank:
        mix = _("Type a number, or a mix, for example trade 2 keep {count}.")
        return mix.format(count=held - 2)
    mix = _("Type a number, or a mix, for example sell 1 keep {count}.")
    return mix.format(count=held - 1)


def _trade(question: Question, task: DisposeShares, names: Names) -> str:
    state = question.state
    survivor, bank = names.chain(task.survivor), state.bank[task.survivor]
    if state.held(question.seat, task.chain) < 2:
        return _("One share alone cannot be traded.")
    if not bank:
        return _("The bank has no {survivor} left to trade for.").format(survivor=survivor)
    told = _(
        "A trade gives 1 {survivor}, worth {price}, for 2 {chain}; the bank has {count} {survivor}."
    )
    price, chain = money(state.prices[task.survivor]), names.chain(task.chain)
    return told.format(survivor=survivor, price=price, chain=chain, count=bank)


def _asked_later(question: Question, task: DisposeShares, names: Names) -> str:
    """Who else will dispose of the same chain; those shares are public (RULES 2)."""
    state = question.state
    one = _("{player} with {count}")
    return ", ".join(
        one.format(player=names.who(later.seat), count=state.held(later.seat, later.chain))
        for later in reversed(state.agenda[:-1])
        if isinstance(later, DisposeShares) and later.chain == task.chain
    )


def _buy(question: Question, names: Names) -> list[str]:
    state = question.state
    cash, rows = state.cash[question.seat], chain_rows(question)
    buyable = [c for c in rows if state.bank[c] and state.prices[c] <= cash]
    told = [
        _buying_head(question, names, can_buy=bool(buyable)),
        _("You have {money}.").format(money=money(cash)),
    ]
    for number, chain in enumerate(rows, 1):
        told.append(f"{number}. {_for_sale(question, chain, names)}")
    if state.may_end():
        told.append(_("You may end the game: add the word end, for example none end."))
    else:
        told.append(why_no_end(state))
    return [*told, _buying_example(question, names, buyable)]


def _for_sale(question: Question, chain: int, names: Names) -> str:
    state, seat = question.state, question.seat
    price, bank = state.prices[chain], state.bank[chain]
    safe = [_("safe")] if state.safe >> chain & 1 else []
    facts = [_("{price} a share").format(price=money(price))]
    if price > state.cash[seat]:
        facts.append(_("more than you have"))
    facts += [
        _("the bank has {count}").format(count=bank) if bank else _("the bank has none left"),
        bonuses.you_hold(state.held(seat, chain)),
    ]
    return f"{', '.join([named(state, chain, names), *safe])}: {', '.join(facts)}."


def _buying_head(question: Question, names: Names, *, can_buy: bool) -> str:
    if can_buy:
        limit = names.rulebook.buy_limit
        return ngettext(
            "YOUR DECISION: buy up to {count} share.",
            "YOUR DECISION: buy up to {count} shares.",
            limit,
        ).format(count=limit)
    if question.state.may_end():
        return _("YOUR DECISION: there is nothing you can buy, but you may end the game.")
    return _("YOUR DECISION: there is nothing you can buy.")


def _buying_example(question: Question, names: Names, buyable: list[int]) -> str:
    if not buyable:
        if question.state.may_end():
            return _("Type none to go on, or none end.")
        return _("Type none to go on.")
    limit = names.rulebook.buy_limit
    short = [short_form(names.rulebook, chain).upper() for chain in buyable]
    counts = f"{short[0]}{min(limit, 2)}"
    if len(short) > 1 and limit > 2:
        counts += f" {short[1]}1"
    return _("Type what to buy, for example {purchase}, or none.").format(purchase=counts)


def _exchange(question: Question, names: Names) -> list[str]:
    state = question.state
    left = state.bag_size - state.next_position
    if left:
        told = [_("YOUR DECISION: lay out dead tiles, to draw others, or keep them.")]
    else:
        told = [_("YOUR DECISION: lay out dead tiles, or keep them. Nothing replaces them.")]
    for number, (_position, tile) in enumerate(tile_rows(question), 1):
        told.append(f"{number}. {tile_line(state, tile, names)}")
    replaced = in_bag(left) if left else _("The bag is empty.")
    return [*told, replaced, _("Type all, none, or the numbers or names of tiles.")]
