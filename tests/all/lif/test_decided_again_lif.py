"""Every act of every campaign, decided again, gives itself; one that was changed does not."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test
from msgspec.structs import replace

from campaign.disputes import commands as record_commands
from campaign.history import acts
from campaign.history.acts import Act, Judgement, acts_of, judge, judged, keeping
from campaign.history.effective import Effective, effective, step
from campaign.kernel.decisions import RecordedAct, Supplied, VaultSeal
from campaign.lif.board import commands
from campaign.lif.names import the_country
from campaign.lif.system import SYSTEM
from campaign.lif.us_entry.chapter import CHAPTER as US_ENTRY
from campaign.store.ledger import Ledger
from campaign.systems import SYSTEMS
from events import chain
from events.base import Event
from events.campaign import MemberEnrolled
from events.lif import on_map as in_play
from events.lif.board import (
    BallotRevealed,
    BallotSealed,
    BallotsOpened,
    LeaderDrawn,
    VetoPointsSpent,
)
from events.lif.force_pools import CounterMoved
from events.lif.politics import WarDeclared
from events.sealed import Opening
from forgeries.forge import following
from support import recorded
from support.front import failed_attack
from support.sessions import NAME, Session, ledger_in, nonce_of, played
from tests.all.lif.on_map.test_leaders_machine import LeadersInPlay
from tests.all.lif.test_state_machine import Club

HERE = Path(__file__).parents[2]
RECORDED = sorted(
    folder for folder in (HERE / "campaigns").glob("lif-*") if "us-entry" not in folder.name
)


def replayed(folder: Path, store: Path) -> list[Effective]:
    """A recorded campaign's history, played from its commands."""
    with Ledger(recorded.played(folder, store)) as ledger:
        return effective(SYSTEMS.codec, ledger.log(recorded.NAME))


def of(session: Session) -> list[Effective]:
    """A session's history; its store is let go of."""
    history = effective(SYSTEMS.codec, session.ledger.log(NAME))
    session.ledger.close()
    return history


# --- sessions for what the recorded campaigns lack ----------------------------------------------


def days_of_decision(folder: Path) -> list[Effective]:
    """LiF 4: the kit waits for its war; then a stage, and votes sealed on a device."""
    session = Session(ledger_in(folder)).open(rulings={"days_of_decision": True})
    session.do("DeclareWar", attacker="germany", target="france")
    session.do("ActivateLeaders")
    session.do("AddEntropy", "anna", value="rain")
    session.do("SetDeadline", what="turn", until="2100-01-31T21:00:00Z")
    session.do("TellAbsence", "anna", first="2100-01-03", last="2100-01-17", wish="substitute:ben")
    session.do("OfferSeat", member="anna")
    session.do("TakeSeat", "anna", member="anna")
    session.do("BeginStage", stage="reinforcement")
    session.draw()
    device(session, "Ballot", "germany", "no-veto")
    session.do("OpenBallots", absent="no-veto")
    device(session, "Vote", "germany", "another")
    session.do("OpenVotes", absent="abstain")
    return of(session)


def device(session: Session, kind: str, power: str, choice: str) -> None:
    """Anna's device seals, and hands over what opens it."""
    nonce = nonce_of(f"{kind} {power}")
    commitment = session.device(power, choice, nonce)
    session.do(f"Seal{kind}", "anna", power=power, commitment=commitment)
    session.do("FixMarkers")
    session.do(f"Reveal{kind}", "anna", power=power, choice=choice, nonce=nonce)


THREE = ("guderian", "rommel", "rundstedt")
ON_MAP = {"leaders": dict.fromkeys((*THREE, "kleist", "dowding", "zhukov"), "map")}


def recall_by_lot(folder: Path) -> list[Effective]:
    """LiF 3.3, list edition: one of three is recalled by the ledger's draw; one is killed."""
    session = Session(ledger_in(folder)).open("lif-list", setup=ON_MAP)
    session.do("ReportCombat", **failed_attack(*THREE))
    session.do(
        "ReportCombat", **failed_attack("kleist", left_alone=["kleist"], places={"kleist": "E1428"})
    )
    session.draw()
    return of(session)


