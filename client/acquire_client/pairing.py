"""The newcomer's half of pairing: proves the join code, learns the host's key. No I/O."""

from collections.abc import Callable

from acquire_net.errors import Refused
from acquire_net.language import _
from acquire_net.wire.pairing import Exchange


class Newcomer:
    """One exchange with a host: `element`, `confirmation`, then `host_key`.

    `certificate_sha256` is that of the certificate on this very connection, `identity` the Ed25519
    secret whose key is to be admitted, `fresh` makes so many random bytes.
    """

    def __init__(
        self,
        code: str,
        certificate_sha256: bytes,
        identity: bytes,
        fresh: Callable[[int], bytes],
    ) -> None:
        self._exchange = Exchange("client", code, certificate_sha256, fresh)
        self._identity = identity

    @property
    def element(self) -> bytes:
        """The first frame to the host."""
        return self._exchange.element

    def confirmation(self, element: bytes) -> bytes:
        """The second frame, for the host's element; Unreadable for one that is none."""
        self._exchange.agree(element)
        return self._exchange.confirmation(self._identity)

    def host_key(self, frame: bytes) -> bytes:
        """The host's Ed25519 key, from its confirmation.

        Raises Refused(NOT_THE_HOST) when whoever answers does not know the code, Unreadable for a
        key that is not the host's own.
        """
        try:
            return self._exchange.confirmed(frame)
        except Refused:
            text = _(
                "Whoever answers there accepts any join code: it is not the host that told it."
            )
            raise Refused("NOT_THE_HOST", text) from None
