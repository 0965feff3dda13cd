"""A campaign set up again from what its first facts hold: what does not follow is found."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from campaign.lif import roster
from campaign.systems import SYSTEMS
from campaign.verify.audit import Verification
from events import campaign as shared
from events import chain, codec
from events.base import Event, topic
from events.lif import us_entry as entry
from events.lif.cup import LeadersSetUp, PositionStated
from events.lif.politics import Minor
from support.sessions import ADDRESS, MEMBERS, NAME, Session, ledger_in

Log = list[Event]
SHEET = """id,name,power,rank,year,mark,allegiance,abilities
ann,Ann,germany,4,1939,,,3 7
bo,Bo,usa,5,1941,,,
cy,Cy,ussr,3,,Res,,12
"""
OWN = {
    "id": "our-war",
    "title": "Our war",
    "first_turn": "1940-MA",
    "last_turn": "1941-JA",
    "setup": {"wars": [["germany", "france"]], "veto_points": {"france": 7}},
    "facts": [{"about": "Weather", "text": "It rains."}],
    "asks": [{"key": "who-begins", "question": "Who has the initiative?"}],
}
OPENINGS: dict[str, dict[str, Any]] = {
    "plain": {},
    "list": {"rulebook": "lif-list", "rulings": {"draws": "table"}, "modules": {"leaders": False}},
    "mid-war": {
        "scenario": "end-of-the-beginning",
        "setup": {
            "leaders": {"pretelat": "map"},
            "veto_points": {"germany": 9},
            "minors": {"spain": {"status": "aligned", "power": "germany"}},
            "us_entry": {"options": [22], "chits": {"entry-japan": 2}},
        },
    },
    "custom": {"scenario": "custom", "first_turn": "1942-MJ", "last_turn": "1943-JF"},
    "paper": {
        "extras": {
            "position": {
                "turn": "1941-JA",
                "leaders": {"rommel": {"status": "map", "where": "E1429"}},
                "vichy": "installed",
            }
        }
    },
    "own": {"scenario": "our-war", "own": OWN, "extras": {"leaders": SHEET}},
}


def opened(folder: Path, which: str) -> Log:
    """The first facts of a campaign, which verify clean."""
    asked = {**OPENINGS[which]}
    session = Session(ledger_in(folder)).open(asked.pop("rulebook", "lif-1998"), **asked)
    log = [event for _, event in session.ledger.log(NAME)]
    session.ledger.close()
    assert audited(log) == []
    return log


def audited(log: Log) -> list[str]:
    """What the auditor says of events, chained anew."""
    rows, head = [], ""
    for version, event in enumerate(log, 1):
        stored = chain.seal(codec.encode(replace(event, prev=head)))
        head = chain.head(stored)
        rows.append((version, topic(event), stored))
    return [str(one) for one in Verification(SYSTEMS).findings(rows)]


def changed(log: Log, kind: type[Event], **changes: Any) -> Log:
    """A log with its first event of a type changed."""
    at = next(index for index, event in enumerate(log) if isinstance(event, kind))
    return [*log[:at], replace(log[at], **changes), *log[at + 1 :]]


@pytest.mark.parametrize("which", OPENINGS)
def test_every_opening_can_be_set_up_again(tmp_path: Path, which: str) -> None:
    """Kit, club's own scenario, club's own sheet, set-up: and nobody's address is kept twice."""
    log = opened(tmp_path, which)
    placed = log[1]
    assert isinstance(placed, LeadersSetUp)
    assert placed.scenario["id"] == OPENINGS[which].get("scenario", "global-war")
    assert ADDRESS not in str(placed)
    assert [one["member"] for one in placed.overrides["members"]] == [
        one["member"] for one in MEMBERS
    ]


