"""What an act keeps of its command: all of it comes back from act and event, and nothing secret.

Over every command of the recorded campaigns, with the event that it led to.
"""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from campaign.history import acts
from campaign.kernel.decisions import Command
from campaign.store.ledger import Ledger
from campaign.systems import SYSTEMS
from events import codec
from events.base import Event
from events.campaign import MemberEnrolled, PowerAssigned
from support.recorded import FOLDERS, FOW, NAME, commands, played

pytestmark = pytest.mark.further

LIF = SYSTEMS["lif"].rules.commands
MOST = 25
"""By how many per cent of their bytes the events of a campaign may grow."""


def command(name: str, /, **fields: Any) -> Command:
    return LIF.command(name, {"by": "host", **fields})


def back(act: dict[str, Any], first: Event) -> dict[str, Any]:
    return acts.fields_of(act, first, LIF[act["command"]])


@pytest.mark.parametrize("folder", [*FOLDERS, *FOW], ids=lambda folder: folder.name)
def test_every_recorded_command_comes_back_from_its_act(folder: Path, tmp_path: Path) -> None:
    """All its public fields, defaults too; and acts cost a quarter of the bytes at most."""
    with Ledger(played(folder, tmp_path)) as ledger:
        kinds = ledger.live(NAME).system.rules.commands
        log = [one.event for one in ledger.history(NAME)]
    firsts = [event for event in log if event.nth == 0][1:]
    size, sent = 0, [msgspec.json.decode(line) for line in commands(folder)]
    for nth, raw in reversed([*enumerate(sent)]):  # a key sent again recorded nothing
        if raw.get("id") in [one["id"] for one in sent[:nth] if "id" in one]:
            del sent[nth]
    for raw, first in zip(sent, firsts, strict=True):
        assert raw.get("id", "") == first.key
        made = kinds.command(raw["command"], raw)
        act = acts.act_of(made, first, kinds)
        assert acts.fields_of(act, first, type(made)) == {
            "command": type(made).__name__,
            **acts.public(made, kinds),
        }
        assert not list(acts.secrets_in(act, kinds))
        size += len(b',"act":' + msgspec.json.encode(act))
    assert 100 * size <= MOST * sum(len(codec.encode(event)) for event in log)


def test_what_the_event_holds_is_left_out_and_follows_its_amendment() -> None:
    """Under the same name with the same value; an amended event then changes the command."""
    made = command("AssignPower", power="usa", member="anna")
    act = acts.act_of(made, PowerAssigned(power="usa", member="anna"), LIF)
    assert act == {"command": "AssignPower"}
    assert back(act, PowerAssigned(power="usa", member="ben"))["member"] == "ben"


def test_a_field_that_the_event_holds_otherwise_is_kept() -> None:
    """Even at its default: else reading would take the event's."""
    made = command("AssignPower", power="usa", member="anna")
    act = acts.act_of(made, PowerAssigned(power="usa", member="ben"), LIF)
    assert act == {"command": "AssignPower", "member": "anna"}


def test_nothing_secret_is_kept_and_none_is_taken_from_the_event() -> None:
    """Neither an address nor a choice, and not those of a command within a command."""
    address = "anna@example.org"
    anna = {"member": "anna", "name": "Anna", "roles": ["player"], "email": address}
    enrolled = MemberEnrolled(member="anna", name="Anna", roles=("player",))
    act = acts.act_of(command("EnrolMember", **anna), enrolled, LIF)
    assert act == {"command": "EnrolMember"}
    assert "email" not in back(act, enrolled)
    forgotten = {"command": "EnrolMember", **anna}
    fields = {"dispute": "d1", "seen": "0" * 64, "after": 3}
    inserted = command("InsertCommand", **fields, forgotten=forgotten)
    act = acts.act_of(inserted, enrolled, LIF)
    assert act["forgotten"]["name"] == "Anna"
    assert address not in str(act)


def test_a_secret_is_found_at_any_depth_of_an_act() -> None:
    """In the command itself, and in one that a correction inserts."""
    ballot = {"command": "SealBallot", "power": "usa", "choice": "veto"}
    assert list(acts.secrets_in(ballot, LIF)) == ["choice"]
    assert list(acts.secrets_in({"command": "InsertCommand", "forgotten": ballot}, LIF)) == [
        "choice"
    ]
    public = {"command": "SealBallot", "power": "usa"}
    assert not list(acts.secrets_in(public, LIF))
