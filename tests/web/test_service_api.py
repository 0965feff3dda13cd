"""The service's calls for programs: what each answers, to whom, and with which status."""

import hashlib
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from campaign.store.export import Export, audit_of
from campaign.store.protocol import StoreError
from campaign.verify import receipts
from campaign.web.api.description import calls
from campaign.web.api.endpoint import ApiCall
from campaign.web.api.record import in_parts
from campaign.web.replies import known, number
from support.passkeys import text_of
from support.programs import ONE, Club, Program, whole
from support.sessions import ADDRESS, NAME

EVERY = (
    "",
    "?at=1",
    "events",
    "waiting",
    "receipts/1",
    "explain/veto-points?of=germany",
    "diff?from=1",
    "export",
    "reports/1939-SO",
    "nothing",
    "events/live",
)
"""Everything below a campaign that can be asked for, and something that cannot."""


@pytest.fixture(scope="module")
def anna(club: Club) -> Program:
    """Anna's program, which may act."""
    return club.program("anna")


def entropy(value: str = "grey geese", **fields: str) -> dict[str, str]:
    """A command that any member may send."""
    return {"command": "AddEntropy", "value": value, **fields}


# --- the door -----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", EVERY)
def test_without_a_token_everything_is_401(club: Club, path: str) -> None:
    """Whether there is such a campaign or call, or not; and the answer says what to do."""
    answers = [
        club.stranger.get(path),
        club.stranger.get(whole(path).replace(NAME, "no-such")),
        club.stranger.get("/api/v1/campaigns"),
        club.stranger.post(f"{ONE}/commands", entropy(id="1")),
    ]
    assert {answer.status_code for answer in answers} == {401}
    assert len({answer.content for answer in answers}) == 1
    assert answers[0].headers["www-authenticate"] == 'Bearer realm="campaign"'
    text = "sign in, or send a token made with `campaign token` as Authorization: Bearer"
    assert answers[0].json() == {"accepted": False, "rule": None, "reason": text}


PLACES = {"name": "other", "figure": "cup", "number": "1", "turn": "1939-SO"}


@pytest.mark.parametrize("call", calls(), ids=lambda call: call.id)
def test_every_call_is_for_those_it_concerns(club: Club, anna: Program, call: ApiCall) -> None:
    """Made from the list of calls: nobody without a token, and no member of another campaign."""
    path = call.path.format(**PLACES)
    theirs = club.program("zoe", call.scope, "other")
    if call.id == "showReceipt":
        sent = {"command": "Nothing", "id": "1"}
        club.program("zoe", "act", "other").post("/api/v1/campaigns/other/commands", sent)
    if call.method == "POST":
        answers = [
            one.post(path, {"command": "Nothing", "id": "1"})
            for one in (club.stranger, anna, theirs)
        ]
    else:
        answers = [one.get(path) for one in (club.stranger, anna, theirs)]
    statuses = [answer.status_code for answer in answers]
    assert statuses[:2] == [401, 404 if call.about_one else 200]
    assert statuses[2] not in (401, 403, 404)
    if not call.about_one:
        assert b"other" not in answers[1].content


def test_a_token_that_is_wrong_or_of_another_kind_lets_nobody_in(fresh: Club) -> None:
    """Also an invitation, a word before it, and a token that was ended."""
    campaign = fresh.house.ledger.live(NAME).state.campaign.id
    invitation = fresh.house.doors.hand_out("invitation", campaign, "anna", "", None)
    good = fresh.token("anna")
    for sent in ("Bearer nonsense", f"Bearer {invitation}", f"Basic {good}", "Bearer", good):
        assert fresh.client.get(ONE, headers={"Authorization": sent}).status_code == 401
    assert fresh.client.get(ONE, headers={"Authorization": f"bearer {good}"}).status_code == 200


