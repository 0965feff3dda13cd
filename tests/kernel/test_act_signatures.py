"""Signed acts: what a member signs, when it counts, where it is kept, and what an audit finds."""

import base64
import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from campaign.kernel.keys import ActSignature, act_digest, signed
from campaign.store.branches import branch
from campaign.store.export import Export, audit_of, export, import_
from campaign.store.ledger import Ledger
from campaign.systems import SYSTEMS
from campaign.verify import receipts
from campaign.verify.audit import Verification
from campaign.verify.receipts import Kept, Papers, Receipt
from events import chain
from support.passkeys import SITE, Passkey, text_of
from support.sessions import NAME, Session, ledger_in, nonce_of, refusal, stored
from tests.verify.test_receipts import kept, last

VECTORS = json.loads((Path(__file__).parents[1] / "cases" / "signing.json").read_text("utf-8"))
SECRET = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
ANNAS = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(SECRET))
PUBLIC, KEY = VECTORS["public"], VECTORS["key"]
BENS = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
BENS_PUBLIC = text_of(BENS.public_key().public_bytes_raw())
BENS_KEY = hashlib.sha256(BENS.public_key().public_bytes_raw()).hexdigest()[:16]


def signed_lines(session: Session, by: str, text: bytes) -> bytes:
    """What a member signs, written out here once more."""
    lines = [b"campaign-tracker act 1", session.state.campaign.id.encode(), by.encode(), text]
    return hashlib.sha256(b"".join(line + b"\n" for line in lines)).digest()


def signature(session: Session, by: str, text: bytes, key: str = KEY, secret: Any = ANNAS) -> Any:
    return ActSignature(key, text_of(secret.sign(signed_lines(session, by, text))))


def send(session: Session, text: bytes, by: str = "anna", **other: Any) -> dict[str, Any]:
    """The answer to a text that its sender signed."""
    made = other.pop("made", None) or signature(session, by, text, **other)
    return session.ledger.submit(session.name, text, by, "", made)


def entropy(id: str = "one", **fields: Any) -> bytes:
    return json.dumps({"command": "AddEntropy", "value": "grey geese", "id": id, **fields}).encode()


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A campaign in which Anna and Ben have keys."""
    made = Session(ledger_in(tmp_path)).open(rulings={"draws": "table"})
    made.do("EnrolKey", "anna", member="anna", public=PUBLIC, algorithm="ed25519")
    made.do("EnrolKey", "ben", member="ben", public=BENS_PUBLIC, algorithm="ed25519")
    yield made
    made.ledger.close()


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Session]:
    """A campaign in which nothing of Anna's counts without her signature."""
    made = Session(ledger_in(tmp_path / "strict")).open()
    made.do("EnrolKey", "anna", member="anna", public=PUBLIC, algorithm="ed25519", only=True)
    yield made
    made.ledger.close()


# --- what is signed -----------------------------------------------------------------------------


@pytest.mark.parametrize("vector", VECTORS["acts"], ids=lambda one: one["member"])
def test_anybody_s_program_signs_the_same_bytes(vector: dict[str, str]) -> None:
    digest = act_digest(vector["campaign"], vector["member"], vector["text"].encode())
    assert digest.hex() == vector["digest"]
    assert signed(PUBLIC, vector["signature"], digest)


def test_text_and_signature_are_kept_with_the_receipt(session: Session) -> None:
    text = entropy()
    answer = send(session, b" " + text + b"\n", made=signature(session, "anna", text))
    assert answer["accepted"]
    receipt = last(session)
    assert (receipt.text, receipt.key) == (text.decode(), KEY)
    given = base64.urlsafe_b64decode(receipt.signature + "==")
    ANNAS.public_key().verify(given, signed_lines(session, "anna", text))


def test_an_unsigned_act_has_the_receipt_that_it_always_had(session: Session) -> None:
    session.do("AddEntropy", "anna", value="grey geese")
    fields = json.loads(chain.body(kept(session)[-1][1]))
    assert not {"text", "key", "signature"} & set(fields)


