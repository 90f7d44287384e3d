"""An action as the rules know it, with tiles, and as it travels, with positions and openings."""

from collections.abc import Mapping

from acquire_net.errors import Unreadable
from acquire_net.fairness.deck import Opening
from acquire_net.language import _
from acquire_net.ledger import bodies
from acquire_net.rules import actions
from acquire_net.rules.actions import Action, Shown


def shown_by(action: Action) -> tuple[Shown, ...]:
    """The positions an action shows, ascending, with their tiles."""
    match action:
        case actions.PlaceTile(position, tile):
            return ((position, tile),)
        case actions.PassPlacing(shown) | actions.ExchangeDead(shown):
            return shown
        case _:
            return ()


def to_wire(action: Action, salts: Mapping[int, bytes]) -> bodies.Act:
    """The act that says this action; `salts` open the positions it shows."""
    openings = tuple(
        Opening(position, tile, salts[position]) for position, tile in shown_by(action)
    )
    return bodies.Act(_wire(action), openings)


def _wire(action: Action) -> bodies.WireAction:
    match action:
        case actions.PlaceTile():
            return bodies.PlaceTile(action.position)
        case actions.PassPlacing():
            return bodies.PassPlacing()
        case actions.FoundChain():
            return bodies.FoundChain(action.chain)
        case actions.ChooseSurvivor():
            return bodies.ChooseSurvivor(action.chain)
        case actions.ChooseDefunct():
            return bodies.ChooseDefunct(action.chain)
        case actions.Dispose():
            return bodies.Dispose(action.sell, action.trade)
        case actions.Buy():
            shares = tuple(bodies.Purchase(chain, count) for chain, count in action.shares)
            return bodies.Buy(shares, action.end)
        case actions.ExchangeDead():
            return bodies.ExchangeDead(tuple(position for position, _ in action.shown))


def from_wire(act: bodies.Act) -> Action:
    """The action that an act says; Unreadable unless it opens exactly what it shows, ascending."""
    positions = tuple(opening.position for opening in act.openings)
    if list(positions) != sorted(set(positions)) or positions != _named(act.action, positions):
        raise Unreadable(_("An act opens exactly the positions it shows, ascending."))
    return _ruled(act.action, tuple((one.position, one.tile) for one in act.openings))


def _named(action: bodies.WireAction, opened: tuple[int, ...]) -> tuple[int, ...]:
    """The positions that must be open; a pass names none, since it shows the whole hand."""
    match action:
        case bodies.PlaceTile(position):
            return (position,)
        case bodies.ExchangeDead(positions):
            return positions
        case bodies.PassPlacing():
            return opened
        case _:
            return ()


def _ruled(action: bodies.WireAction, shown: tuple[Shown, ...]) -> Action:
    match action:
        case bodies.PlaceTile(position):
            return actions.place(position, shown[0][1])
        case bodies.PassPlacing():
            return actions.PassPlacing(shown)
        case bodies.FoundChain(chain):
            return actions.found(chain)
        case bodies.ChooseSurvivor(chain):
            return actions.survive(chain)
        case bodies.ChooseDefunct(chain):
            return actions.vanish(chain)
        case bodies.Dispose(sell, trade):
            return actions.Dispose(sell, trade)
        case bodies.Buy(shares, end):
            return actions.Buy(tuple((one.chain, one.count) for one in shares), end)
        case bodies.ExchangeDead():
            return actions.ExchangeDead(shown)
