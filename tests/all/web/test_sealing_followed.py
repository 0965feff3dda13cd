"""Sealing in a browser: the secret made and restored, seals sent and opened, and nothing told."""

import json
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser, Locator, Page, Request, expect

from campaign.web.rendering import script_name
from events import seal_secrets
from events.sealed import Opening, Subject, commit
from looks import browser, judges
from support.on_a_port import Served, served
from support.programs import with_two_campaigns
from support.sessions import NAME

pytestmark = [pytest.mark.rotating(3), pytest.mark.needs(*browser.NAMES), pytest.mark.slow]
PATIENCE = 60
"""Seconds until something that does not happen fails a test."""
PHONE = {"width": 360, "height": 640}
VECTORS = json.loads(
    (Path(__file__).parents[2] / "cases" / "sealing.json").read_text(encoding="utf-8")
)
WORKS_OUT = """async ([address, vectors]) => {
    const seal = await import(address);
    const bytes = hex => Uint8Array.from(hex.match(/../g), pair => parseInt(pair, 16));
    const codes = [], seals = [], again = [];
    for (const one of vectors.recovery_codes) {
        codes.push((await seal.groupsOf(bytes(one.secret))).join(" "));
        const read = await seal.secretOf(one.code.toLowerCase());
        again.push([...read].map(byte => byte.toString(16).padStart(2, "0")).join(""));
    }
    for (const one of vectors.seals) {
        const key = await seal.keyOf(bytes(one.secret));
        const lines = `${one.campaign_id}\\n${one.kind}\\n${one.draw}\\n${one.power}\\n`;
        const made = await seal.sealed(key, lines, one.choice, one.attempt);
        seals.push([made.nonce, made.commitment]);
        const choices = one.choices || [one.choice];
        const found = await seal.found(key, lines, choices, one.commitment);
        again.push([found.choice, found.attempt]);
    }
    return {codes, seals, again};
}"""


class Club:
    """A service on this machine, and everything that phones sent to it."""

    def __init__(self, running: Served, there: Browser) -> None:
        self.running, self.there = running, there
        self.sent: list[str] = []
        self.complaints: list[str] = []

    def phone(self, member: str, **more: object) -> Page:
        """A member's phone, signed in, with a storage of its own."""
        context = self.there.new_context(viewport=PHONE, **more)  # type: ignore[arg-type]
        context.on("request", self._noted)
        page = context.new_page()
        page.set_default_timeout(browser.PATIENCE)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._said)
        page.goto(self.running.invitation(member))
        page.get_by_role("button").click()
        page.wait_for_url(f"{self.running.url}/c/{NAME}")
        return page

    def with_secret(self, member: str) -> tuple[Page, str]:
        """A phone that keeps a new secret, and its recovery code."""
        page = self.phone(member)
        page.goto(f"{self.running.url}/me/seal")
        page.get_by_role("button", name="Make a seal secret").click()
        code = " ".join(page.locator(".groups li").all_inner_texts())
        page.get_by_label("Type the last group").fill(code[-4:].lower())
        page.get_by_role("button", name="Keep it on this device").click()
        expect(page.get_by_role("heading", name="Kept on this device")).to_be_visible()
        return page, code

    def board(self, page: Page) -> Page:
        """The board on a phone."""
        page.goto(f"{self.running.url}/c/{NAME}/board")
        return page

    def send(self, command: str, by: str = "host", **fields: object) -> int:
        """Somebody else's command."""
        return self.running.send(command, by, **fields)

    def _noted(self, request: Request) -> None:
        headers = json.dumps(request.headers)
        self.sent.append(f"{request.method} {request.url}\n{headers}\n{request.post_data or ''}")

    def _said(self, line: object) -> None:
        if line.type == "error":  # type: ignore[attr-defined]
            self.complaints.append(line.text)  # type: ignore[attr-defined]


@pytest.fixture
def club(tmp_path: Path, there: Browser) -> Iterator[Club]:
    """A service whose Board has a leader before it."""
    with served(tmp_path, with_two_campaigns, is_plain=False) as running:
        made = Club(running, there)
        made.send("OpenReinforcement")
        made.send("DrawLeader")
        yield made
        for context in there.contexts:
            context.close()


def until(page: Page, holds: Callable[[], bool]) -> None:
    """Waits for something that a page or its worker does."""
    late = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < late, "it did not happen"
        page.evaluate("new Promise(done => setTimeout(done, 20))")  # the page goes on meanwhile


