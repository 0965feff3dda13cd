"""FoW Campaign Sequence: whatever is played, points add up, sectors move by one, nothing is stuck.

A plain model stands beside the program: it sees the events alone, and keeps its own sums.
"""

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from campaign.kernel.decisions import Refused, Supplied
from campaign.kernel.opening import OpenCampaign, SeedChain
from campaign.systems import SYSTEMS
from events import chain, codec
from events.base import Event
from events.fow.battles import ObjectiveReached, SectorChanged, VictoryPointsWon
from events.fow.missions import RolesDecided, VictoryPointsSpent
from events.fow.set_up import CampaignDecided

ALLIES, AXIS = "allies", "axis"
SIDES = (ALLIES, AXIS)
SEED = "ab" * 32
ENDS = ("objective", "cleared", "last-turn", "time", "morale", "conceded")
MISSIONS = (
    "free-for-all", "encounter", "hold-the-line", "fighting-withdrawal", "breakthrough",
    "cauldron", "roadblock", "trench-fight", "big-push",
)  # fmt: skip
CHAIN = SeedChain("cd" * 16, "ef" * 32, 120, "sealed")

dice = st.integers(1, 6)
sides = st.sampled_from(SIDES)
losses = st.integers(0, 4)


def axis(name: str, sectors: int) -> dict[str, Any]:
    """A line of so many sectors, fought over from the middle."""
    return {
        "id": name,
        "name": name.title(),
        "objective": {ALLIES: 1, AXIS: sectors},
        "start": {"sector": (sectors + 1) // 2, "mission": "encounter", "attacker": AXIS},
        "sector": [
            {"place": place, "id": f"{name}-{place}", "name": f"Place {place}",
             "battle": place not in (1, sectors)}
            for place in range(1, sectors + 1)
        ],
    }  # fmt: skip


class Course(RuleBasedStateMachine):
    """Random commands, each as likely wrong as right."""

    @initialize(
        kind=st.sampled_from(("linked", "anzio", "team")),
        games=st.integers(1, 9),
        types=st.tuples(*[st.sampled_from(("tank", "mechanised", "infantry"))] * 2),
        overdraw=st.sampled_from(("no", "no", "yes")),
        confirmation=st.sampled_from(("opponent", "none")),
    )
    def opens(
        self, kind: str, games: int, types: tuple[str, str], overdraw: str, confirmation: str
    ) -> None:
        """A campaign of any kind."""
        setup: dict[str, Any] = {
            "games": games,
            "company_types": dict(zip(SIDES, types, strict=True)),
            "players": {"anna": ALLIES, "ben": AXIS, "aldo": ALLIES, "bea": AXIS},
        }
        if kind == "team":
            setup["lines"] = [axis("road", 5), axis("coast", 3)]
            setup["commanders"] = {
                "road": {ALLIES: "anna", AXIS: "ben"},
                "coast": {ALLIES: "aldo", AXIS: "bea"},
            }
        request = OpenCampaign(
            name="club",
            system="fow",
            scenario=kind,
            setup=setup,
            rulings={"overdraw": overdraw, "confirmation": confirmation},
        )
        self.rules = SYSTEMS["fow"].rules
        self.overdraw = overdraw == "yes"
        facts = self.rules.open(request, CHAIN)
        assert isinstance(facts, tuple), facts
        self.state: Any = None
        self.rows: list[bytes] = []
        self.won: dict[tuple[str, str], int] = {}
        self.spent: dict[tuple[str, str], int] = {}
        self.attackers: dict[str, str] = {}
        self.over = False
        self.follow(facts)

    def follow(self, events: tuple[Event, ...]) -> None:
        """Folds events, keeps their bytes, and adds them up without the program's help."""
        for event in events:
            match event:
                case VictoryPointsWon():
                    for side, points in event.points.items():
                        key = (event.line, side)
                        self.won[key] = self.won.get(key, 0) + points
                case VictoryPointsSpent():
                    key = (event.line, event.side)
                    self.spent[key] = self.spent.get(key, 0) + event.points
                case RolesDecided():
                    self.attackers[event.line] = event.attacker
                case SectorChanged():
                    assert abs(event.to - event.left) == 1, event
                    assert self.attackers[event.line] == event.side, event
                    assert self.state.lines[event.line].sector == event.left
                case ObjectiveReached():
                    goal = self.state.lines[event.line].axis.objective[event.side]
                    assert event.sector == goal
                case CampaignDecided():
                    assert not self.over
                    self.over = True
            self.rows.append(chain.seal(codec.encode(event)))
            self.state = self.rules.evolve(self.state, event)

    def ask(self, name: str, by: str = "host", **fields: Any) -> bool:
        """Whether a command was accepted; a refusal says why, and leaves everything as it was."""
        before = self.state
        command = self.rules.commands.command(name, {"command": name, "by": by, **fields})
        found = self.rules.decide(self.state, command, Supplied(seed=SEED))
        if isinstance(found, Refused):
            assert found.reason and self.state is before
            return False
        self.follow(found)
        return True

    def line(self, pick: int) -> Any:
        """One of the lines."""
        lines = list(self.state.lines.values())
        return lines[pick % len(lines)]

    def is_first(self, line: Any) -> bool:
        """FoW Mission Selector: until a battle was booked linked missions roll as one-off games."""
        return self.state.kind == "linked" and (line.id, ALLIES) not in self.won

    @rule(pick=st.integers(0, 1), one=dice, other=dice, more=st.tuples(dice, dice))
    def mission(self, pick: int, one: int, other: int, more: tuple[int, int]) -> None:
        """Two dice a side until a linked game was booked, one in any other."""
        line = self.line(pick)
        two = self.is_first(line)
        first, second = ([one, more[0]], [other, more[1]]) if two else ([one], [other])
        self.ask("RollMission", line=line.id, dice={ALLIES: first, AXIS: second})

    @rule(pick=st.integers(0, 1), side=sides, mission=st.sampled_from(MISSIONS))
    def changes(self, pick: int, side: str, mission: str) -> None:
        """A paid change, asked for by anybody for any row."""
        self.ask("ChangeMission", line=self.line(pick).id, side=side, mission=mission)

    @rule(pick=st.integers(0, 1))
    def declines(self, pick: int) -> None:
        """Both decline."""
        self.ask("DeclineChange", line=self.line(pick).id)

    @rule(pick=st.integers(0, 1), one=dice, other=dice)
    def roles(self, pick: int, one: int, other: int) -> None:
        """A die each for the attack; equal ones decide nothing."""
        self.ask("RollRoles", line=self.line(pick).id, dice={ALLIES: [one], AXIS: [other]})

    @rule(pick=st.integers(0, 1), platoons=st.integers(1, 9))
    def begins(self, pick: int, platoons: int) -> None:
        """A battle, at any time."""
        both = dict.fromkeys(SIDES, platoons)
        self.ask("BeginBattle", line=self.line(pick).id, platoons=both)

    @rule(
        pick=st.integers(0, 1),
        end=st.sampled_from(ENDS),
        side=sides,
        turn=st.integers(1, 9),
        lost=st.tuples(losses, losses),
        by=st.sampled_from(("host", "anna", "ben", "bea")),
    )
    def reports(
        self, pick: int, end: str, side: str, turn: int, lost: tuple[int, int], by: str
    ) -> None:
        """Any end, possible or not, by a commander or somebody else."""
        about: dict[str, Any] = {} if end == "time" else {"side": side, "turn": turn}
        told = dict(zip(SIDES, lost, strict=True))
        self.ask("ReportResult", by, line=self.line(pick).id, ended_by=end, lost=told, **about)

    @rule(pick=st.integers(0, 1), by=st.sampled_from(("host", "anna", "ben", "aldo", "bea")))
    def confirms(self, pick: int, by: str) -> None:
        """By anybody."""
        self.ask("ConfirmResult", by, line=self.line(pick).id)

    @rule(pick=st.integers(0, 1), by=st.sampled_from(("anna", "ben", "bea")))
    def contests(self, pick: int, by: str) -> None:
        """By anybody."""
        self.ask("ContestResult", by, line=self.line(pick).id, text="that is not how it was")

    @rule(pick=st.integers(0, 1), chance=st.integers(0, 9))
    def abandons(self, pick: int, chance: int) -> None:
        """Now and then a battle is not played to its end."""
        if chance == 7:
            self.ask("AbandonBattle", line=self.line(pick).id, reason="the hall was closed")

    @rule()
    def round(self) -> None:
        """The next round."""
        self.ask("AdvanceTurn")

    @precondition(lambda self: not self.over)
    @rule()
    def goes_on(self) -> None:
        """No dead end: what the line's phase asks for is accepted by somebody."""
        waiting = [line for line in self.state.lines.values() if line.phase != "settled"]
        if not waiting:
            assert self.ask("AdvanceTurn")
            return
        line = waiting[0]
        match line.phase:
            case "mission":
                two = self.is_first(line)
                fell = {ALLIES: [6, 4], AXIS: [2, 1]} if two else {ALLIES: [6], AXIS: [1]}
                assert self.ask("RollMission", line=line.id, dice=fell)
            case "change":
                assert self.ask("DeclineChange", line=line.id)
            case "preparation" if not line.attacker:
                assert self.ask("RollRoles", line=line.id, dice={ALLIES: [6], AXIS: [1]})
            case "preparation":
                assert self.ask("BeginBattle", line=line.id, platoons=dict.fromkeys(SIDES, 6))
            case "battle":
                fields = {"ended_by": "conceded", "side": ALLIES, "lost": dict.fromkeys(SIDES, 1)}
                assert self.ask("ReportResult", line=line.id, **fields)
            case "reported":
                assert self.ask("ConfirmResult", line=line.id)

    @invariant()
    def points_add_up(self) -> None:
        """Points won are those in events, and nobody spends what they have not got."""
        for line in self.state.lines.values():
            for side, points in line.points.items():
                assert points.won == self.won.get((line.id, side), 0)
                assert points.spent == self.spent.get((line.id, side), 0)
                assert points.balance >= 0 or self.overdraw

    @invariant()
    def it_is_over_when_it_is_decided(self) -> None:
        """Nothing of play is accepted afterwards."""
        assert (self.state.decided is not None) == self.over

    def teardown(self) -> None:
        """The fold of the stored bytes is the live state."""
        if hasattr(self, "rows"):
            again = None
            for event in SYSTEMS.codec.decode_rows(iter(self.rows)):
                again = self.rules.evolve(again, event)
            assert again == self.state


TestCourse = Course.TestCase
TestCourse.settings = settings(max_examples=80, stateful_step_count=80)
