"""What a record written by hand holds beside its fields, in its roles and in its seeds."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from campaign.kernel import well_formed
from campaign.store import export
from campaign.store.ledger import Ledger
from campaign.store.vault import Vault
from campaign.systems import SYSTEMS
from campaign.text.json_values import unknown_fields
from campaign.verify.audit import Verification
from events import chain
from support.forged import forged
from support.sessions import Dice
from support.stores import Stored

EVENTS = Path(__file__).parents[1] / "events"
NAME = "club"
PLAYED = "2026-03-05T20:00:00.000Z"
Event = dict[str, Any]


@pytest.fixture
def ledger(tmp_path: Path) -> Any:
    """A campaign with a second member."""
    vault = Vault(tmp_path / "club.vault", random=Dice())
    with Ledger(tmp_path / "club.db", vault, lambda: PLAYED) as ledger:
        assert ledger.open(NAME, scenario="global-war")["accepted"]
        assert ledger.submit(NAME, enrolment("anna", "player"))["accepted"]
        yield ledger


def enrolment(member: str, *roles: str) -> dict[str, Any]:
    """The host's command that enrols somebody."""
    return {"command": "EnrolMember", "member": member, "name": "Anna", "roles": list(roles)}


def found(ledger: Ledger, folder: Path, change: Callable[[int, Event], None]) -> set[str]:
    """What the audit finds in the campaign once it was changed by hand."""
    export.export(ledger, NAME, folder / "club.jsonl")
    file = forged(folder / "club.jsonl", folder / "forged.jsonl", change)
    source = export.Export(file)
    return set(map(str, export.audit_of(source, NAME).findings(source.rows())))


# --- roles --------------------------------------------------------------------------------------


def test_a_role_is_named_once(ledger: Ledger, tmp_path: Path) -> None:
    """Members: `["player", "player"]` is refused when entered, and found when forged."""
    answer = ledger.submit(NAME, enrolment("ben", "player", "referee", "player"))
    why = "roles: player is named twice; once is enough"
    assert (answer["accepted"], answer["rule"], answer["reason"]) == (False, "Members", why)
    assert ledger.submit(NAME, enrolment("ben", "player", "referee"))["accepted"]

    def change(version: int, event: Event) -> None:
        if event.get("member") == "ben":
            versions.append(version)
            event["roles"] = ["referee", "player", "referee"]

    versions: list[int] = []
    (finding,) = found(ledger, tmp_path, change)
    assert finding == (
        f"version {versions[0]}: rules: `campaign enrol` by Host would be refused (Members): "
        "roles: referee is named twice; once is enough"
    )


def test_a_set_up_names_a_role_once(tmp_path: Path) -> None:
    """A club's sheet is refused with the member who has a role twice."""
    one = {"member": "anna", "name": "Anna", "roles": ["player", "player"]}
    with Ledger(tmp_path / "club.db", Vault(tmp_path / "club.vault", random=Dice())) as ledger:
        answer = ledger.open(NAME, scenario="global-war", setup={"members": [one]})
    assert not answer["accepted"]
    assert answer["reason"] == (
        "set-up: members[1], anna: roles: player is named twice; once is enough"
    )


# --- seeds --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("links", "told"),
    [
        (1_000_000_000, "1,000,000,000 draw seeds; there are from 1 to 100,000"),
        (100_001, "100,001 draw seeds; there are from 1 to 100,000"),
        (100_000, ""),
        (1, ""),
        (0, "0 draw seeds; there are from 1 to 100,000"),
        (-5, "-5 draw seeds; there are from 1 to 100,000"),
    ],
)
@pytest.mark.parametrize("form", ["campaign.CampaignOpened", "campaign.Branched"])
def test_a_chain_of_seeds_has_a_length(form: str, links: int, told: str) -> None:
    """One that nobody could work through, or none at all, is found in the event itself."""
    stored = json.loads((EVENTS / f"{form}.json").read_text())[-1]["stored"]
    event = SYSTEMS.codec.decode(json.dumps({**stored, "seed_links": links}).encode())
    assert [one.text for one in well_formed.check(SYSTEMS.codec, 1, event)] == (
        [told] if told else []
    )


def test_an_opening_with_too_many_seeds_is_found(ledger: Ledger, tmp_path: Path) -> None:
    """The whole audit names it once, by its version."""

    def change(version: int, event: Event) -> None:
        if version == 1:
            event["seed_links"] = 10**9

    assert "version 1: figure: 1,000,000,000 draw seeds; there are from 1 to 100,000" in (
        found(ledger, tmp_path, change)
    )


# --- unknown fields -----------------------------------------------------------------------------


@pytest.mark.parametrize("field", ["losses", "leaders"])
def test_unknown_fields_are_found_at_any_depth(tmp_path: Path, field: str) -> None:
    """A combat's losses, and its leaders: each holds what reading it would pass over."""
    kept = Stored("lif-1998-leaders-in-play", tmp_path)
    seen: list[int] = []

    def change(version: int, event: Event) -> None:
        if event["type"] == "lif.CombatReported" and event.get(field) and not seen:
            seen.append(version)
            event[field][-1]["secret\x1b"] = "of no matter"

    file = forged(kept.export(kept.name), tmp_path / "f.jsonl", change)
    source = export.Export(file)
    (told,) = map(str, export.audit_of(source, kept.name).findings(source.rows()))
    line = "event: holds 'secret\\x1b', which this program does not know"
    assert told == f"version {seen[0]}: {line}"


def test_unknown_fields_of_what_a_correction_brings(tmp_path: Path) -> None:
    """The amended form of an event, and the values in it."""
    kept = Stored("misread-losses", tmp_path)

    def change(version: int, event: Event) -> None:
        if event["type"] == "campaign.EventAmended":
            event["event"]["aside"] = 1
            event["event"]["losses"][0]["within"] = {}

    hand = forged(kept.export("club"), tmp_path / "f.jsonl", change)
    found = {
        one.text for each in export.Export(hand).log()
        for one in well_formed.check(SYSTEMS.codec, each.version, each.event)
    }  # fmt: skip
    assert found == {
        "holds 'aside', which this program does not know",
        "holds 'within', which this program does not know",
    }


def test_a_field_whose_name_is_no_text_is_found() -> None:
    """Bytes that are no UTF-8, where reading the event does not look at them."""
    audit = Verification(SYSTEMS)
    body = b'{"type":"lif.MarkersFixed","\xday":"host","draw":23,"kind":"ballot"}'
    told = [str(one) for one in audit.findings([(1, "lif.MarkersFixed", chain.seal(body))])]
    assert "version 1: event: holds bytes that are not text" in told


def test_no_recorded_form_holds_anything_unknown() -> None:
    """Every example of every form, with defaults written out or left out, is known."""
    for file in EVENTS.glob("*.json"):
        for example in json.loads(file.read_text()):
            stored = example["stored"]
            event = SYSTEMS.codec.decode(json.dumps(stored).encode())
            assert list(unknown_fields(stored, event)) == [], file.name
