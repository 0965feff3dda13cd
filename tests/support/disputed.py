"""A small campaign by hand: three disputes, two of them ruled on, three corrections; one open.

LiF 4.2: Germany begins with 5 points, Italy with 2, Japan, the USSR and the Commonwealth with 3,
France with 2, the USA and China with 1.

September/October 1939: Franco is drawn, Japan vetoes him for 1, he goes back. Guderian is drawn,
the USSR vetoes him for 1, he goes back. Balbo is promoted. Anna throws `grey geese` into the draw.

November/December: d1, by Ben, says that Franco's veto should have cost 3; Ref upholds it, and the
payment is amended: Japan 3 − 3 = 0. d2, by Anna, is about her geese; the host upholds it, who
plays, so that it waits for consent. d3, by Ben, is about Italy's ballot on Franco.

January/February 1940: 5, 2, 3, 3, 3, 2, 1 and 1 points come in, the USA's second among them. Eve
consents to d2, and the geese are struck. Under d1 Italy has 1 more. Play rests for d3.
"""

from pathlib import Path
from typing import Any

from campaign.disputes import corrections, impact
from campaign.disputes.commands import Correct
from campaign.disputes.impact import Impact
from campaign.kernel import decisions
from campaign.kernel.decisions import Refused
from campaign.lif.system import SYSTEM
from events.base import Event
from events.campaign import EntropyAdded
from events.lif.board import BallotSealed, VetoPointsSpent
from support.sessions import NAME, Session, ledger_in

HOSTILE = "The <script>alert('ballots')</script> were opened too early."
CLAIM = "Spain was Germany’s by then: the veto should have cost Japan 3."
FILE = "ab" * 32

POINTS = {
    "1939-SO": {"germany": 5, "italy": 2, "japan": 0, "ussr": 2,
                "commonwealth": 3, "france": 2, "usa": 1, "china": 1},
    "1939-ND": {"germany": 5, "italy": 2, "japan": 0, "ussr": 2,
                "commonwealth": 3, "france": 2, "usa": 1, "china": 1},
    "1940-JF": {"germany": 10, "italy": 5, "japan": 3, "ussr": 5,
                "commonwealth": 6, "france": 4, "usa": 3, "china": 2},
}  # fmt: skip
"""Veto points at the end of each turn, as they count when all was corrected."""


def version_of(session: Session, kind: type[Event], **fields: Any) -> int:
    """The version of the last such event."""
    return max(
        version
        for version, event in session.ledger.log(session.name)
        if isinstance(event, kind)
        and all(getattr(event, name) == value for name, value in fields.items())
    )


def preview(session: Session, command: str, **fields: Any) -> Impact:
    """What a correction would change."""
    asked = {"command": command, "by": "ref", "seen": "0" * 64, **fields}
    read = decisions.read(asked, SYSTEM.rules.commands)
    assert isinstance(read, Correct), read
    past = session.ledger.log(NAME)
    events = corrections.events_of(SYSTEM, read, past)
    assert not isinstance(events, Refused), events
    found = impact.impact(SYSTEM, past, events)
    assert not isinstance(found, Refused), found
    return found


def correct(session: Session, command: str, by: str = "ref", **fields: Any) -> Impact:
    """Makes a correction as its preview showed it."""
    found = preview(session, command, **fields)
    session.do(command, by, **fields, seen=found.digest)
    return found


def upheld(session: Session, *versions: int) -> str:
    """A dispute on events that the referee has upheld: its id."""
    session.do("RaiseDispute", "anna", versions=versions, claim="that was not so")
    dispute = f"d{len(session.state.campaign.record.disputes)}"
    session.do("GiveRuling", "ref", dispute=dispute, verdict="upheld", text="so it was not")
    return dispute


def first_turn(folder: Path) -> Session:
    """September/October 1939: three draws and the geese."""
    session = Session(ledger_in(folder)).open(rulings={"draws": "table"})
    session.do("DeclareWar", attacker="germany", target="poland")
    session.do("OpenReinforcement")
    session.do("DrawLeader", leader="franco")
    session.ballots({"japan": "veto", "italy": "no-veto"})
    session.do("OpenBallots", absent="no-veto")
    session.do("DrawLeader", leader="guderian")
    session.ballots({"ussr": "veto"})
    session.do("OpenBallots", absent="no-veto")
    session.do("DrawLeader", leader="balbo")
    session.do("OpenBallots", absent="no-veto")
    session.do("OpenVotes", absent="abstain")
    session.do("AddEntropy", "anna", value="grey geese")
    return session


def second_turn(session: Session) -> None:
    """November/December: d1 upheld and the payment amended, d2 waits for consent, d3 is open."""
    paid = version_of(session, VetoPointsSpent, points={"japan": 1})
    geese = version_of(session, EntropyAdded)
    laid = version_of(session, BallotSealed, power="italy")
    session.do("AdvanceTurn")
    session.do("RaiseDispute", "ben", versions=[paid], claim=CLAIM)
    session.do("SetTerm", dispute="d1", what="answer", until="2099-01-31")
    session.do("AddEvidence", "ben", dispute="d1", text="The mail says so.", file_digest=FILE)
    session.do("AnswerDispute", "anna", dispute="d1", text="Nobody wrote it down.")
    session.do("GiveRuling", "ref", dispute="d1", verdict="upheld", text="It costs 3.")
    session.do("SetTerm", dispute="d1", what="appeal", until="2099-02-28")
    correct(session, "AmendEvent", dispute="d1", version=paid, fields={"points": {"japan": 3}},
            reason="booked as 1")  # fmt: skip
    session.do("RaiseDispute", "anna", versions=[geese], claim="I said goats.")
    session.do("GiveRuling", dispute="d2", verdict="upheld", text="Goats they were.")
    session.do("RaiseDispute", "ben", versions=[laid], claim=HOSTILE)
    session.do("SetTerm", dispute="d3", what="answer", until="2099-03-31")


def third_turn(session: Session) -> None:
    """January/February 1940: consent, two more corrections, and play rests."""
    geese = version_of(session, EntropyAdded)
    session.do("AdvanceTurn")
    session.do("ConsentToRuling", "eve", dispute="d2")
    correct(session, "StrikeEvents", "host", dispute="d2", versions=[geese])
    correct(session, "AdjustFigure", dispute="d1", figure="veto-points", of="italy", change=1,
            reason="for the trouble")  # fmt: skip
    session.do("FreezePlay", dispute="d3")


def disputed(folder: Path) -> Session:
    """The whole of it."""
    session = first_turn(folder)
    second_turn(session)
    third_turn(session)
    return session