def chosen(page: Page, choice: str = "No veto", within: str = "main") -> Locator:
    """The first form that there is, with a choice to be sealed on the device."""
    form = page.locator(f"{within} form:has(.where)").first
    form.get_by_role("radio", name="On this device").check()
    form.get_by_role("radio", name=choice, exact=False).first.check()
    return form


def lay(page: Page, choice: str = "No veto", within: str = "main") -> None:
    """Seals on the device, with the first form that there is."""
    form = chosen(page, choice, within)
    browser.press(form.get_by_role("button", name="Seal"))
    expect(page.get_by_role("heading", name="It is in")).to_be_visible()


def test_a_browser_works_out_the_vectors(club: Club) -> None:
    """Those of the file, and 300 that Python makes up: the same bytes."""
    import random

    chance = random.Random(1941)
    seals = []
    for _ in range(300):
        secret = chance.randbytes(20)
        about = Subject(
            chance.randbytes(16).hex(),
            chance.choice(["ballot", "vote"]),
            chance.randrange(1, 999),
            chance.choice(["germany", "usa", "commonwealth"]),
        )
        attempt, choice = chance.randrange(4), chance.choice(["veto", "no-veto", "stop"])
        nonce = seal_secrets.nonce(secret, about, attempt)
        seals.append(
            {
                **msgspec.structs.asdict(about),
                "secret": secret.hex(),
                "attempt": attempt,
                "choice": choice,
                "nonce": nonce,
                "commitment": commit(about, Opening(choice, nonce)),
                "choices": ["veto", "no-veto", "stop"],
            }
        )
    vectors = {**VECTORS, "seals": [*VECTORS["seals"], *seals]}
    page = club.phone("anna")
    address = f"/script/{script_name('seal')}"
    told = page.evaluate(WORKS_OUT, [address, vectors])
    assert told["codes"] == [one["code"] for one in vectors["recovery_codes"]]
    assert told["seals"] == [[one["nonce"], one["commitment"]] for one in vectors["seals"]]
    assert told["again"] == [
        *(one["secret"] for one in vectors["recovery_codes"]),
        *([one["choice"], one["attempt"]] for one in vectors["seals"]),
    ]


