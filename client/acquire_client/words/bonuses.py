"""Why the bonuses of a chain go where they go, line by line (RULES 4.4 and 6)."""

from collections.abc import Sequence

from acquire_client.words.names import Names
from acquire_client.words.numbers import listing, money
from acquire_net.rules.bonuses import MAJORITY, MINORITY
from acquire_net.rules.editions import BONUS_RULES
from acquire_net.rules.events import BonusPaid
from acquire_net.rules.state import State
from acquire_net.rules.worth import bonuses_now


def explained(event: BonusPaid, names: Names) -> list[str]:
    """The payment of one chain's bonuses: amounts, holdings, then who gets what and why."""
    chain = names.chain(event.chain)
    if not any(event.holdings):
        return [f"Nobody holds {chain}: no bonus is paid."]
    opening = "Final bonuses" if event.final else "Bonuses"
    return [
        f"{opening} for {chain}, size {event.size} at {money(event.price)} a share:"
        f" majority {money(MAJORITY * event.price)}, minority {money(MINORITY * event.price)}.",
        f"Shares of {chain}: {_holdings(event, names)}.",
        *_places(event, names),
    ]


def summary(event: BonusPaid, names: Names) -> str:
    """The same payment in one sentence."""
    chain = names.chain(event.chain)
    if not any(event.holdings):
        return f"Nobody holds {chain}: no bonus is paid."
    paid = [
        f"{names.who(seat)} {money(dollars)}" for seat, dollars in _ranked(event.paid) if dollars
    ]
    kept = "" if event.bank is None else f", the bank drew {event.bank[0]}"
    return f"{chain} bonuses: {listing(paid) if paid else 'all to the bank'}{kept}."


def _ranked(values: Sequence[int]) -> list[tuple[int, int]]:
    return sorted(enumerate(values), key=lambda pair: -pair[1])


def _holdings(event: BonusPaid, names: Names) -> str:
    held = [f"{names.who(seat)} {count}" for seat, count in _ranked(event.holdings) if count]
    if event.bank:
        drawn, tile = event.bank
        held.append(f"the bank {drawn} (it drew {names.tile(tile)})")
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
        line = _shared("tie for the most", "both bonuses", both, first, paid, names)
        return [line, "There is no separate minority bonus."]
    if not second:
        return [_alone(first[0], "both bonuses as the only holder", both, names)]
    majority = _alone(first[0], "the majority bonus", paid[first[0]], names)
    if len(second) > 1:
        minority = MINORITY * event.price
        return [
            majority,
            _shared("tie for second", "the minority bonus", minority, second, paid, names),
        ]
    return [majority, _alone(second[0], "the minority bonus", paid[second[0]], names)]


def _alone(holder: int, what: str, dollars: int, names: Names) -> str:
    if holder == len(names.players):
        return f"The bank takes {what}: {money(dollars)} is paid to nobody."
    return f"{names.subject(holder)} {names.verb(holder, 'get', 'gets')} {what}, {money(dollars)}."


def _shared(
    how: str, what: str, total: int, tied: Sequence[int], paid: Sequence[int], names: Names
) -> str:
    bank = len(names.players)
    people = ["the bank" if holder == bank else names.who(holder) for holder in tied]
    who = listing(people)
    each = paid[tied[0]]
    rounded = ", rounded up to $100" if each * len(tied) != total else ""
    line = (
        f"{who[0].upper() + who[1:] if who.startswith(('you', 'the bank')) else who} {how}:"
        f" {what}, {money(total)}, split {len(tied)} ways{rounded}: {money(each)} each."
    )
    return f"{line} The bank's part is paid to nobody." if bank in tied else line


def stakes(state: State, chain: int, names: Names, *, shown: bool) -> str:
    """What a chain's bonuses would pay now, as a phrase.

    `shown` tells that the chain is vanishing, so that its holdings are public. Where they are
    not, only the amounts and the reader's own shares are told (RULES 2).
    """
    name, price = names.chain(chain), state.prices[chain]
    if not (shown or names.tells_all):
        mine = "" if names.me is None else f"; you hold {state.holdings(chain)[names.me]}"
        return (
            f"{name} pays {money(MAJORITY * price)} for the most shares"
            f" and {money(MINORITY * price)} for the second most{mine}"
        )
    if not any(state.holdings(chain)):
        return f"nobody holds {name}, so no bonus is paid"
    paid = [
        f"{names.who(seat)} {money(dollars)}"
        for seat, dollars in _ranked(bonuses_now(state, chain))
        if dollars
    ]
    draw = ", unless the bank's draw changes it" if draws_for_bank(state) else ""
    return f"{name} pays {listing(paid)}{draw}"


def draws_for_bank(state: State) -> bool:
    """Whether the bank holds shares of its own when bonuses are paid (RULES 6)."""
    return state.seats == 2 and state.rulebook.two_player_bank
