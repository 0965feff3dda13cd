"""Corrections: an event's own fields as questions, and what a forgotten command asks."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from campaign.disputes.commands import AmendEvent, InsertCommand
from campaign.disputes.interviews import amended, event_pages, standing
from campaign.kernel.interview.answers import Option
from campaign.kernel.interview.by_type import DONE, Offers
from campaign.kernel.interview.pages import Complete, Forbidden, NextPage, Page, run
from campaign.store.ledger import Ledger
from campaign.systems import SYSTEMS
from support.asked import asked_in, offered

NAME = "club"
FIRST = {"dispute": "d1", "reason": "", "also": "", "seen": "0" * 64}
SENT: tuple[dict[str, Any], ...] = (
    {"command": "EnrolMember", "member": "ref", "name": "Ref", "roles": ["referee"]},
    {"command": "AddEntropy", "value": "grey geese"},
    {"command": "BuyVetoPoints", "power": "ussr", "intelligence_points": 10},
    {"command": "DeclareWar", "attacker": "germany", "target": "poland"},
    {"command": "RaiseDispute", "versions": [4], "claim": "It was not so."},
    {"command": "GiveRuling", "by": "ref", "dispute": "d1", "verdict": "upheld", "text": "Amend."},
)


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ledger]:
    """A campaign with a ruling that lets its record be corrected."""
    with Ledger(tmp_path_factory.mktemp("amended") / "campaign.db") as ledger:
        assert ledger.open(NAME, scenario="global-war")["accepted"]
        for command in SENT:
            answer = ledger.submit(NAME, command)
            assert answer["accepted"], answer
        yield ledger


def version_of(ledger: Ledger, kind: str) -> str:
    """The number of the last event of a kind."""
    found = [version for version, event in ledger.log(NAME) if type(event).__name__ == kind]
    return str(found[-1])


def test_the_event_s_own_fields_are_asked(record: Ledger) -> None:
    """Each with what stands there now; none of them has to be answered."""
    bought = version_of(record, "VetoPointsBought")
    found = asked_in(record, NAME, AmendEvent, {**FIRST, "version": bought})
    assert isinstance(found, NextPage) and isinstance(found.page, Page)
    assert {one.key: one.label for one in found.page.questions} == {
        "fields/power": "Power (now ussr)",
        "fields/intelligence_points": "Intelligence points (now 10)",
        "fields/points": "Points (now 2)",
    }
    assert all(one.is_optional for one in found.page.questions)
    assert "usa" in offered(found, "fields/power")


@pytest.mark.parametrize(
    ("kind", "answers", "fields"),
    [
        ("VetoPointsBought", {"power": "US"}, {"power": "usa"}),
        ("VetoPointsBought", {"intelligence_points": "15", "points": "3", "power": "ussr"},
         {"intelligence_points": 15, "points": 3}),
        ("EntropyAdded", {"value": "white geese"}, {"value": "white geese"}),
        ("MemberEnrolled", {"roles": "referee, player"}, {"roles": ["referee", "player"]}),
    ],
)  # fmt: skip
def test_what_was_answered_otherwise_is_amended(
    record: Ledger, kind: str, answers: dict[str, str], fields: dict[str, object]
) -> None:
    """And nothing else."""
    typed = {f"fields/{name}": text for name, text in answers.items()}
    given = {**FIRST, "version": version_of(record, kind), **typed}
    found = asked_in(record, NAME, AmendEvent, given)
    assert isinstance(found, Complete) and found.fields["fields"] == fields


@pytest.mark.parametrize(
    ("answers", "errors"),
    [
        ({"version": "99"}, {"version": "there is no event 99"}),
        ({"fields/power": "narnia"}, {"fields/power": "'narnia' is not one of the choices"}),
        ({"fields/points": "many"}, {"fields/points": "write a whole number"}),
    ],
)
def test_a_wrong_answer_is_said_beside_it(
    record: Ledger, answers: dict[str, str], errors: dict[str, str]
) -> None:
    """As for any act."""
    given = {**FIRST, "version": version_of(record, "VetoPointsBought"), **answers}
    found = asked_in(record, NAME, AmendEvent, given)
    assert isinstance(found, NextPage)
    assert {key: text.partition(";")[0] for key, text in found.errors.items()} == errors


ZEBRA = "fields: veto points bought has no 'zebra' to be amended; there is power, "


@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        ({"fields/price": "3"}, "fields: veto points bought has no 'price' to be amended"),
        ({"fields/zebra": "3"}, ZEBRA),
        ({"fields/points": "2"}, "fields: change what was wrong in at least one field"),
    ],
)
def test_an_amendment_changes_something_that_is_there(
    record: Ledger, answers: dict[str, str], reason: str
) -> None:
    """A field of another name is refused, and so is an amendment of nothing."""
    given = {**FIRST, "version": version_of(record, "VetoPointsBought"), **answers}
    found = asked_in(record, NAME, AmendEvent, given)
    assert isinstance(found, Forbidden | NextPage) and found.refused is not None
    assert found.refused.reason.startswith(reason)


def test_a_forgotten_command_asks_its_own_questions(record: Ledger) -> None:
    """By its name or its verb; corrections of the record are never forgotten, and what is sealed
    cannot be inserted.
    """
    first = asked_in(record, NAME, InsertCommand, {**FIRST, "after": "2"})
    commands = offered(first, "forgotten/command")
    assert {"DeclareWar", "EnrolMember"} <= {*commands}
    sealing = {"SealBallot", "RevealBallot", "SealVote", "RevealVote", "EnterEntryChits"}
    assert not {"AmendEvent", *sealing} & {*commands}
    after = version_of(record, "EntropyAdded")
    given = {**FIRST, "after": after, "forgotten/command": "reserves", "forgotten/by": ""}
    found = asked_in(record, NAME, InsertCommand, {**given, "forgotten/power": "japan"})
    assert offered(found, "forgotten/mark") == ["Ge", "Res"]
    whole = {**given, "forgotten/power": "japan", "forgotten/mark": "ge"}
    done = asked_in(record, NAME, InsertCommand, whole)
    assert isinstance(done, Complete)
    assert done.fields["forgotten"] == {
        "command": "CallOutReserves", "power": "japan", "mark": "Ge",
    }  # fmt: skip
    assert done.fields["after"] == int(after) and done.fields["dispute"] == "d1"


def test_what_was_impossible_then_is_said(record: Ledger) -> None:
    """The forgotten command is tried as things stood behind that event."""
    war = {"forgotten/command": "war", "forgotten/attacker": "germany", "forgotten/by": ""}
    given = {**FIRST, "after": version_of(record, "WarDeclared"), **war}
    found = asked_in(record, NAME, InsertCommand, {**given, "forgotten/target": "poland"})
    assert isinstance(found, Forbidden | NextPage) and found.refused is not None
    assert "at war" in found.refused.reason


EXAMPLES = sorted((Path(__file__).parents[1] / "events").glob("*.json"))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda file: file.stem)
def test_what_is_sent_as_it_stands_amends_nothing(example: Path) -> None:
    """Each event's answers are its own values: in a form, what nobody touched does not change."""
    game = example.name.partition(".")[0]
    system = SYSTEMS[game if game in SYSTEMS else "lif"]
    stored = json.loads(example.read_bytes())[0]["stored"]
    event = system.codec.decode(json.dumps(stored).encode())
    reads = system.rules.commands.reads
    known = Offers(tuple(map(Option, SYSTEMS.seats)), reads=reads)
    typed = standing(event, known)
    all_rows = {page.rows: DONE for page in event_pages(event, known) if page.rows}
    found = run(amended(event, known, typed, True), {**typed, **all_rows})
    assert isinstance(found, Complete) and found.fields == {}


def test_of_a_table_only_what_was_named_changes(record: Ledger) -> None:
    """And in a form a text left blank is to be empty."""
    opened = {**FIRST, "version": version_of(record, "LeadersSetUp")}
    given = {**opened, "fields/veto_points/italy": "4"}
    found = asked_in(record, NAME, AmendEvent, given, asks="script")
    assert isinstance(found, Complete)
    points = found.fields["fields"]["veto_points"]
    assert points["italy"] == 4 and points["germany"] == 5
    ruling = {**FIRST, "version": version_of(record, "MemberEnrolled"), "fields/name": ""}
    blank = asked_in(record, NAME, AmendEvent, {**ruling, "fields": DONE})
    assert isinstance(blank, Complete) and blank.fields["fields"] == {"name": ""}


def test_there_must_be_such_an_event(record: Ledger) -> None:
    """Behind which something was forgotten."""
    found = asked_in(record, NAME, InsertCommand, {**FIRST, "after": "99"})
    assert isinstance(found, NextPage) and found.errors == {"after": "there is no event 99"}