def test_a_passkey_signs_an_act(session: Session) -> None:
    passkey = Passkey(generate_private_key(SECP256R1()))
    event = session.do(
        "EnrolKey", "ben", member="ben", public=passkey.public, algorithm="webauthn", party=SITE
    )["events"][0]
    text = entropy()
    touched = passkey.touched(signed_lines(session, "ben", text))
    assert send(session, text, "ben", made=ActSignature(event["key"], touched))["accepted"]
    assert last(session).signature == touched
    other = passkey.touched(signed_lines(session, "anna", text))
    told = refusal(send(session, entropy("two"), "ben", made=ActSignature(event["key"], other)))
    assert told == (
        "Keys", f"this is not key {event['key']}'s signature over this command",
    )  # fmt: skip


# --- what is refused ----------------------------------------------------------------------------


def test_a_signature_that_does_not_fit_is_refused(session: Session) -> None:
    """Of another text, member, campaign or key, or none at all; whether or not one is asked for."""
    wrong = ("Keys", f"this is not key {KEY}'s signature over this command")
    text = entropy()
    events = len(stored(session))
    for made in (
        signature(session, "anna", entropy("two")),
        signature(session, "ben", text),
        signature(session, "anna", text, secret=BENS),
        ActSignature(KEY, text_of(ANNAS.sign(text))),
        ActSignature(KEY, "AAAA"),
        ActSignature(KEY, "!"),
    ):
        assert refusal(send(session, text, made=made)) == wrong
    told = refusal(send(session, text, key=BENS_KEY))
    assert told == ("Keys", f"Anna has no key {BENS_KEY} in use; the keys in use are: {KEY}")
    assert len(stored(session)) == events
    assert send(session, text)["accepted"]


def test_a_retired_key_signs_nothing(session: Session) -> None:
    session.do("RetireKey", "anna", member="anna", key=KEY)
    told = refusal(send(session, entropy()))
    assert told == ("Keys", f"Anna has no key {KEY} in use; the keys in use are: none")


def test_a_signed_text_bears_its_own_id_and_counts_once(session: Session) -> None:
    """Else whoever has it could hand it in again."""
    bare = json.dumps({"command": "AddEntropy", "value": "grey geese"}).encode()
    made = signature(session, "anna", bare)
    told = refusal(session.ledger.submit(NAME, bare, "anna", "from-elsewhere", made))
    assert told == (None, "id: missing; a signed command has its id in its text")
    first = send(session, entropy())
    again = send(session, entropy())
    assert (again["version"], again["head"]) == (first["version"], first["head"])
    assert refusal(send(session, entropy(value="other geese")))[1].startswith("id: ")


def test_a_signed_text_has_an_end(session: Session) -> None:
    text = entropy() + b" " * 20_000
    padded = text.rstrip()[:-1] + b" " * 20_000 + b"}"
    told = refusal(send(session, padded))
    assert told == (
        "Keys", f"a signed command has at most 16384 bytes, and this {len(padded)}",
    )  # fmt: skip


NO_SECRET = (
    "a signature would give away a secret or an address that it covers; leave it out, or seal it"
    " on your own device and sign the seal"
)


def test_a_secret_is_not_signed(tmp_path: Path) -> None:
    """A signature over a choice would tell it to whoever tries both."""
    with ledger_in(tmp_path / "secret") as ledger:
        session = Session(ledger).open()
        session.do("EnrolKey", "anna", member="anna", public=PUBLIC, algorithm="ed25519")
        session.draw()
        choice = {"command": "SealBallot", "power": "germany", "choice": "veto", "id": "one"}
        assert refusal(send(session, json.dumps(choice).encode())) == ("Keys", NO_SECRET)
        commitment = session.device("germany", "no-veto", nonce_of("anna"))
        seal = {"command": "SealBallot", "power": "germany", "commitment": commitment, "id": "two"}
        assert send(session, json.dumps(seal).encode())["accepted"]
        assert commitment in last(session).text
        session.do("FixMarkers")
        opening = {
            "command": "RevealBallot", "power": "germany", "choice": "no-veto",
            "nonce": nonce_of("anna"), "id": "three",
        }  # fmt: skip
        assert send(session, json.dumps(opening).encode())["accepted"]
        assert (last(session).text, last(session).signature) == ("", "")


# --- nothing of mine without my signature -------------------------------------------------------


