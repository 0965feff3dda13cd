"""A club's sessions, for the tests of the record itself: fixed clock, fixed randomness."""

import hashlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

from campaign.history.effective import Logged
from campaign.lif.roster import POWERS
from campaign.store.ledger import Ledger
from campaign.store.protocol import StorePlace
from campaign.store.vault import Vault
from events.sealed import Opening, Subject, commit

NAME = "club"
ADDRESS = "anna-of-the-club@example.org"
MEMBERS = [
    {"member": "anna", "name": "Anna", "email": ADDRESS, "powers": ["germany", "italy"]},
    {"member": "ben", "name": "Ben", "powers": ["ussr", "usa"]},
    {"member": "ref", "name": "Ref", "roles": ["referee"]},
    {"member": "eve", "name": "Eve", "roles": ["observer"]},
]


class Dice:
    """Bytes that look random and are the same in every run."""

    def __init__(self, seed: str = "dice") -> None:
        self._seed = seed
        self._thrown = 0

    def __call__(self, count: int) -> bytes:
        self._thrown += 1
        return hashlib.shake_256(f"{self._seed} {self._thrown}".encode()).digest(count)


class Clock:
    """A second for every look at it."""

    def __init__(self) -> None:
        self._looks = 0

    def __call__(self) -> str:
        self._looks += 1
        return f"1999-01-01T{self._looks // 3600:02}:{self._looks // 60 % 60:02}:00.000Z"


def ledger_in(folder: Path, dice: str = "dice") -> Ledger:
    """A ledger whose clock and vault are the same in every run."""
    store = folder / "campaign.db"
    vault = Vault(store.with_suffix(".vault"), random=Dice(dice))
    return Ledger(in_a_database(store), vault, Clock(), random=Dice("salt"))


def in_a_database(store: Path) -> StorePlace:
    """Where a store is. With `CAMPAIGN_TEST_STORE=ledgers` that is a new database."""
    if os.environ.get("CAMPAIGN_TEST_STORE") != "ledgers":
        return StorePlace(store)
    from support.postgres import new_database

    return StorePlace(store, new_database())


