"""People's own words in no address: every act that asks for them is walked forward and back."""

import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote_plus

import pytest
from httpx import Response

from campaign.kernel.decisions import About, Refused
from campaign.kernel.interview import answers, pages, runner
from campaign.store.submission import StoredAnswer
from campaign.web.auth import sign_in
from campaign.web.auth.rate_limits import Rate
from campaign.web.context import RequestContext
from events.lif.on_map import LeaderPlaced
from fow.screens import rifles
from kit.club import Club
from support import front
from support.disputed import upheld, version_of
from support.sessions import Session, ledger_in
from support.web import MEMBERS, NAME, PAGES, Browser, FoundForm, WebClub, forms

MARK = "quincunxes"
"""Typed wherever people's own words are taken, and nowhere else."""


def lif(folder: Path) -> WebClub:
    """A campaign of Leaders in Flames, a turn at the front behind it."""
    made = WebClub.opened(folder, setup={**front.SETUP, "members": MEMBERS})
    for command in front.TURN:
        made.house.ledger.submit(NAME, command)
    return made


def fow(folder: Path) -> WebClub:
    """A battle of Flames of War, with a roster."""
    ledger = ledger_in(folder)
    forces = {"rifles": rifles(skill="trained", motivation="confident")}
    setup = {"players": {"anna": "allies", "ben": "axis"}, "forces": forces}
    opened = ledger.open(NAME, system="fow", scenario="anzio", setup=setup)
    assert opened["accepted"], opened
    ledger.submit(NAME, {"command": "BeginBattle", "platoons": {"axis": 6}})
    return WebClub.on(ledger)


def kit(folder: Path) -> WebClub:
    """A campaign by rules of its own."""
    return WebClub.on(Club(folder, "cards").ledger)


class Walk:
    """A member on the way through the acts of a campaign; nothing that they send is recorded."""

    def __init__(self, made: WebClub, patch: pytest.MonkeyPatch) -> None:
        self.browser: Browser = made.browser("host")
        self.typed: set[str] = set()
        """The acts in which `MARK` was typed."""
        self.seen: pages.Outcome | None = None
        interviewed = runner.interviewed

        def seen(*args: Any, **more: Any) -> pages.Outcome:
            outcome = interviewed(*args, **more)
            self.seen = outcome if "sent" in more else self.seen
            return outcome

        def refused(*_: Any) -> StoredAnswer:
            """What was sent is refused for its first answer, whose page then comes again."""
            passed = self.seen.passed if self.seen is not None else ()
            field = pages.first_key(passed[0]) if passed else ""
            return StoredAnswer({}, Refused("a rule", "not so", About(field)))

        patch.setattr(runner, "interviewed", seen)
        patch.setattr(RequestContext, "send", refused)
        patch.setattr(runner, "trial_of", lambda *_: lambda fields: None)

    def through(self, command: str) -> None:
        """Answers page after page, and goes all the way back from each."""
        path, before = f"/c/{NAME}/do/{command}", ""
        answer = checked(self.browser.get(path))
        while (form := step(answer)) is not None and before != form.fields.get("step", "-"):
            before = form.fields.get("step", "-")
            answer = self._sent(path, form, form.fields | self._answers(command))
            outcome = self.seen
            self._back(path, answer)
            self.seen = outcome
            if "record" in form.fields:
                return

    def _answers(self, command: str) -> dict[str, str]:
        """What is typed on the page that is shown."""
        assert self.seen is not None
        page = self.seen.page if isinstance(self.seen, pages.NextPage) else None
        if page is None:
            return {}
        head = f"{page.rows}.0." if page.rows else ""
        typed = {f"{head}{one.key}": an_answer(one.kind) for one in page.questions}
        if MARK in typed.values():
            self.typed.add(command)
        return typed

    def _back(self, path: str, answer: Response) -> None:
        """One *Back* after the other; the first page is then sent as it comes."""
        for _ in range(PAGES):
            ways = [one for one in forms(answer.text) if "again" in one.fields]
            if not ways:
                break
            answer = self._sent(path, ways[-1], ways[-1].fields)
        if (form := step(answer)) is not None:
            self._sent(path, form, form.fields)

    def _sent(self, path: str, form: FoundForm, fields: dict[str, str]) -> Response:
        ask = self.browser.post if form.method == "post" else self.browser.ask
        return checked(ask(path, fields))


