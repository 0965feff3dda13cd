"""Push in a browser: the button asks its owner, and what the browser gives is kept.

There is no push service here, so the browser's own part of it is played by the test.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from looks import browser
from support.on_a_port import Served, served
from support.programs import with_two_campaigns
from support.push_browser import PushBrowser

pytestmark = [pytest.mark.rotating(3), pytest.mark.needs(*browser.NAMES)]
PLAYED = """([allowed, endpoint, given, auth]) => {
    const bytes = words => Uint8Array.from(
        atob(words.replaceAll("-", "+").replaceAll("_", "/")), sign => sign.charCodeAt(0)).buffer;
    Notification.requestPermission = async () => allowed;
    PushManager.prototype.getSubscription = async () => null;
    PushManager.prototype.subscribe = async wanted => {
        const isFine = wanted.userVisibleOnly && wanted.applicationServerKey.length === 65;
        if (!endpoint || !isFine) throw new Error("no push service");
        return {endpoint, getKey: name => bytes(name === "auth" ? auth : given)};
    };
}"""
BUTTON = "Switch on for this device"


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path, with_two_campaigns, is_plain=False) as found:
        yield found


def opened(running: Served, there: Browser, allowed: str, endpoint: str) -> Page:
    """The page on a phone whose browser plays its part."""
    page = there.new_context(viewport={"width": 360, "height": 640}).new_page()
    page.set_default_timeout(browser.PATIENCE)
    page.goto(running.invitation("anna"))
    page.get_by_role("button").click()
    page.goto(f"{running.url}/me/push")
    form = PushBrowser(endpoint).form
    page.evaluate(PLAYED, [allowed, endpoint, form["public"], form["auth"]])
    return page


def test_one_tap_switches_it_on_and_one_off(running: Served, there: Browser) -> None:
    """The browser is asked for visible notices, with the service's key of 65 bytes."""
    page = opened(running, there, "granted", "https://push.example/send/1")
    page.get_by_role("button", name=BUTTON).click()
    expect(page.get_by_text("this one")).to_be_visible()
    expect(page.get_by_role("button", name=BUTTON)).to_have_count(0)
    page.get_by_role("button", name="Switch off").click()
    expect(page.get_by_role("button", name=BUTTON)).to_be_visible()


@pytest.mark.parametrize(
    ("allowed", "expected"),
    [
        ("denied", "Your browser does not allow notices from this site."),
        ("granted", "Your browser could not reach its push service."),
    ],
)
def test_what_the_browser_does_not_do_is_said(
    running: Served, there: Browser, allowed: str, expected: str
) -> None:
    """With what to do; the button stays."""
    page = opened(running, there, allowed, "")
    page.get_by_role("button", name=BUTTON).click()
    expect(page.get_by_role("alert")).to_contain_text(expected)
    expect(page.get_by_role("button", name=BUTTON)).to_be_visible()
