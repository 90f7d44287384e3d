"""The certificate under which a host is known: self-signed, made once, pinned by its guests."""

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from acquire_net.errors import Unreadable
from acquire_net.wire.calls import CERTIFICATE_NAME

ENTROPY: Final = 64
"""The random bytes that a certificate is made of."""
VALID: Final = timedelta(days=3652)
"""Ten years: what is pinned need not expire sooner."""
BACK_DATED: Final = timedelta(days=1)
"""Because the clocks of computers at one table differ."""

# The order of P-256 (SEC 2, 2.4.2): secrets are 1 to one less.
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


@dataclass(frozen=True, slots=True, repr=False)
class Certificate:
    """A private key and its certificate, both as PEM, and the SHA-256 of the latter's DER."""

    key: bytes
    chain: bytes
    fingerprint: bytes

    @property
    def pem(self) -> bytes:
        """Both together, as `read_certificate` takes them."""
        return self.key + self.chain


def make_certificate(now: datetime, entropy: bytes) -> Certificate:
    """A new certificate; `now` with its time zone, `entropy` of 64 random bytes.

    P-256, since gRPC finds no signature algorithm for Ed25519 (grpc/grpc issue 24252). No
    authority (CA:FALSE): a guest trusts it by itself, as its own root.
    """
    if len(entropy) != ENTROPY:
        raise ValueError(f"a certificate is made of {ENTROPY} bytes, not {len(entropy)}")
    scalar = int.from_bytes(entropy[:48], "big") % (_ORDER - 1) + 1
    key = ec.derive_private_key(scalar, ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, CERTIFICATE_NAME)])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(int.from_bytes(entropy[48:], "big") | 1)
        .not_valid_before(now - BACK_DATED)
        .not_valid_after(now + VALID)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(
            x509.SubjectAlternativeName([x509.DNSName(CERTIFICATE_NAME)]), critical=False
        )
        .sign(key, hashes.SHA256())
    )
    return _certificate(key, certificate)


def read_certificate(pem: bytes) -> Certificate:
    """A certificate and its key as they were stored; Unreadable when they are not a pair."""
    try:
        key = load_pem_private_key(pem, None)
        certificate = x509.load_pem_x509_certificate(pem)
    except (ValueError, TypeError):
        raise Unreadable("That is no certificate with its key.") from None
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise Unreadable("The key of that certificate is of another kind.")
    if key.public_key() != certificate.public_key():
        raise Unreadable("That certificate belongs to another key.")
    return _certificate(key, certificate)


def _certificate(key: ec.EllipticCurvePrivateKey, certificate: x509.Certificate) -> Certificate:
    return Certificate(
        key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
        certificate.public_bytes(Encoding.PEM),
        hashlib.sha256(certificate.public_bytes(Encoding.DER)).digest(),
    )
