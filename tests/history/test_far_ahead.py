"""Stamps from far in the future: an import refuses them, and `verify` and `doctor` mention them."""

import json
from pathlib import Path
from typing import Any

import pytest

from campaign.store import export as exchange
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError
from campaign.store.vault import Vault
from campaign.world import clock
from support.command_line import Shell
from support.forged import forged
from support.sessions import Dice

NAME = "club"
PLAYED = "2026-03-05T20:00:00.000Z"
LAST = "9999-12-31T23:59:59.999Z"


@pytest.fixture
def export(tmp_path: Path) -> Path:
    """The export of a campaign with three commands, one of them refused."""
    file = tmp_path / "club.jsonl"
    vault = Vault(tmp_path / "club.vault", random=Dice())
    with Ledger(tmp_path / "club.db", vault, lambda: PLAYED) as ledger:
        assert ledger.open(NAME, scenario="global-war")["accepted"]
        war = {"command": "DeclareWar", "attacker": "germany", "target": "poland"}
        assert ledger.submit(NAME, war)["accepted"]
        assert not ledger.submit(NAME, war)["accepted"]
        exchange.export(ledger, NAME, file)
    return file


def last_event_at(source: Path, target: Path, stamp: str) -> tuple[Path, int]:
    """The export with its last command's events and receipts stamped so, and its last version."""
    lines = [json.loads(line) for line in source.read_text().splitlines()]
    last = max(line["version"] for line in lines if "version" in line)

    def change(version: int, event: dict[str, Any]) -> None:
        if version == last:
            event["at"] = stamp

    def receipt(number: int, told: dict[str, Any]) -> None:
        told["at"] = stamp

    return forged(source, target, change, receipt), last


def imported(file: Path, folder: Path, now: str) -> str:
    """What an import says with the clock at a time; nothing where it takes the campaign in."""
    with Ledger(folder / "other.db", clock=lambda: now) as other:
        try:
            exchange.import_(other, file)
        except StoreError as error:
            assert not (folder / "other.db").exists()
            return str(error)
    return ""


def test_an_import_refuses_a_last_stamp_that_is_far_ahead(export: Path, tmp_path: Path) -> None:
    """The version, its stamp, the clock, and what to do; nothing is kept.

    From March 5th 2026 to the end of 9999 are 2,912,394 days: 7,973 years with 1,933 leap days to
    March 5th 9999, and 301 more to December 31st.
    """
    file, last = last_event_at(export, tmp_path / "far.jsonl", LAST)
    days = 7973 * 365 + 1933 + 301
    assert imported(file, tmp_path, PLAYED) == (
        f"{file} cannot be imported: version {last} is stamped 9999-12-31 23:59 UTC, {days} days "
        "ahead of this computer's clock (2026-03-05 20:00 UTC); "
        "set the clock right; if it is right, the times in the record are wrong"
    )


@pytest.mark.parametrize(
    ("now", "fits"),
    [
        ("2026-03-04T20:00:00.000Z", True),
        ("2026-03-04T19:59:59.999Z", False),
        ("2026-03-05T19:00:00.000Z", True),
        ("2027-01-01T00:00:00.000Z", True),
    ],
)
def test_a_day_ahead_is_let_in(export: Path, tmp_path: Path, now: str, fits: bool) -> None:
    """A computer in another time zone, or whose clock is slow by some hours, can import."""
    assert (imported(export, tmp_path, now) == "") == fits


def test_a_receipt_far_ahead_is_refused_too(export: Path, tmp_path: Path) -> None:
    """The receipt of a refused command binds no event; an import refuses it all the same."""

    def receipt(number: int, told: dict[str, Any]) -> None:
        if told.get("versions") is None:
            told["at"] = LAST
            numbers.append(number)

    numbers: list[int] = []
    file = forged(export, tmp_path / "far.jsonl", lambda version, event: None, receipt)
    wrong = imported(file, tmp_path, PLAYED)
    assert wrong.startswith(
        f"{file} cannot be imported: receipt {numbers[-1]} is stamped 9999-12-31 23:59 UTC, "
    )


def test_the_audit_needs_no_clock(export: Path, tmp_path: Path) -> None:
    """The same record has the same findings at any time: none here."""
    file, _ = last_event_at(export, tmp_path / "far.jsonl", LAST)
    source = exchange.Export(file)
    audit = exchange.audit_of(source, NAME)
    assert list(audit.findings(source.rows())) == []
    assert clock.to_come(PLAYED, audit.stamps)
    assert not clock.to_come("9999-12-31T12:00:00.000Z", audit.stamps)


def test_verify_mentions_it_in_one_line(export: Path, tmp_path: Path) -> None:
    """A notice, no finding: status 0, and `clock` in the JSON object."""
    file, last = last_event_at(export, tmp_path / "far.jsonl", LAST)
    shell = Shell(tmp_path)
    start = f"version {last} is stamped 9999-12-31 23:59 UTC, "
    (line,) = [one for one in shell.fine("verify", "--file", str(file)).splitlines()
               if "9999" in one]  # fmt: skip
    assert line.startswith(f"The {start}")
    assert line.endswith("UTC): no later event can bear an earlier time.")
    told = json.loads(shell.fine("verify", "--file", str(file), "--json"))
    assert told["clock"].startswith(start) and told["findings"] == []
    assert "clock" not in json.loads(shell.fine("verify", "--file", str(export), "--json"))


@pytest.mark.parametrize("deep", [(), ("--deep",)])
def test_doctor_mentions_a_receipt_far_ahead(
    export: Path, tmp_path: Path, deep: tuple[str, ...]
) -> None:
    """One line; that the clock is behind the last event it says of events already."""

    def receipt(number: int, told: dict[str, Any]) -> None:
        if told.get("versions") is None:
            told["at"] = LAST

    file = forged(export, tmp_path / "far.jsonl", lambda version, event: None, receipt)
    with Ledger(tmp_path / "campaign.db", clock=lambda: LAST) as ledger:
        exchange.import_(ledger, file)
    done = Shell(tmp_path)("doctor", *deep)
    (line,) = [one for one in done.out.splitlines() if "9999" in one]
    assert line.startswith("look  clock") and f"{NAME}: receipt 2 is stamped 9999-12-31" in line


def test_a_stamp_that_no_clock_can_show_is_no_time() -> None:
    """Five hours behind UTC the end of the year 9999 is a moment of the year 10000."""
    assert clock.read("9999-12-31T23:00:00-05:00") is None
    assert clock.to_come(PLAYED, [("version 3", "9999-12-31T23:00:00-05:00")]) == ""
