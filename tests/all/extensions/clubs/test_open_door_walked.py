"""A visitor walks from the front page to a club with a second member in it, and what comes then."""

import base64
import io
import re
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from httpx import Response

from campaign.accounts.copying import copied
from campaign.extensions.clubs import changes
from campaign.extensions.clubs.club import ClubError
from campaign.extensions.clubs.directory import ClubDirectory
from campaign.handler.command_handler import Actor, CommandHandler
from campaign.store.export import audit_of
from campaign.store.ledger import Ledger
from campaign.web.pages.new_campaign import mark
from support.open_door import DOMAIN, OpenDoor, Visitor
from support.web import words

CLUB = f"https://thursday.{DOMAIN}"
FIRST = {
    "system": "lif",
    "name": "war",
    "names": "apart",
    "scenario": "global-war",
    "host": "David",
    "seat:germany": "Anna",
}


@pytest.fixture
def at(tmp_path: Path) -> Iterator[OpenDoor]:
    """A door, and no club yet."""
    made = OpenDoor(tmp_path)
    yield made
    made.close()


def entered(at: OpenDoor) -> tuple[Visitor, Response]:
    """A visitor who has begun a club and is in it; the page that they see."""
    visitor = at.visitor()
    page = visitor.begin()
    assert page.url.path.startswith("/begin/"), words(page)
    return visitor, visitor.go_in(page)


def opened(at: OpenDoor) -> tuple[Visitor, Response]:
    """The same, with the first campaign begun."""
    visitor, page = entered(at)
    assert page.url.path == "/new" and 'name="host" value="David"' in page.text
    return visitor, visitor.send(page, {**FIRST, "do": "begin", "seen": mark(FIRST)})


def invited(at: OpenDoor, host: Visitor) -> Visitor:
    """A second member, who came in by the link that the host was shown."""
    page = host.get(f"{CLUB}/c/war/members")
    page = host.send(page, {"member": "m2"}, "/c/war/members/invite")
    link = re.search(rf"{re.escape(CLUB)}/in/[\w-]+", page.text)
    assert link is not None, words(page)
    anna = at.visitor("198.51.100.9")
    assert anna.send(anna.get(link[0]), {}).status_code == 200
    return anna


def test_four_pages_lead_to_a_club_with_a_second_member(at: OpenDoor) -> None:
    """The front page, the way in, the campaign, the invitation; the second member needs two."""
    host, page = opened(at)
    assert page.url == f"{CLUB}/c/war/begun" and "Invite your members" in words(page)
    anna = invited(at, host)
    page = anna.get(f"{CLUB}/c/war")
    assert page.status_code == 200 and "Stays until" in words(page)
    assert page.headers["x-robots-tag"] == "noindex"
    campaign = at.house().ledger.live("war").state.campaign
    assert campaign.called("host") == "David" and campaign.called("m2") == "Anna"


def test_the_front_page_leads_where_its_policy_lets_it(at: OpenDoor) -> None:
    """A browser follows a form to a club's origin only where the page allows it."""
    visitor = at.visitor()
    page = visitor.get("/")
    assert page.status_code == 200 and "Create your club" in words(page)
    assert f"form-action 'self' https://*.{DOMAIN}" in page.headers["content-security-policy"]
    for path in re.findall(r'(?:href|src)="(/(?:style|script)/[^"]+)"', page.text):
        assert visitor.get(path).status_code == 200
    assert visitor.get("/style/none.css").status_code == 404
    nothing = visitor.get("/nowhere")
    assert nothing.status_code == 404 and "There is no such page here" in words(nothing)
    assert visitor.get("/healthz").text == "alive\n"
    foreign = visitor.post("/", {}, "https://elsewhere.example")
    assert foreign.status_code == 403


def test_what_is_wrong_stays_typed(at: OpenDoor) -> None:
    """At its field, with the word that would do."""
    visitor = at.visitor()
    page = visitor.begin(word="mail")
    assert page.status_code == 422
    assert "Mail is taken; mail-2 is free. Nothing was made." in words(page)
    assert page.text.count("aria-invalid") == 1
    for text in ("Thursday Club", "David", 'value="mail-2"'):
        assert text in page.text
    page = visitor.begin(form="x")
    assert page.status_code == 422 and page.text.count("aria-invalid") == 0
    assert "The page was too old; press the button once more. Nothing was made." in words(page)
    assert at.directory.clubs() == ()


