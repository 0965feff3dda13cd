"""Every act of US entry, decided again, gives itself, and no secret is asked for."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test
from msgspec.structs import replace

from campaign.history import acts
from campaign.history.acts import Act, Judgement, acts_of, judge, judged
from campaign.history.effective import Effective, effective, step
from campaign.lif.system import SYSTEM
from campaign.lif.us_entry import commands
from campaign.lif.us_entry.chapter import CHAPTER as US_ENTRY
from campaign.lif.us_entry.chapter import veiled
from campaign.lif.us_entry.chits import entry_chits
from campaign.store.ledger import Ledger
from campaign.systems import SYSTEMS
from campaign.verify.audit import Verification
from events.base import Event
from events.lif import us_entry as facts
from support import recorded
from support.sessions import Session, ledger_in
from tests.all.lif.test_decided_again_lif import forged
from tests.all.lif.us_entry import test_entry_machine as machine

Histories = dict[str, list[Effective]]
RECORDED = sorted((Path(__file__).parents[3] / "campaigns").glob("*-us-entry-*"))


def replayed(folder: Path, store: Path) -> list[Effective]:
    """A recorded campaign's history, played from its commands."""
    with Ledger(recorded.played(folder, store)) as ledger:
        return effective(SYSTEMS.codec, ledger.log(recorded.NAME))


def moved(folder: Path) -> list[Effective]:
    """LiF 5.3: chits of the ledger's go from entry to tension, and a pool falls below zero."""
    session = Session(ledger_in(folder)).open(rulings={"entry_look": "before"})
    session.do("StockEntryChits", rows=[{"value": 2, "count": 20}, {"value": 1, "count": 10}])
    session.do("DrawEntryChits", "ben", pool="entry-japan", count=3)
    session.do("DrawEntryChits", "ben", pool="entry-germany-italy")
    session.do("PlaceEntryChits", "ben", to="entry-japan", chits=["c4"])
    session.do("MoveEntryChits", pool="entry-japan", to="tension-japan", count=2)
    session.do("ReturnEntryChits", pool="tension-germany-italy", reason="a base rule")
    session.do("MoveEntryChits", pool="entry-japan", to="entry-germany-italy", count=3)
    session.do("AdvanceTurn")
    session.do("CloseCampaign")
    history = effective(SYSTEMS.codec, session.ledger.log(session.name))
    session.ledger.close()
    return history


def taken_back(folder: Path) -> list[Effective]:
    """Rulings 38 and 58: chits of a cup, entered by mistake and picked among by the ledger."""
    session = Session(ledger_in(folder)).open(rulings={"entry_chits": "table", "draws": "ledger"})
    session.do("StockEntryChits")
    session.do("DrawEntryChits", "ben", pool="entry-japan", values=[1, 2, 3])
    session.do("TakeBackEntry", "ben", chits=["c2"])
    session.do("DrawEntryChits", "ben", pool="entry-japan", values=[4])
    session.do("ReturnEntryChits", pool="entry-japan")
    session.do("MoveEntryChits", pool="entry-japan", to="tension-japan")
    session.do("AdvanceTurn")
    session.do("CloseCampaign")
    history = effective(SYSTEMS.codec, session.ledger.log(session.name))
    assert list(Verification(SYSTEMS).findings(session.ledger.store.rows(session.name))) == []
    session.ledger.close()
    return history


@pytest.fixture(scope="module")
def histories(tmp_path_factory: pytest.TempPathFactory) -> Histories:
    """Every recorded campaign of US entry, and a session of moves."""
    made = {one.name: replayed(one, tmp_path_factory.mktemp("store")) for one in RECORDED}
    made["taken back"] = taken_back(tmp_path_factory.mktemp("store"))
    return {**made, "moved": moved(tmp_path_factory.mktemp("store"))}


NAMES = [*(folder.name for folder in RECORDED), "moved", "taken back"]
LEDGER, TABLE = "lif-1998-us-entry-ledger", "lif-1998-us-entry-table"


