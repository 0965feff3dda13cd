"""Whoever runs the machine: let in from the command line, told how the club fares, and no play."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from campaign.accounts.backups import BackupPlan, TimedBackups
from campaign.accounts.people import People
from campaign.accounts.sign_ins import SIGN_INS
from campaign.notifications.deliveries import StoredDeliveries
from support.command_line import Shell
from support.web import NAME, Browser, WebClub, club, words

pytestmark = pytest.mark.further


def address(made: WebClub) -> str:
    """Where one operator's device is let in."""
    return f"/club/in/{made.house.entrance.operators.offer()}"


def operator(made: WebClub) -> Browser:
    """A browser of the operator, who sits nowhere."""
    found = made.nobody()
    assert found.post(address(made), {}).status_code == 200
    return found


def test_looking_at_the_address_uses_nothing_up_and_its_button_counts_once(made: WebClub) -> None:
    """As with invitations: scanners open every link."""
    place, scanner = address(made), made.nobody()
    for _ in range(3):
        page = scanner.get(place)
        assert page.status_code == 200 and "Look after this club" in words(page)
    assert "set-cookie" not in page.headers
    came = made.nobody().post(place, {})
    assert str(came.url).endswith("/club") and came.status_code == 200
    for late in (scanner.get(place), scanner.post(place, {})):
        assert late.status_code == 404
        assert "This address has been used or is too old" in words(late)
    assert scanner.get("/club").status_code == 401


def test_the_address_counts_for_an_hour_and_the_newest_alone(made: WebClub) -> None:
    """Each one replaces the one before it."""
    first, second = address(made), address(made)
    assert made.nobody().get(first).status_code == 404
    assert made.nobody().get(second).status_code == 200
    operators = made.house.entrance.operators
    later = datetime.fromisoformat(made.house.clock()) + timedelta(hours=1, minutes=1)
    operators._clock = later.isoformat
    assert made.nobody().get(second).status_code == 404
    assert operators.take(second.rpartition("/")[2], "0" * 64) is False


def test_a_member_who_runs_the_machine_stays_who_they_are(made: WebClub) -> None:
    """The same device, the same seat; and the page about the club beside them."""
    ben = made.browser("ben")
    assert "The club" not in words(ben.get("/me"))
    came = ben.post(address(made), {})
    assert came.status_code == 200 and "set-cookie" not in came.headers
    assert "The club" in words(ben.get("/me"))
    assert ben.get(f"/c/{NAME}").status_code == 200


def test_the_right_belongs_to_the_device(made: WebClub) -> None:
    """A host who invites the operator's seat again, and takes it, gets the seat and no more."""
    ben = made.browser("ben")
    ben.post(address(made), {})
    thief = made.nobody()
    assert thief.come_in(made.invitation("ben")).status_code == 200
    assert thief.get(f"/c/{NAME}").status_code == 200
    assert thief.get("/club").status_code == 403
    assert "This page is for whoever runs the machine" in words(thief.get("/club"))
    assert ben.get("/club").status_code == 200


def test_an_operator_who_is_invited_sits_and_still_runs_the_machine(made: WebClub) -> None:
    """Their browser gets another secret then."""
    found = operator(made)
    assert found.get(f"/c/{NAME}").status_code == 404
    assert found.come_in(made.invitation("anna")).status_code == 200
    assert found.get(f"/c/{NAME}").status_code == 200
    assert found.get("/club").status_code == 200
    assert len(made.house.entrance.operators.devices()) == 1


def test_somebody_else_at_the_same_browser_runs_nothing(made: WebClub) -> None:
    """`No, somebody else` signs the operator out before the invitation is used."""
    anna = made.browser("anna")
    anna.post(address(made), {})
    place = made.invitation("ben")
    anna.post(place, {"as": "new"})
    assert anna.come_in(place).status_code == 200
    assert anna.get("/club").status_code == 403


def test_names_and_sizes_are_shown_and_no_play(made: WebClub) -> None:
    """What is in a campaign is for those who sit in it."""
    made.house.ledger.submit(NAME, {"command": "OpenReinforcement"})
    drawn = made.house.ledger.submit(NAME, {"command": "DrawLeader"})
    leader = drawn["events"][0]["leader"]
    page = operator(made).get("/club")
    text = words(page)
    version = made.version
    assert f"{NAME} {version} events · 11 members" in text
    assert "Program 1.0.0" in text and "Backups none are made" in text
    assert leader not in page.text.lower() and "1939" not in page.text
    assert "germany" not in text.lower()