def fates(folder: Path) -> list[Effective]:
    """LiF 3.3, 1998 edition: a host's choice, an overrun escaped, deaths, a bombing, a strike."""
    both = ("manstein", "rundstedt")
    setup = {"leaders": {**ON_MAP["leaders"], **dict.fromkeys(both, "map")}}
    session = Session(ledger_in(folder)).open(setup=setup)
    session.do("ReportCombat", **failed_attack(*both, recall=["manstein"]))
    session.do("MoveLeader", "anna", leader="rommel", location="E1429")
    session.do("ReportLeaderLost", leader="rommel", cause="overrun", rebased_to="E1430")
    session.do("MoveLeader", "anna", leader="rommel", location="E1431", means="overrun")
    session.do("MoveLeader", leader="kleist", location="sea:north-sea/2", means="naval",
               travels_with="a transport")  # fmt: skip
    session.do("ReportLeaderLost", leader="kleist", cause="sea-box")
    session.do("ReportLeaderLost", leader="zhukov", cause="overrun")
    session.do("ReportLeaderLost", leader="dowding", cause="pilot")
    session.do("ReportCarpetBombing", leader="rommel")
    session.do("ReportGroundStrike", leader="rundstedt", roll=2, needed=7)
    return of(session)


def whole_club(folder: Path) -> list[Effective]:
    """Members, Vichy with its moves, a peace that sends leaders home, the circle, counters."""
    setup = {
        "leaders": {"darlan": "map", "guderian": "map", "nimitz": "map"},
        "reserves": {"usa": ["Ja"]},
        "wars": [["usa", "japan"], ["germany", "france"]],
    }
    session = Session(ledger_in(folder)).open(setup=setup)
    session.do("EnrolMember", member="emma", name="Emma", roles=["player"], email="e@example.org")
    session.do("AssignPower", power="japan", member="emma")
    session.do("ReleasePower", power="italy")
    session.do("InstallVichy", moves={"darlan": "E1429"})
    session.do("MoveLeader", "anna", leader="guderian", location="E1430", means="other")
    session.do("TurnLeader", "anna", leader="guderian", face_up=False)
    session.do("SendLeaderToCircle", "anna", leader="guderian", arrives="1939-ND", reason="hurt")
    session.do("MakePeace", powers=["usa", "japan"])
    counters = [{"id": "c-1", "power": "ussr", "type": "INF"}]
    session.do("AddCounters", counters=counters, source="our sheet")
    session.do("AddCounters", counters=[{**counters[0], "combat": 5},
                                        {"id": "c-2", "power": "ussr", "type": "ARM"}])  # fmt: skip
    session.do("MoveCounter", "ben", counter="c-1", to="circle", reason="built", arrives="1939-ND")
    session.do("AdvanceTurn")
    session.do("NameHex", "anna", hex="E1429", name="Paris")
    session.do("SetLeaderValues", values=[{"leader": "rommel", "value": 300}])
    session.do("SetMinor", minor="spain", status="aligned", power="germany")
    session.do("CollapseVichy")
    session.do("SetConquest", power="france", status="complete")
    session.do("LeaveCampaign", "emma", member="emma")
    session.do("CloseCampaign")
    return of(session)


SESSIONS = {
    "played 1998": lambda folder: of(played(folder)),
    "played list": lambda folder: of(played(folder, "lif-list")),
    "days of decision": days_of_decision,
    "recall by lot": recall_by_lot,
    "fates": fates,
    "whole club": whole_club,
}


@pytest.fixture(scope="module")
def histories(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Effective]]:
    """Every recorded campaign and every session."""
    made = {name: play(tmp_path_factory.mktemp("store")) for name, play in SESSIONS.items()}
    return made | {
        folder.name: replayed(folder, tmp_path_factory.mktemp("store")) for folder in RECORDED
    }


# --- every act gives itself again ---------------------------------------------------------------


@pytest.mark.parametrize("name", [*SESSIONS, *(folder.name for folder in RECORDED)])
def test_every_act_gives_itself_again(histories: dict[str, list[Effective]], name: str) -> None:
    """The command read back, and what the world supplied, yield the very same events."""
    count = 0
    for number, (act, told) in enumerate(judged(SYSTEM, histories[name])):
        if number == 0:
            assert told is None, "the opening answers no command"
            continue
        assert told is not None and not told.unread, act
        assert told.holds, told
        count += 1
    assert count >= 4


def test_every_command_of_the_game_is_decided_again(histories: dict[str, list[Effective]]) -> None:
    """None is forgotten but the record's own, which are not judged, and those of US entry."""
    found = {
        told.command
        for history in histories.values()
        for _, told in judged(SYSTEM, history)
        if told is not None and told.holds
    }
    apart = (*record_commands.COMMANDS, *US_ENTRY.decide)
    assert found == set(SYSTEM.rules.commands) - {kind.__name__ for kind in apart}


