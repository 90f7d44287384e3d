"""The public state of a game, the same for everybody, and the stack of tasks that drives it.

Nothing here is hidden: of the bag it holds who has which position, and the tile of a position
only where that lies face up. Mutable, flat and quick to copy, because bots play on copies of it;
only its own methods change it, and each of those reports one event when somebody listens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from acquire_net.errors import IllegalAction
from acquire_net.language import _
from acquire_net.rules import events
from acquire_net.rules.actions import Action, Shown
from acquire_net.rules.board import BITS, COUNT, LOOSE, Fate, fates, playables
from acquire_net.rules.bonuses import BonusRule
from acquire_net.rules.events import EndedBy, Event
from acquire_net.rules.rulebook import Rulebook, Seat
from acquire_net.rules.task import Hand, Lay, Task, Toss

FREE = 255
"""The holder of a position that is still in the bag."""
GONE = 254
"""The holder of a position whose tile was placed or set aside."""
NOBODY = Seat(-1)

TurnTasks = Callable[[Seat], tuple[Task, ...]]


class State:
    """A table's public state. Start one with `starting.new_game` or `starting.from_position`.

    `act`, `deliver` and what the tasks call are the only doors to change. The rest is to read:
    masks have a bit per chain; sizes are in tiles, prices and cash in dollars.
    """

    __slots__ = (
        "rulebook",
        "seats",
        "turn_tasks",
        "bonus_rule",
        "neighbours",
        "board",
        "sizes",
        "prices",
        "active",
        "vanishing",
        "safe",
        "big",
        "playable",
        "dead",
        "bank",
        "cash",
        "shares",
        "hands",
        "holder",
        "face_up",
        "known",
        "next_position",
        "bag_size",
        "agenda",
        "asking",
        "turn",
        "mover",
        "step",
        "actor",
        "moved",
        "idle",
        "last_tile",
        "ended_by",
        "listener",
    )

    def __init__(  # noqa: PLR0915  # one line per field
        self,
        rulebook: Rulebook,
        seats: int,
        bag_size: int,
        turn_tasks: TurnTasks,
        bonus_rule: BonusRule,
    ) -> None:
        chains = len(rulebook.chains)
        self.rulebook = rulebook
        self.seats = seats
        self.turn_tasks = turn_tasks
        self.bonus_rule = bonus_rule
        self.neighbours = rulebook.grid.neighbours
        """The grid's, at hand."""
        self.board = rulebook.grid.empty_board()
        """A cell per tile: see `board`."""
        self.sizes = [0] * chains
        self.prices = [0] * chains
        self.active = 0
        """The chains on the board, without those that a merger in progress is dissolving."""
        self.vanishing = 0
        """The chains a merger in progress dissolves; they keep their old size and price."""
        self.safe = 0
        self.big = False
        """Whether some chain has the size that allows to end the game."""
        self.playable = playables(safe=0, full=False)
        """By what lies around a tile: whether it may be placed now."""
        self.dead: frozenset[int] = frozenset()
        """Dead tiles that are neither placed nor set aside."""
        self.bank = [rulebook.shares] * chains
        self.cash = [rulebook.start_cash] * seats
        self.shares = [0] * (chains * seats)
        """Seat by seat: a seat's shares of a chain at seat * chains + chain."""
        self.hands: list[tuple[int, ...]] = [()] * seats
        """Per seat the positions it holds, oldest first."""
        self.holder = bytearray([FREE]) * bag_size
        """Per position: a seat, FREE or GONE."""
        self.face_up: dict[int, int] = {}
        """Positions still held whose tile everybody has seen."""
        self.known = bytearray(rulebook.grid.size)
        """Per tile: 1 when it is placed, set aside or face up."""
        self.next_position = 0
        self.bag_size = bag_size
        self.agenda: list[Task] = []
        self.asking: tuple[Seat, ...] = ()
        """The seats that owe an answer to the top of the agenda."""
        self.turn = 0
        self.mover = NOBODY
        """The seat whose turn it is; NOBODY before the first turn."""
        self.step = 0
        """How many answers and deliveries have been carried out."""
        self.actor = NOBODY
        """The seat that answered last in this turn; NOBODY at its start and after a toss."""
        self.moved = False
        """Whether a tile was placed or drawn in this turn."""
        self.idle = 0
        """How many turns in a row nobody placed a tile or drew one."""
        self.last_tile = -1
        """The tile placed last, or -1."""
        self.ended_by: EndedBy | None = None
        self.listener: Callable[[Event], None] | None = None
        """Called with every event; a copy has none."""

    # -- reading ---------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended and was counted."""
        return not self.agenda and self.ended_by is not None

    @property
    def task(self) -> Task | None:
        """The task on top of the stack: the one that asks or waits now."""
        return self.agenda[-1] if self.agenda else None

    def waits(self) -> Lay | Toss | None:
        """What the bag owes now, where no seat is asked."""
        return None if self.asking or not self.agenda else self.agenda[-1].waits(self)

    def options(self, seat: Seat, hand: Hand) -> Sequence[Action]:
        """Every answer that a seat may give now; empty for a seat that is not asked."""
        return self.agenda[-1].options(self, seat, hand) if seat in self.asking else ()

    def held(self, seat: Seat, chain: int) -> int:
        """A seat's shares of a chain."""
        return self.shares[seat * len(self.bank) + chain]

    def holdings(self, chain: int) -> list[int]:
        """Every seat's shares of a chain."""
        return self.shares[chain :: len(self.bank)]

    def around(self, tile: int) -> int:
        """The OR of the four cells beside a tile."""
        board = self.board
        a, b, c, d = self.neighbours[tile]
        return board[a] | board[b] | board[c] | board[d]

    def fate(self, tile: int) -> Fate:
        """What an unplaced tile would do if it were placed now (RULES 3)."""
        return fates(self.safe, self.active == self.rulebook.all_chains)[self.around(tile)]

    def may_end(self) -> bool:
        """Whether the mover may declare the end: all chains safe, or one big enough (RULES 5)."""
        return self.big or (self.active == self.safe and self.active > 0)

    def loose_cluster(self, tile: int) -> list[int]:
        """A placed loose tile and all loose tiles connected to it."""
        board, neighbours = self.board, self.neighbours
        cluster, todo = [tile], [tile]
        while todo:
            for cell in neighbours[todo.pop()]:
                if board[cell] == LOOSE and cell not in cluster:
                    cluster.append(cell)
                    todo.append(cell)
        return cluster

    def cells(self, chain: int) -> list[int]:
        """The tiles of a chain on the board, ascending."""
        bit = 1 << chain
        return [tile for tile, cell in enumerate(self.board) if cell == bit]

    def copy(self) -> State:
        """An independent copy without listener."""
        other = State.__new__(State)
        other.rulebook = self.rulebook
        other.seats = self.seats
        other.turn_tasks = self.turn_tasks
        other.bonus_rule = self.bonus_rule
        other.neighbours = self.neighbours
        other.board = self.board[:]
        other.sizes = self.sizes[:]
        other.prices = self.prices[:]
        other.active = self.active
        other.vanishing = self.vanishing
        other.safe = self.safe
        other.big = self.big
        other.playable = self.playable
        other.dead = self.dead
        other.bank = self.bank[:]
        other.cash = self.cash[:]
        other.shares = self.shares[:]
        other.hands = self.hands[:]
        other.holder = self.holder[:]
        other.face_up = self.face_up.copy()
        other.known = self.known[:]
        other.next_position = self.next_position
        other.bag_size = self.bag_size
        other.agenda = self.agenda[:]
        other.asking = self.asking
        other.turn = self.turn
        other.mover = self.mover
        other.step = self.step
        other.actor = self.actor
        other.moved = self.moved
        other.idle = self.idle
        other.last_tile = self.last_tile
        other.ended_by = self.ended_by
        other.listener = None
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return all(
            getattr(self, name) == getattr(other, name)
            for name in self.__slots__
            if name != "listener"
        )

    __hash__ = None  # type: ignore[assignment]  # mutable

    # -- the game's own doors --------------------------------------------------------------

    def act(self, seat: Seat, action: Action) -> None:
        """Checks an answer, carries it out and goes on to the next question.

        Raises IllegalAction, with the state as it was, when the rules do not allow it.
        """
        self.check(seat, action)
        self.carry_out(seat, action)

    def check(self, seat: Seat, action: Action) -> None:
        """Raises IllegalAction unless the seat may give this answer now; shown tiles are true."""
        if not self.agenda:
            raise IllegalAction("GAME_OVER", _("The game is over."))
        if seat not in self.asking:
            raise IllegalAction("NOT_ASKED", _("It is not your decision now."))
        self.agenda[-1].check(self, seat, action)

    def carry_out(self, seat: Seat, action: Action) -> None:
        """Carries out an answer that `check` accepts or `options` listed."""
        task = self.agenda.pop()
        self.step += 1
        self.actor = seat
        task.resolve(self, seat, action)
        self.advance()

    def deliver(self, tiles: Sequence[int]) -> None:
        """Carries out what the bag delivers for `waits()`: laid tiles, or tiles of the coin.

        Raises ValueError unless as many tiles come as are waited for.
        """
        wanted = self.waits()
        count = len(wanted.positions) if isinstance(wanted, Lay) else wanted.count if wanted else 0
        if wanted is None or len(tiles) != count:
            raise ValueError(f"{len(tiles)} tiles delivered where {count} are waited for")
        task = self.agenda.pop()
        self.step += 1
        self.actor = NOBODY
        task.deliver(self, tiles)
        self.advance()

    def push(self, *tasks: Task) -> None:
        """Puts tasks on the stack, the first of them on top."""
        self.agenda.extend(reversed(tasks))

    def advance(self) -> None:
        """Runs tasks until one asks a seat or waits for the bag, or the game is over."""
        agenda = self.agenda
        while agenda:
            task = agenda[-1]
            self.asking = task.asks(self)
            if self.asking or task.waits(self):
                return
            agenda.pop()
            task.run(self)
        self.asking = ()

    # -- the bag ---------------------------------------------------------------------------

    def check_shown(self, seat: Seat, shown: Iterable[Shown]) -> None:
        """Raises IllegalAction unless the seat holds these positions and they may be these tiles.

        A position seen before shows the same tile; another tile must not have been seen anywhere.
        """
        fresh = set()
        for position, tile in shown:
            if not 0 <= position < len(self.holder) or self.holder[position] != seat:
                raise IllegalAction("TILE_NOT_HELD", _("You do not hold that tile."))
            if not 0 <= tile < len(self.known):
                raise IllegalAction("OPENING_WRONG", _("That is no tile of this board."))
            if position in self.face_up:
                if self.face_up[position] != tile:
                    raise IllegalAction(
                        "OPENING_WRONG", _("Everybody has seen another tile there.")
                    )
            elif self.known[tile] or tile in fresh:
                seen = _("{tile} has been seen elsewhere.")
                name = self.rulebook.grid.name(tile)
                raise IllegalAction("OPENING_WRONG", seen.format(tile=name))
            fresh.add(tile)

    def give(self, seat: Seat, count: int) -> None:
        """Gives a seat the next positions of the bag, as many as there are up to `count`."""
        first, last = self.next_position, min(self.next_position + count, self.bag_size)
        if first >= last:
            return
        positions = tuple(range(first, last))
        for position in positions:
            self.holder[position] = seat
        self.hands[seat] += positions
        self.next_position = last
        self.moved = True
        if self.listener:
            self.listener(events.PositionsGiven(seat, positions))

    def reveal(self, position: int, tile: int) -> None:
        """Turns a held position face up: its holder, or the dealer's answer, showed the tile."""
        self.face_up[position] = tile
        self.known[tile] = 1

    def show_hand(self, seat: Seat, shown: tuple[Shown, ...]) -> None:
        """Turns a whole hand face up; the tiles stay in it."""
        for position, tile in shown:
            self.reveal(position, tile)
        if self.listener:
            self.listener(events.HandShown(seat, shown))

    def set_aside(self, seat: Seat, shown: tuple[Shown, ...]) -> None:
        """Lays tiles of a hand out of the game."""
        for position, tile in shown:
            self._release(seat, position, tile)
        tiles = tuple(tile for _, tile in shown)
        self.dead = self.dead.difference(tiles)
        if self.listener:
            self.listener(events.DeadTilesSetAside(seat, tiles))

    def _release(self, seat: Seat, position: int, tile: int) -> None:
        hand = self.hands[seat]
        place = hand.index(position)
        self.hands[seat] = hand[:place] + hand[place + 1 :]
        self.holder[position] = GONE
        self.known[tile] = 1
        if self.face_up:
            self.face_up.pop(position, None)

    # -- the board -------------------------------------------------------------------------

    def lay_start_tile(self, seat: Seat, position: int, tile: int) -> None:
        """Lays a start tile from the bag; it stays loose whatever it touches (RULES 2)."""
        self.holder[position] = GONE
        self.known[tile] = 1
        self.board[tile] = LOOSE
        if self.listener:
            self.listener(events.StartTileLaid(seat, tile))

    def place(self, seat: Seat, position: int, tile: int) -> None:
        """Places a tile of a hand on its square, loose until its effect is settled."""
        self._release(seat, position, tile)
        self.board[tile] = LOOSE
        self.last_tile = tile
        self.moved = True
        if self.listener:
            self.listener(events.TilePlaced(seat, tile))

    def set_chain(self, chain: int, tiles: Sequence[int]) -> None:
        """Puts a whole chain on the board, for a position to play from."""
        self._join(chain, list(tiles))

    def found(self, seat: Seat, chain: int, tile: int) -> None:
        """Founds a chain of the placed tile and its loose cluster; a share is free if there is one."""
        self._join(chain, self.loose_cluster(tile))
        free = 1 if self.bank[chain] else 0
        self.bank[chain] -= free
        self.shares[seat * len(self.bank) + chain] += free
        if self.listener:
            self.listener(events.ChainFounded(seat, chain, self.sizes[chain], free))
            self._report_safe(chain, 0)

    def grow(self, seat: Seat, chain: int, tile: int) -> None:
        """Joins the placed tile and its loose cluster to the one chain beside it."""
        before = self.sizes[chain]
        self._join(chain, self.loose_cluster(tile))
        if self.listener:
            self.listener(events.ChainGrew(seat, chain, self.sizes[chain]))
            self._report_safe(chain, before)

    def absorb(self, seat: Seat, survivor: int, vanishing: int, tile: int) -> None:
        """Merges the board into the survivor; the vanishing chains keep size and price for now."""
        before = self.sizes[survivor]
        gained = sum(self.sizes[chain] for chain in BITS[vanishing])
        bit = 1 << survivor
        self.board = [bit if cell & vanishing else cell for cell in self.board]
        self.active &= ~vanishing
        self.vanishing = vanishing
        self._join(survivor, self.loose_cluster(tile), gained)
        if self.listener:
            sizes = tuple((chain, self.sizes[chain]) for chain in BITS[vanishing])
            self.listener(events.ChainsMerged(seat, survivor, self.sizes[survivor], sizes))
            self._report_safe(survivor, before)

    def settle_merger(self) -> None:
        """Takes the vanished chains off the board: they may be founded again."""
        vanished = BITS[self.vanishing]
        for chain in vanished:
            self.sizes[chain] = self.prices[chain] = 0
        self.vanishing = 0
        if self.listener:
            self.listener(events.ChainsVanished(vanished))

    def _join(self, chain: int, cells: list[int], gained: int = 0) -> None:
        """Labels loose cells as the chain's and keeps all that follows from it current."""
        bit, board, rulebook = 1 << chain, self.board, self.rulebook
        for cell in cells:
            board[cell] = bit
        size = self.sizes[chain] = self.sizes[chain] + len(cells) + gained
        self.prices[chain] = rulebook.price[chain][size]
        self.active |= bit
        if size >= rulebook.safe_size:
            self.big = self.big or size >= rulebook.end_size
            whole = gained or not self.safe & bit
            self.safe |= bit
            if self.safe != bit:
                self._find_dead(self.cells(chain) if whole else cells)
        self.playable = playables(self.safe, self.active == rulebook.all_chains)

    def _find_dead(self, cells: Iterable[int]) -> None:
        """Adds the empty squares beside these cells that now touch two safe chains."""
        board, neighbours, safe = self.board, self.neighbours, self.safe
        edge, known, shown = self.rulebook.grid.size, self.known, self.face_up.values()
        beside = {square for cell in cells for square in neighbours[cell] if not board[square]}
        beside.discard(edge)
        fresh = [
            square
            for square in beside
            for a, b, c, d in (neighbours[square],)
            if COUNT[(board[a] | board[b] | board[c] | board[d]) & safe] > 1
            if not known[square] or square in shown  # a tile set aside leaves its square empty
        ]
        if fresh:
            self.dead = self.dead.union(fresh)

    def _report_safe(self, chain: int, before: int) -> None:
        size, safe_size = self.sizes[chain], self.rulebook.safe_size
        if self.listener and before < safe_size <= size:
            self.listener(events.ChainSafe(chain, size))

    # -- money -----------------------------------------------------------------------------

    def pay_bonus(self, chain: int, bank: tuple[int, int] | None, final: bool = False) -> None:
        """Pays a chain's bonuses; `bank` is its holding and the tile that drew it, if it has one.

        What the bank would get stays in the bank (RULES 6).
        """
        holdings = self.holdings(chain)
        price = self.prices[chain]
        counted = [*holdings, bank[0]] if bank else holdings
        paid = self.bonus_rule(counted, price)[: self.seats]
        for seat, dollars in enumerate(paid):
            self.cash[seat] += dollars
        if self.listener:
            size = self.sizes[chain]
            self.listener(events.BonusPaid(chain, size, price, tuple(holdings), bank, paid, final))

    def dispose(self, seat: Seat, chain: int, survivor: int, sell: int, trade: int) -> None:
        """Sells and trades shares of a vanishing chain; `trade` is the shares given, two for one."""
        chains = len(self.bank)
        mine = seat * chains
        self.shares[mine + chain] -= sell + trade
        self.bank[chain] += sell + trade
        self.shares[mine + survivor] += trade // 2
        self.bank[survivor] -= trade // 2
        self.cash[seat] += sell * self.prices[chain]
        if self.listener:
            kept, price = self.shares[mine + chain], self.prices[chain]
            self.listener(events.SharesDisposed(seat, chain, survivor, sell, trade, kept, price))

    def buy(self, seat: Seat, shares: tuple[tuple[int, int], ...]) -> None:
        """Buys shares at the price on the board."""
        mine, cost = seat * len(self.bank), 0
        for chain, count in shares:
            cost += count * self.prices[chain]
            self.bank[chain] -= count
            self.shares[mine + chain] += count
        self.cash[seat] -= cost
        if self.listener:
            self.listener(events.SharesBought(seat, shares, cost))

    # -- turns and the end -----------------------------------------------------------------

    def begin_turn(self, seat: Seat) -> None:
        """Begins a seat's turn and puts its tasks on the stack."""
        self.turn += 1
        self.mover = seat
        self.actor = NOBODY
        self.moved = False
        self.agenda.extend(reversed(self.turn_tasks(seat)))
        if self.listener:
            self.listener(events.TurnBegan(self.turn, seat))

    def end_turn(self) -> None:
        """Counts the turns in a row in which nobody placed or drew."""
        self.idle = 0 if self.moved else self.idle + 1

    def declare_end(self, seat: Seat) -> None:
        """Records that the mover ends the game; the rest of his turn is dropped."""
        self.agenda.clear()
        if self.listener:
            self.listener(events.EndDeclared(seat))

    def begin_count(self, how: EndedBy) -> None:
        """Stops play: what is left is the final count."""
        self.ended_by = how
        if self.listener:
            self.listener(events.CountBegan(how))

    def sell_out(self, chain: int) -> None:
        """Sells everybody's shares of a chain on the board at its price."""
        chains, price = len(self.bank), self.prices[chain]
        holdings = tuple(self.holdings(chain))
        paid = tuple(held * price for held in holdings)
        for seat in range(self.seats):
            self.cash[seat] += paid[seat]
            self.bank[chain] += holdings[seat]
            self.shares[seat * chains + chain] = 0
        if self.listener:
            self.listener(events.StockSold(chain, price, holdings, paid))

    def finish(self) -> None:
        """Announces the result; equal money shares the win (RULES 5)."""
        if self.listener and self.ended_by:
            self.listener(events.GameOver(self.ended_by, tuple(self.cash), self.winners()))

    def winners(self) -> tuple[Seat, ...]:
        """The seats with the most money."""
        most = max(self.cash)
        return tuple(Seat(seat) for seat, cash in enumerate(self.cash) if cash == most)
