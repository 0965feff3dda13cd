"""What visitors may begin at the open door, what they are told otherwise, and when clubs end."""

import asyncio
import shutil
from collections import namedtuple
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from httpx import ASGITransport, AsyncClient

from campaign.accounts.allowance import Quotas
from campaign.accounts.database import PeopleFile
from campaign.accounts.devices import OPERATORS, Operators
from campaign.accounts.people import People
from campaign.accounts.protocol import Part
from campaign.accounts.settings import DoorSettings, SettingsError
from campaign.extensions.clubs import door as doors
from campaign.extensions.clubs.club import Club, ClubError
from campaign.extensions.clubs.directory import CLUBS, ClubAllowance, ClubDirectory, store_of
from campaign.extensions.clubs.door import ClubDoor, No, suggested, terms_of
from campaign.extensions.clubs.service import ByHost
from campaign.store.protocol import StorePlace
from support.open_door import DOMAIN, VISITOR, MovedClock, door_in, wish


@pytest.fixture
def now() -> MovedClock:
    """A clock to move."""
    return MovedClock()


@pytest.fixture
def door(tmp_path: Path, now: MovedClock) -> Iterator[ClubDoor]:
    """A door into an empty folder."""
    made = door_in(tmp_path, now)
    yield made
    made._directory.close()


def begun(door: ClubDoor, now: MovedClock, address: str = VISITOR, **typed: str) -> str:
    """The way into a new club."""
    way = door.begin(wish(door, now, **typed), address)
    assert isinstance(way, str), way
    return way


def refused(door: ClubDoor, now: MovedClock, address: str = VISITOR, **typed: str) -> No:
    """Why nothing was made."""
    no = door.begin(wish(door, now, **typed), address)
    assert isinstance(no, No), no
    return no


def test_a_club_is_made_with_its_row_store_and_way_in(
    door: ClubDoor, now: MovedClock, tmp_path: Path
) -> None:
    """It is open for fourteen days, with the quotas of the door and an origin of its own."""
    way = begun(door, now)
    assert way.startswith(f"https://thursday.{DOMAIN}/begin/")
    club = door._directory.must("thursday")
    assert (club.state, club.origin, club.title) == ("open", "door", "Thursday Club")
    assert club.url == f"https://thursday.{DOMAIN}" and club.quotas.campaigns == 3
    assert club.ends[:10] == doors.days_after(now(), 14)[:10]
    assert (tmp_path / "thursday" / "club.db").is_file()
    with closing(People(store_of(club, door._directory.place), (OPERATORS,))) as people:
        operators = Operators(people.file, clock=now)
        assert (operators.club_name(), operators.expected()) == ("Thursday Club", "David")


@pytest.mark.parametrize(
    ("title", "word"),
    [
        ("Thursday Club", "thursday-club"),
        ("Jörg’s Club", "jorgs-club"),
        ("AB", "club-ab"),
        ("木曜会", "club"),
        ("x" * 80, "x" * 31),
        ("xn--thursday", "xn-thursday"),
    ],
)
def test_a_word_is_made_of_the_name(title: str, word: str) -> None:
    """Of letters that an address may have."""
    assert suggested(title) == word


BAD = [
    ("club", "", "club", "write a name for the club, in at most 80 letters"),
    ("club", "x" * 81, "club", "write a name for the club, in at most 80 letters"),
    ("who", " ", "who", "write your name, in at most 80 letters"),
    ("who", "Da\tvid", "who", "write your name, in at most 80 letters"),
    ("who", "Da\u202evid", "who", "write your name, in at most 80 letters"),
    ("word", "ab", "word", doors.NO_WORD),
    ("word", "xn--thursday", "word", doors.NO_WORD),
    ("word", "Thurs day", "word", doors.NO_WORD),
    ("word", "thursday-", "word", doors.NO_WORD),
    ("word", "w" * 32, "word", doors.NO_WORD),
    ("word", "demo", "word", "demo is taken; demo-2 is free"),
    ("trap", "http://x", "club", "leave the last field empty"),
    ("form", "2026~x~y", "", "the page was too old; press the button once more"),
    ("form", "", "", "the page was too old; press the button once more"),
]


