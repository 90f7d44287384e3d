import pytest

from acquire_net.errors import Refused
from acquire_net.fairness import signing
from acquire_net.wire import calls
from acquire_net.wire.calls import signed_metadata, signed_nonce
from acquire_net.wire.versions import Version, check_versions

PRIVATE = bytes(range(32))
PUBLIC = signing.public_key(PRIVATE)
TABLE, NONCE, REQUEST = bytes([1]) * 32, bytes([2]) * 32, b"exact bytes"
SIGNED = dict(signed_metadata(PRIVATE, "Sit", TABLE, NONCE, REQUEST))


def test_signed_call_names_its_nonce() -> None:
    assert signed_nonce(SIGNED, PUBLIC, "Sit", TABLE, REQUEST) == NONCE


@pytest.mark.parametrize(
    ("public", "rpc", "table", "request_bytes", "certificate"),
    [
        (signing.public_key(bytes(32)), "Sit", TABLE, REQUEST, calls.NO_CERTIFICATE),
        (PUBLIC, "Leave", TABLE, REQUEST, calls.NO_CERTIFICATE),
        (PUBLIC, "Sit", bytes(32), REQUEST, calls.NO_CERTIFICATE),
        (PUBLIC, "Sit", TABLE, REQUEST + b".", calls.NO_CERTIFICATE),
        (PUBLIC, "Sit", TABLE, REQUEST, bytes([9]) * 32),
        (b"short", "Sit", TABLE, REQUEST, calls.NO_CERTIFICATE),
    ],
)
def test_call_signed_for_anything_else_is_refused(
    public: bytes, rpc: str, table: bytes, request_bytes: bytes, certificate: bytes
) -> None:
    with pytest.raises(Refused) as refused:
        signed_nonce(SIGNED, public, rpc, table, request_bytes, certificate)
    assert refused.value.reason == "SIGNATURE_INVALID"


@pytest.mark.parametrize(
    "metadata",
    [
        {},
        {calls.NONCE_KEY: NONCE},
        {calls.SIGNATURE_KEY: SIGNED[calls.SIGNATURE_KEY]},
        SIGNED | {calls.NONCE_KEY: bytes(32)},
        SIGNED | {calls.SIGNATURE_KEY: b""},
        SIGNED | {calls.SIGNATURE_KEY: "text"},
    ],
)
def test_unsigned_call_is_refused(metadata: dict[str, str | bytes]) -> None:
    with pytest.raises(Refused) as refused:
        signed_nonce(metadata, PUBLIC, "Sit", TABLE, REQUEST)
    assert refused.value.reason == "SIGNATURE_INVALID"


def test_signature_of_a_call_is_no_signature_of_a_statement() -> None:
    message = calls.call_message("Sit", calls.NO_CERTIFICATE, TABLE, NONCE, REQUEST)
    signature = SIGNED[calls.SIGNATURE_KEY]

    assert signing.verify(PUBLIC, signing.CALL_DOMAIN, message, signature)
    assert not signing.verify(PUBLIC, signing.AUTHOR_DOMAIN, message, signature)


@pytest.mark.parametrize("other", [Version(2, 1, "0.9"), Version(1, 2, "0.9")])
def test_other_versions_are_refused_by_name(other: Version) -> None:
    ours = Version(1, 1, "0.1")

    check_versions(ours, Version(1, 1, "0.3"))
    with pytest.raises(Refused) as refused:
        check_versions(other, ours)

    assert refused.value.reason == "VERSION"
    assert str(refused.value).startswith(f"The host plays {other}, you have {ours}")
