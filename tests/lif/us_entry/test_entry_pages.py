"""LiF 5.3: an action and an option on a phone: page by page, without a script."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from support.web import NAME, Browser, FoundForm, WebClub, club, forms, words

ROWS = [
    {"kind": "option", "number": 32, "colour": "red", "level": 0, "japan": 7},
    {"kind": "option", "number": 70, "name": "Our own option", "colour": "red", "level": 1,
     "japan": 10},
    {"kind": "action", "number": 10, "power": "japan", "japan": -4},
]  # fmt: skip


def us_entry(folder: Any, draws: str, chits: str, *commands: dict[str, Any]) -> Iterator[WebClub]:
    """A club with a chart and a common pool, whose dice and chits lie as told."""
    rulings = {"draws": draws, "entry_chits": chits}
    asked = {"scenario": "end-of-the-beginning", "rulings": rulings}
    with club(folder, **asked) as found:
        stock = [{"value": 1, "count": 40}] if chits == "ledger" else []
        for command in (
            {"command": "ImportEntryChart", "rows": ROWS, "source": "our chart"},
            {"command": "StockEntryChits", "rows": stock},
            *commands,
        ):
            told = found.house.ledger.submit(NAME, command)
            assert told["accepted"], told
        yield found


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebClub]:
    """Dice and chits are the ledger's."""
    yield from us_entry(tmp_path_factory.mktemp("ledger"), "ledger", "ledger")


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebClub]:
    """The club rolls its own dice, and the chits lie in a cup."""
    yield from us_entry(tmp_path_factory.mktemp("cup"), "table", "table")


def usa(made: WebClub) -> str:
    """Who plays the USA; a host where nobody does."""
    state = made.house.ledger.live(NAME).state
    return str(state.campaign.powers.get("usa", "host"))


def japan(made: WebClub) -> str:
    """Who plays Japan; a host where nobody does."""
    state = made.house.ledger.live(NAME).state
    return str(state.campaign.powers.get("japan", "host"))


def walked(browser: Browser, command: str, *answers: dict[str, str]) -> Any:
    """The pages of an act, each answered; the last answer of the service."""
    path = f"/c/{NAME}/do/{command}"
    page = browser.get(path)
    for given in answers:
        page = browser.post(path, next_form(page.text).fields | given)
    return page


def next_form(text: str) -> FoundForm:
    """The form with the questions."""
    return next(one for one in forms(text) if "since" in one.fields)


def last(made: WebClub) -> Any:
    """The last event of its kind on record."""
    return [one.event for one in made.house.ledger.history(NAME)]


def test_an_action_is_taken_by_four_taps(ledger: WebClub) -> None:
    """LiF 5.3.3: the action, what the map tells, a check, and it is recorded; the ledger rolls."""
    browser = ledger.browser(japan(ledger))
    told = words(browser.get(f"/c/{NAME}/do/TakeEntryAction"))
    assert "Why not another?" in told  # others are not offered, and it says why
    assert "its number is unknown for both entry pools" in told
    page = walked(browser, "TakeEntryAction", {"action": "10"})
    assert "Does Japan control Nanking?" in words(page)
    page = walked(browser, "TakeEntryAction", {"action": "10"}, {"stated/nanking": "yes"})
    told = words(page)
    assert "Which action?" in told and "Record" in told  # all that was said, to be checked
    page = walked(browser, "TakeEntryAction", {"action": "10"}, {"stated/nanking": "yes"}, {})
    assert page.history[0].status_code == 303
    (taken,) = [one for one in last(ledger) if type(one).__name__ == "EntryActionTaken"]
    assert taken.stated == {"nanking": "yes"}
    page = walked(browser, "TakeEntryAction", {"action": "10"})
    assert page.status_code == 409 and "comes once" in words(page)


def test_what_forbids_it_on_the_map_is_said_beside_the_answer(ledger: WebClub) -> None:
    """LiF 5.3.2: with the question still there to be answered otherwise."""
    browser = ledger.browser(usa(ledger))
    page = walked(
        browser, "PickEntryOption", {"option": "32"}, {"stated/pacific-fleet": "elsewhere"}
    )
    assert page.status_code in (200, 409)
    assert "Where does the Pacific fleet lie?" in words(page)


def test_its_player_hears_which_chits_will_be_seen(ledger: WebClub) -> None:
    """LiF 5.3.2: before anything is recorded, and nobody else is told."""
    browser, before = ledger.browser(usa(ledger)), ledger.house.ledger.store.version(NAME)
    page = walked(browser, "PickEntryOption", {"option": "70"})
    assert re.search(r"Everybody will see 1 chit for a level of 1: c[78] \(1\)\.", words(page))
    assert ledger.house.ledger.store.version(NAME) == before
    if (other := japan(ledger)) != usa(ledger):
        told = words(walked(ledger.browser(other), "PickEntryOption", {"option": "70"}))
        assert "Everybody will see" not in told and "Not recorded." in told
    page = walked(browser, "PickEntryOption", {"option": "70"}, {})
    assert page.history[0].status_code == 303


def test_values_are_asked_last_and_stand_nowhere(cup: WebClub) -> None:
    """Ruling 38: sent by their own page; a wrong one leaves the box empty."""
    browser = cup.browser(usa(cup))
    page = walked(browser, "EnterEntryChits", {"pool": "entry-japan"})
    assert "Values of 2 chits for the Japan entry pool" in words(page)
    page = walked(browser, "EnterEntryChits", {"pool": "entry-japan"}, {"values": "87 88 89"})
    assert page.status_code == 422 and "at most 2 whole numbers" in words(page)
    assert not any(value in page.text.split("<form", 1)[1] for value in ('"87', "88", "89"))
    page = walked(browser, "EnterEntryChits", {"pool": "entry-japan"}, {"values": "4 1"})
    assert page.status_code == 200
    assert len(cup.house.ledger.live(NAME).state.entry.chits) == 2


def test_the_table_s_dice_and_chits_are_asked_for(cup: WebClub) -> None:
    """LiF 5.3.3: the die that fell, then which of the chits goes back."""
    browser = cup.browser(japan(cup))
    steps = ({"action": "10"}, {"stated/nanking": "yes"}, {"rolls/japan": "4"})
    page = walked(browser, "TakeEntryAction", *steps[:2])
    assert "Die for Japan" in words(page)
    page = walked(browser, "TakeEntryAction", *steps)
    assert "Name the 1 chit that leaves the Japan entry pool" in words(page)
    assert {"chits/entry-japan:c1", "chits/entry-japan:c2"} <= set(next_form(page.text).offered)
    page = walked(browser, "TakeEntryAction", *steps, {"chits/entry-japan:c2": "on"}, {})
    assert page.history and page.history[0].status_code == 303
    assert set(cup.house.ledger.live(NAME).state.entry.chits) == {"c1"}