@pytest.mark.parametrize(("key", "typed", "field", "why"), BAD)
def test_what_is_wrong_is_told_at_its_field(
    door: ClubDoor, now: MovedClock, tmp_path: Path, key: str, typed: str, field: str, why: str
) -> None:
    """Nothing is made, and no creation is counted."""
    no = refused(door, now, **{key: typed})
    assert (no.status, no.field, no.why) == (422, field, why)
    assert list(tmp_path.glob("*/")) == [] and door._directory.clubs() == ()


def test_a_form_is_neither_too_quick_nor_too_old(door: ClubDoor, now: MovedClock) -> None:
    """Three seconds to an hour."""
    quick = wish(door, now)._replace(form=door.forms.made())
    no = door.begin(quick, VISITOR)
    assert isinstance(no, No) and no.why.startswith("that was quicker than anybody types")
    now.pass_by(hours=2)
    no = door.begin(quick, VISITOR)
    assert isinstance(no, No) and no.why.startswith("the page was too old")


def test_a_word_that_is_taken_has_another_beside_it(door: ClubDoor, now: MovedClock) -> None:
    """Where none was typed, the next free one is taken."""
    begun(door, now)
    no = refused(door, now)
    assert (no.status, no.why) == (422, "thursday is taken; thursday-2 is free")
    assert no.instead == "thursday-2"
    begun(door, now, word="", club="Thursday")
    assert door._directory.club("thursday-2") is not None


def test_a_network_begins_three_clubs_a_day_and_all_together_twenty(
    door: ClubDoor, now: MovedClock
) -> None:
    """The day after they may again; a refusal is not counted."""
    for number in range(3):
        begun(door, now, f"192.0.2.{number}", word=f"club-{number}")
    no = refused(door, now, word="club-3")
    assert (no.status, no.why) == (
        429,
        "from your network three clubs were begun today; come back tomorrow",
    )
    begun(door, now, "198.51.100.1", word="club-4")
    for _ in range(16):
        assert door._directory.counted(doors.ALL_NETWORKS, doors.BEGUN, now()[:10], 20)
    no = refused(door, now, "203.0.113.1", word="club-5")
    assert (no.status, no.why) == (429, "20 clubs were begun here today; come back tomorrow")
    now.pass_by(days=1)
    begun(door, now, word="club-6")
    door.look()
    assert door._directory.used("@192.0.2.0/24", doors.BEGUN, now()[:10]) == 1


def test_addresses_of_48_bits_are_one_network(door: ClubDoor, now: MovedClock) -> None:
    """Whoever has a network has every address in it."""
    for number in range(3):
        begun(door, now, f"2001:db8:7:{number}::1", word=f"club-{number}")
    assert refused(door, now, "2001:db8:7:ffff::9", word="club-3").status == 429
    begun(door, now, "2001:db8:8::1", word="club-4")


Disk = namedtuple("Disk", "total used free")


def test_the_door_is_shut_with_a_reason(
    tmp_path: Path, now: MovedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All places taken, a full disk, a folder that can't be written."""
    door = door_in(tmp_path, now, most=1, free=10_000)
    begun(door, now)
    no = refused(door, now, word="friday")
    assert no == No(503, "all 1 places are taken; one is free again within days")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Disk(1, 1, 9_000))
    no = refused(door, now, word="friday")
    assert no == No(503, "the disk is nearly full: 9 kB are left")
    monkeypatch.setattr(doors, "may_be_written", lambda path: False)
    no = refused(door, now, word="friday")
    assert no == No(503, "no club can be written down here at the moment")
    door._directory.close()


def test_a_form_posted_twice_is_one_club(door: ClubDoor, now: MovedClock) -> None:
    """The second post is led to it; once its founder is in, to its first page."""
    sent = wish(door, now)
    first, second = door.begin(sent, VISITOR), door.begin(sent, VISITOR)
    assert isinstance(first, str) and isinstance(second, str) and first != second
    assert [one.name for one in door._directory.clubs()] == ["thursday"]
    place = store_of(door._directory.must("thursday"), door._directory.place)
    with closing(People(place, (OPERATORS,), clock=now)) as people:
        operators = Operators(people.file, clock=now)
        assert not operators.found(first.rpartition("/")[2], "somebody")
        assert operators.found(second.rpartition("/")[2], "somebody")
    assert door.begin(sent, VISITOR) == f"https://thursday.{DOMAIN}"


