from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID

from acquire_host.certificate import ENTROPY, Certificate, make_certificate, read_certificate
from acquire_net.errors import Unreadable

NOW = datetime(2026, 5, 17, 12, tzinfo=UTC)


def parsed(certificate: Certificate) -> x509.Certificate:
    return x509.load_pem_x509_certificate(certificate.chain)


def test_certificate_is_what_grpc_takes_as_its_own_root() -> None:
    made = parsed(make_certificate(NOW, bytes(ENTROPY)))

    key = made.public_key()
    assert isinstance(key, ec.EllipticCurvePublicKey)
    assert isinstance(key.curve, ec.SECP256R1)
    assert made.issuer == made.subject
    extensions = made.extensions
    assert not extensions.get_extension_for_class(x509.BasicConstraints).value.ca
    usage = extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(usage) == [ExtendedKeyUsageOID.SERVER_AUTH]
    names = extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName) == ["acquire.invalid"]


def test_certificate_holds_for_clocks_a_day_behind_and_for_ten_years() -> None:
    made = parsed(make_certificate(NOW, bytes(ENTROPY)))

    assert made.not_valid_before_utc == NOW - timedelta(days=1)
    assert made.not_valid_after_utc > NOW + timedelta(days=3650)


def test_stored_certificate_is_the_same_host() -> None:
    made = make_certificate(NOW, bytes(range(ENTROPY)))

    assert read_certificate(made.pem) == made
    assert len(made.fingerprint) == 32


def test_other_entropy_is_another_host() -> None:
    one, two = (make_certificate(NOW, bytes([byte]) * ENTROPY) for byte in (1, 2))

    assert one.key != two.key
    assert one.fingerprint != two.fingerprint


def test_extreme_entropy_makes_a_key_all_the_same() -> None:
    for byte in (0, 255):
        made = make_certificate(NOW, bytes([byte]) * ENTROPY)
        assert read_certificate(made.pem) == made


def test_damaged_or_mixed_files_are_unreadable() -> None:
    one, two = (make_certificate(NOW, bytes([byte]) * ENTROPY) for byte in (1, 2))

    for pem in (b"", b"nonsense", one.key, one.chain, one.key + two.chain, one.pem[:-60]):
        with pytest.raises(Unreadable):
            read_certificate(pem)


def test_secret_key_is_not_in_what_is_printed() -> None:
    made = make_certificate(NOW, bytes(ENTROPY))

    assert made.key.decode().splitlines()[1] not in repr(made)