def test_a_secret_is_made_and_confirmed(club: Club) -> None:
    """A wrong group keeps nothing; nothing of it is sent, nor lies where any script sees it."""
    page = club.phone("anna")
    page.goto(f"{club.running.url}/me/seal")
    page.get_by_role("button", name="Make a seal secret").click()
    groups = page.locator(".groups li").all_inner_texts()
    assert len(groups) == 9
    secret = seal_secrets.read(" ".join(groups))
    assert isinstance(secret, bytes)
    page.get_by_label("Type the last group").fill("0000")
    page.get_by_role("button", name="Keep it on this device").click()
    expect(
        page.get_by_text("That is not the last group. Look at what you wrote down.")
    ).to_be_visible()
    with page.expect_download() as waited:
        page.get_by_role("link", name="Save file").click()
    kept = waited.value.path().read_text(encoding="utf-8")
    assert kept.splitlines()[-1] == " ".join(groups)
    page.get_by_label("Type the last group").fill(groups[8].lower())
    page.get_by_role("button", name="Keep it on this device").click()
    expect(page.get_by_role("heading", name="Kept on this device")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Kept on this device")).to_be_visible()
    lying = page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
    assert secret.hex() not in lying.lower()
    assert not [group for group in groups if f'"{group}' in lying or f" {group}" in lying]
    assert re.sub(r"head:[0-9a-f]{32}", "", lying).count('":"') <= 1  # the head that was seen
    assert club.complaints == []
    nothing_of(club, secret, " ".join(groups))


def nothing_of(club: Club, secret: bytes, code: str) -> None:
    """No request had a group of the code or a piece of the secret in it."""
    everything = "\n".join(club.sent).upper()
    assert len(club.sent) > 3
    for piece in (*code.split()[:8], code.replace(" ", ""), secret.hex().upper()):
        assert not re.search(rf"(?<![0-9A-F]){piece}", everything), piece


def test_an_answer_sealed_on_the_device_is_opened_by_it(club: Club) -> None:
    """What is sent is a commitment; once the markers are fixed the open page hands in the rest."""
    page, code = club.with_secret("anna")
    club.board(page)
    lay(page)
    marker = club.running.house.ledger.live(NAME).state.board.markers
    (power,) = marker
    assert marker[power].device and not marker[power].ciphertext
    posted = [one for one in club.sent if one.startswith("POST") and "/board" in one]
    assert len(posted) == 1 and "commitment=" in posted[0]
    assert "choice" not in posted[0].split("\n", 2)[2]
    club.board(page)
    expect(page.get_by_text("sealed.")).to_be_visible()
    expect(page.locator(".unsent").first).to_be_hidden()
    club.send("FixMarkers")
    until(
        page,
        lambda: bool(club.running.house.ledger.live(NAME).state.board.markers[power].ciphertext),
    )
    club.send("OpenBallots", absent="no-veto")
    secret = seal_secrets.read(code)
    assert isinstance(secret, bytes)
    nothing_of(club, secret, code)
    assert club.complaints == []


def test_a_new_device_opens_it_with_the_code(club: Club) -> None:
    """From the commitment in the record, after it was sealed anew; a wrong code is said."""
    page, code = club.with_secret("anna")
    club.board(page)
    lay(page, "Veto")
    club.board(page)
    page.get_by_text("Change it").first.click()
    lay(page, within=".envelope")
    (power,) = club.running.house.ledger.live(NAME).state.board.markers
    page.context.close()
    other = club.phone("anna")
    club.send("FixMarkers")
    club.board(other)
    field = other.get_by_label("Recovery code")
    field.fill(seal_secrets.code(b"\x01" * 20))
    browser.press(other.get_by_role("button", name="Find it and hand it in"))
    expect(other.get_by_text("This code did not seal it.")).to_be_visible()
    field.fill(code[:-1])
    browser.press(other.get_by_role("button", name="Find it and hand it in"))
    expect(other.get_by_text("this has 35 signs")).to_be_visible()
    assert not club.running.house.ledger.live(NAME).state.board.markers[power].ciphertext
    field.fill(code.lower())
    browser.press(other.get_by_role("button", name="Find it and hand it in"))
    until(
        other,
        lambda: bool(club.running.house.ledger.live(NAME).state.board.markers[power].ciphertext),
    )
    club.send("OpenBallots", absent="no-veto")
    opened = club.running.house.ledger.live(NAME).state.mixed[-1].ballots[power]
    assert (opened.choice, opened.how) == ("no-veto", "device")
    secret = seal_secrets.read(code)
    assert isinstance(secret, bytes)
    nothing_of(club, secret, code)


def sealed_offline(page: Page, club: Club) -> None:
    """A choice that a phone has sealed where it has no network."""
    club.board(page)
    form = chosen(page)
    page.context.set_offline(True)
    browser.press(form.get_by_role("button", name="Seal"))
    expect(page.get_by_text("not sent yet").first).to_be_visible()


def test_without_the_network_the_choice_is_kept_and_sent_later(club: Club) -> None:
    """The page says that it is not sent yet, also when it is opened again."""
    page, _ = club.with_secret("anna")
    sealed_offline(page, club)
    expect(page.get_by_text("The club cannot be reached").first).to_be_visible()
    assert club.running.house.ledger.live(NAME).state.board.markers == {}
    page.context.set_offline(False)
    club.board(page)
    expect(page.get_by_text("not sent yet").first).to_be_visible()
    browser.press(page.get_by_role("button", name="Send it").first)
    expect(page.get_by_role("heading", name="It is in")).to_be_visible()
    assert len(club.running.house.ledger.live(NAME).state.board.markers) == 1


def test_what_is_kept_is_sealed_anew_where_another_device_was_first(club: Club) -> None:
    """The same secret, the same number: it is used once, and what counts opens with the code."""
    page, code = club.with_secret("anna")
    sealed_offline(page, club)
    house = club.running.house
    secret, campaign = seal_secrets.read(code), house.ledger.live(NAME).state.campaign
    assert isinstance(secret, bytes)
    power = next(seat for seat in campaign.seats if campaign.powers.get(seat) == "anna")
    about = Subject(campaign.id, "ballot", 1, power)
    others = commit(about, Opening("veto", seal_secrets.nonce(secret, about, 0)))
    club.send("SealBallot", "anna", power=power, draw=1, commitment=others)
    page.context.set_offline(False)
    browser.press(page.get_by_role("button", name="Send it").first)
    expect(page.get_by_role("heading", name="It is in")).to_be_visible()
    found = house.ledger.live(NAME).state.board.markers[power].commitment
    numbers = {
        attempt
        for attempt in range(5)
        if found == commit(about, Opening("no-veto", seal_secrets.nonce(secret, about, attempt)))
    }
    assert numbers and 0 not in numbers


def test_without_a_secret_the_device_is_not_offered(club: Club) -> None:
    """The reason stands beside it, with the way to the secret; the vault takes what is chosen."""
    page = club.board(club.phone("anna"))
    expect(page.get_by_role("radio", name="On this device").first).to_be_disabled()
    expect(page.get_by_role("link", name="make a seal secret first").first).to_be_visible()
    form = page.locator("form:has(.where)").first
    form.get_by_role("radio", name="No veto").check()
    browser.press(form.get_by_role("button", name="Seal"))
    expect(page.get_by_role("heading", name="It is in")).to_be_visible()
    (marker,) = club.running.house.ledger.live(NAME).state.board.markers.values()
    assert marker.ciphertext and not marker.device


WATCHED = """() => {
    if (self.shown) return;
    self.shown = [];
    const show = ServiceWorkerRegistration.prototype.showNotification;
    ServiceWorkerRegistration.prototype.showNotification = async function (title, more) {
        await show.call(this, title, more);
        self.shown.push(title);
    };
}"""
"""Has the worker note what the browser has shown for it. Asked for its notices while it is about to
show one, the browser drops that one for good.
"""


def pushed(page: Page, club: Club, told: str) -> None:
    """Delivers a push message to the active worker, as a push service would, and waits for its
    notice.
    """
    session = page.context.new_cdp_session(page)
    active: list[str] = []

    def noted(event: dict[str, list[dict[str, str]]]) -> None:
        for one in event["versions"]:
            if one["status"] == "activated":
                active.append(one["registrationId"])

    session.on("ServiceWorker.workerVersionUpdated", noted)
    session.send("ServiceWorker.enable")
    until(page, lambda: bool(active and page.context.service_workers))
    worker = page.context.service_workers[-1]
    worker.evaluate(WATCHED)
    before = worker.evaluate("self.shown.length")
    message = {"origin": club.running.url, "registrationId": active[-1], "data": told}
    session.send("ServiceWorker.deliverPushMessage", message)
    until(page, lambda: worker.evaluate("self.shown.length") > before)
    session.detach()


LYING = """() => new Promise(done => {
    const opened = indexedDB.open("campaign-tracker", 1);
    opened.onsuccess = () => {
        const kept = opened.result.transaction("kept").objectStore("kept");
        const range = IDBKeyRange.bound("mark:", "mark;");
        kept.count(range).onsuccess = event => done(event.target.result);
    };
})"""
"""How many openings lie in the browser's own database."""
SHOWN = """async () => {
    const ready = await navigator.serviceWorker.ready;
    return (await ready.getNotifications()).map(one => [one.title, one.body, one.data.url]);
}"""


def test_a_push_hands_in_what_opens_a_seal(club: Club) -> None:
    """With no board open: the worker does it, and shows what it was told."""
    page, _ = club.with_secret("anna")
    page.context.grant_permissions(["notifications"], origin=club.running.url)
    club.board(page)
    lay(page)
    page.goto(f"{club.running.url}/me")
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    (power,) = club.running.house.ledger.live(NAME).state.board.markers
    path = f"/c/{NAME}/board"
    pushed(page, club, json.dumps({"title": "Not yet", "body": "Nothing to open.", "url": path}))
    assert len(page.evaluate(SHOWN)) == 1
    assert not club.running.house.ledger.live(NAME).state.board.markers[power].ciphertext
    club.send("FixMarkers")
    told = {"web_push": 8030, "notification": {"title": "Fixed", "body": "Open.", "navigate": path}}
    pushed(page, club, json.dumps(told))
    until(
        page,
        lambda: bool(club.running.house.ledger.live(NAME).state.board.markers[power].ciphertext),
    )
    there = f"{club.running.url}{path}"
    expected = [["Fixed", "Open.", there], ["Not yet", "Nothing to open.", there]]
    assert sorted(page.evaluate(SHOWN)) == expected
    club.send("OpenBallots", absent="no-veto")
    assert club.complaints == []


def test_a_push_without_words_still_says_something(club: Club) -> None:
    """Browsers demand that each push shows a notice; one that is no JSON leads to what waits."""
    page = club.phone("anna")
    page.context.grant_permissions(["notifications"], origin=club.running.url)
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    pushed(page, club, "not json")
    assert page.evaluate(SHOWN) == [["Something waits for you", "", f"{club.running.url}/next"]]


def test_the_app_can_be_installed(club: Club) -> None:
    """The browser finds no fault with manifest, icons and worker."""
    page = club.phone("anna")
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    session = page.context.new_cdp_session(page)
    assert session.send("Page.getAppManifest")["errors"] == []
    faults = [
        one["errorId"]
        for one in session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    ]
    assert set(faults) <= {"in-incognito"}


@pytest.mark.rotating(2)
@pytest.mark.needs(str(judges.AXE))
def test_no_step_bars_anybody(club: Club) -> None:
    """axe-core finds nothing while the secret is made, kept and forgotten, and on the board."""
    page = club.phone("anna", bypass_csp=True)
    page.goto(f"{club.running.url}/me/seal")
    page.get_by_role("button", name="Make a seal secret").wait_for()
    found = {"none": judges.barriers_in_both(page)}
    page.get_by_role("button", name="Make a seal secret").click()
    found["make"] = judges.barriers_in_both(page)
    page.get_by_label("Type the last group").fill("x")
    page.get_by_role("button", name="Keep it on this device").click()
    page.get_by_text("That is not the last group").wait_for()
    found["wrong"] = judges.barriers_in_both(page)
    last = page.locator(".groups li").last.inner_text()
    page.get_by_label("Type the last group").fill(last)
    page.get_by_role("button", name="Keep it on this device").click()
    page.get_by_role("heading", name="Kept on this device").wait_for()
    for fold in page.locator("[data-step=done] summary").all():
        fold.click()
    found["done"] = judges.barriers_in_both(page)
    club.board(page)
    page.get_by_role("radio", name="On this device").first.wait_for()
    found["board"] = judges.barriers_in_both(page)
    lay(page)
    club.board(page)
    page.get_by_text("Change it").first.click()
    found["laid"] = judges.barriers_in_both(page)
    page.goto(f"{club.running.url}/me/seal")
    page.evaluate("indexedDB.deleteDatabase('campaign-tracker')")
    club.send("FixMarkers")
    club.board(page)
    page.get_by_label("Recovery code").wait_for()
    page.get_by_text("By hand: choice and nonce").click()
    found["opening"] = judges.barriers_in_both(page)
    assert not any(found.values()), found


def test_a_browser_that_keeps_nothing_says_so(club: Club) -> None:
    """Then there is the vault; the page of the secret names other ways."""
    page = club.phone("anna")
    page.add_init_script("Object.defineProperty(globalThis, 'indexedDB', {value: undefined})")
    club.board(page)
    expect(page.get_by_text("this browser cannot do it here").first).to_be_visible()
    expect(page.get_by_role("radio", name="On this device").first).to_be_disabled()
    page.goto(f"{club.running.url}/me/seal")
    expect(page.get_by_role("heading", name="Not here")).to_be_visible()
    assert club.complaints == []


def test_a_second_tap_seals_nothing_else(club: Club) -> None:
    """Two taps at once are one commitment, one event."""
    page, _ = club.with_secret("anna")
    club.board(page)
    form = chosen(page)
    before = club.running.house.ledger.store.version(NAME)
    form.get_by_role("button", name="Seal").dblclick(no_wait_after=True)
    expect(page.get_by_role("heading", name="It is in")).to_be_visible()
    assert club.running.house.ledger.store.version(NAME) == before + 1


def test_another_person_on_the_same_phone_has_no_secret_there(club: Club) -> None:
    """What a phone keeps belongs to who made it."""
    page, _ = club.with_secret("anna")
    page.context.clear_cookies()
    page.goto(club.running.invitation("ben"))
    page.get_by_role("button").click()
    page.wait_for_url(f"{club.running.url}/c/{NAME}")
    page.goto(f"{club.running.url}/me/seal")
    expect(page.get_by_role("heading", name="Make one")).to_be_visible()


def test_a_device_with_the_same_secret_opens_what_another_sealed(club: Club) -> None:
    """Restored with the code, it asks for nothing more; what is handed in lies there no more."""
    page, code = club.with_secret("anna")
    club.board(page)
    lay(page)
    page.context.close()
    (power,) = club.running.house.ledger.live(NAME).state.board.markers
    other = club.phone("anna")
    other.goto(f"{club.running.url}/me/seal")
    other.get_by_text("I have one already", exact=True).click()
    other.get_by_label("Recovery code").first.fill(code.replace(" ", "-"))
    other.locator("[data-step=none]").get_by_role("button", name="Keep it on this device").click()
    expect(other.get_by_role("heading", name="Kept on this device")).to_be_visible()
    club.send("FixMarkers")
    club.board(other)
    until(
        other,
        lambda: bool(club.running.house.ledger.live(NAME).state.board.markers[power].ciphertext),
    )
    expect(other.locator("form.opening")).to_have_count(0)
    assert other.evaluate(LYING) == 0
    club.send("OpenBallots", absent="no-veto")
    secret = seal_secrets.read(code)
    assert isinstance(secret, bytes)
    nothing_of(club, secret, code)
