"""A member leaves, and takes their data along: what goes and stays, and what pages say then."""

import io
import json
import zipfile

from campaign.accounts import addresses
from campaign.accounts.people import Pending
from campaign.accounts.table import own_rows
from campaign.handler.command_handler import Actor
from support.door import give_address
from support.web import NAME, WebClub, words

ADDRESS = "anna@left.example"
ZIP = ["events.jsonl", "people.json", "receipts.jsonl"]


def left(made: WebClub, member: str = "anna", **more: str) -> None:
    """A member leaves by the page; they have proved a moment ago who they are."""
    answer = made.browser(member).post(f"/c/{NAME}/leave", {"member": member, **more})
    assert answer.status_code in (200, 401), words(answer)  # the first page, or signed out
    assert member in made.house.ledger.live(NAME).state.campaign.left


def people_bytes(made: WebClub) -> bytes:
    """Every byte of the people's file."""
    made.house.people.file.close()
    folder = made.house.ledger.store.path.parent
    return b"".join(file.read_bytes() for file in folder.glob("*people*"))


def test_what_is_kept_of_them_goes(made: WebClub) -> None:
    """Devices, tokens, address and choices; no byte of the address stays. Others keep theirs."""
    give_address(made, "anna", ADDRESS)
    give_address(made, "ben", "ben@stays.example")
    anna, campaign = made.browser("anna"), made.house.ledger.live(NAME).state.campaign
    made.house.doors.hand_out("program", campaign.id, "anna", "act", None, "a bot")
    assert own_rows.rows_about(made.house.people.file, campaign.id, "anna").keys() >= {
        "person", "seat", "device", "token", "signin", "choice",
    }  # fmt: skip
    assert ADDRESS.encode() in people_bytes(made)
    left(made)
    assert own_rows.rows_about(made.house.people.file, campaign.id, "anna") == {}
    whole = people_bytes(made)
    assert ADDRESS.encode() not in whole and b"ben@stays.example" in whole
    assert "Sign in" in words(anna.get("/me")), "the device is let in no more"


def test_whoever_is_somebody_else_here_too_stays_signed_in(made: WebClub) -> None:
    """Only what belongs to the campaign that they left goes."""
    anna, house = made.browser("anna"), made.house
    other = {"scenario": "global-war", "rulebook": "lif-1998"}
    members = [{"member": "zoe", "name": "Zoe", "roles": ["player"]}]
    assert house.desk.open("sunday", **other, setup={"members": members})["accepted"]
    sunday = house.ledger.live("sunday").state.campaign.id
    person = house.people.person_in(house.ledger.live(NAME).state.campaign.id, "anna")
    with house.people.file.writing() as db:
        house.people.seated(db, sunday, "zoe", person)
    left(made)
    assert "sunday" in anna.get("/me").text and f"/c/{NAME}" not in anna.get("/me").text
    assert anna.get(f"/c/{NAME}").status_code == 404


def test_a_kill_between_record_and_people_is_made_good(made: WebClub) -> None:
    """A row is pending before the record has it, and the next who comes forgets them."""
    give_address(made, "anna", ADDRESS)
    house, campaign = made.house, made.house.ledger.live(NAME).state.campaign
    house.people.keep_pending(Pending(campaign.id, NAME, "k", "anna", ""))
    addresses.settle(house.people, house.ledger)
    assert ADDRESS.encode() in people_bytes(made), "nothing was recorded, so nothing goes"
    house.people.keep_pending(Pending(campaign.id, NAME, "k", "anna", ""))
    sent = {"command": "LeaveCampaign", "by": "anna", "member": "anna", "id": "k"}
    assert house.ledger.submit(NAME, sent)["accepted"]
    addresses.settle(house.people, house.ledger)
    assert ADDRESS.encode() not in people_bytes(made) and not house.people.pending()


def test_who_comes_back_is_not_forgotten_by_a_repeat(made: WebClub) -> None:
    """The same command once more gets its first answer, and takes nothing away."""
    desk, by = made.house.desk, made.house.ledger
    sent = json.dumps({"command": "LeaveCampaign", "member": "anna", "id": "once"}).encode()
    first = desk.submit(NAME, sent, Actor("anna")).answer
    again = {"command": "EnrolMember", "member": "anna", "name": "Anna", "roles": ["player"]}
    desk.submit(NAME, json.dumps({**again, "email": ADDRESS}).encode(), Actor("host"))
    repeat = desk.submit(NAME, sent, Actor("anna")).answer
    assert repeat["events"] == first["events"]
    campaign = by.live(NAME).state.campaign
    assert made.house.people.address(campaign.id, "anna") == ADDRESS
    assert campaign.members["anna"].name == "Anna" and not campaign.left


BAD = [
    ({"member": "nobody"}, 404, ""),
    ({"member": "ben"}, 404, ""),
    ({}, 422, "Nobody was named"),
    ({"member": "anna", "called": "x" * 81}, 422, "at most 80 letters"),
    ({"member": "anna", "called": "a\x07b"}, 422, "at most 80 letters"),
]


def test_what_does_not_do(made: WebClub) -> None:
    """Said on the page; nothing is recorded."""
    anna, before = made.browser("anna"), made.house.ledger.live(NAME).version
    for form, status, why in BAD:
        answer = anna.post(f"/c/{NAME}/leave", form)
        assert (answer.status_code, why in words(answer)) == (status, True), words(answer)
    assert made.house.ledger.live(NAME).version == before


def test_a_host_says_it_for_somebody(made: WebClub) -> None:
    """From Members; of themselves the only host is asked to name another first."""
    host = made.browser("host")
    assert f'href="/c/{NAME}/leave?member=ben"' in host.get(f"/c/{NAME}/members").text
    answer = host.fill(f"/c/{NAME}/leave?member=ben")
    assert answer.url.path == f"/c/{NAME}/members" and "Ben" not in words(answer)
    refused = host.fill(f"/c/{NAME}/leave")
    assert refused.status_code == 409 and "name another first" in words(refused)


def test_my_data_is_mine_alone(made: WebClub) -> None:
    """Rows, events and receipts of one member; of the others no name, address or event."""
    give_address(made, "anna", ADDRESS)
    give_address(made, "ben", "ben@stays.example")
    made.browser("ben")
    anna, ledger = made.browser("anna"), made.house.ledger
    for who in ("anna", "ben"):
        ledger.submit(NAME, {"command": "AddEntropy", "by": who, "value": f"grey {who}"})
    body = anna.post("/me/data", {}).content
    with zipfile.ZipFile(io.BytesIO(body)) as packed:
        files = {name: packed.read(name) for name in packed.namelist()}
    assert sorted(files) == [f"{NAME}/{name}" for name in ZIP]
    whole = b"".join(files.values())
    assert ADDRESS.encode() in whole and b"grey anna" in whole
    assert b"Ben" not in whole and b"ben@" not in whole and b"grey ben" not in whole
    events = [json.loads(line) for line in files[f"{NAME}/events.jsonl"].splitlines()]
    assert {one["event"].get("member", one["event"]["by"]) for one in events} == {"anna"}
    (receipt,) = files[f"{NAME}/receipts.jsonl"].splitlines()
    assert json.loads(receipt)["command"] == "AddEntropy" and json.loads(receipt)["salt"]