class Judging(Club):
    """A club that asks for anything; in the end each act on record is judged."""

    def _whole(self) -> None:
        super()._whole()
        for act, told in judged(SYSTEM, effective(SYSTEMS.codec, self.session.ledger.log(NAME))):
            assert told is None or (told.holds and not told.unread), (told, act)


@pytest.mark.parametrize("rulebook", ["lif-1998", "lif-list"])
def test_random_play_is_by_the_rules_when_judged_again(rulebook: str, nightly: bool) -> None:
    """A dozen campaigns by night of whatever members tried and the rules let them do."""

    class Played(Judging):
        pass

    Played.rulebook = rulebook
    few = settings(max_examples=12 if nightly else 4, stateful_step_count=40, deadline=None,
                   derandomize=True,
                   suppress_health_check=list(HealthCheck))  # fmt: skip
    run_state_machine_as_test(Played, settings=few)


class JudgingLeaders(LeadersInPlay):
    """Leaders on the map who move, use abilities, are overrun and bombed, each act judged."""

    def ask(self, command: str, **fields: Any) -> bool:
        """As before, and judged at once."""
        state, count = self.state, len(self.rows)
        accepted = super().ask(command, **fields)
        if accepted:
            rows = self.rows[count:]
            events = tuple(SYSTEMS.codec.decode(chain.body(row)) for row in rows)
            asked = SYSTEM.rules.commands.command(command, fields)
            told = judge(SYSTEM, state, act_of(*keeping(SYSTEM, asked, Supplied(), events)))
            assert told is not None and told.command == command and told.holds, told
        return accepted


def test_random_moves_and_uses_are_by_the_rules_when_judged_again() -> None:
    """LiF 2, 3: what the event does not keep of its command is taken as it must have been."""
    few = settings(max_examples=30, stateful_step_count=30, deadline=None, derandomize=True,
                   suppress_health_check=list(HealthCheck))  # fmt: skip
    run_state_machine_as_test(JudgingLeaders, settings=few)


# --- an act changed by hand ---------------------------------------------------------------------


def act_of(*events: Event) -> Act:
    """Events as one act, the host's where they are nobody's."""
    stamped = (replace(event, by=event.by or "host") for event in events)
    return Act(tuple(Effective(version, event) for version, event in enumerate(stamped, 900)))


def the_act(history: list[Effective], kind: type[Event], **fields: Any) -> tuple[Any, Act]:
    """The first act with such an event, and the state before it."""
    state: Any = None
    for act in acts_of(history):
        for event in act.events:
            if state is not None and isinstance(event, kind) and has(event, fields):
                return state, act
        for placed in act.placed:
            state = step(SYSTEM, state, placed)
    raise AssertionError(f"no {kind.__name__} with {fields}")


def has(event: Event, fields: dict[str, Any]) -> bool:
    """Whether an event says so."""
    return all(getattr(event, name) == value for name, value in fields.items())


def forged(act: Act, kind: type[Event], **fields: Any) -> Act:
    """The act with events changed, and the command and the draws that it keeps changed along."""
    first, *rest = act.events
    for event in act.events:
        if type(event) is kind:
            for name, value in fields.items():
                body = {"act": first.act, "drawn": [*first.drawn]}
                body = following(body, name, getattr(event, name), value)
                first = replace(first, act=body["act"], drawn=tuple(body["drawn"]))
    return act_of(*(
        replace(event, **fields) if type(event) is kind else event for event in (first, *rest)
    ))  # fmt: skip


def changed(state: Any, act: Act, kind: type[Event], **fields: Any) -> Judgement:
    """What is said of an act one of whose events was changed by hand."""
    told = judge(SYSTEM, state, forged(act, kind, **fields))
    assert told is not None and not told.holds and not told.unread, told
    return told


