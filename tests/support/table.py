"""A short campaign played by hand, for tests of what is told of it; clock and dice are fixed."""

import json
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from campaign.store.ledger import Ledger
from campaign.store.vault import Vault
from events.sealed import Opening, Subject, commit

NAME = "club"
CAMPAIGNS = Path(__file__).parents[1] / "campaigns"
HOSTILE = "<script>alert(\"x\")</script> & 'Co'"
"""A name that a page must not take for markup."""
MAIL = "anna@example.org"


def ledger(folder: Path, seed: int = 1) -> Ledger:
    """A ledger whose clock goes by minutes and whose vault rolls the same dice each time."""
    minutes = count(1)
    start = datetime(2024, 3, 7, 19, tzinfo=UTC)

    def clock() -> str:
        now = start + timedelta(minutes=next(minutes))
        return now.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    folder.mkdir(parents=True, exist_ok=True)
    return Ledger(
        folder / "club.db", Vault(folder / "club.vault", random=Random(seed).randbytes), clock
    )


def play(book: Ledger, commands: Iterable[dict[str, Any]], name: str = NAME) -> None:
    """Submits commands, each of which must be accepted."""
    for command in commands:
        answer = book.submit(name, command)
        assert answer["accepted"], (command, answer)


def opened(folder: Path, seed: int = 1, **request: Any) -> Ledger:
    """A ledger with the campaign just opened."""
    book = ledger(folder, seed)
    asked: dict[str, Any] = {
        "scenario": "global-war",
        "rulebook": "lif-1998",
        "rulings": {"draws": "table"},
        **request,
    }
    assert book.open(NAME, **asked)["accepted"]
    return book


def ballot(power: str, choice: str, by: str = "host") -> dict[str, Any]:
    """A sealed ballot."""
    return {"command": "SealBallot", "by": by, "power": power, "choice": choice}


def vote(power: str, choice: str, by: str = "host") -> dict[str, Any]:
    """A sealed vote."""
    return {"command": "SealVote", "by": by, "power": power, "choice": choice}


def draw(leader: str) -> dict[str, Any]:
    """A draw at the table."""
    return {"command": "DrawLeader", "leader": leader}


OPEN_BALLOTS = {"command": "OpenBallots", "absent": "no-veto"}
OPEN_VOTES = {"command": "OpenVotes", "absent": "abstain"}
ADVANCE = {"command": "AdvanceTurn"}

MEMBERS: list[dict[str, Any]] = [
    {"command": "EnrolMember", "member": "anna", "name": HOSTILE, "roles": ["host", "player"],
     "email": MAIL},
    {"command": "EnrolMember", "member": "ben", "name": "Ben", "roles": ["player"]},
    {"command": "AssignPower", "power": "germany", "member": "anna"},
    {"command": "AssignPower", "power": "commonwealth", "member": "ben"},
]  # fmt: skip

FIRST_TURN: list[dict[str, Any]] = [
    *MEMBERS,
    {"command": "DeclareWar", "attacker": "germany", "target": "poland"},
    {"command": "OpenReinforcement"},
    {"command": "AddEntropy", "by": "ben", "value": HOSTILE},
    draw("guderian"),
    ballot("germany", "no-veto", "anna"),
    ballot("commonwealth", "veto", "ben"),
    ballot("france", "veto"),
    OPEN_BALLOTS,
    draw("balbo"),
    ballot("commonwealth", "veto", "ben"),
    ballot("italy", "veto"),
    OPEN_BALLOTS,
    vote("germany", "another", "anna"),
    OPEN_VOTES,
    draw("cunningham"),
    ballot("germany", "veto", "anna"),
    ballot("commonwealth", "no-veto", "host"),
]
"""LiF 4.1: Guderian goes back (two vetoes of the other side, 1 point each), Balbo arrives over a
veto (the Commonwealth pays 1, Italy 2 for its own), Germany pays 1 to go on, Cunningham waits.

Germany 5 − 1 = 4, Italy 2 − 2 = 0, Commonwealth 3 − 1 − 1 = 1, France 2 − 1 = 1."""

TO_1940: list[dict[str, Any]] = [
    OPEN_BALLOTS,
    draw("chiang"),
    OPEN_BALLOTS,
    vote("germany", "stop", "anna"),
    OPEN_VOTES,
    ADVANCE,
    ADVANCE,
]
"""LiF 4.1, 4.2: Germany's veto on Cunningham (1) stands, Chiang arrives unvetoed, Germany pays 2 to
stop: 4 − 1 − 2 = 1. November/December has no board. January 1940 adds the allotments."""

POINTS_1939 = {
    "germany": 1, "italy": 0, "japan": 3, "ussr": 3,
    "commonwealth": 1, "france": 1, "usa": 1, "china": 1,
}  # fmt: skip
POINTS_1940 = {
    "germany": 6, "italy": 2, "japan": 6, "ussr": 6,
    "commonwealth": 4, "france": 3, "usa": 3, "china": 2,
}  # fmt: skip
"""LiF 4.2: 5, 2, 3, 3, 3, 2, 1 and 1 more, and (a) the USA's second point."""
LEADERS_1940 = "Chennault, Doolittle, Graziani, O'Connor, Ozawa, Richthofen and Rommel"
"""LiF 4: the counters with that year."""


def device(book: Ledger, kind: str, number: int, choice: str) -> list[dict[str, Any]]:
    """The Commonwealth's player seals on a device of their own, and hands in what opens it.

    Between the two the host fixes all markers.
    """
    subject = Subject(book.live(NAME).state.campaign.id, kind, number, "commonwealth")
    opening = Opening(choice, "ab" * 32)
    what = kind.capitalize()
    about = {"by": "ben", "power": "commonwealth"}
    return [
        {"command": f"Seal{what}", "commitment": commit(subject, opening), **about},
        {"command": "FixMarkers"},
        {"command": f"Reveal{what}", "choice": choice, "nonce": opening.nonce, **about},
    ]


def recorded(folder: Path, which: str) -> tuple[Ledger, list[dict[str, Any]]]:
    """A recorded campaign, opened, and its commands."""
    asked = json.loads((CAMPAIGNS / which / "open.json").read_text())
    keep = ("scenario", "rulebook", "rulings", "modules")
    book = opened(folder, **{key: asked[key] for key in keep})
    lines = (CAMPAIGNS / which / "commands.jsonl").read_text().splitlines()
    return book, [json.loads(line) for line in lines]
