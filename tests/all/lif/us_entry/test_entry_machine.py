"""LiF 5.3: whatever a club does with its chits, none is lost, and nobody hears of a value too soon.

A model beside the program, which chits lie where and since when, says what is legal. It opens chits
by the formula that the record promises, and not by the program's own functions.
"""

import hashlib
import hmac
import json
from collections.abc import Iterator
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from campaign.history.acts import keeping
from campaign.kernel import draws
from campaign.kernel.decisions import Command, Finding, Needs, Refused, Supplied, VaultSeal, read
from campaign.kernel.opening import OpenCampaign, SeedChain
from campaign.lif import calendar
from campaign.lif.chapters import AUDIT
from campaign.lif.system import SYSTEM
from campaign.systems import SYSTEMS
from campaign.verify.decided_again import decided_again
from events import codec
from events.base import Event
from events.lif.us_entry import (
    AsideChitsEntered,
    EntryActionTaken,
    EntryChitsDrawn,
    EntryChitsJoined,
    EntryChitsMoved,
    EntryChitsPlaced,
    EntryChitsReturned,
    EntryChitsShown,
    PoolBelowZero,
)
from events.sealed import Opening, commit

ID = "c0" * 16
SECRET = "5e" * 32
ROOT = "07" * 32
LINKS = 64
ENTRY = ("entry-germany-italy", "entry-japan")
TENSION = ("tension-germany-italy", "tension-japan")
POOLS = (*ENTRY, *TENSION)
BEGINS = {"entry-germany-italy": 2, "entry-japan": 1}
FIRST = [{"value": 0, "count": 8}, {"value": 1, "count": 12}, {"value": 3, "count": 7}]
STOCKED = 27
LATER = [{"value": 2, "count": 5, "year": 1941}, {"value": 5, "count": 2, "year": 1942}]
YEARS = {1941: 5, 1942: 2}
ACTIONS = {40: {"japan": 13}, 41: {"germany_italy": -14}, 42: {"germany_italy": 20, "japan": -5}}
MEMBERS = [{"member": "ben", "name": "Ben", "roles": ["host", "player"], "powers": ["usa"]}]
POOL = st.sampled_from(POOLS)
COUNT = st.integers(1, 3)
VALUES = st.lists(st.integers(0, 3), min_size=1, max_size=3)
TELLING = {"value", "values", "nonce", "secret"}


def opens(chit: str, commitment: str) -> int:
    """The value a chit was laid with, by the formula that lets anybody check it."""
    text = f"campaign-tracker chit 1\n{ID}\n{chit}\n"
    nonce = hmac.new(bytes.fromhex(SECRET), text.encode(), hashlib.sha256).hexdigest()
    for value in range(100):
        sealed = f"campaign-tracker seal 1\n{ID}\nchit\n{chit[1:]}\nusa\n{value}\n{nonce}\n"
        if hashlib.sha256(sealed.encode()).hexdigest() == commitment:
            return value
    raise AssertionError(f"{chit} does not open")


def kind_of(pool: str) -> str:
    """Entry or tension."""
    return pool.partition("-")[0]


def supplied(state: Any, wanted: Needs) -> Supplied:
    """What the vault and the chain of seeds give."""
    openings = {key: Opening("chits", SECRET) for key in wanted.openings}
    sealed = None
    if wanted.seal is not None:
        commitment = commit(wanted.seal.subject, Opening(wanted.seal.choice, SECRET))
        sealed = VaultSeal(commitment, "sealed", SECRET)
    seed = draws.seed_of(ROOT, LINKS, state.campaign.seed_number) if wanted.seed else ""
    return Supplied(openings, sealed, seed)


