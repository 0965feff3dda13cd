"""Members' keys, what is signed with them, and how each signature is checked. Pure."""

import base64
import binascii
import hashlib
import hmac
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlsplit

import msgspec

from campaign.kernel.decisions import (
    NOTHING,
    Command,
    Decision,
    Finding,
    Needs,
    Refused,
    Supplied,
    bad_field,
    filled,
    missing_field,
)
from campaign.kernel.members import Campaign
from campaign.kernel.record import Key
from campaign.kernel.shared_rules import ConsentToRetirement, EnrolKey, RetireKey, WitnessHead
from events.club import HeadWitnessed, KeyEnrolled, KeyRetired, KeyRetirementAsked

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.asymmetric.types import PublicKeyTypes


# --- Keys and signatures of members -------------------------------------------------------------
# Pure: checking a signature needs neither clock nor chance.
#
# What a witness signs are five lines of ASCII text:
#
#     campaign-tracker head 1
#     <campaign id>          32 hex digits
#     <version>              decimal
#     <head>                 64 hex digits
#     rules <number>         decimal: the rules that the campaign follows
#
# each ended by a line feed. Any program that can sign with Ed25519 can be a witness.

HEAD_HEADER = "campaign-tracker head 1"
RAW_BYTES = 32
SIGNATURE_BYTES = 64
_ID_DIGITS = 16


def head_text(campaign_id: str, version: int, head: str, rules: int) -> bytes:
    """What a witness of a head signs."""
    return f"{HEAD_HEADER}\n{campaign_id}\n{version}\n{head}\nrules {rules}\n".encode()


def to_text(value: bytes) -> str:
    """Bytes in base64url without padding."""
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def from_text(text: str) -> bytes | None:
    """The bytes of a base64url text, with or without padding; None if it is not base64url."""
    try:
        value = base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), b"-_", True)
    except (binascii.Error, ValueError):
        return None
    return value if to_text(value) == text.rstrip("=") else None


def key_id(public: str) -> str:
    """The id of a public key, the same for both Ed25519 forms. Empty if it is not a key."""
    key = _ed25519(public)
    if key is not None:
        value = key.public_bytes_raw()
    elif (value := _other(public)) == b"":
        return ""
    return hashlib.sha256(value).hexdigest()[:_ID_DIGITS]


def is_ed25519(public: str) -> bool:
    """Whether a text is an Ed25519 public key."""
    return _ed25519(public) is not None


def signed(public: str, signature: str, text: bytes) -> bool:
    """Whether an Ed25519 key has signed a text."""
    from cryptography.exceptions import InvalidSignature

    key, value = _ed25519(public), from_text(signature)
    if key is None or value is None or len(value) != SIGNATURE_BYTES:
        return False
    try:
        key.verify(value, text)
    except InvalidSignature:
        return False
    return True


def _ed25519(public: str) -> "Ed25519PublicKey | None":
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    value = from_text(public)
    if value is None:
        return None
    if len(value) == RAW_BYTES:
        key = Ed25519PublicKey.from_public_bytes(value)
        return None if value in _WEAK else key
    known = loaded(value)
    if not isinstance(known, Ed25519PublicKey):
        return None
    return None if known.public_bytes_raw() in _WEAK else known


def _other(public: str) -> bytes:
    """The bytes of a key of another kind, in its common form; empty if it is not a key."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    value = from_text(public) or b""
    known = loaded(value)
    return b"" if known is None or isinstance(known, Ed25519PublicKey) else value


def loaded(value: bytes) -> "PublicKeyTypes | None":
    """A key of any kind in its common form; None if it is not a key.

    The library is imported only here and beside: few commands need it, and it is slow to load.
    """
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.serialization import load_der_public_key

    try:
        return load_der_public_key(value)
    except (ValueError, UnsupportedAlgorithm):
        return None


_P = 2**255 - 19
_ORDER_8 = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
_WEAK = frozenset(
    (y | sign << 255).to_bytes(RAW_BYTES, "little")
    for y in (0, 1, _P - 1, _P, _P + 1, _ORDER_8, _P - _ORDER_8)
    for sign in (0, 1)
)
"""Points of small order: such a key accepts signatures that nobody made."""


# --- Passkey assertions: what a passkey signs when it is touched, checked without its maker -----
#
# A passkey signs its own data and the SHA-256 of the browser's; the browser's data names what was
# done, at which site, and the challenge, which here says what the touch is for. As a text it is
# JSON in base64url: `authenticatorData`, `clientDataJSON` and `signature`, each in base64url as
# well.

LONGEST_ASSERTION = 4096
"""How many letters an assertion's text may have; one of Chromium has 320 to 470 bytes."""
_HASH_BYTES = 32
_SHORTEST = 37
"""The site's digest, a byte of flags, and a counter of four."""
_PRESENT = 0x01
"""The flag that somebody touched the passkey."""
_WEAK_BITS = 2048
"""Fewer bits of an RSA key can be broken."""
_LOCAL = "localhost"
"""The one site that browsers trust without a certificate; a bare address has no passkeys."""


