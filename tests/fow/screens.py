"""A battle of Flames of War on a phone: its campaigns, and a hand that taps what a page shows."""

import copy
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from httpx import Response

from fow.support import FORCES
from support.sessions import ledger_in
from support.web import NAME, Browser, FoundForm, WebClub, forms, words

HERE = f"/c/{NAME}"
PLATOONS = ("Company HQ", "1st Rifle", "2nd Rifle", "Mortars", "Shermans")


def rifles(**more: Any) -> dict[str, Any]:
    """Anna's force, with names for its platoons."""
    force = copy.deepcopy(FORCES["rifles"])
    platoons: list[dict[str, Any]] = force["platoons"]  # type: ignore[assignment]
    for platoon, name in zip(platoons, PLATOONS, strict=True):
        platoon["name"] = name
    return {"name": "The Rifles", **force, **more}


@contextmanager
def battle(
    folder: Path, *, forces: Mapping[str, Any] | None = None, begun: bool = True, **rulings: str
) -> Iterator[WebClub]:
    """Anzio, Anna for the Allies and Ben for the Axis, who has six platoons and no roster."""
    club = WebClub.on(ledger_in(folder))
    setup = {
        "players": {"anna": "allies", "ben": "axis"},
        "forces": {"rifles": rifles()} if forces is None else forces,
    }
    answer = club.house.desk.open(
        NAME, system="fow", scenario="anzio", setup=setup, rulings=rulings
    )
    assert answer["accepted"], answer
    try:
        if begun:
            do(
                club,
                "BeginBattle",
                platoons={"axis": 6, **({} if setup["forces"] else {"allies": 6})},
            )
        yield club
    finally:
        club.close()


def do(club: WebClub, command: str, **fields: Any) -> list[dict[str, Any]]:
    """A command that must be accepted; its events."""
    answer = club.house.ledger.submit(NAME, {"command": command, **fields})
    assert answer["accepted"], answer
    events: list[dict[str, Any]] = answer["events"]
    return events


class Thumb:
    """A member's thumb on the screens of an act: each thing that it does is counted."""

    def __init__(self, browser: Browser, path: str) -> None:
        self.browser, self.path = browser, path
        self.page = browser.get(path)
        self.typed: dict[str, str] = {}
        self.taps = 1  # what led here

    @property
    def form(self) -> FoundForm:
        """The act's own form."""
        return next(one for one in forms(self.page.text) if "since" in one.fields)

    @property
    def said(self) -> str:
        """What the page says."""
        return words(self.page)

    def choose(self, name: str, value: str = "on") -> None:
        """Taps a card, a tick or a square."""
        offered = self.form.offered
        assert value in offered.get(name, ()), (name, value, offered)
        self.typed[name] = value
        self.taps += 1

    def count(self, name: str, number: int) -> None:
        """Taps the plus beside a number so many times."""
        start = int(self.form.fields[name] or 0)
        self.typed[name] = str(number)
        self.taps += abs(number - start)

    def number(self, name: str, text: str) -> None:
        """Taps a number's box, and types on the pad of digits."""
        assert name in self.form.fields, (name, self.form.fields)
        self.typed[name] = text
        self.taps += 1

    def press(self, **button: str) -> Response:
        """Presses the form's button, or another one of it."""
        form, typed = self.form, self.typed
        self.taps += 1
        self.typed = {}
        fields = {**form.fields, **typed, **button}
        is_asked = '<form method="get" class="fields">' in self.page.text
        path = self.path.partition("?")[0]
        send = self.browser.ask if is_asked else self.browser.post
        self.page = send(path, fields)
        return self.page
