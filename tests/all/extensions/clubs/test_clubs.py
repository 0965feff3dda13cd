"""Several clubs in one process: nothing of one is reached from another, and none keeps one down.

What takes longer, waits or starts something, beside `extensions/clubs/test_clubs.py`.
"""

import json
import re
import signal
from pathlib import Path

import httpx

from campaign.web.auth.invitations import noted_address
from campaign.web.routes import places
from support.command_line import Shell
from support.served import SECONDS
from support.web import NAME
from tests.extensions.clubs.test_clubs import FRIDAY, THURSDAY, Installation, both, folder
from tests.web.test_web_routes import FILLED

__all__ = ["both", "folder"]
ROUTES = [(method, place.path) for place in places() for method in place.methods]


def test_a_device_of_one_club_is_a_stranger_at_the_other(both: Installation) -> None:
    """On every route, byte for byte what somebody gets who never came in."""
    anna = both.member("thursday")
    secret = {cookie.name: cookie.value or "" for cookie in anna.client.cookies.jar}
    assert secret
    own, nobody, stranger = (both.nobody(club) for club in ("thursday", "friday", "friday"))
    own.client.cookies.update(secret)
    assert own.get("/").status_code == 200
    stranger.client.cookies.update(secret)
    version = both.house("friday").ledger.store.version(NAME)
    for method, path in ROUTES:
        filled = path.format(**FILLED)
        for found, expected in (
            (stranger.get(filled), nobody.get(filled))
            if method == "GET"
            else (stranger.post(filled, {}), nobody.post(filled, {})),
        ):
            assert found.status_code == expected.status_code, (method, path)
            assert _without_chance(found.content) == _without_chance(expected.content), path
        assert b"Anna of" not in found.content and b"thursday" not in found.content.lower()
    assert both.house("friday").ledger.store.version(NAME) == version


def _without_chance(content: bytes) -> bytes:
    """A page without what is new on each: the challenge that a passkey answers."""
    return re.sub(rb'data-challenge="[^"]*"', b"", content)


def test_no_page_of_a_club_leads_to_another(both: Installation) -> None:
    """Every address in every page is the club's own or of the document itself."""
    anna, host = both.member("thursday"), both.member("thursday", "host")
    operators = both.house("thursday").entrance.operators
    host.post(f"/club/in/{operators.offer()}", {})
    for browser in (anna, host):
        for method, path in ROUTES:
            if method == "GET":
                page = browser.get(path.format(**FILLED))
                assert str(page.url).startswith(THURSDAY), path
                assert b"friday" not in page.content.lower(), path
                for address in re.findall(r'(?:href|src|action)="([^"]*)"', page.text):
                    is_own = address.startswith(("/", "#", "data:", "?", THURSDAY))
                    is_own = is_own or re.match(r"[\w.#-]+$", address) is not None
                    assert is_own and not address.startswith("//"), (path, address)


def test_a_process_serves_both_and_stops(folder: Path, tmp_path: Path) -> None:
    """One line for each, and exit status 0; each store knows its own address."""
    shell = Shell(tmp_path)
    file = tmp_path / "s"
    with shell.start("serve", "--clubs", str(folder), "--socket", str(file)) as process:
        try:
            assert process.stdout is not None
            lines = [process.stdout.readline().strip() for _ in range(2)]
            assert lines == [f"ready {FRIDAY}", f"ready {THURSDAY}"], process.poll()
            transport = httpx.HTTPTransport(uds=str(file))
            with httpx.Client(transport=transport, timeout=SECONDS) as client:
                for host in ("thursday.example", "friday.example"):
                    found = client.get("http://here/", headers={"host": host})
                    assert found.status_code == 401
                    assert "You are not signed in" in found.text
                assert client.get("http://here/").status_code == 421
            process.send_signal(signal.SIGTERM)
            assert process.wait(SECONDS) == 0
        finally:
            if process.poll() is None:
                process.kill()
    assert noted_address(folder / "friday" / "club.db") == FRIDAY
    own = Shell(tmp_path, CAMPAIGN_STORE=str(folder / "friday" / "club.db"))
    url = json.loads(own.fine("invite", NAME, "anna", "--json"))["url"]
    assert url.startswith(f"{FRIDAY}/in/")


def test_what_each_club_lacks_is_told(folder: Path, tmp_path: Path) -> None:
    """A line with the club's name, exit 1; else how each would run."""
    shell = Shell(tmp_path)
    (folder / "club.toml").write_text('[service]\nproxy = ["127.0.0.1"]\nlisten = "127.0.0.1:0"\n')
    fine = shell.fine("serve", "--clubs", str(folder), "--check")
    assert f"friday: address   {FRIDAY}" in fine and "nothing is missing" in fine
    (folder / "thursday" / "club.toml").write_text("")
    found = shell("serve", "--clubs", str(folder), "--check")
    assert found.status == 1
    assert "missing: thursday: it has no address: write url under [service] into" in found.out
    (folder / "friday" / "club.vault").unlink()
    found = shell("serve", "--clubs", str(folder), "--check")
    assert "missing: friday: the vault's key is not beside the store" in found.out


def test_what_belongs_to_each_club_is_not_said_for_all(folder: Path, tmp_path: Path) -> None:
    """Nothing is served then."""
    shell = Shell(tmp_path)
    clubs = ("serve", "--clubs", str(folder))
    for more in (("--url", FRIDAY), ("--metrics", "127.0.0.1:9000")):
        found = shell(*clubs, *more)
        assert found.status == 2
        assert "write url and metrics into the club.toml of each club" in found.err
    named = Shell(tmp_path, CAMPAIGN_CONFIG=str(folder / "friday" / "club.toml"))
    found = named(*clubs)
    assert found.status == 2 and "each club has its own: unset it" in found.err
    for name in ("thursday", "friday"):
        (folder / name / "club.db").unlink()
    found = shell(*clubs, "--listen", "127.0.0.1:0")
    assert found.status == 1 and "none of the clubs can be opened; --check says why" in found.err
    assert "no club is in" in shell("serve", "--clubs", str(tmp_path / "friday")).error