class _Assertion(msgspec.Struct, frozen=True, rename="camel"):
    authenticator_data: str
    client_data: str = msgspec.field(name="clientDataJSON")
    signature: str


class _ClientData(msgspec.Struct, frozen=True, rename="camel"):
    type: str
    challenge: str
    origin: str
    cross_origin: bool = False


def asserted(public: str, party: str, assertion_text: str, challenge: bytes) -> bool:
    """Whether a passkey was touched at a site for exactly this challenge.

    `public` is the key in its common form (SPKI) in base64url: Ed25519, ES256 or RS256.
    """
    if len(assertion_text) > LONGEST_ASSERTION:
        return False
    try:
        assertion = msgspec.json.decode(from_text(assertion_text) or b"", type=_Assertion)
        data, raw = from_text(assertion.authenticator_data), from_text(assertion.client_data)
        signature = from_text(assertion.signature)
        client = msgspec.json.decode(raw or b"", type=_ClientData)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return False
    if not data or not raw or not signature or not _answers(client, challenge, party):
        return False
    signed = data + hashlib.sha256(raw).digest()
    return _touched(data, party) and _made_by(public, signature, signed)


def _answers(client: _ClientData, challenge: bytes, party: str) -> bool:
    """Whether what a browser says answers exactly this challenge, at this site."""
    asked = from_text(client.challenge)
    if client.type != "webauthn.get" or client.cross_origin or asked is None:
        return False
    return hmac.compare_digest(asked, challenge) and _at(client.origin, party)


def is_passkey(public: str) -> bool:
    """Whether a text is a public key of a kind that passkeys have, in its common form."""
    from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey

    key = loaded(from_text(public) or b"")
    if isinstance(key, EllipticCurvePublicKey):
        return isinstance(key.curve, SECP256R1)
    if isinstance(key, RSAPublicKey):
        return key.key_size >= _WEAK_BITS
    return isinstance(key, Ed25519PublicKey) and is_ed25519(public)


def _at(origin: str, party: str) -> bool:
    """Whether a page of the site asked, over a connection that nobody could change."""
    try:
        parts = urlsplit(origin)
        host = parts.hostname or ""
    except ValueError:
        return False
    safe = parts.scheme == "https" or (parts.scheme == "http" and host == _LOCAL)
    return safe and host == party


def _touched(data: bytes, party: str) -> bool:
    """Whether the passkey itself says that it belongs to the site and that somebody was there."""
    ours = hmac.compare_digest(data[:_HASH_BYTES], hashlib.sha256(party.encode()).digest())
    return len(data) >= _SHORTEST and ours and bool(data[_HASH_BYTES] & _PRESENT)