def test_a_device_that_was_let_in_may_call_too(fresh: Club) -> None:
    """By its cookie; a token that comes beside it counts alone, also where it is wrong."""
    campaign = fresh.house.ledger.live(NAME).state.campaign.id
    doors, people = fresh.house.doors, fresh.house.people
    token = doors.hand_out("invitation", campaign, "anna", "", None)
    let_in = doors.let_in(token, lambda db, where, who: people.seated(db, where, who, ""), "A")
    assert let_in is not None
    cookie = {"Cookie": f"__Host-device={let_in[1]}"}
    assert fresh.client.get(ONE, headers=cookie).status_code == 200
    assert [
        one["name"] for one in fresh.client.get("/api/v1/campaigns", headers=cookie).json()
    ] == [NAME]
    both = {**cookie, "Authorization": "Bearer nonsense"}
    assert fresh.client.get(ONE, headers=both).status_code == 401
    own = {**cookie, "Sec-Fetch-Site": "same-origin"}
    sent = fresh.client.post(f"{ONE}/commands", headers=own, json=entropy(id="c1"))
    assert sent.status_code == 200
    forged = {**cookie, "Sec-Fetch-Site": "cross-site"}
    sent = fresh.client.post(f"{ONE}/commands", headers=forged, json=entropy(id="c2"))
    assert sent.status_code == 403
    assert sent.json()["reason"] == "this request was not sent by a page of this service"


def test_what_is_not_yours_and_what_is_none_have_the_same_answer(club: Club, anna: Program) -> None:
    """Byte for byte, headers too, whatever is asked for below it."""
    for path in EVERY:
        theirs, none = (anna.get(whole(path).replace(NAME, name)) for name in ("other", "x"))
        assert theirs.status_code == none.status_code == 404, path
        assert (theirs.content, theirs.headers) == (none.content, none.headers)
    sent = [
        anna.post(f"/api/v1/campaigns/{name}/commands", entropy(id="1")) for name in ("other", "x")
    ]
    assert sent[0].status_code == sent[1].status_code == 404
    assert sent[0].content == sent[1].content == anna.get("nothing").content
    text = "there is no such thing here, or it is not yours"
    assert sent[0].json() == {"accepted": False, "rule": None, "reason": text}


def test_a_token_that_may_read_sends_nothing(club: Club) -> None:
    """403, and nothing is recorded; without a scope of its own a token reads."""
    before = club.house.ledger.store.ends(NAME)
    reader = club.program("ben", "read")
    for path in ("commands", "commands/try"):
        answer = reader.post(path, entropy(id="1"))
        assert answer.status_code == 403
        assert answer.json()["reason"] == "this token may only read; make one with --scope act"
    assert reader.get("").status_code == 200
    assert club.house.ledger.store.ends(NAME) == before


def test_another_method_is_told_which_there_are(anna: Program, club: Club) -> None:
    """405 with the methods, for those who are let in."""
    answer = club.client.request("PUT", ONE, headers=anna.headers)
    assert answer.status_code == 405 and answer.headers["allow"] == "GET, HEAD"
    assert answer.json()["reason"] == "only GET, HEAD here"
    assert club.client.request("PUT", ONE).status_code == 401
    assert club.client.request("HEAD", ONE, headers=anna.headers).headers["etag"]
    live = club.client.post(f"{ONE}/events/live", headers=anna.headers)
    assert live.status_code == 405 and live.json()["reason"] == "only GET here"


def test_who_tries_tokens_is_asked_to_wait(fresh: Club) -> None:
    """Twenty wrong ones from a network, then one in half a minute; a right one always passes."""
    good = fresh.program("anna")
    wrong = Program(fresh.client, "wrong")
    assert [wrong.get("").status_code for _ in range(20)] == [401] * 20
    answer = wrong.get("")
    assert answer.status_code == 429 and answer.headers["retry-after"] == "30"
    assert answer.json()["reason"] == "too many requests; try again in 30 s"
    assert good.get("").status_code == 200 and fresh.stranger.get("").status_code == 401
    fresh.clock.passes(30)
    assert [wrong.get("").status_code for _ in range(2)] == [401, 429]


