"""What all tables of one host program have in common: its keys, its guests, and its join code."""

import datetime
from argparse import Namespace
from dataclasses import replace

from acquire_client.address import Address
from acquire_client.cli import common
from acquire_client.lan import addresses
from acquire_client.storage import hostkeys
from acquire_client.storage.hostkeys import Guests, HostKeys
from acquire_client.storage.owntables import OwnTable
from acquire_client.storage.profiles import Profile
from acquire_client.storage.settings import Settings
from acquire_client.voices import Voice
from acquire_host.certificate import ENTROPY, Certificate, make_certificate, read_certificate
from acquire_host.pairing import Pairing
from acquire_host.service import Server
from acquire_net.author import Secrets
from acquire_net.errors import Unreadable
from acquire_net.fairness import signing
from acquire_net.fairness.commitments import REFEREE
from acquire_net.fairness.hashing import tagged_hash
from acquire_net.language import _
from acquire_net.wire.calls import DEFAULT_PORT
from acquire_net.wire.pairing import shown_code

EVERYWHERE = "::"
"""Every address of this computer."""


class House:
    """A host program: what it was asked for, and what it is known by.

    The hosting player, if there is one, is seated by `seat`, before any table is made.
    """

    def __init__(self, options: Namespace, wishes: Settings, told: Voice) -> None:
        self.options = options
        self.wishes = wishes
        self.told = told
        self.seed: int | None = options.seed
        """What makes the first game reproducible; None for honest chance."""
        self.open: bool = options.open
        """Whether anybody may play, without a join code; to be known before any table is made."""
        self.profile: Profile | None = None
        """The hosting player's; None when nobody plays here."""
        self._keys = hostkeys.load(common.entropy, _new_certificate)
        self.certificate = _checked_certificate(self._keys)
        self.pairing: Pairing | None = None
        """The join code, and whom it admitted; None when the tables are open to all."""
        self._identity = b""
        self._own: dict[int, OwnTable] = {}

    def vouch_for(self, identity: bytes) -> None:
        """Makes the join code vouch for the host with that Ed25519 secret, the same for all tables."""
        if self._identity:
            return
        self._identity = identity
        if not self.open:
            guests = Guests.load()
            self.pairing = Pairing(
                self.certificate.fingerprint,
                identity,
                common.entropy,
                admitted=guests.keys,
                on_admitted=guests.add,
                on_new_code=self._new_code,
            )

    def _new_code(self, code: str) -> None:
        line = _("Somebody tried wrong join codes, so there is a new one.")
        self.told.tell([line, _join_code(code)], "code")
        for port, own in self._own.items():
            self._own[port] = replace(own, code=code)
            self._own[port].publish()

    # -- keys --------------------------------------------------------------------------------

    def seat(self, profile: Profile, seed: int | None) -> None:
        """Makes that profile the hosting player."""
        self.profile, self.seed = profile, seed

    def goes_by(self, name: str) -> None:
        """Calls the hosting player that from now on, unless the options say otherwise."""
        if not self.options.name:
            self.wishes = replace(self.wishes, name=name)

    @property
    def player(self) -> bytes:
        """The hosting player's identity key; empty when nobody plays here."""
        return signing.public_key(self.identity) if self.profile else b""

    @property
    def identity(self) -> bytes:
        """The hosting player's Ed25519 secret; there must be a player."""
        assert self.profile is not None
        return self.profile.identity if self.seed is None else self.new_secrets().identity

    def new_secrets(self) -> Secrets:
        """Secrets of the hosting player for a new table."""
        if self.seed is not None:
            return Secrets.seeded(self.seed, 0)
        assert self.profile is not None
        return Secrets.made_of(common.entropy(32), self.profile.identity)

    def new_role(self) -> Secrets:
        """Secrets of the host in all its roles, for a new table."""
        if self.seed is not None:
            return Secrets.seeded(self.seed, REFEREE)
        return Secrets.made_of(common.entropy(32), self._identity or self._keys.identity)

    def new_table_id(self) -> bytes:
        """32 bytes that name a new table."""
        if self.seed is not None:
            return tagged_hash("seeded", str(self.seed).encode())
        return common.entropy(32)

    # -- the way in --------------------------------------------------------------------------

    def publish(self, server: Server, host_key: bytes) -> None:
        """Tells this user's other programs where a table is, and the code."""
        code = self.pairing.code if self.pairing else ""
        fingerprint = self.certificate.fingerprint
        own = OwnTable(server.host, server.port, fingerprint, host_key, code)
        self._own[server.port] = own
        own.publish()

    def ways_in(self, server: Server) -> list[str]:
        """How others join a table, from this computer and from others, in lines."""
        text = _("Others here join with: acquire join {address}")
        lines = [text.format(address=server.address)]
        code = self.pairing.code if self.pairing else ""
        return lines + _from_elsewhere(server, code) + ([_join_code(code)] if code else [])

    def close(self) -> None:
        """Takes the code back, and gives the profile free."""
        for own in self._own.values():
            own.withdraw()
        if self.profile is not None:
            self.profile.release()


def _join_code(code: str) -> str:
    return _("Join code: {code}").format(code=shown_code(code))


def _from_elsewhere(server: Server, code: str) -> list[str]:
    """How to join from other computers, by every address at which the host answers."""
    try:
        here = addresses.offered(server.host, addresses.own())
    except OSError:
        return [_("This computer does not tell its addresses; its settings show them.")]
    usable = [one for one in here if one.likely is not addresses.Likely.LOOPBACK]
    if not usable:
        return []
    first, *rest = (_written(one.host, server.port) for one in usable)
    command = f"acquire join {first}{' ' * bool(code)}{code}"
    other = _("or, if that address is not reached: {address}")
    lines = [_("On other computers: {command}").format(command=command)]
    return lines + [other.format(address=one) for one in rest]


def _written(host: str, port: int) -> str:
    address = Address(host, port)
    return str(address) if port != DEFAULT_PORT else str(address).removesuffix(f":{port}")


def _new_certificate() -> bytes:
    return make_certificate(datetime.datetime.now(datetime.UTC), common.entropy(ENTROPY)).pem


def _checked_certificate(keys: HostKeys) -> Certificate:
    try:
        return read_certificate(keys.certificate)
    except Unreadable as error:
        mend = _("Move it away to get a new one; guests then need a join code again.")
        raise Unreadable(f"{keys.path}: {error} {mend}") from error
