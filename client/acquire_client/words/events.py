"""What happened, as sentences: the lines a player reads as it happens, and one line for a log."""

from collections.abc import Mapping, Sequence
from typing import assert_never

from acquire_client.words import bonuses, numbers
from acquire_client.words.names import Names
from acquire_client.words.numbers import listing, money
from acquire_net.language import _, did, ngettext
from acquire_net.rules import events as e
from acquire_net.rules.rulebook import Seat
from acquire_net.rules.worth import ranking

NO_TILES: Mapping[int, int] = {}


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
            told = _("{chain} grew to {size}.")
            return told.format(chain=names.chain(event.chain), size=event.size)
        case _:
            return clause(event.seat, deed(event, names), names)


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


def clause(seat: int, deeds: str, names: Names) -> str:
    """A player and what he did, as a sentence: `Sky placed 5C`."""
    if seat == names.me:
        told = _("You {deeds}.").format(deeds=deeds)
        return told[:1].upper() + told[1:]  # there are languages that leave the pronoun out
    return _("{player} {deeds}.").format(player=names.players[seat], deeds=deeds)


def deed(event: Deed, names: Names) -> str:
    """What a player did, as the phrase that follows the name: `placed 5C`."""
    you = event.seat == names.me
    match event:
        case e.TilePlaced():
            return did("placed {tile}", you=you).format(tile=names.tile(event.tile))
        case e.ChainFounded() | e.ChainGrew() | e.ChainsMerged():
            return _building(event, names)
        case e.SharesDisposed():
            return _disposal(event, names)
        case e.SharesBought():
            if not event.shares:
                return did("bought nothing", you=you)
            told = did("bought {shares} for {money}", you=you)
            return told.format(shares=names.portfolio(event.shares), money=money(event.cost))
        case e.EndDeclared():
            return did("declared the end of the game", you=you)
        case e.DeadTilesSetAside():
            told = did("laid out the dead tiles {tiles}", you=you)
            if len(event.tiles) == 1:
                told = did("laid out the dead tile {tiles}", you=you)
            return told.format(tiles=names.tiles(event.tiles))
        case other:
            assert_never(other)


def _building(event: e.ChainFounded | e.ChainGrew | e.ChainsMerged, names: Names) -> str:
    you = event.seat == names.me
    match event:
        case e.ChainFounded():
            told = did("founded {chain} (size {size}) and got a free share", you=you)
            if not event.free:
                told = did(
                    "founded {chain} (size {size}) and got no free share, for the bank has none",
                    you=you,
                )
            return told.format(chain=names.chain(event.chain), size=event.size)
        case e.ChainGrew():
            told = did("grew {chain} to {size}", you=you)
            return told.format(chain=names.chain(event.chain), size=event.size)
        case e.ChainsMerged():
            sized = _("{chain} (size {size})")
            gone = [sized.format(chain=names.chain(c), size=size) for c, size in event.vanishing]
            return did("merged {gone} into {survivor}, now size {size}", you=you).format(
                gone=listing(gone), survivor=names.chain(event.survivor), size=event.size
            )
        case other:
            assert_never(other)