# --- what is told -------------------------------------------------------------------------------


def test_the_list_has_the_callers_campaigns_alone(club: Club, anna: Program) -> None:
    """With where each stands."""
    live = club.house.ledger.live(NAME)
    (mine,) = anna.get("/api/v1/campaigns").json()
    assert mine == {
        "name": NAME, "title": NAME, "turn": "1939-SO", "version": live.version, "head": live.head,
    }  # fmt: skip
    other = club.program("zoe", "read", "other").get("/api/v1/campaigns").json()
    assert [one["name"] for one in other] == ["other"]


def test_the_state_is_that_of_show(club: Club, anna: Program) -> None:
    """Now and then; its tag is the head digest, and who has it gets nothing again."""
    ledger = club.house.ledger
    answer = anna.get("")
    assert answer.json() == json.loads(msgspec.json.encode(ledger.show(NAME)))
    tag = answer.headers["etag"]
    assert tag == f'"{ledger.live(NAME).head}"'
    again = anna.get("", **{"If-None-Match": tag})
    assert again.status_code == 304 and again.content == b"" and again.headers["etag"] == tag
    assert anna.get("", **{"If-None-Match": '"0"'}).status_code == 200
    then = anna.get("?at=1")
    assert then.json() == json.loads(msgspec.json.encode(ledger.show(NAME, 1)))
    assert then.json()["version"] == 1 and then.headers["etag"] != tag


@pytest.mark.parametrize("at", ["0", "-1", "99999", "9" * 30, "x", "1.0", "²"])
def test_a_version_that_is_none_is_malformed(club: Club, anna: Program, at: str) -> None:
    """422, naming the field and what there is."""
    answer = anna.get(f"?at={at}")
    last = club.house.ledger.store.version(NAME)
    assert answer.status_code == 422
    assert answer.json()["reason"] == f"at: {NAME} has the versions 1 to {last}"


def test_tags_are_read_as_the_standard_says() -> None:
    """One, several, weak ones, any; never a part of one."""
    assert known('"a"', '"a"') and known('"b", W/"a"', '"a"') and known("*", '"a"')
    assert not known('"ab"', '"a"') and not known("", '"a"') and not known("a", '"a"')


def test_numbers_are_read_from_digits_alone() -> None:
    """No signs, no digits of other scripts, not too many."""
    assert number("17") == 17 and number("0") == 0
    assert [number(text) for text in ("", "-1", "+1", "1e3", "٣", "9" * 19)] == [-1] * 6


def test_events_are_those_of_the_journal(club: Club, anna: Program, tmp_path: Path) -> None:
    """In pages, each with where to go on; at the end it says the same again."""
    last = club.house.ledger.store.version(NAME)
    every = anna.get("events").json()
    assert [one["version"] for one in every["events"]] == list(range(1, last + 1))
    assert every["next"] == last
    assert {"at", "by", "digest", "type", "struck_by", "amended_by"} <= set(every["events"][0])
    assert ADDRESS not in json.dumps(every) and "seed_sealed" not in json.dumps(every)
    first = anna.get("events?limit=2").json()
    assert first == {"events": every["events"][:2], "next": 2}
    then = anna.get("events?after=2&limit=1000").json()
    assert then == {"events": every["events"][2:], "next": last}
    assert anna.get(f"events?after={last}").json() == {"events": [], "next": last}
    assert anna.get(f"events?after={last + 7}").json() == {"events": [], "next": last + 7}


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("after=-1", "after: a version, 0 for all events"),
        ("after=x", "after: a version, 0 for all events"),
        ("limit=0", "limit: a number from 1 to 1000"),
        ("limit=1001", "limit: a number from 1 to 1000"),
        ("limit=x", "limit: a number from 1 to 1000"),
    ],
)
def test_a_part_that_is_none_is_malformed(anna: Program, query: str, reason: str) -> None:
    """422, naming the field."""
    answer = anna.get(f"events?{query}")
    assert answer.status_code == 422 and answer.json()["reason"] == reason


