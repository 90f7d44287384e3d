"""Why the bonuses of a chain go where they go, line by line (RULES 4.4 and 6)."""

from collections.abc import Sequence

from acquire_client.words.names import Names
from acquire_client.words.numbers import listing, money
from acquire_net.language import _
from acquire_net.rules.bonuses import MAJORITY, MINORITY
from acquire_net.rules.editions import BONUS_RULES
from acquire_net.rules.events import BonusPaid
from acquire_net.rules.state import State
from acquire_net.rules.worth import bonuses_now


def explained(event: BonusPaid, names: Names) -> list[str]:
    """The payment of one chain's bonuses: amounts, holdings, then who gets what and why."""
    chain = names.chain(event.chain)
    if not any(event.holdings):
        return [_nobody(chain)]
    opening = (
        _(
            "Final bonuses for {chain}, size {size} at {price} a share:"
            " majority {majority}, minority {minority}."
        )
        if event.final
        else _(
            "Bonuses for {chain}, size {size} at {price} a share:"
            " majority {majority}, minority {minority}."
        )
    )
    return [
        opening.format(
            chain=chain,
            size=event.size,
            price=money(event.price),
            majority=money(MAJORITY * event.price),
            minority=money(MINORITY * event.price),
        ),
        _("Shares of {chain}: {holdings}.").format(chain=chain, holdings=_holdings(event, names)),
        *_places(event, names),
    ]


def _nobody(chain: str) -> str:
    return _("Nobody holds {chain}: no bonus is paid.").format(chain=chain)


def summary(event: BonusPaid, names: Names) -> str:
    """The same payment in one sentence."""
    chain = names.chain(event.chain)
    if not any(event.holdings):
        return _nobody(chain)
    paid = _paid(event.paid, names) or _("all to the bank")
    if event.bank is None:
        return _("{chain} bonuses: {paid}.").format(chain=chain, paid=paid)
    told = _("{chain} bonuses: {paid}, the bank drew {count}.")
    return told.format(chain=chain, paid=paid, count=event.bank[0])


def _paid(dollars: Sequence[int], names: Names) -> str:
    """Who is paid how much: `Sky $2,000 and you $1,000`; empty for nobody."""
    ranked = _ranked(dollars)
    return listing([f"{names.who(seat)} {money(amount)}" for seat, amount in ranked if amount])


def _ranked(values: Sequence[int]) -> list[tuple[int, int]]:
    return sorted(enumerate(values), key=lambda pair: -pair[1])


def _holdings(event: BonusPaid, names: Names) -> str:
    held = [f"{names.who(seat)} {count}" for seat, count in _ranked(event.holdings) if count]
    if event.bank:
        drawn, tile = event.bank
        told = _("the bank {count} (it drew {tile})")
        held.append(told.format(count=drawn, tile=names.tile(tile)))
    return ", ".join(held)


def _places(event: BonusPaid, names: Names) -> list[str]:
    """A line for the first place and one for the second, if it earns anything."""
    counted = [*event.holdings, event.bank[0]] if event.bank else list(event.holdings)
    paid = BONUS_RULES[names.rulebook.bonus](counted, event.price)
    most = max(counted)
    first = [holder for holder, held in enumerate(counted) if held == most]
    second = [holder for holder, dollars in enumerate(paid) if dollars and holder not in first]
    both = (MAJORITY + MINORITY) * event.price
    if len(first) > 1:
        return [_tied_for_most(both, first, paid, names), _("There is no separate minority bonus.")]
    if not second:
        return [_alone(first[0], _("both bonuses as the only holder"), both, names)]
    majority = _alone(first[0], _("the majority bonus"), paid[first[0]], names)
    if len(second) > 1:
        return [majority, _tied_for_second(MINORITY * event.price, second, paid, names)]
    return [majority, _alone(second[0], _("the minority bonus"), paid[second[0]], names)]


def _alone(holder: int, what: str, dollars: int, names: Names) -> str:
    if holder == len(names.players):
        told, player = _("The bank takes {bonus}: {money} is paid to nobody."), ""
    elif holder == names.me:
        told, player = _("You get {bonus}, {money}."), ""
    else:
        told, player = _("{player} gets {bonus}, {money}."), names.players[holder]
    return told.format(player=player, bonus=what, money=money(dollars))


def _tied_for_most(total: int, tied: Sequence[int], paid: Sequence[int], names: Names) -> str:
    exact = _(
        "{players} tie for the most: both bonuses, {total}, split {count} ways: {money} each."
    )
    rounded = _(
        "{players} tie for the most: both bonuses, {total}, split {count} ways,"
        " rounded up to $100: {money} each."
    )
    each = paid[tied[0]]
    return _shared(exact if each * len(tied) == total else rounded, total, tied, each, names)


def _tied_for_second(total: int, tied: Sequence[int], paid: Sequence[int], names: Names) -> str:
    exact = _(
        "{players} tie for second: the minority bonus, {total}, split {count} ways: {money} each."
    )
    rounded = _(
        "{players} tie for second: the minority bonus, {total}, split {count} ways,"
        " rounded up to $100: {money} each."
    )
    each = paid[tied[0]]
    return _shared(exact if each * len(tied) == total else rounded, total, tied, each, names)


def _shared(told: str, total: int, tied: Sequence[int], each: int, names: Names) -> str:
    bank = len(names.players)
    first, *others = tied  # the bank is the last holder, so never the first of several
    players = [
        names.subject(first),
        *(_("the bank") if holder == bank else names.who(holder) for holder in others),
    ]
    line = told.format(
        players=listing(players), total=money(total), count=len(tied), money=money(each)
    )
    return " ".join([line, _("The bank's part is paid to nobody.")]) if bank in tied else line


def stakes(state: State, chain: int, names: Names, *, shown: bool) -> str:
    """What a chain's bonuses would pay now, as a phrase.

    `shown` tells that the chain is vanishing, so that its holdings are public. Where they are
    not, only the amounts and the reader's own shares are told (RULES 2).
    """
    name, price = names.chain(chain), state.prices[chain]
    if not (shown or names.tells_all):
        most, second = money(MAJORITY * price), money(MINORITY * price)
        told = _("{chain} pays {most} for the most shares and {second} for the second most")
        phrase = told.format(chain=name, most=most, second=second)
        if names.me is None:
            return phrase
        return f"{phrase}; {you_hold(state.holdings(chain)[names.me])}"
    if not any(state.holdings(chain)):
        return _("nobody holds {chain}, so no bonus is paid").format(chain=name)
    told = (
        _("{chain} pays {paid}, unless the bank's draw changes it")
        if draws_for_bank(state)
        else _("{chain} pays {paid}")
    )
    return told.format(chain=name, paid=_paid(bonuses_now(state, chain), names))


def you_hold(count: int) -> str:
    """How many shares the reader has of what the line is about, as a phrase: `you hold 2`."""
    return _("you hold {count}").format(count=count)


def draws_for_bank(state: State) -> bool:
    """Whether the bank holds shares of its own when bonuses are paid (RULES 6)."""
    return state.seats == 2 and state.rulebook.two_player_bank