# --- every act gives itself again ---------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_every_act_gives_itself_again(histories: Histories, name: str) -> None:
    """LiF 5.3: rolls, picks, waits, levels and conditions, with the hidden values laid anew."""
    found = [(act, told_) for act, told_ in judged(SYSTEM, histories[name])][1:]
    assert len(found) >= 7
    for act, told_ in found:
        assert told_ is not None and not told_.unread, act
        assert told_.holds, told_


def test_every_command_of_us_entry_is_decided_again(histories: Histories) -> None:
    """None of them is forgotten."""
    found = {
        told_.command
        for history in histories.values()
        for _, told_ in judged(SYSTEM, history)
        if told_ is not None and told_.holds
    }
    assert {kind.__name__ for kind in US_ENTRY.decide} <= found


class JudgingChits(machine.Chits):  # type: ignore[misc]
    """A club with its chits, each act judged as it was recorded."""

    def ask(self, command: dict[str, Any]) -> bool:
        """As before, and judged at once."""
        state, count = self.state, len(self.events)
        accepted: bool = super().ask(command)
        if accepted:
            events = [replace(one, by=command.get("by", "host")) for one in self.events[count:]]
            told_ = judge(SYSTEM, state, act_of(*events))
            assert told_ is not None and told_.holds, told_
            assert told_.command == command["command"]
        return accepted


def test_random_play_of_chits_is_by_the_rules_when_judged_again() -> None:
    """LiF 5.3.3: chits of the ledger's or a cup's, dice of either, chits drawn or chosen."""
    few = settings(max_examples=40, stateful_step_count=40, deadline=None, derandomize=True,
                   suppress_health_check=list(HealthCheck))  # fmt: skip
    run_state_machine_as_test(JudgingChits, settings=few)


# --- an act changed by hand ---------------------------------------------------------------------


def act_of(*events: Event) -> Act:
    """Events as one act."""
    return Act(tuple(Effective(version, event) for version, event in enumerate(events, 900)))


def the_act(history: list[Effective], kind: type[Event], **fields: Any) -> tuple[Any, Act]:
    """The first act with such an event, and the state before it."""
    for act, state in with_states(history):
        for event in act.events:
            fits = all(getattr(event, name, None) == value for name, value in fields.items())
            if isinstance(event, kind) and fits:
                return state, act
    raise AssertionError(f"no {kind.__name__} with {fields}")


def of(act: Act, kind: type[Any]) -> Any:
    """The act's event of a kind."""
    return next(event for event in act.events if isinstance(event, kind))


def changed(state: Any, act: Act, kind: type[Event], **fields: Any) -> Judgement:
    """What is said of an act one of whose events was changed by hand."""
    found = judge(SYSTEM, state, forged(act, kind, **fields))
    assert found is not None and not found.holds and not found.unread, found
    return found


def test_lif_5_3_3_a_roll_that_does_not_bring_those_chits_is_found(histories: Histories) -> None:
    """A die of another number, with the chits as they were."""
    state, act = the_act(histories[LEDGER], facts.EntryActionTaken)
    event = of(act, facts.EntryActionTaken)
    theatre, one = next((name, one) for name, one in event.outcomes.items() if one.roll)
    other = replace(one, chits=one.chits + 1)
    found = changed(state, act, facts.EntryActionTaken, outcomes={**event.outcomes, theatre: other})
    assert found.differs == (
        f"entry action taken, outcomes {theatre} chits: {one.chits} instead of {one.chits + 1}"
    )


def test_lif_5_3_3_a_chit_that_was_not_in_the_pool_is_found(histories: Histories) -> None:
    """The ledger cannot have picked it there."""
    state, act = the_act(histories["moved"], facts.EntryChitsMoved, to="tension-japan")
    event = of(act, facts.EntryChitsMoved)
    assert event.draw
    found = changed(state, act, facts.EntryChitsMoved, chits=("c99", *event.chits[1:]))
    assert (found.rule, found.reason) == (
        "Record", "does not follow any more (c99 could not be drawn)",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"chits": ("c5",)}, None),
        ({"chits": ("c4", "c4")}, None),
        ({"chits": ("c1",)}, None),
        ({"to": "tension-japan"}, "LiF 5.3.3"),
    ],
)
def test_ruling_53_a_chit_that_was_not_to_be_placed_is_found(
    histories: Histories, fields: dict[str, Any], rule: str | None
) -> None:
    """c4 was drawn for Germany and Italy; c1 lay in Japan's pool, and there is no c5."""
    state, act = the_act(histories["moved"], facts.EntryChitsPlaced)
    assert of(act, facts.EntryChitsPlaced).chits == ("c4",)
    assert changed(state, act, facts.EntryChitsPlaced, **fields).rule == rule