def test_the_button_hides_while_the_door_is_shut(
    at: OpenDoor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the reason."""
    visitor = at.visitor()
    monkeypatch.setattr(type(at.door), "why_shut", lambda door: "the disk is nearly full")
    page = visitor.get("/")
    assert page.status_code == 200 and "<form" not in page.text
    assert "The disk is nearly full. Nobody can begin a club just now." in words(page)


def test_the_way_in_is_the_founders_alone(at: OpenDoor) -> None:
    """Used once, it leads nowhere; whoever looks at it changes nothing."""
    visitor = at.visitor()
    page = visitor.begin()
    way = str(page.url)
    assert visitor.get(way).status_code == 200
    visitor.go_in(page)
    late = at.visitor("198.51.100.2").get(way)
    assert late.status_code == 404 and "has been used or is too old" in words(late)
    assert "campaign operator" not in late.text
    assert "Start the first one." in words(visitor.get(f"{CLUB}/"))
    stranger = at.visitor("198.51.100.3")
    assert stranger.get(f"{CLUB}/new").status_code == 401
    for path in ("/club", "/club/in/x"):
        assert visitor.get(f"{CLUB}{path}").status_code in (403, 404)


def test_only_the_founder_and_hosts_start_campaigns(at: OpenDoor) -> None:
    """A member who was invited does not."""
    host, _ = opened(at)
    anna = invited(at, host)
    assert anna.get(f"{CLUB}/new").status_code == 403
    assert host.get(f"{CLUB}/new").status_code == 200


def test_the_code_lets_the_founder_in_again(at: OpenDoor) -> None:
    """On another device; a wrong one does not."""
    visitor = at.visitor()
    page = visitor.begin()
    code = re.search(r"<strong>([a-z2-7-]{19})</strong>", page.text)
    assert code is not None
    visitor.go_in(page)
    other = at.visitor("198.51.100.4")
    page = other.get(f"{CLUB}/in")
    assert "Your recovery code" in words(page)
    page = other.send(page, {"code": "aaaa-aaaa-aaaa-aaaa"}, "/in/recovery")
    assert page.status_code == 403 and "That is not the code" in words(page)
    page = other.send(page, {"code": code[1].upper()}, "/in/recovery")
    assert page.status_code == 200 and "Start a campaign" in words(page)
    stored = b"".join(file.read_bytes() for file in at.house().ledger.store.path.parent.iterdir())
    assert code[1].encode() not in stored


@pytest.mark.parametrize("path", ["/c/war/hooks", "/me/push", "/f/x.xml"])
def test_what_goes_beyond_the_club_is_for_clubs_that_stay(at: OpenDoor, path: str) -> None:
    """Mail, webhooks, push and feeds."""
    host, _ = opened(at)
    page = host.get(f"{CLUB}{path}")
    assert page.status_code == 403 and "A club of the open door does not do this" in words(page)
    assert not at.house().entrance.post.is_set_up()


def test_a_host_takes_a_copy_and_every_member_the_record(at: OpenDoor) -> None:
    """Never the key, nor what is kept of others; a member gets what they always got."""
    host, _ = opened(at)
    anna = invited(at, host)
    diary = host.get(f"{CLUB}/c/war/diary")
    assert host.send(diary, {"words": "It rained.", "do": "write"}, "/c/war/diary").is_success
    page = host.get(f"{CLUB}/take-along")
    assert "Take a copy" in words(page)
    copy = host.send(page, {})
    packed = zipfile.ZipFile(io.BytesIO(copy.content))
    assert sorted(packed.namelist()) == ["me.json", "war.diary.zip", "war.jsonl"]
    written = zipfile.ZipFile(io.BytesIO(packed.read("war.diary.zip")))
    (line,) = map(msgspec.json.decode, written.read("diary.jsonl").splitlines())
    assert line["row"]["id"] == "w1" and b"It rained." in base64.b64decode(line["row"]["body"])
    export = anna.get(f"{CLUB}/api/v1/campaigns/war/export")
    assert packed.read("war.jsonl") == export.content
    own = msgspec.json.decode(packed.read("me.json"))
    assert own["club"] == "Thursday Club" and len(own["devices"]) == 1
    house = at.house()
    text = b"".join(packed.read(name) for name in packed.namelist())
    key = house.ledger.vault.path.read_bytes()
    campaign = house.ledger.live("war").state.campaign.id
    person = house.people.person_in(campaign, "m2")
    assert all(part not in text for part in (key, person.encode(), b"198.51.100"))
    page = anna.get(f"{CLUB}/take-along")
    assert "Take a copy" not in words(page) and "its whole record as one file" in words(page)
    assert anna.send(page, {}).status_code == 403
    assert at.visitor().get(f"{CLUB}/take-along").status_code == 401


def test_a_club_is_read_after_its_end_and_then_is_gone(at: OpenDoor) -> None:
    """Day 11, 14 and 28, with the clock moved."""
    host, _ = opened(at)
    anna = invited(at, host)
    assert "This club ends on" not in words(anna.get(f"{CLUB}/c/war"))
    at.now.pass_by(days=11)
    _forget(at)
    assert "This club ends on" in words(anna.get(f"{CLUB}/c/war"))
    at.now.pass_by(days=3)
    at.door.look()
    at.watch.look()
    _forget(at)
    before = at.house().ledger.store.version("war")
    page = anna.get(f"{CLUB}/c/war")
    assert page.status_code == 200 and "nothing is recorded any more" in words(page)
    command = b'{"command": "BeginTurn"}'
    no = at.house().desk.submit("war", command, Actor("host")).refused
    assert no is not None and no.reason.startswith("this club has ended")
    assert at.house().ledger.store.version("war") == before
    said = anna.send(
        page, {"do": "say", "about": "turn:1939-SO", "text": "Still here?"}, "/c/war/talk"
    )
    assert said.status_code == 403 and "Nothing more is kept here" in words(said)
    assert anna.get(f"{CLUB}/api/v1/campaigns/war/export").status_code == 200
    copy = host.send(host.get(f"{CLUB}/take-along"), {})
    assert copy.headers["content-type"] == "application/zip"
    at.now.pass_by(days=14)
    at.directory.becomes("thursday", "deleting", "ended")
    at.watch.look()
    at.door.look()
    at.watch.look()
    assert anna.get(f"{CLUB}/c/war").status_code == 421
    assert not (at.door._folder / "thursday").exists()


def told(desk: CommandHandler, command: str, **fields: object) -> str:
    """Why the host's command is refused in the campaign; empty where it was recorded."""
    sent = msgspec.json.encode({"command": command, **fields})
    refused = desk.submit("war", sent, Actor("host")).refused
    return refused.reason if refused is not None else ""


def test_a_club_moves_whole_and_waits_for_a_new_key(at: OpenDoor, tmp_path: Path) -> None:
    """Not while the Board is open; the club ends here, and elsewhere the heads are equal."""
    host, _ = opened(at)
    anna, desk = invited(at, host), at.house().desk
    page = host.get(f"{CLUB}/take-along")
    assert anna.send(page, {}, "/take-along/move").status_code == 403
    assert told(desk, "OpenReinforcement") == ""
    no = host.send(page, {}, "/take-along/move")
    assert no.status_code == 409 and "once the Promotions Board is closed" in words(no)
    assert told(desk, "UndoAct") == ""
    head = at.house().ledger.store.head("war")
    file = tmp_path / "taken.zip"
    file.write_bytes(host.send(page, {}, "/take-along/move").content)
    assert sorted(zipfile.ZipFile(file).namelist()) == [
        "club.db", "club.people.db", "club.vault", "war.jsonl",
    ]  # fmt: skip
    again = host.send(page, {}, "/take-along/move")
    assert again.content == file.read_bytes(), "the host may lose it once"
    assert told(desk, "AddEntropy", value="one more").startswith("this club has ended")
    page = anna.get(f"{CLUB}/c/war")
    assert "This club has moved" in words(page) and "Moved on" in words(page)
    assert anna.get(f"{CLUB}/api/v1/campaigns/war/export").status_code == 200
    with closing(ClubDirectory(str(tmp_path / "elsewhere"))) as directory:
        place = changes.add(directory, "friday", "https://friday.example", "", file, copied)
    with Ledger(place) as ledger, closing(CommandHandler(ledger, is_shared=False)) as there:
        assert ledger.store.head("war") == head
        assert "renews the vault first" in told(there, "AdvanceTurn", confirmed=True)
        assert told(there, "RenewVault") == "" and told(there, "AdvanceTurn", confirmed=True) == ""
        assert list(audit_of(ledger, "war").findings(ledger.store.rows("war"))) == []
    assert b"thursday" not in place.file.with_suffix(".toml").read_bytes()


@pytest.mark.parametrize("name", ["../club.db", "club.toml", "club.db-wal", "x/war.jsonl"])
def test_a_strange_zip_is_no_club(tmp_path: Path, name: str) -> None:
    """Nothing of it is unpacked, and no club is added."""
    with zipfile.ZipFile(tmp_path / "strange.zip", "w") as strange:
        strange.writestr(name, b"x")
    with closing(ClubDirectory(str(tmp_path / "clubs"))) as directory:
        with pytest.raises(ClubError, match="is no club that was taken along"):
            changes.add(
                directory, "friday", "https://f.example", "", tmp_path / "strange.zip", copied
            )
        assert directory.clubs() == ()


def test_an_adopted_club_is_like_any_other(at: OpenDoor) -> None:
    """It is opened again with all that a club has; its members stay signed in."""
    host, _ = opened(at)
    assert at.directory.adopt("thursday")
    at.watch.look()
    page = host.get(f"{CLUB}/c/war")
    assert page.status_code == 200 and "Stays until" not in words(page)
    assert "x-robots-tag" not in page.headers
    assert host.get(f"{CLUB}/take-along").status_code == 404
    assert host.get(f"{CLUB}/me/push").status_code == 200


def _forget(at: OpenDoor) -> None:
    """The club's row is read anew."""
    at.house().allowance._row = (float("-inf"), None)  # type: ignore[attr-defined]