NOT_BY_THE_RULES: list[tuple[str, type[Event], dict[str, Any], dict[str, Any], str | None, str]] = [
    ("played 1998", LeaderDrawn, {}, {"leader": "bradley"}, "Record",
     "does not follow any more (bradley could not be drawn)"),
    ("played 1998", LeaderDrawn, {}, {"leader": "nobody"}, "Record",
     "does not follow any more (nobody could not be drawn)"),
    ("lif-1998-leaders-in-play", LeaderDrawn, {}, {"leader": "nimitz"}, "LiF 4.1",
     "Nimitz is not in the cup"),
    ("lif-1998-leaders-in-play", in_play.LeaderPlaced, {}, {"location": "sea:north-sea/3"},
     "LiF 3.1", "arrives as land units do, not at sea"),
    ("whole club", in_play.LeaderSentToCircle, {}, {"arrives": "1939-SO"}, "LiF 3.1",
     "September/October 1939 is too early; it is September/October 1939 now"),
    ("played 1998", BallotSealed, {"power": "ussr"}, {"by": "anna"}, "Members",
     "the USSR is played by Ben, not by Anna"),
    ("played 1998", WarDeclared, {}, {"target": "germany"}, "Record",
     "Germany cannot be at war with itself"),
    ("whole club", MemberEnrolled, {"member": "emma"}, {"by": "ben"}, "Members",
     "only a host can do this, and Ben is not a host"),
    ("whole club", CounterMoved, {}, {"to": "map", "arrives": "1939-ND"}, None,
     "arrives: is for the production circle, not for map"),
    ("recall by lot", in_play.LeaderRecalled, {}, {"leader": "kleist"}, "Record",
     "does not follow any more (kleist could not be drawn)"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "kind", "where", "fields", "rule", "reason"),
    NOT_BY_THE_RULES,
)
def test_an_act_that_the_rules_forbid_is_found_with_rule_and_reason(
    histories: dict[str, list[Effective]],
    name: str,
    kind: type[Event],
    where: dict[str, Any],
    fields: dict[str, Any],
    rule: str | None,
    reason: str,
) -> None:
    """One field of one event of a true record, changed by hand."""
    state, act = the_act(histories[name], kind, **where)
    told = changed(state, act, kind, **fields)
    assert (told.rule, told.differs) == (rule, "")
    assert told.reason.endswith(reason)


def test_a_death_of_another_cause_is_found(histories: dict[str, list[Effective]]) -> None:
    """LiF 3.3: its reason follows from the cause on record, and the cause from where he was."""
    state, act = the_act(histories["fates"], in_play.LeaderKilled, leader="kleist")
    (event,) = act.events
    assert event.act == {"command": "ReportLeaderLost", "cause": "sea-box"}
    told = changed(state, act, in_play.LeaderKilled, reason="overrun")
    assert told.differs.endswith(" instead of overrun") and not told.reason
    other = replace(event, act={**event.act, "cause": "overrun"})
    found = judge(SYSTEM, state, act_of(other))
    assert found is not None and found.rule == "LiF 3.3"
    assert found.reason.endswith("Kleist is at sea:north-sea/2; no overrun there")


def test_another_cost_is_found(histories: dict[str, list[Effective]]) -> None:
    """LiF 4.1(3): a veto against the other side costs 1, and the record has 3."""
    history = histories["lif-1998-global-war"]
    state, act = the_act(history, VetoPointsSpent)
    (spent,) = (one for one in act.events if isinstance(one, VetoPointsSpent))
    power, cost = next(iter(spent.points.items()))
    wrong = {**spent.points, power: cost + 2}
    told = changed(state, act, VetoPointsSpent, points=wrong)
    assert told.differs == f"veto points spent, points {power}: {cost} instead of {cost + 2}"
    assert told.reason == "" and told.command in ("OpenBallots", "OpenVotes")


def test_a_ballot_opened_otherwise_than_it_was_sealed_is_found(
    histories: dict[str, list[Effective]],
) -> None:
    """LiF 4.1(2): the choice that is told must open the commitment."""
    state, act = the_act(histories["played 1998"], BallotsOpened)
    (opened,) = (one for one in act.events if isinstance(one, BallotsOpened))
    other = replace(opened.ballots["germany"], choice="veto")
    told = changed(state, act, BallotsOpened, ballots={**opened.ballots, "germany": other})
    assert (told.rule, told.reason) == (
        "Vault", "what the vault holds for Germany is not what was sealed",
    )  # fmt: skip


def test_ballots_opened_that_nobody_sealed_are_missing(
    histories: dict[str, list[Effective]],
) -> None:
    """LiF 4.1(2): with its seal struck, an opened ballot is one that is missing."""
    state, act = the_act(histories["lif-1998-global-war"], BallotsOpened)
    (opened,) = (one for one in act.events if isinstance(one, BallotsOpened))
    sealed = {who: one for who, one in opened.ballots.items() if one.how == "sealed"}
    who = next(iter(sealed))
    markers = {power: one for power, one in state.board.markers.items() if power != who}
    told = judge(SYSTEM, replace(state, board=replace(state.board, markers=markers)), act)
    assert told is not None
    absent = any(one.how == "absent" for one in opened.ballots.values())
    if absent:
        assert told.differs.startswith(f"ballots opened, ballots {who}")
    else:
        assert (told.rule, told.reason) == ("LiF 4.1", f"ballots are missing: {the_country(who)}")


# --- what cannot be known is not made up --------------------------------------------------------


