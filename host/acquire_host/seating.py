"""Who sits at a table before the game: names, keys, and who agreed to which rules. No I/O."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from acquire_net.agreement import rulebook_hash
from acquire_net.errors import Refused, Unreadable
from acquire_net.fairness.sealing import usable_x25519
from acquire_net.language import _
from acquire_net.ledger.header import Header, SeatKeys, checked_name
from acquire_net.rules.editions import SEMANTICS, values
from acquire_net.rules.rulebook import MAX_SEATS, MIN_SEATS, Rulebook
from acquire_net.text import tame


@dataclass(frozen=True, slots=True)
class Sitter:
    """A player who has taken a seat."""

    name: str
    identity: bytes
    x25519: bytes
    bot: bool
    ready: bool = False


class Seating:
    """The seats of a table that has not started; a seat belongs to a key."""

    def __init__(self, rulebook: Rulebook, capacity: int) -> None:
        self.rulebook = rulebook
        self.capacity = capacity
        self.sitters: list[Sitter] = []

    def sit(self, name: str, identity: bytes, x25519: bytes, *, bot: bool) -> int:
        """Takes a seat, or the same one again under the same key; returns its number.

        Raises Refused (TABLE_FULL, NAME_TAKEN) or Unreadable for a name or key that cannot be.
        """
        if len(identity) != 32 or not usable_x25519(x25519):
            raise Unreadable(_("A seat needs an Ed25519 key and an X25519 key that keeps secrets."))
        if tame(name, len(name)) != name:
            raise Unreadable(_("A name must be plain text on one line."))
        checked_name(name)
        seat = self.seat_of(identity)
        others = [one for index, one in enumerate(self.sitters) if index != seat]
        if any(one.name.casefold() == name.casefold() for one in others):
            raise Refused(
                "NAME_TAKEN",
                _("Somebody here is called {name}; choose another name.").format(name=name),
            )
        if any(one.x25519 == x25519 for one in others):
            raise Refused("NAME_TAKEN", _("That table key is in use here."))
        if seat is not None:
            self.sitters[seat] = Sitter(name, identity, x25519, bot)
            return seat
        if len(self.sitters) >= self.capacity:
            raise Refused(
                "TABLE_FULL",
                _("All {count} seats are taken; you can watch.").format(count=self.capacity),
            )
        self.sitters.append(Sitter(name, identity, x25519, bot))
        return len(self.sitters) - 1

    def seat_of(self, identity: bytes) -> int | None:
        """The seat of a key; None for one that does not sit."""
        for seat, sitter in enumerate(self.sitters):
            if sitter.identity == identity:
                return seat
        return None

    def required_seat(self, identity: bytes) -> int:
        """The seat of a key; raises Refused for one that does not sit."""
        seat = self.seat_of(identity)
        if seat is None:
            raise Refused("NOT_YOUR_SEAT", _("You have no seat at this table."))
        return seat

    def leave(self, identity: bytes) -> None:
        """Gives a seat up; those behind it move up."""
        del self.sitters[self.required_seat(identity)]

    def ready(self, identity: bytes, rules: bytes | None) -> None:
        """Agrees to the rulebook of that hash, or takes it back; Refused for another rulebook."""
        seat = self.required_seat(identity)
        if rules is not None and rules != rulebook_hash(self.rulebook):
            raise Refused("RULES_CHANGED", _("The rules have changed; look at them again."))
        self.sitters[seat] = replace(self.sitters[seat], ready=rules is not None)

    def set_rules(self, rulebook: Rulebook, capacity: int | None = None) -> None:
        """Changes the rules, and perhaps the number of seats; nobody has agreed to new rules yet.

        Raises Refused: SEATS_WRONG for a number of seats that no table has, or too small for those
        who sit.
        """
        if capacity is not None:
            self._resize(capacity)
        if rulebook_hash(rulebook) != rulebook_hash(self.rulebook):
            self.sitters = [replace(sitter, ready=False) for sitter in self.sitters]
        self.rulebook = rulebook

    def _resize(self, capacity: int) -> None:
        if not MIN_SEATS <= capacity <= MAX_SEATS:
            text = _("A table has {least} to {most} seats.")
            raise Refused("SEATS_WRONG", text.format(least=MIN_SEATS, most=MAX_SEATS))
        if capacity < len(self.sitters):
            text = _("{count} seats are taken; remove a player first.")
            raise Refused("SEATS_WRONG", text.format(count=len(self.sitters)))
        self.capacity = capacity

    def arrange(self, order: Sequence[int]) -> None:
        """Puts the seats into another order of play; who is ready stays so.

        Raises Refused(ORDER_WRONG) unless `order` has every taken seat once.
        """
        if sorted(order) != list(range(len(self.sitters))):
            text = _("An order of play names each of the {count} taken seats once.")
            raise Refused("ORDER_WRONG", text.format(count=len(self.sitters)))
        self.sitters = [self.sitters[seat] for seat in order]

    @property
    def full(self) -> bool:
        """Whether every seat is taken by somebody who agreed."""
        return len(self.sitters) == self.capacity and self.agreed

    @property
    def agreed(self) -> bool:
        """Whether enough players sit, and all have agreed to the rules."""
        return len(self.sitters) >= MIN_SEATS and all(one.ready for one in self.sitters)

    def header(
        self,
        role_key: bytes,
        table_id: bytes,
        *,
        attempt: int = 0,
        previous: bytes | None = None,
        seeded: bool = False,
        absence: str = "consent",
    ) -> Header:
        """The header of the game these players start; `role_key` is the host's in all its roles."""
        return Header(
            level=1,
            table_id=table_id,
            attempt=attempt,
            rulebook=values(self.rulebook),  # type: ignore[arg-type]  # plain JSON values
            semantics=SEMANTICS,
            host_key=role_key,
            seats=tuple(SeatKeys(one.name, one.identity, one.x25519) for one in self.sitters),
            referee_key=role_key,
            dealer_key=role_key,
            absence=absence,
            seeded=seeded,
            previous=previous,
        )
