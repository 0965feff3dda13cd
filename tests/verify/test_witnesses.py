"""Members' keys, and the record countersigned with them: what is taken, refused and found."""

import base64
import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import (
    SECP256R1,
    SECP384R1,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from campaign.disputes.undo import of_the_record
from campaign.history.acts import recorded
from campaign.kernel import keys, record
from campaign.lif.system import SYSTEM
from campaign.projections import database, projector
from campaign.reports import pages as reports_pages
from campaign.store.branches import branch
from campaign.store.export import Export, audit_of, export, import_
from campaign.store.ledger import Ledger
from campaign.systems import SYSTEMS
from campaign.verify.audit import Verification
from events import chain
from events.base import Event
from support.passkeys import Passkey, text_of
from support.sessions import NAME, Session, ledger_in, refusal

SECRET = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
RAW = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
SPKI = f"MCowBQYDK2VwAyEA{RAW}"
KEY = "21fe31dfa154a261"
"""RFC 8032, 7.1, test 1: secret and public key; SHA-256 of the public key begins so."""
OTHER = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PASSKEY = generate_private_key(SECP256R1()).public_key()
"""A key of another kind."""


def public_of(secret: Ed25519PrivateKey) -> str:
    return text_of(secret.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw))


def signature_of(session: Session, version: int, head: str, secret: Any = None) -> str:
    """A signature over the five lines, written out here once more."""
    key = secret or Ed25519PrivateKey.from_private_bytes(bytes.fromhex(SECRET))
    lines = ["campaign-tracker head 1", session.state.campaign.id, str(version), head, "rules 1"]
    return text_of(key.sign("".join(f"{line}\n" for line in lines).encode()))


def head_of(session: Session, version: int) -> str:
    """The digest of an event, reckoned from its stored bytes."""
    (row,) = session.ledger.store.rows(session.name, version - 1, version)
    return hashlib.sha256(row[2].rpartition(b"\n")[0]).hexdigest()


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A campaign in which Anna has a key."""
    made = Session(ledger_in(tmp_path)).open(rulings={"draws": "table"})
    made.do("EnrolKey", "anna", member="anna", public=SPKI, algorithm="ed25519")
    yield made
    made.ledger.close()


def witnessed(session: Session, version: int, by: str = "anna", **fields: Any) -> dict[str, Any]:
    """The answer to a member who countersigns an event."""
    head = fields.pop("head", "") or head_of(session, version)
    signature = fields.pop("signature", "") or signature_of(session, version, head)
    return session.ask("WitnessHead", by, version=version, head=head, signature=signature)


# --- keys ---------------------------------------------------------------------------------------


def test_a_key_is_enrolled_under_the_digest_of_its_bytes(session: Session) -> None:
    """In its common form or as 32 bytes, it is the same key."""
    event = session.answers[-1]["events"][0]
    assert event == {
        "version": event["version"], "type": "campaign.KeyEnrolled", "member": "anna",
        "key": KEY, "public": SPKI, "algorithm": "ed25519", "party": "", "only": False,
    }  # fmt: skip
    assert hashlib.sha256(base64.urlsafe_b64decode(f"{RAW}=")).hexdigest()[:16] == KEY
    told = session.ask("EnrolKey", "ben", member="ben", public=RAW, algorithm="ed25519")
    assert refusal(told) == ("Keys", f"key {KEY} is Anna's already")
    told = session.ask("EnrolKey", "anna", member="anna", public=RAW, algorithm="ed25519")
    assert refusal(told) == ("Keys", f"key {KEY} is yours already")


SPKI_OF_PASSKEY = text_of(PASSKEY.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo))


@pytest.mark.parametrize(
    ("by", "fields", "rule", "words"),
    [
        ("host", {}, "Keys", "Host can't enrol a key for Ben; each member enrols their own"),
        ("zed", {}, "Members", "'zed' is not enrolled in this campaign"),
        ("ben", {"public": "AAAA"}, None,
         "public: that is no public key; `campaign identity` prints one"),
        ("ben", {"public": text_of(bytes(32))}, None,
         "public: that is no public key; `campaign identity` prints one"),
        ("ben", {"public": SPKI_OF_PASSKEY}, None,
         "public: that is no key for ed25519; with it the algorithm is webauthn"),
        ("ben", {"algorithm": "webauthn", "party": "club.example.org"}, None,
         "public: that is no key for webauthn; with it the algorithm is ed25519"),
        ("ben", {"algorithm": "webauthn", "public": SPKI_OF_PASSKEY}, None,
         "party: name the site that the passkey is bound to"),
        ("ben", {"party": "club.example.org"}, None,
         "party: only a passkey is bound to a site; leave it out"),
    ],
)  # fmt: skip
def test_a_key_is_refused(
    session: Session, by: str, fields: dict[str, Any], rule: str | None, words: str
) -> None:
    """Another's key, one that is none, one of the wrong kind, and what comes with the service."""
    told = {"member": "ben", "public": public_of(OTHER), "algorithm": "ed25519", **fields}
    assert refusal(session.ask("EnrolKey", by, **told)) == (rule, words)


