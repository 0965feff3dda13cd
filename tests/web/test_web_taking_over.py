"""A war on paper taken over in the browser: pasted, every cell settled there, then begun."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest

from campaign.fow.opening import taking_over as axis
from campaign.handler.own_data import own_data
from campaign.kit.opening import example
from campaign.store.export import audit_of
from events.lif.cup import PositionStated
from support.sessions import NAME
from support.web import Browser, WebClub, forms, words

SHEET = "turn\t12\n\nLeader\tState\tWhere\nRommel\tmap\tE1429\nStalin\tcup\nGudrian\tcup\n"


def fields(browser: Browser, **typed: str) -> tuple[int, str, dict[str, str]]:
    """What a check shows: its status, its words, and what its form then has."""
    page = browser.post("/new/take-over", {"system": "lif", "name": "friday", **typed})
    (form,) = [one for one in forms(page.text) if one.action == "/new/take-over"]
    areas = {
        key: form.fields[key].removeprefix("\n") for key in ("sheet", "rules") if key in form.fields
    }  # as browsers read a text area
    return page.status_code, words(page), {**form.fields, **areas}


def test_a_war_is_pasted_settled_and_goes_on(made: WebClub) -> None:
    """LiF 6: turn 12 of Global War is July/August 1941; a row is left out, a name read as near."""
    host = made.browser("host")
    status, shown, form = fields(host, sheet=SHEET, do="check")
    assert status == 422
    assert "A5 (leader): Stalin Stalin is no leader that is known" in shown
    assert "Gudrian is read as Guderian" in shown
    assert "1 cell is not plain yet" in shown
    form.pop("out:5", None)
    status, shown, form = fields(host, **{**form, "out:5": "yes", "do": "check"})
    assert status == 200, shown
    assert "How it will stand" in shown
    assert "Position of July/August 1941 taken over, on the club’s word" in shown
    assert "friday" not in made.house.ledger.names()
    came = host.post("/new/take-over", {**form, "do": "begin"})
    assert str(came.url).endswith("/c/friday/members"), words(came)
    state = made.house.ledger.live("friday").state
    assert state.campaign.turn == "1941-JA"
    assert state.play.placements["rommel"].location == "E1429"


def test_what_was_looked_at_is_what_begins(made: WebClub) -> None:
    """A sheet that was changed after the look is shown again, and nothing is recorded."""
    host = made.browser("host")
    _, _, form = fields(host, sheet="turn\t12\n", do="check")
    status, shown, _ = fields(host, **{**form, "sheet": "turn\t13\n", "do": "begin"})
    assert (status, "September/October 1941" in shown) == (200, True)
    assert "friday" not in made.house.ledger.names()


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ({"name": "Friday Club"}, "must be lower-case letters, digits and hyphens"),
        ({"name": ""}, "must be lower-case letters, digits and hyphens"),
        ({"title": "x" * 81}, "write one line of at most 80 characters"),
    ],
)
def test_no_campaign_is_shown_that_could_not_begin(
    made: WebClub, typed: dict[str, str], why: str
) -> None:
    """Its name and title are looked at with the sheet."""
    status, shown, _ = fields(
        made.browser("host"), **{"sheet": "turn\t12\n", "do": "check", **typed}
    )
    assert (status, why in shown) == (422, True), shown
    assert "How it will stand" not in shown


def test_a_cell_is_written_anew_on_the_page(made: WebClub) -> None:
    """The other cells stay as they were pasted, under the same numbers."""
    host = made.browser("host")
    _, _, form = fields(host, sheet=SHEET, do="check")
    form.pop("out:5", None)
    status, shown, form = fields(host, **{**form, "fix:A5": "zhukov", "do": "check"})
    assert status == 200, shown
    assert form["sheet"].split("\n")[4].split("\t")[:2] == ["zhukov", "cup"]


def test_an_axis_goes_on_in_its_round(made: WebClub) -> None:
    """FoW Campaign Types: the same page with the other game's tables."""
    host = made.browser("host")
    status, shown, form = fields(host, system="fow", sheet=axis.EXAMPLE, do="check")
    assert status == 200, shown
    assert "Position of round 5 taken over, on the club’s word." in shown
    host.post("/new/take-over", {**form, "do": "begin"})
    state = made.house.ledger.live("friday").state
    assert state.campaign.turn == "round-05"
    assert state.lines["anzio"].sector == 3


WAR = "turn;12\n\nPower;Points\nGermany;3\n"
RULES = example("league").replace("last = 6", "last = 7")
LEAGUE = "round;3\n\nteam;points\nMudford Moles;4\n\nplayer;team;price\n+Bolt;toads;60\n"


