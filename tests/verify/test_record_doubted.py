"""A record that is doubted: a campaign that pretends to be old, names that look alike, odd days."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from campaign.kernel.decisions import Refused, read
from campaign.lif.system import SYSTEM
from campaign.systems import SYSTEMS
from campaign.text import moments
from campaign.verify import receipts
from campaign.verify.audit import Verification
from campaign.verify.receipts import Papers
from events import campaign as shared
from events import chain
from events import disputes as facts
from events.lif.board import LeaderDrawn
from support.command_line import Shell
from support.disputed import disputed
from support.sessions import NAME, played
from tests.verify.test_decided_again import Log, audited, chained, events_of, place


@pytest.fixture(scope="module")
def war(tmp_path_factory: pytest.TempPathFactory) -> Log:
    """Two turns of a club."""
    return events_of(played(tmp_path_factory.mktemp("war"), turns=2))


@pytest.fixture(scope="module")
def quarrel(tmp_path_factory: pytest.TempPathFactory) -> Log:
    """A club with disputes."""
    return events_of(disputed(tmp_path_factory.mktemp("quarrel")))


def test_a_what_if_by_its_origins_name_is_found(war: Log) -> None:
    """It would bring seeds of its own into a campaign that seems to be the old one."""
    opened = war[0]
    assert isinstance(opened, shared.CampaignOpened)
    begun = facts.Branched(
        at=war[-1].at, by="host", name=opened.campaign, origin=opened.campaign, behind=len(war),
        head="0" * 64, maker="host", id="0" * 32, seed_anchor="0" * 64, seed_links=9,
        seed_sealed="x",
    )  # fmt: skip
    told = "what-if: it bears the name of the campaign that it comes from"
    assert f"version {len(war) + 1}: {told}" in audited([*war, begun])


@pytest.mark.parametrize("day", ["2026-13-01", "2026-00-09", "2027-02-29", "2026-04-31",
                                 "0000-01-01"])  # fmt: skip
def test_a_day_that_is_none_is_no_time(war: Log, day: str) -> None:
    """A calendar has twelve months, and February its own length."""
    stamp = f"{day}T10:00:00.000Z"
    assert not moments.is_time(stamp)
    told = audited([*war[:-1], replace(war[-1], at=stamp)])
    assert any(f"time: '{stamp}' is no time in UTC" in one for one in told), told


@pytest.mark.parametrize("stamp", ["2028-02-29T23:59:59.999Z", "1999-12-31T00:00:00Z"])
def test_a_day_that_there_is_is_a_time(stamp: str) -> None:
    """2028 has a 29th of February."""
    assert moments.is_time(stamp)


@pytest.mark.parametrize("hour", ["24:00:00", "29:59:59", "10:60:00"])
def test_an_hour_that_is_none_is_no_time(hour: str) -> None:
    """A day ends at 23:59:59."""
    assert not moments.is_time(f"2026-01-01T{hour}.000Z")


def test_what_an_event_holds_beside_its_fields_is_found(war: Log) -> None:
    """Nothing that is on record goes past the audit unread."""
    rows = chained(war)
    version, kind, stored = rows[-1]
    more = chain.seal(chain.body(stored)[:-1] + b',"secret\\u001b":"yes"}')
    told = [str(one) for one in Verification(SYSTEMS).findings([*rows[:-1], (version, kind, more)])]
    assert told == [
        f"version {version}: event: holds 'secret\\x1b', which this program does not know"
    ]


@pytest.mark.parametrize("beside", [b',"\xdasecret":"yes"}', b',"secret":"\x85"}'])
def test_what_is_no_text_beside_an_events_fields_is_found(war: Log, beside: bytes) -> None:
    """Bytes that are no UTF-8, in the name or the value of what no fold looks at."""
    rows = chained(war)
    version, kind, stored = rows[-1]
    more = chain.seal(chain.body(stored)[:-1] + beside)
    told = [str(one) for one in Verification(SYSTEMS).findings([*rows[:-1], (version, kind, more)])]
    assert told == [f"version {version}: event: holds bytes that are not text"]


@pytest.mark.parametrize("changes", [{"sent": "\x1b[2J"}, {"sent": "0" * 63}, {"sealed": "\x9b"}])
def test_a_receipt_holds_a_digest_and_what_is_sealed(
    changes: dict[str, str], tmp_path: Path
) -> None:
    """What stands in a receipt's digest is no text for a terminal."""
    session = played(tmp_path, turns=1)
    rows = list(session.ledger.store.rows(NAME))
    kept = list(session.ledger.store.receipts(NAME))
    session.ledger.close()
    number, stored = kept[-1]
    other = replace(receipts.read(stored), **changes)
    kept[-1] = (number, chain.seal(msgspec.json.encode(other)))
    told = [str(one) for one in Verification(SYSTEMS, papers=Papers(lambda: kept)).findings(rows)]
    assert told == [
        f"version 0: receipt: number {number}: its digest of what was sent is not written as one"
    ]


UNSEEN = ("\u200b", "A\u200bnna", "Anna\u2060", "\ufeffAnna", "An\u00adna", "\u3164", "\u2800")


