"""What an import and `verify --file` let in: names that are names, figures that are figures."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from campaign.cli import run
from campaign.kernel import well_formed
from campaign.kernel.decisions import Finding, Refused
from campaign.lif.system import SYSTEM
from campaign.store import export
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError
from campaign.systems import SYSTEMS
from events import codec
from events.disputes import DisputeRaised
from support.command_line import Shell
from support.forged import forged
from support.rules_table import opened
from support.stores import ARCHIVES, Stored

EVENTS = Path(__file__).parents[1] / "events"
Event = dict[str, Any]


@pytest.fixture(scope="module")
def disputed(tmp_path_factory: pytest.TempPathFactory) -> Stored:
    """A club with members, ballots, a dispute and a correction."""
    return Stored("veto-of-three", tmp_path_factory.mktemp("disputed"))


@pytest.fixture(scope="module")
def in_play(tmp_path_factory: pytest.TempPathFactory) -> Stored:
    """Two years with leaders on the map, combats and counters."""
    return Stored("lif-1998-leaders-in-play", tmp_path_factory.mktemp("in-play"))


def told(file: Path, name: str) -> list[tuple[str, str]]:
    """What the audit of a file finds: kind and text."""
    source = export.Export(file)
    found = export.audit_of(source, name).findings(source.rows())
    return [(one.what, one.text) for one in found]


@pytest.mark.parametrize(
    "archive",
    [
        pytest.param(archive, marks=pytest.mark.further if "global-war" in archive else ())
        for archive in ARCHIVES
    ],
)
def test_what_the_program_wrote_is_well_formed(tmp_path: Path, archive: str) -> None:
    """Nothing in any recorded campaign, dispute or what-if is found fault with."""
    kept = Stored(archive, tmp_path)
    with kept.ledger() as ledger:
        for name in kept.names:
            for one in ledger.history(name):
                assert list(well_formed.check(SYSTEMS.codec, one.version, one.event)) == []


def test_every_form_of_event_is_well_formed() -> None:
    """The kept example of each form, and with it every field that there is."""
    seen = set()
    for file in EVENTS.glob("*.json"):
        for example in json.loads(file.read_text()):
            event = SYSTEMS.codec.decode(json.dumps(example["stored"]).encode())
            assert list(well_formed.check(SYSTEMS.codec, 1, event)) == [], file.name
            seen.add(type(event))
    assert seen == set(SYSTEMS.codec.events.values())


HOSTILE = {
    "../x": "'../x'", "": "''", "an\x1bna": "'an\\x1bna'", "anna\u200f": "'anna\\u200f'",
    "Anna": "'Anna'", "a" * 64: f"'{'a' * 59}…", "anna\n": "'anna\\n'", "\x00": "'\\x00'",
}  # fmt: skip


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
@pytest.mark.parametrize(
    ("topic", "field"),
    [("campaign.MemberEnrolled", "member"), ("campaign.PowerAssigned", "member"),
     ("lif.LeaderDrawn", "leader"), ("campaign.CampaignOpened", "campaign"),
     ("campaign.DisputeRaised", "by")],
)  # fmt: skip
def test_a_name_that_is_none_is_refused(
    disputed: Stored,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    topic: str,
    field: str,
    name: str,
) -> None:
    """A member's, leader's or campaign's name that nobody could have typed: a line, a version."""
    versions: list[int] = []

    def change(version: int, event: Event) -> None:
        if event["type"] == topic and not versions:
            versions.append(version)
            event[field] = name

    file = forged(disputed.export("club"), tmp_path / "f.jsonl", change)
    line = f"version {versions[0]}: name: {HOSTILE[name]} is no name ({field})"
    if not name and field == "by":  # who did it is left out then, and the receipt contradicts it
        line = f"event {versions[0]} has another time, member or place"
    assert run(["verify", "--file", str(file)]) == 1
    assert line in capsys.readouterr().out
    store = tmp_path / "campaign.db"
    assert run(["--store", str(store), "import", str(file)]) == 1
    error = capsys.readouterr().err
    assert error.startswith(f"campaign: {file} does not verify: version ")
    assert error.count("\n") == 1
    assert not store.exists()


