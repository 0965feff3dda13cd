"""Members' keys, and heads of the record countersigned with them. Pure.

A countersigned head says: this member's machine had this history up to that event. If anyone
rewrites the history before it, the record no longer fits the signature.
"""

from collections.abc import Callable, Iterator
from typing import Any

from campaign.kernel.act_signatures import head_signed
from campaign.kernel.assertions import is_passkey
from campaign.kernel.decisions import (
    NOTHING,
    Command,
    Decision,
    Finding,
    Needs,
    Refused,
    Supplied,
    bad_field,
)
from campaign.kernel.key_commands import ConsentToRetirement, EnrolKey, RetireKey, WitnessHead
from campaign.kernel.key_state import Key
from campaign.kernel.members import Campaign
from campaign.kernel.signing import is_ed25519, key_id
from events.witnesses import HeadWitnessed, KeyEnrolled, KeyRetired, KeyRetirementAsked

RULE = "Keys"
MOST = 8
"""How many keys a member may have at a time."""


def needs(command: Command) -> Needs:
    """Countersigning a head needs the record's own digest at that event."""
    return Needs(head=command.version) if isinstance(command, WitnessHead) else NOTHING


def decide(campaign: Campaign, command: Any, given: Supplied) -> Decision:
    """The facts that follow from a command about keys. The caller has checked `enrolled`."""
    return _DECIDE[type(command)](campaign, command, given)


# --- keys ---------------------------------------------------------------------------------------


def _enrol(campaign: Campaign, command: EnrolKey, given: Supplied) -> Decision:
    """Keys: members enrol only their own keys, and each key once."""
    keys = campaign.record.keys
    if command.by != command.member:
        by, owner = campaign.called(command.by), campaign.called(command.member)
        return Refused(RULE, f"{by} can't enrol a key for {owner}; each member enrols their own")
    key = key_id(command.public)
    if not key:
        return bad_field("public", "that is no public key; `campaign identity` prints one")
    if wrong := _no_such_key(command):
        return bad_field("public", wrong)
    if command.algorithm == "webauthn" and not command.party:
        return bad_field("party", "name the site that the passkey is bound to")
    if command.algorithm == "ed25519" and command.party:
        return bad_field("party", "only a passkey is bound to a site; leave it out")
    if known := keys.enrolled.get(key):
        whose = "yours" if known.member == command.by else f"{campaign.called(known.member)}'s"
        gone = " and was retired; make a new one" if known.retired else " already"
        return Refused(RULE, f"key {key} is {whose}{gone}")
    if len(keys.of(command.member)) >= MOST:
        return Refused(RULE, f"{campaign.called(command.member)} has {MOST} keys; retire one first")
    return (
        KeyEnrolled(
            member=command.member,
            key_id=key,
            public=command.public,
            algorithm=command.algorithm,
            party=command.party or "",
            only=command.only,
        ),
    )


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
    found = keys.of(member).get(key)
    if found is not None:
        return found
    own = ", ".join(keys.of(member)) or "none"
    text = f"{campaign.called(member)} has no key {key} in use; the keys in use are: {own}"
    return Refused(RULE, text)


def _retire(campaign: Campaign, command: RetireKey, given: Supplied) -> Decision:
    """Keys: a member retires their own key at once; a host asks to retire another's lost key."""
    found = _the(campaign, command.member, command.key)
    if isinstance(found, Refused):
        return found
    if command.by == command.member:
        return (KeyRetired(member=command.member, key_id=command.key),)
    if not campaign.is_host(command.by):
        by, owner = campaign.called(command.by), campaign.called(command.member)
        text = f"{by} can't retire {owner}'s key; {owner} can, or a host with a second member"
        return Refused(RULE, text)
    if found.asked_by:
        text = f"{campaign.called(found.asked_by)} has asked to retire key {command.key} already"
        text = f"{text}; it waits for a second member's consent"
        return Refused(RULE, text)
    return (KeyRetirementAsked(member=command.member, key_id=command.key),)


def _consent(campaign: Campaign, command: ConsentToRetirement, given: Supplied) -> Decision:
    """Keys: the second member is not the host who asked."""
    found = _the(campaign, command.member, command.key)
    if isinstance(found, Refused):
        return found
    if not found.asked_by:
        owner = campaign.called(command.member)
        return Refused(RULE, f"no host has asked to retire {owner}'s key {command.key}")
    if command.by == found.asked_by:
        by = campaign.called(command.by)
        return Refused(RULE, f"{by} asked for it; a second member must consent")
    return (KeyRetired(member=command.member, key_id=command.key),)


# --- heads --------------------------------------------------------------------------------------


def _witness(campaign: Campaign, command: WitnessHead, given: Supplied) -> Decision:
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
    if not given.head:
        return bad_field("version", f"there is no event {command.version} yet")
    if command.head != given.head:
        words = f"event {command.version} has the digest {given.head[:12]}…"
        return Refused(RULE, f"{words}, not {command.head[:12]}…; this is not the same history")
    for key, own in able.items():
        if head_signed(own, command.signature, campaign, command.version, command.head):
            return (
                HeadWitnessed(
                    about=command.version,
                    head=command.head,
                    member=command.by,
                    key_id=key,
                    signature=command.signature,
                ),
            )
    words = f"no key of {campaign.called(command.by)} ({', '.join(able)}) made this signature"
    return Refused(RULE, f"{words} over this head")


def _signs(key: Key) -> bool:
    return key.algorithm == "ed25519" or is_passkey(key.public)


_DECIDE: dict[type[Command], Callable[[Campaign, Any, Supplied], Decision]] = {
    EnrolKey: _enrol,
    RetireKey: _retire,
    ConsentToRetirement: _consent,
    WitnessHead: _witness,
}


# --- checking -----------------------------------------------------------------------------------


def signature(version: int, campaign: Campaign, event: HeadWitnessed) -> Iterator[Finding]:
    """What is wrong with a countersignature, given only the state before it."""
    what = "witness"
    key = campaign.record.keys.enrolled.get(event.key_id)
    if key is None:
        yield Finding(version, what, f"no key {event.key_id} was ever enrolled")
        return
    if key.member != event.member:
        owner, signer = (campaign.called(who) for who in (key.member, event.member))
        yield Finding(version, what, f"key {event.key_id} is {owner}'s, not {signer}'s")
    if key.retired:
        yield Finding(version, what, f"key {event.key_id} was retired before")
    if not head_signed(key, event.signature, campaign, event.about, event.head):
        text = f"the signature over event {event.about} is not made by key {event.key_id}"
        yield Finding(version, what, text)


def misplaced(version: int, event: HeadWitnessed, head: str, name: str) -> Finding | None:
    """Whether a countersigned head is not the record's own at that event (empty: none such).

    `name` is the name of the member who signed.
    """
    if head == event.head:
        return None
    own = f"has the digest {head[:12]}…" if head else "is not in the record"
    text = f"{name} countersigned {event.head[:12]}… as event {event.about}, which {own}"
    return Finding(version, "witness", text)
