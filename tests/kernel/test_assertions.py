"""What a passkey signed counts only for its site, its challenge, a touch, and unchanged."""

import hashlib

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa

from campaign.kernel.keys import asserted, is_passkey
from support.passkeys import SITE, Passkey, packed, text_of, unpacked

CHALLENGE = hashlib.sha256(b"an act").digest()
KINDS = {
    "Ed25519": Passkey(ed25519.Ed25519PrivateKey.from_private_bytes(bytes(range(32)))),
    "ES256": Passkey(ec.generate_private_key(ec.SECP256R1())),
    "RS256": Passkey(rsa.generate_private_key(65537, 2048)),
}


@pytest.fixture(params=KINDS, name="passkey")
def _passkey(request: pytest.FixtureRequest) -> Passkey:
    return KINDS[request.param]


def test_a_touch_for_the_challenge_counts(passkey: Passkey) -> None:
    assert is_passkey(passkey.public)
    assert asserted(passkey.public, SITE, passkey.touched(CHALLENGE), CHALLENGE)


def test_a_touch_counts_for_its_own_challenge_key_and_site_alone(passkey: Passkey) -> None:
    touched = passkey.touched(CHALLENGE)
    another = Passkey(ed25519.Ed25519PrivateKey.generate())
    assert not asserted(passkey.public, SITE, touched, hashlib.sha256(b"another").digest())
    assert not asserted(another.public, SITE, touched, CHALLENGE)
    assert not asserted(passkey.public, "other.example", touched, CHALLENGE)


@pytest.mark.parametrize(
    "changed",
    [
        {"client": {"type": "webauthn.create"}},
        {"client": {"crossOrigin": True}},
        {"client": {"origin": "https://other.example"}},
        {"client": {"origin": "https://club.example.evil.example"}},
        {"client": {"origin": "http://club.example"}},
        {"client": {"origin": "https://[club.example"}},
        {"client": {"challenge": "not base64url!"}},
        {"client": {"challenge": 7}},
        {"of": "other.example"},
        {"flags": 0x04},
    ],
    ids=str,
)
def test_what_an_honest_browser_would_not_say_is_no_touch(changed: dict[str, object]) -> None:
    passkey = KINDS["ES256"]
    assert not asserted(passkey.public, SITE, passkey.touched(CHALLENGE, **changed), CHALLENGE)


@pytest.mark.parametrize("part", ["authenticatorData", "clientDataJSON", "signature"])
def test_each_part_is_bound_by_the_signature(passkey: Passkey, part: str) -> None:
    parts = unpacked(passkey.touched(CHALLENGE))
    value = parts[part]
    # A counter, a space in the browser's JSON, a bit of the signature: nothing else reads them.
    changed = value + b" " if part == "clientDataJSON" else value[:-1] + bytes([value[-1] ^ 1])
    assert not asserted(passkey.public, SITE, packed(**parts | {part: changed}), CHALLENGE)
    assert not asserted(passkey.public, SITE, packed(**parts | {part: b""}), CHALLENGE)
    del parts[part]
    assert not asserted(passkey.public, SITE, packed(**parts), CHALLENGE)


def test_data_cut_off_is_no_touch() -> None:
    passkey = KINDS["Ed25519"]
    parts = unpacked(passkey.touched(CHALLENGE))
    short = parts["authenticatorData"][:33]
    signed = passkey.signed(short + hashlib.sha256(parts["clientDataJSON"]).digest())
    assertion = packed(**parts | {"authenticatorData": short, "signature": signed})
    assert not asserted(passkey.public, SITE, assertion, CHALLENGE)


@pytest.mark.parametrize(
    "assertion", ["", "!", text_of(b"{}"), text_of(b"[" * 9000), text_of(b"\xff"), "A" * 5000]
)
def test_what_is_no_assertion_is_no_touch(assertion: str) -> None:
    assert not asserted(KINDS["ES256"].public, SITE, assertion, CHALLENGE)


def test_on_ones_own_machine_no_certificate_is_needed() -> None:
    passkey = Passkey(KINDS["ES256"].key, "localhost")
    touched = passkey.touched(CHALLENGE, client={"origin": "http://localhost:8720"})
    assert asserted(passkey.public, "localhost", touched, CHALLENGE)


def test_a_port_belongs_to_the_site() -> None:
    passkey = KINDS["ES256"]
    touched = passkey.touched(CHALLENGE, client={"origin": f"https://{SITE}:8443"})
    assert asserted(passkey.public, SITE, touched, CHALLENGE)


def test_keys_that_passkeys_do_not_have_do_not_count() -> None:
    for key in (ec.generate_private_key(ec.SECP384R1()), rsa.generate_private_key(65537, 1024)):
        passkey = Passkey(key)
        assert not is_passkey(passkey.public)
        assert not asserted(passkey.public, SITE, passkey.touched(CHALLENGE), CHALLENGE)
    assert not is_passkey("")
    assert not is_passkey("AAAA")
    # A point of small order, under which anybody's signature would pass.
    weak = bytes.fromhex("302a300506032b6570032100") + bytes([1, *[0] * 31])
    assert not is_passkey(text_of(weak))
