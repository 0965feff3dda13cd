"""A long campaign that is really played: every act goes through the ledger; none is copied.

Turns of two thousand events: a stage of Promotions Boards, each but the last with a veto; leaders
moved about the map, now and then taken back; a war and its peace; and one dispute a turn that is
upheld and gives Italy a veto point. Clock and chance are fixed, so every run plays the same
campaign.
"""

import hashlib
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from campaign.disputes import corrections
from campaign.disputes import impact as disputes_impact
from campaign.disputes.commands import Correct
from campaign.disputes.impact import Impact
from campaign.kernel import decisions
from campaign.lif.politics import sides
from campaign.lif.roster import POWERS
from campaign.reports import kept_turns
from campaign.reports.book import StoredLog
from campaign.store.ledger import Ledger
from campaign.store.vault import Vault
from campaign.text.json_values import JsonObject
from scripts.benchmark.building import copy_in_use

NAME = "played"
TURN = 2_000
"""Events per turn, roughly; at most about fifty leaders can be promoted, one in each."""
BOARDS = TURN * 3 // 4
"""A turn's stage ends by this many events."""
POINTS = 200
"""The least veto points that a power has when a stage begins."""
BEGUN = 40
"""With how many moves the last turn of each copy has begun."""
MEMORY = Path("/dev/shm")
UNDONE = 25
"""One in this many moves is taken back."""
UNSEEN = "0" * 64
PEOPLE = (
    {"member": "one", "name": "One", "powers": list(POWERS[:3])},
    {"member": "two", "name": "Two", "powers": list(POWERS[3:])},
    {"member": "judge", "name": "Judge", "roles": ["referee"]},
)


