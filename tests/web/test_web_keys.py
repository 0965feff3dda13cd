"""Signing keys on the web: enrolled from a passkey, seen by all, asked for where a member wants."""

import ast
import hashlib
import html
import inspect
import json
import re
from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import patch

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from httpx import Response

from campaign.kernel.keys import act_digest, key_id
from campaign.systems import SYSTEMS
from campaign.verify import receipts
from campaign.verify.audit import Verification
from campaign.verify.receipts import Papers
from campaign.web.context import Permission
from campaign.web.routes import places
from support.disputed import correct, upheld
from support.passkeys import Passkey
from support.sessions import Session
from support.web import NAME, Browser, WebClub, forms, words

pytestmark = pytest.mark.further

PASSKEY = Passkey(generate_private_key(SECP256R1()), "club.example")
KEY = key_id(PASSKEY.public)
CREDENTIAL = "Y3JlZGVudGlhbA"


@pytest.fixture
def ben(made: WebClub) -> Browser:
    """Ben's browser, which signs in with a passkey."""
    found = made.browser("ben")
    campaign = made.house.ledger.live(NAME).state.campaign
    person = made.house.people.person_in(campaign.id, "ben")
    assert made.house.entrance.passkeys.add(CREDENTIAL, person, PASSKEY.public, "Ben's phone")
    return found


def enrol(ben: Browser, **fields: str) -> Response:
    return ben.fill("/me/keys", passkey=CREDENTIAL, **fields)


def state(made: WebClub) -> Any:
    return made.house.ledger.live(NAME).state.campaign


def texts(made: WebClub) -> list[tuple[str, str]]:
    """The signed texts in the receipts, each with its key."""
    found = [receipts.read(row) for _, row in made.house.ledger.store.receipts(NAME)]
    return [(one.text, one.key) for one in found if one.signature]


def signed(made: WebClub, browser: Browser, path: str, fields: dict[str, str]) -> Response:
    """What a page with scripts does: asks for the text, has it signed, and sends the form."""
    asked = browser.post(path, {**fields, "sign": "ask"})
    assert asked.headers["content-type"] == "application/json"
    text = asked.json()["text"].encode()
    touch = PASSKEY.touched(act_digest(state(made).id, "ben", text))
    return browser.post(path, {**fields, "act-key": KEY, "act-signature": touch})


def test_a_passkey_becomes_a_key_that_everybody_sees(made: WebClub, ben: Browser) -> None:
    assert "No key of yours is known here." in words(ben.get("/me/keys"))
    page = enrol(ben)
    assert page.status_code == 200 and KEY in words(page) and "Ben's phone" in words(page)
    key = state(made).record.keys.enrolled[KEY]
    assert (key.member, key.algorithm, key.party, key.only) == (
        "ben", "webauthn", "club.example", False,
    )  # fmt: skip
    assert f"signs with {KEY}" in words(made.browser("olga").get(f"/c/{NAME}/members"))
    retired = ben.fill("/me/keys", retire=KEY)
    assert "No key of yours is known here." in words(retired)


def test_a_host_is_told_what_signing_everything_costs_them(made: WebClub, ben: Browser) -> None:
    """Nothing is opened for them at a deadline, and who was here before is not let in again."""
    about = "You are host: with it the service opens nothing for you at a deadline"
    assert about not in words(ben.get("/me/keys"))
    host, campaign = made.browser("host"), state(made)
    person = made.house.people.person_in(campaign.id, "host")
    assert made.house.entrance.passkeys.add("aG9zdA", person, PASSKEY.public, "Host's phone")
    assert about in words(host.get("/me/keys"))


def test_whoever_has_no_passkey_is_told_where_to_make_one(made: WebClub) -> None:
    page = made.browser("anna").get("/me/keys")
    assert "You sign with a passkey, and have none yet." in words(page)
    assert 'href="/me/passkeys"' in page.text


@pytest.mark.parametrize(
    ("fields", "status", "said"),
    [
        ({"passkey": "other"}, 422, "There is no such passkey of yours. Nothing was recorded."),
        ({"passkey": "", "retire": "0" * 16}, 409,
         f"Ben has no key {'0' * 16} in use; the keys in use are: none. Nothing was recorded."),
        ({"passkey": "", "retire": "x"}, 409, "RetireKey, key: "),
        ({"campaign": "elsewhere"}, 404, "There is no such page"),
    ],
)  # fmt: skip
def test_what_is_no_key_of_mine_is_refused(
    made: WebClub, ben: Browser, fields: dict[str, str], status: int, said: str
) -> None:
    form = forms(ben.get("/me/keys").text)[0]
    before = made.house.ledger.live(NAME).version
    page = ben.post("/me/keys", form.fields | fields)
    assert page.status_code == status
    assert said in words(page)
    assert made.house.ledger.live(NAME).version == before