def test_the_way_in_is_open_for_a_minute(door: ClubDoor, now: MovedClock) -> None:
    """The same form opens another."""
    sent = wish(door, now)
    way = door.begin(sent, VISITOR)
    assert isinstance(way, str)
    place = store_of(door._directory.must("thursday"), door._directory.place)
    now.pass_by(seconds=61)
    with closing(People(place, (OPERATORS,), clock=now)) as people:
        operators = Operators(people.file, clock=now)
        assert not operators.is_offered(way.rpartition("/")[2])
        assert not operators.found(way.rpartition("/")[2], "somebody")
        again = door.begin(sent, VISITOR)
        assert isinstance(again, str) and operators.found(again.rpartition("/")[2], "somebody")


def test_a_founder_comes_in_again_with_their_code(door: ClubDoor, now: MovedClock) -> None:
    """However it is typed; the file has only its digest, and locking them out ends it."""
    token = begun(door, now).rpartition("/")[2]
    place = store_of(door._directory.must("thursday"), door._directory.place)
    with closing(People(place, (OPERATORS,), clock=now)) as people:
        operators = Operators(people.file, clock=now)
        code = operators.recovery(token)
        assert len(code) == 19 and code.count("-") == 3
        assert operators.found(token, "somebody") and operators.founder() == "somebody"
        for typed in (code, code.upper(), code.replace("-", " ")):
            assert operators.with_code(typed) == "somebody"
        for typed in ("", code[:-1], "a" * 16):
            assert operators.with_code(typed) == ""
        operators.end_code("another")
        assert operators.has_code()
        operators.end_code("somebody")
        assert operators.with_code(code) == "" and not operators.has_code()
    for file in place.folder.iterdir():
        assert code.encode() not in file.read_bytes() and token.encode() not in file.read_bytes()


def test_what_is_half_made_is_removed_after_a_minute(
    door: ClubDoor, now: MovedClock, tmp_path: Path
) -> None:
    """A process that was killed left a row and perhaps a folder; the word is free at once."""
    url = f"https://thursday.{DOMAIN}"
    half = Club("thursday", url, "thursday/club.db", "closed", origin="door")
    door._directory.add(half)
    (tmp_path / "thursday").mkdir()
    (tmp_path / "thursday" / "club.db").write_bytes(b"")
    door.look()
    assert door._directory.club("thursday") is not None
    now.pass_by(seconds=61)
    door.look()
    assert door._directory.clubs() == () and not (tmp_path / "thursday").exists()
    begun(door, now)


@pytest.mark.parametrize("killed_at", ["store_of", "open_store", "People", "becomes"])
def test_whatever_a_kill_leaves_is_removed(
    door: ClubDoor, now: MovedClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, killed_at: str
) -> None:
    """Before each step of making a club; a minute later nothing of it is there."""

    def killed(*args: object, **more: object) -> None:
        raise KeyboardInterrupt

    at = door._directory if killed_at == "becomes" else doors
    sent = wish(door, now)
    with monkeypatch.context() as patched:
        patched.setattr(at, killed_at, killed)
        with pytest.raises(KeyboardInterrupt):
            door.begin(sent, VISITOR)
    assert door._directory.must("thursday").state == "closed"
    now.pass_by(seconds=61)
    door.look()
    assert door._directory.clubs() == () and not (tmp_path / "thursday").exists()
    begun(door, now)


