"""A whole turn of a club of eight through the pages alone: forms as they come, filled in."""

import json
from collections.abc import Mapping

from httpx import Response

from campaign.handler.command_handler import Actor
from support.web import NAME, PLAYERS, Browser, FoundForm, WebClub, forms

BOARD, DESK = f"/c/{NAME}/board", f"/c/{NAME}/host"


def buttons(browser: Browser) -> dict[str, FoundForm]:
    """What the host can press now, by the words on it."""
    found = forms(browser.get(DESK).text)
    return {form.text: form for form in found if "step" in form.offered}


def press(browser: Browser, text: str, *, twice: bool = True) -> Response:
    """Presses the host's button that begins with these words; twice, where it passes over somebody
    or leaves something undone.
    """
    found = buttons(browser)
    (form,) = (form for words, form in found.items() if words.startswith(text))
    done = browser.post(DESK, form.fields | {"step": form.offered["step"][0]})
    assert done.status_code == 200, done.text
    second = next((form for form in forms(done.text) if "sure" in form.fields), None)
    if twice and second is not None:
        done = browser.post(DESK, second.fields | {"because": "agreed with them"})
        assert done.status_code == 200, done.text
    return at_once(browser, done) if twice else done


def at_once(browser: Browser, done: Response) -> Response:
    """Has an act that is held sent now; what is not held is sent already."""
    held = next((form for form in forms(done.text) if "key" in form.fields), None)
    return browser.post(held.action, held.fields | {"do": "now"}) if held else done


def answer(browser: Browser, choice: str) -> Response:
    """Answers the first thing that is asked on the board."""
    return browser.fill(BOARD, choice=choice)


def is_asked(browser: Browser) -> bool:
    """Whether the board asks something of a member that they have not answered."""
    return any(form.text.endswith(" Seal") for form in forms(browser.get(BOARD).text))


def asked_of(made: WebClub) -> list[str]:
    """The players of whom a ballot is asked."""
    return [who for who in PLAYERS if is_asked(made.browser(who))]


def draw(made: WebClub) -> None:
    """The host opens the Board and draws a leader, by commands: many tests only begin with it."""
    for number, command in enumerate(("OpenReinforcement", "DrawLeader")):
        sent = json.dumps({"command": command, "id": f"draw-{number}"}).encode()
        done = made.house.desk.submit(NAME, sent, Actor("host"))
        assert done.refused is None, done.answer


def turn(made: WebClub, ballots: Mapping[str, str], vote: str = "abstain") -> None:
    """A turn of one draw: everybody who is asked answers, and everybody looks at every page."""
    host = made.browser("host")
    press(host, "Open the Promotions Board")
    press(host, "Draw a leader")
    for who in PLAYERS:
        if is_asked(made.browser(who)):
            done = answer(made.browser(who), ballots.get(who, "no-veto"))
            assert "It is in" in done.text, done.text
    look(made)
    press(host, "Open the ballots")
    for who in PLAYERS:
        if is_asked(made.browser(who)):
            assert "It is in" in answer(made.browser(who), vote).text
    look(made)


def look(made: WebClub) -> None:
    """Everybody looks at what there is."""
    last = made.house.ledger.store.ends(NAME)[1]
    event = made.house.ledger.store.version(NAME)
    paths = (
        "",
        "/board",
        "/journal",
        f"/journal/{event}",
        "/correct",
        "/undo",
        "/screen",
        "/members",
        "/turns/1939-SO",
        "/turns/index.html",
        "/do",
    )
    paths += ("/replay", "/replay?at=3&by=turn", "/diff?from=1", "/figures", "/points", "/leaders")
    paths += ("/explain/veto-points?of=germany", "/views", "/views/leaders", "/views/stats")
    for who in ("host", "ref", "olga", *PLAYERS[:3]):
        browser = made.browser(who)
        browser.get("/")
        for path in (*paths, f"/receipts/{last}"):
            assert browser.get(f"/c/{NAME}{path}").status_code == 200, path