def test_a_member_who_signs_everything_is_refused_without_a_signature(strict: Session) -> None:
    words = "what Anna sends counts only with Anna's signature; sign it with key"
    told = ("Keys", f"{words} {KEY} (`--sign FILE`, or a passkey on the web)")
    assert refusal(strict.ask("AddEntropy", "anna", value="grey geese")) == told
    assert send(strict, entropy())["accepted"]
    strict.do("AddEntropy", "ben", value="others are free")
    assert refusal(strict.ask("RetireKey", "anna", member="anna", key=KEY)) == told
    second = {"member": "anna", "public": BENS_PUBLIC, "algorithm": "ed25519"}
    assert refusal(strict.ask("EnrolKey", "anna", **second)) == told
    assert strict.state.campaign.record.keys.enrolled[KEY].only


def test_openings_heads_and_seats_count_unsigned(strict: Session) -> None:
    """They bear their own proof, or only tell what happened; what holds a secret does not."""
    leader = strict.draw()
    assert leader
    told = refusal(strict.ask("SealBallot", "anna", power="germany", choice="veto"))
    assert told == ("Keys", f"what Anna sends counts only with a signature; {NO_SECRET}")
    commitment = strict.device("germany", "no-veto", nonce_of("anna"))
    sealed = {"power": "germany", "commitment": commitment}
    assert not strict.ask("SealBallot", "anna", **sealed)["accepted"]
    assert send(strict, json.dumps({"command": "SealBallot", "id": "s", **sealed}).encode())[
        "accepted"
    ]
    strict.do("FixMarkers")
    strict.do("RevealBallot", "anna", power="germany", choice="no-veto", nonce=nonce_of("anna"))
    version = strict.ledger.live(NAME).version
    head = strict.ledger.live(NAME).head
    lines = ["campaign-tracker head 1", strict.state.campaign.id, str(version), head, "rules 1"]
    made = text_of(ANNAS.sign("".join(f"{line}\n" for line in lines).encode()))
    strict.do("WitnessHead", "anna", version=version, head=head, signature=made)
    strict.do("OfferSeat", member="anna")
    strict.do("TakeSeat", "anna", member="anna")


def test_without_the_key_the_wish_ends(strict: Session) -> None:
    """Retired with its own signature, or as lost by the host and a second member."""
    text = {"command": "RetireKey", "member": "anna", "key": KEY, "id": "gone"}
    assert send(strict, json.dumps(text).encode())["accepted"]
    strict.do("AddEntropy", "anna", value="grey geese")


def test_a_lost_key_ends_the_wish_too(strict: Session) -> None:
    strict.do("RetireKey", "host", member="anna", key=KEY)
    assert not strict.ask("AddEntropy", "anna", value="grey geese")["accepted"]
    strict.do("ConsentToRetirement", "ben", member="anna", key=KEY)
    strict.do("AddEntropy", "anna", value="grey geese")


def test_a_what_if_asks_for_no_signature(strict: Session) -> None:
    send(strict, entropy())
    name, _ = branch(strict.ledger, NAME, None, "ben")
    tried = Session(strict.ledger, name)
    tried.do("AddEntropy", "anna", value="what if")
    assert found(tried) == []


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"public": text_of(bytes(44)), "algorithm": "webauthn", "party": SITE},
         "public: that is no public key; `campaign identity` prints one"),
        ({"public": None, "algorithm": "webauthn", "party": SITE},
         "public: a passkey that signs has a key for Ed25519, ES256 or RS256"),
    ],
)  # fmt: skip
def test_nobody_depends_on_a_key_that_cannot_sign(
    session: Session, fields: dict[str, Any], words: str
) -> None:
    from cryptography.hazmat.primitives.asymmetric.ec import SECP384R1

    public = fields["public"] or Passkey(generate_private_key(SECP384R1())).public
    told = session.ask("EnrolKey", "ben", **{**fields, "public": public}, member="ben", only=True)
    assert refusal(told) == (None, words)


# --- what an audit finds ------------------------------------------------------------------------


def found(session: Session, papers: list[Kept] | None = None) -> list[str]:
    """What the auditor says of the campaign with these receipts."""
    return [str(one) for one in audit(session, papers)[0]]


def audit(session: Session, papers: list[Kept] | None = None) -> tuple[list[Any], Verification]:
    mine = kept(session) if papers is None else papers
    done = Verification(SYSTEMS, name=session.name, papers=Papers(lambda: mine))
    return list(done.findings(stored(session))), done