def _made_by(public: str, signature: bytes, text: bytes) -> bool:
    """Whether the key signed the text, in the one way that its kind has."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, EllipticCurvePublicKey
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
    from cryptography.hazmat.primitives.hashes import SHA256

    if not is_passkey(public):
        return False
    key = loaded(from_text(public) or b"")
    try:
        if isinstance(key, EllipticCurvePublicKey):
            key.verify(signature, text, ECDSA(SHA256()))
        elif isinstance(key, RSAPublicKey):
            key.verify(signature, text, PKCS1v15(), SHA256())
        elif isinstance(key, Ed25519PublicKey):
            key.verify(signature, text)
        else:
            return False
    except InvalidSignature:
        return False
    return True


# --- Signed acts: a member's own signature over the very text of a command ----------------------
#
# What is signed is the SHA-256 of four lines, each ended by a line feed:
#
#     campaign-tracker act 1
#     <campaign id>          32 hex digits
#     <member>               who sends it
#     <text>                 the command's JSON, as it is handed in, without white space around it
#
# An Ed25519 key signs these 32 bytes; for a passkey they are the challenge. The text bears an `id`
# of its own, so that it counts once. What holds a secret is not signed: whoever has the signature
# could try which choice fits it.

RULE = "Keys"
ACT_HEADER = "campaign-tracker act 1"
LONGEST_ACT = 16_384
"""How many bytes a signed text may have: it is kept in its receipt."""


class ActSignature(msgspec.Struct, frozen=True):
    """A signature that comes beside a command's text."""

    key: str
    """The id of the key that made it."""
    value: Annotated[str, msgspec.Meta(max_length=4096)]
    """In base64url; of a passkey the assertion."""


class _Own(msgspec.Struct, frozen=True):
    id: str = ""


def act_digest(campaign_id: str, member: str, text: bytes) -> bytes:
    """What a member signs of a command: 32 bytes."""
    lines = (ACT_HEADER.encode(), campaign_id.encode(), member.encode(), text)
    return hashlib.sha256(b"".join(line + b"\n" for line in lines)).digest()


def act_signed(key: Key, signature: str, digest: bytes) -> bool:
    """Whether a key made a signature over an act's digest."""
    if key.algorithm == "ed25519":
        return signed(key.public, signature, digest)
    return asserted(key.public, key.party, signature, digest)


def head_signed(key: Key, signature: str, campaign: Campaign, version: int, head: str) -> bool:
    """Whether a key made a signature over a head; a passkey signs the digest of the five lines."""
    text = head_text(campaign.id, version, head, campaign.rules)
    if key.algorithm == "ed25519":
        return signed(key.public, signature, text)
    return asserted(key.public, key.party, signature, hashlib.sha256(text).digest())


def refused(
    campaign: Campaign, command: Command, text: bytes, signature: ActSignature | None
) -> Refused | None:
    """Why a command does not count with this signature, or without one; None if it does."""
    if command.by not in campaign.members:
        return None  # nobody's command is refused for that
    if signature is None:
        return _missing(campaign, command)
    who, mine = campaign.called(command.by), campaign.record.keys.of(command.by)
    key = mine.get(signature.key)
    if key is None:
        text_of = f"{who} has no key {signature.key} in use; the keys in use are"
        return Refused(RULE, f"{text_of}: {', '.join(mine) or 'none'}")
    if not own_id(text):
        return missing_field("id", "missing; a signed command has its id in its text")
    if len(text) > LONGEST_ACT:
        return Refused(
            RULE, f"a signed command has at most {LONGEST_ACT} bytes, and this {len(text)}"
        )
    if not act_signed(key, signature.value, act_digest(campaign.id, command.by, text)):
        return Refused(RULE, f"this is not key {signature.key}'s signature over this command")
    if command.tells_secret and not command.counts_unsigned:
        return Refused(RULE, _SECRET)
    return None


def demanded(campaign: Campaign, command: type[Command], by: str) -> bool:
    """Whether a member's command counts only with a signature. In a what-if it never does."""
    is_real = campaign.record.branch_of is None
    return is_real and not command.counts_unsigned and campaign.record.keys.only(by)


def kept(command: Command | Refused, signature: ActSignature | None) -> bool:
    """Whether text and signature go into the receipt: only where the text tells no secret."""
    return signature is not None and not isinstance(command, Refused) and not command.tells_secret


def own_id(text: bytes) -> str:
    """The id that stands in a command's own text; empty without one."""
    try:
        return msgspec.json.decode(text, type=_Own).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""