_PLACED: list[tuple[str, Callable[[Any], Any]]] = [
    ("active", lambda was: not was),
    ("leaders", lambda was: {**was, "rommel": "dead"}),
    ("leaders", lambda was: {**was, "nobody": "cup"}),
    ("veto_points", lambda was: {**was, "usa": 9}),
    ("at_war", lambda was: (*was, ("germany", "usa"))),
    ("conquest", lambda was: {**was, "france": "complete"}),
    ("vichy", lambda was: "collapsed"),
    ("minors", lambda was: {**was, "spain": Minor("conquered", "usa")}),
    ("reserves_called", lambda was: {**was, "usa": ("Ge",)}),
    ("sheet", lambda was: tuple(roster.kit().values())[:5]),
    ("scenario", lambda was: {}),
    ("scenario", lambda was: {**was, "title": "Another"}),
    ("scenario", lambda was: {**was, "setup": {"veto_points": {"usa": 8}}}),
    ("overrides", lambda was: {}),
    ("overrides", lambda was: {**was, "vichy": "collapsed"}),
    ("overrides", lambda was: {**was, "nonsense": 1}),
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("number", range(len(_PLACED)))
@pytest.mark.parametrize("which", ["plain", "mid-war"])
def test_a_forged_set_up_is_found(tmp_path: Path, which: str, number: int) -> None:
    """LiF 4: cup, points, wars, conquests: each follows from scenario and set-up."""
    field, change = _PLACED[number]
    log = opened(tmp_path, which)
    told = audited(changed(log, LeadersSetUp, **{field: change(getattr(log[1], field))}))
    assert any(line.startswith("version 1: rules: ") for line in told), told


_OPENED: list[tuple[str, Any]] = [
    ("rulebook", "lif-list"),
    ("rulebook", "none"),
    ("scenario", "custom"),
    ("scenario", "nowhere"),
    ("first_turn", "1944-JF"),
    ("last_turn", "1944-JF"),
    ("rulings", {}),
    ("modules", ()),
    ("modules", ("leaders", "leaders")),
    ("by", "anna"),
    ("key", "x"),
    ("seed_sealed", ""),
    ("game", "chess-campaign 1.0"),
]


@pytest.mark.parametrize(("field", "value"), _OPENED)
def test_a_forged_opening_is_found(tmp_path: Path, field: str, value: Any) -> None:
    """Rulebook, scenario, turns, rulings, modules, rules and stamp."""
    log = opened(tmp_path, "plain")
    told = audited(changed(log, shared.CampaignOpened, **{field: value}))
    assert any(": rules: " in line or ": fold: " in line for line in told), told


def test_rulings_and_members_that_nobody_asked_for_are_found(tmp_path: Path) -> None:
    """A switch of another value is one that the club may have chosen; an unknown one is not."""
    log = opened(tmp_path, "plain")
    first = log[0]
    assert isinstance(first, shared.CampaignOpened)
    forged = [
        changed(log, shared.CampaignOpened, rulings={**first.rulings, "gold": "yes"}),
        changed(log, shared.MemberEnrolled, roles=("host", "referee")),
        changed(log, shared.PowerAssigned, member="ben"),
        changed(log, shared.TurnBegan, turn="1940-JF"),
        [*log[:-1], shared.PowerAssigned(power="china", member="ben", at=log[-1].at,
                                         by="host", nth=len(log) - 1), log[-1]],
        log[:-1],
        [log[0], *log[2:]],
    ]  # fmt: skip
    for one in forged:
        assert audited(one)


def test_forged_us_entry_and_facts_of_a_scenario_are_found(tmp_path: Path) -> None:
    """LiF 5.3, 6: options taken before, chits due, what the scenario states and asks."""
    log = opened(tmp_path, "mid-war")
    for kind, field, value in (
        (entry.EntryOpened, "options", ()),
        (entry.EntryOpened, "due", {"entry-japan": 9}),
        (entry.EntryOpened, "mode", "table"),
        (entry.ScenarioStated, "facts", (("Weather", "It snows."),)),
        (entry.ScenarioStated, "asks", ()),
    ):
        told = audited(changed(log, kind, **{field: value}))
        assert any(line.startswith("version 1: rules: ") for line in told), (field, told)


def test_a_clubs_own_sheet_has_to_be_one(tmp_path: Path) -> None:
    """LiF 1: three to five stars, and a year or a mark."""
    log = opened(tmp_path, "own")
    placed = log[1]
    assert isinstance(placed, LeadersSetUp)
    bad = (replace(placed.sheet[0], rank=9), *placed.sheet[1:])
    told = audited(changed(log, LeadersSetUp, sheet=bad))
    assert told[0] == (
        "version 1: rules: `campaign start` would be refused: "
        "leaders, line 2: rank must be from 3 to 5 stars, not 9"
    )


def test_where_a_set_up_differs_from_its_scenario_is_listed(tmp_path: Path) -> None:
    """The club gave Germany 9 points, and a leader begins on the map."""
    log = opened(tmp_path, "mid-war")
    audit, rows = Verification(SYSTEMS), []
    head = ""
    for version, event in enumerate(log, 1):
        stored = chain.seal(codec.encode(replace(event, prev=head)))
        head = chain.head(stored)
        rows.append((version, topic(event), stored))
    assert list(audit.findings(rows)) == []
    found = {one.where: one.after for one in audit.set_up}
    assert found["leaders pretelat"] == "map"
    assert found["veto points germany"] == 9
    assert "veto points usa" not in found


@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        (PositionStated, {"turn": "1942-JF"}),
        (PositionStated, {"leaders": {}}),
        (PositionStated, {"active": False}),
        (shared.CampaignOpened, {"begins": "1942-JF"}),
        (shared.TurnBegan, {"turn": "1942-JF"}),
    ],
)
def test_a_position_that_does_not_follow_from_what_was_stated_is_found(
    tmp_path: Path, kind: type[Event], changes: dict[str, Any]
) -> None:
    """Turn, cup and play follow from it, and stand in other events as well."""
    assert audited(changed(opened(tmp_path, "paper"), kind, **changes)) != []
