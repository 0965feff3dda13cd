"""Through the service or at the ledger: the same commands leave the same record, to the byte."""

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from starlette.applications import Starlette

from campaign.store.ledger import Ledger
from campaign.store.vault import Vault
from campaign.systems import SYSTEMS
from campaign.verify.audit import Verification
from campaign.web.api.serving import CallerLimits, programs, routes
from campaign.web.middleware import SecurityMiddleware
from support import web
from support.programs import HandClock, InProcess, Program, limits_of
from support.sessions import NAME, Dice, Session, board, finish, said

PASSING = ("FixMarkers", "OpenBallots", "OpenVotes", "AdvanceTurn", "CloseCampaign")
"""Commands that may pass over somebody: through the service they say why."""


class Numbered(Session):
    """A session whose commands have ids of their own."""

    def ask(self, command: str, by: str = "host", **fields: Any) -> dict[str, Any]:
        """The answer to a command, whatever it is."""
        key = f"k{len(self.answers)}"
        if command in PASSING:
            fields.setdefault("why", "agreed with them")
        self.answers.append(self.asked({"command": command, "by": by, "id": key, **fields}))
        return self.answers[-1]

    def asked(self, command: dict[str, Any]) -> dict[str, Any]:
        """Hands it in at the ledger."""
        answer = msgspec.json.encode(self.ledger.submit(self.name, command))
        found: dict[str, Any] = msgspec.json.decode(answer)
        return found


class Distant(Numbered):
    """The same through the service, each member with a program of their own; sent twice."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__(ledger)
        self.house = web.house_on(ledger)
        here = programs(self.house, CallerLimits(limits_of(self.house)))
        app = Starlette(routes=routes(here))
        self.client = InProcess(SecurityMiddleware(app, self.house.address))
        self._programs: dict[str, Program] = {}

    def asked(self, command: dict[str, Any]) -> dict[str, Any]:
        """Sends it as the member whom it names; what was accepted is sent again."""
        by = command["by"]
        if by not in self._programs:
            campaign = self.state.campaign.id
            token = self.house.doors.hand_out("program", campaign, by, "act", None)
            self._programs[by] = Program(self.client, token)
        answer = self._programs[by].post("commands", command)
        if answer.status_code == 200:
            assert self._programs[by].post("commands", command).content == answer.content
        found: dict[str, Any] = answer.json()
        assert answer.status_code in ((200,) if found["accepted"] else (409, 422))
        return found

    def close(self) -> None:
        """Lets go of everything."""
        self.client.close()
        self.house.desk.close()


def fixed_ledger(folder: Path) -> Ledger:
    """A ledger whose clock stands, and whose chance is the same in every run."""
    folder.mkdir()
    store = folder / "campaign.db"
    vault = Vault(store.with_suffix(".vault"), random=Dice())
    return Ledger(store, vault, HandClock(), random=Dice("salt"))


def play(session: Session, random: Random, turns: int) -> None:
    """Some turns: boards with ballots of vault and devices, wars, purchases, and refusals."""
    for number in range(turns):
        session.ask("SealBallot", "ben", power="germany", choice="veto")
        session.ask("DeclareWar", "anna", attacker="germany", target="france")
        session.ask("AddEntropy", "eve", value=f"geese {number}")
        if number == 1:
            session.do("DeclareWar", attacker="germany", target="france")
            session.do("BuyVetoPoints", "ben", power="ussr", intelligence_points=10)
        board(session, random)
        finish(session)
        session.ask("SetMinor", minor="atlantis", status="neutral")
        session.do("AdvanceTurn")


@pytest.mark.further
def test_the_service_records_what_the_ledger_records(tmp_path: Path) -> None:
    """Events with their digests, and answers; the record through the service has no findings."""
    near = Numbered(fixed_ledger(tmp_path / "near")).open()
    far = Distant(fixed_ledger(tmp_path / "far")).open()
    for session in (near, far):
        play(session, Random(1), 2)
    assert [said(one) for one in near.answers[1:]] == [said(one) for one in far.answers[1:]]
    rows = [list(one.ledger.store.rows(NAME)) for one in (near, far)]
    assert rows[0] == rows[1] and len(rows[0]) > 50
    audit = Verification(SYSTEMS, (), NAME)
    assert list(audit.findings(iter(rows[1]))) == []
    near.ledger.close()
    far.close()