def _disposal(event: e.SharesDisposed, names: Names) -> str:
    you = event.seat == names.me
    parts = []
    if event.sold:
        parts.append(
            did("sold {shares} for {money}", you=you).format(
                shares=names.stock(event.sold, event.chain), money=money(event.sold * event.price)
            )
        )
    if event.traded:
        parts.append(
            did("traded {shares} for {gain}", you=you).format(
                shares=names.stock(event.traded, event.chain),
                gain=names.stock(event.traded // 2, event.survivor),
            )
        )
    if event.kept:
        kept = names.stock(event.kept, event.chain)
        parts.append(did("kept {shares}", you=you).format(shares=kept))
    none = did("had no {chain} left", you=you)
    return listing(parts) or none.format(chain=names.chain(event.chain))


def _turn_sentence(
    event: e.StartTileLaid | e.TurnBegan | e.PositionsGiven | e.HandShown,
    names: Names,
    hand: Mapping[int, int],
) -> str:
    you, player = event.seat == names.me, names.players[event.seat]
    match event:
        case e.StartTileLaid():
            told = _("Your start tile is {tile}.") if you else _("{player}'s start tile is {tile}.")
            return told.format(player=player, tile=names.tile(event.tile))
        case e.TurnBegan():
            told = (
                _("Turn {turn}: you are to move.")
                if you
                else _("Turn {turn}: {player} is to move.")
            )
            return told.format(player=player, turn=event.turn)
        case e.PositionsGiven():
            drawn = [hand[position] for position in event.positions if position in hand]
            known = you and len(drawn) == len(event.positions)
            what = names.tiles(drawn) if known else numbers.tiles(len(event.positions))
            told = _("You drew {tiles}.") if you else _("{player} drew {tiles}.")
            return told.format(player=player, tiles=what)
        case e.HandShown():
            return _hand_shown(event, names)
        case other:
            assert_never(other)


def _hand_shown(event: e.HandShown, names: Names) -> str:
    you = event.seat == names.me
    if not event.shown:
        told = (
            _("You have no tiles and placed nothing.")
            if you
            else _("{player} has no tiles and placed nothing.")
        )
    elif you:
        told = _("You have no playable tile, showed {tiles} and placed nothing.")
    else:
        told = _("{player} has no playable tile, showed {tiles} and placed nothing.")
    tiles = names.tiles(tile for position, tile in event.shown)
    return told.format(player=names.players[event.seat], tiles=tiles)


def _table_sentence(
    event: e.ChainSafe | e.ChainsVanished | e.CountBegan | e.GameOver, names: Names
) -> str:
    match event:
        case e.ChainSafe():
            return _("{chain} is safe now.").format(chain=names.chain(event.chain))
        case e.ChainsVanished():
            return ngettext(
                "{chains} is off the board and may be founded again.",
                "{chains} are off the board and may be founded again.",
                len(event.chains),
            ).format(chains=names.chains(event.chains))
        case e.CountBegan():
            return _why_over(event.how)
        case e.GameOver():
            return winners(event.winners, event.cash, names)
        case other:
            assert_never(other)


def _why_over(how: e.EndedBy) -> str:
    match how:
        case "declared":
            return _("The game is over: the final count begins.")
        case "all_tiles_played":
            return _("All tiles are played: the game is over, the final count begins.")
        case "no_tile_playable_for_a_round":
            return _(
                "Nobody could place a tile for a whole round: the game is over,"
                " the final count begins."
            )


def _sale(event: e.StockSold, names: Names) -> str:
    chain = names.chain(event.chain)
    if not any(event.holdings):
        return _("No {chain} shares to sell.").format(chain=chain)
    told = _("{player} {count} for {money}")
    sold = [
        told.format(player=names.who(seat), count=held, money=money(event.paid[seat]))
        for seat, held in enumerate(event.holdings)
        if held
    ]
    line = _("All {chain} shares are sold at {price}: {sales}.")
    return line.format(chain=chain, price=money(event.price), sales=", ".join(sold))


def winners(seats: Sequence[Seat], cash: Sequence[int], names: Names) -> str:
    """Who won, with how much: `You win with $41,200`."""
    amount, first = money(cash[seats[0]]), seats[0]
    if len(seats) > 1:
        told = _("A shared win, with {money} each: {players}.")
        return told.format(money=amount, players=listing([names.who(seat) for seat in seats]))
    if first == names.me:
        return _("You win with {money}.").format(money=amount)
    return _("{player} wins with {money}.").format(player=names.players[first], money=amount)


def final_ranking(cash: Sequence[int], names: Names) -> list[str]:
    """A line for each seat, the richest first; equal money shares a place."""
    places = ranking(cash)
    shared = {place for place, seat in places if sum(1 for p, _seat in places if p == place) > 1}
    return [
        (
            _("Place {place} (shared): {player}, {money}.")
            if place in shared
            else _("Place {place}: {player}, {money}.")
        ).format(place=place, player=names.title(seat), money=money(cash[seat]))
        for place, seat in places
    ]