def test_what_is_waited_for_names_members(fresh: Club) -> None:
    """A line for each member and thing; nothing of it is anybody's choice."""
    anna, host = fresh.program("anna"), fresh.program("host")
    host.send("OpenReinforcement", "1")
    assert anna.get("waiting").json() == {"waiting": []}
    host.send("DrawLeader", "2")
    waiting = anna.get("waiting").json()["waiting"]
    assert {(*one,) for one in waiting} == {("member", "power", "what", "until")}
    asked = {(one["member"], one["power"]) for one in waiting}
    assert {("anna", "germany"), ("anna", "italy"), ("ben", "ussr")} <= asked
    assert anna.send("SealBallot", "3", power="germany", choice="no-veto").status_code == 200
    left = {(one["member"], one["power"]) for one in anna.get("waiting").json()["waiting"]}
    assert asked - left == {("anna", "germany")}


def test_two_points_are_compared_as_by_the_verb(fresh: Club) -> None:
    """By versions, turns and now; each figure with its values."""
    host = fresh.program("host")
    host.send("DeclareWar", "1", attacker="germany", target="france")
    last = fresh.house.ledger.store.version(NAME)
    found = host.get(f"diff?from={last - 1}").json()
    assert found["from"] == {"campaign": NAME, "version": last - 1}
    assert found["to"] == {"campaign": NAME, "version": last}
    assert found["differences"] == [
        {"path": ["at_war"], "before": [], "after": [["france", "germany"]]}
    ]
    assert host.get("diff?from=1939-SO&to=now").json()["differences"] == []


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("to=1", "from: missing; a version, a turn or now"),
        ("from=0", "from: club has no version 0; it has 1 to {last}"),
        ("from=1&to=99999", "to: club has no version 99999; it has 1 to {last}"),
        (
            "from=1944-SO",
            "from: club has not played 1944-SO; it began in 1939-SO and is in 1939-SO",
        ),
        (
            "from=soon",
            "from: 'soon' is no point of club; give a version, a turn such as 1940-MA, or now",
        ),
    ],
)
def test_a_point_that_is_none_is_malformed(
    club: Club, anna: Program, query: str, reason: str
) -> None:
    """422, naming the field and what would be right."""
    answer = anna.get(f"diff?{query}")
    last = club.house.ledger.store.version(NAME)
    assert answer.status_code == 422
    assert answer.json()["reason"] == reason.format(last=last)


def test_a_figure_is_explained_as_by_the_verb(fresh: Club) -> None:
    """Each event with its rule; whose figure it is may be written in short."""
    host = fresh.program("host")
    host.send("BuyVetoPoints", "1", power="ussr", intelligence_points=10)
    found = host.get("explain/veto-points?of=ussr").json()
    last = fresh.house.ledger.store.version(NAME)
    assert found["figure"] == "veto-points" and found["of"] == ["ussr"]
    (bought,) = [one for one in found["events"] if one["version"] == last]
    assert (
        bought["after"] == found["value"] and bought["change"] == bought["after"] - bought["before"]
    )


@pytest.mark.parametrize(
    ("path", "begins"),
    [
        ("explain/veto-pints?of=ussr", "figure: there is no figure 'veto-pints'"),
        ("explain/veto-points", "figure: "),
        ("explain/veto-points?of=spain", "figure: "),
        ("explain/veto-points?of=ussr&of=usa", "figure: "),
    ],
)
def test_a_figure_that_is_none_is_malformed(anna: Program, path: str, begins: str) -> None:
    """422, naming the field."""
    answer = anna.get(path)
    assert answer.status_code == 422 and answer.json()["reason"].startswith(begins)


