"""LiF 5: whatever a club does with its counters, each is in exactly one place; replay equals live.

A model beside the program, a table of who lies where, says which moves are legal.
"""

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from campaign.history.acts import keeping
from campaign.kernel.decisions import Command, Refused, Supplied, read
from campaign.kernel.opening import OpenCampaign, SeedChain
from campaign.lif import calendar
from campaign.lif.force_pools.moves import misplaced
from campaign.lif.force_pools.projections import PLACES, pools
from campaign.lif.system import SYSTEM
from campaign.systems import SYSTEMS
from campaign.verify.decided_again import decided_again
from events import codec
from events.base import Event

IDS = [f"c-{number}" for number in range(12)]
SEED = "0" * 64
COMBAT = st.one_of(st.none(), st.integers(0, 12))
YEAR = st.one_of(st.none(), st.integers(1939, 1946))


class Counters(RuleBasedStateMachine):
    """A club with a sheet of twelve counters, some of them Guards Banner armies."""

    @initialize(ruling=st.sampled_from(["reserve", "force-pool"]))
    def begin(self, ruling: str) -> None:
        """A campaign of some years, without leaders so that nothing else happens."""
        asked = OpenCampaign(
            name="club",
            scenario="custom",
            first_turn="1940-SO",
            last_turn="1945-JA",
            modules={"leaders": False},
            rulings={"replaced_guards": ruling},
        )
        self.events: list[Event] = []
        self.state: Any = None
        self.pooled = ruling == "force-pool"
        self.lies: dict[str, str] = {}
        self.facts: dict[str, dict[str, Any]] = {}
        self.arrives: dict[str, str] = {}
        opened = SYSTEM.rules.open(asked, SeedChain("id", SEED, 64, ""))
        assert isinstance(opened, tuple)
        self.record(opened)

    def record(self, events: tuple[Event, ...]) -> None:
        """Events go through the store's form, and their act is decided again."""
        sent = [replace(event, by="host", nth=nth) for nth, event in enumerate(events)]
        stored = [SYSTEMS.codec.decode(codec.encode(event)) for event in sent]
        if self.state is not None:
            assert not (told := decided_again(SYSTEM, self.state, stored, ())).wrong, told
        for event in stored:
            self.events.append(event)
            self.state = SYSTEM.rules.evolve(self.state, event)

    def ask(self, command: dict[str, Any]) -> bool:
        """Whether a command was accepted."""
        asked = read(command, SYSTEM.rules.commands)
        assert isinstance(asked, Command), asked
        given = Supplied(seed=SEED)
        decided = SYSTEM.rules.decide(self.state, asked, given)
        if isinstance(decided, Refused):
            return False
        self.record(keeping(SYSTEM, asked, given, decided))
        return True

    @property
    def year(self) -> int:
        """The year of the turn."""
        return calendar.year(self.state.campaign.turn)

    @rule(
        who=st.sampled_from(IDS),
        combat=COMBAT,
        year=YEAR,
        guards=st.booleans(),
        starts=st.sampled_from([place for place in PLACES if place != "circle"]),
    )
    def add(
        self, who: str, combat: int | None, year: int | None, guards: bool, starts: str
    ) -> None:
        """A row of a sheet: a new counter, or new numbers of a known one."""
        row = {"id": who, "power": "ussr", "type": "INF", "combat": combat, "available": year}
        row |= {"guards_banner": guards, "starts": starts}
        accepted = self.ask({"command": "AddCounters", "counters": [row]})
        known = self.facts.get(who)
        if known is None:
            armies = sum(one["guards_banner"] for one in self.facts.values())
            elsewhere = guards and not self.begins_in_reserve(starts, year)
            assert accepted == (not guards or (armies < 8 and not elsewhere))
            if accepted:
                self.facts[who] = row
                self.lies[who] = self.start(row)
            return
        contradicted = known["guards_banner"] != guards or any(
            known[field] is not None and row[field] is not None and known[field] != row[field]
            for field in ("combat", "available")
        )
        news = {
            field: row[field]
            for field in ("combat", "available")
            if known[field] is None and row[field] is not None
        }
        late = (news.get("available") or 0) > self.year
        in_use = self.lies[who] not in ("future", "pool", "reserve")
        elsewhere = guards and not self.begins_in_reserve(starts, year)
        assert accepted == (
            not contradicted and bool(news) and not (late and in_use) and not elsewhere
        )
        if not accepted:
            return
        known |= news
        if late:
            self.lies[who] = "future"
        elif "available" in news and self.lies[who] == "future":
            self.lies[who] = self.home(known)

    def begins_in_reserve(self, starts: str, year: int | None) -> bool:
        """LiF 5.1: a Guards army is kept in reserve; with a year it may wait for that."""
        return starts in ("reserve", "pool") or (starts == "future" and year is not None)

    def start(self, row: dict[str, Any]) -> str:
        """Where a new counter lies."""
        if row["available"] is not None and row["available"] > self.year:
            return "future"
        if row["guards_banner"]:
            return "reserve"
        if row["starts"] == "future" and row["available"] is not None:
            return "pool"
        return str(row["starts"])

    def home(self, row: dict[str, Any]) -> str:
        """Where a counter goes in its year."""
        return "reserve" if row["guards_banner"] or row["starts"] == "reserve" else "pool"

    @precondition(lambda self: self.lies)
    @rule(data=st.data(), to=st.sampled_from(PLACES), ahead=st.integers(-1, 4))
    def move(self, data: st.DataObject, to: str, ahead: int) -> None:
        """A host moves any counter anywhere."""
        who = data.draw(st.sampled_from(sorted(self.lies)))
        now = self.state.campaign.turn
        arrives = calendar.named(calendar.ordinal(now) + ahead)
        command = {"command": "MoveCounter", "counter": who, "to": to, "reason": "play"}
        accepted = self.ask({**command, "arrives": arrives} if to == "circle" else command)
        assert accepted == self.legal(who, to, ahead, arrives), (self.lies[who], to)
        if accepted:
            self.lies[who] = to
            self.arrives[who] = arrives

    def legal(self, who: str, to: str, ahead: int, arrives: str) -> bool:
        """Whether the rules let a counter go there."""
        place, facts = self.lies[who], self.facts[who]
        if place in ("scrapped", "removed") or to == "future":
            return False
        if place == to and (to != "circle" or self.arrives[who] == arrives):
            return False
        if to == "circle" and ahead <= 0:
            return False
        undated = facts["available"] is None and to in ("pool", "reserve", "map")
        if place == "future" and to != "removed" and not undated:
            return False
        if facts["guards_banner"] and to in ("pool", "circle"):
            return self.pooled or (place, to) == ("map", "circle")
        return not (facts["guards_banner"] and to == "scrapped")

    @precondition(lambda self: self.state.campaign.turn != self.state.campaign.last_turn)
    @rule()
    def next_turn(self) -> None:
        """The circle gives up what is due, and January its year's counters."""
        assert self.ask({"command": "AdvanceTurn"})
        now = self.state.campaign.turn
        for who, place in self.lies.items():
            if place == "circle" and self.arrives[who] == now:
                self.lies[who] = "map"
            year = self.facts[who]["available"]
            if calendar.starts_year(now) and place == "future" and year is not None:
                self.lies[who] = self.home(self.facts[who]) if year <= self.year else "future"

    @invariant()
    def every_counter_is_in_one_place(self) -> None:
        """As the model has it, counted once, and nothing out of place."""
        if self.state is None:
            return
        assert misplaced(self.state) == []
        found = [
            (who, place)
            for pool in pools(self.state)
            for place, held in pool.places.items()
            for who in held
        ]
        assert sorted(found) == sorted(self.lies.items())

    def teardown(self) -> None:
        """The events alone give the state."""
        again: Any = None
        for event in getattr(self, "events", []):
            again = SYSTEM.rules.evolve(again, event)
        assert again == getattr(self, "state", None)


TestCounters = Counters.TestCase
TestCounters.settings = settings(max_examples=60, stateful_step_count=40)
