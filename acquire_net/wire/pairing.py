"""What a join code proves: one exchange of SPAKE2 and what both sides make of it. No I/O.

Each side sends its element; from the two and the code both get a secret. Then the client, and only
after it the host, sends its confirmation: its Ed25519 key, a signature that it owns it, and an
authenticator that only the secret makes. The identities of the exchange hold the certificate that
each side sees, so the right code relayed over another certificate is a wrong one.
"""

import hmac
import unicodedata
from collections.abc import Callable
from typing import Final, Literal

from spake2 import SPAKE2_A, SPAKE2_B, SPAKEError  # type: ignore[import-untyped]
from spake2.ed25519_basic import NotOnCurve  # type: ignore[import-untyped]

from acquire_net.errors import Refused, Unreadable
from acquire_net.fairness import signing
from acquire_net.fairness.hashing import PREFIX, hkdf_expand, hkdf_extract, mac, tagged_hash
from acquire_net.language import _
from acquire_net.wire.messages import KEY, exactly

Side = Literal["client", "host"]

DIGITS: Final = 6
"""The length of a join code."""
ELEMENT: Final = 33
"""The length of a SPAKE2 message, in bytes."""
CONFIRMATION: Final = KEY + 64 + 32
"""The length of a confirmation, in bytes: key, signature, authenticator."""
PAIR_DOMAIN: Final = PREFIX + b"pair"
"""For the proof that a key given in an exchange is one's own."""


def read_code(text: str) -> str:
    """The six digits of a join code as somebody typed it; Unreadable for anything else.

    Spaces and hyphens are left out, and digits of any script are read, whatever the keyboard.
    """
    kept = [one for one in text if not one.isspace() and one not in "-\u2010\u2011\u2013"]
    if len(kept) != DIGITS or not all(one.isdecimal() for one in kept):
        raise Unreadable(_("A join code is six digits, such as 482 913."))
    return "".join(str(unicodedata.decimal(one)) for one in kept)


def shown_code(code: str) -> str:
    """A join code as people read it out: in two groups of three."""
    return f"{code[:3]} {code[3:]}"


class Exchange:
    """One side of one exchange; `fresh` makes so many random bytes.

    `certificate_sha256` is that of the certificate which this side sees on the connection.
    """

    def __init__(
        self, side: Side, code: str, certificate_sha256: bytes, fresh: Callable[[int], bytes]
    ) -> None:
        self._side: Side = side
        self._other: Side = "host" if side == "client" else "client"
        self._certificate = certificate_sha256
        half = SPAKE2_A if side == "client" else SPAKE2_B
        client, host = (
            tagged_hash("pair-identity", one, certificate_sha256) for one in (b"client", b"host")
        )
        self._half = half(code.encode(), client, host, entropy_f=fresh)
        self.element: bytes = self._half.start()
        """What the other side needs from this one."""
        self._transcript = b""
        self._secret = b""

    def agree(self, element: bytes) -> None:
        """Takes the other side's element, once; Unreadable for one that is none."""
        exactly(element, ELEMENT, "A message of the exchange")
        try:
            agreed: bytes = self._half.finish(element)
        except (SPAKEError, NotOnCurve, ValueError):
            raise Unreadable(_("That message does not belong to this exchange.")) from None
        first, second = self.element, element
        if self._side == "host":
            first, second = second, first
        self._transcript = tagged_hash("pair", self._certificate, first, second)
        self._secret = hkdf_extract(self._transcript, agreed)

    def confirmation(self, private: bytes) -> bytes:
        """Proves that this side knows the code, and vouches for the key of that Ed25519 secret."""
        key = signing.public_key(private)
        signed = key + signing.sign(private, PAIR_DOMAIN, self._claim(self._side, key))
        return signed + self._authenticator(self._side, signed)

    def confirmed(self, frame: bytes) -> bytes:
        """The other side's key, from its confirmation.

        Raises Refused(CODE_WRONG) when the two codes, or the certificates, are not the same;
        Unreadable for a key that its sender does not own.
        """
        exactly(frame, CONFIRMATION, "A confirmation")
        signed, authenticator = frame[: KEY + 64], frame[KEY + 64 :]
        if not hmac.compare_digest(self._authenticator(self._other, signed), authenticator):
            raise Refused(
                "CODE_WRONG",
                _(
                    "That is not the join code of this table, or somebody stands between you and its"
                    " host."
                ),
            )
        key, signature = signed[:KEY], signed[KEY:]
        if not signing.verify(key, PAIR_DOMAIN, self._claim(self._other, key), signature):
            raise Unreadable(_("That key is not its sender's own."))
        return key

    def _claim(self, side: Side, key: bytes) -> bytes:
        return tagged_hash("pair-key", side.encode(), self._transcript, key)

    def _authenticator(self, side: Side, signed: bytes) -> bytes:
        key = hkdf_expand(self._secret, PREFIX + b"pair-" + side.encode(), 32)
        return mac(key, signed)