def test_a_receipt_is_told_as_everybody_may_see_it(fresh: Club) -> None:
    """Of what was refused, who sent it and why is for the sender alone."""
    anna, ben = fresh.program("anna"), fresh.program("ben")
    accepted = anna.send("AddEntropy", "1", value="grey geese").json()
    refused = ben.send("DeclareWar", "2", attacker="germany", target="france").json()
    for program in (anna, ben):
        told = program.get(f"receipts/{accepted['receipt']['id'].split('/')[1]}").json()
        assert (told["by"], told["command"], told["accepted"]) == ("anna", "AddEntropy", True)
        assert told["digest"] == accepted["receipt"]["digest"]
        assert told["versions"] == [accepted["version"]] * 2
        assert "salt" not in told and "rule" not in told
    path = f"receipts/{refused['receipt']['id'].split('/')[1]}"
    own, others = ben.get(path).json(), anna.get(path).json()
    assert (own["by"], own["reason"]) == ("ben", refused["reason"])
    assert others["by"] is None and others["command"] is None and "reason" not in others
    for none in ("0", "999", "x", "-1", "9" * 30):
        assert anna.get(f"receipts/{none}").content == anna.get("nothing").content


def test_the_export_is_the_verbs(fresh: Club, tmp_path: Path) -> None:
    """For the host and everybody else of the campaign: no log holds anybody's address."""
    host = fresh.program("host", "read")
    answer = host.get("export")
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    assert answer.headers["content-disposition"] == 'attachment; filename="club.jsonl"'
    file = tmp_path / "club.jsonl"
    file.write_bytes(answer.content)
    export = Export(file)
    assert list(audit_of(export, NAME).findings(export.rows())) == []
    assert fresh.program("anna").get("export").content == answer.content
    assert fresh.program("zoe", "read", "other").get("/api/v1/campaigns/other/export").is_success


def test_long_answers_are_sent_in_parts() -> None:
    """Nothing is lost between them, and none is much larger than it should be."""
    lines = [bytes([65 + number % 26]) * 999 + b"\n" for number in range(200)]
    parts = list(in_parts(lines))
    assert b"".join(parts) == b"".join(lines) and len(parts) == 4
    assert max(map(len, parts)) == 66_000


def test_a_turns_page_is_that_of_the_reports(anna: Program) -> None:
    """As a page; a turn that was not played is none."""
    answer = anna.get("reports/1939-SO")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "'sha256-" in answer.headers["content-security-policy"]
    assert b"<h1" in answer.content and anna.get("reports/1944-SO").status_code == 404


# --- commands -----------------------------------------------------------------------------------


def test_a_command_is_answered_as_by_submit(fresh: Club) -> None:
    """With a receipt over the very bytes; the sender is known from the token."""
    anna = fresh.program("anna")
    sent = b'{"value":  "grey geese", "command": "AddEntropy", "id": "k1"}'
    answer = anna.post("commands", sent)
    told = answer.json()
    assert answer.status_code == 200 and answer.headers["cache-control"] == "no-store"
    assert told["accepted"] and [one["type"] for one in told["events"]] == ["campaign.EntropyAdded"]
    live = fresh.house.ledger.live(NAME)
    assert (told["version"], told["head"]) == (live.version, live.head)
    number = int(told["receipt"]["id"].split("/")[1])
    kept = receipts.read(fresh.house.ledger.store.receipt(NAME, number) or b"")
    assert receipts.proves(kept, sent, told["receipt"]["salt"])
    assert (kept.by, live.state.campaign.name) == ("anna", NAME)


