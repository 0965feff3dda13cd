"""A campaign of 0.1.0 that has adopted today's rules: corrected, undone, played on, proved."""

from pathlib import Path
from typing import Any

import pytest

from campaign.disputes import corrections
from campaign.disputes.commands import Correct
from campaign.disputes.impact import Impact
from campaign.kernel import wire
from campaign.proof.verify import compare
from campaign.store.export import audit_of, export, import_
from campaign.store.ledger import Ledger
from events.campaign import TurnBegan
from support.frozen import ARCHIVES, CAMPAIGNS, Frozen
from support.sessions import Session

EACH = [(archive, name) for archive in ARCHIVES for name in CAMPAIGNS[archive]]


class Older(Session):
    """A campaign of 0.1.0, with its host and whoever rules on disputes in it."""

    def __init__(self, ledger: Ledger, name: str) -> None:
        super().__init__(ledger, name)
        shared = self.state.campaign
        self.host = next(who for who in shared.members if shared.is_host(who))
        neutral = (
            who
            for who, member in shared.members.items()
            if "referee" in member.roles and who not in shared.powers.values()
        )
        self.referee = next(neutral, self.host)

    def ruled(self, version: int) -> str:
        """A dispute on an event, upheld: by a referee, or by a host with a second consent."""
        self.do("RaiseDispute", "ben", versions=[version], claim="Here we went wrong.")
        dispute = f"d{len(self.state.campaign.record.disputes)}"
        self.do("GiveRuling", self.referee, dispute=dispute, verdict="upheld", text="Go back.")
        if self.state.campaign.record.disputes[dispute].stage == "consent":
            self.do("ConsentToRuling", "anna", dispute=dispute)
        return dispute

    def correct(self, command: str, **fields: Any) -> None:
        """A correction as its preview showed it."""
        asked = {"command": command, "by": self.referee, "seen": "0" * 64, **fields}
        read = wire.read(asked, self.ledger.live(self.name).system.rules.commands)
        assert isinstance(read, Correct)
        system, past = self.ledger.live(self.name).system, self.ledger.log(self.name)
        events = corrections.events_of(system, read, past)
        assert isinstance(events, tuple), events
        found = corrections.impact(system, past, events)
        assert isinstance(found, Impact), found
        self.do(command, self.referee, **fields, seen=found.digest)

    def sound(self) -> None:
        """Nothing is found, from the store and from a fresh fold."""
        audit, live = audit_of(self.ledger, self.name), self.ledger.live(self.name)
        assert list(audit.findings(self.ledger.store.rows(self.name))) == []
        assert list(compare(audit, live.version, live.head, live.state)) == []
        assert live.state == self.ledger.fresh(self.name).state


def back_to(session: Session) -> int:
    """The end of the turn before, where the campaign is over; else the act before the last."""
    log = session.ledger.log(session.name)
    if session.state.campaign.closed:
        last = max(version for version, event in log if isinstance(event, TurnBegan))
    else:
        last = log[-1][0]
    while log[last - 1][1].nth:
        last -= 1
    return last - 1


@pytest.mark.parametrize(("archive", "name"), EACH)
def test_a_frozen_campaign_is_adopted_corrected_undone_and_played_on(
    tmp_path: Path, archive: str, name: str
) -> None:
    """Play goes back, a figure is adjusted, an act undone, and the next turn is begun and over."""
    frozen = Frozen(archive, tmp_path / "store")
    with frozen.ledger() as ledger:
        session = Older(ledger, name)
        version, turn = back_to(session), session.state.campaign.turn
        last = ledger.live(name).version
        session.do("AdoptRules", session.host, rules=2)
        session.sound()
        dispute = session.ruled(version + 1)
        session.correct("Rewind", dispute=dispute, to=version)
        if frozen.expected:
            before = list(frozen.expected["turns"])[-2]
            assert session.state.campaign.turn == before
            worked_out = frozen.expected["turns"][before]
            shown = ledger.show(name)
            assert shown["veto_points"] == worked_out["veto_points"]
            assert shown["at_war"] == worked_out["at_war"]
        points = ledger.show(name)["veto_points"]
        adjusted = {"figure": "veto-points", "of": "germany", "change": 2}
        session.correct("AdjustFigure", dispute=dispute, **adjusted)
        points = {**points, "germany": points["germany"] + 2}
        assert ledger.show(name)["veto_points"] == points
        shown = ledger.show(name)
        session.do("AddEntropy", session.host, value="rain")
        session.do("UndoAct", session.host)
        now = ledger.show(name)
        assert {key for key in now if now[key] != shown[key]} <= {"version", "head"}
        session.sound()
        board_closed(session)
        session.do("AdvanceTurn", session.host)
        if frozen.expected:
            assert session.state.campaign.turn == turn
        session.do("CloseCampaign", session.host)
        session.sound()
        assert ledger.live(name).version > last + 8
        export(ledger, name, tmp_path / "export.jsonl")
        with Ledger(tmp_path / "there.db") as there:
            import_(there, tmp_path / "export.jsonl")
            assert there.live(name).head == ledger.live(name).head
            assert there.live(name).state == ledger.live(name).state


def board_closed(session: Older) -> None:
    """The Promotions Board brought to its end."""
    for _ in range(20):
        match session.phase:
            case "closed":
                return
            case "draw":
                session.do("DrawLeader", session.host)
            case "ballots":
                opened = session.ask("OpenBallots", session.host, absent="no-veto")
                if not opened["accepted"]:  # a device sealed, and its opening was taken back
                    session.do("FixMarkers", session.host)
                    session.do("OpenBallots", session.host, absent="no-veto", withheld=True)
            case "votes":
                session.do("SealVote", session.host, power="germany", choice="stop")
                session.do("OpenVotes", session.host, absent="abstain")
    raise AssertionError("the Board does not close")
