"""Choosing one chain: to found, to survive, or to be settled first."""

from abc import abstractmethod
from collections.abc import Sequence

from acquire_client.question import Question, chain_rows
from acquire_client.tui.choosing.asked import Asked
from acquire_client.tui.choosing.intents import Mode
from acquire_client.tui.choosing.rows import Row
from acquire_client.words import bonuses
from acquire_client.words.names import Names
from acquire_client.words.numbers import money, sentence
from acquire_net.language import _
from acquire_net.rules.actions import Action, ChooseDefunct, ChooseSurvivor, FoundChain
from acquire_net.rules.board import BITS
from acquire_net.rules.founding import Found
from acquire_net.rules.merging import Survive, Vanish


class Naming(Asked):
    """A row for each chain that may be named; its letter, its digit and the arrows go there."""

    mode = Mode.NAME

    def __init__(self, question: Question, names: Names) -> None:
        super().__init__(question, names)
        self.chains = chain_rows(question)
        """The chains as they are numbered."""

    @property
    def rows(self) -> Sequence[Row]:
        """The chains, each with its price and with what naming it means."""
        return [self._row(chain) for chain in self.chains]

    @abstractmethod
    def _row(self, chain: int) -> Row: ...

    @abstractmethod
    def _naming(self, chain: int) -> Action: ...

    def _action(self) -> Action:
        return self._naming(self.chains[self.cursor])

    def _chain(self, chain: int) -> None:
        if self._allows(self._naming(chain)):
            self.cursor = self.chains.index(chain)


class Founding(Naming):
    """Which chain a tile founds."""

    def __init__(self, question: Question, names: Names, task: Found) -> None:
        super().__init__(question, names)
        self.tile = task.tile
        self.size = len(question.state.loose_cluster(task.tile))

    @property
    def title(self) -> str:
        """Which tile founds how large a chain."""
        tile = self.names.tile(self.tile)
        return _("FOUND a chain of {size} with {tile}").format(size=self.size, tile=tile)

    def _row(self, chain: int) -> Row:
        state = self.question.state
        bank, held = state.bank[chain], state.held(self.question.seat, chain)
        price = money(state.rulebook.price[chain][self.size])
        free = (
            _("You get one share free; the bank has {bank}, you hold {held}.")
            if bank
            else _("No share is free, for the bank has none; you hold {held}.")
        )
        return Row(self.names.chain(chain), price, free.format(bank=bank, held=held))

    def _naming(self, chain: int) -> Action:
        return FoundChain(chain)


class Surviving(Naming):
    """Which of the tied largest chains survives."""

    def __init__(self, question: Question, names: Names, task: Survive) -> None:
        super().__init__(question, names)
        state = question.state
        self.among = BITS[task.chains]
        """All the chains that merge."""
        joined = len(state.loose_cluster(task.tile))
        self.size = sum(state.sizes[chain] for chain in self.among) + joined
        """What the survivor will have."""

    @property
    def title(self) -> str:
        """What is asked."""
        return _("WHICH CHAIN SURVIVES? They are equal")

    def _row(self, chain: int) -> Row:
        state = self.question.state
        price = money(state.rulebook.price[chain][self.size])
        told = [
            _("{chain} becomes {size}, {price} a share; you hold {held}.").format(
                chain=self.names.chain(chain),
                size=self.size,
                price=price,
                held=state.held(self.question.seat, chain),
            )
        ]
        gone = sorted(self.among, key=lambda other: -state.sizes[other])
        told += [self._loss(other) for other in gone if other != chain]
        return Row(self.names.chain(chain), price, " ".join(told))

    def _loss(self, chain: int) -> str:
        """What a chain pays and sells at that vanishes."""
        state = self.question.state
        stakes = sentence(bonuses.stakes(state, chain, self.names, shown=False))
        sold = _("{chain} vanishes and sells at {price}.").format(
            chain=self.names.chain(chain), price=money(state.prices[chain])
        )
        return f"{sold} {stakes}"

    def _naming(self, chain: int) -> Action:
        return ChooseSurvivor(chain)


class Ordering(Naming):
    """Which of the tied vanishing chains is settled first."""

    def __init__(self, question: Question, names: Names, task: Vanish) -> None:
        super().__init__(question, names)
        self.survivor = task.survivor

    @property
    def title(self) -> str:
        """What is asked."""
        return _("WHICH CHAIN IS SETTLED FIRST?")

    def _row(self, chain: int) -> Row:
        state = self.question.state
        bank = state.bank[self.survivor]
        told = _("You hold {held} {chain}; the bank has {bank} {survivor} to trade.").format(
            held=state.held(self.question.seat, chain),
            chain=self.names.chain(chain),
            bank=bank,
            survivor=self.names.chain(self.survivor),
        )
        if state.rulebook.bonus_timing == "per_chain":
            told += f" {sentence(bonuses.stakes(state, chain, self.names, shown=True))}"
        return Row(self.names.chain(chain), money(state.prices[chain]), told)

    def _naming(self, chain: int) -> Action:
        return ChooseDefunct(chain)
