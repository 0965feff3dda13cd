"""Two evenings on phones without scripts, by what pages offer alone: from the invitation to the
mail of the turn, and a battle whose result is contested.
"""

import html
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from httpx import Response

from support.command_line import Shell
from support.sessions import ledger_in
from support.web import MEMBERS, NAME, PLAYERS, Browser, FoundForm, WebClub, forms, words

HERE = f"/c/{NAME}"
LINK = re.compile(r'<a\b[^>]*?href="([^"]*)"[^>]*>(.*?)</a>', re.DOTALL)


class Phone:
    """A member's phone: it follows links and presses buttons that are on its page."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.page: Response = browser.get(HERE)

    def look(self) -> str:
        """Loads the page again; what it says."""
        self.page = self.browser.get(str(self.page.url))
        return self.text

    @property
    def text(self) -> str:
        """What the page says."""
        return words(self.page)

    def follow(self, text: str) -> None:
        """Taps a link by its words."""
        ways = (
            html.unescape(href)
            for href, inside in LINK.findall(self.page.text)
            if " ".join(re.sub("<[^>]*>", " ", inside).split()).startswith(text)
        )
        way = next(ways, None)
        assert way is not None, (text, self.text)
        self.page = self.browser.get(str(self.page.url.join(way)))
        assert self.page.status_code == 200, (text, self.text)

    def form(self, text: str) -> FoundForm:
        """The form whose button says that; without words that of an act."""
        every = forms(self.page.text)
        wanted = [one for one in every if (text in one.text if text else "since" in one.fields)]
        assert wanted, (text, self.text)
        return wanted[0]

    def press(self, text: str, /, **chosen: str) -> None:
        """Presses a button, with what was chosen or typed before."""
        form = self.form(text)
        step = {"step": form.offered["step"][0]} if "step" in form.offered else {}
        path = str(self.page.url.join(form.action or str(self.page.url)))
        self.page = self.browser.post(path, form.fields | step | chosen)
        assert self.page.status_code == 200, (text, self.text)


# --- Leaders in Flames --------------------------------------------------------------------------


@pytest.fixture
def made(tmp_path: Path) -> Iterator[WebClub]:
    """A campaign of eight that its host has just opened; everybody has an address."""
    members = [{**one, "email": f"{one['member']}@example.org"} for one in MEMBERS]
    with closing(WebClub.opened(tmp_path, setup={"members": members})) as club:
        yield club


def test_an_evening_of_eight_from_the_invitation_to_the_turns_mail(
    made: WebClub, tmp_path: Path
) -> None:
    """They come in by their links, answer what is asked, and read of it in their mail."""
    phones = {who: Phone(made.browser(who)) for who in ("host", *PLAYERS)}
    host = phones["host"]
    host.follow("Go to the host’s buttons")
    host.press("Open the Promotions Board")
    host.press("Draw a leader")
    for choice, opens, is_done in (
        ("no-veto", "Open the ballots", "Nobody vetoed"),
        ("abstain", "Open the vote", ""),
    ):
        for who in PLAYERS:
            phone = phones[who]
            phone.page = phone.browser.get(HERE)
            if "this is yours" in phone.text and "Seal" in phone.text:
                phone.follow("Seal")
                phone.press("Seal", choice=choice)
                assert "It is in" in phone.text
        host.look()
        host.press(opens)
        for phone in phones.values():
            phone.page = phone.browser.get(f"{HERE}/board")
            assert is_done in phone.text
    state = made.house.ledger.live(NAME).state
    (leader,) = (who for who, status in state.leaders.items() if status == "arriving")
    for phone in phones.values():
        phone.page = phone.browser.get(HERE)
    owner = next(phone for phone in phones.values() if "Place " in phone.text)
    owner.follow("Place ")
    owner.press("", location="E1429")
    assert f"{state.sheet[leader].name} was placed at E1429" in owner.text
    host.page = host.browser.get(f"{HERE}/board")
    host.press("Begin November/December 1939")
    assert "Nov/Dec 1939 · turn 2 of 36" in host.text
    made.close()
    mail = Shell(tmp_path)("mail-preview", NAME, "anna", "--turn", "1939-SO", "--out", "mail")
    assert mail.status == 0 and "September/October 1939" in mail.out
    assert state.sheet[leader].name in mail.out


# --- Flames of War ------------------------------------------------------------------------------


@pytest.fixture
def battle(tmp_path: Path) -> Iterator[WebClub]:
    """Anzio; its first battle has begun."""
    setup = {"players": {"anna": "allies", "ben": "axis"}}
    with closing(WebClub.on(ledger_in(tmp_path))) as club:
        opened = club.house.desk.open(NAME, system="fow", scenario="anzio", setup=setup)
        assert opened["accepted"], opened
        begun = {"command": "BeginBattle", "platoons": {"allies": 5, "axis": 5}}
        assert club.house.ledger.submit(NAME, begun)["accepted"]
        yield club


def test_an_evening_with_a_contested_result(battle: WebClub, tmp_path: Path) -> None:
    """Ben says that it was not so; Anna reports it anew, Ben confirms, and the next round begins.

    Mission rules: the winner by an objective with one platoon lost has 5 points; the loser 2 for
    having destroyed one.
    """
    anna, ben, host = (Phone(battle.browser(who)) for who in ("anna", "ben", "host"))

    def report(axis: str) -> None:
        anna.page = anna.browser.get(HERE)
        anna.follow("Report the result")
        anna.press("The Allies held an objective", ended_by="objective", side="allies")
        lost = {"lost/allies": "1", "lost/axis": axis}
        while "Recorded" not in anna.text:
            anna.press("", **{key: text for key, text in lost.items() if key in anna.page.text})

    report("5")
    ben.look()
    assert "Confirm the result" in ben.text
    ben.follow("It is wrong")
    while "Recorded" not in ben.text:
        ben.press("", text="Three, not five.")
    anna.page = anna.browser.get(HERE)
    assert "Three, not five." in anna.text
    report("3")
    ben.page = ben.browser.get(HERE)
    ben.press("Confirm")
    assert "The Allies won battle 1" in words(anna.browser.get(f"{HERE}/journal"))
    assert "5 points to 2" in words(anna.browser.get(f"{HERE}/journal"))
    host.page = host.browser.get(f"{HERE}/board")
    host.press("Begin Round 2")
    battle.close()
    mail = Shell(tmp_path)("mail-preview", NAME, "anna", "--turn", "round-1", "--out", "mail")
    assert mail.status == 0 and "5 points" in mail.out