def _missing(campaign: Campaign, command: Command) -> Refused | None:
    if not demanded(campaign, type(command), command.by):
        return None
    who, mine = campaign.called(command.by), campaign.record.keys.of(command.by)
    if command.tells_secret:
        return Refused(RULE, f"what {who} sends counts only with a signature; {_SECRET}")
    ways = f"sign it with key {' or '.join(mine)} (`--sign FILE`, or a passkey on the web)"
    return Refused(RULE, f"what {who} sends counts only with {who}'s signature; {ways}")


_SECRET = (
    "a signature would give away a secret or an address that it covers; leave it out, or seal it"
    " on your own device and sign the seal"
)


# --- Members' keys, and heads of the record countersigned with them -----------------------------
#
# A countersigned head says: this member's machine had this history up to that event. If anyone
# rewrites the history before it, the record no longer fits the signature.

MOST = 8
"""How many keys a member may have at a time."""


def needs(command: Command) -> Needs:
    """Countersigning a head needs the record's own digest at that event."""
    return Needs(head=command.version) if isinstance(command, WitnessHead) else NOTHING


# --- keys ---------------------------------------------------------------------------------------


def _unfit(command: EnrolKey, key: str) -> Refused | None:
    """Keys: a public key of its kind; a passkey, and nothing else, is bound to a site."""
    if not key:
        return bad_field("public", "that is no public key; `campaign identity` prints one")
    if wrong := _no_such_key(command):
        return bad_field("public", wrong)
    if command.algorithm == "webauthn" and not command.party:
        return bad_field("party", "name the site that the passkey is bound to")
    if command.algorithm == "ed25519" and command.party:
        return bad_field("party", "only a passkey is bound to a site; leave it out")
    return None


def _enrol(campaign: Campaign, command: EnrolKey, supplied: Supplied) -> Decision:
    """Keys: members enrol only their own keys, and each key once."""
    keys = campaign.record.keys
    if command.by != command.member:
        by, owner = campaign.called(command.by), campaign.called(command.member)
        return Refused(RULE, f"{by} can't enrol a key for {owner}; each member enrols their own")
    key = key_id(command.public)
    if refused := _unfit(command, key):
        return refused
    if known := keys.enrolled.get(key):
        whose = "yours" if known.member == command.by else f"{campaign.called(known.member)}'s"
        gone = " and was retired; make a new one" if known.retired else " already"
        return Refused(RULE, f"key {key} is {whose}{gone}")
    if len(keys.of(command.member)) >= MOST:
        return Refused(RULE, f"{campaign.called(command.member)} has {MOST} keys; retire one first")
    return (filled(KeyEnrolled, command, key_id=key, party=command.party or ""),)


def _no_such_key(command: EnrolKey) -> str:
    """Why a key does not go with its algorithm, in words; empty if it does.

    A passkey with a key of another kind may be enrolled, as ever; it signs nothing, so that nobody
    may depend on it.
    """
    text = f"that is no key for {command.algorithm}; with it the algorithm is"
    if command.algorithm == "ed25519":
        return "" if is_ed25519(command.public) else f"{text} webauthn"
    if is_passkey(command.public):
        return ""
    if is_ed25519(command.public):
        return f"{text} ed25519"
    return "a passkey that signs has a key for Ed25519, ES256 or RS256" if command.only else ""


def _the(campaign: Campaign, member: str, key: str) -> Key | Refused:
    keys = campaign.record.keys
    match = keys.of(member).get(key)
    if match is not None:
        return match
    own = ", ".join(keys.of(member)) or "none"
    text = f"{campaign.called(member)} has no key {key} in use; the keys in use are: {own}"
    return Refused(RULE, text)


def _retire(campaign: Campaign, command: RetireKey, supplied: Supplied) -> Decision:
    """Keys: a member retires their own key at once; a host asks to retire another's lost key."""
    key = _the(campaign, command.member, command.key)
    if isinstance(key, Refused):
        return key
    if command.by == command.member:
        return (KeyRetired(member=command.member, key_id=command.key),)
    if not campaign.is_host(command.by):
        by, owner = campaign.called(command.by), campaign.called(command.member)
        text = f"{by} can't retire {owner}'s key; {owner} can, or a host with a second member"
        return Refused(RULE, text)
    if key.asked_by:
        text = f"{campaign.called(key.asked_by)} has asked to retire key {command.key} already"
        text = f"{text}; it waits for a second member's consent"
        return Refused(RULE, text)
    return (KeyRetirementAsked(member=command.member, key_id=command.key),)