def test_what_the_rules_refuse_is_409_in_their_words(fresh: Club) -> None:
    """Another's power, and what comes too early; with rule, reason and receipt."""
    anna = fresh.program("anna")
    early = anna.send("SealBallot", "1", power="germany", choice="veto")
    assert early.status_code == 409 and early.json()["rule"] == "LiF 4.1"
    host = fresh.program("host")
    host.send("OpenReinforcement", "2")
    host.send("DrawLeader", "3")
    theirs = anna.send("SealBallot", "4", power="ussr", choice="veto")
    assert theirs.status_code == 409 and theirs.json()["rule"] is not None
    assert "salt" in theirs.json()["receipt"]


@pytest.mark.parametrize(
    ("sent", "begins"),
    [
        (b"", "not JSON: it breaks off"),
        (b"{", "not JSON: it breaks off"),
        (b"[]", "a command is a JSON object"),
        (b"17", "a command is a JSON object"),
        (b"\xff", "not JSON: see character 1"),
        (b'{"id": "1"}', "command: missing"),
        (b'{"id": "1", "command": "Nonsense"}', "command: there is no 'Nonsense'"),
        (b'{"id": "1", "command": 3}', "command: missing"),
        (b'{"id": "1", "command": "AddEntropy"}', "AddEntropy, value is missing"),
        (b'{"id": 3, "command": "AddEntropy", "value": "x"}', "AddEntropy, id: "),
        (
            b'{"id": "1", "command": "AddEntropy", "value": "x", "y": 1}',
            "AddEntropy, there is no y",
        ),
        (b'{"command": "AddEntropy", "value": "x"}', "id: missing; give the command an id"),
        (b'{"command": "AddEntropy", "value": "x", "id": ""}', "id: missing; give the command"),
        (b'{"id":"%s","command":"AddEntropy","value":"x"}' % (b"x" * 201), "AddEntropy, id: "),
    ],
)
def test_what_is_malformed_is_422_and_named(anna: Program, sent: bytes, begins: str) -> None:
    """In the form of a refusal without a rule."""
    answer = anna.post("commands", sent)
    told = answer.json()
    assert answer.status_code == 422 and told["accepted"] is False and told["rule"] is None
    assert told["reason"].startswith(begins), told["reason"]


def test_deep_and_large_texts_are_turned_away(anna: Program) -> None:
    """Without a traceback, and without reading what is too large."""
    deep = anna.post("commands", b"[" * 60_000)
    assert deep.status_code == 422
    large = anna.post("commands", b'{"id":"1","command":"' + b"x" * 65_536)
    assert large.status_code == 413


def test_an_id_may_come_in_a_header(fresh: Club) -> None:
    """Also quoted; it and the field must not differ."""
    anna = fresh.program("anna")
    first = anna.post("commands", entropy(), **{"Idempotency-Key": "k1"})
    quoted = anna.post("commands", entropy(), **{"Idempotency-Key": '"k1"'})
    field = anna.post("commands", entropy(id="k1"))
    assert {one.json()["version"] for one in (first, quoted, field)} == {first.json()["version"]}
    differs = anna.post("commands", entropy(id="k2"), **{"Idempotency-Key": "k1"})
    assert differs.status_code == 422
    text = "id: it differs from Idempotency-Key; give one of the two"
    assert differs.json()["reason"] == text


def test_nobody_sends_in_anothers_name(fresh: Club) -> None:
    """403 in one line; their own name they may give."""
    anna = fresh.program("anna")
    answer = anna.send("AddEntropy", "1", value="x", by="ben")
    assert answer.status_code == 403
    text = "by: this command names 'ben', but you are acting as 'anna'; "
    assert answer.json()["reason"].startswith(text)
    assert anna.send("AddEntropy", "2", value="x", by="anna").status_code == 200
    assert anna.send("AddEntropy", "3", value="x", by=5).status_code == 422


