"""The members of the simulation: they play, repeat, give up and correct; each by the seed."""

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from campaign.handler.command_handler import Actor
from campaign.store.protocol import StoreError
from campaign.store.vault import VaultError
from events import chain
from events.sealed import Opening, Subject, commit
from simulation import correcting, held
from simulation.stock import NAME, POWERS, REFEREE, SignedIn

if TYPE_CHECKING:
    from simulation.evening import Evening
    from simulation.process import Process

THINKS = 0.4
"""How many seconds a member thinks, on average."""
ROUND = 2.0
"""How many seconds lie between the moments at which all act, where they act together."""
APART = 0.02
"""How many seconds they are apart then, on average."""
TRIES = 30
"""How often a member sends the same again before something is wrong."""


class Yes(NamedTuple):
    """An answer that a command was accepted."""

    by: str
    version: int
    head: str
    events: int


class Sealed(NamedTuple):
    """What a member's device has sealed."""

    power: str
    kind: str
    draw: int
    choice: str
    nonce: str


class Member:
    """Somebody at a device, which outlives every crash of the machine."""

    def __init__(self, name: str, acts: int, chance: random.Random, came: SignedIn) -> None:
        self.name = name
        self.person, self.device = came
        self.left = acts
        """How many acts they still want to do."""
        self.chance = chance
        self.sealed: list[Sealed] = []
        self.unanswered: list[tuple[str, bytes]] = []
        """Ids and texts that were sent and not answered."""
        self._count = 0

    def spend(self, evening: "Evening") -> None:
        """Plays until the evening is over."""
        while self.unanswered:  # what was sent before a crash, or given up
            self._send(evening, *self.unanswered[0])
        while self.left > 0:
            evening.scheduler.sleep(self._pause(evening))
            self.left -= 1
            evening.looked_at()
            self._act(evening)
            while self.unanswered and self.chance.random() < 0.8:
                self._send(evening, *self.unanswered[0])

    def _pause(self, evening: "Evening") -> float:
        """How many seconds pass until the next act."""
        if not evening.plan.together:
            return self.chance.expovariate(1 / THINKS)
        return ROUND - evening.scheduler.now % ROUND + self.chance.expovariate(1 / APART)

    # --- sending ----------------------------------------------------------------------------------

    def say(self, evening: "Evening", command: str, key: str = "", /, **fields: Any) -> None:
        """Sends a command; sometimes nobody waits for the answer, sometimes it is sent twice."""
        key = key or self.key()
        text = msgspec.json.encode({"command": command, **fields})
        self.unanswered.append((key, text))
        if self.chance.random() < 0.12:
            evening.scheduler.begin(lambda: self._once(evening, key, text), f"left by {self.name}")
            evening.scheduler.sleep(self.chance.uniform(0, 0.05))
            return
        self._send(evening, key, text)
        if self.chance.random() < 0.12:
            self._send(evening, key, text)

    def key(self) -> str:
        """An id for a command."""
        self._count += 1
        return f"{self.name}-{self._count}"

    def _hold(self, evening: "Evening", live: Any, command: str, **fields: Any) -> None:
        """Sends a command that passes over somebody; where such are held, first to be held."""
        if evening.plan.holds and self.chance.random() < 0.8:
            held.hold(evening, self, live, self.key(), {"command": command, **fields})
        else:
            self.say(evening, command, **fields)

    def _send(self, evening: "Evening", key: str, text: bytes) -> None:
        for _ in range(TRIES):
            if self._once(evening, key, text):
                return
            evening.scheduler.sleep(self.chance.uniform(0.05, 1.0))
        evening.scheduler.fail(f"{self.name} gets no answer to {text.decode()}")

    def _once(self, evening: "Evening", key: str, text: bytes) -> bool:
        process = evening.process(self.chance)
        try:
            if not self._is_served(evening, process):
                return False
            outcome = process.handler.submit(NAME, text, Actor(self.name), key)
        except VaultError as error:  # its key is always there, and whole
            evening.scheduler.fail(f"the vault can't be used: {error}")
            return False
        except StoreError as error:
            evening.noted(error, key)
            return False
        answer = outcome.answer
        self.unanswered = [one for one in self.unanswered if one[0] != key]
        if outcome.refused is None:
            yes = Yes(self.name, answer["version"], answer["head"], len(answer["events"]))
            evening.accepted(key, yes)
        else:
            evening.scheduler.note(f"{key}: {outcome.refused.reason}")
        return True

    def _is_served(self, evening: "Evening", process: "Process") -> bool:
        """Whether the device is let in; else the member signs in with another."""
        began, device = evening.scheduler.now, self.device
        if process.doors.device(device) is None:
            self.device = process.doors.admit(self.person, "another phone")
            return False
        if evening.ended.get(device, began) < began:
            evening.scheduler.fail(f"{self.name} is let in with a device that was ended")
        return True

    # --- acts -------------------------------------------------------------------------------------

    def _act(self, evening: "Evening") -> None:
        ledger, known = evening.process(self.chance).ledger, evening.last
        try:
            live = ledger.live(NAME)
            rows = list(ledger.store.rows(NAME, live.version - 1, live.version))
        except StoreError:
            return  # the page did not come
        if live.version < known:
            evening.scheduler.fail(f"{self.name} sees {live.version}, and {known} was accepted")
        if [chain.head(stored) for _, _, stored in rows] != [live.head]:
            evening.scheduler.fail(f"{self.name} sees event {live.version} under another digest")
        evening.compared(live)
        self._chosen(evening, live.state)(evening, live)

    def _chosen(self, evening: "Evening", state: Any) -> Callable[["Evening", Any], None]:
        acts = [self._entropy, self._bookmark, self._undo, self._end_devices]
        if self.name == REFEREE:
            return self.chance.choice([*acts[:2], *[self._referee] * 12])
        if self.name == "host":
            return self.chance.choice([*acts, *[self._board] * 10, self._enrol, self._renew])
        ready = state.board.phase in ("ballots", "votes")
        more = [self._marker] * 8 if ready else [self._buy, self._enrol]
        if evening.plan.corrects:
            more += [self._dispute] * (6 if ready else 3)
        return self.chance.choice([*acts, *more])

    def _entropy(self, evening: "Evening", live: Any) -> None:
        self.say(evening, "AddEntropy", value=f"a die: {self.chance.randint(1, 6)}")

    def _bookmark(self, evening: "Evening", live: Any) -> None:
        version = self.chance.randint(1, live.version)
        self.say(evening, "SetBookmark", version=version, note=f"look {self.chance.random()}")

    def _undo(self, evening: "Evening", live: Any) -> None:
        self.say(evening, "UndoAct")

    def _buy(self, evening: "Evening", live: Any) -> None:
        power = self.chance.choice(POWERS[self.name])
        points = 5 * self.chance.randint(1, 3)
        self.say(evening, "BuyVetoPoints", power=power, intelligence_points=points)

    def _dispute(self, evening: "Evening", live: Any) -> None:
        correcting.dispute(evening, self, live)

    def _referee(self, evening: "Evening", live: Any) -> None:
        correcting.referee(evening, self, live)

    def _enrol(self, evening: "Evening", live: Any) -> None:
        who = self.chance.choice(sorted(POWERS))
        address = f"{who}{self.chance.randint(1, 9)}@example.org"
        fields = {"member": who, "name": who.title(), "roles": ["player"], "email": address}
        evening.enrolments[f"{self.name}-{self._count + 1}"] = who, address
        self.say(evening, "EnrolMember", **fields)

    def _renew(self, evening: "Evening", live: Any) -> None:
        self.say(evening, "RenewVault")

    def _end_devices(self, evening: "Evening", live: Any) -> None:
        """All of somebody's own; from the answer on none of them is let in."""
        device = self.device
        try:
            evening.process(self.chance).doors.end(self.person)
        except StoreError:
            return
        evening.ended[device] = evening.scheduler.now

    def _board(self, evening: "Evening", live: Any) -> None:
        """The host leads the board on, sometimes before everybody has answered."""
        board = live.state.board
        match board.phase:
            case "closed" if board.turn == live.state.campaign.turn:
                self._hold(evening, live, "AdvanceTurn")
            case "closed":
                self.say(evening, "OpenReinforcement")
            case "draw":
                self.say(evening, "DrawLeader")
            case phase if not board.fixed:
                if self.chance.random() < 0.5:
                    self._hold(evening, live, "FixMarkers", why="agreed with them")
            case phase:
                kind, absent = {
                    "ballots": ("OpenBallots", "no-veto"),
                    "votes": ("OpenVotes", "abstain"),
                }[phase]
                withheld = {"withheld": True} if self.chance.random() < 0.5 else {}
                more = {"absent": absent, "why": "agreed with them", **withheld}
                self._hold(evening, live, kind, **more)

    def _marker(self, evening: "Evening", live: Any) -> None:
        """Seals in the vault or on the device; once markers are fixed, shows what was sealed."""
        board, campaign = live.state.board, live.state.campaign
        kind = {"ballots": "ballot", "votes": "vote"}[board.phase]
        if board.fixed:
            for one in self.sealed:
                if one.kind == kind and one.draw == board.draw:
                    self.sealed.remove(one)
                    fields = {"power": one.power, "choice": one.choice, "nonce": one.nonce}
                    self.say(evening, f"Reveal{kind.title()}", **fields)
                    return
            return
        power = self.chance.choice(POWERS[self.name])
        choices = ("veto", "no-veto") if kind == "ballot" else ("another", "abstain")
        choice = self.chance.choice(choices)
        command = f"Seal{kind.title()}"
        if self.chance.random() < 0.5:
            self.say(evening, command, power=power, choice=choice)
            return
        nonce = self.chance.randbytes(32).hex()
        self.sealed.append(Sealed(power, kind, board.draw, choice, nonce))
        subject = Subject(campaign.id, kind, board.draw, power)
        fields = {"power": power, "commitment": commit(subject, Opening(choice, nonce))}
        self.say(evening, command, **fields)