def test_a_network_that_is_over_costs_no_look_at_anything_else(
    door: ClubDoor, now: MovedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it types; a form that has begun a club still leads there."""
    sent = wish(door, now)
    assert isinstance(door.begin(sent, VISITOR), str)
    for number in (2, 3):
        begun(door, now, word=f"club-{number}")
    assert refused(door, now, word="club-4") == doors.FULL
    monkeypatch.setattr(door, "_wrong", None)
    assert refused(door, now, club="") == doors.FULL
    assert isinstance(door.begin(sent, VISITOR), str)


def test_a_form_leads_to_its_club_where_the_service_has_started_again(
    door: ClubDoor, now: MovedClock, tmp_path: Path
) -> None:
    """Also from a network that has begun all its clubs."""
    sent = wish(door, now)
    assert isinstance(door.begin(sent, VISITOR), str)
    day = now()[:10]
    for _ in range(2):
        assert door._directory.counted("@192.0.2.0/24", doors.BEGUN, day, 3)
    again = door_in(tmp_path, now)
    assert refused(again, now, word="friday") == doors.FULL
    assert isinstance(again.begin(sent, VISITOR), str)
    again._directory.close()


def test_a_club_ends_is_let_go_and_frees_its_word(
    door: ClubDoor, now: MovedClock, tmp_path: Path
) -> None:
    """Fourteen days, fourteen more to read it, and ninety until the word is free again."""
    begun(door, now)
    for days, state in ((13, "open"), (2, "ended"), (12, "ended")):
        now.pass_by(days=days)
        door.look()
        assert door._directory.must("thursday").state == state
    now.pass_by(days=1.1)
    door.look()
    assert door._directory.clubs() == () and not (tmp_path / "thursday").exists()
    assert not (tmp_path / "archives").exists()
    assert refused(door, now).why == "thursday is taken; thursday-2 is free"
    now.pass_by(days=89)
    assert refused(door, now, "198.51.100.1").status == 422
    now.pass_by(days=1)
    begun(door, now)


def test_a_club_ends_with_the_first_moment_of_its_last_minute(
    door: ClubDoor, now: MovedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fractions of a second do not put it off, nor a second too early bring it."""
    begun(door, now)
    ends = door._directory.must("thursday").ends
    store = store_of(door._directory.must("thursday"), door._directory.place)
    for moment, is_over in (
        (f"{ends[:-1]}.123Z", True),
        (ends, True),
        ("2000-01-01T00:00Z", False),
    ):
        one = ClubAllowance(
            door._directory,
            "thursday",
            store,
            now=lambda said=moment: said,
            shares=True,
            contact="",
        )
        assert (one.command() is not None) is is_over, moment
    monkeypatch.setattr(door, "_now", lambda: f"{ends[:-1]}.123Z")
    door.look()
    assert door._directory.must("thursday").state == "ended"


def test_a_club_that_is_adopted_stays(door: ClubDoor, now: MovedClock) -> None:
    """Also in the fortnight after its end; a second time there is nothing to adopt."""
    begun(door, now)
    now.pass_by(days=20)
    door.look()
    assert door._directory.adopt("thursday") and not door._directory.adopt("thursday")
    now.pass_by(days=400)
    door.look()
    club = door._directory.must("thursday")
    assert (club.state, club.ends, club.origin) == ("open", "", "operator")
    assert not door._directory.adopt("friday")


def test_what_a_club_says_of_its_days(door: ClubDoor, now: MovedClock) -> None:
    """Near three days before the end; over, nothing is recorded, chore or no chore."""
    begun(door, now)
    club = door._directory.must("thursday")
    place = store_of(club, door._directory.place)
    allowance = ClubAllowance(
        door._directory,
        "thursday",
        place,
        now=now,
        shares=True,
        contact="mailto:x",
        monotonic=Ticks(),
    )
    last = doors.days_after(now(), 14)
    stay = allowance.stay()
    assert stay is not None and not stay.is_near and not stay.is_over
    assert stay.until.split()[0] == str(int(last[8:10])) and stay.contact == "mailto:x"
    assert not stay.is_full and allowance.command() is None and allowance.campaign(2) is None
    door._directory.may_use("thursday", Quotas(bytes=1))
    assert (stay := allowance.stay()) is not None and stay.is_full
    now.pass_by(days=11.1)
    assert (stay := allowance.stay()) is not None and stay.is_near and not stay.is_over
    now.pass_by(days=3)
    assert (stay := allowance.stay()) is not None and stay.is_over
    for no in (allowance.command(), allowance.campaign(0)):
        assert no is not None and no.reason.startswith("this club has ended; you can still read")


class Ticks:
    """A clock whose every look is long after the last one."""

    def __init__(self) -> None:
        self._at = 0.0

    def __call__(self) -> float:
        self._at += 100.0
        return self._at


FINE = DoorSettings("clubs.example.org", "mailto:keeper@example.org")
WRONG = [
    (DoorSettings("", "mailto:x@example.org"), "the open door needs its name"),
    (DoorSettings("https://clubs.example.org", "mailto:x@example.org"), "needs its name"),
    (DoorSettings("clubs.example.org", ""), "members must be able to ask"),
    (DoorSettings("clubs.example.org", "javascript:x"), "members must be able to ask"),
    (DoorSettings("clubs.example.org", "mailto:x", bytes="much"), "door.bytes: 'much' is no size"),
]


@pytest.mark.parametrize(("settings", "says"), WRONG)
def test_settings_that_open_no_door(settings: DoorSettings, says: str) -> None:
    """In one line, with what to write."""
    with pytest.raises(SettingsError, match=says):
        terms_of(settings, "club.toml")


def test_settings_that_open_one() -> None:
    """Without encryption only where nobody but this machine comes."""
    terms = terms_of(FINE, "club.toml")
    assert terms.url == "https://clubs.example.org"
    assert terms.to("thursday") == "https://thursday.clubs.example.org"
    assert terms.quotas == Quotas(3, 120, 0, 50_000_000) and terms.free == 5_000_000_000
    here = terms._replace(domain="localhost:8720")
    assert here.to("thursday") == "http://thursday.localhost:8720"


@pytest.mark.parametrize(
    ("host", "domain", "headers", "status"),
    [
        ("127.0.0.1:8720", DOMAIN, {}, 200),
        ("127.0.0.1:8720", f"thursday.{DOMAIN}", {}, 200),
        ("127.0.0.1:8720", f"friday.{DOMAIN}", {}, 404),
        ("127.0.0.1:8720", "", {}, 404),
        ("127.0.0.1:8720", DOMAIN, {"x-forwarded-for": "192.0.2.7"}, 404),
        (DOMAIN, DOMAIN, {}, 418),
        (f"thursday.{DOMAIN}", DOMAIN, {}, 418),
    ],
)
def test_a_proxy_asks_for_which_names_it_may_get_a_certificate(
    host: str, domain: str, headers: dict[str, str], status: int
) -> None:
    """Nobody else learns which clubs there are; under a public name it is an address like any."""

    async def pages(scope: object, receive: object, send: object) -> None:
        await send({"type": "http.response.start", "status": 418, "headers": []})  # type: ignore[operator]
        await send({"type": "http.response.body", "body": b""})  # type: ignore[operator]

    by_host = ByHost(lambda: (1, 1))
    by_host.front = {DOMAIN: pages}
    by_host.knows({f"thursday.{DOMAIN}": pages}, {})

    async def asked() -> int:
        async with AsyncClient(transport=ASGITransport(by_host), base_url=f"http://{host}") as one:
            path = f"/door/known?domain={domain}"
            return (await one.get(path, headers=headers)).status_code

    assert asyncio.run(asked()) == status


def test_a_directory_from_before_the_door_is_read(tmp_path: Path) -> None:
    """Its clubs stay for good."""
    file = PeopleFile(
        tmp_path / "clubs.db", (Part("clubs", CLUBS.steps[:1]),), StorePlace(tmp_path / "clubs.db")
    )
    with file.writing() as db:
        db.execute(
            "INSERT INTO club VALUES ('friday','https://friday.example','friday/club.db',"
            "'open',1,2,3,4,'2026-01-01T00:00:00Z')"
        )
    file.close()
    with closing(ClubDirectory(str(tmp_path))) as directory:
        club = directory.must("friday")
        assert club.quotas == Quotas(1, 2, 3, 4)
        assert (club.origin, club.ends, club.title) == ("operator", "", "")
        assert not directory.adopt("friday")
        with pytest.raises(ClubError):
            directory.add(Club("friday", "", "elsewhere/club.db"))