def read_back(state: Any, act: Act) -> RecordedAct:
    """The command that an act answered, with what the world supplied."""
    return acts.recorded(SYSTEM, state, act.events)


def test_a_sealed_choice_is_not_made_up(histories: dict[str, list[Effective]]) -> None:
    """LiF 4.1(1): a ballot in the vault is read back with its seal, and without a choice."""
    state, act = the_act(histories["played 1998"], BallotSealed, power="commonwealth")
    (sealed,) = act.events
    assert isinstance(sealed, BallotSealed) and sealed.sealed
    read = read_back(state, act)
    command, given = read.command, read.supplied
    assert command == commands.SealBallot(
        by="host", power="commonwealth", commitment=sealed.commitment
    )
    assert given.sealed == VaultSeal(sealed.commitment, sealed.sealed)


def test_the_price_of_a_sealed_choice_is_judged_when_it_is_opened(
    histories: dict[str, list[Effective]],
) -> None:
    """Ruling 18: with no point left the seal stands, and the veto opened counts as not paid for."""
    history = histories["lif-1998-global-war"]
    state, act = the_act(history, VetoPointsSpent)
    (spent,) = (one for one in act.events if isinstance(one, VetoPointsSpent))
    poor = replace(state, veto_points={**state.veto_points, next(iter(spent.points)): 0})
    told = judge(SYSTEM, poor, act)
    assert told is not None and "cannot-pay" in told.differs
    sealed, laid = the_act(history, BallotSealed)
    bare = replace(sealed, veto_points=dict.fromkeys(sealed.veto_points, 0))
    told = judge(SYSTEM, bare, laid)
    assert told is not None and told.holds


def test_an_opening_handed_over_is_judged_without_it(histories: dict[str, list[Effective]]) -> None:
    """Ruling 22: neither choice nor nonce is told before all open; that it came in order is."""
    state, act = the_act(histories["played 1998"], BallotRevealed)
    read = read_back(state, act)
    command, given = read.command, read.supplied
    assert isinstance(command, commands.RevealBallot)
    assert (command.power, command.nonce) == ("germany", "0" * 64)  # of a right form, nobody's
    assert given.sealed is not None and given.openings == {}
    without = replace(state, board=replace(state.board, markers={}))
    told = judge(SYSTEM, without, act)
    assert told is not None
    assert (told.rule, told.reason) == ("LiF 4.1", "Germany has sealed nothing on a device")


def test_a_draw_is_judged_by_whether_it_could_fall_so(
    histories: dict[str, list[Effective]],
) -> None:
    """LiF 4.1(1): any leader of the cup could be drawn; that it was he, the auditor proves."""
    state, act = the_act(histories["played 1998"], LeaderDrawn)
    (drawn,) = (one for one in act.events if isinstance(one, LeaderDrawn))
    assert drawn.source == "ledger"
    for who in (name for name, status in state.leaders.items() if status == "cup"):
        told = judge(SYSTEM, state, forged(act, LeaderDrawn, leader=who))
        assert told is not None and told.holds
    read = read_back(state, act)
    command, given = read.command, read.supplied
    assert command == commands.DrawLeader(by="host") and given.drawn == (drawn.leader,)


def test_lif_3_3_a_recall_that_would_now_be_drawn_is_no_draw(
    histories: dict[str, list[Effective]],
) -> None:
    """Ruling 32: the record has a recall by the rule where a draw would decide: none is made up."""
    state, act = the_act(histories["recall by lot"], in_play.CombatReported)
    told = changed(state, act, in_play.LeaderRecalled, chosen_by="rule", source="", candidates=())
    assert told.differs.startswith("leader recalled, ") and not told.reason
    (combat, *rest) = act.events
    bare = judge(SYSTEM, state, act_of(replace(combat, drawn=()), *rest))
    assert bare is not None and bare.reason == "does not follow any more (draw 1 is not on record)"


def test_the_openings_are_those_of_markers_that_lie_there(
    histories: dict[str, list[Effective]],
) -> None:
    """LiF 4.1(2): choice and nonce of every marker shown, and of no other."""
    state, act = the_act(histories["played 1998"], BallotsOpened)
    (opened,) = (one for one in act.events if isinstance(one, BallotsOpened))
    read = read_back(state, act)
    command, given = read.command, read.supplied
    assert command == commands.OpenBallots(by="host", absent="no-veto")
    assert given.openings == {
        who: Opening(one.choice, one.nonce) for who, one in opened.ballots.items() if one.nonce
    }
    assert set(given.openings) == set(state.board.markers)
