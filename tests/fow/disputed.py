"""A campaign of Flames of War with a referee: disputes upheld, corrections looked at and made."""

from pathlib import Path
from typing import Any

import msgspec

from campaign.handler.explanations import CorrectionPreview, previewed
from campaign.kernel.decisions import Refused
from fow.support import War, war
from support.driver import NAME

PEOPLE = {"anna": "allies", "ben": "axis"}
INSTEAD = "strike the event instead"


def opened(folder: Path, scenario: str = "anzio", **setup: Any) -> War:
    """Anzio with Anna and Ben, and a referee who plays on neither side."""
    club = war(folder, scenario, **{"games": 8, "players": PEOPLE, **setup})
    club.do("EnrolMember", member="ref", name="Ref", roles=["referee"])
    return club


def upheld(club: War, version: int) -> str:
    """A dispute over an event, decided in favour: its id."""
    claim = {"versions": [version], "claim": "it was not so"}
    dispute = str(club.do("RaiseDispute", by="anna", **claim)[0]["dispute"])
    club.do("GiveRuling", by="ref", dispute=dispute, verdict="upheld", text="it was not")
    return dispute


def preview(club: War, version: int, **fields: Any) -> CorrectionPreview | Refused:
    """What an event's amendment to these fields would change, or without any its strike."""
    asked = {"command": "AmendEvent", "version": version, "fields": fields}
    if not fields:
        asked = {"command": "StrikeEvents", "versions": [version]}
    asked |= {"by": "ref", "seen": "0" * 64, "dispute": upheld(club, version)}
    return previewed(club._ledger, NAME, msgspec.json.encode(asked), "ref")


def why_not(club: War, version: int, **fields: Any) -> str:
    """Rule and reason for which an event may not be amended so."""
    found = preview(club, version, **fields)
    assert isinstance(found, Refused), found
    return f"{found.rule}: {found.reason}"


def amend(club: War, version: int, **fields: Any) -> CorrectionPreview:
    """The amendment, or strike, made as its preview showed it."""
    found = preview(club, version, **fields)
    assert isinstance(found, CorrectionPreview), found
    command = msgspec.to_builtins(found.command)
    club.do(command.pop("command"), **{key: value for key, value in command.items() if value})
    assert club.doubted() == []
    return found
