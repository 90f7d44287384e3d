"""How a call that is no statement is signed: by its caller, for one table, once.

What is signed names the call, the table and the host's certificate, and holds the exact request
bytes, so that nothing a listener hears can be said again, elsewhere, or otherwise.
"""

from collections.abc import Mapping
from typing import Final

from acquire_net.errors import Refused
from acquire_net.fairness import signing
from acquire_net.fairness.hashing import tagged_hash

DEFAULT_PORT: Final = 7777
"""Where a host listens, unless it says otherwise."""
NONCE_KEY: Final = "acquire-nonce-bin"
"""The metadata key of the nonce, which GetTable handed out."""
SIGNATURE_KEY: Final = "acquire-signature-bin"
"""The metadata key of the caller's signature."""
NONCE_LENGTH: Final = 32
NO_CERTIFICATE: Final = bytes(32)
"""Stands for the SHA-256 of the certificate where the connection has none."""
CERTIFICATE_NAME: Final = "acquire.invalid"
"""What every host's certificate is made out to: guests know it by its hash, not by a name."""

Metadata = tuple[tuple[str, bytes], ...]


def call_message(
    rpc: str, certificate_sha256: bytes, table_id: bytes, nonce: bytes, request: bytes
) -> bytes:
    """What the caller signs: 32 bytes. `rpc` is the method's bare name, such as `Sit`."""
    return tagged_hash("call", rpc.encode(), certificate_sha256, table_id, nonce, request)


def signed_metadata(
    private: bytes,
    rpc: str,
    table_id: bytes,
    nonce: bytes,
    request: bytes,
    certificate_sha256: bytes = NO_CERTIFICATE,
) -> Metadata:
    """The metadata that goes with a call; `private` is the caller's Ed25519 secret."""
    message = call_message(rpc, certificate_sha256, table_id, nonce, request)
    signature = signing.sign(private, signing.CALL_DOMAIN, message)
    return (NONCE_KEY, nonce), (SIGNATURE_KEY, signature)


def signed_nonce(
    metadata: Mapping[str, str | bytes],
    public: bytes,
    rpc: str,
    table_id: bytes,
    request: bytes,
    certificate_sha256: bytes = NO_CERTIFICATE,
) -> bytes:
    """The nonce under which `public` signed this very call; whether it was used is not asked here.

    Raises Refused(SIGNATURE_INVALID) when the call is unsigned, or signed otherwise.
    """
    nonce, signature = metadata.get(NONCE_KEY), metadata.get(SIGNATURE_KEY)
    if not isinstance(nonce, bytes) or not isinstance(signature, bytes):
        raise Refused("SIGNATURE_INVALID", f"{rpc} must be signed by its caller.")
    message = call_message(rpc, certificate_sha256, table_id, nonce, request)
    if not signing.verify(public, signing.CALL_DOMAIN, message, signature):
        raise Refused("SIGNATURE_INVALID", f"The signature of this {rpc} is not its caller's.")
    return nonce
