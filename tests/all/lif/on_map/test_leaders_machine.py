"""LiF 3: in any play no dead leader acts, no limit is exceeded, and replay gives the live state."""

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from campaign.kernel.decisions import Refused
from campaign.systems import SYSTEMS
from events import chain, codec
from events.lif.on_map import AbilityUsed, LeaderKilled, LeaderRecalled
from support.rules_table import after, decided, opened

LEADERS = {
    "rommel": ("germany", 3), "richthofen": ("germany", 3), "dowding": ("commonwealth", 3),
    "zhukov": ("ussr", 5), "rundstedt": ("germany", 5), "manstein": ("germany", 5),
}  # fmt: skip
"""Power and stars, as the counters have them."""
ABILITIES = {
    "rommel": (39, 56, 58), "richthofen": (77, 79, 80), "dowding": (21, 74, 76, 81),
    "zhukov": (33, 37, 40, 47), "rundstedt": (5, 6, 48, 55), "manstein": (27, 39, 41, 62),
}  # fmt: skip
EVERY_HEX = (33,)
"""Of these, the one whose text reaches every combat in range."""
HEXES = ("E1429", "E1430", "W2214")

leaders = st.sampled_from(sorted(LEADERS))
hexes = st.sampled_from(HEXES)


class LeadersInPlay(RuleBasedStateMachine):
    """Random commands beside a plain model of who is dead and what has been used."""

    @initialize()
    def opens(self) -> None:
        """Six leaders on the map, and two ships to lose."""
        self.state = opened(dict.fromkeys(LEADERS, "map"), rulebook="lif-1998")
        self.start, self.rows = self.state, list[bytes]()
        self.dead: set[str] = set()
        self.in_step: list[tuple[str, int, str]] = []
        self.in_impulse: list[tuple[str, int, str, str]] = []
        for who in LEADERS:
            self.ask("MoveLeader", leader=who, location="E1429")

    def ask(self, command: str, **fields: Any) -> bool:
        """Whether a command was accepted; what follows is folded and kept as bytes."""
        events = decided(self.state, command, **fields)
        if isinstance(events, Refused):
            return False
        named = [fields.get("leader"), *fields.get("left_alone", ())]
        assert not self.dead & set(named), f"{command} by the dead: {fields}"
        for event in events:
            if isinstance(event, LeaderKilled):
                self.dead.add(event.leader)
            if isinstance(event, LeaderKilled | LeaderRecalled):
                assert self.state.leaders[event.leader] == "map"
            if isinstance(event, AbilityUsed):
                self.used(event)
        self.rows += [chain.seal(codec.encode(event)) for event in events]
        self.state = after(self.state, *events)
        return True

    def used(self, event: AbilityUsed) -> None:
        """LiF 3.2: once a step, and one leader of a rank, power and map an impulse."""
        hexes = event.hex if event.ability in EVERY_HEX else ""
        once = (event.leader, event.ability, hexes)
        assert once not in self.in_step
        self.in_step.append(once)
        power, stars = LEADERS[event.leader]
        for other_power, other_stars, on_map, other in self.in_impulse:
            same = (power, stars, event.map) == (other_power, other_stars, on_map)
            assert not same or other == event.leader
        self.in_impulse.append((power, stars, event.map, event.leader))

    @rule(who=leaders, to=hexes)
    def moves(self, who: str, to: str) -> None:
        """Overland or by rail, as the map allows."""
        self.ask("MoveLeader", leader=who, location=to, means="rail")

    @rule(who=leaders, up=st.booleans())
    def turns(self, who: str, up: bool) -> None:
        """Face-up or face-down."""
        self.ask("TurnLeader", leader=who, face_up=up)

    @rule(side=st.sampled_from(("axis", "allies")))
    def impulse(self, side: str) -> None:
        """A new impulse counts afresh."""
        if self.ask("BeginImpulse", side=side):
            self.in_impulse.clear()
            self.in_step.clear()

    @rule(step=st.sampled_from(("naval-movement", "land-movement", "air-rebase")))
    def step(self, step: str) -> None:
        """A new step counts its uses afresh, and the impulse's cap goes on."""
        if self.ask("BeginStep", step=step):
            self.in_step.clear()

    @rule(who=leaders, pick=st.integers(0, 3))
    def uses_here(self, who: str, pick: int) -> None:
        """Any of his abilities, where he is."""
        place = self.state.play.placements.get(who)
        self.uses(who, place.location if place else HEXES[0], pick)

    @rule(who=leaders, where=hexes, pick=st.integers(0, 3))
    def uses(self, who: str, where: str, pick: int) -> None:
        """Any of his abilities, anywhere."""
        known = ABILITIES[who]
        number = known[pick % len(known)]
        accepted = self.ask(
            "UseAbility", leader=who, ability=number, hex=where, helps=[LEADERS[who][0]]
        )
        place = self.state.play.placements.get(who)
        if accepted and number != 48:
            assert place is not None and place.face_up

    @rule(who=leaders, chance=st.integers(0, 9))
    def overrun(self, who: str, chance: int) -> None:
        """LiF 3.3(d): without a ship or aircraft he is dead."""
        if chance == 7 and self.ask("ReportLeaderLost", leader=who, cause="overrun"):
            assert who in self.dead

    @rule(who=leaders, chance=st.integers(0, 9))
    def bombed(self, who: str, chance: int) -> None:
        """LiF 3.3(e): he goes back to the cup and off the map."""
        if chance == 7 and self.ask("ReportCarpetBombing", leader=who):
            assert self.state.leaders[who] == "cup"

    @invariant()
    def the_dead_stay_dead(self) -> None:
        """LiF 3.3: a dead leader never returns."""
        if hasattr(self, "state"):
            dead = {who for who, status in self.state.leaders.items() if status == "dead"}
            assert dead == self.dead

    @invariant()
    def placed_are_those_on_the_map(self) -> None:
        """A leader has a place while he is on the map, and then only."""
        if hasattr(self, "state") and self.rows:
            on_map = {who for who, status in self.state.leaders.items() if status == "map"}
            assert set(self.state.play.placements) == on_map

    def teardown(self) -> None:
        """The bytes alone give the same state."""
        if hasattr(self, "state"):
            assert after(self.start, *SYSTEMS.codec.decode_rows(self.rows)) == self.state


TestLeadersInPlay = LeadersInPlay.TestCase
TestLeadersInPlay.settings = settings(max_examples=60, stateful_step_count=40)