def paths(value: Any, at: str = "") -> Iterator[str]:
    """Where the keys that could tell a value stand in JSON."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in TELLING:
                yield f"{at}.{key}"
            yield from paths(inner, f"{at}.{key}")
    elif isinstance(value, list):
        for inner in value:
            yield from paths(inner, at)


def numbers(event: Event) -> list[int]:
    """The numbers of an event's draws and dice of the ledger's, in order."""
    if isinstance(event, EntryActionTaken):
        rolls = (one.roll for one in event.outcomes.values() if one.roll is not None)
        return [roll.draw for roll in rolls if roll.source == "ledger"]
    first = getattr(event, "draw", 0)
    return list(range(first, first + len(event.chits))) if first else []  # type: ignore[attr-defined]


class Aside:
    """A chit put aside: its id and value, and when."""

    def __init__(self, chit: str, value: int, since: int) -> None:
        self.chit, self.value, self.since = chit, value, since


class Chits(RuleBasedStateMachine):
    """A host, Ben with the USA, and chits of the ledger's or of a cup's."""

    @initialize(
        mode=st.sampled_from(["ledger", "table"]),
        dice=st.sampled_from(["ledger", "table"]),
        picks=st.sampled_from(["drawn", "chosen"]),
        look=st.sampled_from(["after", "before"]),
    )
    def begin(self, mode: str, dice: str, picks: str, look: str) -> None:
        """A campaign with three chits to begin with, and a chart of three actions."""
        self.ledger, self.rolls, self.chosen = mode == "ledger", dice == "ledger", picks == "chosen"
        setup = {"us_entry": {"chits": BEGINS}, "members": MEMBERS}
        asked = OpenCampaign(
            name="club", scenario="custom", first_turn="1940-JA", last_turn="1945-JA",
            modules={"leaders": False}, setup=setup,
            rulings={
                "entry_chits": mode, "draws": dice, "tension_chits": picks,
                "entry_look": look,
            },
        )  # fmt: skip
        self.looks = look == "before"
        self.open: set[str] = set()
        """Chits of the step on which nothing rests yet."""
        self.events: list[Event] = []
        self.state: Any = None
        self.claims = AUDIT.auditor()
        self.found: list[Finding] = []
        self.seen: set[str] = set()
        self.draw = 0
        """Number of the last draw or die of the ledger's."""
        self.pools: dict[str, list[str]] = {pool: [] for pool in POOLS}
        self.values: dict[str, int] = {}
        self.entered: list[int] = []
        """Values that a command is entering, in order."""
        self.aside: dict[str, list[Aside]] = {"entry": [], "tension": []}
        self.due = dict(BEGINS)
        self.due_aside: list[list[Any]] = []
        """Pool, count and turn of each shortfall at the table."""
        self.stocked = 0
        opened = SYSTEM.rules.open(asked, SeedChain(ID, draws.anchor_of(ROOT, LINKS), LINKS, ""))
        assert isinstance(opened, tuple), opened
        self.record(opened)
        rows = [
            {"kind": "action", "number": number, "power": "germany", **numbers}
            for number, numbers in ACTIONS.items()
        ]
        assert self.ask({"command": "ImportEntryChart", "rows": rows, "source": "ours"})
        assert not self.ask({"command": "ReturnEntryChits", "pool": "entry-japan"})
        rows = [*FIRST, *LATER] if self.ledger else []
        self.stocked = STOCKED
        if self.ledger:
            self.due = {}
        assert self.ask({"command": "StockEntryChits", "rows": rows})
        assert not self.ask({"command": "StockEntryChits", "rows": rows})

    # --- the program ----------------------------------------------------------------------------

    def record(self, events: tuple[Event, ...]) -> None:
        """Events go through the store's form, and their act is decided again.

        The auditor looks at each, and so does the model.
        """
        sent = [replace(event, by="ben", nth=nth) for nth, event in enumerate(events)]
        act = [SYSTEMS.codec.decode(codec.encode(event)) for event in sent]
        if self.state is not None:
            assert not (told := decided_again(SYSTEM, self.state, act, ())).wrong, told
        for stored in act:
            if self.state is not None:
                self.found += self.claims.check(1, self.state, stored)
            self.events.append(stored)
            self.state = SYSTEM.rules.evolve(self.state, stored)
            self.hides(stored)
            self.follow(stored)

    def ask(self, command: dict[str, Any]) -> bool:
        """Whether a command was accepted; a refusal tells nothing of the chits."""
        asked = read(command, SYSTEM.rules.commands)
        assert isinstance(asked, Command), asked
        before = codec.encode(self.events[-1])
        wanted = SYSTEM.rules.needs(self.state, asked)
        given = supplied(self.state, wanted)
        decided = SYSTEM.rules.decide(self.state, asked, given)
        if isinstance(decided, Refused):
            assert SECRET not in decided.reason
            self.refused = (decided.rule, decided.reason)
            assert codec.encode(self.events[-1]) == before
            return False
        if command["command"] not in ("DrawEntryChits", "EnterEntryChits", "PlaceEntryChits"):
            self.open = set()
        self.record(keeping(SYSTEM, asked, given, decided))
        return True

    def hides(self, event: Event) -> None:
        """Keys that could tell a value stand where they may, and no nonce before its chit."""
        told = json.loads(codec.encode(event))
        name = type(event).__name__
        allowed = {
            "EntryChitsStocked": lambda path: path == ".rows.value",
            "EntryChitsShown": lambda path: path.startswith(".chits.c"),
            "EntrySecretOpened": lambda path: path == ".secret",
            "EntryActionTaken": lambda path: path.endswith(".roll.value"),
        }.get(name, lambda path: False)
        assert all(allowed(path) for path in paths(told)), (name, told)
        if name != "EntrySecretOpened":
            assert SECRET not in json.dumps(told)

    # --- the model ------------------------------------------------------------------------------

    def follow(self, event: Event) -> None:
        """The model does with its own chits what an event says, and checks that it can."""
        for number in numbers(event):
            assert number == self.draw + 1
            self.draw = number
        match event:
            case EntryChitsDrawn():
                laid = self.laid(event.chits)
                self.pools[event.pool] += laid
                self.open |= {*laid} if event.cause == "step" else set()
            case EntryChitsPlaced():
                for chit in event.chits:
                    self.pools[event.pool].remove(chit)
                    self.pools[event.to].append(chit)
            case PoolBelowZero():
                assert not self.pools[event.pool]
                self.below(event.pool, event.missing, self.laid(event.chits))
            case AsideChitsEntered():
                self.enters_aside(event.pool, self.laid(event.chits))
            case EntryChitsReturned() | EntryChitsMoved():
                for chit in event.chits:
                    self.pools[event.pool].remove(chit)
                if isinstance(event, EntryChitsMoved):
                    self.pools[event.to] += event.chits
            case EntryChitsShown():
                for chit, shown in event.chits.items():
                    assert shown.value == self.values[chit]
            case EntryChitsJoined():
                self.stocked += event.count

    def laid(self, chits: Any) -> list[str]:
        """New chits, their ids never seen before, their values as the formula opens them."""
        for chit in chits:
            assert chit.id not in self.seen
            assert chit.id == f"c{len(self.seen) + 1}"
            self.seen.add(chit.id)
            self.values[chit.id] = opens(chit.id, chit.commitment)
            if not self.ledger:
                assert self.values[chit.id] == self.entered.pop(0)
        return [chit.id for chit in chits]

    def below(self, pool: str, missing: int, chits: list[str]) -> None:
        """LiF 5.3.3: as many aside as are missing, or due where the cup is at the table."""
        kind = kind_of(pool)
        if self.ledger:
            assert len(chits) == missing
            self.aside[kind] += [Aside(chit, self.values[chit], self.now) for chit in chits]
        else:
            assert not chits
            self.due_aside.append([pool, missing, self.now])

    def enters_aside(self, pool: str, chits: list[str]) -> None:
        """Chits of one shortfall, the oldest of its pool."""
        due = next(one for one in self.due_aside if one[0] == pool)
        kind = kind_of(pool)
        self.aside[kind] += [Aside(chit, self.values[chit], due[2]) for chit in chits]
        due[1] -= len(chits)
        assert due[1] >= 0
        self.due_aside = [one for one in self.due_aside if one[1]]

    @property
    def now(self) -> int:
        """The turn's number."""
        return calendar.ordinal(self.state.campaign.turn)

    @property
    def common(self) -> int:
        """How many chits the ledger's common pool holds."""
        lying = sum(len(chits) for chits in self.pools.values())
        return self.stocked - lying - sum(len(chits) for chits in self.aside.values())

    def owes_aside(self, kind: str) -> bool:
        """Whether chits aside are still to be entered."""
        return any(one[0].startswith(kind) for one in self.due_aside)

    def is_over(self, kind: str) -> bool:
        """Ruling 39: each shortfall's highest value in turns, and the later end of them."""
        if self.owes_aside(kind):
            return False
        by_turn: dict[int, int] = {}
        for one in self.aside[kind]:
            by_turn[one.since] = max(by_turn.get(one.since, 0), one.value)
        return self.now >= max((since + high for since, high in by_turn.items()), default=0)

    # --- chits come -----------------------------------------------------------------------------

    @rule(
        pool=st.sampled_from((*ENTRY, *ENTRY, *POOLS)),
        count=COUNT,
        values=VALUES,
        by=st.sampled_from(["ben", "host"]),
    )
    def draw(self, pool: str, count: int, values: list[int], by: str) -> None:
        """LiF 5.3.3: the US entry step."""
        waits = bool(self.aside["entry"]) or self.owes_aside("entry")
        legal = pool in ENTRY and not waits
        command: dict[str, Any] = {"command": "DrawEntryChits", "by": by, "pool": pool}
        if self.ledger:
            legal = legal and count <= self.common
            command["count"] = count
        else:
            legal = legal and by == "ben"
            self.entered = list(values) if legal else []
            command["values"] = values
        assert self.ask(command) == legal

    @precondition(lambda self: not self.ledger or len(self.seen) < 4)
    @rule(pool=POOL, values=VALUES, aside=st.booleans(), by=st.sampled_from(["ben", "host"]))
    def enter(self, pool: str, values: list[int], aside: bool, by: str) -> None:
        """Ruling 38: values of chits due."""
        count = self.due.get(pool, 0)
        if aside:
            count = sum(one[1] for one in self.due_aside if one[0] == pool)
        legal = not self.ledger and by == "ben" and len(values) <= count
        self.entered = list(values) if legal else []
        command = {"command": "EnterEntryChits", "by": by, "pool": pool, "values": values}
        assert self.ask({**command, "aside": aside}) == legal
        if legal and not aside:
            self.due[pool] -= len(values)

    @precondition(lambda self: self.due_aside)
    @rule(data=st.data())
    def enter_what_is_aside(self, data: st.DataObject) -> None:
        """Ruling 38: all that a pool's shortfalls have put aside, entered at once."""
        pool = data.draw(st.sampled_from(sorted({one[0] for one in self.due_aside})))
        count = sum(one[1] for one in self.due_aside if one[0] == pool)
        values = data.draw(st.lists(st.integers(0, 3), min_size=count, max_size=count))
        self.entered = list(values)
        command = {"command": "EnterEntryChits", "by": "ben", "pool": pool, "values": values}
        assert self.ask({**command, "aside": True})
        assert not self.entered

    @precondition(lambda self: any(self.pools[pool] for pool in ENTRY))
    @rule(data=st.data(), to=st.sampled_from((*ENTRY, *POOLS)))
    def place(self, data: st.DataObject, to: str) -> None:
        """Ruling 53: chits of this step on which nothing rests, where they are seen first."""
        chits = [chit for pool in ENTRY for chit in self.pools[pool]]
        named = data.draw(st.lists(st.sampled_from(chits), min_size=1, max_size=2, unique=True))
        legal = self.ledger and self.looks and to in ENTRY and {*named} <= self.open
        legal = legal and not {*named} & {*self.pools[to]}
        command = {"command": "PlaceEntryChits", "by": "ben", "to": to, "chits": named}
        assert self.ask(command) == legal

    # --- chits go -------------------------------------------------------------------------------

    @rule(data=st.data(), pool=POOL, count=COUNT)
    def give_back(self, data: st.DataObject, pool: str, count: int) -> None:
        """LiF 5.3.3: chits leave a pool, and may put it below zero."""
        self.leave(data, {"command": "ReturnEntryChits", "pool": pool}, count, chosen=False)

    @rule(data=st.data(), pool=POOL, to=POOL, count=COUNT)
    def move(self, data: st.DataObject, pool: str, to: str, count: int) -> None:
        """LiF 5.3.2: chits go to another pool."""
        command = {"command": "MoveEntryChits", "pool": pool, "to": to}
        if pool == to:
            assert not self.ask(command)
            return
        self.leave(data, command, count, chosen=self.chosen)

    def leave(
        self, data: st.DataObject, command: dict[str, Any], count: int, *, chosen: bool
    ) -> None:
        """A command that takes chits out of a pool, named where nobody draws them."""
        pool = command["pool"]
        there = list(self.pools[pool])
        gone = min(count, len(there))
        if not self.ledger or chosen:
            command["chits"] = data.draw(st.permutations(there))[:gone]
        returned = gone if command["command"] == "ReturnEntryChits" else 0
        legal = not self.due.get(pool)
        if self.ledger:
            legal = count - gone <= self.common + returned
        assert self.ask({**command, "count": count}) == legal

    @precondition(lambda self: any(self.pools.values()))
    @rule(data=st.data(), by=st.sampled_from(["ben", "host"]))
    def show(self, data: st.DataObject, by: str) -> None:
        """LiF 5.3.2: chits turned face-up stay where they are."""
        chits = [chit for pool in self.pools.values() for chit in pool]
        chit = data.draw(st.sampled_from(chits))
        assert self.ask({"command": "ShowEntryChits", "by": by, "chits": [chit]}) == (by == "ben")

    @rule(data=st.data(), number=st.sampled_from(sorted(ACTIONS)))
    def act(self, data: st.DataObject, number: int) -> None:
        """LiF 5.3.3: an action brings or takes chits, wait or no wait."""
        numbers = {one.replace("_", "-"): n for one, n in ACTIONS[number].items()}
        command: dict[str, Any] = {"command": "TakeEntryAction", "action": number}
        if not self.rolls:
            command["rolls"] = {
                one: data.draw(st.integers(1, 10)) for one, n in numbers.items() if n % 10
            }
        before = {pool: len(chits) for pool, chits in self.pools.items()}
        common = self.state.entry.common
        if not self.ledger:
            command["chits"] = self.may_leave(numbers, command.get("rolls"))
        if not self.ask(command):
            return
        taken = next(one for one in reversed(self.events) if isinstance(one, EntryActionTaken))
        for theatre, outcome in taken.outcomes.items():
            pool = f"entry-{theatre}"
            if outcome.chits > 0 and not self.ledger:
                self.due[pool] = self.due.get(pool, 0) + outcome.chits
            elif self.ledger or outcome.chits < 0:
                came = min(outcome.chits, common)
                common -= max(0, came)
                assert len(self.pools[pool]) == max(0, before[pool] + came)

    def may_leave(self, numbers: dict[str, int], rolls: Any) -> dict[str, list[str]]:
        """Chits that leave by a number and, where it is told, its roll."""
        named: dict[str, list[str]] = {}
        for theatre, number in numbers.items():
            if number > 0:
                continue
            sure, rest = divmod(-number, 10)
            most = sure + (1 if rolls is None else rolls[theatre] <= rest)
            there = self.pools[f"entry-{theatre}"]
            if most and there:
                named[f"entry-{theatre}"] = there[:most]
        return named

    # --- waits ----------------------------------------------------------------------------------

    @precondition(lambda self: self.due_aside or any(self.aside.values()))
    @rule(kind=st.sampled_from(["entry", "tension"]), by=st.sampled_from(["ben", "host"]))
    def try_to_return(self, kind: str, by: str) -> None:
        """LiF 5.3.3: at any time, whether the turns are over or not."""
        self.return_aside(kind, by)

    def return_aside(self, kind: str, by: str) -> None:
        """LiF 5.3.3, ruling 54: all at once, shown, when their turns are over; only Ben can."""
        there = self.aside[kind]
        over = by == "ben" and self.is_over(kind)
        legal = bool(there) and not self.owes_aside(kind) and over
        command = {"command": "ReturnAsideChits", "by": by, "kind": kind}
        assert self.ask(command) == legal
        if legal:
            assert self.is_over(kind)
            shown = self.events[-2]
            assert isinstance(shown, EntryChitsShown)
            assert sorted(shown.chits) == sorted(one.chit for one in there)
            self.aside[kind] = []

    @precondition(lambda self: not self.due_aside and any(self.aside.values()))
    @rule(by=st.sampled_from(["ben", "host"]))
    def wait_for_the_end(self, by: str) -> None:
        """Ruling 39: turns pass until the model says that they are enough, and not one more."""
        for kind in [kind for kind, there in self.aside.items() if there]:
            while not self.is_over(kind):
                self.return_aside(kind, by)
                if self.state.campaign.turn == self.state.campaign.last_turn:
                    return
                self.next_turn()
            self.return_aside(kind, by)

    @precondition(lambda self: self.state.campaign.turn != self.state.campaign.last_turn)
    @rule(count=COUNT)
    def turns_pass(self, count: int) -> None:
        """LiF 5.3: turns go by."""
        for _ in range(count):
            if self.state.campaign.turn != self.state.campaign.last_turn:
                self.next_turn()

    def next_turn(self) -> None:
        """One turn."""
        held = self.stocked
        assert self.ask({"command": "AdvanceTurn"})
        turn = self.state.campaign.turn
        joins = YEARS.get(calendar.year(turn), 0) if turn.endswith("JF") and self.ledger else 0
        assert self.stocked == held + joins

    # --- always ---------------------------------------------------------------------------------

    @invariant()
    def every_chit_is_in_one_place(self) -> None:
        """LiF 5.3: common pool, pools and aside hold what was stocked, each chit once."""
        if self.state is None or not self.state.entry.secret_commitment:
            return
        entry = self.state.entry
        lying: dict[str, list[str]] = {pool: [] for pool in POOLS}
        lying |= {f"aside {kind}": [] for kind in self.aside}
        for who, chit in entry.chits.items():
            kind = kind_of(chit.pool)
            lying[f"aside {kind}" if chit.aside else chit.pool].append(who)
        for pool, chits in self.pools.items():
            assert sorted(lying[pool]) == sorted(chits)
        for kind, asides in self.aside.items():
            assert sorted(lying[f"aside {kind}"]) == sorted(one.chit for one in asides)
        if self.ledger:
            assert entry.common == self.common >= 0
        assert self.found == []

    def teardown(self) -> None:
        """The events alone give the state; with the secret open, everything is proved."""
        if getattr(self, "state", None) is None:
            return
        assert self.ask({"command": "CloseCampaign"})
        assert self.found == []
        assert sum(self.claims.pending(None).values()) == 0
        again: Any = None
        for event in self.events:
            again = SYSTEM.rules.evolve(again, event)
        assert again == self.state


TestChits = Chits.TestCase
TestChits.settings = settings(
    max_examples=80,
    stateful_step_count=50,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