def test_a_command_can_be_tried(fresh: Club) -> None:
    """What would be recorded, and nothing is; what is secret cannot be tried."""
    host, anna = fresh.program("host"), fresh.program("anna")
    before = fresh.house.ledger.store.ends(NAME)
    war = {"command": "DeclareWar", "attacker": "germany", "target": "france"}
    tried = host.post("commands/try", war)
    assert tried.status_code == 200
    assert tried.json()["events"][0] == {
        "version": before[0] + 1,
        "type": "lif.WarDeclared",
        "attacker": "germany",
        "target": "france",
    }
    assert anna.post("commands/try", war).status_code == 409
    assert anna.post("commands/try", {**war, "by": "host"}).status_code == 403
    assert host.post("commands/try", {**war, "target": 3}).status_code == 422
    assert fresh.house.ledger.store.ends(NAME) == before
    host.send("OpenReinforcement", "1")
    drawn = host.post("commands/try", {"command": "DrawLeader"})
    assert drawn.status_code == 409 and drawn.json() == {
        "accepted": False,
        "rule": None,
        "reason": "what it would do needs something secret, and cannot be tried; "
        "nothing was recorded",
    }


def test_an_address_changes_without_an_event(fresh: Club) -> None:
    """The host enrols a member with another address: accepted, and nothing is in the log."""
    host = fresh.program("host")
    enrolled = {"member": "eve", "name": "Eve", "roles": ["observer"]}
    before = fresh.house.ledger.store.version(NAME)
    sent = host.send("EnrolMember", "1", **enrolled, email="eve@example.org")
    assert sent.status_code == 200 and sent.json()["events"] == []
    assert sent.json()["version"] == before
    assert "eve@example.org" not in host.get("").text + host.get("events").text


# --- faults -------------------------------------------------------------------------------------


def test_a_lost_key_of_the_vault_is_503(fresh: Club) -> None:
    """With a number for whoever runs the service, and no path of their machine."""
    host = fresh.program("host")
    fresh.house.ledger.vault.path.unlink()
    answer = host.send("OpenReinforcement", "1")
    host.send("DrawLeader", "2")
    answer = host.send("DrawLeader", "3")
    assert answer.status_code == 503 and answer.headers["retry-after"] == "5"
    reason = answer.json()["reason"]
    begins = "the vault's key cannot be used at the moment; nothing was recorded [fault "
    assert reason.startswith(begins) and "/" not in reason