def test_a_key_under_which_anything_is_signed_is_no_key(session: Session) -> None:
    """Points of small order: with each, some signature fits that nobody made."""
    prime = 2**255 - 19
    root = pow(2, (prime - 1) // 4, prime)
    assert root * root % prime == prime - 1
    for number in (0, 1, prime - 1, prime, prime + 1):
        weak = text_of(number.to_bytes(32, "little"))
        told = session.ask("EnrolKey", "ben", member="ben", public=weak, algorithm="ed25519")
        assert refusal(told)[1].startswith("public: that is no public key")


def test_a_passkey_countersigns_with_an_assertion(session: Session) -> None:
    """Its challenge is the SHA-256 of the five lines; the assertion is checked by an audit too."""
    passkey = Passkey(generate_private_key(SECP256R1()), "club.example.org")
    fields = {"member": "ben", "public": passkey.public, "algorithm": "webauthn"}
    event = session.do("EnrolKey", "ben", **fields, party="club.example.org")["events"][0]
    head = head_of(session, 3)
    lines = ["campaign-tracker head 1", session.state.campaign.id, "3", head, "rules 1"]
    text = "".join(f"{line}\n" for line in lines).encode()
    touched = passkey.touched(hashlib.sha256(text).digest())
    wrong = passkey.touched(hashlib.sha256(text[:-1]).digest())
    assert refusal(witnessed(session, 3, "ben", signature=wrong)) == (
        "Keys", f"no key of Ben ({event['key']}) made this signature over this head",
    )  # fmt: skip
    told = witnessed(session, 3, "ben", signature=touched)
    assert (told["events"][0]["key"], told["events"][0]["signature"]) == (event["key"], touched)
    audit = Verification(SYSTEMS, name=session.name)
    assert list(audit.findings(session.ledger.store.rows(session.name))) == []
    assert [(one.member, one.about) for one in audit.countersigned.witnesses] == [("ben", 3)]


def test_a_passkey_with_a_key_of_a_rare_kind_signs_nothing(session: Session) -> None:
    """It may be enrolled, as ever."""
    public = Passkey(generate_private_key(SECP384R1())).public
    fields = {"member": "ben", "public": public, "algorithm": "webauthn"}
    session.do("EnrolKey", "ben", **fields, party="club.example.org")
    assert refusal(witnessed(session, 3, "ben")) == (
        "Keys", "Ben has enrolled no key that can sign; make one: `campaign identity`",
    )  # fmt: skip


def test_a_member_has_eight_keys_at_a_time(session: Session) -> None:
    """Retired ones do not count."""
    for number in range(8):
        secret = Ed25519PrivateKey.from_private_bytes(bytes([number + 1]) * 32)
        fields = {"member": "ben", "public": public_of(secret), "algorithm": "ed25519"}
        key = session.do("EnrolKey", "ben", **fields)["events"][0]["key"]
    fields["public"] = public_of(OTHER)
    told = session.ask("EnrolKey", "ben", **fields)
    assert refusal(told) == ("Keys", "Ben has 8 keys; retire one first")
    session.do("RetireKey", "ben", member="ben", key=key)
    session.do("EnrolKey", "ben", **fields)


def test_a_member_retires_a_key_of_their_own_at_once(session: Session) -> None:
    """It signs nothing more, and is not enrolled again."""
    events = session.do("RetireKey", "anna", member="anna", key=KEY)["events"]
    assert [(one["type"], one["member"], one["key"]) for one in events] == [
        ("campaign.KeyRetired", "anna", KEY)
    ]
    assert refusal(witnessed(session, 3))[1].startswith("Anna has enrolled no key that can sign")
    told = session.ask("EnrolKey", "anna", member="anna", public=SPKI, algorithm="ed25519")
    assert refusal(told) == ("Keys", f"key {KEY} is yours and was retired; make a new one")
    told = session.ask("RetireKey", "anna", member="anna", key=KEY)
    assert refusal(told) == ("Keys", f"Anna has no key {KEY} in use; the keys in use are: none")


def test_a_lost_key_is_retired_by_a_host_with_a_second_member_s_consent(session: Session) -> None:
    """Nobody else asks; the host who asked does not consent; until then the key counts."""
    lost = {"member": "anna", "key": KEY}
    assert refusal(session.ask("RetireKey", "ben", **lost)) == (
        "Keys", "Ben can't retire Anna's key; Anna can, or a host with a second member",
    )  # fmt: skip
    assert refusal(session.ask("ConsentToRetirement", "ben", **lost)) == (
        "Keys", f"no host has asked to retire Anna's key {KEY}",
    )  # fmt: skip
    asked = session.do("RetireKey", "host", **lost)["events"]
    assert [one["type"] for one in asked] == ["campaign.KeyRetirementAsked"]
    assert refusal(session.ask("RetireKey", "host", **lost)) == (
        "Keys",
        f"Host has asked to retire key {KEY} already; it waits for a second member's consent",
    )  # fmt: skip
    assert refusal(session.ask("ConsentToRetirement", "host", **lost)) == (
        "Keys", "Host asked for it; a second member must consent",
    )  # fmt: skip
    assert witnessed(session, 3)["accepted"]
    gone = session.do("ConsentToRetirement", "ben", **lost)["events"]
    assert [one["type"] for one in gone] == ["campaign.KeyRetired"]
    assert session.state.campaign.record.keys.of("anna") == {}
    audited(session)


# --- heads --------------------------------------------------------------------------------------


def audited(session: Session) -> Verification:
    """An audit without a finding."""
    audit = audit_of(session.ledger, session.name)
    assert list(audit.findings(session.ledger.store.rows(session.name))) == []
    return audit


def test_a_member_countersigns_an_event_once_a_turn(session: Session) -> None:
    """Any event that is recorded; the next turn again; after the campaign's end too.

    Behind it come the signature, a turn, a signature, and January with its leaders and points; the
    end is the seventh.
    """
    last = session.ledger.live(NAME).version
    answer = witnessed(session, last)
    assert answer["accepted"], answer
    assert answer["events"][0] == {
        "version": last + 1, "type": "campaign.HeadWitnessed", "about": last,
        "head": head_of(session, last), "member": "anna", "key": KEY,
        "signature": signature_of(session, last, head_of(session, last)),
    }  # fmt: skip
    assert refusal(witnessed(session, last + 1)) == (
        "Keys", f"Anna has countersigned event {last} in this turn; once a turn is enough",
    )  # fmt: skip
    session.do("AdvanceTurn")
    assert witnessed(session, 5)["accepted"]
    session.do("AdvanceTurn")
    session.do("CloseCampaign")
    assert witnessed(session, session.ledger.live(NAME).version)["accepted"]
    found = audited(session).countersigned.witnesses
    assert [(one.member, one.turn, one.about) for one in found] == [
        ("anna", "1939-SO", last), ("anna", "1939-ND", 5), ("anna", "1940-JF", last + 7),
    ]  # fmt: skip


def test_what_is_not_the_record_s_own_head_is_not_countersigned(session: Session) -> None:
    """No such event, another digest, another key, another event's signature, no signature."""
    last = session.ledger.live(NAME).version
    head = head_of(session, last)
    told = witnessed(session, last + 1, head=head)
    assert refusal(told) == (None, f"version: there is no event {last + 1} yet")
    assert refusal(witnessed(session, last, head="ab" * 32)) == (
        "Keys",
        f"event {last} has the digest {head[:12]}…, not abababababab…; this is not the same "
        "history",
    )
    none = ("Keys", f"no key of Anna ({KEY}) made this signature over this head")
    for signature in (
        signature_of(session, last, head, OTHER),
        signature_of(session, last - 1, head),
        signature_of(session, last, head)[:-4],
        "AAAA",
    ):
        assert refusal(witnessed(session, last, signature=signature)) == none
    assert refusal(witnessed(session, last, signature="+/"))[0] is None
    assert refusal(witnessed(session, last, "ben"))[0] == "Keys"


# --- the audit ----------------------------------------------------------------------------------

Change = Callable[[dict[str, Any]], object]


def retold(session: Session, kind: str, change: Change) -> list[tuple[int, str, bytes]]:
    """The history with one event changed, and every digest after it made to fit."""
    told: list[tuple[int, str, bytes]] = []
    head = ""
    for version, topic, stored in session.ledger.store.rows(NAME):
        body = json.loads(chain.body(stored))
        if head:
            body["prev"] = head
        if topic == kind:
            change(body)
        sealed = chain.seal(json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode())
        head = chain.head(sealed)
        told.append((version, topic, sealed))
    return told


def found_in(rows: list[tuple[int, str, bytes]]) -> list[str]:
    """The findings about witnesses, without those of other checks."""
    return [
        str(one).partition(": ")[2]
        for one in Verification(SYSTEMS).findings(rows)
        if one.what == "witness"
    ]


HEAD = "campaign.HeadWitnessed"


def test_verify_finds_a_countersignature_that_is_none(session: Session) -> None:
    """A signature, event, member or key changed; a key taken from another member."""
    ben = public_of(OTHER)
    session.do("EnrolKey", "ben", member="ben", public=ben, algorithm="ed25519")
    key = keys.key_id(ben)
    assert witnessed(session, 4)["accepted"]
    at = session.ledger.live(NAME).version
    head, next_head = head_of(session, 4), head_of(session, 5)
    not_made = f"witness: the signature over event 4 is not made by key {KEY}"
    assert found_in(retold(session, HEAD, lambda body: None)) == []
    assert found_in(retold(session, HEAD, lambda body: body.update(signature="A" * 86))) == [
        not_made
    ]
    assert found_in(retold(session, HEAD, lambda body: body.update(head="cd" * 32))) == [
        not_made,
        f"witness: Anna countersigned cdcdcdcdcdcd… as event 4, which has the digest {head[:12]}…",
    ]
    assert found_in(retold(session, HEAD, lambda body: body.update(about=5))) == [
        f"witness: the signature over event 5 is not made by key {KEY}",
        f"witness: Anna countersigned {head[:12]}… as event 5, which has the digest "
        f"{next_head[:12]}…",
    ]
    assert found_in(retold(session, HEAD, lambda body: body.update(about=at + 1))) == [
        f"witness: the signature over event {at + 1} is not made by key {KEY}",
        f"witness: Anna countersigned {head[:12]}… as event {at + 1}, which is not in the record",
    ]
    assert found_in(retold(session, HEAD, lambda body: body.update(member="ben"))) == [
        f"witness: key {KEY} is Anna's, not Ben's"
    ]
    assert found_in(retold(session, HEAD, lambda body: body.update(key_id="0" * 16))) == [
        f"witness: no key {'0' * 16} was ever enrolled"
    ]
    assert found_in(retold(session, HEAD, lambda body: body.update(key_id=key))) == [
        f"witness: key {key} is Ben's, not Anna's",
        f"witness: the signature over event 4 is not made by key {key}",
    ]


def test_verify_finds_a_history_written_again_under_an_old_countersignature(
    session: Session,
) -> None:
    """What came before the signature was changed, and every digest after it made to fit."""
    head = head_of(session, 8)
    assert witnessed(session, 8)["accepted"]
    rows = retold(
        session, "campaign.MemberEnrolled", lambda body: body.update(name=f"{body['name']}x")
    )
    (told,) = found_in(rows)
    assert told.startswith(f"witness: Annax countersigned {head[:12]}… as event 8, which has the")


def test_verify_finds_a_countersignature_by_a_retired_key(session: Session) -> None:
    """Moved behind the key's retirement; one from before it stays good."""
    assert witnessed(session, 4)["accepted"]
    session.do("RetireKey", "anna", member="anna", key=KEY)
    assert len(audited(session).countersigned.witnesses) == 1
    rows = retold(session, "", lambda body: None)
    last, before = rows[-1], rows[-2]
    rows[-2:] = [(before[0], last[1], last[2]), (last[0], before[1], before[2])]
    assert f"witness: key {KEY} was retired before" in found_in(rows)


def test_an_export_proves_its_countersignatures_alone(session: Session, tmp_path: Path) -> None:
    """Without store and key; an import keeps them."""
    assert witnessed(session, 6)["accepted"]
    file = tmp_path / "club.jsonl"
    export(session.ledger, NAME, file)
    source = Export(file)
    audit = audit_of(source, NAME)
    assert list(audit.findings(source.rows())) == []
    assert [(one.member, one.about) for one in audit.countersigned.witnesses] == [("anna", 6)]
    (tmp_path / "there").mkdir()
    with Ledger(tmp_path / "there" / "campaign.db") as there:
        import_(there, file)
        state = there.live(NAME).state
    assert state.campaign.record.keys == session.state.campaign.record.keys


def test_a_what_if_has_its_origin_s_keys_and_none_of_its_countersignatures(
    session: Session,
) -> None:
    """The same events have other digests in it; its members sign its own."""
    assert witnessed(session, 6)["accepted"]
    branch(session.ledger, NAME, None, "eve", "club-if")
    copy = Session(session.ledger, "club-if")
    assert audited(copy).countersigned.witnesses == []
    assert copy.state.campaign.record.keys.witnessed == ()
    assert witnessed(copy, 7)["accepted"]
    assert [one.about for one in audited(copy).countersigned.witnesses] == [7]


def test_a_correction_leaves_keys_and_countersignatures_alone(session: Session) -> None:
    """They are the record's own; going back leaves them too."""
    assert witnessed(session, 4)["accepted"]
    session.do("RaiseDispute", "ben", versions=[4], claim="no")
    session.do("GiveRuling", "ref", dispute="d1", verdict="upheld", text="yes")
    told = session.ask(
        "StrikeEvents", "ref", dispute="d1", versions=[session.ledger.live(NAME).version - 2],
        seen="0" * 64,
    )  # fmt: skip
    assert "is about the record itself (head witnessed)" in refusal(told)[1]


def test_each_act_about_keys_keeps_its_command(session: Session) -> None:
    """And decided again to the same events, in the state before it."""
    session.do("EnrolKey", "ben", member="ben", public=public_of(OTHER), algorithm="ed25519")
    assert witnessed(session, 4)["accepted"]
    session.do("RetireKey", "ben", member="ben", key=keys.key_id(public_of(OTHER)))
    session.do("RetireKey", "host", member="anna", key=KEY)
    session.do("ConsentToRetirement", "eve", member="anna", key=KEY)
    seen = []
    for version, event in session.ledger.log(NAME):
        if type(event) not in record.KEY_FACTS:
            continue
        before = session.ledger.live(NAME, version - 1).state
        asked = recorded(SYSTEM, before, [event], others=of_the_record(SYSTEM))
        kind = type(asked.command)
        seen.append(kind.__name__)
        decided = keys.DECIDE[kind](before.campaign, asked.command, asked.supplied)
        assert isinstance(decided, tuple)
        assert plain(decided[0]) == plain(event)
    assert seen == ["EnrolKey", "EnrolKey", "WitnessHead", "RetireKey", "RetireKey",
                    "ConsentToRetirement"]  # fmt: skip


def plain(event: Event) -> dict[str, Any]:
    from events import codec

    return {"type": type(event).__name__, **codec.fields(event)}


# --- where it is shown --------------------------------------------------------------------------


def test_the_report_says_who_countersigned_which_event(session: Session, tmp_path: Path) -> None:
    """On the page of the turn in which they did, and on the index."""
    assert witnessed(session, 6)["accepted"]
    session.do("AdvanceTurn")
    reports_pages.write(session.ledger, NAME, tmp_path / "pages")
    line = f"<li>Anna countersigned the record up to event 6, with key {KEY}.</li>"
    pages = {page.name: page.read_text() for page in (tmp_path / "pages").iterdir()}
    assert line in pages["1939-SO.html"] and line in pages["index.html"]
    assert line not in pages["1939-ND.html"]


def test_the_tables_for_reading_have_keys_and_countersignatures(session: Session) -> None:
    """Each key as it stands, each signature with its event."""
    import sqlite3
    from contextlib import closing

    version = witnessed(session, 6)["version"]
    session.do("RetireKey", "host", member="anna", key=KEY)
    projector.update(session.ledger, NAME)
    with closing(sqlite3.connect(database.path(session.ledger.store.path))) as db:
        held = db.execute("SELECT key, member, retired, asked_by FROM member_keys").fetchall()
        signed = db.execute("SELECT version, member, key, about FROM countersigned").fetchall()
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
    assert held == [(KEY, "anna", 0, "host")]
    assert signed == [(version, "anna", KEY, 6)]