def struck(field: str, value: Any) -> Callable[[int, Event], None]:
    """Puts a value into every event that has the field."""

    def change(version: int, event: Event) -> None:
        if field in event:
            event[field] = value

    return change


@pytest.mark.parametrize(
    ("field", "value", "what", "text"),
    [
        ("claim", "late\x1b[2J", "text",
         "'late\\x1b[2J' holds a character that moves the cursor (claim)"),
        ("claim", "late \u202egnp", "text",
         "'late \\u202egnp' holds a character that moves the cursor (claim)"),
        ("location", "../../etc", "name", "'../../etc' is no name (location)"),
        ("location", "/etc/passwd", "name", "'/etc/passwd' is no name (location)"),
        ("score", 1_000_000_000_000, "figure",
         "1,000,000,000,000 is out of range; the most is 10,000 (score)"),
        ("needed", -1, "figure", "-1 is below zero (needed)"),
        ("draw", -1, "figure", "-1 is below zero (draw)"),
        ("versions", [-4], "figure", "-4 is below zero (versions)"),
        ("points", {"germany": -1}, "figure", "-1 is below zero (points)"),
        ("points", {"mars\u202e": 1}, "name", "'mars\\u202e' is no name (points)"),
        ("name", " ", "name", "' ' is no name (name)"),
        ("name", "An\u2066na", "name", "'An\\u2066na' is no name (name)"),
        ("name", "Anna\nBen", "name", "'Anna\\nBen' is no name (name)"),
        ("name", "Anna\u200f", "name", "'Anna\\u200f' is no name (name)"),
        ("at", "yesterday", "time", "'yesterday' is no time in UTC"),
        ("attackers", ["ussr", "../ussr"], "name", "'../ussr' is no name (attackers)"),
        ("type", "INF\x9b", "name", "'INF\\x9b' is no name (type)"),
    ],
)  # fmt: skip
def test_texts_and_figures(
    disputed: Stored, in_play: Stored, tmp_path: Path,
    field: str, value: Any, what: str, text: str,
) -> None:  # fmt: skip
    """A text that moves the cursor, a place that is a path, a figure out of all proportion."""
    for kept, name in ((disputed, "club"), (in_play, in_play.name)):
        change = struck(field, value)
        if field == "type":

            def change(version: int, event: Event) -> None:
                for counter in event.get("losses", ()):
                    counter["type"] = "INF\x9b"

        file = forged(kept.export(name), tmp_path / "f.jsonl", change)
        if (what, text) in told(file, name):
            break
    else:
        pytest.fail(f"not found: {text}")
    with Ledger(tmp_path / "other.db") as other, pytest.raises(StoreError, match="does not verify"):
        export.import_(other, file)


def test_what_a_correction_brings_is_looked_at_too(tmp_path: Path) -> None:
    """An amended event is as hostile as one that was recorded so; one that is none is named."""
    kept = Stored("misread-losses", tmp_path)

    def change(version: int, event: Event) -> None:
        for inner in [event["event"]] if event["type"] == "campaign.EventAmended" else []:
            inner["losses"][0]["build_points"] = 10**12
            inner["hex"] = "../E1429"

    file = forged(kept.export("club"), tmp_path / "f.jsonl", change)
    found = list(well_formed_findings(file))
    assert ("figure", "1,000,000,000,000 is out of range; the most is 10,000 (build points)") in (
        found
    )
    assert ("name", "'../E1429' is no name (hex)") in found

    def none(version: int, event: Event) -> None:
        if event["type"] == "campaign.EventAmended":
            event["event"] = {"type": "lif.NoSuchThing"}

    file = forged(kept.export("club"), tmp_path / "f.jsonl", none)
    assert ("event", "brings something that is not an event") in list(well_formed_findings(file))


