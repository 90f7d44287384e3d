"""Who answers at an address: its certificate, read before anything is trusted or sent.

gRPC for Python can only be told beforehand which certificate to accept, so it is looked at over a
connection of its own; what is pinned then is exactly what was seen.
"""

import asyncio
import hashlib
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from cryptography import x509

from acquire_client.address import Address
from acquire_client.link import LostHost
from acquire_net.errors import Refused
from acquire_net.language import _
from acquire_net.wire.calls import CERTIFICATE_NAME

PROBE_TIME: Final = 5.0
"""Seconds for a connection and its handshake."""
SECOND_LOOK: Final = 2.0
"""The same where only the reason of a loss is wanted, and another try should not wait long."""
BREATH: Final = 0.3
"""Seconds before the second look at somebody who hung up."""
HANGS_UP: Final = (
    ConnectionResetError,
    ConnectionAbortedError,
    BrokenPipeError,
    ssl.SSLEOFError,
    ssl.SSLZeroReturnError,
)
"""How a connection ends before anybody has said what he is."""
_PROTOCOL: Final = "h2"


@dataclass(frozen=True, slots=True)
class Seen:
    """A certificate as somebody showed it, in DER; nobody has vouched for it yet."""

    der: bytes

    @property
    def fingerprint(self) -> bytes:
        """Its SHA-256: 32 bytes."""
        return hashlib.sha256(self.der).digest()

    @property
    def pem(self) -> bytes:
        """The same as PEM."""
        return ssl.DER_cert_to_PEM_cert(self.der).encode()


async def probe(
    address: Address,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    seconds: float = PROBE_TIME,
) -> Seen:
    """The certificate of whoever listens at an address; gRPC will accept it once it is pinned.

    Raises LostHost when nobody answers in time, Refused: NOT_A_HOST for whoever does not encrypt,
    speaks another protocol or has another kind of certificate, CLOCK when the certificate is not
    valid `now`. Whoever hangs up is looked at again: a host that is just ending does so once.
    """
    try:
        async with asyncio.timeout(seconds):
            try:
                writer = await _connected(address)
            except HANGS_UP:
                await asyncio.sleep(BREATH)
                writer = await _connected(address)
    except TimeoutError:
        raise LostHost(
            _(
                "Whoever listens at {address} does not answer in {seconds} seconds. Is it an Acquire host, and not suspended?"
            ).format(address=address, seconds=f"{seconds:.0f}")
        ) from None
    except (ssl.SSLError, *HANGS_UP) as error:
        raise not_a_host(address) from error
    except OSError as error:
        raise nobody_answers(address) from error
    try:
        tls: ssl.SSLObject = writer.get_extra_info("ssl_object")
        der = tls.getpeercert(binary_form=True)
        if der is None or tls.selected_alpn_protocol() != _PROTOCOL:
            raise not_a_host(address)
    finally:
        writer.transport.abort()
    seen = Seen(der)
    _check_acceptable(seen, address, now())
    return seen


async def _connected(address: Address) -> asyncio.StreamWriter:
    _, writer = await asyncio.open_connection(
        address.host, address.port, ssl=_unverified(), server_hostname=CERTIFICATE_NAME
    )
    return writer


def hung_up(error: BaseException) -> bool:
    """Whether that is why somebody was taken for no host: not what he said, but that he left."""
    return isinstance(error.__cause__, HANGS_UP)


def _check_acceptable(seen: Seen, address: Address, now: datetime) -> None:
    """Refuses what gRPC would refuse without a word."""
    try:
        certificate = x509.load_der_x509_certificate(seen.der)
        names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        ours = CERTIFICATE_NAME in names.get_values_for_type(x509.DNSName)
    except (ValueError, x509.ExtensionNotFound, x509.DuplicateExtension):
        ours = False
    if not ours:
        raise not_a_host(address)
    since, until = certificate.not_valid_before_utc, certificate.not_valid_after_utc
    if not since <= now <= until:
        raise Refused(
            "CLOCK",
            _(
                "This computer's clock says {now}, but the host's certificate holds from {since} to {until}. Is one of the two clocks wrong?"
            ).format(now=f"{now:%Y-%m-%d}", since=f"{since:%Y-%m-%d}", until=f"{until:%Y-%m-%d}"),
        )


def nobody_answers(address: Address) -> LostHost:
    """That there is nobody."""
    return LostHost(
        _("Nobody answers at {address}. Is `acquire host` running there?").format(address=address)
    )


def not_a_host(address: Address) -> Refused:
    """That there is somebody else."""
    return Refused(
        "NOT_A_HOST",
        _("What answers at {address} is no Acquire host. Is the port right?").format(
            address=address
        ),
    )


def _unverified() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.set_alpn_protocols([_PROTOCOL])
    return context