def test_where_nothing_counts_unsigned_a_form_without_a_signature_is_refused(
    made: WebClub, ben: Browser
) -> None:
    """Without JavaScript: in plain words, with what was typed kept."""
    enrol(ben, only="on")
    assert "Nothing of yours counts here without your signature." in words(ben.get("/me/keys"))
    assert f"signs everything with {KEY}" in words(ben.get(f"/c/{NAME}/members"))
    form = forms(ben.get(f"/c/{NAME}/do/AddEntropy").text)[0]
    fields = form.fields | {"value": "grey geese"}
    page = ben.post(f"/c/{NAME}/do/AddEntropy", fields)
    assert page.status_code == 409 and 'value="grey geese"' in page.text
    assert (
        f"What Ben sends counts only with Ben's signature; sign it with key {KEY} "
        "(`--sign FILE`, or a passkey on the web)." in words(page)
    )
    assert signed(made, ben, f"/c/{NAME}/do/AddEntropy", fields).status_code == 200
    ((text, key),) = texts(made)
    assert key == KEY
    assert json.loads(text) == {
        "command": "AddEntropy", "value": "grey geese", "id": form.fields["id"],
    }  # fmt: skip
    retire = forms(ben.get("/me/keys").text)[0].fields | {"retire": KEY}
    assert ben.post("/me/keys", retire).status_code == 409
    assert signed(made, ben, "/me/keys", retire).status_code == 200
    assert state(made).record.keys.of("ben") == {}
    papers = Papers(lambda: made.house.ledger.store.receipts(NAME))
    audit = Verification(SYSTEMS, papers=papers)
    assert list(audit.findings(made.house.ledger.store.rows(NAME))) == []
    assert audit.signed == 2


def test_a_receipt_shows_whose_signature_it_has_and_how_to_check_it(
    made: WebClub, ben: Browser
) -> None:
    """To everybody; the digest is worked out here from the four lines."""
    enrol(ben)
    fields = forms(ben.get(f"/c/{NAME}/do/AddEntropy").text)[0].fields | {"value": "grey geese"}
    assert signed(made, ben, f"/c/{NAME}/do/AddEntropy", fields).status_code == 200
    number = max(number for number, _ in made.house.ledger.store.receipts(NAME))
    page = made.browser("olga").get(f"/c/{NAME}/receipts/{number}")
    said = words(page)
    assert f"The signature holds: Ben signed this text with key {KEY} ." in said
    ((text, _),) = texts(made)
    assert text in html.unescape(page.text)
    lines = f"campaign-tracker act 1\n{state(made).id}\nben\n"
    assert lines in page.text
    assert hashlib.sha256(f"{lines}{text}\n".encode()).hexdigest() in said
    assert f"campaign verify --file {NAME}.jsonl" in said and PASSKEY.public in said
    ben.fill("/me/keys", retire=KEY)
    later = words(made.browser("olga").get(f"/c/{NAME}/receipts/{number}"))
    assert "The signature holds" in later  # what it signed before stays signed


def test_a_receipt_whose_text_was_changed_says_that_its_signature_does_not_hold(
    made: WebClub, ben: Browser
) -> None:
    """With the reasons; the unsigned receipts beside it say nothing of signatures."""
    enrol(ben)
    fields = forms(ben.get(f"/c/{NAME}/do/AddEntropy").text)[0].fields | {"value": "grey geese"}
    assert signed(made, ben, f"/c/{NAME}/do/AddEntropy", fields).status_code == 200
    store = made.house.ledger.store
    number, stored = list(store.receipts(NAME))[-1]
    changed = stored.replace(b"grey geese", b"grey ghost")
    assert changed != stored
    reading = patch.object(type(store), "receipt", lambda _, name, which: changed)
    with reading, patch("campaign.web.pages.play.record.chain.head", lambda _: "0" * 64):
        page = made.browser("olga").get(f"/c/{NAME}/receipts/{number}")
    said = words(page)
    assert f"The signature does not hold. Key {KEY} did not sign this text in Ben's name" in said
    assert "The signature holds" not in said
    first = words(made.browser("olga").get(f"/c/{NAME}/receipts/1"))
    assert "signature" not in first


def test_a_touch_for_another_text_is_refused(made: WebClub, ben: Browser) -> None:
    enrol(ben)
    fields = forms(ben.get(f"/c/{NAME}/do/AddEntropy").text)[0].fields | {"value": "grey geese"}
    touch = PASSKEY.touched(act_digest(state(made).id, "ben", b"another text"))
    page = ben.post(f"/c/{NAME}/do/AddEntropy", {**fields, "act-key": KEY, "act-signature": touch})
    assert page.status_code == 409
    assert f"This is not key {KEY}'s signature over this command" in words(page)