def test_a_scenarios_table_in_the_record_is_looked_at_too() -> None:
    """Its words are the club's own; its figures and texts are not to be trusted for that."""
    example = json.loads((EVENTS / "lif.LeadersSetUp.json").read_text())[-1]["stored"]
    example["scenario"] = {"name": "Global\x1b War", "points": [{"germany": 10**12}], "a\u202eb": 1}
    event = SYSTEMS.codec.decode(json.dumps(example).encode())
    assert [(one.what, one.text) for one in well_formed.check(SYSTEMS.codec, 2, event)] == [
        ("text", "'Global\\x1b War' holds a character that moves the cursor (scenario)"),
        ("figure", "1,000,000,000,000 is out of range; the most is 10,000 (scenario)"),
        ("text", "'a\\u202eb' holds a character that moves the cursor (scenario)"),
    ]


def well_formed_findings(file: Path) -> Iterator[tuple[str, str]]:
    """What is wrong with the events of a file, each by itself."""
    for one in export.Export(file).log():
        yield from (
            (found.what, found.text)
            for found in well_formed.check(SYSTEMS.codec, one.version, one.event)
        )


def test_a_campaigns_name_in_the_first_line(disputed: Stored, tmp_path: Path) -> None:
    """It would be the name that the campaign is filed under."""
    for name, shown in (("../club", "'../club'"), ("", "''"), ("cl\u202eub", "'cl\\u202eub'")):
        file = forged(disputed.export("club"), tmp_path / "f.jsonl", struck("", ""), campaign=name)
        done = Shell(tmp_path)("import", str(file))
        line = f"campaign: {file} cannot be imported: {shown} is no campaign's name"
        assert (done.status, done.error) == (1, line)


def test_receipts_are_looked_at_too(disputed: Stored, tmp_path: Path) -> None:
    """A receipt's command or time that would write on the screen."""

    def hostile(number: int, receipt: dict[str, Any]) -> None:
        if number == 3:
            receipt["command"] = "AdvanceTurn\x1b[2J"
        if number == 4:
            receipt["at"] = "\u202e1999"

    file = forged(disputed.export("club"), tmp_path / "f.jsonl", struck("", ""), hostile)
    found = told(file, "club")
    assert ("receipt", "number 3: its sender or its command is not written as a name") in found
    assert ("receipt", "number 4: its time is not written as a time in UTC") in found


def test_points_below_zero_are_refused(disputed: Stored, tmp_path: Path) -> None:
    """An expense that nobody could pay, in a record that was sealed anew."""

    def change(version: int, event: Event) -> None:
        if event["type"] == "lif.VetoPointsSpent":
            event["points"] = dict.fromkeys(event["points"], 900)

    file = forged(disputed.export("club"), tmp_path / "f.jsonl", change)
    with Ledger(tmp_path / "other.db") as other, pytest.raises(StoreError) as refused:
        export.import_(other, file)
    assert str(refused.value).startswith(f"{file} does not verify: version ")
    assert not (tmp_path / "other.db").exists()


def test_lif_4_2_points_below_zero_are_named() -> None:
    """Each power that spent what it never had; nothing where nobody did."""
    state = opened()
    below_zero = SYSTEM.view.below_zero
    assert below_zero(state) == ()
    overspent = replace(state, veto_points={**state.veto_points, "italy": -2, "china": 0})
    assert below_zero(overspent) == ("italy has -2 veto points",)


# --- the trial ----------------------------------------------------------------------------------