def test_a_record_that_cannot_be_used_is_503(fresh: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """For calls and streams alike, without the path of the store."""

    def locked(*_: object) -> None:
        raise StoreError(f"{fresh.house.ledger.store.path} is in use by another program")

    anna = fresh.program("anna")
    monkeypatch.setattr(fresh.house.ledger, "name_of", locked)
    for answer in (anna.get(""), anna.get("events/live")):
        assert answer.status_code == 503 and answer.headers["retry-after"] == "5"
        begins = "the record cannot be used at the moment; nothing was recorded [fault "
        reason = answer.json()["reason"]
        assert reason.startswith(begins) and "/" not in reason


def test_a_fault_of_ours_is_500_and_tells_nothing(
    fresh: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A number that the log has too; no traceback reaches a caller."""

    def breaks(*_: object) -> None:
        raise ValueError("secret words")

    monkeypatch.setattr(fresh.house.ledger, "show", breaks)
    answer = fresh.program("anna").get("")
    assert answer.status_code == 500 and "secret words" not in answer.text
    found = answer.json()["reason"]
    begins = "something broke on our side; what was accepted before is safe [fault "
    assert found.startswith(begins)
    assert found.removeprefix(begins)[:8] in caplog.text


def test_it_has_a_limit_for_what_is_under_way(fresh: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond it callers are asked to come back."""
    monkeypatch.setattr("campaign.web.api.serving.QUEUE", 0)
    answer = fresh.program("anna").get("")
    assert answer.status_code == 503 and answer.headers["retry-after"] == "5"
    assert answer.json()["reason"] == "too much to do; nothing was recorded"


def test_every_answer_bears_the_guards_headers(anna: Program, club: Club) -> None:
    """Programs' answers too, and nobody keeps them."""
    for answer in (anna.get(""), club.stranger.get(""), anna.get("nothing"), anna.get("export")):
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["content-security-policy"].startswith("default-src 'none'")
        kept = answer.headers["cache-control"]
        assert kept == ("private, no-cache" if "etag" in answer.headers else "no-store")


# --- signed commands ----------------------------------------------------------------------------


def test_a_program_signs_what_it_sends(fresh: Club) -> None:
    """The header bears the key and the signature over the body; everybody sees both."""
    anna = fresh.program("anna")
    secret = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    public = text_of(secret.public_key().public_bytes_raw())
    enrolled = anna.send(
        "EnrolKey", "k", member="anna", public=public, algorithm="ed25519", only=True
    )
    key = enrolled.json()["events"][0]["key"]
    body = json.dumps(entropy(id="signed")).encode()
    campaign = fresh.house.ledger.live(NAME).state.campaign.id
    lines = [b"campaign-tracker act 1", campaign.encode(), b"anna", body]
    digest = hashlib.sha256(b"".join(line + b"\n" for line in lines)).digest()
    header = {"Campaign-Signature": f"{key} {text_of(secret.sign(digest))}"}
    unsigned = anna.post("commands", body)
    assert (unsigned.status_code, unsigned.json()["rule"]) == (409, "Keys")
    answer = anna.post("commands", body, **header)
    assert answer.status_code == 200
    number = answer.json()["receipt"]["id"].split("/")[1]
    told = fresh.program("ben").get(f"receipts/{number}").json()
    assert (told["text"], told["key"]) == (body.decode(), key)
    assert told["signature"] == header["Campaign-Signature"].split()[1]
    other = json.dumps(entropy("white geese", id="other")).encode()
    wrong = anna.post("commands", other, **header)
    assert (wrong.status_code, wrong.json()["reason"]) == (
        409, f"this is not key {key}'s signature over this command",
    )  # fmt: skip


@pytest.mark.parametrize("header", ["", "AAAA", "x y", "0123456789abcdef", "0123456789abcdef !"])
def test_a_signature_s_header_is_a_key_and_a_signature(anna: Program, header: str) -> None:
    answer = anna.post("commands", entropy(id="h"), **{"Campaign-Signature": header})
    assert (answer.status_code, answer.json()["reason"]) == (
        422, "signature: Campaign-Signature is a key's id, a space, and base64url",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("command", "answers", "status", "found"),
    [
        ("DeclareWar", {}, 200, ["attacker", "target"]),
        ("DeclareWar", {"attacker": "Germany", "target": "Polnd!"}, 200, {"target"}),
        ("DeclareWar", {"attacker": "ge", "target": "Poland"}, 200,
         {"attacker": "germany", "target": "poland"}),
        ("DeclareWar", {"attacker": "germany", "target": "germany"}, 409, None),
        ("Nothing", {}, 422, None),
        ("DeclareWar", {"target": "x" * 70_000}, 413, None),
        ("EnterEntryChits", {"pool": "entry-japan"}, 409, None),
    ],
)  # fmt: skip
def test_a_program_asks_what_an_act_asks(
    fresh: Club, command: str, answers: dict[str, str], status: int, found: Any
) -> None:
    """The next page with what is wrong, the fields once all is answered, or the rule against it."""
    before = fresh.house.ledger.store.ends(NAME)
    told = fresh.program("host").post("ask", {"command": command, "answers": answers})
    assert told.status_code == status, told.text
    body = told.json()
    if isinstance(found, list):
        assert [one["key"] for one in body["page"]["questions"]][: len(found)] == found
    elif isinstance(found, set):
        assert set(body["page"]["errors"]) == found
    elif found is not None:
        assert body == {"fields": found}
    else:
        assert body["accepted"] is False
    assert fresh.house.ledger.store.ends(NAME) == before