def forged(session: Session, number: int, change: Callable[[Receipt], Receipt]) -> list[Kept]:
    """The receipts with one of them changed, and the chain made good again."""
    papers: list[Kept] = []
    for numbered, row in kept(session):
        receipt = receipts.read(row)
        changed = change(receipt) if numbered == number else receipt
        papers.append((numbered, receipts.sealed_row(changed, papers[-1][1] if papers else b"")))
    return papers


def test_signed_acts_are_counted_and_survive_export_and_import(
    session: Session, tmp_path: Path
) -> None:
    send(session, entropy())
    send(session, entropy("two"), "ben", key=BENS_KEY, secret=BENS)
    findings, done = audit(session)
    assert (findings, done.signed) == ([], 2)
    file = tmp_path / "club.jsonl"
    export(session.ledger, NAME, file)
    source = Export(file)
    over = audit_of(source, NAME)
    assert ([*over.findings(source.rows())], over.signed) == ([], 2)
    with Ledger(tmp_path / "there.db") as there:
        import_(there, file)
        rows = list(there.store.receipts(NAME))
    assert rows == kept(session)


def test_a_key_retired_later_had_signed_before(session: Session) -> None:
    send(session, entropy())
    session.do("RetireKey", "anna", member="anna", key=KEY)
    findings, done = audit(session)
    assert (findings, done.signed) == ([], 1)


def test_forged_signatures_are_found(session: Session) -> None:
    version = send(session, entropy())["version"]
    number = len(kept(session))
    start = f"version {version}: signature: receipt {number}: "

    def said(**changes: str) -> list[str]:
        papers = forged(session, number, lambda one: msgspec.structs.replace(one, **changes))
        told = found(session, papers)
        assert all(one.startswith(start) for one in told), told
        return [one.removeprefix(start) for one in told]

    assert said() == []
    not_signed = f"key {KEY} did not sign this text in Anna's name"
    other = entropy(value="other geese").decode()
    assert said(signature="AAAA") == [not_signed]
    assert said(key="0" * 16) == [f"no key {'0' * 16} was ever enrolled"]
    assert said(key=BENS_KEY)[0] == f"key {BENS_KEY} is Ben's, not Anna's"
    assert not_signed in said(text=other)
    valid = signature(session, "anna", other.encode()).value
    (differs,) = said(text=other, signature=valid)
    assert differs.startswith("the signed text is another command than the one on record: ")
    assert "other geese" in differs and "grey geese" in differs
    unlike = json.dumps({"command": "DeclareWar", "attacker": "germany", "target": "france",
                         "id": "one"})  # fmt: skip
    (differs,) = said(text=unlike, signature=signature(session, "anna", unlike.encode()).value)
    assert differs.endswith(": DeclareWar, and the events came from AddEntropy")
    again = entropy("two").decode()
    (wrong_id,) = said(text=again, signature=signature(session, "anna", again.encode()).value)
    assert wrong_id == "the signed text has the id 'two', and the event has 'one'"
    words = '{"command": "Sing", "id": "one"}'
    (none,) = said(text=words, signature=signature(session, "anna", words.encode()).value)
    assert none.startswith("the signed text is no command: command: there is no 'Sing'")


def test_a_signature_of_a_key_retired_before_is_found(session: Session) -> None:
    session.do("RetireKey", "anna", member="anna", key=KEY)
    answer = session.do("AddEntropy", "anna", value="grey geese", id="one")
    number, text = len(kept(session)), entropy()
    made = signature(session, "anna", text)
    papers = forged(
        session, number,
        lambda one: msgspec.structs.replace(
            one, text=text.decode(), key=made.key, signature=made.value
        ),
    )  # fmt: skip
    assert found(session, papers) == [
        f"version {answer['version']}: signature: receipt {number}: key {KEY} was retired before"
    ]


def test_an_act_without_the_signature_that_its_member_wants_is_found(strict: Session) -> None:
    version = send(strict, entropy())["version"]
    number = len(kept(strict))
    bare = {"text": "", "key": "", "signature": ""}
    papers = forged(strict, number, lambda one: msgspec.structs.replace(one, **bare))
    assert found(strict, papers) == [
        f"version {version}: signature: what Anna sends counts only with a signature, and this "
        "has none"
    ]
    assert found(strict) == []