def test_asking_for_a_text_records_nothing(made: WebClub, ben: Browser) -> None:
    """Of a secret no text is told; a form that sends no command does nothing at all."""
    desk = made.house.desk
    from campaign.handler.command_handler import Actor

    for command in (b'{"command":"OpenReinforcement"}', b'{"command":"DrawLeader"}'):
        assert desk.submit(NAME, command, Actor("host")).refused is None
    version = made.house.ledger.live(NAME).version
    count = len(list(made.house.ledger.store.receipts(NAME)))
    form = next(one for one in forms(ben.get(f"/c/{NAME}/board").text) if "choice" in one.offered)
    choice = form.fields | {"choice": form.offered["choice"][0], "sign": "ask"}
    assert ben.post(f"/c/{NAME}/board", choice).json() == {"unsigned": True}
    host = made.browser("host")
    invite = host.post(f"/c/{NAME}/members/invite", {"member": "ben", "sign": "ask"})
    assert invite.json() == {"unsigned": True}
    assert made.house.ledger.live(NAME).version == version
    assert len(list(made.house.ledger.store.receipts(NAME))) == count


def _calls(view: Callable[..., object]) -> Iterator[str]:
    """What a view calls, itself and through the functions of its own module, as it is written."""
    known, waiting = {view.__name__}, [view]
    while waiting:
        one = waiting.pop()
        for node in ast.walk(ast.parse(inspect.getsource(one))):
            if not isinstance(node, ast.Call):
                continue
            name = ast.unparse(node.func)
            yield name
            own = getattr(inspect.getmodule(view), name, None)
            if inspect.isfunction(own) and own.__module__ == view.__module__ and name not in known:
                known.add(name)
                waiting.append(own)


def _sends(place: Permission) -> bool:
    """Whether its view sends a command for who came."""
    ways = ("visit.send", "msgspec.structs.replace(visit, entered=here).send")
    return any(name in ways for name in _calls(place.view))


def test_every_place_that_sends_a_command_says_so() -> None:
    """Or else whoever signs everything would be refused there without a word."""
    every = places()
    assert [one.path for one in every if one.sends] == [one.path for one in every if _sends(one)]
    assert "/c/{name}/board" in {one.path for one in every if one.sends}
    assert all(one.methods == ("POST",) for one in every if one.sends)


# --- heads --------------------------------------------------------------------------------------


def test_a_device_holds_what_it_saw_against_the_record(made: WebClub) -> None:
    """The digest of each event there is; none of what is not there yet."""
    olga = made.browser("olga")
    page = olga.get(f"/c/{NAME}").text
    found = re.search(r'data-head="([0-9a-f]{64})" data-version="(\d+)"', page)
    assert found is not None
    head, version = found.groups()
    for other in ("journal", "proof"):
        assert found.group() in olga.get(f"/c/{NAME}/{other}").text
    live = made.house.ledger.live(NAME)
    assert (head, int(version)) == (live.head, live.version)
    assert olga.get(f"/c/{NAME}/heads/{version}").json() == {"version": int(version), "head": head}
    for none in (int(version) + 1, 0, "x", "9" * 30):
        answer = olga.get(f"/c/{NAME}/heads/{none}")
        assert (answer.status_code, answer.json()) == (404, {"head": None})


def test_countersigning_is_offered_once_a_turn_to_who_can(made: WebClub, ben: Browser) -> None:
    assert "Countersign event" not in words(ben.get(f"/c/{NAME}"))
    enrol(ben)
    form = forms(ben.get(f"/c/{NAME}").text)[0]
    assert form.text.endswith(f"Countersign event {form.fields['version']}")
    campaign, fields = state(made).id, form.fields
    lines = ["campaign-tracker head 1", campaign, fields["version"], fields["head"], "rules 1"]
    digest = hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).digest()
    sent = fields | {"signature": PASSKEY.touched(digest)}
    assert ben.post(form.action, sent).status_code == 200
    assert "Countersign event" not in words(ben.get(f"/c/{NAME}"))
    (witness,) = state(made).record.keys.witnessed
    assert (witness.member, str(witness.about)) == ("ben", fields["version"])


def test_what_a_correction_puts_into_a_signers_name_is_told(made: WebClub, ben: Browser) -> None:
    """At its line in the journal, on the line's own page, and by the audit; nobody else's is."""
    enrol(ben, only="on")
    session = Session(made.house.ledger)
    act = session.do("AddEntropy", "anna", value="grey geese")["version"]
    dispute = upheld(session, act)
    for day, who in (("1999-02-01", "ben"), ("1999-03-01", "anna")):
        forgotten = {"command": "TellAbsence", "by": who, "first": day, "last": day}
        correct(session, "InsertCommand", dispute=dispute, after=act, forgotten=forgotten)
    version = made.version
    told = "Ben signs everything, and did not sign this"
    journal = words(made.browser("anna").get(f"/c/{NAME}/journal"))
    assert journal.count(told) == 1 and "Anna signs everything" not in journal
    assert told in words(ben.get(f"/c/{NAME}/journal/{version - 1}"))
    assert told not in words(ben.get(f"/c/{NAME}/journal/{version}"))
    audit = Verification(SYSTEMS)
    assert not list(audit.findings(made.house.ledger.store.rows(NAME)))
    assert audit.on_trust["inserted unsigned for members who sign everything"] == 1
    assert audit.on_trust["corrections"] == 2
    assert "the journal then says so" in words(ben.get("/me/keys"))