@pytest.mark.parametrize("name", UNSEEN, ids=ascii)
def test_a_name_holds_no_sign_that_is_not_seen(war: Log, tmp_path: Path, name: str) -> None:
    """Two members whose names look the same could be taken for each other."""
    at = place(war, shared.MemberEnrolled, 1)
    told = audited([*war[:at], replace(war[at], name=name), *war[at + 1 :]])
    assert any(f"version {at + 1}: name: " in one for one in told), told
    asked = {"command": "EnrolMember", "member": "zed", "name": name, "roles": ["player"]}
    assert isinstance(read(asked, SYSTEM.rules.commands), Refused)


@pytest.mark.parametrize("name", ["Zoë", "Łukasz", "山田", "می‌خواهم", "O'Neill-Smith"])
def test_names_of_all_scripts_are_names(name: str) -> None:
    """Persian joins its letters with a sign without a width."""
    asked = {"command": "EnrolMember", "member": "zed", "name": name, "roles": ["player"]}
    assert not isinstance(read(asked, SYSTEM.rules.commands), Refused)


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"command": "EnrolMember", "member": "Anna B", "name": "A", "roles": ["player"]},
     "EnrolMember, member: expected lower-case letters, digits and hyphens"),
    ({"command": "EnrolMember", "member": "a", "name": "A", "roles": ["king"]},
     "EnrolMember, roles: there is no 'king'"),
    ({"command": "EnrolMember", "member": "a", "name": "A", "roles": ["player"], "email": "a b"},
     "EnrolMember, email: expected an address with an @ and without spaces"),
    ({"command": "AddEntropy", "value": "\n"},
     "AddEntropy, value: expected one line of text that can be seen"),
    ({"command": "AddEntropy", "value": "x", "zz zz": 1}, "AddEntropy, there is no zz zz"),
    ({"command": "PlaceLeader", "leader": "rommel", "location": "2214"},
     "PlaceLeader, location: expected a place like W2214 or sea:north-sea/3"),
    ({"command": "BuyVetoPoints", "power": "germany", "intelligence_points": 5.5},
     "BuyVetoPoints, intelligence_points: expected a whole number, got a number with a fraction"),
    ({"command": "AdjustFigure", "dispute": "d1", "figure": "veto-points", "of": "germany",
      "change": 10**12, "seen": "0" * 64},
     "AdjustFigure, change: expected a whole number of at most 999"),
    ({"command": "SetTerm", "dispute": "d1", "what": "answer", "until": "soon"},
     "SetTerm, until: expected a day like 2026-01-31, or a time in UTC like 2026-01-31T20:00Z"),
    ({"command": "RaiseDispute", "versions": [1], "claim": " "},
     "RaiseDispute, claim: expected text that can be seen"),
    ({"command": "WithdrawDispute", "dispute": "7"},
     "WithdrawDispute, dispute: expected a dispute like d1"),
    ({"command": "StrikeEvents", "dispute": "d1", "versions": [3], "seen": "x"},
     "StrikeEvents, seen: expected 64 digits from 0 to 9 and a to f"),
]  # fmt: skip


@pytest.mark.parametrize(("asked", "told"), WRONG)
def test_what_is_malformed_is_told_in_words(asked: dict[str, Any], told: str) -> None:
    """No pattern and no type's name, and the field as programs write it."""
    refused = read(asked, SYSTEM.rules.commands)
    assert isinstance(refused, Refused)
    assert (refused.rule, refused.reason) == (None, told)


def test_no_command_is_refused_with_a_pattern() -> None:
    """Every field of every command, filled with what it does not take."""
    for name, kind in SYSTEM.rules.commands.items():
        for field in msgspec.structs.fields(kind):
            for value in ("\n \x00", 10**30, -(10**9), 0.5, [[]], {"\n": []}, None):
                refused = read(
                    json.dumps({"command": name, field.name: value}), SYSTEM.rules.commands
                )
                if isinstance(refused, Refused):
                    words = ("regex", "`", "^", "array", "$")
                    assert not any(one in refused.reason for one in words), refused.reason


def test_an_audit_tells_what_is_malformed_in_words(war: Log) -> None:
    """Of an event as of a command."""
    king = shared.MemberEnrolled(
        at=war[-1].at, by="host", member="king", name="King", roles=("king",),
        act={"command": "EnrolMember"},
    )  # fmt: skip
    told = audited([*war, king])
    assert any(one.endswith("roles: there is no 'king'") for one in told), told
    draw = place(war, LeaderDrawn)
    told = audited([*war[:draw], replace(war[draw], leader="nobody"), *war[draw + 1 :]])
    assert told and not any("Error(" in one for one in told), told


def test_a_person_reads_what_a_name_should_be(tmp_path: Path) -> None:
    """The same at the command line."""
    shell = Shell(tmp_path)
    shell.fine("open", "club", "--scenario", "global-war")
    done = shell("enrol", "club", "Anna B")
    assert done.status == 2
    assert "an id has lower-case letters, digits and hyphens, such as anna-b" in done.error
