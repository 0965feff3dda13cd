"""The war diary in a browser: on its own page, on those of turns and leaders, and published; no
barriers, and nothing too wide on a phone and on a desk.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from campaign.accounts.table.diary import ALL, DispatchReport
from campaign.diary.words import PictureShown
from campaign.handler.command_handler import Actor
from campaign.handler.dispatches import DiaryShelf
from diary.clubs import Diarists
from looks import browser, judges
from support.command_line import Shell
from support.served import served
from support.sessions import ledger_in
from support.web import MEMBERS, NAME
from tests.all.web.test_web_seen import Service, window

pytestmark = [pytest.mark.slow, pytest.mark.needs(*browser.NAMES)]
WIDTHS = (360, 1280)
ON = "leader:balbo"
LONG = (
    "It rained for a *week*. Nobody **moved**, and the supplies lay where they lay.\n\n"
    "> Whoever holds the ford holds the road.\n> > Said who?\n\n"
    "1. The ford.\n2. The road,\nin the mud.\n   - " + "Much" * 40 + "\n\n" + "A sentence. " * 60
)
HEBREW = "הגשם ירד שבוע שלם. Balbo לא זז."
PLACES = (
    "/diary",
    "/diary?edit=w1",
    "/diary?turn=1939-SO&subject=leader:balbo",
    "/turns/1939-SO",
    "/turns/leader-balbo.html",
    "/explain/leader?of=balbo",
)


def picture(size: tuple[int, int] = (800, 500)) -> bytes:
    """A JPEG of a table."""
    image, draw = pytest.importorskip("PIL.Image"), pytest.importorskip("PIL.ImageDraw")
    import io

    made = image.new("RGB", size, "#5d6b4a")
    draw.Draw(made).rectangle((80, 120, 420, 300), fill="#8a7a55")
    out = io.BytesIO()
    made.save(out, "JPEG")
    return out.getvalue()


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A club with dispatches of every kind: long, with pictures, sealed, removed, held."""
    folder = tmp_path_factory.mktemp("club")
    with ledger_in(folder) as ledger:
        asked = {"scenario": "global-war", "rulebook": "lif-1998", "setup": {"members": MEMBERS}}
        assert ledger.open(NAME, title="Thursday club", **asked)["accepted"]
        club = Diarists(ledger, NAME)
        shown = (
            PictureShown(picture(), 800, 500, "The table after the turn", "After midnight"),
            PictureShown(picture((300, 900)), 300, 900, "A counter"),
        )
        assert club.ask("FileDispatch", "anna", shown, words=LONG, subject=ON)["accepted"]
        club.write("ben", HEBREW), club.write("host", "x" * 300, subject=ON)
        club.write("anna", "Later.", until="end"), club.write("ben", "Gone.")
        assert club.ask("RemoveDispatch", "host", dispatch="w5")["accepted"]
        campaign_id = ledger.live(NAME).state.campaign.id
        rows = DiaryShelf(ledger).rows
        rows.report(campaign_id, DispatchReport("w2", "anna", "Not so. " * 20, ledger.now()))
        rows.mute(campaign_id, ALL, on=True)
        sent = b'{"command": "FileDispatch", "words": "May I?"}'
        assert "held" in club.desk.submit(NAME, sent, Actor("ben")).answer
        club.close()
    shell = Shell(folder)
    with served(shell) as (_, url):
        yield Service(shell, url)


def faults(page: Page, what: str) -> list[tuple[str, int, object]]:
    """What bars anybody, and where a page is too wide."""
    found: list[tuple[str, int, object]] = []
    for width in WIDTHS:
        page.set_viewport_size(ViewportSize(width=width, height=800))
        found += [(what, width, one) for one in judges.barriers(page)]
        if (wide := browser.width(page)) > width:
            found.append((what, width, wide))
    return found


@pytest.mark.needs(str(judges.AXE))
@pytest.mark.parametrize("scheme", browser.SCHEMES)
@pytest.mark.parametrize("who", ["host", "anna"])
def test_no_page_of_the_diary_bars_anybody(
    there: Browser, service: Service, who: str, scheme: str
) -> None:
    """Read, written, edited and refused; every part of it opened."""
    wrong = []
    with window(there, service, who, color_scheme=scheme, bypass_csp=True) as page:
        for place in PLACES:
            page.goto(f"/c/{NAME}{place}")
            assert "rained" in page.content() or "Later" in page.content(), place
            page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
            wrong += faults(page, place)
        page.goto(f"/c/{NAME}/diary")
        page.get_by_label("Your story").fill("a" * 4001)
        page.get_by_role("button", name="Send").click()
        assert "4,001 letters" in page.locator("#why-words").inner_text()
        wrong += faults(page, "refused")
    assert wrong == []


@pytest.mark.needs(str(judges.AXE))
@pytest.mark.parametrize("scheme", browser.SCHEMES)
def test_no_published_page_bars_anybody(
    there: Browser, service: Service, scheme: str, tmp_path: Path
) -> None:
    """Once the campaign is over, so that everything may be read."""
    import shutil

    folder = shutil.copytree(service.shell.folder, tmp_path / "over")
    shell = Shell(folder)
    shell.fine("close", NAME, "--yes", "--why", "everybody has gone")
    shell.fine("publish", NAME, str(tmp_path / "site"), "--no-png")
    made = there.new_context(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
    wrong, page = [], made.new_page()
    for file in ("1939-SO.html", "leader-balbo.html"):
        page.goto(f"file://{tmp_path}/site/{file}")
        assert page.locator("#diary img").count() == 2
        assert page.evaluate("[...document.images].every(one => one.naturalWidth > 0)")
        wrong += faults(page, file)
    made.close()
    assert wrong == []


@pytest.mark.parametrize("script", [True, False])
def test_a_story_with_a_picture_takes_two_taps(
    there: Browser, service: Service, script: bool
) -> None:
    """From the page of a turn: *Write*, the words and the picture, *Send*."""
    with window(there, service, "host", java_script_enabled=script) as page:
        page.goto(f"/c/{NAME}/turns/1939-SO")
        page.get_by_role("link", name="Write").click()
        words = f"Held, {'with' if script else 'without'} a script."
        page.get_by_label("Your story").fill(words)
        sent = {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": picture()}
        page.locator("#pictures").set_input_files(sent)  # type: ignore[arg-type]
        page.get_by_text("What the pictures show").click()
        page.locator("#alt-1").fill("A table")
        page.locator("#write button.press").click()
        story = page.locator(".dispatch", has_text=words)
        story.get_by_role("img", name="A table").wait_for()
