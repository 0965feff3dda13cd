"""The ways to a club of one's own in a browser: from the front page to the ballot of a second
member, and from an empty machine.
"""

import re
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Frame, Page, ViewportSize

from looks import browser
from support.command_line import Shell

pytestmark = pytest.mark.needs(*browser.NAMES)
TWO_MINUTES = 120
SETTINGS = """
[service]
listen = "127.0.0.1:{port}"
proxy = ["127.0.0.1"]

[door]
domain = "localhost:{port}"
contact = "mailto:you@localhost"
free = "1MB"
"""


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of an open door, served by a process of its own."""
    folder = tmp_path_factory.mktemp("door")
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        port = place.getsockname()[1]
    (folder / "clubs").mkdir()
    (folder / "clubs" / "club.toml").write_text(SETTINGS.format(port=port))
    with Shell(folder).start("serve", "--clubs", "clubs", "--open-door") as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline().startswith("ready "), process.stderr
            yield f"http://localhost:{port}"
        finally:
            process.kill()


@contextmanager
def somebody(there: Browser, width: int, script: bool, network: int) -> Iterator[Page]:
    """Somebody's phone or screen, that was never here."""
    window = there.new_context(
        viewport=ViewportSize(width=width, height=740),
        java_script_enabled=script,
        extra_http_headers={"X-Forwarded-For": f"198.51.{network}.7"},
    )
    try:
        yield window.new_page()
    finally:
        window.close()


def press(page: Page, name: str) -> None:
    """Presses a button by what is written on it; nothing of the page is cut off at its side."""
    button = page.get_by_role("button", name=name).first
    button.wait_for()  # the page before may still be there
    assert browser.width(page) <= (page.viewport_size or {})["width"]
    browser.press(button)


def pages(page: Page) -> list[str]:
    """The pages that somebody is shown from now on, each once, by how their addresses begin."""
    shown: list[str] = []

    def note(frame: Frame) -> None:
        path = re.sub("/(begin|in)/.*", r"/\1", urlsplit(frame.url).path)
        if path not in shown:
            shown.append(path)

    page.on("framenavigated", note)
    return shown


def named(page: Page, club: str, button: str) -> None:
    """Says what the club and its host are called."""
    page.locator("[name=club]").fill(club)
    page.locator("[name=who]").fill("David")
    page.wait_for_timeout(3_200)  # nobody types faster, and the form knows
    press(page, button)


def started(page: Page) -> None:
    """Starts the first campaign, and is shown what comes next."""
    page.get_by_label("Short name").fill("friday")
    for seat in ("germany", "ussr"):  # whoever is drawn, one of them has a ballot
        page.locator(f"[name='seat:{seat}']").fill("Anna")
    press(page, "Look at it first")
    press(page, "Start the campaign")
    page.wait_for_url("**/c/friday/begun")


def begun(page: Page, door: str, club: str) -> str:
    """Begins a club and its first campaign in four pages, and invites the second member; the
    invitation.
    """
    shown = pages(page)
    page.goto(door)
    named(page, club, "Create your club")
    press(page, "Go in")
    started(page)
    assert shown == ["/", "/begin", "/new", "/c/friday/begun"]
    page.get_by_role("link", name="Invite your members").click()
    page.locator("button[name=member][value=m2]").click()
    link = re.search(r"http://\S+?/in/[\w-]+", page.locator("main").inner_text())
    assert link is not None
    return link[0]


def both_forms(test: Callable[..., None]) -> Callable[..., None]:
    """On a phone and on a screen, with and without JavaScript."""
    scripts = pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
    return pytest.mark.parametrize("width", [360, 1280])(scripts(test))


@both_forms
def test_from_the_front_page_to_a_ballot(
    there: Browser, door: str, width: int, script: bool
) -> None:
    """Without a shell: a club, a campaign, an invitation, a leader drawn, a ballot sealed; in two
    minutes, and at either width nothing is moved sideways.
    """
    began, number = time.monotonic(), 10 * width + script
    with (
        somebody(there, width, script, number % 200) as host,
        somebody(there, width, script, 200 + script) as anna,
    ):
        link, shown = begun(host, door, f"Thursday {number}"), pages(anna)
        anna.goto(link)
        press(anna, "Yes, that’s me")
        anna.wait_for_url("**/c/friday")
        assert shown == ["/in", "/c/friday"]
        host.goto(link.partition("/in/")[0] + "/c/friday")
        host.get_by_role("link", name="Go to the host’s buttons").click()
        press(host, "Open the Promotions Board")
        press(host, "Draw a leader")
        host.get_by_text("0 of").first.wait_for()
        anna.goto(anna.url)
        anna.get_by_role("link", name="Seal").first.click()
        anna.locator("label.half", has_text="No veto").first.click()
        press(anna, "Seal")
        anna.get_by_role("heading", name="It is in").wait_for()
    assert time.monotonic() - began < TWO_MINUTES


@both_forms
def test_from_an_empty_machine_to_a_club(
    there: Browser, tmp_path: Path, width: int, script: bool
) -> None:
    """Three pages from the address that `campaign serve` prints: the club, its campaign, and what
    comes next.
    """
    with Shell(tmp_path).start("serve", "--listen", "127.0.0.1:0") as process:
        assert process.stdout is not None
        url = process.stdout.readline().removeprefix("ready ").strip()
        place = process.stdout.readline().removeprefix("begin ").strip()
        assert place.startswith(f"{url}/begin/")
        try:
            with somebody(there, width, script, 1) as host:
                shown = pages(host)
                host.goto(place)
                named(host, "Thursday Club", "Begin")
                started(host)
                assert shown == ["/begin", "/new", "/c/friday/begun"]
        finally:
            process.kill()