def _consent(campaign: Campaign, command: ConsentToRetirement, supplied: Supplied) -> Decision:
    """Keys: the second member is not the host who asked."""
    key = _the(campaign, command.member, command.key)
    if isinstance(key, Refused):
        return key
    if not key.asked_by:
        owner = campaign.called(command.member)
        return Refused(RULE, f"no host has asked to retire {owner}'s key {command.key}")
    if command.by == key.asked_by:
        by = campaign.called(command.by)
        return Refused(RULE, f"{by} asked for it; a second member must consent")
    return (KeyRetired(member=command.member, key_id=command.key),)


# --- heads --------------------------------------------------------------------------------------


def _witness(campaign: Campaign, command: WitnessHead, supplied: Supplied) -> Decision:
    """Keys: the record's own head, a valid signature, once a turn."""
    keys = campaign.record.keys
    mine = keys.of(command.by)
    able = {key: own for key, own in mine.items() if _signs(own)}
    if not able:
        none = f"{campaign.called(command.by)} has enrolled no key that can sign"
        return Refused(RULE, f"{none}; make one: `campaign identity`")
    last = keys.last(command.by)
    if last is not None and last.turn == campaign.turn:
        words = f"{campaign.called(command.by)} has countersigned event {last.about} in this turn"
        return Refused(RULE, f"{words}; once a turn is enough")
    if not supplied.head:
        return bad_field("version", f"there is no event {command.version} yet")
    if command.head != supplied.head:
        words = f"event {command.version} has the digest {supplied.head[:12]}…"
        return Refused(RULE, f"{words}, not {command.head[:12]}…; this is not the same history")
    for key, own in able.items():
        if head_signed(own, command.signature, campaign, command.version, command.head):
            signed_by = {"member": command.by, "key_id": key}
            return (filled(HeadWitnessed, command, about=command.version, **signed_by),)
    words = f"no key of {campaign.called(command.by)} ({', '.join(able)}) made this signature"
    return Refused(RULE, f"{words} over this head")


def _signs(key: Key) -> bool:
    return key.algorithm == "ed25519" or is_passkey(key.public)


DECIDE: dict[type[Command], Callable[[Campaign, Any, Supplied], Decision]] = {
    EnrolKey: _enrol,
    RetireKey: _retire,
    ConsentToRetirement: _consent,
    WitnessHead: _witness,
}
"""The facts that follow from each command about keys. The caller has checked `enrolled`."""


# --- checking -----------------------------------------------------------------------------------


def signature(version: int, campaign: Campaign, event: HeadWitnessed) -> Iterator[Finding]:
    """What is wrong with a countersignature, given only the state before it."""
    for wrong in not_theirs(campaign, event.key_id, event.member):
        yield Finding(version, "witness", wrong)
    key = campaign.record.keys.enrolled.get(event.key_id)
    if key and not head_signed(key, event.signature, campaign, event.about, event.head):
        text = f"the signature over event {event.about} is not made by key {event.key_id}"
        yield Finding(version, "witness", text)


def not_theirs(campaign: Campaign, key_id: str, member: str) -> Iterator[str]:
    """Why a key was not a member's own to sign with, given the state before they did."""
    key = campaign.record.keys.enrolled.get(key_id)
    if key is None:
        yield f"no key {key_id} was ever enrolled"
        return
    if key.member != member:
        owner, signer = campaign.called(key.member), campaign.called(member)
        yield f"key {key_id} is {owner}'s, not {signer}'s"
    if key.retired:
        yield f"key {key_id} was retired before"


def misplaced(version: int, event: HeadWitnessed, head: str, name: str) -> Finding | None:
    """Whether a countersigned head is not the record's own at that event (empty: none such).

    `name` is the name of the member who signed.
    """
    if head == event.head:
        return None
    own = f"has the digest {head[:12]}…" if head else "is not in the record"
    text = f"{name} countersigned {event.head[:12]}… as event {event.about}, which {own}"
    return Finding(version, "witness", text)