def test_lif_5_3_a_chit_that_is_shown_as_something_else_is_found(histories: Histories) -> None:
    """Value and nonce do not open what was laid."""
    state, act = the_act(histories[TABLE], facts.EntryChitsShown)
    event = of(act, facts.EntryChitsShown)
    who, chit = next(iter(event.chits.items()))
    false = replace(chit, value=chit.value + 1)
    found = changed(state, act, facts.EntryChitsShown, chits={**event.chits, who: false})
    assert (found.rule, found.reason) == (
        "Record", f"does not follow any more (the secret does not open {who})",
    )  # fmt: skip


def test_lif_5_3_2_a_level_that_the_chits_shown_do_not_come_to_is_found(
    histories: Histories,
) -> None:
    """The same option, with its level proved by no chit at all."""
    state, act = next(
        (state, act)
        for act, state in with_states(histories[TABLE])
        if {facts.EntryChitsShown, facts.EntryOptionPicked} <= {type(one) for one in act.events}
    )
    picked = of(act, facts.EntryOptionPicked)
    found = changed(state, act, facts.EntryChitsShown, chits={})
    assert found.rule == "LiF 5.3.2"
    wanted = f"option {picked.option} takes an entry level of {picked.level}; the chits named in"
    assert found.reason.startswith(wanted)


def with_states(history: list[Effective]) -> Any:
    """Each act but the first with the state before it."""
    state: Any = None
    for act in acts_of(history):
        if state is not None:
            yield act, state
        for placed in act.placed:
            state = step(SYSTEM, state, placed)


def test_members_what_touches_hidden_values_is_the_usa_s_players(histories: Histories) -> None:
    """A host who shows the chits of a player is found out."""
    state, act = the_act(histories[LEDGER], facts.EntryChitsShown)
    holder = state.campaign.powers["usa"]
    assert act.by == holder != "host"
    found = judge(SYSTEM, state, act_of(*(replace(one, by="host") for one in act.events)))
    assert found is not None and found.rule == "Members"


# --- what cannot be known is not made up --------------------------------------------------------


def test_hidden_values_are_neither_asked_for_nor_told(histories: Histories) -> None:
    """LiF 5.3: no chit that lies face-down is read back with what it was sealed under."""
    history = histories[TABLE]
    state, act = the_act(history, facts.EntryChitsDrawn, cause="step")
    found = acts.recorded(SYSTEM, state, act.events)
    assert found.state is not None
    assert isinstance(found.command, commands.DrawEntryChits)
    assert found.command.values == (0,) * len(of(act, facts.EntryChitsDrawn).chits)
    laid, anew = state.entry.chits, found.state.entry.chits
    assert list(laid) == list(anew)
    assert all(laid[who].commitment != anew[who].commitment for who in laid)
    assert replace(found.state, entry=state.entry) == state
    assert found.supplied.openings[entry_chits.SECRET].nonce == "0" * 64


def test_another_value_drawn_unseen_is_the_auditors_to_find(histories: Histories) -> None:
    """The commitment of a chit may be anything here; whoever opens the secret will know."""
    state, act = the_act(histories[LEDGER], facts.EntryChitsDrawn, cause="step")
    event = of(act, facts.EntryChitsDrawn)
    other = tuple(replace(chit, commitment="f" * 64) for chit in event.chits)
    events = [replace(one, chits=other) if one is event else one for one in act.events]
    found = judge(SYSTEM, state, act_of(*events))
    assert found is not None and found.holds
    assert [veiled(one) for one in events] == [veiled(one) for one in act.events]