class Chance:
    """Bytes that look random and are the same in every run."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._calls = 0

    def __call__(self, count: int) -> bytes:
        self._calls += 1
        return hashlib.shake_256(f"{self._seed} {self._calls}".encode()).digest(count)


class Clock:
    """A clock that advances a second with each reading."""

    def __init__(self) -> None:
        self._now = datetime(1999, 1, 1, tzinfo=UTC)

    def __call__(self) -> str:
        self._now += timedelta(seconds=1)
        return self._now.strftime("%Y-%m-%dT%H:%M:%S.000Z")


class Club:
    """The campaign while it is played."""

    def __init__(self, store: Path) -> None:
        vault = Vault(store.with_suffix(".vault"), random=Chance("vault"))
        self.ledger = Ledger(store, vault, Clock(), random=Chance("salt"))
        answer = self.ledger.open(
            NAME,
            scenario="custom",
            first_turn="1939-SO",
            last_turn="1999-ND",
            rulebook="lif-1998",
            modules={"us-entry": False},
            setup={"members": PEOPLE, "leaders": {"guderian": "map", "zhukov": "map"}},
        )
        _accepted(answer)
        self._moves = 0

    @property
    def version(self) -> int:
        """The last event."""
        return self.ledger.live(NAME).version

    @property
    def state(self) -> Any:
        """What counts now."""
        return self.ledger.live(NAME).state

    def do(self, command: str, by: str = "host", **fields: Any) -> list[Any]:
        """The events of a command, which must be accepted."""
        answer = self.ledger.submit(NAME, {"command": command, "by": by, **fields})
        _accepted(answer)
        return list(answer["events"])

    def turn(self, until: int) -> None:
        """One turn, or as much of it as fits before an event."""
        begun = self.version
        self.boards(min(until, begun + BOARDS))
        self.do("DeclareWar", attacker="germany", target="ussr")
        while self.version < min(until, begun + TURN):
            self.move()
        self.do("MakePeace", powers=["germany", "ussr"])
        self.dispute()
        self.do("AdvanceTurn")

    def boards(self, until: int) -> None:
        """A stage: veto after veto, then a leader arrives and nobody asks for another."""
        for power in POWERS:
            if self.state.veto_points[power] < POINTS:
                self.do("BuyVetoPoints", power=power, intelligence_points=5 * POINTS)
        self.do("OpenReinforcement")
        while self.state.board.phase != "closed":
            leader = next((e["leader"] for e in self.do("DrawLeader") if "leader" in e), None)
            if leader is None:
                break  # nobody is left in the cup: the board has closed
            self.ballots(leader, veto=self.version < until)
            if self.state.board.phase == "votes":
                for power in POWERS:
                    if self.state.veto_points[power]:
                        self.do("SealVote", power=power, choice="abstain")
                self.do("OpenVotes", absent="abstain")

    def ballots(self, leader: str, veto: bool) -> None:
        """Every power plays a marker; a veto, if there is to be one, comes from the other side."""
        costs = sides.costs(self.state, leader)
        against = next(power for power in POWERS if costs[power] == sides.AGAINST)
        for power in POWERS:
            choice = "veto" if veto and power == against else "no-veto"
            self.do("SealBallot", power=power, choice=choice)
        self.do("OpenBallots", absent="no-veto")

    def move(self) -> None:
        """Moves a leader; some moves are taken back."""
        self._moves += 1
        by, leader = (("one", "guderian"), ("two", "zhukov"))[self._moves % 2]
        self.move_of(by, leader, f"E1{self._moves % 5:03}")
        if self._moves % UNDONE == 0:
            self.do("UndoAct", by)

    def move_of(self, by: str, leader: str, location: str) -> None:
        """A member moves a leader."""
        self.do("MoveLeader", by, leader=leader, location=location)

    def dispute(self) -> None:
        """The last event is disputed, the judge upholds it, and Italy has one point more."""
        self.do("RaiseDispute", "two", versions=[self.version], claim="that was not so")
        disputed = f"d{len(self.state.campaign.record.disputes)}"
        self.do("GiveRuling", "judge", dispute=disputed, verdict="upheld", text="so it was not")
        fields = {"dispute": disputed, "figure": "veto-points", "of": "italy", "change": 1}
        sent = {"command": "AdjustFigure", "by": "judge", "seen": UNSEEN, **fields}
        self.do("AdjustFigure", "judge", **fields, seen=preview(self.ledger, sent).digest)

    def begun(self) -> None:
        """The same few events at the end of any campaign: two leaders march out and back."""
        for number in range(BEGUN):
            by, leader = (("two", "zhukov"), ("one", "guderian"))[number % 2]
            self.move_of(by, leader, f"E1{15 - abs(10 - number // 2):03}")


def another_move(number: int) -> JsonObject:
    """A move that the last turn of a copy has not had, and that is near enough."""
    return {
        "command": "MoveLeader",
        "by": "one",
        "leader": "guderian",
        "location": f"E1{8 + number % 4:03}",
    }


def preview(ledger: Ledger, sent: JsonObject) -> Impact:
    """What a correction would change, as the command line shows it before it is made."""
    live = ledger.live(NAME)
    command = decisions.read(sent, live.system.rules.commands)
    assert isinstance(command, Correct), command
    past, base = ledger.past(NAME, live, command)
    found = corrections.events_of(live.system, command, past, base)
    assert isinstance(found, tuple), found
    impact = disputes_impact.impact(live.system, past, found, base)
    assert isinstance(impact, Impact), impact
    return impact


def _accepted(answer: dict[str, Any]) -> None:
    if not answer["accepted"]:
        raise SystemExit(f"the long campaign is refused: {answer}")


def play(folder: Path, sizes: Sequence[int]) -> None:
    """One campaign, copied as `long-SIZE.db` when it has that many events and a turn has begun.

    Each copy has kept the turns that are over, as a page written by an earlier process does. It is
    played in memory where there is such a folder, so that no flush costs time.
    """
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else folder) as quick:
        club = Club(Path(quick) / "played.db")
        with club.ledger:
            for size in sizes:
                while club.version < size:
                    club.turn(size)
                club.begun()
                kept_turns.newest(StoredLog(club.ledger, NAME))  # as the evening's page leaves it
                copy_in_use(club.ledger, folder / f"long-{size}.db")
