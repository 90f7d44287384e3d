"""What happened, as sentences: the lines a player reads as it happens, and one line for a log."""

from collections.abc import Mapping, Sequence
from typing import assert_never

from acquire_client.words import bonuses
from acquire_client.words.names import Names
from acquire_client.words.numbers import count, listing, money
from acquire_net.rules import events as e
from acquire_net.rules.rulebook import Seat
from acquire_net.rules.worth import ranking

NO_TILES: Mapping[int, int] = {}

_WHY_OVER: Mapping[e.EndedBy, str] = {
    "declared": "The game is over: the final count begins.",
    "all_tiles_played": "All tiles are played: the game is over, the final count begins.",
    "no_tile_playable_for_a_round": (
        "Nobody could place a tile for a whole round: the game is over, the final count begins."
    ),
}


def lines(event: e.Event, names: Names, hand: Mapping[int, int] = NO_TILES) -> list[str]:
    """An event as it is announced, mostly one line; bonuses and the result are explained.

    `hand` (position to tile) names the tiles that the reader drew himself.
    """
    match event:
        case e.BonusPaid():
            return bonuses.explained(event, names)
        case e.GameOver():
            return [winners(event.winners, event.cash, names), *final_ranking(event.cash, names)]
        case _:
            return [sentence(event, names, hand)]


def sentence(event: e.Event, names: Names, hand: Mapping[int, int] = NO_TILES) -> str:
    """An event in exactly one sentence."""
    match event:
        case e.StartTileLaid() | e.TurnBegan() | e.PositionsGiven() | e.HandShown():
            return _turn_sentence(event, names, hand)
        case e.ChainSafe() | e.ChainsVanished() | e.CountBegan() | e.GameOver():
            return _table_sentence(event, names)
        case e.BonusPaid():
            return bonuses.summary(event, names)
        case e.StockSold():
            return _sale(event, names)
        case e.ChainGrew():
            return f"{names.chain(event.chain)} grew to {event.size}."
        case _:
            return f"{names.subject(event.seat)} {deed(event, names)}."


Deed = (
    e.TilePlaced
    | e.ChainFounded
    | e.ChainGrew
    | e.ChainsMerged
    | e.SharesDisposed
    | e.SharesBought
    | e.EndDeclared
    | e.DeadTilesSetAside
)
"""What one player did: these events have a seat, and a phrase that follows its name."""


def deed(event: Deed, names: Names) -> str:
    """What a player did, as the phrase that follows the name: `placed 5C`."""
    match event:
        case e.TilePlaced():
            return f"placed {names.tile(event.tile)}"
        case e.ChainFounded():
            share = "a free share" if event.free else "no free share, for the bank has none"
            return f"founded {names.chain(event.chain)} (size {event.size}) and got {share}"
        case e.ChainGrew():
            return f"grew {names.chain(event.chain)} to {event.size}"
        case e.ChainsMerged():
            gone = [f"{names.chain(chain)} (size {size})" for chain, size in event.vanishing]
            return (
                f"merged {listing(gone)} into {names.chain(event.survivor)}, now size {event.size}"
            )
        case e.SharesDisposed():
            return _disposal(event, names)
        case e.SharesBought():
            if not event.shares:
                return "bought nothing"
            return f"bought {names.portfolio(event.shares)} for {money(event.cost)}"
        case e.EndDeclared():
            return "declared the end of the game"
        case e.DeadTilesSetAside():
            thing = "tile" if len(event.tiles) == 1 else "tiles"
            return f"laid out the dead {thing} {names.tiles(event.tiles)}"
        case _:
            assert_never(event)


def _disposal(event: e.SharesDisposed, names: Names) -> str:
    chain, survivor = names.chain(event.chain), names.chain(event.survivor)
    parts = []
    if event.sold:
        parts.append(f"sold {event.sold} {chain} for {money(event.sold * event.price)}")
    if event.traded:
        parts.append(f"traded {event.traded} {chain} for {event.traded // 2} {survivor}")
    if event.kept:
        parts.append(f"kept {event.kept} {chain}")
    return listing(parts) or f"had no {chain} left"


def _turn_sentence(
    event: e.StartTileLaid | e.TurnBegan | e.PositionsGiven | e.HandShown,
    names: Names,
    hand: Mapping[int, int],
) -> str:
    seat = event.seat
    match event:
        case e.StartTileLaid():
            return f"{names.whose(seat)} start tile is {names.tile(event.tile)}."
        case e.TurnBegan():
            return f"Turn {event.turn}: {names.who(seat)} {names.verb(seat, 'are', 'is')} to move."
        case e.PositionsGiven():
            drawn = [hand[position] for position in event.positions if position in hand]
            known = seat == names.me and len(drawn) == len(event.positions)
            what = names.tiles(drawn) if known else count(len(event.positions), "tile")
            return f"{names.subject(seat)} drew {what}."
        case e.HandShown():
            has = names.verb(seat, "have", "has")
            if not event.shown:
                return f"{names.subject(seat)} {has} no tiles and placed nothing."
            tiles = names.tiles(tile for _, tile in event.shown)
            return (
                f"{names.subject(seat)} {has} no playable tile, showed {tiles} and placed nothing."
            )
        case _:
            assert_never(event)


def _table_sentence(
    event: e.ChainSafe | e.ChainsVanished | e.CountBegan | e.GameOver, names: Names
) -> str:
    match event:
        case e.ChainSafe():
            return f"{names.chain(event.chain)} is safe now."
        case e.ChainsVanished():
            are = "is" if len(event.chains) == 1 else "are"
            return f"{names.chains(event.chains)} {are} off the board and may be founded again."
        case e.CountBegan():
            return _WHY_OVER[event.how]
        case e.GameOver():
            return winners(event.winners, event.cash, names)
        case _:
            assert_never(event)


def _sale(event: e.StockSold, names: Names) -> str:
    chain = names.chain(event.chain)
    if not any(event.holdings):
        return f"No {chain} shares to sell."
    sold = [
        f"{names.who(seat)} {held} for {money(event.paid[seat])}"
        for seat, held in enumerate(event.holdings)
        if held
    ]
    return f"All {chain} shares are sold at {money(event.price)}: {', '.join(sold)}."


def winners(seats: Sequence[Seat], cash: Sequence[int], names: Names) -> str:
    """Who won, with how much: `You win with $41,200`."""
    amount = money(cash[seats[0]])
    if len(seats) > 1:
        who = listing([names.who(seat) for seat in seats])
        return f"A shared win, with {amount} each: {who}."
    return f"{names.subject(seats[0])} {names.verb(seats[0], 'win', 'wins')} with {amount}."


def final_ranking(cash: Sequence[int], names: Names) -> list[str]:
    """A line for each seat, the richest first; equal money shares a place."""
    places = ranking(cash)
    return [
        f"Place {place}{_shared_place(place, places)}: {names.title(seat)}, {money(cash[seat])}."
        for place, seat in places
    ]


def _shared_place(place: int, places: Sequence[tuple[int, int]]) -> str:
    return " (shared)" if sum(1 for other, _ in places if other == place) > 1 else ""