def step(answer: Response) -> FoundForm | None:
    """The form of a page with its questions."""
    return next((one for one in forms(answer.text) if "since" in one.fields), None)


def an_answer(kind: answers.Kind) -> str:
    """Something that a kind of answer takes."""
    match kind:
        case _ if kind.is_free:
            return MARK
        case answers.Several(kind=one) | answers.Either(kinds=(one, *_)):
            return an_answer(one)
        case answers.Choice(options=options) if options:
            return next((one.value for one in options if not one.refused), options[0].value)
        case answers.Number(lowest=lowest):
            return str(1 if lowest is None else lowest)
        case answers.YesNo():
            return "yes"
        case answers.Moment():
            return "2199-01-01T00:00"
    return "2199-01-01" if isinstance(kind, answers.Day) else "e1429"


def checked(answer: Response) -> Response:
    """A page; people's own words are in no address, in no link and in no form that makes one."""
    links = re.findall('(?:href|action)="([^"]*)"', answer.text)
    asked = [one for one in forms(answer.text) if one.method == "get"]
    addresses = [str(one.url) for one in (*answer.history, answer)]
    texts = (*addresses, *links, *(text for one in asked for text in one.fields.values()))
    assert not [text for text in texts if MARK in unescape(unquote_plus(text))], answer.url
    return answer


@pytest.mark.parametrize(
    ("opened", "asking"),
    [
        (lif, {"RaiseDispute", "ReportCombat", "NameHex", "MoveLeader", "ReturnEntryChits"}),
        (fow, {"RaiseDispute", "ContestResult", "OrganiseForce", "ReorganiseForce"}),
        (kit, {"RaiseDispute", "DeclineAct", "ChangeRules", "SetBookmark"}),
    ],
)
def test_no_act_puts_own_words_into_an_address(
    opened: Callable[[Path], WebClub],
    asking: set[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Neither on its way forward nor back to what was asked before them, nor once it is refused."""
    monkeypatch.setattr(sign_in, "PAGES", Rate(10_000, 1))
    made = opened(tmp_path)
    walk = Walk(made, monkeypatch)
    for command in made.house.ledger.live(NAME).system.rules.commands:
        walk.through(command)
    made.close()
    assert asking <= walk.typed


@pytest.mark.parametrize(
    ("kind", "first", "then"),
    [
        ("strike", {}, {}),
        ("adjust", {}, {"figure": "veto-points", "of": "italy", "change": "2"}),
        ("rewind", {}, {}),
        ("amend", {"version": "{placed}"}, {"fields/location": "E1430"}),
        (
            "insert",
            {"after": "{placed}", "forgotten/command": "AddEntropy"},
            {"forgotten/value": MARK, "forgotten/by": "ben"},
        ),
    ],
)
def test_a_correction_puts_own_words_into_no_address(
    kind: str, first: dict[str, str], then: dict[str, str], tmp_path: Path
) -> None:
    """Nor where its line is asked for again, once the words were typed, and at its preview."""
    session = Session(ledger_in(tmp_path))
    session.open(setup={"members": MEMBERS, "leaders": {"rommel": "arriving"}})
    session.do("PlaceLeader", "anna", leader="rommel", location="E1429")
    placed = version_of(session, LeaderPlaced)
    upheld(session, placed)
    made = WebClub.on(session.ledger)
    browser, path = made.browser("ref"), f"/c/{NAME}/correct"

    def sent(answer: Response, fields: dict[str, str]) -> Response:
        form = next(one for one in forms(answer.text) if "kind" in one.fields)
        ask = browser.post if form.method == "post" else browser.ask
        return checked(ask(path, form.fields | fields))

    line = {key: text.format(placed=placed) for key, text in first.items()}
    answer = checked(browser.get(f"{path}?kind={kind}&dispute=d1"))
    answer = sent(answer, line) if line else answer
    typed = {**then, "reason": MARK}
    if key := next(iter(line), ""):
        asked_again = sent(answer, {**typed, key: "999"})
        answer = sent(asked_again, line)
    answer = sent(answer, typed)
    assert [one for one in forms(answer.text) if one.fields.get("seen")], "the preview"
    made.close()