def test_an_import_is_tried_before_anything_is_kept(
    disputed: Stored, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """A record on which a verb fails is refused, and the folder of the trial is gone."""
    from campaign.cli.shared_verbs import status

    def fails(*_: object) -> None:
        raise KeyError("nonsense")

    monkeypatch.setattr(status, "_print_status", fails)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    file = disputed.export("club")
    assert run(["--store", str(tmp_path / "here.db"), "import", str(file)]) == 1
    line = f"{file} cannot be imported: `campaign status club` fails on it; nothing of it was kept"
    assert capsys.readouterr().err == f"campaign: {line}\n"
    assert list(tmp_path.iterdir()) == []


def test_a_trial_says_what_a_verb_said(
    disputed: Stored, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """What the verb gave as its reason stands behind its name."""
    from campaign.cli.shared_verbs import record

    def fails(*_: object, **__: object) -> None:
        raise StoreError("version 7 is no event this program knows")

    monkeypatch.setattr(record, "span", fails)
    monkeypatch.setattr(record.output, "names_of", fails)
    file = disputed.export("club")
    assert run(["--store", str(tmp_path / "here.db"), "import", str(file)]) == 1
    assert "fails on it: version 7 is no event this program knows; nothing of it was kept" in (
        capsys.readouterr().err
    )


def test_a_good_export_passes_the_trial(disputed: Stored, tmp_path: Path) -> None:
    """Nothing but the answer is printed, and the head is the same."""
    shell = Shell(tmp_path)
    with disputed.ledger() as ledger:
        head = ledger.live("club").head
    out = shell.fine("import", str(disputed.export("club")))
    assert out.splitlines()[0].endswith(f"events taken in, head {head}")


@pytest.mark.parametrize("name", ["A\u200f", "\u200eA", "A\u061cb", "A\u202eb"], ids=ascii)
def test_no_command_takes_a_name_with_a_mark_of_direction(tmp_path: Path, name: str) -> None:
    """What an import would refuse, nobody can enter either; other scripts are names."""
    with Ledger(tmp_path / "campaign.db") as ledger:
        ledger.open("club", scenario="global-war")
        asked = {"command": "EnrolMember", "member": "anna", "roles": ["player"]}
        answer = ledger.submit("club", {**asked, "name": name})
        assert (answer["accepted"], answer["rule"]) == (False, None) and "name" in answer["reason"]
        assert ledger.submit("club", {**asked, "name": "\u05e2\u05d3\u05d9"})["accepted"]


# --- as long as it may be -----------------------------------------------------------------------


FIRST_LINE = (
    b'{"export":"campaign-tracker","form":4,"campaign":"club","events":1,"head":"","rules":1,'
    b'"receipts":0}\n'
)


@pytest.mark.parametrize("before", [b"", FIRST_LINE])
def test_a_line_is_bounded_before_it_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], before: bytes
) -> None:
    """A line of a gigabyte, as the first or a later one, is refused by its first megabyte."""
    file, store = tmp_path / "f.jsonl", tmp_path / "campaign.db"
    with file.open("wb") as out:
        out.write(before)
        out.truncate(1 << 30)
    assert run(["--store", str(store), "import", str(file)]) == 1
    line = f"line {1 + bool(before)} has more than 1,048,576 bytes"
    told = f"campaign: {file} is not an export of a campaign: {line}\n"
    assert capsys.readouterr().err == told
    assert not store.exists()


def test_what_is_recorded_fits_into_a_line() -> None:
    """An event of more than a million bytes is refused, and found where it is on record."""
    claim = DisputeRaised(dispute="d9", versions=(1,), claim="x" * well_formed.LONGEST, eligible=())
    refused = well_formed.refused(SYSTEM.codec, [claim])
    size = len(codec.encode(claim))
    assert refused == Refused(None, f"what is recorded has {size:,} bytes; the most is 1,000,000")
    found = list(well_formed.check(SYSTEM.codec, 7, claim, codec.encode(claim)))
    assert found == [
        Finding(7, "event", f"what is recorded has {size:,} bytes; the most is 1,000,000")
    ]
    least = replace(claim, claim="x" * (well_formed.LONGEST - (size - well_formed.LONGEST)))
    assert well_formed.refused(SYSTEM.codec, [least]) is None
    assert export.LINE - well_formed.LONGEST > 10_000
