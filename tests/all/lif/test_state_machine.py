"""Random play: whatever members try, the record stays whole and the game goes on.

A refusal adds nothing, points and leaders are conserved, no state is a dead end, and replaying the
log gives the live state.
"""

import json
import tempfile
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from campaign.kernel import decisions
from campaign.kernel.decisions import Refused
from campaign.lif.roster import POWERS
from campaign.systems import SYSTEMS
from campaign.verify.audit import Verification, compare
from support.sessions import NAME, Session, bodies, ledger_in, nonce_of, said, stored

powers = st.sampled_from(POWERS)
members = st.sampled_from(["host", "host", "anna", "ben", "ref", "eve", "nobody"])
countries = st.sampled_from([*POWERS, "spain", "finland", "poland"])
HOW = ("vault", "vault", "vault", "device", "withheld", "wrong", "another's")
CHOICES = {"ballots": ("veto", "no-veto"), "votes": ("another", "stop", "abstain")}
HOST_GOES_ON = ("OpenReinforcement", "DrawLeader", "OpenBallots", "OpenVotes", "AdvanceTurn",
                "CloseCampaign", "FixMarkers")  # fmt: skip


class Club(RuleBasedStateMachine):
    """A club whose members ask for anything at any time."""

    rulebook = "lif-1998"

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.keys = 0
        self.kept: dict[str, tuple[str, str, str, str]] = {}
        """Of a device that will hand in an opening: who, what, nonce and how, by commitment."""

    @initialize(
        days=st.sampled_from([False, False, False, True]),
        idle=st.booleans(),
        year=st.sampled_from([1939, 1943]),
    )
    def open(self, days: bool, idle: bool, year: int) -> None:
        """Opens a short campaign of the rulebook."""
        turns = {"first_turn": f"{year}-ND", "last_turn": f"{year + 2}-ND"}
        self.session = Session(ledger_in(Path(self.folder.name)))
        self.session.open(
            self.rulebook, scenario="custom", **turns,
            rulings={"days_of_decision": days, "charge_idle_support": idle},
        )  # fmt: skip

    def teardown(self) -> None:
        """The whole record at the end: verified, replayed, counted again."""
        if hasattr(self, "session"):
            self._whole()
            self.session.ledger.close()
        self.folder.cleanup()

    # --- what members do ------------------------------------------------------------------------

    def ask(self, command: str, by: str = "host", **fields: Any) -> dict[str, Any]:
        """Asks for something, twice; nothing is recorded twice, and a refusal not at all."""
        self.keys += 1
        asked = {"command": command, "by": by, "id": f"key {self.keys}", **fields}
        ledger = self.session.ledger
        before = ledger.live(NAME)
        bytes_before = msgspec.json.encode(before.state)
        answer = json.loads(json.dumps(ledger.submit(NAME, asked)))
        assert msgspec.json.encode(before.state) == bytes_before, "deciding changed the state"
        after = ledger.live(NAME)
        if answer["accepted"]:
            assert after.version == answer["version"] == before.version + len(answer["events"])
            assert after.head == answer["head"]
        else:
            assert after == before and answer["reason"] and "\n" not in answer["reason"]
        again = json.loads(json.dumps(ledger.submit(NAME, asked)))
        assert said(again) == said(answer) and ledger.live(NAME) == after
        return answer

    @rule(by=members, command=st.sampled_from(HOST_GOES_ON[:2] * 3 + HOST_GOES_ON[2:4]))
    def board(self, by: str, command: str) -> None:
        """Somebody moves the board on, in its turn or out of it."""
        self.ask(command, by, **self._absent(command))

    @rule(dice=st.integers(0, 1 << 32), by=members)
    def lay(self, dice: int, by: str) -> None:
        """The board goes on until it takes ballots or votes; some lay theirs, each in a way."""
        self.goes_on_to_markers()
        if self.session.phase not in CHOICES:
            return
        random = Random(f"{dice} {self.keys}")
        choices = CHOICES[self.session.phase]
        for power in random.sample(POWERS, random.randrange(9)):
            choice, how = random.choice(choices), random.choice(HOW)
            holder = self.session.state.campaign.powers.get(power, "host")
            if how in ("vault", "another's"):
                who = holder if how == "vault" else by
                self.ask(f"Seal{self._kind()}", who, power=power, choice=choice)
            else:
                self.device(power, holder, choice, how)
        if random.random() < 0.6:
            self.openings(random.choice((False, True)))
        if random.random() < 0.8:
            self._goes_on()

    def openings(self, twice: bool) -> None:
        """The host fixes the markers, once; then devices hand in openings, right or wrong ones."""
        fresh = not self.session.state.board.fixed
        assert self.ask("FixMarkers")["accepted"] is fresh
        if twice:
            assert self.ask("FixMarkers")["rule"] == "LiF 4.1"
        for power, marker in self.session.state.board.markers.items():
            known = self.kept.get(marker.commitment)
            if known is None or marker.ciphertext:
                continue
            holder, choice, nonce, how = known
            told = nonce_of("wrong") if how == "wrong" else nonce
            reveal = f"Reveal{self._kind()}"
            answer = self.ask(reveal, holder, power=power, choice=choice, nonce=told)
            assert answer["accepted"] is (how == "device")

    def device(self, power: str, holder: str, choice: str, how: str) -> None:
        """A member's device lays one, whose opening is later handed in, or not, or a wrong one."""
        nonce = nonce_of(f"{power} {self.keys}")
        made = self.session.device(power, choice, nonce)
        laid = self.ask(f"Seal{self._kind()}", holder, power=power, commitment=made)
        assert not (laid["accepted"] and self.session.state.board.fixed), "sealed after the fixing"
        if laid["accepted"]:
            if how != "withheld":
                self.kept[made] = (holder, choice, nonce, how)
            early = self.ask(
                f"Reveal{self._kind()}", holder, power=power, choice=choice, nonce=nonce
            )
            assert early["rule"] == "LiF 4.1", "its opening could still be answered"

    @rule()
    def go_on(self) -> None:
        """The host goes on with the board, which he always can."""
        if self.session.phase != "closed":
            self._goes_on()
        else:
            self.goes_on_to_markers()

    def goes_on_to_markers(self) -> None:
        """Opens the stage and draws, where that is allowed."""
        if self.session.phase == "closed":
            self.ask("OpenReinforcement")
        if self.session.phase == "draw":
            self.ask("DrawLeader")

    @rule(by=members, one=countries, other=countries, peace=st.booleans())
    def war(self, by: str, one: str, other: str, peace: bool) -> None:
        """War and peace."""
        if peace:
            self.ask("MakePeace", by, powers=[one, other])
        else:
            self.ask("DeclareWar", by, attacker=one, target=other)

    @rule(power=powers, status=st.sampled_from(["free", "incomplete", "complete"]))
    def conquest(self, power: str, status: str) -> None:
        """Conquest and liberation."""
        self.ask("SetConquest", power=power, status=status)

    @rule(command=st.sampled_from(["InstallVichy", "CollapseVichy", "ActivateLeaders"]))
    def world(self, command: str) -> None:
        """Vichy, and the start of a Days of Decision campaign."""
        self.ask(command)

    @rule(minor=st.sampled_from(["spain", "finland"]), power=st.none() | powers,
          status=st.sampled_from(["neutral", "aligned", "conquered"]))  # fmt: skip
    def minor(self, minor: str, power: str | None, status: str) -> None:
        """Minor countries."""
        self.ask("SetMinor", minor=minor, status=status, **({"power": power} if power else {}))

    @rule(power=powers, mark=st.sampled_from(["Ge", "Ja", "Res"]))
    def reserves(self, power: str, mark: str) -> None:
        """Reserves."""
        self.ask("CallOutReserves", power=power, mark=mark)

    @rule(power=powers, by=members, points=st.integers(-5, 30))
    def buy(self, power: str, by: str, points: int) -> None:
        """Intelligence."""
        self.ask("BuyVetoPoints", by, power=power, intelligence_points=points)

    @rule(power=powers, member=members, by=st.sampled_from(["host", "host", "anna"]))
    def hand_over(self, power: str, member: str, by: str) -> None:
        """Powers change hands, in mid-board too."""
        self.ask("AssignPower", by, power=power, member=member)

    @rule(power=powers, by=members, value=st.text(max_size=12))
    def others(self, power: str, by: str, value: str) -> None:
        """Powers released, and entropy of any signs."""
        self.ask("ReleasePower", by, power=power)
        self.ask("AddEntropy", by, value=value)

    @rule(by=st.sampled_from(["host", "host", "host", "ben"]))
    def advance(self, by: str) -> None:
        """The next turn."""
        self.ask("AdvanceTurn", by)

    @rule(name=st.sampled_from(["DrawLeader", "OpenPandora", "SealBallot"]), value=st.integers())
    def nonsense(self, name: str, value: int) -> None:
        """What is no command names its field and is under no rule."""
        answer = self.ask(name, colour=value)
        assert answer["rule"] is None and not answer["accepted"]

    # --- what holds at any time -----------------------------------------------------------------

    @invariant()
    def leaders_and_points_are_sound(self) -> None:
        """No debts; each leader in one place; at most one on the board; markers only in a vote."""
        if not hasattr(self, "session"):
            return
        state = self.session.state
        assert all(points >= 0 for points in state.veto_points.values())
        assert set(state.leaders) == set(state.sheet)
        drawn = [who for who, status in state.leaders.items() if status == "drawn"]
        assert drawn == ([state.board.leader] if state.board.phase == "ballots" else [])
        assert not state.board.markers or state.board.phase in CHOICES

    @invariant()
    def somebody_can_go_on(self) -> None:
        """No dead end: until the campaign is closed the host can do one thing at least."""
        if not hasattr(self, "session") or self.session.state.campaign.closed:
            return
        live = self.session.ledger.live(NAME)
        for name in HOST_GOES_ON:
            command = decisions.read(
                {"command": name, **self._absent(name)}, live.system.rules.commands
            )
            assert not isinstance(command, Refused)
            given = self.session.ledger.supplied(NAME, live, command, "")
            if not isinstance(live.system.rules.decide(live.state, command, given), Refused):
                return
        raise AssertionError(f"nothing is possible in {live.state.board}")

    def _whole(self) -> None:
        session, ledger = self.session, self.session.ledger
        live = ledger.live(NAME)
        assert ledger.fresh(NAME).state == live.state
        while session.phase != "closed":
            self._goes_on()
        self.ask("CloseCampaign")
        live, audit = ledger.live(NAME), Verification(SYSTEMS)
        assert list(audit.findings(stored(session))) == []
        assert list(compare(audit, live.version, live.head, live.state)) == []
        assert sum(audit.pending.values()) == 0
        assert self.ask("AddEntropy", value="too late")["rule"] == "Calendar"
        points = Counter(dict.fromkeys(POWERS, 0))
        for _, event in bodies(session):
            match event["type"]:
                case "lif.LeadersSetUp":
                    points.update(event["veto_points"])
                case "lif.LeadersActivated" | "lif.VetoPointsInfused":
                    points.update(event["points"])
                case "lif.VetoPointsBought":
                    points.update({event["power"]: event["points"]})
                case "lif.VetoPointsSpent":
                    points.subtract(event["points"])
        assert dict(points) == {power: live.state.veto_points[power] for power in POWERS}

    def _goes_on(self) -> None:
        name = {"draw": "DrawLeader", "ballots": "OpenBallots", "votes": "OpenVotes"}
        command = name[self.session.phase]
        if self.session.phase in CHOICES and not self.session.state.board.fixed:
            assert self.ask("FixMarkers")["accepted"]
        assert self.ask(command, **self._absent(command))["accepted"]

    def _kind(self) -> str:
        return "Ballot" if self.session.phase == "ballots" else "Vote"

    @staticmethod
    def _absent(command: str) -> dict[str, Any]:
        absent = {"OpenBallots": "no-veto", "OpenVotes": "abstain"}.get(command)
        return {"absent": absent, "withheld": True} if absent else {}


@pytest.mark.rotating(3)
@pytest.mark.parametrize("rulebook", ["lif-1998", "lif-list"])
def test_random_play_keeps_the_record_whole(rulebook: str, nightly: bool) -> None:
    """Campaigns of some dozens of commands each, in each rulebook; some dozens of them by night."""

    class Played(Club):
        pass

    Played.rulebook = rulebook
    run_state_machine_as_test(
        Played,
        settings=settings(
            max_examples=45 if nightly else 8,
            stateful_step_count=60,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