def test_deliveries_are_told_in_the_servers_words(made: WebClub) -> None:
    """And not what they were about."""
    house = made.house
    campaign = house.ledger.live(NAME).state.campaign.id
    deliveries, now = StoredDeliveries(house.people.file), house.clock()
    deliveries.make(campaign, [("ballot:rommel", "ben")], 1, now, {"ballot:rommel": "On Rommel"})
    (row,) = deliveries.known(campaign).values()
    assert deliveries.claim([row.number], "run", now)
    assert deliveries.step([row.number], "run", ("claimed", "talking"), now)
    said = "550 5.1.1 no such user"
    assert deliveries.step([row.number], "run", ("talking", "refused"), now, server=said)
    deliveries.stands_still(campaign, "454 try later", now)
    page = operator(made).get("/club")
    assert f"Ben {NAME} {said}" in words(page)
    assert f"everybody {NAME} 454 try later" in words(page)
    assert "All deliveries: 1 refused." in words(page)
    assert "rommel" not in page.text.lower()


def test_a_backup_that_is_late_comes_first(made: WebClub, tmp_path: Path) -> None:
    """With its age in words."""
    folder = tmp_path / "backups"
    folder.mkdir()
    stem = made.house.ledger.store.path.stem
    (folder / f"{stem}-2026-11-20T10-00-00Z.db").touch()
    plan = BackupPlan(folder, timedelta(hours=24), 14)
    made.house.upkeep.backups = TimedBackups(
        made.house.ledger.store.path, plan, lambda: datetime(2026, 11, 24, 10, tzinfo=UTC)
    )
    text = words(operator(made).get("/club"))
    assert "The last backup was made 4 days ago." in text
    assert "Backups last backup 4 days ago" in text


def test_sign_ins_of_all_are_listed(made: WebClub) -> None:
    """By name, without the last part of an address."""
    made.browser("ben")
    text = words(operator(made).get("/club"))
    assert "Ben let in by invitation" in text
    assert made.house.entrance.signins.last()[0].network in ("", "127.0.0.0/24")


def test_a_members_devices_are_ended_from_here(made: WebClub) -> None:
    """A lost phone whose host is away."""
    ben, found = made.browser("ben"), operator(made)
    assert found.post("/club/end", {"campaign": NAME, "member": "ben"}).status_code == 200
    assert ben.get("/").status_code == 401
    for wrong in ({"campaign": "none", "member": "ben"}, {"campaign": NAME, "member": "x"}, {}):
        assert found.post("/club/end", wrong).status_code == 200


def test_the_right_is_taken_away_from_a_device(made: WebClub) -> None:
    """Whoever is signed in on it stays so."""
    ben, found = made.browser("ben"), operator(made)
    ben.post(address(made), {})
    devices = made.house.entrance.operators.devices()
    assert len(devices) == 2
    (digest,) = (one.digest for one in devices if one.person == _person(made, "ben"))
    found.post("/club/end", {"device": digest})
    assert ben.get("/club").status_code == 403
    assert ben.get(f"/c/{NAME}").status_code == 200


def _person(made: WebClub, member: str) -> str:
    campaign = made.house.ledger.live(NAME).state.campaign.id
    return made.house.people.person_in(campaign, member)


def test_guessing_is_slowed_down(made: WebClub) -> None:
    """By network, as with invitations."""
    guesser = made.nobody()
    statuses = {guesser.get(f"/club/in/{'x' * 42}{one}").status_code for one in range(10)}
    statuses |= {guesser.get(f"/club/in/{'y' * 41}{one}").status_code for one in range(10, 60)}
    assert statuses == {404, 429}


def test_a_file_of_an_earlier_release_gets_the_tables(tmp_path: Path) -> None:
    """The people's file of a club that had no operators."""
    store = tmp_path / "club.db"
    People(store, (SIGN_INS,)).secret()
    with club(tmp_path) as made:
        assert operator(made).get("/club").status_code == 200


def test_the_command_line_gives_the_address(tmp_path: Path) -> None:
    """Where the service is; without one it says so, and makes nothing."""
    shell = Shell(tmp_path)
    shell.fine("start", "club", "--scenario", "global-war")
    nowhere = shell("operator")
    assert nowhere.status == 1 and "nobody has said where the service is" in nowhere.error
    (tmp_path / "club.toml").write_text('[service]\nurl = "https://club.example/"\n')
    assert shell.fine("operator").startswith("https://club.example/club/in/")
    found = shell.read("operator")
    assert found["url"].startswith("https://club.example/club/in/")