def test_a_campaign_by_rules_of_ones_own_goes_on(made: WebClub) -> None:
    """The page asks for the rules first; their tables say what columns there are."""
    host = made.browser("host")
    page = host.get("/new/take-over?system=kit")
    assert "name one of evening, league" in words(page)
    status, shown, _ = fields(host, system="kit", sheet=LEAGUE, do="check")
    assert (status, "give the file with the rules" in shown.lower()) == (422, True)
    status, shown, _ = fields(host, system="kit", rules="kit = 1\n[seats]\n", sheet=LEAGUE)
    assert (status, "rules:1: title is missing" in shown.lower()) == (422, True)
    status, shown, form = fields(host, system="kit", rules=RULES, sheet=LEAGUE, do="check")
    assert status == 200, shown
    assert "Position of round 3 taken over, on the club’s word." in shown
    _, changed, _ = fields(host, **{**form, "rules": "league", "do": "begin"})
    assert "Go on from here" in changed and "friday" not in made.house.ledger.names()
    host.post("/new/take-over", {**form, "do": "begin"})
    state = made.house.ledger.live("friday").state
    assert (state.campaign.turn, state.tables["players"]["player5"][:2]) == (
        "turn-03",
        ("Bolt", "toads"),
    )


def test_the_record_has_a_digest_that_whoever_stated_it_can_prove(made: WebClub) -> None:
    """The salt is among the host's own data, and nowhere in the record."""
    host, ledger = made.browser("host"), made.house.ledger
    _, _, form = fields(host, sheet=WAR, do="check")
    host.post("/new/take-over", {**form, "sheet": WAR.replace("\n", "\r\n"), "do": "check"})
    host.post("/new/take-over", {**form, "do": "begin"})
    (event,) = (one for _, one in ledger.log("friday") if type(one).__name__ == "PositionStated")
    assert isinstance(event, PositionStated) and event.stated_by == "host"
    own = own_data(ledger, made.house.people, "friday", "host")
    (row,) = json.loads(own["people.json"])["sheet"]
    text = bytes.fromhex(row["salt"]) + WAR.strip().encode()
    assert row["digest"] == event.sheet_digest == hashlib.sha256(text).hexdigest()
    recorded = b"".join(stored for _, _, stored in ledger.store.rows("friday"))
    assert row["salt"].encode() not in recorded and row["digest"].encode() in recorded
    of_ben = own_data(ledger, made.house.people, "friday", "ben")
    assert "sheet" not in json.loads(of_ben["people.json"])


# --- Stated again ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("system", "sheet", "was", "now", "stands"),
    [
        ("lif", WAR, "Germany;3", "Germany;5", lambda state: state.veto_points["germany"] == 5),
        ("fow", axis.EXAMPLE, "Anzio;3;", "Anzio;4;", lambda one: one.lines["anzio"].sector == 4),
        ("kit", LEAGUE, "Moles;4", "Moles;6", lambda one: one.tables["seats"]["moles"][1] == 6),
    ],
    ids=["lif", "fow", "kit"],
)
def test_a_position_is_stated_again(
    made: WebClub, system: str, sheet: str, was: str, now: str, stands: Callable[[Any], bool]
) -> None:
    """From the line of the record; what the sheet says otherwise counts, until more is recorded."""
    host, rules = made.browser("host"), {"rules": RULES} if system == "kit" else {}
    _, _, form = fields(host, system=system, **rules, sheet=sheet, do="check")
    host.post("/new/take-over", {**form, "do": "begin"})
    log = list(made.house.ledger.log("friday"))
    version = next(n for n, event in log if type(event).__name__ == "PositionStated")
    assert "/c/friday/take-over" in host.get(f"/c/friday/journal/{version}").text

    def stated(text: str) -> tuple[int, str]:
        page = host.get("/c/friday/take-over")
        assert "State the position again" in words(page)
        page = host.post("/c/friday/take-over", {"sheet": text, "do": "check"})
        (again,) = [one for one in forms(page.text) if one.action == "/c/friday/take-over"]
        typed = {**again.fields, "sheet": again.fields["sheet"].removeprefix("\n")}
        page = host.post("/c/friday/take-over", {**typed, "do": "begin"})
        return page.status_code, words(page)

    assert stated(sheet)[0] == 422
    ledger = made.house.ledger
    before = ledger.store.version("friday")
    status, shown = stated(sheet.replace(was, now))
    assert status == 200, shown
    assert ledger.store.version("friday") == before + 1
    assert stands(ledger.live("friday").state)
    assert list(audit_of(ledger, "friday").findings(ledger.store.rows("friday"))) == []
    zoe = {"member": "zoe", "name": "Zoe", "roles": ["player"]}
    assert ledger.submit("friday", {"command": "EnrolMember", "by": "host", **zoe})["accepted"]
    status, shown = stated(sheet)
    assert (status, "more is on record by now" in shown.lower()) == (422, True)


def test_only_a_host_states_it_again(made: WebClub) -> None:
    assert made.browser("anna").get(f"/c/{NAME}/take-over").status_code == 403
    page = made.browser("host").post(f"/c/{NAME}/take-over", {"sheet": "turn;1\n", "do": "check"})
    assert page.status_code in (200, 422)