def said(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer without its receipt, which is another each time."""
    return {key: value for key, value in answer.items() if key != "receipt"}


class Session:
    """A ledger with one campaign in it, spoken to in short."""

    def __init__(self, ledger: Ledger, name: str = NAME) -> None:
        self.ledger = ledger
        self.name = name
        self.answers: list[dict[str, Any]] = []

    def open(self, rulebook: str = "lif-1998", **request: Any) -> "Session":
        """Opens the campaign with two players, a referee and an observer."""
        setup = {"members": MEMBERS, **request.pop("setup", {})}
        asked = {"scenario": "global-war", "rulebook": rulebook, "setup": setup, **request}
        answer = self.ledger.open(self.name, **asked)
        assert answer["accepted"], answer
        self.answers.append(answer)
        return self

    def ask(self, command: str, by: str = "host", **fields: Any) -> dict[str, Any]:
        """The answer to a command, whatever it is."""
        answer = self.ledger.submit(self.name, {"command": command, "by": by, **fields})
        self.answers.append(answer)
        return answer

    def do(self, command: str, by: str = "host", **fields: Any) -> dict[str, Any]:
        """The answer to a command that must be accepted."""
        answer = self.ask(command, by, **fields)
        assert answer["accepted"], (command, fields, answer)
        return answer

    @property
    def state(self) -> Any:
        """The campaign's state."""
        return self.ledger.live(self.name).state

    @property
    def phase(self) -> str:
        """What the Promotions Board waits for."""
        return str(self.state.board.phase)

    def subject(self, power: str) -> Subject:
        """What a marker laid now is about."""
        kind = {"ballots": "ballot", "votes": "vote"}[self.phase]
        return Subject(self.state.campaign.id, kind, self.state.board.draw, power)

    def device(self, power: str, choice: str, nonce: str) -> str:
        """The commitment that a member's device makes."""
        return commit(self.subject(power), Opening(choice, nonce))

    def ballots(self, choices: Mapping[str, str]) -> None:
        """Lays ballots through the vault, each by the power's player."""
        for power, choice in choices.items():
            by = self.state.campaign.powers.get(power, "host")
            self.do("SealBallot", by, power=power, choice=choice)

    def votes(self, choices: Mapping[str, str]) -> None:
        """Lays votes through the vault, each by the power's player."""
        for power, choice in choices.items():
            by = self.state.campaign.powers.get(power, "host")
            self.do("SealVote", by, power=power, choice=choice)

    def draw(self) -> str:
        """Opens the stage where it is closed, and draws."""
        if self.phase == "closed":
            self.do("OpenReinforcement")
        events = self.do("DrawLeader")["events"]
        return str(events[-1]["leader"])


def nonce_of(text: str) -> str:
    """A device's nonce."""
    return hashlib.sha256(text.encode()).hexdigest()


def played(folder: Path, rulebook: str = "lif-1998", turns: int = 9, close: bool = True) -> Session:
    """A campaign of some turns: boards with vault and device ballots, wars, purchases, entropy."""
    session = Session(ledger_in(folder)).open(rulebook)
    random = Random(turns)
    for number, _ in enumerate(range(turns)):
        if number == 1:
            session.do("AddEntropy", "anna", value="a die at the table came up four")
        if number == 2:
            session.do("DeclareWar", attacker="germany", target="france")
            session.do("CallOutReserves", power="commonwealth", mark="Ge")
        if number == 3:
            session.do("BuyVetoPoints", "ben", power="ussr", intelligence_points=10)
            session.do("SetConquest", power="france", status="incomplete")
        if number == 4:
            session.do("AssignPower", power="china", member="ben")
            session.do("SetMinor", minor="hungary", status="aligned", power="germany")
        for _ in range(2):
            if session.phase == "draw" or session.state.board.turn != session.state.campaign.turn:
                board(session, random)
        finish(session)
        if number < turns - 1:
            session.do("AdvanceTurn")
    if close:
        session.do("CloseCampaign")
    return session


def board(session: Session, random: Random) -> None:
    """One draw: a device's ballot, some of the vault's, a vote."""
    session.draw()
    nonce = nonce_of(f"{session.state.draw}")
    session.ballots({"commonwealth": "no-veto", "japan": "no-veto"})
    veto = "veto" if random.random() < 0.4 and session.state.veto_points["ussr"] >= 3 else "no-veto"
    session.ballots({"ussr": veto})
    session.do(
        "SealBallot",
        "anna",
        power="germany",
        commitment=session.device("germany", "no-veto", nonce),
    )
    session.do("FixMarkers")
    session.do("RevealBallot", "anna", power="germany", choice="no-veto", nonce=nonce)
    session.do("OpenBallots", absent="no-veto")
    if session.phase == "votes":
        points = session.state.veto_points
        wish = next((power for power in POWERS if points[power] > 1), None)
        if wish:
            session.votes({wish: "another"})
        session.do("OpenVotes", absent="abstain")


def finish(session: Session) -> None:
    """Goes on until the stage is closed: the next leader arrives, and nobody asks for another."""
    while session.phase != "closed":
        if session.phase == "draw":
            session.do("DrawLeader")
            continue
        if not session.state.board.fixed:
            session.do("FixMarkers")
        if session.phase == "ballots":
            session.do("OpenBallots", absent="no-veto", withheld=True)
        else:
            session.do("OpenVotes", absent="abstain", withheld=True)


def stored(session: Session) -> list[tuple[int, str, bytes]]:
    """The rows of the log."""
    return list(session.ledger.store.rows(session.name))


def bodies(session: Session) -> Iterator[tuple[int, dict[str, Any]]]:
    """The events of the log as JSON values."""
    import json

    for version, _, row in stored(session):
        yield version, json.loads(row.rpartition(b"\n")[0])


def log_of(session: Session) -> list[Logged]:
    """What was recorded."""
    return session.ledger.log(session.name)


def refusal(answer: dict[str, Any]) -> tuple[str | None, str]:
    """Rule and reason of a refusal."""
    assert not answer["accepted"], answer
    return answer["rule"], answer["reason"]


def undo_refused(session: Session, by: str) -> tuple[str | None, str]:
    """Rule and reason of an undo that is refused."""
    return refusal(session.ask("UndoAct", by))


def drawn(session: Session, leader: str = "guderian") -> None:
    """A leader is drawn at the table, once the stage is open."""
    if session.phase == "closed":
        session.do("OpenReinforcement")
    session.do("DrawLeader", leader=leader)
